import { addDays, type Day } from '#shop/dates/dates.ts'
import { fromPence } from '#shop/money/money.ts'

/** What was sold on a London day, cancelled orders left out; pounds with two decimals. */
export type SalesDay = { day: Day; orders: number; pounds: number }
export type SalesSum = { orders: number; pounds: number }

/** A product among the best sellers of a period: pieces, and pounds at the prices they were sold for. */
export type BestSeller = { product_id: string; name: string; quantity: number; pounds: number }

export type SalesReport = {
  /** Every day of the period, oldest first; days without an order are there with zeros. */
  days: SalesDay[]
  sum: SalesSum
  /** The same number of days before. */
  before: SalesSum
  bestSellers: BestSeller[]
}

type Row = { day: Day; orders: number; pence: number }

/** All days from one to another, oldest first, with zeros where no row says otherwise. */
export function fillMissingDays(rows: readonly Row[], first: Day, last: Day): SalesDay[] {
  const byDay = new Map(rows.map((row) => [row.day, row]))
  const days: SalesDay[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) {
    const row = byDay.get(day)
    days.push({ day, orders: row?.orders ?? 0, pounds: fromPence(row?.pence ?? 0) })
  }
  return days
}

/** Orders and pounds of the days from one to another; summed in pence. */
export function sumSalesDays(rows: readonly Row[], first: Day, last: Day): SalesSum {
  const within = rows.filter(({ day }) => first <= day && day <= last)
  const total = (field: 'orders' | 'pence') => within.reduce((sum, row) => sum + row[field], 0)
  return { orders: total('orders'), pounds: fromPence(total('pence')) }
}

/** By how many whole per cent something is more (or, below zero, less) than before; null where there was nothing before. */
export const percentageChange = (now: number, before: number): number | null =>
  before === 0 ? null : Math.round(((now - before) / before) * 100)
