import { messages } from '#shop/messages/messages.ts'
import { quantityLimitMessage } from './cart-messages.ts'
import { cartLimits } from '#shop/cart-limits.ts'
import { itemCount, type CartLines } from './cart.ts'

export const enterLineQuantity = (most: number, kept: number) =>
  `Enter a whole number up to ${most}, or 0 to remove it. Your cart still has ${kept}.`

/** Shown after more was requested; `inCart` units are the maximum. */
export function fewerAddedMessage(
  added: number,
  { inCart, stock, inWholeCart }: { inCart: number; stock: number; inWholeCart: number },
): string {
  const reason = quantityLimitMessage(stock, 0, inWholeCart)
  const limit = reason === messages.noMoreStock ? `Only ${inCart} can be bought` : reason
  return `${limit}, so ${added} ${added === 1 ? 'was' : 'were'} added.`
}
export const lineAtLimitMessage = (kept: number, reason: string) => `${reason}, so your cart has ${kept}.`

/** The message if the cart exceeds the limits of one order, otherwise null. Lines are removed by the shopper only. */
export function orderSizeMessage(lines: CartLines): string | null {
  const { max_products_per_order, max_quantity_per_order } = cartLimits()
  const tooMany = lines.length - max_products_per_order
  if (tooMany > 0)
    return `An order holds at most ${max_products_per_order} different products, and your cart has ${lines.length}. Take ${tooMany} out and order them next time.`
  const tooMuch = itemCount(lines) - max_quantity_per_order
  return tooMuch > 0
    ? `An order holds at most ${max_quantity_per_order} items, and your cart has ${itemCount(lines)}. Take ${tooMuch} out and order them next time.`
    : null
}

export const restoredToCartMessage = (name: string) => `${name} is back in your cart`
