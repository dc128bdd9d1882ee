import { formatDay, type Day } from '#shop/dates/dates.ts'
import { batchMessages } from './batch-messages.ts'

/** Units of one batch that a packer takes. */
export type PackedBatch = {
  is_unrecorded: boolean
  batch_number: string | null
  best_before: Day | null
  quantity: number
}

export function describePackedBatch({
  is_unrecorded,
  batch_number,
  best_before,
  quantity,
}: PackedBatch): string {
  const name = is_unrecorded ? batchMessages.packUnrecorded : (batch_number ?? batchMessages.packUnnumbered)
  const day = best_before && batchMessages.bestBefore(formatDay(best_before))
  return batchMessages.packFrom(quantity, [name, day].filter(Boolean).join(', '))
}
