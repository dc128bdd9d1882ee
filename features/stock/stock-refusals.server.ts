import type { deleteDelivery, receiveDelivery, saveDelivery } from './deliveries/deliveries.server.ts'
import { deliveryMessages } from './deliveries/delivery-messages.ts'
import { lineField, type DeliveryDraft } from './deliveries/delivery.ts'
import { recallMessages } from './recalls/recall-messages.ts'
import type { endRecall, startRecall, tellCustomers } from './recalls/recalls.server.ts'
import { refusalAnswers, type RefusalOf } from '#kit/actions/refusal-table.server.ts'
import { refuseForm } from '#kit/actions/respond.server.ts'

type DeliveryRefusal = RefusalOf<typeof saveDelivery> | RefusalOf<typeof receiveDelivery>

const FIELD_OF_PROBLEM = {
  'not-found': 'quantity',
  'quantity-invalid': 'quantity',
  'batch-invalid': 'batch_number',
  recalled: 'batch_number',
  'best-before-invalid': 'best_before',
  'cost-invalid': 'unit_cost',
  'too-many': 'quantity',
} as const

export const deliveryRefused = refusalAnswers<DeliveryRefusal, object, DeliveryDraft>({
  'not-found': refuseForm(404, { message: deliveryMessages.notFound }),
  'already-received': refuseForm(409, { message: deliveryMessages.alreadyReceived }),
  'changed-meanwhile': refuseForm(409, { message: deliveryMessages.changedMeanwhile }),
  'reason-missing': refuseForm(422, { errors: { reason: deliveryMessages.reasonMissing } }),
  'fields-invalid': ({ fields }) =>
    refuseForm(422, { message: deliveryMessages.keptAsDraft, errors: fields }),
  'lines-invalid': (refusal, { lines: drafted }) => {
    const lines = 'lines' in refusal ? refusal.lines : []
    const errors = Object.fromEntries(
      (lines ?? []).map(({ line, problem }) => [
        lineField(FIELD_OF_PROBLEM[problem], line - 1),
        deliveryMessages.problems[problem](drafted[line - 1]?.name ?? ''),
      ]),
    )
    return refuseForm(422, { message: deliveryMessages.keptAsDraft, errors })
  },
})

export const deliveryDeleteRefused = refusalAnswers<RefusalOf<typeof deleteDelivery>>({
  'not-found': refuseForm(404, { message: deliveryMessages.notFound }),
  'changed-meanwhile': refuseForm(409, { message: deliveryMessages.changedMeanwhile }),
})

export const recallRefused = refusalAnswers<RefusalOf<typeof startRecall>>({
  'not-found': refuseForm(404, { message: recallMessages.notFound }),
  'fields-missing': refuseForm(422, { errors: { reason: recallMessages.reasonMissing } }),
  'batches-missing': refuseForm(422, { errors: { batches: recallMessages.batchesMissing } }),
  'already-recalled': refuseForm(409, { message: recallMessages.alreadyRecalled }),
})

export const endRecallRefused = refusalAnswers<RefusalOf<typeof endRecall>>({
  'not-found': refuseForm(404, { message: recallMessages.notFound }),
  'fields-missing': refuseForm(422, { errors: { end_reason: recallMessages.reasonMissing } }),
  'already-ended': refuseForm(409, { message: recallMessages.alreadyEnded }),
})

export const tellCustomersRefused = refusalAnswers<RefusalOf<typeof tellCustomers>>({
  'not-found': refuseForm(404, { message: recallMessages.notFound }),
  'already-sent': refuseForm(409, { message: recallMessages.alreadySent }),
  'recipients-changed': refuseForm(409, { message: recallMessages.recipientsChanged }),
})
