import { z } from 'zod'
import { messages } from '#shop/messages/messages.ts'
import { cancelOpenOrdersMessages } from '#features/orders/admin-order-messages.ts'
import { cancelOpenOrders } from '#features/orders/cancellation/cancel-open-orders.server.ts'
import { findOrder } from '#features/orders/orders.server.ts'
import { MAX_CANCELLATION_NOTE_LENGTH, MAX_CUSTOMER_NOTE_LENGTH } from '#shop/constants.ts'
import { trimWhiteSpace } from '#shop/text/white-space.ts'
import type { AdminForm } from '#kit/admin/admin-action.server.ts'
import { readForm } from '#kit/actions/read-form.server.ts'
import { openOrdersCancelRefused } from '#features/orders/order-refusals.server.ts'
import { withFields, type HandledAction } from '#kit/actions/respond.server.ts'
import type { CancelCustomerOrdersResult } from './cancel-customer-orders-result.ts'

const requestSchema = z.object({
  order_ids: z.array(z.uuid()).min(1),
  reason: z.string().overwrite(trimWhiteSpace).max(MAX_CANCELLATION_NOTE_LENGTH),
  customer_note: z
    .string()
    .overwrite((text) => trimWhiteSpace(text.replaceAll('\r\n', '\n')))
    .max(MAX_CUSTOMER_NOTE_LENGTH)
    .default(''),
})

const INTENT = { intent: 'cancel-customer' } as const

/** 400: invalid form, 404: no such order, 409: nothing was cancelled, 422: no reason. */
export async function cancelCustomerOrders({
  shop,
  admin,
  submitted,
  params,
}: AdminForm): Promise<HandledAction<CancelCustomerOrdersResult>> {
  const form = await readForm(submitted, requestSchema, { lists: ['order_ids'] })
  if (!form.ok)
    return { status: 400, actionResult: { ...INTENT, kind: 'failed', message: messages.badRequest } }
  const { order_ids: orderIds, reason, customer_note } = form.value
  const values = { reason, customer_note }
  const order = await findOrder(shop, admin, params['id'] ?? '')
  if (!order) return withFields(openOrdersCancelRefused({ code: 'not-found' }), INTENT)
  const cancelled = await cancelOpenOrders(shop, admin, {
    userId: order.user_id,
    orderIds,
    reason,
    customerNote: customer_note,
  })
  if (!cancelled.ok) {
    const refused = withFields(openOrdersCancelRefused(cancelled.refusal), INTENT)
    return withFields(refused, { values })
  }
  const message = cancelOpenOrdersMessages.cancelled(cancelled.value)
  return cancelled.value.cancelled.length > 0
    ? { status: 200, actionResult: { ...INTENT, kind: 'done', message } }
    : { status: 409, actionResult: { ...INTENT, kind: 'refused', message } }
}
