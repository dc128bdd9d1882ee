import { REFUND_WORKING_DAYS } from '#shop/constants.ts'
import { formatLondonDate, type Instant } from '#shop/dates/dates.ts'
import type { DoorPayment, RefundMethod } from './refund.ts'

export const refundMethodLabels = {
  cash: 'Cash',
  card: 'Card',
  'bank-transfer': 'Bank transfer',
} as const satisfies Record<RefundMethod, string>

export const BY_REFUND_METHOD = {
  cash: 'in cash',
  card: 'to the card',
  'bank-transfer': 'by bank transfer',
} as const satisfies Record<RefundMethod, string>

/** Texts for customers; those of the back-office are in admin-refund-messages.ts. */
export const refundMessages = {
  refunded: 'Refunded',
  afterRefunds: 'Total after refunds',
  refundOf: (day: string): string => `Refund of ${day}`,
  by: (method: RefundMethod): string => `Given back ${BY_REFUND_METHOD[method]}`,
  delivery: 'Delivery',
  freeLine: (free: number): string =>
    free > 0 ? 'Goodwill' : 'Less what was refunded before without an item',
} as const

/** Null while no payment is recorded, so that a receipt claims none. */
export function paidAtDoor(payment: DoorPayment | null, delivered: Instant | null): string | null {
  if (payment === null || delivered === null) return null
  if (payment === 'not-paid') return 'Not paid'
  return `Paid ${payment === 'card' ? 'by card' : 'in cash'} on delivery, ${formatLondonDate(delivered)}`
}

/** Tells customers how and when they get the money. */
export const refundArrival = (method: RefundMethod): string => {
  const soon = `within ${REFUND_WORKING_DAYS} working days`
  switch (method) {
    case 'cash':
      return `You get the money in cash ${soon}, unless you have it already.`
    case 'card':
      return `The money goes back to the card that you paid with. It should be there ${soon}.`
    case 'bank-transfer':
      return `The money comes by bank transfer ${soon}. If we do not have your bank details yet, we ask you for them.`
  }
}
