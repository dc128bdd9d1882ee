import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '#platform/database/schema.ts'
import type { Day } from '#shop/dates/dates.ts'
import type { LowStock } from './low-stock.ts'
import type { OrdersToSend, OrderToSend } from './orders-to-send.ts'

/** Earliest deadline first; returns `idsLimit` IDs. Overdue: as if placed before `placedOn`; due: as if placed on it. */
export async function selectOrdersToSend(
  trx: Transaction<DB>,
  placedOn: Day,
  limit: number,
  idsLimit: number,
): Promise<Omit<OrdersToSend, 'deadline'>> {
  // One query per status, so that the index returns the oldest without sorting.
  const { rows: firstOrders } = await sql<OrderToSend>`
    with first as (
      (select id, created_at as at from orders where status = 'pending' and dispatch_day is null order by created_at, id desc limit ${idsLimit})
      union all
      (select id, created_at from orders where status = 'processing' and dispatch_day is null order by created_at, id desc limit ${idsLimit})
      union all
      (select id, dispatch_order(created_at, dispatch_day) from orders
        where dispatch_day is not null and status in ('pending', 'processing') order by dispatch_day, id desc limit ${idsLimit})
      order by at, id desc limit ${idsLimit}
    )
    select o.id, o.status, o.created_at, o.dispatch_day, o.delivery_service, o.total_amount, o.shipping_address ->> 'full_name' as full_name,
           o.shipping_address ->> 'post_code' as post_code, o.shipping_address ->> 'country' as country,
           o.shipping_address ->> 'phone' as phone,
           o.id = any (array(select order_id from find_recalled_pieces(array(select id from first)))) as has_recalled,
           (select sum(i.quantity)::integer from order_items i where i.order_id = o.id) as quantity
      from first join orders o on o.id = first.id
     order by first.at, o.id desc`.execute(trx)
  const { rows } = await sql<Omit<OrdersToSend, 'orders' | 'slips' | 'deadline'>>`
    select count(*) filter (where status = 'pending')::integer as pending,
           count(*) filter (where status = 'processing')::integer as processing,
           count(*) filter (where dispatch_order(created_at, dispatch_day) < start.day)::integer as overdue,
           count(*) filter (where dispatch_order(created_at, dispatch_day) >= start.day
                              and dispatch_order(created_at, dispatch_day) < start.next_day)::integer as due
      from (select ${placedOn}::date::timestamp at time zone 'Europe/London' as day,
                   (${placedOn}::date + 1)::timestamp at time zone 'Europe/London' as next_day) start
      left join orders on status in ('pending', 'processing')`.execute(trx)
  return { orders: firstOrders.slice(0, limit), slips: firstOrders.map(({ id }) => id), ...rows[0]! }
}

/** At most `limit` products: active ones first, then by stock (units) and name. */
export async function selectLowStock(db: Kysely<DB>, limit: number): Promise<LowStock[]> {
  const { rows } = await sql<LowStock>`
    select id, name, net_weight, stock, is_active from find_low_stock(${limit})`.execute(db)
  return rows
}
