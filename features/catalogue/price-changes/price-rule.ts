import { formatPounds } from '#shop/money/money.ts'
import { trimWhiteSpace } from '#shop/text/white-space.ts'
import { priceChangeMessages } from './price-change-messages.ts'

export const PRICE_DIRECTIONS = ['up', 'down'] as const
export const PRICE_UNITS = ['percent', 'pounds'] as const
export const PRICE_ROUNDINGS = ['penny', 'ends-5', 'ends-9'] as const

/** `hundredths`: of a per cent, or pence. */
export type PriceRule = {
  direction: (typeof PRICE_DIRECTIONS)[number]
  unit: (typeof PRICE_UNITS)[number]
  hundredths: number
  rounding: (typeof PRICE_ROUNDINGS)[number]
}
export type PriceProblem = 'too-low' | 'too-high'

/** Eleven times the price; anything above is assumed to be a typing error. */
export const MAX_PERCENT = 1_000
export const MAX_PERCENT_OFF = 99.99
/** The same as in the database's domain `price`. */
export const MAX_PRICE_PENCE = 9_999_999
const MAX_HUNDREDTHS = MAX_PRICE_PENCE
/** Fractions of a penny as integers, so that only the final division rounds. */
const PARTS = 10_000
const STEPS = {
  penny: { step: 1, ending: 0 },
  'ends-5': { step: 10, ending: 5 },
  'ends-9': { step: 10, ending: 9 },
} as const

/**
 * The nearest price that the rounding allows, halves up; but a rise never ends below the old price, nor a cut
 * above it. Takes and returns pence.
 */
export function priceAfter(
  pence: number,
  { direction, unit, hundredths, rounding }: PriceRule,
): { pence: number } | { problem: PriceProblem } {
  const sign = direction === 'up' ? 1 : -1
  const exact = unit === 'percent' ? pence * (PARTS + sign * hundredths) : (pence + sign * hundredths) * PARTS
  const { step, ending } = STEPS[rounding]
  let rounded = Math.floor((exact - ending * PARTS + (step * PARTS) / 2) / (step * PARTS)) * step + ending
  if (direction === 'up' && rounded < pence) rounded += step
  if (direction === 'down' && rounded > pence) rounded -= step
  if (rounded < 1) return { problem: 'too-low' }
  return rounded > MAX_PRICE_PENCE ? { problem: 'too-high' } : { pence: rounded }
}

/** '5', '2.5 %' or '£0.20' in hundredths; null for zero, more than two decimals and anything else. */
export function parseHundredths(typed: string): number | null {
  const [, whole, decimals = ''] = /^£?\s*(\d{1,5})(?:\.(\d{1,2}))?\s*%?$/.exec(trimWhiteSpace(typed)) ?? []
  if (whole === undefined) return null
  const hundredths = Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
  return hundredths > 0 && hundredths <= MAX_HUNDREDTHS ? hundredths : null
}

/** '5 % up, ending in 9' */
export function describePriceRule({ direction, unit, hundredths, rounding }: PriceRule): string {
  const amount =
    unit === 'percent'
      ? `${(hundredths / 100).toFixed(2).replace(/\.?0+$/, '')} %`
      : formatPounds(hundredths / 100)
  return `${amount} ${direction}, ${priceChangeMessages.roundings[rounding].toLowerCase()}`
}
