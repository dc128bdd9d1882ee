import { messages } from './messages.ts'
import { formatPounds } from '#shop/money/money.ts'
import { POLICY } from '#shop/constants.ts'

/** Texts with figures would otherwise be part of every page. */
export const deliveryTimePromise = `With you in ${POLICY.standardDeliveryWorkingDays} working days.`
/** Always shown together with the present charge. */
export const standardRates = `Our standard rate is ${formatPounds(POLICY.standardDelivery)} for each order; an order over ${formatPounds(POLICY.freeDeliveryOver)} goes free.`
export const deliveryTime = `${deliveryTimePromise} We deliver within the United Kingdom only.`
export const cancelAndReturn =
  `You can cancel free of charge until it ships, and return it within ${POLICY.returnWithinDays} days of delivery. ` +
  messages.statutoryRights
export const returnAfterDelivery = `Once it has arrived you can also return it within ${POLICY.returnWithinDays} days of delivery.`
