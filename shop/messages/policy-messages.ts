import { messages } from './messages.ts'
import { formatPounds } from '#shop/money/money.ts'
import {
  CANCELLATION_DAYS,
  FREE_DELIVERY_OVER_POUNDS,
  RETURN_WITHIN_DAYS,
  STANDARD_DELIVERY_POUNDS,
  STANDARD_DELIVERY_WORKING_DAYS,
} from '#shop/constants.ts'

/** A separate file, because texts with figures would otherwise be on every page. */
export const deliveryTimePromise = `With you in ${STANDARD_DELIVERY_WORKING_DAYS} working days.`
/** Always shown together with the current charge. */
export const standardRates = `Our standard rate is ${formatPounds(STANDARD_DELIVERY_POUNDS)} for each order; an order over ${formatPounds(FREE_DELIVERY_OVER_POUNDS)} goes free.`
export const deliveryTime = `${deliveryTimePromise} We deliver within the United Kingdom only.`
export const cancelAndReturn =
  `You can cancel free of charge until it ships, and return it within ${RETURN_WITHIN_DAYS} days of delivery. ` +
  messages.statutoryRights
export const statutoryCancellation = `By law you can cancel within ${CANCELLATION_DAYS} days of delivery, without a reason; you then pay to send it back.`
export const returnAfterDelivery = `Once it has arrived you can also return it within ${RETURN_WITHIN_DAYS} days of delivery.`
