import { sql, type Kysely } from 'kysely'
import type { DB } from '#platform/database/schema.ts'
import type { PriceChange, PriceChangeSummary, PricedProduct } from './price-change.ts'

/** Sorted by name. */
export const selectPricedProducts = (db: Kysely<DB>, ids: readonly string[]): Promise<PricedProduct[]> =>
  db
    .selectFrom('products')
    .select(['id', 'name', 'net_weight', 'price', 'version', 'offer_ends_at'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('archived_at', 'is', null)
    .orderBy(sql`lower(name) collate "C", id`)
    .execute()

const SUMMARY_COLUMNS = sql`c.id, c.rule, c.made_at, c.undone_at, coalesce(made.full_name, made.email) as made_by`

export async function selectPriceChanges(db: Kysely<DB>, limit: number): Promise<PriceChangeSummary[]> {
  const { rows } = await sql<PriceChangeSummary>`
    select ${SUMMARY_COLUMNS}, (select count(*)::integer from price_change_lines l where l.price_change_id = c.id) as products
      from price_changes c left join user_profiles made on made.user_id = c.made_by
     order by c.made_at desc, c.id limit ${limit}`.execute(db)
  return rows
}

export async function selectPriceChange(db: Kysely<DB>, id: string): Promise<PriceChange | undefined> {
  const { rows } = await sql<PriceChange>`
    select ${SUMMARY_COLUMNS}, coalesce(undone.full_name, undone.email) as undone_by, c.made_at + interval '1 day' as undo_until,
           c.undone_at is null and c.made_at > now() - interval '1 day' as can_undo, lines.products, lines.lines
      from price_changes c
      left join user_profiles made on made.user_id = c.made_by
      left join user_profiles undone on undone.user_id = c.undone_by
      cross join lateral (
        select count(*)::integer as products, json_agg(json_build_object('product_id', p.id, 'name', p.name, 'old_price', l.old_price,
                 'new_price', l.new_price, 'price', p.price, 'is_undone', l.is_undone) order by lower(p.name) collate "C", p.id) as lines
          from price_change_lines l join products p on p.id = l.product_id where l.price_change_id = c.id) lines
     where c.id = ${id}`.execute(db)
  return rows[0]
}
