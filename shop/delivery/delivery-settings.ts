import { formatPounds } from '#shop/money/money.ts'
import { FREE_DELIVERY_OVER_POUNDS, STANDARD_DELIVERY_POUNDS } from '#shop/constants.ts'
import type { DeliveryRates } from './delivery-rates.ts'

/** As the setting `delivery` stores it; amounts in pounds. */
export type DeliverySettings = {
  is_charged: boolean
  standard: number
  /** Standard delivery is free if the items cost more; null: never. */
  free_over: number | null
  /** Null: not offered. */
  express: number | null
  /** Hour of London; an express order placed before it on a working day is sent on that day. */
  cut_off_hour: number
}

/** The rates of the specification, waived until the owner charges them. */
export const DEFAULT_DELIVERY: DeliverySettings = {
  is_charged: false,
  standard: STANDARD_DELIVERY_POUNDS,
  free_over: FREE_DELIVERY_OVER_POUNDS,
  express: 4.99,
  cut_off_hour: 14,
}

/** For pages, which get nothing while charges are off. The short texts keep the scripts of the first pages small. */
export function toDeliveryRates({ is_charged, ...rates }: DeliverySettings): DeliveryRates | undefined {
  if (!is_charged) return undefined
  const { standard, free_over } = rates
  const charge = standard === 0 ? 'Free delivery' : `${formatPounds(standard)} delivery`
  const free = free_over !== null && standard > 0 ? formatPounds(free_over) : null
  return {
    ...rates,
    title: charge,
    text: free
      ? `Free if your order is over ${free}`
      : standard === 0
        ? 'To any address in the United Kingdom'
        : 'For each order, whatever its size',
    note:
      standard === 0
        ? 'Standard delivery is free.'
        : `Delivery ${formatPounds(standard)}${free ? `, free over ${free}` : ''}.`,
  }
}
