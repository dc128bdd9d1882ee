import { addDays, formatLondonDate, londonDay, type Day, type Instant } from '#shop/dates/dates.ts'
import type { ShopIdentity } from '#shop/identity/shop-identity.ts'
import { messages } from '#shop/messages/messages.ts'
import { CANCELLATION_DAYS } from '#shop/constants.ts'

type CancellableOrder = {
  created_at: string
  shipping_address: { full_name: string; address: string; post_code: string; city: string }
}

const traderAddress = ({ company, address }: ShopIdentity) => `${company}, ${address.join(', ')}`

/** Information about cancelling that the law requires: how, by when, and what follows. */
export const rightToCancel = (identity: ShopIdentity): string =>
  `You may cancel this order without giving a reason until ${CANCELLATION_DAYS} days after the day on which you, ` +
  `or somebody you name, receive the last of the goods. Tell us by any clear statement: write to ${identity.email} ` +
  `or to ${traderAddress(identity)}, or call ${identity.phone}. It is enough to send it before the ${CANCELLATION_DAYS} days are over.`

/** Use only with {@link cancellationForm} below it. */
export const cancellationFormOptional = 'You may use the form below, but need not.'

export const refundOnCancelling =
  `We then give back everything you paid for the goods, with the cost of standard delivery if you paid any, within ${CANCELLATION_DAYS} ` +
  'days of their return or of your proof of having sent them, by the means you paid with unless you agree to another. ' +
  'Food that was sealed for health or hygiene cannot be returned once it has been unsealed.'

/** Without this text the shop would have to pay the postage (Consumer Contracts Regulations 2013, regulation 35). */
export const returnPostage =
  `Send the goods back within ${CANCELLATION_DAYS} days of telling us. You pay the postage of what you send back because you ` +
  'changed your mind; we pay it for anything that was damaged, faulty or not what you ordered.'

export const faultyItems = `If something is damaged, faulty or not what you ordered, tell us and we will put it right. ${messages.statutoryRights}`

/** The last London day to cancel, from the time of delivery; null before delivery. */
export const lastDayToCancel = (delivered: Instant | null): Day | null =>
  delivered && addDays(londonDay(delivered), CANCELLATION_DAYS)

/** The model cancellation form for one order; `number` is its short ID. */
export function cancellationForm(order: CancellableOrder, identity: ShopIdentity, number: string): string[] {
  const { full_name, address, post_code, city } = order.shipping_address
  return [
    `To ${traderAddress(identity)}, ${identity.email}:`,
    `I give notice that I cancel my contract of sale of the following goods: order ${number}.`,
    `Ordered on ${formatLondonDate(order.created_at)}, received on:`,
    `Name: ${full_name}`,
    `Address: ${[...address.split(/\r?\n/), city, post_code].join(', ')}`,
    'Date:',
  ]
}

/** Shipped orders can be cancelled by phone only. */
export const phoneToCancel = (phone: string) =>
  `This order has already been shipped. To cancel it, please phone us on ${phone}.`
