import { addDays, type Day } from '#shop/dates/dates.ts'
import { fromPence } from '#shop/money/money.ts'

/** A London day without cancelled orders, in pounds with two decimals. */
export type SalesDay = { day: Day; orders: number; pounds: number }
/** `delivery` is the part of the pounds for delivery charges. */
export type SalesSum = { orders: number; pounds: number; delivery: number }
export type RefundSum = { refunds: number; pounds: number }

/** In units, and in pounds at the sold prices, without delivery charges. */
export type BestSeller = { product_id: string; name: string; quantity: number; pounds: number }

export type SalesReport = {
  /** Oldest first; zeros for days without orders. */
  days: SalesDay[]
  sum: SalesSum
  before: SalesSum
  bestSellers: BestSeller[]
  /** Refunds made in the period, for orders of any day. */
  refunds: RefundSum
  refundsBefore: RefundSum
}

type Row = { day: Day; orders: number; pence: number; delivery_pence: number }

export function fillMissingDays(rows: readonly Row[], first: Day, last: Day): SalesDay[] {
  const byDay = new Map(rows.map((row) => [row.day, row]))
  const days: SalesDay[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) {
    const row = byDay.get(day)
    days.push({ day, orders: row?.orders ?? 0, pounds: fromPence(row?.pence ?? 0) })
  }
  return days
}

/** Summed in pence. */
export function sumSalesDays(rows: readonly Row[], first: Day, last: Day): SalesSum {
  const within = rows.filter(({ day }) => first <= day && day <= last)
  const total = (field: 'orders' | 'pence' | 'delivery_pence') =>
    within.reduce((sum, row) => sum + row[field], 0)
  return {
    orders: total('orders'),
    pounds: fromPence(total('pence')),
    delivery: fromPence(total('delivery_pence')),
  }
}

export function sumRefundDays(
  rows: readonly { day: Day; refunds: number; refund_pence: number }[],
  first: Day,
  last: Day,
): RefundSum {
  const within = rows.filter(({ day }) => first <= day && day <= last)
  return {
    refunds: within.reduce((sum, { refunds }) => sum + refunds, 0),
    pounds: fromPence(within.reduce((sum, { refund_pence }) => sum + refund_pence, 0)),
  }
}

/** In whole per cent; null if the earlier figure is zero. */
export const percentageChange = (now: number, before: number): number | null =>
  before === 0 ? null : Math.round(((now - before) / before) * 100)
