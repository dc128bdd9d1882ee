import { z } from 'zod'
import { MAX_ORDER_NOTE_LENGTH } from '#shop/constants.ts'
import { addOrderNote } from '#features/orders/notes/order-notes.server.ts'
import { orderNoteMessages } from '#features/orders/order-details-messages.ts'
import { stripNul } from '#shop/text/strip-nul.ts'
import { trimWhiteSpace } from '#shop/text/white-space.ts'
import type { AdminForm } from '#kit/admin/admin-action.server.ts'
import { orderNoteRefused } from '#features/orders/order-details-refusals.server.ts'
import { readForm } from '#kit/actions/read-form.server.ts'
import { withFields, type HandledAction } from '#kit/actions/respond.server.ts'
import type { OrderNoteActionResult } from './order-note-result.ts'

const INTENT = { intent: 'note' } as const
const noteForm = z.object({
  note: z
    .string({ error: orderNoteMessages.missing })
    .overwrite((text) => trimWhiteSpace(stripNul(text.replaceAll('\r\n', '\n'))))
    .min(1, orderNoteMessages.missing)
    .max(MAX_ORDER_NOTE_LENGTH, orderNoteMessages.tooLong),
  note_for_packers: z.string().optional(),
})

/** Status 404: no such order, 422: empty or too long, 503: database failure. */
export async function saveOrderNote({
  shop,
  admin,
  submitted,
  params,
}: AdminForm): Promise<HandledAction<OrderNoteActionResult>> {
  const form = await readForm(submitted, noteForm)
  const { values } = form
  if (!form.ok)
    return { actionResult: { ...INTENT, kind: 'refused', errors: form.errors, values }, status: 422 }
  const added = await addOrderNote(shop, admin, {
    orderId: params['id'] ?? '',
    text: form.value.note,
    isForPackers: form.value.note_for_packers === 'on',
  })
  if (!added.ok) return withFields(orderNoteRefused(added.refusal), { ...INTENT, values })
  return { actionResult: { ...INTENT, kind: 'done', message: orderNoteMessages.added }, status: 200 }
}
