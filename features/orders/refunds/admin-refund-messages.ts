import { IN_OWN_DATA } from '#features/customers/in-own-data.ts'
import { formatPounds } from '#shop/money/money.ts'
import { freeAmount, type DoorPayment, type RecordedPayment, type RecordedRefund } from './refund.ts'
import { BY_REFUND_METHOD, refundMessages } from './refund-messages.ts'

export const doorPaymentLabels = {
  cash: 'Cash',
  card: 'Card',
  'not-paid': 'Not paid',
} as const satisfies Record<DoorPayment, string>

const PAID_LABELS = {
  cash: 'Paid in cash',
  card: 'Paid by card',
  'not-paid': 'Not paid',
} as const satisfies Record<DoorPayment, string>

export const paymentMessages = {
  paid: (payment: DoorPayment | null): string => (payment ? PAID_LABELS[payment] : 'Not recorded yet'),
  openPoint: 'It is not recorded yet how this order was paid.',
  recordIt: 'Record it',
  how: 'How was it paid at the door?',
  recorded: (payment: DoorPayment): string => `Recorded: ${PAID_LABELS[payment].toLowerCase()}.`,
  changedMeanwhile:
    'Somebody else changed this order in the meantime. Look at it again, then record the payment.',
  notDelivered: 'What was paid is recorded once the order is delivered.',
  refundedAlready: 'A refund was made for this order, so its payment can no longer be changed.',
  correct: 'Correct it',
  missing: 'Choose how the order was paid',
  notRecorded: 'The payment was not recorded. Please try again.',
} as const

export const adminRefundMessages = {
  done: (amount: number, isEmailed: boolean): string =>
    `${formatPounds(amount)} refunded. ${isEmailed ? 'The customer gets an email, if the order has an address: at once, or as soon as an unconfirmed address is confirmed.' : 'No email tells the customer: it is switched off.'}`,
  button: (amount: number | null): string => (amount ? `Refund ${formatPounds(amount)}` : 'Refund'),
  wholeOrder: 'Whole order',
  method: 'How is the money given back?',
  allRefunded: 'All refunded',
  lessThanItems: 'Less than the items cost, because something was refunded before without an item.',
  remains: (amount: number): string => `${formatPounds(amount)} can still be refunded.`,
  nothingRemains: 'All that was paid is refunded.',
  delivery: (charge: number): string => `Delivery charge of ${formatPounds(charge)}`,
  deliveryHint: 'Given back with the whole order; otherwise only if you tick it.',
  deliveryRefunded: 'The delivery charge is refunded already',
  freeAmount: 'Goodwill amount (£, optional)',
  freeAmountHint: 'Beside the items, as for a late delivery.',
  reasonHint: `Kept in the history of the order. ${IN_OWN_DATA}`,
  restock: 'Goods come back to stock',
  restockHint: 'Tick it only if what was returned can be sold again.',
  restocked: 'Goods back in stock',
  reasonMissing: 'Please give a reason for the refund',
  methodMissing: 'Choose how the money is given back',
  paymentMissing: 'Choose how the order was paid',
  notPaid: 'Nothing was paid for this order, so nothing can be refunded',
  quantityInvalid: (name: string, remaining: number): string =>
    `The quantity of ${name} must be a whole number from 0 to ${remaining}`,
  moreThanBought: (name: string, remaining: number): string =>
    remaining === 0
      ? `All of ${name} is refunded already`
      : `Only ${remaining} of ${name} can still be refunded`,
  freeAmountInvalid: 'The goodwill amount must be in pounds and pence, 0 or more, such as 2.50',
  moreThanRemains: (amount: number, remaining: number): string =>
    `That comes to ${formatPounds(amount)}, and only ${formatPounds(remaining)} can still be refunded`,
  nothingChosen: 'Choose an item to refund, or enter a goodwill amount',
  confirmAmount: (amount: number): string =>
    `This refund comes to ${formatPounds(amount)}. Press ‘Refund ${formatPounds(amount)}’ to make it.`,
  changedMeanwhile:
    'Somebody else changed this order in the meantime. Nothing was refunded: check what remains, then refund again.',
  usedAlready: (amount: number): string =>
    `This form has refunded ${formatPounds(amount)} already. Check what remains before you refund more.`,
  notDelivered: 'Only a delivered order can be refunded. To stop an open one, cancel it.',
  notRefunded:
    'It is not known whether the refund was made. Press the button again: the same refund is never made twice.',
} as const

export const describePayment = ({ from, to }: RecordedPayment): string =>
  from ? `${PAID_LABELS[from]}, corrected to: ${PAID_LABELS[to].toLowerCase()}` : PAID_LABELS[to]

export function describeRefund(refund: RecordedRefund): string[] {
  const { amount: total, delivery_amount: delivery = 0, items } = refund
  const free = freeAmount({ amount: total, delivery_amount: delivery, lines: items })
  return [
    `${formatPounds(refund.amount)} ${BY_REFUND_METHOD[refund.method]}`,
    ...refund.items.map(({ name, quantity, amount }) => `${quantity} × ${name}: ${formatPounds(amount)}`),
    ...(delivery === 0 ? [] : [`${refundMessages.delivery}: ${formatPounds(delivery)}`]),
    ...(free === 0 ? [] : [`${refundMessages.freeLine(free)}: ${formatPounds(free)}`]),
    ...(refund.is_restocked ? [adminRefundMessages.restocked] : []),
  ]
}
