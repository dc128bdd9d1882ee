import { useState } from 'react'
import { useActionData, useLoaderData, useLocation, useSearchParams } from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import { orderOffice } from '#shop/orders/admin-order-messages.ts'
import { orderStatusNames } from '#shop/orders/order-labels.ts'
import { mayCancel, type OrderRow } from '#shop/orders/order.ts'
import type { Head, HeadArgs } from '#web/client/document-head/head.ts'
import { Button, LinkButton } from '#web/ui/form/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Pager } from '#web/ui/navigation/pagination.tsx'
import { CancelOrderDialog, CancelOrderPanel } from '#web/admin/order-actions/cancel-order-form.tsx'
import { Keys } from '#web/admin/keyboard-shortcuts/keyboard-shortcuts-dialog.tsx'
import { useLiveOrders } from '#web/admin/live-updates/live-orders.ts'
import type { OrderAnswer } from '#web/admin/order-actions/order-action-result.ts'
import { ORDERS_PATH, orderListPath, type OrderListView } from './order-list-url.ts'
import { LIST_KEYS } from './order-shortcuts.ts'
import { useHeldOrders } from '#web/admin/live-updates/frozen-order-list.ts'
import { countSentence, heldSentence, listTitle } from './order-list-labels.ts'
import { OrderOutcome, OrderOutcomes } from './order-action-toasts.tsx'
import { OrdersSearch } from './order-filters.tsx'
import { OrdersTable } from './orders-table.tsx'
import type { loader } from './orders-page.server.ts'

export function head({ data, shopName }: HeadArgs<typeof loader>): Head {
  const { view } = data
  return { title: `${listTitle(view, view.status && orderStatusNames[view.status])} – ${shopName}`, noIndex: true }
}

const NO_ORDERS: readonly OrderRow[] = []

export default function OrdersPage() {
  const { view, list, failure, now } = useLoaderData<typeof loader>()
  useLiveOrders()
  const answer = useActionData() as OrderAnswer | undefined
  const [params] = useSearchParams()
  const [cancelling, setCancelling] = useState<{ order: OrderRow; isOpen: boolean }>()
  const [touched, setTouched] = useState<readonly string[]>([])
  // Asked for once more, the same address is another list.
  const { key } = useLocation()
  const { rows, held, gone, isSettling, handle, release, around } = useHeldOrders(list?.orders ?? NO_ORDERS, `${key} ${orderListPath(view)}`)
  const touch = (id: string) => {
    handle(id)
    setTouched((ids) => [...ids.filter((other) => other !== id), id])
  }
  // Before scripts the Cancel button asks for this address instead of opening the dialog.
  const asked = list?.orders.find(({ id, status }) => id === params.get('cancel') && mayCancel('list', status) === 'yes')

  return (
    <>
      <div className="screen-head screen-head-apart">
        <h1>Orders</h1>
        <Keys rows={LIST_KEYS} />
      </div>
      <OrdersSearch view={view} />
      {failure && <Notice tone="error">{failure}</Notice>}
      {answer && <OrderOutcome answer={answer} />}
      {asked && <CancelOrderPanel order={asked} answer={answer} view={view} />}
      <div {...around}>
        {list && (
          <div className="list-line">
            <p className="list-count" aria-live="polite">
              {countSentence(list)}
            </p>
            <div role="status">
              {(held > 0 || gone.length > 0) && (
                <Button variant="outline" size="small" onClick={release}>
                  {held > 0 ? heldSentence(held, view) : orderOffice.showAnew}
                </Button>
              )}
            </div>
          </div>
        )}
        {list && (list.total > 0 || rows.length > 0) && (
          <>
            <OrdersTable
              orders={rows}
              gone={gone}
              isSettling={isSettling}
              now={now}
              view={view}
              onTouch={touch}
              onCancel={(order) => setCancelling({ order, isOpen: true })}
            />
            {list.isMore && list.page === list.pageCount && <p className="list-end">{orderOffice.searchEnds(list.total)}</p>}
            <Pager
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
          key={cancelling.order.id}
          {...cancelling}
          onClose={() => setCancelling({ ...cancelling, isOpen: false })}
          onTouch={touch}
        />
      )}
      <OrderOutcomes orderIds={touched} />
    </>
  )
}

/** What could be the beginning of an id, and is too short for one. */
const isShortId = (search: string) => /^#?[0-9a-f]{1,3}$/i.test(search.trim())

function NoOrders({ view: { search, status } }: { view: OrderListView }) {
  if (!search && !status) return <EmptyState title={messages.noOrdersYet}>{orderOffice.noOrdersYet}</EmptyState>
  return (
    <EmptyState title="No matching orders" action={<LinkButton to={ORDERS_PATH}>Show all orders</LinkButton>}>
      {search ? orderOffice.noMatches : orderOffice.noneOfStatus}
      {isShortId(search) && ` ${orderOffice.idTooShort}`}
    </EmptyState>
  )
}
