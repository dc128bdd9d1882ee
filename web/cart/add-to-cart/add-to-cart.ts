import { addLine, quantityInCart } from '#shop/cart/cart.ts'
import { isSureOf } from '#shop/stock/displayed-stock.ts'
import type { Buyable } from './purchasable-product.ts'
import { lateContents } from '#web/cart/drawer/lazy-cart-panel.ts'
import { stockOf } from './known-stock.ts'
import { cart } from '#web/cart/store/use-cart.ts'

/**
 * Adds at most what can still be added to the cart as it is stored now: another tab may have been quicker (§5).
 * What is said of it comes with the inside of the cart; so does asking for the exact stock, where the page's own is not enough.
 * In `isShownInPlace`: whether the control that was pressed shows the quantity itself, so that no popup is needed. Out: how many.
 */
export async function addToCart(product: Buyable, wanted: number, isShownInPlace = false): Promise<number> {
  const { id, name, price, picture } = product
  let quantity = 0
  const add = () =>
    cart.change((lines) => {
      const more = addLine(lines, { id, name, image_url: picture?.image_url ?? null, price, quantity: wanted }, stockOf(product))
      quantity = quantityInCart(more, id) - quantityInCart(lines, id)
      return more
    })
  const isSure = isSureOf(quantityInCart(cart.getSnapshot().lines, id) + wanted, product.stock)
  if (isSure) add()
  const contents = await lateContents.load().catch(() => undefined)
  if (!isSure) {
    await contents?.learnStock(product)
    add()
  }
  contents?.tellAdded(product, quantity, isShownInPlace)
  return quantity
}
