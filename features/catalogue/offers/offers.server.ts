import { callProcedure, type Answer } from '#features/call-procedure.server.ts'
import { isValidId } from '#shop/ids.ts'
import { fromPence } from '#shop/money/money.ts'
import { refused } from '#shop/outcome.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import type { SeenPrice } from '#features/catalogue/price-changes/price-change.ts'
import { applyDueOffers, findOfferProducts, selectOffers } from './offer-queries.server.ts'
import { offerPriceAfter, type Offer, type OfferProduct } from './offer.ts'
import type { OfferTerms } from './offer-form.ts'

const MAX_PAST_LISTED = 50
/** One transaction locks this many products. */
const MAX_APPLIED_TOGETHER = 500

/** Running and planned offers by start, then the latest past ones. */
export async function listOffers(shop: ShopDependencies, admin: Actor): Promise<Offer[]> {
  requirePermission(admin, 'catalogue.edit')
  return shop.db.queryAs(admin, (db) => selectOffers(db, MAX_PAST_LISTED))
}

/** What the preview shows of each product, by name. */
export async function listOfferProducts(
  shop: ShopDependencies,
  admin: Actor,
  ids: readonly string[],
  terms: OfferTerms,
): Promise<OfferProduct[]> {
  requirePermission(admin, 'catalogue.edit')
  return shop.db.queryAs(admin, (db) => findOfferProducts(db, ids, terms))
}

type OfferLine = { product_id: string; version: number; price: number; offer_price: number }
export type NewOffers = { formId: string; terms: OfferTerms; seen: readonly SeenPrice[] }

/** Creates all offers or none. Refused: 'changed-meanwhile' and 'overlaps' with the products, 'times-invalid', 'lines-invalid'. */
export async function makeOffers(
  shop: ShopDependencies,
  admin: Actor,
  { formId, terms: { rule, startsAt, endsAt }, seen }: NewOffers,
): Promise<Answer<'make_offers'>> {
  requirePermission(admin, 'catalogue.edit')
  if (!isValidId(formId)) return refused('lines-invalid')
  const lines: OfferLine[] = []
  for (const { productId, version, pence } of seen) {
    const after = offerPriceAfter(pence, rule)
    if ('problem' in after) return refused('lines-invalid')
    const prices = { price: fromPence(pence), offer_price: fromPence(after.pence) }
    lines.push({ product_id: productId, version, ...prices })
  }
  return shop.db.withActor(admin, (trx) =>
    callProcedure(trx, 'make_offers', { form_id: formId, starts_at: startsAt, ends_at: endsAt, lines }),
  )
}

/** Ends a running offer, or withdraws a planned one. Refused: 'not-found', 'already-over'. */
export async function endOffer(
  shop: ShopDependencies,
  admin: Actor,
  id: string,
): Promise<Answer<'end_offer'>> {
  requirePermission(admin, 'catalogue.edit')
  if (!isValidId(id)) return refused('not-found')
  return shop.db.withActor(admin, (trx) => callProcedure(trx, 'end_offer', { id }))
}

/** Starts and ends due offers. Every node calls it. */
export async function applyOffers({ db }: Pick<ShopDependencies, 'db'>): Promise<void> {
  let applied: number
  do applied = await applyDueOffers(db.worker, MAX_APPLIED_TOGETHER)
  while (applied === MAX_APPLIED_TOGETHER)
}
