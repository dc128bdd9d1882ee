import type { AllergenBits } from '#features/catalogue/labels/allergen-bits.ts'
import type { Picture } from '#features/catalogue/products/product.ts'
import { isValidId } from '#shop/ids.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { MAX_CART_LINES } from '#shop/constants.ts'
import { selectCartProducts } from './cart-queries.server.ts'
import type { CurrentCartProduct } from './reconcile-cart.ts'

export type CurrentCartLine = CurrentCartProduct & {
  slug: string
  net_weight: string | null
  allergens: AllergenBits
  picture: Picture | null
}

/**
 * Prices in pounds; stock capped at the limit of an order. Omits products that are no longer sold, invalid
 * IDs and lines beyond a full cart.
 */
export async function refreshCart(
  shop: ShopDependencies,
  ids: readonly string[],
): Promise<CurrentCartLine[]> {
  const validIds = [...new Set(ids)].filter(isValidId).slice(0, MAX_CART_LINES)
  const products = validIds.length === 0 ? [] : await selectCartProducts(shop.db.visitor, validIds)
  return products.map((product) => ({
    ...product,
    stock: Math.min(product.stock, shop.limits.max_quantity_per_product),
  }))
}
