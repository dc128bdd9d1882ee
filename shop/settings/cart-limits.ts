import { DEFAULT_ORDER_LIMITS, type CartLimits } from './order-limits.ts'

let limits: CartLimits = DEFAULT_ORDER_LIMITS

/** The limits that the first page was rendered with; the server enforces the current ones. */
export const cartLimits = (): CartLimits => limits

/** Called once, by the browser and by the renderer, before rendering. */
export function setCartLimits(set: CartLimits) {
  limits = set
}
