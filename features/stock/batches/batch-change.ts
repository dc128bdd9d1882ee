import { addDays, isDay, type Day } from '#shop/dates/dates.ts'
import { MAX_STOCK } from '#shop/constants.ts'
import { MAX_BATCH_NUMBER_LENGTH } from '#features/stock/deliveries/delivery.ts'
import { batchMessages } from './batch-messages.ts'

export type ProductBatch = {
  id: string
  is_unrecorded: boolean
  batch_number: string | null
  best_before: Day | null
  received_at: string
  remaining: number
  is_recalled: boolean
  /** Past its best-before. */
  is_past: boolean
}

/** The same bounds as in correct_batch. */
const EARLIEST_BEST_BEFORE = '2000-01-01'
const MAX_BEST_BEFORE_DAYS = 36_525

export type BatchNames = { batch_number: string; best_before: string }

/** Accepts a day in the past, which stops the sale. */
export function parseBatchNames({ batch_number, best_before }: BatchNames, today: Day) {
  const errors: Record<string, string> = {}
  const number = batch_number.trim()
  const day = best_before.trim()
  if (number.length > MAX_BATCH_NUMBER_LENGTH) errors['batch_number'] = batchMessages.numberInvalid
  const isPossible = isDay(day) && day >= EARLIEST_BEST_BEFORE && day <= addDays(today, MAX_BEST_BEFORE_DAYS)
  if (day !== '' && !isPossible) errors['best_before'] = batchMessages.dayInvalid
  return { errors, names: { batch_number: number || null, best_before: day || null } }
}

/** A whole number above 0 that leaves the stock; undefined if it is not one. */
export function parseWrittenOff(pieces: string): number | undefined {
  const count = /^\d{1,7}$/.test(pieces.trim()) ? Number(pieces) : 0
  return count >= 1 && count <= MAX_STOCK ? count : undefined
}
