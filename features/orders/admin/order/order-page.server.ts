import { data } from 'react-router'
import type { OpenOrder } from '#features/orders/cancellation/cancel-open-orders.ts'
import { findOpenOrders } from '#features/orders/cancellation/cancel-open-orders.server.ts'
import { findAdjacentOrders, findOrder } from '#features/orders/orders.server.ts'
import { messages } from '#shop/messages/messages.ts'
import { hasPermission } from '#shop/permissions.ts'
import { adminAction } from '#kit/admin/admin-action.server.ts'
import { answerOrderFailure } from '#features/orders/admin/actions/answer-order-failure.server.ts'
import { cancelCustomerOrders } from '#features/orders/admin/actions/cancel-customer-orders.server.ts'
import { handleOrderAction } from '#features/orders/admin/actions/order-actions.server.ts'
import { recordPayment } from '#features/orders/refunds/admin/record-payment.server.ts'
import {
  fillInWholeRefund,
  readRefund,
  saveRefund,
} from '#features/orders/refunds/admin/refund-order.server.ts'
import type { PaymentActionResult, RefundActionResult } from '#features/orders/refunds/admin/refund-result.ts'
import type { OrderActionResult } from '#features/orders/admin/actions/order-action-result.ts'
import type { CancelCustomerOrdersResult } from '#features/orders/admin/actions/cancel-customer-orders-result.ts'
import { saveOrderNote } from '#features/orders/notes/admin/save-order-note.server.ts'
import type { OrderNoteActionResult } from '#features/orders/notes/admin/order-note-result.ts'
import { saveOrderTracking } from '#features/orders/tracking/admin/save-tracking.server.ts'
import type { TrackingActionResult } from '#features/orders/tracking/admin/tracking-result.ts'
import type { OrderEditActionResult } from './edit-order-result.ts'
import { readOrderEdit, saveOrderEdit } from './edit-order.server.ts'
import { orderListUrl } from '#features/orders/admin/list/order-list-url.ts'
import { adminLoader, readOrNull } from '#kit/admin/admin-loader.server.ts'

export type { AdjacentOrders } from '#features/orders/order-queries.server.ts'

const NO_OPEN_ORDERS: { orders: OpenOrder[]; total: number } = { orders: [], total: 0 }

export const loader = adminLoader(async ({ shop, admin, query, params }) => {
  const orderId = params['id'] ?? ''
  const { search, status } = orderListUrl.read(query)
  const rest = { refundKey: crypto.randomUUID(), now: shop.clock().toISOString() }
  const reading = Promise.all([
    findOrder(shop, admin, orderId),
    hasPermission(admin, 'orders.cancel-any') ? findOpenOrders(shop, admin, orderId) : NO_OPEN_ORDERS,
    findAdjacentOrders(shop, admin, { orderId, search, status }),
  ])
  const read = await readOrNull(shop, 'an order', reading, { id: orderId })
  const [order, open, adjacent] = read ?? [null, NO_OPEN_ORDERS, { previous_id: null, next_id: null }]
  const failure = read ? null : messages.ordersNotFetched
  return data({ order, open, adjacent, failure, ...rest }, { status: read ? (order ? 200 : 404) : 503 })
})

type OrderPageResult =
  | OrderActionResult
  | OrderEditActionResult
  | OrderNoteActionResult
  | TrackingActionResult
  | CancelCustomerOrdersResult
  | PaymentActionResult
  | RefundActionResult

/** Other forms are steps of the order. */
const FORMS = {
  edit: saveOrderEdit,
  note: saveOrderNote,
  tracking: saveOrderTracking,
  'record-payment': recordPayment,
  refund: saveRefund,
  'cancel-customer': cancelCustomerOrders,
}
const hasForm = (intent: string): intent is keyof typeof FORMS => Object.hasOwn(FORMS, intent)

export const action = adminAction<OrderPageResult>({
  handle: async (form) => {
    const { shop, admin, submitted, intent, params } = form
    if (hasForm(intent)) return FORMS[intent](form)
    if (intent === 'refund-whole') return fillInWholeRefund(submitted)
    submitted.set('order_id', params['id'] ?? '')
    return handleOrderAction(shop, admin, 'detail', submitted)
  },
  failure: 'a form of an order failed',
  answerFailure: async ({ submitted: form, intent, params }) => {
    if (intent === 'edit') return answerOrderFailure(form, { intent, ...(await readOrderEdit(form)) })
    if (intent === 'refund') return answerOrderFailure(form, { intent, ...(await readRefund(form)) })
    if (hasForm(intent)) return answerOrderFailure(form, { intent })
    return answerOrderFailure(form, { order_id: params['id'] ?? '' })
  },
})
