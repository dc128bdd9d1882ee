import { fewerAddedMessage } from '#features/cart/cart-line-messages.ts'
import { itemCount, quantityInCart } from '#features/cart/cart.ts'
import {
  addedToCartMessage,
  cartFullMessage,
  quantityLimitMessage,
  quantityChanged,
} from '#features/cart/cart-messages.ts'
import { cartLimits } from '#shop/cart-limits.ts'
import { announce } from '#kit/feedback/live-region.tsx'
import type { PurchasableProduct } from './purchasable-product.ts'
import { fetchCartProducts } from '#features/cart/revalidation/use-cart-revalidation.tsx'
import { lastAdded } from '#features/cart/store/cart-ui-state.tsx'
import { setKnownStock, getStock } from './known-stock.tsx'
import { cart } from '#features/cart/store/use-cart.tsx'

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
