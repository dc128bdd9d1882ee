import type { DeliveryRates, DeliveryTexts } from '#shop/delivery/delivery-rates.ts'

/** Per order, account and client address; sums in pounds. */
export type OrderLimits = {
  max_quantity_per_product: number
  max_products_per_order: number
  max_quantity_per_order: number
  /** Open orders are pending, processing or shipped: unpaid. */
  max_open_total_unverified: number
  max_open_total_verified: number
  max_orders_per_hour_per_account: number
  max_orders_per_hour_per_address: number
}
export type OrderLimit = keyof OrderLimits

/** High enough for family and party shopping (ADR-28). */
export const DEFAULT_ORDER_LIMITS: OrderLimits = {
  max_quantity_per_product: 20,
  max_products_per_order: 30,
  max_quantity_per_order: 100,
  max_open_total_unverified: 150,
  max_open_total_verified: 600,
  max_orders_per_hour_per_account: 10,
  max_orders_per_hour_per_address: 60,
}
export const ORDER_LIMITS = Object.keys(DEFAULT_ORDER_LIMITS) as OrderLimit[]

/** No order can exceed these: 999 per line and 100 products per cart. */
const MAX_ORDER_LIMITS: OrderLimits = {
  max_quantity_per_product: 999,
  max_products_per_order: 100,
  max_quantity_per_order: 99_900,
  max_open_total_unverified: 99_999_999,
  max_open_total_verified: 99_999_999,
  max_orders_per_hour_per_account: 1_000_000,
  max_orders_per_hour_per_address: 1_000_000,
}

const isAmountLimit = (limit: OrderLimit): boolean => limit.includes('total')

/** Pounds for sums, otherwise whole numbers. */
export const limitRule = (limit: OrderLimit): string =>
  isAmountLimit(limit)
    ? `an amount in pounds from 0 to ${MAX_ORDER_LIMITS[limit]}, like 150`
    : `a whole number from 1 to ${MAX_ORDER_LIMITS[limit]}`

/** In: what was typed. Out: the limit, or null if it is outside its rule. */
export function parseLimit(limit: OrderLimit, typed: string): number | null {
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
    /** While charges are on. */
    delivery?: DeliveryRates
    delivery_texts?: DeliveryTexts
  }
