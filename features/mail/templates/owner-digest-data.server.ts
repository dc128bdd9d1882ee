import { sql, type Kysely } from 'kysely'
import type { DB } from '#platform/database/schema.ts'
import { addDays, type Day } from '#shop/dates/dates.ts'
import type { LowStockProduct, OwnerDigest } from './owner-emails.ts'

const MAX_PRODUCTS = 20

/** The current figures. `day` is the London day of the digest; a standard order must be sent on the day after it was placed. */
export async function readOwnerDigest(db: Kysely<DB>, day: Day): Promise<OwnerDigest> {
  const yesterday = addDays(day, -1)
  const { rows } = await sql<Omit<OwnerDigest, 'day'>>`
    with start as (
      select ${yesterday}::date::timestamp at time zone 'Europe/London' as yesterday,
             ${day}::date::timestamp at time zone 'Europe/London' as today
    ), open as (
      select dispatch_order(o.created_at, o.dispatch_day) as at from orders o where o.status in ('pending', 'processing')
    ), placed as (
      select o.total_amount, o.delivery_charge from orders o, start
       where o.created_at >= start.yesterday and o.created_at < start.today and o.status <> 'cancelled'
    ), low as (
      select * from low_stock_products(${MAX_PRODUCTS}, false) with ordinality
    )
    select (select count(*)::integer from open, start where open.at < start.yesterday) as overdue,
           (select count(*)::integer from open, start where open.at >= start.yesterday and open.at < start.today) as due,
           (select count(*)::integer from open, start where open.at >= start.today) as later,
           (select count(*)::integer from placed) as placed,
           (select coalesce(sum(total_amount), 0)::float8 from placed) as sales,
           (select coalesce(sum(delivery_charge), 0)::float8 from placed) as delivery,
           (select count(*)::integer from outbox m where m.sent_at is null and m.dropped_at is null and m.last_error is not null) as failed_emails,
           (select coalesce(max(l.total), 0) from low l) as low_stock,
           (select coalesce(jsonb_agg(jsonb_build_object('name', l.name, 'net_weight', l.net_weight, 'stock', l.stock) order by l.ordinality), '[]')
              from low l) as low_stock_products`.execute(db)
  return { day, ...rows[0]! }
}

export async function readLowStockProduct(db: Kysely<DB>, productId: string): Promise<LowStockProduct> {
  const product = await db
    .selectFrom('products')
    .select(['id', 'name', 'net_weight', 'stock'])
    .where('id', '=', productId)
    .executeTakeFirst()
  if (!product) throw new Error(`There is no product ${productId}.`)
  return product
}
