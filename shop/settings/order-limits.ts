/** What one order, one account and one address of a caller may come to. Sums in pounds. */
export type OrderLimits = {
  max_quantity_per_product: number
  max_products_per_order: number
  max_quantity_per_order: number
  /** Open are orders that are pending, processing or shipped: nothing of them is paid yet. */
  max_open_total_unverified: number
  max_open_total_verified: number
  max_orders_per_hour_per_account: number
  max_orders_per_hour_per_address: number
}
export type OrderLimit = keyof OrderLimits

/** ADR-28: a shopper who buys for a family, or for a feast, never meets one of them. */
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

/** The highest value that makes sense: beyond a line of 999 and a cart of 100 products no order can be made. */
export const MAX_ORDER_LIMITS: OrderLimits = {
  max_quantity_per_product: 999,
  max_products_per_order: 100,
  max_quantity_per_order: 99_900,
  max_open_total_unverified: 99_999_999,
  max_open_total_verified: 99_999_999,
  max_orders_per_hour_per_account: 1_000_000,
  max_orders_per_hour_per_address: 1_000_000,
}

/** The environment variable that gives a limit its first value, such as MAX_QUANTITY_PER_PRODUCT. */
export const environmentVariableName = <Limit extends OrderLimit>(limit: Limit) => limit.toUpperCase() as Uppercase<Limit>

/** How much one order holds. */
export type OrderSizeLimits = Pick<OrderLimits, 'max_quantity_per_product' | 'max_products_per_order' | 'max_quantity_per_order'>

/** What the browser has to know before anything is sent: how much one order holds, and what open orders may come to. */
export type CartLimits = OrderSizeLimits & Pick<OrderLimits, 'max_open_total_unverified' | 'max_open_total_verified'>

export const toCartLimits = ({
  max_quantity_per_product, max_products_per_order, max_quantity_per_order, max_open_total_unverified, max_open_total_verified,
}: OrderLimits): CartLimits => ({
  max_quantity_per_product, max_products_per_order, max_quantity_per_order, max_open_total_unverified, max_open_total_verified,
})
