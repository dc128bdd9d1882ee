import { addDays, type Day } from '#shop/dates/dates.ts'

/** In days, including today. */
export const SALES_PERIODS = [7, 30, 90] as const
export type SalesPeriod = (typeof SALES_PERIODS)[number]
export const DEFAULT_SALES_PERIOD: SalesPeriod = 30

/** `?days=7`; any other value gives the default. */
export const parseSalesPeriod = (word: string | null): SalesPeriod =>
  SALES_PERIODS.find((days) => String(days) === word) ?? DEFAULT_SALES_PERIOD

/** The days of the period that ends today, and of the previous period. */
export function salesPeriodDays(
  days: SalesPeriod,
  today: Day,
): { first: Day; last: Day; firstBefore: Day; lastBefore: Day } {
  const first = addDays(today, 1 - days)
  return { first, last: today, firstBefore: addDays(first, -days), lastBefore: addDays(first, -1) }
}
