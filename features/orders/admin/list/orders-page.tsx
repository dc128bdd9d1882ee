import { useState } from 'react'
import { useLoaderData, useLocation, useSearchParams } from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import { adminOrderMessages } from '#features/orders/admin-order-messages.ts'
import { phoneOrderMessages } from '#features/checkout/phone-orders/phone-order-messages.ts'
import { isPriced, type AnyOrderRow, type OrderRow } from '#features/orders/order.ts'
import { isOldestFirst, TO_SEND } from '#features/orders/order-filter.ts'
import { cancelPermission } from '#features/orders/order-status.ts'
import { adminHead } from '#kit/admin/screen/admin-head.ts'
import { Button, LinkButton } from '#kit/form/button.tsx'
import { EmptyState } from '#kit/feedback/empty-state.tsx'
import { Notice } from '#kit/feedback/notice.tsx'
import { Pagination } from '#kit/navigation/pagination.tsx'
import { CancelOrderDialog, CancelOrderPanel } from '#features/orders/admin/actions/cancel-order-form.tsx'
import { KeyboardShortcuts } from '#kit/admin/keyboard-shortcuts/keyboard-shortcuts-dialog.tsx'
import { useHasPermission } from '#kit/admin/screen/use-has-permission.ts'
import { useLiveOrders } from '#features/orders/admin/live/live-orders.tsx'
import { orderFailureMessage } from '#features/orders/admin/actions/order-failure-message.ts'
import { useActionResult } from '#kit/actions/action-result.ts'
import { ORDERS_PATH, PHONE_ORDER_PATH, orderListPath, type OrderListView } from './order-list-url.ts'
import { ORDER_LIST_SHORTCUTS, shortcutsFor } from './order-shortcuts.tsx'
import { useFrozenOrderList } from '#features/orders/admin/live/frozen-order-list.tsx'
import { handledRowsLabel, orderCountLabel, showNewOrdersLabel, orderListTitle } from './order-list-labels.ts'
import { useChosenOrders, useLastStatuses } from './chosen-orders.tsx'
import { ChosenOrdersNotice, ChosenOrdersToast } from './chosen-orders-toast.tsx'
import { MAX_TOASTS, OrderActionNotice, OrderActionToasts } from './order-action-toasts.tsx'
import { OrderFilters } from './order-filters.tsx'
import { OrdersTable } from './orders-table.tsx'
import type { action, loader } from './orders-page.server.ts'

export const head = adminHead<typeof loader>(({ view }) => orderListTitle(view))

const NO_ORDERS: readonly AnyOrderRow[] = []

export const failureMessage = orderFailureMessage

export default function OrdersPage() {
  const { view, list, failure, now } = useLiveOrders('admin-orders', useLoaderData<typeof loader>())
  const hasPermission = useHasPermission()
  const mayCancel = hasPermission('orders.cancel-any')
  const mayPlaceByPhone = hasPermission('orders.place-by-phone')
  const result = useActionResult<typeof action>()
  const chosenResult = result && 'intent' in result ? result : undefined
  const actionResult = result && !('intent' in result) ? result : undefined
  const [params] = useSearchParams()
  const [cancelling, setCancelling] = useState<{ order: OrderRow; isOpen: boolean }>()
  const [actedIds, setActedIds] = useState<readonly string[]>([])
  // Loading the same URL again resets the frozen list.
  const { key } = useLocation()
  const chosen = useChosenOrders(chosenResult)
  const frozen = useFrozenOrderList(list?.orders ?? NO_ORDERS, {
    view: `${key} ${orderListPath(view)}`,
    chosenIds: chosen.ids,
    isOldestFirst: isOldestFirst(view.status),
  })
  const { newOrderCount, removedIds, hasJustMoved, markHandled, unfreeze, containerProps } = frozen
  const { statuses, recordStatus, recordResult } = useLastStatuses()
  const rows = frozen.rows.map((order) => {
    const status = removedIds.includes(order.id) && statuses[order.id]
    return status ? { ...order, status } : order
  })
  // Others may have moved the remaining rows that left the list.
  const movedIds = removedIds.filter((id) => statuses[id])
  const recordAction = (id: string) => {
    markHandled(id)
    setActedIds((ids) => [...ids.filter((other) => other !== id), id])
  }
  const showAnew = () => {
    unfreeze()
    chosen.setIds((ids) => ids.filter((id) => list?.orders.some((order) => order.id === id)))
  }
  const orderToCancel =
    mayCancel &&
    list?.orders
      .filter(isPriced)
      .find(({ id, status }) => id === params.get('cancel') && cancelPermission('list', status) === 'yes')

  return (
    <>
      <div className="screen-head justify-between">
        <h1>Orders</h1>
        <span className="flex flex-wrap items-center gap-y-1 gap-x-5 ml-auto">
          {mayPlaceByPhone && (
            <LinkButton to={PHONE_ORDER_PATH} size="small" data-key="n" aria-keyshortcuts="n">
              {phoneOrderMessages.title}
            </LinkButton>
          )}
          <KeyboardShortcuts rows={shortcutsFor(ORDER_LIST_SHORTCUTS, { mayCancel })} />
        </span>
      </div>
      <OrderFilters view={view} />
      {failure && <Notice tone="error">{failure}</Notice>}
      {actionResult && <OrderActionNotice actionResult={actionResult} />}
      {chosenResult && <ChosenOrdersNotice result={chosenResult} />}
      {orderToCancel && <CancelOrderPanel order={orderToCancel} actionResult={actionResult} view={view} />}
      <div {...containerProps}>
        {list && (
          <div className="list-line">
            <p className="list-count" aria-live="polite">
              {`${orderCountLabel(list)}${movedIds.length > 0 ? handledRowsLabel(movedIds.length) : ''}`}
            </p>
            <div role="status">
              {(newOrderCount > 0 || removedIds.length > 0) && (
                <Button variant="outline" size="small" onClick={showAnew}>
                  {newOrderCount > 0 ? showNewOrdersLabel(newOrderCount, view) : adminOrderMessages.showAnew}
                </Button>
              )}
            </div>
          </div>
        )}
        {list && (list.total > 0 || rows.length > 0) && (
          <>
            <OrdersTable
              orders={rows}
              chosen={chosen}
              handledIds={Object.keys(statuses)}
              hasJustMoved={hasJustMoved}
              now={now}
              view={view}
              onOrderAction={recordAction}
              onMoveChosen={(from, orders) => {
                markHandled(...orders.map(({ id }) => id))
                chosen.move(from, orders)
              }}
              onStatus={recordStatus}
              onCancel={(order) => setCancelling({ order, isOpen: true })}
            />
            {list.isMore && list.page === list.pageCount && (
              <p className="my-4 text-center">{adminOrderMessages.searchEnds(list.total)}</p>
            )}
            <Pagination
              label="Pages of orders"
              page={list.page}
              pageCount={list.pageCount}
              hrefFor={(page) => orderListPath({ ...view, page })}
            />
          </>
        )}
        {list && list.total === 0 && rows.length === 0 && <NoOrders view={view} />}
      </div>
      {cancelling && (
        <CancelOrderDialog
          {...cancelling}
          onClose={() => setCancelling({ ...cancelling, isOpen: false })}
          onOrderAction={recordAction}
        />
      )}
      <OrderActionToasts orderIds={actedIds}>
        {lastSubmissions(chosen.submissionCount).map((submission) => (
          <ChosenOrdersToast
            key={submission}
            submission={submission}
            isLatest={submission === chosen.submissionCount - 1}
            onResult={(chosenOrders) => {
              recordResult(chosenOrders)
              chosen.recordMoves(submission, chosenOrders.chosen)
            }}
            isMovedLater={(id) => chosen.isMovedLater(id, submission)}
            onUndo={(orderIds) => markHandled(...orderIds)}
          />
        ))}
      </OrderActionToasts>
    </>
  )
}

/** Includes the next one, whose fetcher exists before it is used. */
const lastSubmissions = (count: number) =>
  Array.from({ length: MAX_TOASTS + 1 }, (_, index) => count - MAX_TOASTS + index).filter(
    (submission) => submission >= 0,
  )

/** The server searches order IDs from four characters. */
const isShortId = (search: string) => /^#?[0-9a-f]{1,3}$/i.test(search.trim())

/** Without a pound sign, the server searches for whole numbers in IDs, phone numbers and streets instead. */
const isWholeNumber = (search: string) => /^\d{1,6}$/.test(search.trim())

function NoOrders({ view: { search, status } }: { view: OrderListView }) {
  const mayReadTotals = useHasPermission()('orders.read-amounts')
  if (!search && !status)
    return <EmptyState title={messages.noOrdersYet}>{adminOrderMessages.noOrdersYet}</EmptyState>
  return (
    <EmptyState title="No matching orders" action={<LinkButton to={ORDERS_PATH}>Show all orders</LinkButton>}>
      {`${search ? adminOrderMessages.noMatches : status === TO_SEND ? adminOrderMessages.noneToSend : adminOrderMessages.noneOfStatus}${isShortId(search) ? ` ${adminOrderMessages.idTooShort}` : ''}${mayReadTotals && isWholeNumber(search) ? ` ${adminOrderMessages.totalNeedsPounds(search.trim())}` : ''}`}
    </EmptyState>
  )
}
