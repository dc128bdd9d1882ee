import { buyAgain, type BuyAgainResult, type OrderedItem } from '#shop/cart/buy-again.ts'
import { fetchCartProducts } from '#web/cart/revalidation/use-cart-revalidation.ts'
import { secondTapGuard } from '#web/cart/store/second-tap.ts'
import { cart } from '#web/cart/store/use-cart.ts'

/** Loaded with the first click. Throws if the server does not return current data; the cart then stays unchanged. */
export async function addOrderToCart(items: readonly OrderedItem[]): Promise<BuyAgainResult> {
  const products = await fetchCartProducts(items.map(({ product_id }) => product_id))
  let result: BuyAgainResult | undefined
  // Calculated from the stored cart, which another tab may have changed during the request.
  cart.change((lines) => (result = buyAgain(lines, items, products)).lines)
  secondTapGuard.hold()
  return result!
}
