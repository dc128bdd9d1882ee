import { z } from 'zod'
import { messages } from '#shop/messages/messages.ts'
import { customerOrders } from '#shop/orders/admin-order-messages.ts'
import { cancelOpenOrders } from '#shop/orders/cancellation/cancel-open-orders.server.ts'
import { findOrder } from '#shop/orders/orders.server.ts'
import { PermissionDenied, type Admin } from '#shop/permissions.ts'
import { CANCELLATION_NOTE_MAX_LENGTH, CUSTOMER_NOTE_MAX_LENGTH } from '#shop/constants.ts'
import type { Shop } from '#shop/shop-dependencies.server.ts'
import { trimWhiteSpace } from '#shop/text/white-space.ts'
import type { CustomerOrdersAnswer } from './cancel-customer-orders-result.ts'

const wish = z.object({ order_ids: z.array(z.uuid()).min(1), reason: z.string().overwrite(trimWhiteSpace).max(CANCELLATION_NOTE_MAX_LENGTH) })

type Answered = { answer: CustomerOrdersAnswer; status: number }
const answered = (status: number, answer: Omit<CustomerOrdersAnswer, 'intent'>): Answered => ({ answer: { intent: 'cancel-customer', ...answer }, status })
const noteWish = z.string().overwrite((text) => trimWhiteSpace(text.replaceAll('\r\n', '\n'))).max(CUSTOMER_NOTE_MAX_LENGTH)

/** Cancels what the customer of an order has ordered and not been sent, as a posted form asks for, and says which. */
export async function cancelCustomerOrders(shop: Shop, admin: Admin, orderId: string, form: FormData): Promise<Answered> {
  const asked = wish.safeParse({ order_ids: form.getAll('order_ids'), reason: form.get('reason') })
  const customerNote = noteWish.safeParse(form.get('customer_note') ?? '')
  if (!asked.success || !customerNote.success) return answered(400, { kind: 'failed', message: messages.badRequest })
  const { order_ids: orderIds, reason } = asked.data
  const values = { reason, customer_note: customerNote.data }
  try {
    const order = await findOrder(shop, admin, orderId)
    if (!order) return answered(404, { kind: 'refused', message: messages.orderNotFound })
    const cancelled = await cancelOpenOrders(shop, admin, { userId: order.user_id, orderIds, reason, customerNote: customerNote.data })
    if (cancelled.ok) {
      const kind = cancelled.value.cancelled.length > 0 ? 'done' : 'refused'
      return answered(kind === 'done' ? 200 : 409, { kind, message: customerOrders.cancelled(cancelled.value) })
    }
    if (cancelled.refusal.code === 'not-found') return answered(404, { kind: 'refused', message: messages.orderNotFound })
    const missing = messages.cancellationReasonMissing
    return answered(422, { kind: 'refused', message: missing, errors: { reason: missing }, values })
  } catch (error) {
    if (error instanceof PermissionDenied) throw error
    shop.log.error({ error, order: orderId }, 'the orders of a customer could not be cancelled')
    return answered(503, { kind: 'failed', message: customerOrders.notCancelled, values })
  }
}
