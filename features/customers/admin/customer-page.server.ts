import { data, redirect } from 'react-router'
import { z } from 'zod'
import { MAX_ORDER_NOTE_LENGTH } from '#shop/constants.ts'
import { eraseCustomer } from '#features/customers/customer-data.server.ts'
import { customerMessages } from '#features/customers/customer-messages.ts'
import { addCustomerNote, findCustomer } from '#features/customers/customers.server.ts'
import { messages } from '#shop/messages/messages.ts'
import { notSaved } from '#shop/messages/not-saved.ts'
import { stripNul } from '#shop/text/strip-nul.ts'
import { trimWhiteSpace } from '#shop/text/white-space.ts'
import { adminAction, type AdminForm } from '#kit/admin/admin-action.server.ts'
import { adminLoader } from '#kit/admin/admin-loader.server.ts'
import { customerNoteRefused, erasureRefused } from '#features/customers/customer-refusals.server.ts'
import { formTexts, readForm } from '#kit/actions/read-form.server.ts'
import { acceptForm, refuseForm, withFields, type HandledAction } from '#kit/actions/respond.server.ts'
import { customerListUrl } from './customers-url.ts'

const noteForm = z.object({
  note: z
    .string({ error: customerMessages.noteMissing })
    .overwrite((text) => trimWhiteSpace(stripNul(text.replaceAll('\r\n', '\n'))))
    .min(1, customerMessages.noteMissing)
    .max(MAX_ORDER_NOTE_LENGTH, customerMessages.noteTooLong),
})
const erasureForm = z.object({ asked: z.literal('on', { error: customerMessages.eraseNotConfirmed }) })

export const loader = adminLoader(async ({ shop, admin, params }) => {
  const customer = await findCustomer(shop, admin, params['id'] ?? '')
  return data({ customer, now: shop.clock().toISOString() }, { status: customer ? 200 : 404 })
})

/** Status 400: unknown form, 404: no such customer, 409: open orders, 422: invalid, 503: database failure. */
export const action = adminAction({
  handle: (form) => (form.intent === 'erase' ? erase : handleNote)(form),
  failure: 'a form about a customer failed',
  answerFailure: ({ intent, submitted }) =>
    refuseForm(503, {
      message: intent === 'erase' ? customerMessages.notErased : notSaved,
      values: formTexts(submitted),
    }),
})

async function handleNote({ shop, admin, submitted, intent, params }: AdminForm): Promise<HandledAction> {
  if (intent !== 'note') return refuseForm(400, { message: messages.badRequest })
  const form = await readForm(submitted, noteForm)
  if (!form.ok) return refuseForm(422, form)
  const added = await addCustomerNote(shop, admin, { id: params['id'] ?? '', text: form.value.note })
  return added.ok
    ? acceptForm(customerMessages.noteAdded)
    : withFields(customerNoteRefused(added.refusal), { values: form.values })
}

async function erase({ shop, admin, submitted, params }: AdminForm): Promise<HandledAction | Response> {
  const form = await readForm(submitted, erasureForm)
  if (!form.ok) return refuseForm(422, { errors: form.errors })
  const erased = await eraseCustomer(shop, admin, params['id'] ?? '')
  if (!erased.ok) return erasureRefused(erased.refusal)
  return redirect(
    customerListUrl.path({}, { notice: erased.value.mailFilesLeft ? 'mail-files-left' : 'erased' }),
  )
}
