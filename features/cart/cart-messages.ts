import { messages } from '#shop/messages/messages.ts'
import { cartLimits } from '#shop/cart-limits.ts'

export const enterQuantity = (most: number) =>
  most > 1 ? `Enter a whole number from 1 to ${most}` : 'Enter 1'
export function quantityLimitMessage(stock: number | undefined, addable = 0, inWholeCart = 0) {
  const { max_quantity_per_product: ofOne, max_quantity_per_order: ofAll } = cartLimits()
  if (ofAll - inWholeCart <= addable) return `At most ${ofAll} items in an order`
  if (stock === undefined || stock >= ofOne) return `At most ${ofOne} of one product in an order`
  return addable > 0 ? `Only ${addable} can be added` : messages.noMoreStock
}

export const cartFullMessage = () =>
  `An order holds at most ${cartLimits().max_products_per_order} different products, and your cart has as many.`
export const addedToCartMessage = (name: string, quantity: number) =>
  `${quantity} × ${name} added to your cart`
export const quantityChanged = (name: string, quantity: number) => `${name}: ${quantity} in your cart`
export const removedFromCart = (name: string) => `${name} removed from your cart`
