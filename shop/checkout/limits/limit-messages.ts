import { formatPounds, sumPounds } from '#shop/money/money.ts'
import type { OrderLimits } from '#shop/settings/order-limits.ts'

/** Unpaid open orders and their limit, in pounds; null if there is none. */
export type OrderAllowance = { is_verified: boolean; open_total: number; max_open_total: number | null }

/** If an order of this total (pounds) exceeds the allowance, otherwise null. */
export function allowanceExceededMessage(
  { is_verified, open_total, max_open_total }: OrderAllowance,
  orderTotal: number,
): string | null {
  if (max_open_total === null || sumPounds([open_total, orderTotal]) <= max_open_total) return null
  const limit = formatPounds(max_open_total)
  const openTotalText =
    open_total > 0
      ? `${formatPounds(open_total)} of yours is on its way, and this order comes to ${formatPounds(orderTotal)}.`
      : `This order comes to ${formatPounds(orderTotal)}.`
  const rule = is_verified
    ? `You pay at the door, so orders of up to ${limit} in all can be on their way to you at one time.`
    : `You pay at the door, so until your email address is verified, orders of up to ${limit} in all can be on their way to you at one time.`
  return `${rule} ${openTotalText} ${adviceText(is_verified, open_total > 0)}`
}

function adviceText(isVerified: boolean, hasOpen: boolean): string {
  if (!isVerified)
    return `Verify your address with the link in our email${hasOpen ? ', wait for your delivery' : ''} or order less.`
  return hasOpen
    ? 'Wait for your delivery or order less. For more, ring us.'
    : 'Order less. For more, ring us.'
}

/** For the cart, where verification is not known; null if every customer may order this total. */
export function unverifiedLimitMessage(
  cartTotal: number,
  {
    max_open_total_unverified: limit,
    max_open_total_verified,
  }: Pick<OrderLimits, 'max_open_total_unverified' | 'max_open_total_verified'>,
): string | null {
  if (cartTotal <= limit) return null
  const verifiedText =
    max_open_total_verified > limit ? ` After that, up to ${formatPounds(max_open_total_verified)}.` : ''
  return `Until your email address is verified, orders of up to ${formatPounds(limit)} in all can be on their way to you at one time.${verifiedText}`
}

export const newLinkSentMessage = (email: string) => `A new link is on its way to ${email}.`

/** Shown as minutes, rounded up. */
export function tooManyOrders(retryAfterSeconds: number): string {
  const minutes = Math.max(1, Math.ceil(retryAfterSeconds / 60))
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return `Many orders have come from you in a short time. Nothing was ordered, and your cart is as it was. Wait ${wait}, then place it again.`
}
export const tooManyProducts = (max: number) =>
  `An order holds at most ${max} different products. Nothing was ordered: take some out, and order them next time.`
export const orderTooLarge = (max: number) =>
  `An order holds at most ${max} items. Nothing was ordered: take some out, and order them next time.`
