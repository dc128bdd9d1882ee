import { formatPounds } from '#shop/money/money.ts'
import { formatHour } from './delivery-messages.ts'
import type { DeliveryRates } from './delivery-rates.ts'

/** What the policy pages say while charges are on. */
export const standardCharge = ({ standard, free_over }: DeliveryRates): string =>
  standard === 0
    ? 'Standard delivery is free.'
    : free_over === null
      ? `Standard delivery costs ${formatPounds(standard)} for each order.`
      : `Standard delivery costs ${formatPounds(standard)} for each order, and is free if the items cost more than ${formatPounds(free_over)}.`

export const freeOverNote = ({ standard, free_over }: DeliveryRates): string =>
  standard > 0 && free_over !== null
    ? `Free if your order is over ${formatPounds(free_over)}`
    : 'For each order, whatever its size'

export const expressCharge = ({ express }: DeliveryRates): string | null =>
  express === null
    ? null
    : express === 0
      ? 'Express delivery is free.'
      : `Express delivery costs ${formatPounds(express)} for each order, whatever its size.`

export const expressTime = ({ cut_off_hour }: DeliveryRates): string =>
  `Express delivery is with you on the next working day if you order before ${formatHour(cut_off_hour)} on a working day; otherwise one working day later.`

export const chargeIsInTotal =
  'The charge is a line of its own in your cart and in the total before you place the order.'
