import { z } from 'zod'
import { messages } from '#shop/messages/messages.ts'
import { trackingMessages } from '#features/orders/order-details-messages.ts'
import { saveTracking } from '#features/orders/tracking/order-tracking.server.ts'
import { trackingForm } from '#features/orders/tracking/tracking-form.ts'
import { versionField } from '#shop/text/number-fields.ts'
import type { AdminForm } from '#kit/admin/admin-action.server.ts'
import { readForm } from '#kit/actions/read-form.server.ts'
import { trackingRefused } from '#features/orders/order-details-refusals.server.ts'
import { withFields, type HandledAction } from '#kit/actions/respond.server.ts'
import type { TrackingActionResult } from './tracking-result.ts'

const INTENT = { intent: 'tracking' } as const
const versionForm = z.object({ version: versionField })

/** Status 400: invalid form, 404: no such order, 409: conflict, 422: invalid fields, 503: database failure. */
export async function saveOrderTracking({
  shop,
  admin,
  submitted,
  params,
}: AdminForm): Promise<HandledAction<TrackingActionResult>> {
  const [seen, form] = await Promise.all([
    readForm(submitted, versionForm),
    readForm(submitted, trackingForm),
  ])
  if (!seen.ok)
    return { actionResult: { ...INTENT, kind: 'failed', message: messages.badRequest }, status: 400 }
  if (!form.ok) {
    const { errors, values } = form
    return { actionResult: { ...INTENT, kind: 'refused', errors, values }, status: 422 }
  }
  const { values } = form
  const saved = await saveTracking(shop, admin, { orderId: params['id'] ?? '', ...seen.value, ...form.value })
  if (!saved.ok) return withFields(trackingRefused(saved.refusal), { ...INTENT, values })
  const message = form.value.carrier ? trackingMessages.saved : trackingMessages.removed
  return { actionResult: { ...INTENT, kind: 'done', message }, status: 200 }
}
