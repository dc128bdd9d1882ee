import { formatPounds, sumPounds } from '#shop/money/money.ts'
import type { OrderLimits } from '#shop/order-limits.ts'

/** Unpaid open orders and their limits, in pounds; null: no limit. */
export type OrderAllowance = {
  is_verified: boolean
  open_total: number
  max_open_total: number | null
  /** The limit once the address is verified. */
  max_open_total_verified: number | null
}

/** Whether the customer could place an order of this total (pounds) after verifying the address. */
export const isVerifyingEnough = (
  { is_verified, open_total, max_open_total_verified }: OrderAllowance,
  orderTotal: number,
): boolean =>
  !is_verified &&
  (max_open_total_verified === null || sumPounds([open_total, orderTotal]) <= max_open_total_verified)

/** The message if an order of this total (pounds) exceeds the allowance, otherwise null. */
export function allowanceExceededMessage(allowance: OrderAllowance, orderTotal: number): string | null {
  const { open_total, max_open_total } = allowance
  if (max_open_total === null || sumPounds([open_total, orderTotal]) <= max_open_total) return null
  const hasOpen = open_total > 0
  const openTotalText = hasOpen
    ? `${formatPounds(open_total)} of yours is on its way, and this order comes to ${formatPounds(orderTotal)}.`
    : `This order comes to ${formatPounds(orderTotal)}.`
  const advice = isVerifyingEnough(allowance, orderTotal)
    ? `Verify your address with the link in our email${hasOpen ? ', wait for your delivery' : ''} or order less.`
    : `${hasOpen ? 'Wait for your delivery or order' : 'Order'} less. For more, ring us.`
  return `You pay at the door, so ${ruleText(allowance, max_open_total, orderTotal)} ${openTotalText} ${advice}`
}

function ruleText(allowance: OrderAllowance, max: number, orderTotal: number): string {
  const { is_verified, max_open_total_verified } = allowance
  const atOneTime = 'in all can be on their way to you at one time'
  if (isVerifyingEnough(allowance, orderTotal))
    return `until your email address is verified, orders of up to ${formatPounds(max)} ${atOneTime}.`
  if (is_verified || max_open_total_verified === null || max_open_total_verified <= max)
    return `orders of up to ${formatPounds(max)} ${atOneTime}.`
  return `orders of up to ${formatPounds(max_open_total_verified)} ${atOneTime}, and of up to ${formatPounds(max)} until your email address is verified.`
}

type OpenTotalLimits = Pick<OrderLimits, 'max_open_total_unverified' | 'max_open_total_verified'>

/** For the cart, which does not know the open orders; null if every such customer may order this total. */
export function cartLimitMessage(
  cartTotal: number,
  limits: OpenTotalLimits,
  /** Null for a visitor, or if it is not known. */
  isVerified: boolean | null,
): string | null {
  const { max_open_total_unverified: unverified, max_open_total_verified: verified } = limits
  const most = Math.max(unverified, verified)
  const own = isVerified === null ? most : isVerified ? verified : unverified
  if (cartTotal <= own) return null
  const atOneTime = `in all can be on their way to you at one time.`
  const limitOfAll = `Orders of up to ${formatPounds(Math.max(own, verified))} ${atOneTime}`
  if (isVerified !== false || verified <= unverified) return limitOfAll
  return cartTotal <= verified
    ? `Until your email address is verified, orders of up to ${formatPounds(own)} ${atOneTime} After that, up to ${formatPounds(verified)}.`
    : `${limitOfAll} Until your email address is verified, up to ${formatPounds(own)}.`
}

export const newLinkSentMessage = (email: string) => `A new link is on its way to ${email}.`

/** Follows `Please try again.` of a failed order. Shown in minutes, rounded up. */
export function tooManyOrders(retryAfterSeconds: number): string {
  const minutes = Math.max(1, Math.ceil(retryAfterSeconds / 60))
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return `You can do so in ${wait}: many orders have come from you in a short time, nothing was ordered now, and your cart stays as it is.`
}
export const tooManyProducts = (max: number) =>
  `An order holds at most ${max} different products. Nothing was ordered: take some out, and order them next time.`
export const orderTooLarge = (max: number) =>
  `An order holds at most ${max} items. Nothing was ordered: take some out, and order them next time.`
