import { lineSubtotal, sumPounds } from '#shop/money/money.ts'
import { cartLimits } from '#shop/cart-limits.ts'
import type { OrderSizeLimits } from '#shop/order-limits.ts'
import { MAX_CART_LINES, MAX_LINE_QUANTITY } from '#shop/constants.ts'

/** `id` is that of the product; `price` is the last displayed one, in pounds. */
export type CartLine = { id: string; name: string; image_url: string | null; price: number; quantity: number }
export type CartLines = readonly CartLine[]

export const EMPTY_CART: CartLines = []

/** In units, within the stock and the limits per product and per order. */
export const maxAddableQuantity = (
  stock: number,
  alreadyInCart: number,
  inWholeCart = 0,
  limits: OrderSizeLimits = cartLimits(),
): number =>
  Math.max(
    0,
    Math.min(
      Math.min(stock, limits.max_quantity_per_product) - alreadyInCart,
      limits.max_quantity_per_order - inWholeCart,
    ),
  )

export const quantityInCart = (lines: CartLines, productId: string): number =>
  lines.find((line) => line.id === productId)?.quantity ?? 0

/** Adds a line, or increases its quantity and updates name, picture and price, within `stock` and `limits`. A full cart is unchanged. */
export function addLine(
  lines: CartLines,
  added: CartLine,
  stock = MAX_LINE_QUANTITY,
  limits: OrderSizeLimits = cartLimits(),
): CartLines {
  const inCart = quantityInCart(lines, added.id)
  const addedQuantity = Math.min(
    wholeQuantity(added.quantity),
    maxAddableQuantity(stock, inCart, itemCount(lines), limits),
  )
  if (addedQuantity === 0) return lines
  if (inCart > 0) {
    return lines.map((line) => (line.id === added.id ? { ...added, quantity: inCart + addedQuantity } : line))
  }
  return lines.length < limits.max_products_per_order
    ? [...lines, { ...added, quantity: addedQuantity }]
    : lines
}

/** Depends on the other lines; the limit per order alone never reduces a quantity. */
export function maxLineQuantity(lines: CartLines, productId: string, stock = MAX_LINE_QUANTITY): number {
  const inCart = quantityInCart(lines, productId)
  const available = Math.max(inCart, cartLimits().max_quantity_per_order - (itemCount(lines) - inCart))
  return Math.min(maxAddableQuantity(stock, 0), available)
}

/** At most the `stock`; 0 removes the line. Ignores values that are not whole numbers. */
export function setQuantity(
  lines: CartLines,
  productId: string,
  quantity: number,
  stock = MAX_LINE_QUANTITY,
): CartLines {
  if (!Number.isSafeInteger(quantity) || quantity < 0) return lines
  const newQuantity = Math.min(quantity, maxLineQuantity(lines, productId, stock))
  if (newQuantity === 0) return lines.filter((line) => line.id !== productId)
  return lines.map((line) => (line.id === productId ? { ...line, quantity: newQuantity } : line))
}

/** Restores a line at its index, unless the product has been added again since. */
export const restoreLine = (lines: CartLines, line: CartLine, index: number): CartLines =>
  quantityInCart(lines, line.id) > 0 || lines.length >= MAX_CART_LINES
    ? lines
    : [...lines.slice(0, Math.max(0, index)), line, ...lines.slice(Math.max(0, index))]

export const clear = (): CartLines => EMPTY_CART

export const cartTotal = (lines: CartLines): number =>
  sumPounds(lines.map(({ price, quantity }) => lineSubtotal(price, quantity)))

export const itemCount = (lines: CartLines): number => lines.reduce((sum, { quantity }) => sum + quantity, 0)

const wholeQuantity = (quantity: number) => (Number.isSafeInteger(quantity) && quantity > 0 ? quantity : 0)
