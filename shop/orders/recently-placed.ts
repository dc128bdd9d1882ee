import { isOrderEditable, type OrderSummary } from './order.ts'

/** So long after an order was placed its customer is told what comes next, above the list of their orders. */
export const RECENTLY_PLACED_MINUTES = 60

/** The newest order, where it was placed a moment ago and is still to come; null otherwise. In: orders, newest first. */
export function findRecentlyPlaced<Order extends Pick<OrderSummary, 'status' | 'created_at'>>(orders: readonly Order[], now: Date): Order | null {
  const [newest] = orders
  if (!newest || !isOrderEditable(newest.status)) return null
  return now.getTime() - Date.parse(newest.created_at) < RECENTLY_PLACED_MINUTES * 60_000 ? newest : null
}
