import { looksLikeBarcode } from '#shop/text/barcodes.ts'
import { addDays, isDay, type Day } from '#shop/dates/dates.ts'
import { deliveryMessages } from './delivery-messages.ts'

/** The same as in the constraint of deliveries and in receive_delivery. */
export const MAX_DELIVERY_LINES = 200
const MAX_DELIVERED_QUANTITY = 100_000
export const MAX_BATCH_NUMBER_LENGTH = 60
const MAX_BEST_BEFORE_DAYS = 36_525

/** A line as typed. */
export type TypedLine = {
  product_id: string
  quantity: string
  batch_number: string
  best_before: string
  unit_cost: string
}
/** A line with its current product. */
export type DeliveryLine = TypedLine & { name: string; net_weight: string | null; stock: number }

export type DeliveredProduct = Pick<DeliveryLine, 'product_id' | 'name' | 'net_weight' | 'stock'>

export type ReceivedLine = {
  product_id: string
  quantity: number
  batch_number: string | null
  best_before: Day | null
  /** In pounds per unit. */
  unit_cost: number | null
}

/** `version` is 0 until the delivery is saved. */
export type DeliveryDraft = {
  id: string
  version: number
  supplier: string
  reason: string
  lines: readonly DeliveryLine[]
}

/** A received delivery: what each line brought and what is left of it. */
export type ReceivedDelivery = {
  id: string
  supplier: string | null
  reason: string
  received_at: string
  received_by: string | null
  batches: (ReceivedLine & { name: string; remaining: number; is_recalled: boolean })[]
}

export type DeliverySummary = {
  id: string
  supplier: string | null
  created_at: string
  received_at: string | null
  by: string | null
  lines: number
  pieces: number
}

export const emptyDelivery = (id: string): DeliveryDraft => ({
  id,
  version: 0,
  supplier: '',
  reason: deliveryMessages.usualReason,
  lines: [],
})

export const lineField = (name: keyof TypedLine | 'remove', index: number): string => `${name}-${index}`

/** The entries as a delivery to receive; errors by field. */
export function parseDelivery(
  { reason, lines }: Pick<DeliveryDraft, 'reason' | 'lines'>,
  today: Day,
): { ok: true; lines: ReceivedLine[] } | { ok: false; errors: Record<string, string> } {
  const errors: Record<string, string> = {}
  if (reason.trim() === '') errors['reason'] = deliveryMessages.reasonMissing
  if (lines.length === 0) errors['product_search'] = deliveryMessages.noLines
  const received = lines.map((line, index): ReceivedLine => {
    const quantity = /^\d{1,6}$/.test(line.quantity.trim()) ? Number(line.quantity) : 0
    if (quantity < 1 || quantity > MAX_DELIVERED_QUANTITY)
      errors[lineField('quantity', index)] = looksLikeBarcode(line.quantity)
        ? deliveryMessages.quantityScanned(line.name)
        : deliveryMessages.problems['quantity-invalid'](line.name)
    const batch_number = line.batch_number.trim()
    if (batch_number.length > MAX_BATCH_NUMBER_LENGTH)
      errors[lineField('batch_number', index)] = deliveryMessages.problems['batch-invalid'](line.name)
    const best_before = line.best_before.trim()
    const isSold =
      isDay(best_before) && best_before >= today && best_before <= addDays(today, MAX_BEST_BEFORE_DAYS)
    if (best_before !== '' && !isSold)
      errors[lineField('best_before', index)] = deliveryMessages.problems['best-before-invalid'](line.name)
    const cost = line.unit_cost.trim().replace(/^£/, '')
    if (cost !== '' && !/^\d{1,5}(\.\d{1,2})?$/.test(cost))
      errors[lineField('unit_cost', index)] = deliveryMessages.problems['cost-invalid'](line.name)
    return {
      product_id: line.product_id,
      quantity,
      batch_number: batch_number || null,
      best_before: best_before || null,
      unit_cost: cost === '' ? null : Number(cost),
    }
  })
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, lines: received }
}
