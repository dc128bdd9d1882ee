import type { OrderStatus } from '#shop/constants.ts'
import type { CartLines } from '#shop/cart/cart.ts'

/** What a submit has ordered already, as far as the cart of its shopper is concerned. A cancelled order brings nothing. */
export type PlacedOrder = { order_id: string; status: OrderStatus; items: { product_id: string; quantity: number }[] }

/**
 * The cart after an order, also one whose answer never reached it: what was ordered is taken out, and what the
 * shopper has put in since stays. In: the cart's lines and the order. Out: lines with the quantities still wanted, none below 1.
 */
export function removeOrderedQuantities(lines: CartLines, { items }: Pick<PlacedOrder, 'items'>): CartLines {
  const ordered = new Map(items.map(({ product_id, quantity }) => [product_id, quantity]))
  return lines
    .map((line) => ({ ...line, quantity: line.quantity - (ordered.get(line.id) ?? 0) }))
    .filter(({ quantity }) => quantity > 0)
}
