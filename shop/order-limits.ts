import { MAX_CART_LINES, MAX_LINE_QUANTITY } from './constants.ts'
import type { DeliveryRates, DeliveryTexts } from './delivery/delivery-rates.ts'

/** Per order, account and client address; sums in pounds. */
export type OrderLimits = {
  max_quantity_per_product: number
  max_products_per_order: number
  max_quantity_per_order: number
  /** Open orders are unpaid: pending, processing or shipped. */
  max_open_total_unverified: number
  max_open_total_verified: number
  max_orders_per_hour_per_account: number
  max_orders_per_hour_per_address: number
}
export type OrderLimit = keyof OrderLimits

/** No order can exceed these, so they mean no limit: a product can be ordered up to its stock. */
export const NO_SIZE_LIMITS: OrderSizeLimits = {
  max_quantity_per_product: MAX_LINE_QUANTITY,
  max_products_per_order: MAX_CART_LINES,
  max_quantity_per_order: MAX_LINE_QUANTITY * MAX_CART_LINES,
}

/** The owner may set limits for one order (ADR-28). */
export const DEFAULT_ORDER_LIMITS: OrderLimits = {
  ...NO_SIZE_LIMITS,
  max_open_total_unverified: 150,
  max_open_total_verified: 600,
  max_orders_per_hour_per_account: 10,
  max_orders_per_hour_per_address: 60,
}
export const ORDER_LIMITS = Object.keys(DEFAULT_ORDER_LIMITS) as OrderLimit[]

const MAX_ORDER_LIMITS: OrderLimits = {
  ...NO_SIZE_LIMITS,
  max_open_total_unverified: 99_999_999,
  max_open_total_verified: 99_999_999,
  max_orders_per_hour_per_account: 1_000_000,
  max_orders_per_hour_per_address: 1_000_000,
}

export const isSizeLimit = (name: string): name is keyof OrderSizeLimits =>
  Object.hasOwn(NO_SIZE_LIMITS, name)
const isAmountLimit = (limit: OrderLimit): boolean => limit.includes('total')

/** Pounds for totals, otherwise whole numbers. */
export const limitRule = (limit: OrderLimit): string =>
  isAmountLimit(limit)
    ? `an amount in pounds from 0 to ${MAX_ORDER_LIMITS[limit]}, like 150`
    : `a whole number from 1 to ${MAX_ORDER_LIMITS[limit]}`

/** The value of a form field; empty if there is no limit. */
export const formatLimit = (limit: OrderLimit, value: number): string =>
  isSizeLimit(limit) && value === NO_SIZE_LIMITS[limit] ? '' : String(value)

/** Parses a typed limit; null if it breaks the rule. */
export function parseLimit(limit: OrderLimit, typed: string): number | null {
  if (typed === '' && isSizeLimit(limit)) return NO_SIZE_LIMITS[limit]
  const pattern = isAmountLimit(limit) ? /^\d{1,8}(\.\d{1,2})?$/ : /^\d{1,7}$/
  const value = pattern.test(typed) ? Number(typed) : NaN
  return value >= (isAmountLimit(limit) ? 0 : 1) && value <= MAX_ORDER_LIMITS[limit] ? value : null
}

export const environmentVariableName = <Limit extends OrderLimit>(limit: Limit) =>
  limit.toUpperCase() as Uppercase<Limit>

export type OrderSizeLimits = Pick<
  OrderLimits,
  'max_quantity_per_product' | 'max_products_per_order' | 'max_quantity_per_order'
>

export type CartLimits = OrderSizeLimits &
  Pick<OrderLimits, 'max_open_total_unverified' | 'max_open_total_verified'> & {
    /** Present while charges are on. */
    delivery?: DeliveryRates
    delivery_texts?: DeliveryTexts
  }
