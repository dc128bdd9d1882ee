import { data } from 'react-router'
import { z } from 'zod'
import { londonDay } from '#shop/dates/dates.ts'
import { messages } from '#shop/messages/messages.ts'
import type { Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { parseBatchNames, parseWrittenOff } from '#features/stock/batches/batch-change.ts'
import {
  correctBatch,
  readProductBatches,
  writeOffBatch,
} from '#features/stock/batches/batch-changes.server.ts'
import { batchMessages } from '#features/stock/batches/batch-messages.ts'
import { stripNul } from '#shop/text/strip-nul.ts'
import { trimWhiteSpace } from '#shop/text/white-space.ts'
import { adminAction } from '#kit/admin/admin-action.server.ts'
import { adminLoader } from '#kit/admin/admin-loader.server.ts'
import type { ActionResult } from '#kit/actions/action-result.ts'
import { batchRefused, writeOffRefused } from '#features/stock/batches/batch-refusals.server.ts'
import { formTexts, readForm } from '#kit/actions/read-form.server.ts'
import { acceptForm, refuseForm, withFields, type HandledAction } from '#kit/actions/respond.server.ts'

type BatchFields = { batchId: string }
type BatchResult = ActionResult<BatchFields, Partial<BatchFields>>

/** Without `product`, redirects to the products. */
export const loader = adminLoader(async ({ shop, admin, query }) => {
  const productId = query.get('product')
  if (productId === null) return data({ product: null })
  const product = await readProductBatches(shop, admin, productId)
  if (!product) throw data(null, { status: 404 })
  return data({ product: { productId, ...product } })
})

const text = z
  .string()
  .max(500)
  .default('')
  .transform((entry) => trimWhiteSpace(stripNul(entry)))
const batchForm = z.object({
  intent: z.enum(['correct', 'write-off']),
  product_id: z.uuid(),
  batch_id: z.uuid(),
  seen_number: text,
  seen_best_before: text,
  batch_number: text,
  best_before: text,
  pieces: text,
  reason: text,
})
type SubmittedBatch = z.output<typeof batchForm>

/** Status 400: invalid form, 404: deleted, 409: conflict, 422: invalid fields, 503: database failure. */
export const action = adminAction<BatchResult>({
  handle: async ({ shop, admin, submitted }) => {
    const form = await readForm(submitted, batchForm)
    if (!form.ok) return refuseForm(400, { message: messages.badRequest })
    const change = form.value.intent === 'correct' ? correct : writeOff
    const handled = await change(shop, admin, form.value)
    return withFields(handled, { batchId: form.value.batch_id, values: form.values })
  },
  failure: 'a batch could not be changed',
  answerFailure: ({ submitted }) => {
    const values = formTexts(submitted)
    return withFields(refuseForm(503, { message: batchMessages.failed }), {
      batchId: values['batch_id'] ?? '',
      values,
    })
  },
})

async function correct(shop: ShopDependencies, admin: Admin, form: SubmittedBatch): Promise<HandledAction> {
  const today = londonDay(shop.clock())
  const { errors, names } = parseBatchNames(form, today)
  const seen = parseBatchNames(
    { batch_number: form.seen_number, best_before: form.seen_best_before },
    today,
  ).names
  if (Object.keys(errors).length > 0) return refuseForm(422, { errors })
  const corrected = await correctBatch(shop, admin, { batchId: form.batch_id, seen, names })
  return corrected.ok ? acceptForm(batchMessages.corrected) : batchRefused(corrected.refusal)
}

async function writeOff(shop: ShopDependencies, admin: Admin, form: SubmittedBatch): Promise<HandledAction> {
  const pieces = parseWrittenOff(form.pieces)
  const errors: Record<string, string> = {}
  if (pieces === undefined) errors['pieces'] = batchMessages.piecesInvalid
  if (form.reason === '') errors['reason'] = batchMessages.reasonMissing
  if (pieces === undefined || form.reason === '') return refuseForm(422, { errors })
  const { product_id: productId, batch_id: batchId, reason } = form
  const written = await writeOffBatch(shop, admin, { productId, batchId, pieces, reason })
  return written.ok ? acceptForm(batchMessages.writtenOff(pieces)) : writeOffRefused(written.refusal)
}
