import { z } from 'zod'
import { messages } from '#shop/messages/messages.ts'
import { cancelOpenOrdersMessages } from '#shop/orders/admin-order-messages.ts'
import { cancelOpenOrders } from '#shop/orders/cancellation/cancel-open-orders.server.ts'
import { findOrder } from '#shop/orders/orders.server.ts'
import { PermissionDenied, type Admin } from '#shop/permissions.ts'
import { MAX_CANCELLATION_NOTE_LENGTH, MAX_CUSTOMER_NOTE_LENGTH } from '#shop/constants.ts'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'
import { trimWhiteSpace } from '#shop/text/white-space.ts'
import type { CancelCustomerOrdersResult } from './cancel-customer-orders-result.ts'

const requestSchema = z.object({
  order_ids: z.array(z.uuid()).min(1),
  reason: z.string().overwrite(trimWhiteSpace).max(MAX_CANCELLATION_NOTE_LENGTH),
})

type HandledAction = { actionResult: CancelCustomerOrdersResult; status: number }
const respond = (
  status: number,
  actionResult: Omit<CancelCustomerOrdersResult, 'intent'>,
): HandledAction => ({ actionResult: { intent: 'cancel-customer', ...actionResult }, status })
const customerNoteSchema = z
  .string()
  .overwrite((text) => trimWhiteSpace(text.replaceAll('\r\n', '\n')))
  .max(MAX_CUSTOMER_NOTE_LENGTH)

/** 400: invalid form, 404: no such order, 409: nothing was cancelled, 422: no reason. */
export async function cancelCustomerOrders(
  shop: ShopDependencies,
  admin: Admin,
  orderId: string,
  form: FormData,
): Promise<HandledAction> {
  const parsed = requestSchema.safeParse({ order_ids: form.getAll('order_ids'), reason: form.get('reason') })
  const customerNote = customerNoteSchema.safeParse(form.get('customer_note') ?? '')
  if (!parsed.success || !customerNote.success)
    return respond(400, { kind: 'failed', message: messages.badRequest })
  const { order_ids: orderIds, reason } = parsed.data
  const values = { reason, customer_note: customerNote.data }
  try {
    const order = await findOrder(shop, admin, orderId)
    if (!order) return respond(404, { kind: 'refused', message: messages.orderNotFound })
    const cancelled = await cancelOpenOrders(shop, admin, {
      userId: order.user_id,
      orderIds,
      reason,
      customerNote: customerNote.data,
    })
    if (cancelled.ok) {
      const kind = cancelled.value.cancelled.length > 0 ? 'done' : 'refused'
      return respond(kind === 'done' ? 200 : 409, {
        kind,
        message: cancelOpenOrdersMessages.cancelled(cancelled.value),
      })
    }
    if (cancelled.refusal.code === 'not-found')
      return respond(404, { kind: 'refused', message: messages.orderNotFound })
    const missing = messages.cancellationReasonMissing
    return respond(422, { kind: 'refused', message: missing, errors: { reason: missing }, values })
  } catch (error) {
    if (error instanceof PermissionDenied) throw error
    shop.log.error({ error, order: orderId }, 'the orders of a customer could not be cancelled')
    return respond(503, { kind: 'failed', message: cancelOpenOrdersMessages.notCancelled, values })
  }
}
