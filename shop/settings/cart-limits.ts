import { toCartLimits, DEFAULT_ORDER_LIMITS, type CartLimits } from './order-limits.ts'

let limits = toCartLimits(DEFAULT_ORDER_LIMITS)

/** The limits of one order, as the page that was opened first said them. The server holds them whatever is known here. */
export const cartLimits = (): CartLimits => limits

/** Called once, by the browser and by the renderer, before anything is shown. */
export function setCartLimits(set: CartLimits) {
  limits = set
}
