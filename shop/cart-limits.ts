import { DEFAULT_ORDER_LIMITS, type CartLimits } from './order-limits.ts'

let limits: CartLimits = DEFAULT_ORDER_LIMITS

/** The limits with which the first page was rendered; place_orders.sql enforces the current ones. */
export const cartLimits = (): CartLimits => limits

export function setCartLimits(set: CartLimits) {
  limits = set
}
