import { sql, type Transaction } from 'kysely'
import type { DB } from '#platform/database/schema.ts'
import type { Day } from '#shop/dates/dates.ts'
import { fromPence } from '#shop/money/money.ts'
import type { BestSeller } from './sales.ts'

/** Caches some finished days that are neither cached nor locked; returns how many. Reports do not depend on it. */
export async function cacheDailySales(trx: Transaction<DB>, first: Day, last: Day): Promise<number> {
  const { rows } = await sql<{ days: number }>`select cache_daily_sales(${first}, ${last}) as days`.execute(
    trx,
  )
  return rows[0]!.days
}

export async function cacheBestSellers(trx: Transaction<DB>, first: Day, last: Day): Promise<void> {
  await sql`select cache_best_sellers(${first}, ${last})`.execute(trx)
}

const startOfLondonDay = (day: string) => sql.raw(`(${day}::timestamp at time zone 'Europe/London')`)

/** Cached, otherwise summed from the orders, in pence, with the refunds made on the day. */
export async function selectSalesByDay(trx: Transaction<DB>, first: Day, last: Day) {
  const { rows } = await sql<{
    day: Day
    orders: number
    pence: number
    delivery_pence: number
    refunds: number
    refund_pence: number
  }>`
    select wanted.day, coalesce(s.orders, fresh.orders)::integer as orders, coalesce(s.pence, fresh.pence)::bigint as pence,
           coalesce(s.delivery_pence, fresh.delivery_pence)::bigint as delivery_pence,
           coalesce(refunded.refunds, 0)::integer as refunds, coalesce(refunded.pence, 0)::bigint as refund_pence
      from (select d::date as day from generate_series(${first}::date, ${last}::date, interval '1 day') d) wanted
      left join daily_sales s on s.day = wanted.day
      left join lateral (
        select count(*) as orders, coalesce(sum(o.total_amount), 0) * 100 as pence,
               coalesce(sum(o.delivery_charge), 0) * 100 as delivery_pence
          from orders o
         where s.day is null and o.status <> 'cancelled'
           and o.created_at >= ${startOfLondonDay('wanted.day')} and o.created_at < ${startOfLondonDay('(wanted.day + 1)')}
      ) fresh on s.day is null
      left join (
        select (r.at at time zone 'Europe/London')::date as day, count(*) as refunds, sum(r.amount) * 100 as pence from refunds r
         where r.at >= (${first}::date::timestamp at time zone 'Europe/London')
           and r.at < ((${last}::date + 1)::timestamp at time zone 'Europe/London')
         group by 1
      ) refunded on refunded.day = wanted.day
     order by wanted.day`.execute(trx)
  return rows
}

export async function selectBestSellersInPeriod(
  trx: Transaction<DB>,
  first: Day,
  last: Day,
  limit: number,
): Promise<BestSeller[]> {
  const { rows } = await sql<Omit<BestSeller, 'pounds'> & { pence: number }>`
    select product_id, name, quantity, pence from find_best_sellers(${first}, ${last}, ${limit})`.execute(trx)
  return rows.map(({ pence, ...row }) => ({ ...row, pounds: fromPence(pence) }))
}
