import { useEffect, useRef } from 'react'
import { useLoaderData, useNavigation, useSearchParams } from 'react-router'
import { formatLondonDateTime } from '#shop/dates/dates.ts'
import { messages } from '#shop/messages/messages.ts'
import { adminOrderMessages, describePieces } from '#features/orders/admin-order-messages.ts'
import type { OpenOrder } from '#features/orders/cancellation/cancel-open-orders.ts'
import type { RecalledPieces } from '#features/stock/recalls/recall.ts'
import { undeliverableReasons } from '#features/orders/dispatch/undeliverable.ts'
import { phoneOrderMessages } from '#features/checkout/phone-orders/phone-order-messages.ts'
import { isPriced, shortId, type AnyOrderDetail } from '#features/orders/order.ts'
import { isOrderOpen } from '#features/orders/order-status.ts'
import { adminHead } from '#kit/admin/screen/admin-head.ts'
import { Button, LinkButton } from '#kit/form/button.tsx'
import { ChevronLeftIcon } from '#kit/display/icons.tsx'
import { Notice } from '#kit/feedback/notice.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { GuardedButton } from '#kit/admin/screen/guarded-button.tsx'
import { PostForm } from '#kit/actions/post-form.tsx'
import { useNewerOrder } from '#features/orders/admin/live/live-orders.tsx'
import { listOrderDifferences } from './order-draft.ts'
import { isEditSaved, lastOrderChangeLabel } from './edit-order-result.ts'
import { CancelCustomerOrdersPanel } from '#features/orders/admin/actions/cancel-customer-orders-panel.tsx'
import type { OrderActionResult } from '#features/orders/admin/actions/order-action-result.ts'
import { orderFailureMessage } from '#features/orders/admin/actions/order-failure-message.ts'
import { useActionResult } from '#kit/actions/action-result.ts'
import { OrderActionsPanel } from '#features/orders/admin/actions/order-actions-panel.tsx'
import { EditOrderDialog, EditOrderPanel } from './edit-order-form.tsx'
import { PaymentNotices, PaymentPanel } from '#features/orders/refunds/admin/payment-panel.tsx'
import { CustomerPanel, DeliveryPanel } from './order-details-panels.tsx'
import { OrderHistory } from './order-history.tsx'
import { OrderItems } from './order-items.tsx'
import { OrderNotFound, OrderNotRead } from './missing-order.tsx'
import { backToListPath, orderPath, orderListUrl } from '#features/orders/admin/list/order-list-url.ts'
import { OrderStatusBadge } from '#features/orders/admin/list/order-status-badge.tsx'
import { KeyboardShortcuts } from '#kit/admin/keyboard-shortcuts/keyboard-shortcuts-dialog.tsx'
import { ORDER_PAGE_SHORTCUTS, shortcutsFor } from '#features/orders/admin/list/order-shortcuts.tsx'
import { OrderNotesPanel } from '#features/orders/notes/admin/order-notes-panel.tsx'
import { TrackingPanel } from '#features/orders/tracking/admin/tracking-panel.tsx'
import { OrderNumber } from '#features/orders/admin/list/order-number.tsx'
import { PreviousNextOrder } from './previous-next-order.tsx'
import { packingSlipsPath } from '#features/orders/packing-slips/admin/packing-slips-url.ts'
import type { action, loader, AdjacentOrders } from './order-page.server.ts'

export const head = adminHead<typeof loader>(({ order, failure }) =>
  order ? `Order ${shortId(order.id)}` : (failure ?? messages.orderNotFound),
)

export const failureMessage = orderFailureMessage

export default function OrderPage() {
  const { order, failure, ...rest } = useLoaderData<typeof loader>()
  if (failure) return <OrderNotRead failure={failure} />
  if (!order) return <OrderNotFound />
  return <Order key={order.id} order={order} {...rest} />
}

type OrderProps = {
  order: AnyOrderDetail & { recalled: readonly RecalledPieces[] }
  open: { orders: OpenOrder[]; total: number }
  adjacent: AdjacentOrders
  refundKey: string
  now: string
}

function Order({ order, open, adjacent, refundKey, now }: OrderProps) {
  const result = useActionResult<typeof action>()
  const hasIntent = result && 'intent' in result
  const editResult = hasIntent && result.intent === 'edit' ? result : undefined
  const cancelAllResult = hasIntent && result.intent === 'cancel-customer' ? result : undefined
  const actionResult = result && !('intent' in result) ? result : undefined
  const [params] = useSearchParams()
  const view = orderListUrl.read(params)
  const isEditable = isOrderOpen(order.status)
  const placed = order.history.find(({ event }) => event === 'placed')
  const undeliverable = undeliverableReasons({ status: order.status, ...order.shipping_address })
  const { newer, show } = useNewerOrder(order)
  const resultRef = useRef<HTMLDivElement>(null)
  const stepMessage = actionResult && stepResultMessage(actionResult)
  const isStepFailed = stepMessage && actionResult.kind !== 'done'
  // The clicked button may be far below, or disappear with its form and lose the focus.
  useEffect(
    () => void ((isStepFailed || (cancelAllResult && !cancelAllResult.errors)) && resultRef.current?.focus()),
    [isStepFailed, actionResult, cancelAllResult],
  )
  return (
    <>
      <div className="screen-head justify-between items-center">
        <ShopLink
          to={backToListPath(String(params))}
          className="back-link"
          data-key="b"
          aria-keyshortcuts="b"
        >
          <ChevronLeftIcon /> Back to Orders
        </ShopLink>
        <PreviousNextOrder {...adjacent} view={view} />
      </div>
      <div className="screen-head">
        <h1>
          Order <OrderNumber id={order.id} />
        </h1>
        <OrderStatusBadge status={order.status} />
        <p>
          <span>{`Placed ${formatLondonDateTime(order.created_at)}`}</span>
          {placed?.actor_kind === 'admin' && (
            <span>{`. ${phoneOrderMessages.placedBy(placed.actor_name)}`}</span>
          )}
        </p>
        <span className="flex flex-wrap items-center gap-y-1 gap-x-5 ml-auto">
          {order.status !== 'cancelled' && (
            <LinkButton
              to={packingSlipsPath([order.id])}
              size="small"
              variant="outline"
              data-key="l"
              aria-keyshortcuts="l"
            >
              Packing slip
            </LinkButton>
          )}
          <KeyboardShortcuts rows={shortcutsFor(ORDER_PAGE_SHORTCUTS, { mayCancel: isPriced(order) })} />
        </span>
      </div>
      {undeliverable.length > 0 && (
        <Notice tone="warning" className="mb-4">
          <strong>{adminOrderMessages.cannotBeDelivered(undeliverable)}</strong>
        </Notice>
      )}
      <RecalledNotice order={order} />
      {newer && <OrderChangedNotice order={order} newer={newer} now={now} onShow={show} />}
      <div ref={resultRef} tabIndex={-1} className="outline-none">
        {stepMessage && (
          <Notice tone={isStepFailed ? 'error' : 'success'} className="mb-4">
            {stepMessage}
          </Notice>
        )}
        {cancelAllResult && !cancelAllResult.errors && (
          <Notice tone={cancelAllResult.kind === 'done' ? 'success' : 'error'} className="mb-4">
            {cancelAllResult.message}
          </Notice>
        )}
      </div>
      {params.get('ask') === 'cancel-customer' && open.total > 0 && cancelAllResult?.kind !== 'done' && (
        <CancelCustomerOrdersPanel
          path={orderPath(order.id, view)}
          name={order.shipping_address.full_name}
          open={open}
          now={now}
          actionResult={cancelAllResult}
        />
      )}
      {isEditSaved(editResult) && (
        <Notice tone="success" className="mb-4">
          {editResult?.message}
        </Notice>
      )}
      {isPriced(order) &&
        params.get('ask') === 'edit' &&
        !isEditSaved(editResult) &&
        (isEditable || editResult) && <EditOrderPanel order={order} actionResult={editResult} />}
      {isPriced(order) && <PaymentNotices order={order} refundKey={refundKey} />}
      <div className="order-columns">
        <div className="order-side">
          <OrderActionsPanel order={order} now={now} />
          <CustomerPanel order={order} open={open.total} view={view} />
          {isPriced(order) && (
            <PaymentPanel
              order={order}
              refundKey={refundKey}
              newer={newer && isPriced(newer) ? newer : null}
              now={now}
            />
          )}
          <DeliveryPanel order={order} />
          <TrackingPanel order={order} />
        </div>
        <div className="order-main">
          <OrderItems
            order={order}
            tools={
              isPriced(order) && (
                <EditOrderDialog order={order} newer={newer && isPriced(newer) ? newer : null} now={now} />
              )
            }
          />
          <OrderNotesPanel order={order} />
          <OrderHistory events={order.history} />
        </div>
      </div>
    </>
  )
}

function RecalledNotice({ order }: Pick<OrderProps, 'order'>) {
  const items = order.items.flatMap((item) => {
    const pieces = order.recalled.find(({ product_id }) => product_id === item.product_id)?.quantity
    return pieces ? [describePieces({ quantity: pieces, name: item.product_name })] : []
  })
  const pendingIntent = useNavigation().formData?.get('intent')
  if (items.length === 0) return null
  return (
    <Notice tone="error" className="mb-4">
      <strong>{adminOrderMessages.hasRecalled(items)}</strong>
      <p>{adminOrderMessages.hasRecalledHint}</p>
      <PostForm replace preventScrollReset className="mt-2">
        <GuardedButton
          type="submit"
          name="intent"
          value="exchange-recalled"
          isGuarded={false}
          variant="outline"
          pending={pendingIntent === 'exchange-recalled'}
        >
          {adminOrderMessages.exchangeRecalled}
        </GuardedButton>
      </PostForm>
    </Notice>
  )
}

function OrderChangedNotice({
  order,
  newer,
  now,
  onShow,
}: {
  order: AnyOrderDetail
  newer: AnyOrderDetail
  now: string
  onShow: () => void
}) {
  return (
    <Notice tone="warning" className="mb-4 flex flex-wrap items-center justify-between gap-y-2 gap-x-4">
      <div>
        <p className="font-semibold">{lastOrderChangeLabel(newer, now)}</p>
        {listOrderDifferences(order, newer).map(({ what, seen, now: currentValue }) => (
          <p key={what}>{`${what}: ${seen} to ${currentValue}`}</p>
        ))}
      </div>
      <Button size="small" variant="outline" onClick={onShow}>
        Show
      </Button>
    </Notice>
  )
}

/** The page itself shows a new status. A failure is described as in the list. */
const stepResultMessage = ({ kind, message, detail, status }: OrderActionResult) =>
  kind === 'done' && status ? undefined : [message, detail].filter(Boolean).join(' ')
