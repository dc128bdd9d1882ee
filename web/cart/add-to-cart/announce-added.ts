import { itemCount, quantityInCart } from '#shop/cart/cart.ts'
import { addedToCart, cartIsFull, mostOfOne, quantityChanged } from '#shop/cart/cart-messages.ts'
import { cartLimits } from '#shop/settings/cart-limits.ts'
import { announce } from '#web/ui/feedback/live-region.tsx'
import type { Buyable } from './purchasable-product.ts'
import { askServer } from '#web/cart/revalidation/use-cart-revalidation.ts'
import { lastAdded } from '#web/cart/store/cart-ui-state.ts'
import { keepStock, stockOf } from './known-stock.ts'
import { cart } from '#web/cart/store/use-cart.ts'

/** So long whoever adds more than a page is sure of waits for the exact stock; the cart finds out when it is opened (D15). */
const PATIENCE_MILLISECONDS = 3_000

/** How many were added, or why none was; in words alone where the card that was pressed shows it. */
export function tellAdded(product: Buyable, quantity: number, isShownInPlace: boolean) {
  const { id, name, picture } = product
  const { lines } = cart.getSnapshot()
  const inCart = quantityInCart(lines, id)
  if (quantity <= 0) {
    const isFull = inCart === 0 && lines.length >= cartLimits().max_products_per_order
    return announce(isFull ? cartIsFull() : mostOfOne(stockOf(product), 0, itemCount(lines)))
  }
  if (inCart > quantity && isShownInPlace) return announce(quantityChanged(name, inCart))
  if (!isShownInPlace) lastAdded.set({ name, image_url: picture?.image_url ?? null, quantity })
  announce(addedToCart(name, quantity))
}

/**
 * §5: the page learns a product's stock of this moment, and what is shown of it follows.
 * Where the shop cannot be asked nothing is learnt, and the cart finds out as soon as it is opened (D15).
 */
export async function learnStock(product: Buyable): Promise<void> {
  const facts = await askServer([product.id], AbortSignal.timeout(PATIENCE_MILLISECONDS)).catch(() => undefined)
  if (facts) keepStock(product, facts[0]?.stock ?? 0)
}
