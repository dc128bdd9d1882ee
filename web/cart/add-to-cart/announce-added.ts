import { fewerAddedMessage } from '#shop/cart/cart-line-messages.ts'
import { itemCount, quantityInCart } from '#shop/cart/cart.ts'
import {
  addedToCartMessage,
  cartFullMessage,
  quantityLimitMessage,
  quantityChanged,
} from '#shop/cart/cart-messages.ts'
import { cartLimits } from '#shop/settings/cart-limits.ts'
import { announce } from '#web/ui/feedback/live-region.tsx'
import type { PurchasableProduct } from './purchasable-product.ts'
import { fetchCartProducts } from '#web/cart/revalidation/use-cart-revalidation.ts'
import { lastAdded } from '#web/cart/store/cart-ui-state.ts'
import { setKnownStock, getStock } from './known-stock.ts'
import { cart } from '#web/cart/store/use-cart.ts'

/** The cart is revalidated anyway when it is opened. */
const STOCK_REQUEST_TIMEOUT_MS = 3_000

type AddedHow = { showsQuantityInline: boolean; isReduced: boolean }

export function announceAdded(
  product: PurchasableProduct,
  quantity: number,
  { showsQuantityInline, isReduced }: AddedHow,
) {
  const { id, name, picture } = product
  const { lines } = cart.getSnapshot()
  const inCart = quantityInCart(lines, id)
  if (quantity <= 0) {
    const isFull = inCart === 0 && lines.length >= cartLimits().max_products_per_order
    return announce(isFull ? cartFullMessage() : quantityLimitMessage(getStock(product), 0, itemCount(lines)))
  }
  if (inCart > quantity && showsQuantityInline) return announce(quantityChanged(name, inCart))
  const fewer = isReduced
    ? fewerAddedMessage(quantity, { inCart, stock: getStock(product), inWholeCart: itemCount(lines) })
    : null
  if (!showsQuantityInline) lastAdded.set({ name, image_url: picture?.image_url ?? null, quantity, fewer })
  announce([addedToCartMessage(name, quantity), fewer].filter(Boolean).join('. '))
}

export async function refreshStock(product: PurchasableProduct): Promise<void> {
  const products = await fetchCartProducts([product.id], AbortSignal.timeout(STOCK_REQUEST_TIMEOUT_MS)).catch(
    () => undefined,
  )
  if (products) setKnownStock(product, products[0]?.stock ?? 0)
}
