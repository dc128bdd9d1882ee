import { HAS_PAIRINGS_FIELD, PAIRS_WITH_FIELD } from '#features/catalogue/pairings/product-pairings.ts'
import { setProductPairings } from '#features/catalogue/pairings/product-pairings.server.ts'
import type { Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'

/** Runs after saving the product. Picks that the form does not contain are unchanged. */
export async function savePairings(
  shop: ShopDependencies,
  admin: Admin,
  productId: string,
  submitted: FormData,
): Promise<void> {
  if (!submitted.has(HAS_PAIRINGS_FIELD)) return
  const pairsWith = submitted.getAll(PAIRS_WITH_FIELD).map(String)
  const saved = await setProductPairings(shop, admin, { productId, pairsWith })
  if (!saved.ok) shop.log.warn({ product: productId, code: saved.refusal.code }, 'picks were not saved')
}
