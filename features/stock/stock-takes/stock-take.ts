import type { Day } from '#shop/dates/dates.ts'
import { looksLikeBarcode } from '#shop/text/barcodes.ts'
import { MAX_STOCK } from '#shop/constants.ts'
import { stockTakeMessages } from './stock-take-messages.ts'

export type StockTakeLine = {
  id: number
  product_id: string
  name: string
  net_weight: string | null
  /** Null for a product without batches. */
  batch: {
    is_unrecorded: boolean
    batch_number: string | null
    best_before: Day | null
    is_recalled: boolean
  } | null
  counted: number | null
  /** What should have been on the shelf at the time of the count. */
  expected: number | null
  /** What should be on the shelf now; `reserved` of it is for pending orders. */
  on_shelf: number
  reserved: number
}

export type StockTakeSummary = {
  id: string
  title: string
  created_at: string
  applied_at: string | null
  by: string | null
  lines: number
  counted: number
  differences: number
}

export type StockTake = Omit<StockTakeSummary, 'lines'> & {
  version: number
  reason: string | null
  lines: StockTakeLine[]
}

/** A category is identified by its ID. */
export type StockTakeScope = 'all' | 'products' | { category: string }

export type CountedLine = { line: number; counted: number | null }

export const countField = (lineId: number): string => `counted-${lineId}`

/** Null for a line that is not counted; undefined for an invalid count. */
function parseCount(typed: string): number | null | undefined {
  const text = typed.trim()
  if (text === '') return null
  const count = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN
  return count <= MAX_STOCK ? count : undefined
}

/** Entries by line; invalid counts are reported at their fields. */
export function parseCounts(
  lines: readonly Pick<StockTakeLine, 'id' | 'name'>[],
  typed: Readonly<Partial<Record<string, string>>>,
): { counts: CountedLine[]; errors: Record<string, string> } {
  const counts: CountedLine[] = []
  const errors: Record<string, string> = {}
  for (const { id, name } of lines) {
    const text = typed[countField(id)]
    if (text === undefined) continue
    const counted = parseCount(text)
    if (counted === undefined)
      errors[countField(id)] = looksLikeBarcode(text)
        ? stockTakeMessages.countScanned(name)
        : stockTakeMessages.countInvalid(name)
    else counts.push({ line: id, counted })
  }
  return { counts, errors }
}

/** Null for a line that is not counted. */
export const countDifference = ({
  counted,
  expected,
}: Pick<StockTakeLine, 'counted' | 'expected'>): number | null =>
  counted === null || expected === null ? null : counted - expected
