import type { OrderStatus } from '#features/orders/order-status.ts'
import type { CartLines } from '#features/cart/cart.ts'

/** A cancelled order counts as none. */
export type PlacedOrder = {
  order_id: string
  status: OrderStatus
  items: { product_id: string; quantity: number }[]
}

/** Keeps what was added since; returns lines with the remaining quantities, all at least 1. */
export function removeOrderedQuantities(lines: CartLines, { items }: Pick<PlacedOrder, 'items'>): CartLines {
  const ordered = new Map(items.map(({ product_id, quantity }) => [product_id, quantity]))
  return lines
    .map((line) => ({ ...line, quantity: line.quantity - (ordered.get(line.id) ?? 0) }))
    .filter(({ quantity }) => quantity > 0)
}
