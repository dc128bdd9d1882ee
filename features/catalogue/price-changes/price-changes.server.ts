import {
  selectMatchingIds,
  type MatchingProducts,
} from '#features/catalogue/products/admin/admin-catalogue-queries.server.ts'
import { MAX_BULK_EDIT_PRODUCTS } from '#features/catalogue/products/bulk-edit/bulk-edit-result.ts'
import { callProcedure, type Answer } from '#features/call-procedure.server.ts'
import { isValidId } from '#shop/ids.ts'
import { fromPence } from '#shop/money/money.ts'
import { done, refused, type Outcome, type Refusal } from '#shop/outcome.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { selectPriceChange, selectPriceChanges, selectPricedProducts } from './price-change-queries.server.ts'
import type { PriceChange, PriceChangeSummary, PricedProduct, SeenPrice } from './price-change.ts'
import { priceAfter, type PriceRule } from './price-rule.ts'

const MAX_LISTED = 20

/** By name; omits archived and unknown products. Refused: 'too-many'. */
export async function listPricedProducts(
  shop: ShopDependencies,
  admin: Actor,
  chosen: { ids: readonly string[] } | { matching: MatchingProducts },
): Promise<Outcome<PricedProduct[], Refusal<'too-many'>>> {
  requirePermission(admin, 'catalogue.edit')
  return shop.db.withActor(admin, async (trx) => {
    const found =
      'matching' in chosen
        ? await selectMatchingIds(trx, chosen.matching, MAX_BULK_EDIT_PRODUCTS)
        : { ids: chosen.ids.filter(isValidId), total: chosen.ids.length, isMore: false }
    if (found.isMore || found.total > MAX_BULK_EDIT_PRODUCTS) return refused('too-many')
    return done(await selectPricedProducts(trx, found.ids))
  })
}

/** The latest ones, newest first. */
export async function listPriceChanges(shop: ShopDependencies, admin: Actor): Promise<PriceChangeSummary[]> {
  requirePermission(admin, 'catalogue.edit')
  return shop.db.queryAs(admin, (db) => selectPriceChanges(db, MAX_LISTED))
}

/** Null if there is no price change with this ID. */
export async function readPriceChange(
  shop: ShopDependencies,
  admin: Actor,
  id: string,
): Promise<PriceChange | null> {
  requirePermission(admin, 'catalogue.edit')
  if (!isValidId(id)) return null
  return (await shop.db.queryAs(admin, (db) => selectPriceChange(db, id))) ?? null
}

type ChangedLine = { product_id: string; version: number; old_price: number; new_price: number }
export type NewPriceChange = { id: string; rule: PriceRule; seen: readonly SeenPrice[] }

/** Changes all prices or none. Refused: 'changed-meanwhile' with what others have changed since the preview, 'lines-invalid'. */
export async function changePrices(
  shop: ShopDependencies,
  admin: Actor,
  { id, rule, seen }: NewPriceChange,
): Promise<Answer<'change_prices'>> {
  requirePermission(admin, 'catalogue.edit')
  if (!isValidId(id)) return refused('lines-invalid')
  const lines: ChangedLine[] = []
  for (const { productId, version, pence } of seen) {
    const after = priceAfter(pence, rule)
    if ('problem' in after) return refused('lines-invalid')
    const prices = { old_price: fromPence(pence), new_price: fromPence(after.pence) }
    lines.push({ product_id: productId, version, ...prices })
  }
  return shop.db.withActor(admin, (trx) => callProcedure(trx, 'change_prices', { id, rule, lines }))
}

/** `kept`: products whose price was changed again since. Refused: 'not-found', 'already-undone', 'too-late', 'all-changed-since'. */
export async function undoPriceChange(
  shop: ShopDependencies,
  admin: Actor,
  id: string,
): Promise<Answer<'undo_price_change'>> {
  requirePermission(admin, 'catalogue.edit')
  if (!isValidId(id)) return refused('not-found')
  return shop.db.withActor(admin, (trx) => callProcedure(trx, 'undo_price_change', { id }))
}
