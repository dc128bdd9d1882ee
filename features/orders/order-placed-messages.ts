import { formatWeekday } from '#shop/dates/dates.ts'
import { untilAddressIsConfirmed } from '#shop/messages/unverified-address-message.ts'
import { formatPounds } from '#shop/money/money.ts'
import { RETURN_WITHIN_DAYS } from '#shop/constants.ts'

// Shown above the list of orders after checkout.
export const thankYouTitle = (firstName: string | null) =>
  firstName ? `Thank you, ${firstName}. What happens next` : 'Thank you. What happens next'
export const itemsAndTotal = (items: number, pounds: number) =>
  `${items} ${items === 1 ? 'item' : 'items'}, ${formatPounds(pounds)}`
/** Shown after the total. */
export const withDelivery = ({ label, value }: { label: string; value: string }) =>
  ` (${label.toLowerCase()}: ${value.toLowerCase()})`
export const expectedDelivery = (day: string) => `With you by ${formatWeekday(day)}`
export const payOnDeliveryAmount = (pounds: number) => `Pay ${formatPounds(pounds)} at the door`
export const paymentNotTaken = 'By cash or card, when your parcel arrives. Nothing has been taken yet.'
export const confirmationSentTo = 'Your confirmation goes to'
export const confirmationHeld = 'Your confirmation waits for you'
export const confirmationSentOnceVerified = (email: string) =>
  `We send it to ${email} as soon as you have confirmed this address, by the link we sent there. ${untilAddressIsConfirmed}`
export const confirmationHint =
  'It has all of this to keep. Not there in a few minutes? Look among your junk mail.'
export const addressNotVerified = `Please confirm that this address is yours, by the link we sent there. ${untilAddressIsConfirmed}`
export const cancelUntilShipped = `Cancel free of charge until it ships, with the button at the order. You can also return it within ${RETURN_WITHIN_DAYS} days of delivery.`
