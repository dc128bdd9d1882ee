import { useState, type SubmitEvent } from 'react'
import { useFetcher } from 'react-router'
import { formatRelativeDateTime } from '#shop/dates/relative-dates.ts'
import { nextStatusAction, cancelPermission, shortId, type OrderRow } from '#shop/orders/order.ts'
import { UNDO_SECONDS } from '#shop/orders/dispatch/undo-window.ts'
import { FormUserIdInput } from '#web/forms/page-user.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Price } from '#web/ui/display/price.tsx'
import { ShopLink } from '#web/ui/navigation/shop-link.tsx'
import { Table } from '#web/ui/display/table.tsx'
import { UndeliverableWarning } from './undeliverable-warning.tsx'
import { orderFetcherKey, type OrderActionResult } from '#web/admin/order-actions/order-action-result.ts'
import { orderPath, ORDERS_PATH, type OrderListView } from './order-list-url.ts'
import { OrderStatusBadge } from './order-status-badge.tsx'
import { MoveOrderButton } from '#web/admin/order-actions/move-order-button.tsx'
import { useRestoreRowFocus } from '#web/admin/keyboard-shortcuts/restore-row-focus.ts'
import { DispatchDeadline } from './dispatch-deadline.tsx'
import { PACKING_SLIPS_FORM_ID, PackingSlipsForm } from '#web/admin/packing-slips/packing-slips-form.tsx'
import { UndoButton, useIsWithinTime } from '#web/admin/order-actions/undo-button.tsx'
import { useServerTime } from '#web/admin/live-updates/use-server-time.ts'

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

const CANCEL_LIST_FORM_ID = 'ask-cancel'

type OrdersTableProps = {
  orders: readonly OrderRow[]
  /** Those of them that have left the list, and stay in view until it is asked for anew. */
  removedIds: readonly string[]
  /** Rows have changed their places just now. */
  hasJustMoved: boolean
  /** The server's clock when the list was read. */
  now: string
  /** Called when an action of this order is sent. */
  onOrderAction: (orderId: string) => void
  onCancel: (order: OrderRow) => void
}

export function OrdersTable({ orders, removedIds, hasJustMoved, now, view, onOrderAction, onCancel }: OrdersTableProps & { view: OrderListView }) {
  const currentTime = useServerTime(now)
  const { list, rememberRow } = useRestoreRowFocus()
  const [ids, setIds] = useState<readonly string[]>([])
  // A row that another page has, or that has left this list, is no longer chosen.
  const chosen = orders.map(({ id }) => id).filter((id) => ids.includes(id))
  const recordAction = (orderId: string) => {
    rememberRow()
    onOrderAction(orderId)
  }
  return (
    <>
      <PackingSlipsForm
        chosen={chosen.length}
        total={orders.length}
        onChooseAll={(isChosen) => setIds(isChosen ? orders.map(({ id }) => id) : [])}
      />
      <div ref={list} className="orders-list" data-rows>
        {/* Before scripts a press on Cancel asks for this same list with the order's cancellation form above it. */}
        <form id={CANCEL_LIST_FORM_ID} method="get" action={ORDERS_PATH}>
          <input type="hidden" name="search" value={view.search} />
          <input type="hidden" name="status" value={view.status ?? ''} />
          <input type="hidden" name="page" value={view.page} />
        </form>
        <Table caption="Orders, newest first" isCaptionHidden columns={COLUMNS} className="orders-table">
          {orders.map((order) => (
            <Row
              key={order.id}
              order={order}
              isGone={removedIds.includes(order.id)}
              hasJustMoved={hasJustMoved}
              now={currentTime}
              view={view}
              isChosen={chosen.includes(order.id)}
              onChoose={(isChosen) => setIds(isChosen ? [...chosen, order.id] : chosen.filter((id) => id !== order.id))}
              onOrderAction={recordAction}
              onCancel={(about) => {
                rememberRow()
                onCancel(about)
              }}
            />
          ))}
        </Table>
      </div>
    </>
  )
}

type ActionsProps = Pick<OrdersTableProps, 'hasJustMoved' | 'onOrderAction' | 'onCancel'> & { order: OrderRow }
type RowProps = ActionsProps & { isGone: boolean; now: Date; view: OrderListView; isChosen: boolean; onChoose: (isChosen: boolean) => void }

function Row({ order: listedOrder, isGone, now, view, isChosen, onChoose, ...actions }: RowProps) {
  const { data: actionResult } = useFetcher<OrderActionResult>({ key: orderFetcherKey(listedOrder.id) })
  // Of what has left the list the answer to the last step says what it is.
  const order = isGone && actionResult?.status ? { ...listedOrder, status: actionResult.status } : listedOrder
  return (
    <tr data-handled={actionResult !== undefined || undefined}>
      <td className="cell-choice row-choice">
        <input
          type="checkbox"
          name="ids"
          value={order.id}
          form={PACKING_SLIPS_FORM_ID}
          data-key="x"
          data-at-once
          aria-label={`Choose order ${shortId(order.id)}`}
          checked={isChosen}
          onChange={(event) => onChoose(event.target.checked)}
        />
      </td>
      <th scope="row" className="cell-order">
        <ShopLink
          id={`order-${order.id}`}
          to={orderPath(order.id, view)}
          className="link order-id"
        >
          {shortId(order.id)}
        </ShopLink>
      </th>
      <td className="cell-placed">
        <time dateTime={order.created_at}>
          {formatRelativeDateTime(order.created_at, now)}
        </time>
        <DispatchDeadline order={order} now={now} />
      </td>
      <td className="cell-customer">
        {order.full_name} <span className="minor">{order.post_code}</span>
        <UndeliverableWarning order={order} />
      </td>
      <td className="cell-items number">
        {order.item_count}
        <span className="cell-unit"> {order.item_count === 1 ? 'item' : 'items'}</span>
      </td>
      <td className="cell-total number">
        <Price pounds={order.total_amount} />
      </td>
      <td className="cell-status">
        <OrderStatusBadge status={order.status} />
      </td>
      <td className="cell-actions">
        <RowActions order={order} {...actions} />
      </td>
    </tr>
  )
}

/** One step forward, and Cancel unless the order is cancelled or delivered. Ordinary forms before scripts. */
function RowActions({ order, hasJustMoved, onOrderAction, onCancel }: ActionsProps) {
  const fetcher = useFetcher<OrderActionResult>({ key: orderFetcherKey(order.id) })
  const step = nextStatusAction(order.status)
  const orderLinkId = `order-${order.id}`
  const isBusy = fetcher.state !== 'idle'
  const { data: actionResult } = fetcher
  const canUndo = useIsWithinTime(actionResult?.is_undoable && actionResult, UNDO_SECONDS) && actionResult?.status === order.status && !isBusy
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    onOrderAction(order.id)
    // Drawn before the next key can come, so that this key finds the row busy and waits for the answer.
    void fetcher.submit(event.nativeEvent.submitter as HTMLButtonElement, { flushSync: true })
  }
  return (
    <div className="row-actions">
      {step && (
        <fetcher.Form method="post" onSubmit={send}>
          <FormUserIdInput />
          <input type="hidden" name="order_id" value={order.id} />
          <input type="hidden" name="expected_status" value={order.status} />
          <MoveOrderButton step={step} size="small" variant="outline" pending={isBusy} hasJustMoved={hasJustMoved} aria-describedby={orderLinkId} />
        </fetcher.Form>
      )}
      {!step && actionResult && <span className="no-step" />}
      {cancelPermission('list', order.status) === 'yes' && (
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
        <fetcher.Form method="post" onSubmit={send}>
          <FormUserIdInput />
          <input type="hidden" name="order_id" value={order.id} />
          <input type="hidden" name="expected_status" value={order.status} />
          <UndoButton aria-describedby={orderLinkId} />
        </fetcher.Form>
      )}
    </div>
  )
}
