import type { DoorPayment, RefundMethod } from '#features/orders/refunds/refund.ts'
import type { Day } from '#shop/dates/dates.ts'

const sumOf = <Row>(rows: readonly Row[], value: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + value(row), 0)

/** Whole pence everywhere, as summed by the database. */
export type FiguresDay = {
  day: Day
  orders: number
  pence: number
  delivery_pence: number
  refund_pence: number
}

/** Sales and refunds of one VAT rate including delivery, and the VAT included in each. Null: the product had no rate. */
type VatFigures = {
  vat_rate: number | null
  pence: number
  delivery_pence: number
  vat_pence: number
  refund_pence: number
  refund_vat_pence: number
}

export type ProductFigures = {
  name: string
  quantity: number
  pence: number
  refunded_quantity: number
  refund_pence: number
}

export type Margin = {
  name: string
  quantity: number
  /** The part of `quantity` from batches with a known cost. */
  costed_quantity: number
  /** Their sales minus refunds, without VAT. */
  costed_pence: number
  /** Their cost, without restocked units. */
  cost_pence: number
}

/** The result of find_margins(); null if the period has no known cost. */
export type Margins = {
  product_count: number
  products: (Margin & { product_id: string; category: string })[]
  categories: Margin[]
}

/** The sum of all sales, even for a period without a known cost. */
export const sumAllMargins = ({ categories, margins }: Pick<Figures, 'categories' | 'margins'>): Margin => ({
  name: 'Sum',
  quantity: sumOf<{ quantity: number }>(
    margins.product_count > 0 ? margins.categories : categories,
    ({ quantity }) => quantity,
  ),
  costed_quantity: sumOf(margins.categories, ({ costed_quantity }) => costed_quantity),
  costed_pence: sumOf(margins.categories, ({ costed_pence }) => costed_pence),
  cost_pence: sumOf(margins.categories, ({ cost_pence }) => cost_pence),
})

/** The result of find_figures() for the period for comparison. */
export type PeriodFigures = {
  days: FiguresDay[]
  vat: VatFigures[]
  refunds: {
    methods: { method: RefundMethod; refunds: number; pence: number }[]
    /** The part of the refunds for cancelled orders, which are not in the sales either. */
    cancelled_pence: number
  }
  door: { payment: DoorPayment | null; orders: number; pence: number }[]
}

export type Figures = PeriodFigures & {
  margins: Margins
  product_count: number
  products: (ProductFigures & { product_id: string; category: string; vat_rate: number | null })[]
  categories: ProductFigures[]
}

export type FiguresSums = {
  orders: number
  sales: number
  delivery: number
  refunds: number
  /** Refunds of orders that are in the sales; only these are subtracted. */
  refundsOfSales: number
  /** Sales minus their refunds. */
  net: number
  vat: number
  refundVat: number
  netVat: number
}

export function sumFigures({ days, vat, refunds }: PeriodFigures): FiguresSums {
  const sales = sumOf(days, ({ pence }) => pence)
  const allRefunds = sumOf(refunds.methods, ({ pence }) => pence)
  const refundsOfSales = allRefunds - refunds.cancelled_pence
  const vatOfSales = sumOf(vat, ({ vat_pence }) => vat_pence)
  const refundVat = sumOf(vat, ({ refund_vat_pence }) => refund_vat_pence)
  return {
    orders: sumOf(days, ({ orders }) => orders),
    sales,
    delivery: sumOf(days, ({ delivery_pence }) => delivery_pence),
    refunds: allRefunds,
    refundsOfSales,
    net: sales - refundsOfSales,
    vat: vatOfSales,
    refundVat,
    netVat: vatOfSales - refundVat,
  }
}

/** Bars of the chart: days, or months if the period has too many days to distinguish. */
export type FiguresBar = { key: string; orders: number; pence: number }
const MAX_DAY_BARS = 92

export const isPlottedByMonth = (days: readonly FiguresDay[]): boolean => days.length > MAX_DAY_BARS

export function figuresBars(days: readonly FiguresDay[]): FiguresBar[] {
  if (!isPlottedByMonth(days)) return days.map(({ day, orders, pence }) => ({ key: day, orders, pence }))
  const months = new Map<string, FiguresBar>()
  for (const { day, orders, pence } of days) {
    const key = day.slice(0, 7)
    const bar = months.get(key) ?? { key, orders: 0, pence: 0 }
    months.set(key, { key, orders: bar.orders + orders, pence: bar.pence + pence })
  }
  return [...months.values()]
}
