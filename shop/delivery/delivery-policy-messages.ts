import {
  EXPRESS_CUT_OFF_HOUR,
  EXPRESS_DELIVERY_POUNDS,
  FREE_DELIVERY_OVER_POUNDS,
  STANDARD_DELIVERY_POUNDS,
} from '#shop/constants.ts'
import { formatPounds } from '#shop/money/money.ts'
import { formatHour } from './delivery-messages.ts'
import type { DeliveryRates } from './delivery-rates.ts'

const freeOver = formatPounds(FREE_DELIVERY_OVER_POUNDS)

/** Texts of the policy pages while charges are on; rates that the owner does not use are marked as such. */
export const standardCharge = ({ standard, free_over }: DeliveryRates): string =>
  standard === 0
    ? `Standard delivery is free: our rate of ${formatPounds(STANDARD_DELIVERY_POUNDS)} for each order, free over ${freeOver}, is not charged at present.`
    : free_over === null
      ? `Standard delivery costs ${formatPounds(standard)} for each order. Free delivery over ${freeOver} is not offered at present.`
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

const policyHour = (hour: number) => formatHour(hour).toUpperCase()

export const expressTime = ({ cut_off_hour }: DeliveryRates): string =>
  `Express delivery is with you on the next working day if you order before ${policyHour(cut_off_hour)} on a working day; otherwise one working day later.`

export const expressNotOffered = `Express delivery for ${formatPounds(EXPRESS_DELIVERY_POUNDS)}, on the next working day if you order before ${policyHour(EXPRESS_CUT_OFF_HOUR)}, is not offered at present.`

export const chargeIsInTotal =
  'The charge is a line of its own in your cart and in the total before you place the order.'
