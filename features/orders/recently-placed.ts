import { type OrderSummary } from './order.ts'
import { isOrderOpen } from './order-status.ts'

/** How long the next steps are shown above the customer's orders. */
export const RECENTLY_PLACED_MINUTES = 60

/** The newest order if it was placed recently and is open; otherwise null. Takes orders, newest first. */
export function findRecentlyPlaced<Order extends Pick<OrderSummary, 'status' | 'created_at'>>(
  orders: readonly Order[],
  now: Date,
): Order | null {
  const [newest] = orders
  if (!newest || !isOrderOpen(newest.status)) return null
  return now.getTime() - Date.parse(newest.created_at) < RECENTLY_PLACED_MINUTES * 60_000 ? newest : null
}
