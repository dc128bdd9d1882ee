import { data, type ActionFunctionArgs } from 'react-router'
import type { OpenOrder } from '#shop/orders/cancellation/cancel-open-orders.ts'
import { findOpenOrders } from '#shop/orders/cancellation/cancel-open-orders.server.ts'
import { findAdjacentOrders, findOrder } from '#shop/orders/orders.server.ts'
import { messages } from '#shop/messages/messages.ts'
import { hasPermission, PermissionDenied } from '#shop/permissions.ts'
import { shopContext } from '#web/http/request-contexts.ts'
import { requireAdmin } from '#web/http/route-guards.server.ts'
import { cancelCustomerOrders } from '#web/admin/order-actions/cancel-customer-orders.server.ts'
import { handleOrderAction } from '#web/admin/order-actions/order-actions.server.ts'
import { recordPayment } from '#web/admin/order-refunds/record-payment.server.ts'
import { fillInWholeRefund, saveRefund } from '#web/admin/order-refunds/refund-order.server.ts'
import type { PaymentActionResult, RefundActionResult } from '#web/admin/order-refunds/refund-result.ts'
import { readIntent } from '#web/forms/read-form.server.ts'
import { respond } from '#web/forms/respond.server.ts'
import type { OrderActionResult } from '#web/admin/order-actions/order-action-result.ts'
import type { CancelCustomerOrdersResult } from '#web/admin/order-actions/cancel-customer-orders-result.ts'
import { saveOrderNote } from '#web/admin/order-notes/save-order-note.server.ts'
import type { OrderNoteActionResult } from '#web/admin/order-notes/order-note-result.ts'
import { saveOrderTracking } from '#web/admin/order-tracking/save-tracking.server.ts'
import type { TrackingActionResult } from '#web/admin/order-tracking/tracking-result.ts'
import type { OrderEditActionResult } from './edit-order-result.ts'
import { saveOrderEdit } from './edit-order.server.ts'
import { orderListUrl } from '#web/admin/orders/order-list-url.ts'
import { adminLoader } from '#web/admin/admin-loader.server.ts'

export type { AdjacentOrders } from '#shop/orders/order-queries.server.ts'

const NO_OPEN_ORDERS: { orders: OpenOrder[]; total: number } = { orders: [], total: 0 }

export const loader = adminLoader(async ({ shop, admin, query, params }) => {
  const orderId = params['id'] ?? ''
  const { search, status } = orderListUrl.read(query)
  const rest = { refundKey: crypto.randomUUID(), now: shop.clock().toISOString() }
  try {
    const [order, open, adjacent] = await Promise.all([
      findOrder(shop, admin, orderId),
      hasPermission(admin, 'orders.cancel-any') ? findOpenOrders(shop, admin, orderId) : NO_OPEN_ORDERS,
      findAdjacentOrders(shop, admin, { orderId, search, status }),
    ])
    return data({ order, open, adjacent, failure: null, ...rest }, { status: order ? 200 : 404 })
  } catch (error) {
    if (error instanceof PermissionDenied) throw error
    shop.log.error({ error, order: orderId }, 'an order could not be read')
    const unread = { order: null, open: NO_OPEN_ORDERS, adjacent: { previous_id: null, next_id: null } }
    return data({ ...unread, failure: messages.ordersNotFetched, ...rest }, { status: 503 })
  }
})

export async function action({ request, params, context }: ActionFunctionArgs) {
  const admin = requireAdmin(context, request)
  const shop = context.get(shopContext)
  const form = await request.formData()
  const intent = readIntent(form)
  const orderId = params['id'] ?? ''
  const handle = () => {
    if (intent === 'edit') return saveOrderEdit(shop, admin, orderId, form)
    if (intent === 'note') return saveOrderNote(shop, admin, orderId, form)
    if (intent === 'tracking') return saveOrderTracking(shop, admin, orderId, form)
    if (intent === 'record-payment') return recordPayment(shop, admin, orderId, form)
    if (intent === 'refund') return saveRefund(shop, admin, orderId, form)
    if (intent === 'refund-whole') return fillInWholeRefund(form)
    if (intent === 'cancel-customer') return cancelCustomerOrders(shop, admin, orderId, form)
    form.set('order_id', orderId)
    return handleOrderAction(shop, admin, 'detail', form)
  }
  return respond<
    | OrderActionResult
    | OrderEditActionResult
    | OrderNoteActionResult
    | TrackingActionResult
    | CancelCustomerOrdersResult
    | PaymentActionResult
    | RefundActionResult
  >(context, await handle())
}
