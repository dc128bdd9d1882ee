import { sql } from 'kysely'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { callProcedure, type Answer } from '#features/call-procedure.server.ts'
import { isValidId } from '#shop/ids.ts'
import { refused } from '#shop/outcome.ts'
import type { PickedProduct } from './product-pairings.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'

/** Above the limit of other background work, because it reads the orders of two years. */
const REFRESH_TIMEOUT = '5min'

/** Saves the owner's picks for "Goes well with", in order. Refused: not-found, picks-invalid. */
export async function setProductPairings(
  shop: ShopDependencies,
  admin: Actor,
  { productId, pairsWith }: { productId: string; pairsWith: readonly string[] },
): Promise<Answer<'set_product_pairings'>> {
  requirePermission(admin, 'catalogue.edit')
  if (!isValidId(productId)) return refused('not-found')
  if (!pairsWith.every(isValidId)) return refused('picks-invalid')
  return shop.db.queryAs(admin, (db) =>
    callProcedure(db, 'set_product_pairings', { product_id: productId, pairs_with: pairsWith }),
  )
}

/** In the owner's order, active or not. */
export async function listProductPairings(
  shop: ShopDependencies,
  admin: Actor,
  productId: string,
): Promise<PickedProduct[]> {
  requirePermission(admin, 'catalogue.read-all')
  if (!isValidId(productId)) return []
  return shop.db.queryAs(admin, (db) =>
    db
      .selectFrom('product_pairings')
      .innerJoin('products', 'products.id', 'product_pairings.pairs_with_id')
      .select(['products.id', 'products.name'])
      .where('product_pairings.product_id', '=', productId)
      .orderBy('product_pairings.position')
      .execute(),
  )
}

/** At most once a day, whichever node calls it; calling it hourly is enough. */
export async function refreshBoughtTogether({ db }: Pick<ShopDependencies, 'db'>): Promise<void> {
  await db.worker.transaction().execute(async (trx) => {
    await sql`select set_config('statement_timeout', ${REFRESH_TIMEOUT}, true)`.execute(trx)
    await sql`select refresh_bought_together()`.execute(trx)
  })
}
