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
export const MAX_ORDER_LIMITS: OrderLimits = {
  max_quantity_per_product: 999,
  max_products_per_order: 100,
  max_quantity_per_order: 99_900,
  max_open_total_unverified: 99_999_999,
  max_open_total_verified: 99_999_999,
  max_orders_per_hour_per_account: 1_000_000,
  max_orders_per_hour_per_address: 1_000_000,
}

export const environmentVariableName = <Limit extends OrderLimit>(limit: Limit) =>
  limit.toUpperCase() as Uppercase<Limit>

export type OrderSizeLimits = Pick<
  OrderLimits,
  'max_quantity_per_product' | 'max_products_per_order' | 'max_quantity_per_order'
>

export type CartLimits = OrderSizeLimits &
  Pick<OrderLimits, 'max_open_total_unverified' | 'max_open_total_verified'>

export const toCartLimits = ({
  max_quantity_per_product,
  max_products_per_order,
  max_quantity_per_order,
  max_open_total_unverified,
  max_open_total_verified,
}: OrderLimits): CartLimits => ({
  max_quantity_per_product,
  max_products_per_order,
  max_quantity_per_order,
  max_open_total_unverified,
  max_open_total_verified,
})
