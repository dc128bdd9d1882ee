import { z } from 'zod'
import { messages } from '#shop/messages/messages.ts'
import { DOOR_PAYMENTS } from '#features/orders/refunds/refund.ts'
import { paymentMessages } from '#features/orders/refunds/admin-refund-messages.ts'
import { recordDoorPayment } from '#features/orders/refunds/refunds.server.ts'
import { versionField } from '#shop/text/number-fields.ts'
import type { AdminForm } from '#kit/admin/admin-action.server.ts'
import { readForm } from '#kit/actions/read-form.server.ts'
import { paymentRefused } from '#features/orders/refunds/refund-refusals.server.ts'
import { withFields, type HandledAction } from '#kit/actions/respond.server.ts'
import type { PaymentActionResult } from './refund-result.ts'

const INTENT = { intent: 'record-payment' } as const
const paymentSchema = z.object({ version: versionField, door_payment: z.enum(DOOR_PAYMENTS) })

/** Status 400: invalid form, 404: no such order, 409: changed meanwhile, 503: database failure. */
export async function recordPayment({
  shop,
  admin,
  submitted,
  params,
}: AdminForm): Promise<HandledAction<PaymentActionResult>> {
  const form = await readForm(submitted, paymentSchema)
  if (!form.ok)
    return { actionResult: { ...INTENT, kind: 'failed', message: messages.badRequest }, status: 400 }
  const { version, door_payment: payment } = form.value
  const recorded = await recordDoorPayment(shop, admin, { orderId: params['id'] ?? '', version, payment })
  if (!recorded.ok) return withFields(paymentRefused(recorded.refusal), INTENT)
  const message = paymentMessages.recorded(payment)
  return { actionResult: { ...INTENT, kind: 'done', message }, status: 200 }
}
