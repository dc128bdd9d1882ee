import { sql, type Kysely } from 'kysely'
import type { DB } from '#db/schema.ts'
import type { Outcome, Refusal } from '#shop/outcome.ts'
import type { ChangedPrice } from '#shop/catalogue/price-changes/changed-prices.ts'
import type { Offer, OfferProduct } from './offer.ts'

export type MakeOffersRefusal =
  | Refusal<'not-found' | 'lines-invalid' | 'times-invalid'>
  | (Refusal<'changed-meanwhile'> & { products: ChangedPrice[] })
  | (Refusal<'overlaps'> & { names: string[] })
export type EndOfferRefusal = Refusal<'not-found' | 'already-over'>

export type OfferTime = { startsAt: Date | null; endsAt: Date }

/** By name; what is archived or unknown is left out. */
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

export type OfferLine = { product_id: string; version: number; price: number; offer_price: number }

export async function callMakeOffers(
  db: Kysely<DB>,
  { formId, startsAt, endsAt, lines }: OfferTime & { formId: string; lines: readonly OfferLine[] },
): Promise<Outcome<{ offers: number }, MakeOffersRefusal>> {
  const { rows } = await sql<{ answer: Outcome<{ offers: number }, MakeOffersRefusal> }>`
    select make_offers(${formId}, ${startsAt}::timestamptz, ${endsAt}::timestamptz, ${JSON.stringify(lines)}) as answer`.execute(
    db,
  )
  return rows[0]!.answer
}

export async function callEndOffer(
  db: Kysely<DB>,
  id: string,
): Promise<Outcome<{ was_running: boolean }, EndOfferRefusal>> {
  const { rows } = await sql<{ answer: Outcome<{ was_running: boolean }, EndOfferRefusal> }>`
    select end_offer(${id}) as answer`.execute(db)
  return rows[0]!.answer
}

/** Running and planned ones by their start, then the last past ones. */
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

/** Begins and ends what is due; returns of how many products, at most `limit`. */
export async function callApplyOffers(db: Kysely<DB>, limit: number): Promise<number> {
  const { rows } = await sql<{ products: number }>`select apply_offers(${limit}) as products`.execute(db)
  return rows[0]!.products
}
