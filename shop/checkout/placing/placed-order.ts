import type { OrderStatus } from '#shop/orders/order-status.ts'
import type { CartLines } from '#shop/cart/cart.ts'

/** What an attempt has ordered already; a cancelled order counts as nothing. */
export type PlacedOrder = {
  order_id: string
  status: OrderStatus
  items: { product_id: string; quantity: number }[]
}

/**
 * Removes ordered quantities from the cart and keeps what was added since.
 * In: the cart lines and the order. Out: lines with the remaining quantities, all at least 1.
 */
export function removeOrderedQuantities(lines: CartLines, { items }: Pick<PlacedOrder, 'items'>): CartLines {
  const ordered = new Map(items.map(({ product_id, quantity }) => [product_id, quantity]))
  return lines
    .map((line) => ({ ...line, quantity: line.quantity - (ordered.get(line.id) ?? 0) }))
    .filter(({ quantity }) => quantity > 0)
}
