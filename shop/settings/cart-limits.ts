import { DEFAULT_ORDER_LIMITS, type CartLimits } from './order-limits.ts'

let limits: CartLimits = DEFAULT_ORDER_LIMITS

/** The limits that the first page was rendered with; place_orders.sql enforces the current ones. */
export const cartLimits = (): CartLimits => limits

export function setCartLimits(set: CartLimits) {
  limits = set
}
