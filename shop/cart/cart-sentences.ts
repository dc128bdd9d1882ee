import { messages } from '#shop/messages.ts'
import { LINE_QUANTITY_MAX } from '#shop/spec.ts'

/** §5: what to enter where a quantity is asked for, and what becomes of a line of the cart meanwhile. */
export const enterQuantity = (most: number) => (most > 1 ? `Enter a whole number from 1 to ${most}` : 'Enter 1')
export const enterLineQuantity = (most: number, kept: number) =>
  `Enter a whole number up to ${most}, or 0 to remove it. Your cart still has ${kept}.`
/**
 * §5: why no more can be taken: as much of one product as an order holds, as much as is left where `addable` still are,
 * or all of the stock.
 */
export const mostOfOne = (stock: number | undefined, addable = 0) =>
  stock === undefined || stock > LINE_QUANTITY_MAX
    ? `${LINE_QUANTITY_MAX} is the most of one product in an order`
    : addable > 0
      ? `Only ${addable} can be added`
      : messages.noMoreStock
// What is read out when the cart changes.
export const addedToCart = (name: string, quantity: number) => `${quantity} × ${name} added to your cart`
export const quantityChanged = (name: string, quantity: number) => `${name}: ${quantity} in your cart`
export const removedFromCart = (name: string) => `${name} removed from your cart`
export const backInCart = (name: string) => `${name} is back in your cart`
