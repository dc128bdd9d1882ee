import type { correctBatch, writeOffBatch } from './batch-changes.server.ts'
import { batchMessages } from './batch-messages.ts'
import { messages } from '#shop/messages/messages.ts'
import { refusalAnswers, type RefusalOf } from '#kit/actions/refusal-table.server.ts'
import { refuseForm } from '#kit/actions/respond.server.ts'

export const batchRefused = refusalAnswers<RefusalOf<typeof correctBatch>>({
  'not-found': refuseForm(404, { message: batchMessages.notFound }),
  'changed-meanwhile': refuseForm(409, { message: batchMessages.changedMeanwhile }),
  'batch-invalid': refuseForm(422, { errors: { batch_number: batchMessages.numberInvalid } }),
  'best-before-invalid': refuseForm(422, { errors: { best_before: batchMessages.dayInvalid } }),
  'is-recalled': refuseForm(409, { errors: { batch_number: batchMessages.isRecalled } }),
  'number-recalled': refuseForm(409, { errors: { batch_number: batchMessages.numberRecalled } }),
})

export const writeOffRefused = refusalAnswers<RefusalOf<typeof writeOffBatch>>({
  'not-found': refuseForm(404, { message: batchMessages.notFound }),
  'fields-missing': refuseForm(422, { errors: { reason: batchMessages.reasonMissing } }),
  'below-zero': (refusal) => refuseForm(409, { errors: { pieces: batchMessages.belowZero(refusal.stock) } }),
  'too-many': refuseForm(422, { errors: { pieces: messages.stockTooHigh } }),
})
