import { messages } from '#shop/messages/messages.ts'
import { deliveryTimePromise } from '#shop/messages/policy-messages.ts'
import { formatPounds } from '#shop/money/money.ts'
import {
  EXPRESS_CUT_OFF_HOUR,
  EXPRESS_DELIVERY_POUNDS,
  FREE_DELIVERY_OVER_POUNDS,
  STANDARD_DELIVERY_POUNDS,
} from '#shop/constants.ts'
import type { DeliveryRates, DeliveryTexts } from './delivery-rates.ts'

/** The value of the setting `delivery`; amounts are in pounds. */
export type DeliverySettings = {
  is_charged: boolean
  standard: number
  /** Standard delivery is free above this amount; null: never. */
  free_over: number | null
  /** Null: not offered. */
  express: number | null
  /** London hour; express orders placed before it on a working day are sent the same day. */
  cut_off_hour: number
}

/** The rates of the specification, waived until the owner charges them. */
export const DEFAULT_DELIVERY: DeliverySettings = {
  is_charged: false,
  standard: STANDARD_DELIVERY_POUNDS,
  free_over: FREE_DELIVERY_OVER_POUNDS,
  express: EXPRESS_DELIVERY_POUNDS,
  cut_off_hour: EXPRESS_CUT_OFF_HOUR,
}

/** For pages; absent while charges are off. */
export const toDeliveryRates = ({ is_charged, ...rates }: DeliverySettings): DeliveryRates | undefined =>
  is_charged ? rates : undefined

/** Sent with each page, so that the first pages' scripts need no texts for both cases. */
export function toDeliveryTexts({ is_charged, standard, free_over }: DeliverySettings): DeliveryTexts {
  const time = deliveryTimePromise
  if (!is_charged)
    return {
      charge: messages.noDeliveryChargeAdded,
      time,
      title: 'No delivery charge',
      text: 'Waived at present: you pay the price you see',
    }
  if (standard === 0)
    return {
      charge: 'Standard delivery is free.',
      time,
      title: 'Free delivery',
      text: 'Standard delivery, to any address in the United Kingdom',
    }
  const rate = formatPounds(standard)
  const free = free_over === null ? null : formatPounds(free_over)
  return {
    charge: free ? `Delivery ${rate}, free over ${free}.` : `Delivery ${rate}.`,
    time,
    title: `${rate} delivery`,
    text: free ? `Free if your order is over ${free}` : 'For each order, whatever its size',
  }
}
