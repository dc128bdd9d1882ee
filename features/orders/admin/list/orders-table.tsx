import { useEffectEvent, useLayoutEffect, type SubmitEvent } from 'react'
import { useFetcher } from 'react-router'
import { formatRelativeDateTime } from '#shop/dates/relative-dates.ts'
import { arePriced, isPriced, shortId, type AnyOrderRow, type OrderRow } from '#features/orders/order.ts'
import { withoutErased } from '#features/orders/erased-address.ts'
import { nextStatusAction, cancelPermission, type OrderStatus } from '#features/orders/order-status.ts'
import { UNDO_SECONDS } from '#features/orders/undo-window.ts'
import { PostForm } from '#kit/actions/post-form.tsx'
import { Button } from '#kit/form/button.tsx'
import { Price } from '#kit/display/price.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { useHasPermission } from '#kit/admin/screen/use-has-permission.ts'
import { Table } from '#kit/display/table.tsx'
import { OrderNotesSign } from '#features/orders/notes/admin/order-notes-sign.tsx'
import {
  orderFetcherKey,
  type OrderActionResult,
} from '#features/orders/admin/actions/order-action-result.ts'
import { orderSequenceLabel } from './order-list-labels.ts'
import { orderPath, ORDERS_PATH, type OrderListView } from './order-list-url.ts'
import { ExpressSign } from './express-sign.tsx'
import { OrderStatusBadge } from './order-status-badge.tsx'
import { OrderWarnings } from './order-warnings.tsx'
import { MoveOrderButton } from '#features/orders/admin/actions/move-order-button.tsx'
import { useRestoreRowFocus } from '#kit/admin/keyboard-shortcuts/restore-row-focus.ts'
import { DispatchDeadline } from './dispatch-deadline.tsx'
import { chosenValue } from '#features/orders/admin/actions/chosen-orders-result.ts'
import { CHOSEN_ORDERS_FORM_ID, ChosenOrdersForm } from './chosen-orders-form.tsx'
import type { useChosenOrders } from './chosen-orders.tsx'
import { UndoButton, useIsWithinTime } from '#features/orders/admin/actions/undo-button.tsx'
import { useServerTime } from '#kit/admin/live/use-server-time.ts'

const COLUMNS = [
  { label: 'Choose', isLabelHidden: true },
  { label: 'Order' },
  { label: 'Placed and send by' },
  { label: 'Customer' },
  { label: 'Items', isNumber: true },
  { label: 'Total', isNumber: true },
  { label: 'Status' },
  { label: 'Actions', isLabelHidden: true },
]

const UNPRICED_COLUMNS = COLUMNS.filter(({ label }) => label !== 'Total')

const CANCEL_LIST_FORM_ID = 'ask-cancel'

type OrdersTableProps = {
  orders: readonly AnyOrderRow[]
  chosen: ReturnType<typeof useChosenOrders>
  handledIds: readonly string[]
  hasJustMoved: boolean
  now: string
  onOrderAction: (orderId: string) => void
  onMoveChosen: (from: OrderStatus, orders: readonly AnyOrderRow[]) => void
  onStatus: (orderId: string, status: OrderStatus) => void
  onCancel: (order: OrderRow) => void
}

export function OrdersTable({
  orders,
  chosen: { ids, setIds, tick, isPending, pendingValues },
  handledIds,
  hasJustMoved,
  now,
  view,
  onOrderAction,
  onMoveChosen,
  onStatus,
  onCancel,
}: OrdersTableProps & { view: OrderListView }) {
  const currentTime = useServerTime(now)
  const { list, rememberRow } = useRestoreRowFocus()
  const chosenOrders = orders.filter(({ id }) => ids.includes(id))
  const rowIds = orders.map(({ id }) => id)
  const recordAction = (orderId: string) => {
    rememberRow()
    onOrderAction(orderId)
  }
  return (
    <>
      <ChosenOrdersForm
        orders={orders}
        chosenOrders={chosenOrders}
        isPending={isPending}
        onChooseAll={(isChosen) => setIds(isChosen ? rowIds : [])}
        onMove={onMoveChosen}
      />
      <div ref={list} className="orders-list" data-rows>
        {/* Without JavaScript, Cancel reloads this list with the cancellation form above it. */}
        <form id={CANCEL_LIST_FORM_ID} method="get" action={ORDERS_PATH}>
          <input type="hidden" name="search" value={view.search} />
          <input type="hidden" name="status" value={view.status ?? ''} />
          <input type="hidden" name="page" value={view.page} />
        </form>
        <Table
          caption={orderSequenceLabel(view.status)}
          columns={arePriced(orders) ? COLUMNS : UNPRICED_COLUMNS}
          className="orders-table"
        >
          {orders.map((order) => (
            <Row
              key={order.id}
              order={order}
              isHandled={handledIds.includes(order.id)}
              isMoving={pendingValues.some((value) => String(value).startsWith(order.id))}
              hasJustMoved={hasJustMoved}
              now={currentTime}
              view={view}
              isChosen={ids.includes(order.id)}
              onChoose={(isChosen, isRange) => tick(rowIds, { id: order.id, isChosen, isRange })}
              onOrderAction={recordAction}
              onStatus={onStatus}
              onCancel={(orderToCancel) => {
                rememberRow()
                onCancel(orderToCancel)
              }}
            />
          ))}
        </Table>
      </div>
    </>
  )
}

type ActionsProps = Pick<OrdersTableProps, 'hasJustMoved' | 'onOrderAction' | 'onCancel'> & {
  order: AnyOrderRow
  isHandled: boolean
  isMoving: boolean
}
type RowProps = ActionsProps &
  Pick<OrdersTableProps, 'onStatus'> & {
    now: Date
    view: OrderListView
    isChosen: boolean
    onChoose: (isChosen: boolean, isRange: boolean) => void
  }

function Row({ order, isHandled: wasMoved, now, view, isChosen, onChoose, onStatus, ...actions }: RowProps) {
  const { data: actionResult } = useFetcher<OrderActionResult>({ key: orderFetcherKey(order.id) })
  const isHandled = wasMoved || actionResult !== undefined
  const notifyStatus = useEffectEvent(onStatus)
  useLayoutEffect(() => {
    if (actionResult?.status) notifyStatus(order.id, actionResult.status)
  }, [actionResult, order.id])
  return (
    <tr data-handled={isHandled || undefined}>
      <td className="cell-choice row-choice">
        <input
          type="checkbox"
          name="chosen"
          value={chosenValue(order)}
          form={CHOSEN_ORDERS_FORM_ID}
          data-key="x"
          data-at-once
          aria-label={`Choose order ${shortId(order.id)}`}
          checked={isChosen}
          onChange={({ target, nativeEvent }) =>
            onChoose(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
        />
      </td>
      <th scope="row" className="cell-order">
        <ShopLink id={`order-${order.id}`} to={orderPath(order.id, view)} className="link order-id">
          {shortId(order.id)}
        </ShopLink>
      </th>
      <td className="cell-placed">
        <time dateTime={order.created_at}>{formatRelativeDateTime(order.created_at, now)}</time>
        <DispatchDeadline order={order} now={now} />
      </td>
      <td className="cell-customer">
        <span>{order.full_name}</span> <span className="minor">{withoutErased([order.post_code])}</span>
        <ExpressSign order={order} />
        <OrderWarnings order={order} />
        <OrderNotesSign order={order} />
      </td>
      <td className="cell-items number">
        <span>{order.item_count}</span>
        <span className="cell-unit">{` ${order.item_count === 1 ? 'item' : 'items'}`}</span>
      </td>
      {isPriced(order) && (
        <td className="cell-total number">
          <Price pounds={order.total_amount} />
        </td>
      )}
      <td className="cell-status">
        <OrderStatusBadge status={order.status} />
      </td>
      <td className="cell-actions">
        <RowActions order={order} isHandled={isHandled} {...actions} />
      </td>
    </tr>
  )
}

function RowActions({ order, isHandled, isMoving, hasJustMoved, onOrderAction, onCancel }: ActionsProps) {
  const fetcher = useFetcher<OrderActionResult>({ key: orderFetcherKey(order.id) })
  const mayCancel = useHasPermission()('orders.cancel-any')
  const step = nextStatusAction(order.status)
  const orderLinkId = `order-${order.id}`
  const isBusy = fetcher.state !== 'idle' || isMoving
  const { data: actionResult } = fetcher
  const canUndo =
    useIsWithinTime(actionResult?.is_undoable && actionResult, UNDO_SECONDS) &&
    actionResult?.status === order.status &&
    !isBusy
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    onOrderAction(order.id)
    // Rendered synchronously, so that the next key press finds the row pending.
    void fetcher.submit(event.nativeEvent.submitter as HTMLButtonElement, { flushSync: true })
  }
  return (
    <div className="row-actions">
      {step && (
        <PostForm by={fetcher.Form} onSubmit={send}>
          <input type="hidden" name="order_id" value={order.id} />
          <input type="hidden" name="expected_status" value={order.status} />
          <MoveOrderButton
            step={step}
            size="small"
            variant="outline"
            pending={isBusy}
            hasJustMoved={hasJustMoved}
            aria-describedby={orderLinkId}
          />
        </PostForm>
      )}
      {!step && isHandled && <span className="min-w-31" />}
      {isPriced(order) && mayCancel && cancelPermission('list', order.status) === 'yes' && (
        <Button
          type="submit"
          form={CANCEL_LIST_FORM_ID}
          name="cancel"
          value={order.id}
          data-key="c"
          size="small"
          className="button-cancel"
          aria-describedby={orderLinkId}
          onClick={(event) => {
            event.preventDefault()
            onCancel(order)
          }}
        >
          Cancel
        </Button>
      )}
      {canUndo && (
        <PostForm by={fetcher.Form} onSubmit={send}>
          <input type="hidden" name="order_id" value={order.id} />
          <input type="hidden" name="expected_status" value={order.status} />
          <UndoButton aria-describedby={orderLinkId} />
        </PostForm>
      )}
    </div>
  )
}
