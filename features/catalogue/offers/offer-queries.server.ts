import { sql, type Kysely } from 'kysely'
import type { DB } from '#platform/database/schema.ts'
import type { Offer, OfferProduct } from './offer.ts'

export type OfferTime = { startsAt: Date | null; endsAt: Date }

/** By name; omits archived and unknown products. */
export async function findOfferProducts(
  db: Kysely<DB>,
  ids: readonly string[],
  { startsAt, endsAt }: OfferTime,
): Promise<OfferProduct[]> {
  const { rows } = await sql<OfferProduct>`
    select * from find_offer_products(${ids}::uuid[], coalesce(${startsAt}::timestamptz, now()), ${endsAt}::timestamptz)`.execute(
    db,
  )
  return rows
}

/** Running and planned offers by start, then the latest past ones. */
export async function selectOffers(db: Kysely<DB>, pastLimit: number): Promise<Offer[]> {
  const { rows } = await sql<Offer>`
    select o.id, o.product_id, p.name, o.offer_price, o.starts_at, o.ends_at, o.started_at, o.normal_price, o.reference_until,
           o.ended_at, o.end_reason, coalesce(made.full_name, made.email) as made_by, coalesce(ended.full_name, ended.email) as ended_by
      from ((select * from offers where ended_at is null)
            union all (select * from offers where ended_at is not null order by ended_at desc, id limit ${pastLimit})) o
      join products p on p.id = o.product_id
      left join user_profiles made on made.user_id = o.made_by
      left join user_profiles ended on ended.user_id = o.ended_by
     order by o.ended_at desc nulls first, o.starts_at, lower(p.name) collate "C", o.id`.execute(db)
  return rows
}

/** Starts and ends due offers; returns for how many products, at most `limit`. */
export async function applyDueOffers(db: Kysely<DB>, limit: number): Promise<number> {
  const { rows } = await sql<{ products: number }>`select apply_offers(${limit}) as products`.execute(db)
  return rows[0]!.products
}
