import type { Picture } from '#shop/catalogue/products/product.ts'
import { isId } from '#shop/ids.ts'
import type { Shop } from '#shop/shop-dependencies.server.ts'
import { CART_LINES_MAX } from '#shop/constants.ts'
import { selectCartFacts } from './cart-queries.server.ts'
import type { CartFact } from './reconcile-cart.ts'

/** What the drawer and checkout show of a product of the cart, besides what mends the cart. */
export type RefreshedLine = CartFact & { slug: string; net_weight: string | null; picture: Picture | null }

/**
 * D15: price (pounds), stock and availability of a cart's products as they are now; what is not among them is not sold.
 * Of the stock no more is told than one order may hold.
 * Ids that are no ids are passed over, and so is everything beyond the longest cart.
 */
export async function refreshCart(shop: Shop, ids: readonly string[]): Promise<RefreshedLine[]> {
  const known = [...new Set(ids)].filter(isId).slice(0, CART_LINES_MAX)
  const facts = known.length === 0 ? [] : await selectCartFacts(shop.db.visitor, known)
  return facts.map((fact) => ({ ...fact, stock: Math.min(fact.stock, shop.limits.max_quantity_per_product) }))
}
