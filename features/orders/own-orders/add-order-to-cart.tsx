import { buyAgain, type BuyAgainResult, type OrderedItem } from '#features/cart/buy-again.ts'
import { fetchCartProducts } from '#features/cart/revalidation/use-cart-revalidation.tsx'
import { secondTapGuard } from '#features/cart/store/second-tap.tsx'
import { cart } from '#features/cart/store/use-cart.tsx'

/** Loaded with the first click. Throws if the server does not return current data; the cart then stays unchanged. */
export async function addOrderToCart(items: readonly OrderedItem[]): Promise<BuyAgainResult> {
  const products = await fetchCartProducts(items.map(({ product_id }) => product_id))
  let result: BuyAgainResult | undefined
  // Calculated from the stored cart, which another tab may have changed during the request.
  cart.change((lines) => (result = buyAgain(lines, items, products)).lines)
  secondTapGuard.hold()
  return result!
}
