import { sql, type Kysely } from 'kysely'
import type { DB } from '#platform/database/schema.ts'
import type { Day } from '#shop/dates/dates.ts'
import type { OrderStatus } from '#features/orders/order-status.ts'
import type { DoorPayment } from '#features/orders/refunds/refund.ts'
import type { Figures, Margins, PeriodFigures } from './figures.ts'
import type { FiguresPeriod } from './figures-period.ts'

/** One statement for both periods, so that they are from one snapshot; null if the actor may not read them. */
export async function selectFigures(
  db: Kysely<DB>,
  { first, last, firstBefore, lastBefore }: FiguresPeriod,
  maxProducts: number | null,
): Promise<{ now: Omit<Figures, 'margins'> | null; before: PeriodFigures | null }> {
  const { rows } = await sql<{ now: Omit<Figures, 'margins'> | null; before: PeriodFigures | null }>`
    select find_figures(${first}::date, ${last}::date, true, ${maxProducts}::integer) as now,
           find_figures(${firstBefore}::date, ${lastBefore}::date, false, 0) as before`.execute(db)
  return rows[0]!
}

/** Null if the actor may not read them. */
export async function selectMargins(
  db: Kysely<DB>,
  { first, last }: Pick<FiguresPeriod, 'first' | 'last'>,
  maxProducts: number | null,
): Promise<Margins | null> {
  const { rows } = await sql<{ margins: Margins | null }>`
    select find_margins(${first}::date, ${last}::date, ${maxProducts}::integer) as margins`.execute(db)
  return rows[0]!.margins
}

/** An order of the CSV file, in pence; VAT and sales by rate as in the totals. */
export type OrderFigures = {
  id: string
  created_at: string
  status: OrderStatus
  delivered_at: string | null
  door_payment: DoorPayment | null
  pence: number
  delivery_pence: number
  standard_pence: number
  zero_pence: number
  other_pence: number
  vat_pence: number
  refund_pence: number
}
export type OrderFiguresCursor = { created_at: string; id: string }

/** The next orders of the London days, oldest first, including cancelled ones. */
export async function selectOrderFigures(
  db: Kysely<DB>,
  { first, last }: Pick<FiguresPeriod, 'first' | 'last'>,
  { after, limit }: { after: OrderFiguresCursor | null; limit: number },
): Promise<OrderFigures[]> {
  const { rows } = await sql<OrderFigures>`
    select * from list_order_figures(${first}::date, ${last}::date, ${after?.created_at ?? null}::timestamptz,
                                     ${after?.id ?? null}::uuid, ${limit}::integer)`.execute(db)
  return rows
}

/** Caches some finished days that are neither cached nor locked; returns how many. */
export async function cacheFiguresDays(db: Kysely<DB>, first: Day, last: Day): Promise<number> {
  const { rows } = await sql<{
    days: number
  }>`select cache_daily_sales(${first}::date, ${last}::date) as days`.execute(db)
  return rows[0]!.days
}
