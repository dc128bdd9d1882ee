import { useEffect, useRef } from 'react'
import { useActionData, useLoaderData, useSearchParams } from 'react-router'
import { formatLondonDateTime } from '#shop/dates/dates.ts'
import { messages } from '#shop/messages/messages.ts'
import { orderOffice } from '#shop/orders/admin-order-messages.ts'
import type { OpenOrder } from '#shop/orders/cancellation/cancel-open-orders.ts'
import { whyUndeliverable } from '#shop/orders/dispatch/undeliverable.ts'
import { mayEdit, shortId, type OrderDetail } from '#shop/orders/order.ts'
import type { Head, HeadArgs } from '#web/client/document-head/head.ts'
import { Button, LinkButton } from '#web/ui/form/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ChevronLeftIcon } from '#web/ui/display/icons.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { ShopLink } from '#web/ui/navigation/shop-link.tsx'
import { useNewerOrder } from '#web/admin/live-updates/live-orders.ts'
import { differences } from './order-draft.ts'
import { changedByLast, type EditAnswer } from './edit-order-result.ts'
import type { CustomerOrdersAnswer } from '#web/admin/order-actions/cancel-customer-orders-result.ts'
import { CancelCustomerOrders } from '#web/admin/order-actions/cancel-customer-orders-panel.tsx'
import type { OrderAnswer } from '#web/admin/order-actions/order-action-result.ts'
import { OrderActions } from '#web/admin/order-actions/order-actions-panel.tsx'
import { EditOrder, EditOrderPanel } from './edit-order-form.tsx'
import { CustomerPanel, DeliveryPanel } from './order-details-panels.tsx'
import { OrderHistory } from './order-history.tsx'
import { OrderItems } from './order-items.tsx'
import { listLeftAt, orderPath, ORDERS_PATH, readOrderListView } from '#web/admin/orders/order-list-url.ts'
import { StatusMark } from '#web/admin/orders/order-status-badge.tsx'
import { Keys } from '#web/admin/keyboard-shortcuts/keyboard-shortcuts-dialog.tsx'
import { ORDER_KEYS } from '#web/admin/orders/order-shortcuts.ts'
import { OrderNumber } from '#web/admin/orders/order-number.tsx'
import { OrderNeighbours } from './previous-next-order.tsx'
import { slipsPath } from '#web/admin/packing-slips/packing-slips-url.ts'
import type { loader, Neighbours } from './order-page.server.ts'

export function head({ data, shopName }: HeadArgs<typeof loader>): Head {
  const title = data.order ? `Order ${shortId(data.order.id)}` : messages.orderNotFound
  return { title: `${title} – ${shopName}`, noIndex: true }
}

export default function OrderPage() {
  const { order, open, neighbours, now } = useLoaderData<typeof loader>()
  if (!order) return <OrderNotFound />
  return <Order key={order.id} order={order} open={open} neighbours={neighbours} now={now} />
}

type OrderProps = { order: OrderDetail; open: { orders: OpenOrder[]; total: number }; neighbours: Neighbours; now: string }

function Order({ order, open, neighbours, now }: OrderProps) {
  const given = useActionData() as OrderAnswer | EditAnswer | CustomerOrdersAnswer | undefined
  const edited = given && 'intent' in given && given.intent === 'edit' ? given : undefined
  const ofCustomer = given && 'intent' in given && given.intent === 'cancel-customer' ? given : undefined
  const answer = given && 'intent' in given ? undefined : given
  const [params] = useSearchParams()
  const view = readOrderListView(params)
  const canEdit = mayEdit(order.status)
  const undeliverable = whyUndeliverable({ status: order.status, ...order.shipping_address })
  const { newer, show } = useNewerOrder(order)
  const told = useRef<HTMLDivElement>(null)
  // The button that was pressed goes with its question, and the focus must not go with it.
  useEffect(() => void (ofCustomer && !ofCustomer.errors && told.current?.focus()), [ofCustomer])
  return (
    <>
      <div className="screen-head screen-head-apart order-ways">
        <ShopLink to={listLeftAt(String(params))} className="back-link" data-key="b" aria-keyshortcuts="b">
          <ChevronLeftIcon /> Back to Orders
        </ShopLink>
        <OrderNeighbours {...neighbours} view={view} />
      </div>
      <div className="screen-head">
        <h1>
          Order <OrderNumber id={order.id} />
        </h1>
        <StatusMark status={order.status} />
        <p>Placed {formatLondonDateTime(order.created_at)}</p>
        <span className="order-tools">
          {order.status !== 'cancelled' && (
            <LinkButton to={slipsPath([order.id])} size="small" variant="outline" data-key="l" aria-keyshortcuts="l">
              Packing slip
            </LinkButton>
          )}
          <Keys rows={ORDER_KEYS} />
        </span>
      </div>
      {undeliverable.length > 0 && (
        <Notice tone="warning" className="mb-4">
          <strong>{orderOffice.cannotBeDelivered(undeliverable)}</strong>
        </Notice>
      )}
      {/* §8: a failed change of status here is only logged; what somebody else did meanwhile is told. */}
      {answer && wordsAbout(answer) && (
        <Notice tone="warning" className="mb-4">
          {wordsAbout(answer)}
        </Notice>
      )}
      {newer && <NewerOrder order={order} newer={newer} now={now} onShow={show} />}
      <div ref={told} tabIndex={-1} className="outline-none">
        {ofCustomer && !ofCustomer.errors && (
          <Notice tone={ofCustomer.kind === 'done' ? 'success' : 'error'} className="mb-4">
            {ofCustomer.message}
          </Notice>
        )}
      </div>
      {params.get('ask') === 'cancel-customer' && open.total > 0 && ofCustomer?.kind !== 'done' && (
        <CancelCustomerOrders path={orderPath(order.id, view)} name={order.shipping_address.full_name} open={open} now={now} answer={ofCustomer} />
      )}
      {edited?.kind === 'done' && (
        <Notice tone="success" className="mb-4">
          {edited.message}
        </Notice>
      )}
      {params.get('ask') === 'edit' && edited?.kind !== 'done' && (canEdit || edited) && <EditOrderPanel order={order} answer={edited} />}
      <div className="order-columns">
        <div className="order-side">
          <OrderActions order={order} now={now} />
          <CustomerPanel order={order} open={open.total} view={view} />
          <DeliveryPanel order={order} />
        </div>
        <div className="order-main">
          <OrderItems order={order} tools={<EditOrder order={order} newer={newer} now={now} />} />
          <OrderHistory events={order.history} />
        </div>
      </div>
    </>
  )
}

/** What somebody else did to the order that is open; nothing on the page moves until it is asked to. */
function NewerOrder({ order, newer, now, onShow }: { order: OrderDetail; newer: OrderDetail; now: string; onShow: () => void }) {
  return (
    <Notice tone="warning" className="mb-4 newer-order">
      <div>
        <p className="font-semibold">{changedByLast(newer, now)}</p>
        {differences(order, newer).map(({ what, seen, now: is }) => (
          <p key={what}>
            {what}: {seen} to {is}
          </p>
        ))}
      </div>
      <Button size="small" variant="outline" onClick={onShow}>
        Show
      </Button>
    </Notice>
  )
}

/** An answer of no kind never reached the server: the browser itself says that the network is gone. */
function wordsAbout({ kind, detail, message }: Partial<OrderAnswer>) {
  if (kind === 'done') return undefined
  return kind ? detail : message
}

function OrderNotFound() {
  return (
    <EmptyState level="h1" title={messages.orderNotFound} action={<LinkButton to={ORDERS_PATH}>Back to Orders</LinkButton>}>
      {orderOffice.noSuchOrder}
    </EmptyState>
  )
}
