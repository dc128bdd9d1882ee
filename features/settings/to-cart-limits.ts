import { toDeliveryRates, toDeliveryTexts, type DeliverySettings } from '#shop/delivery/delivery-settings.ts'
import type { CartLimits, OrderLimits } from '#shop/order-limits.ts'

/** The settings that every page is rendered with. */
export function toCartLimits({
  limits,
  delivery,
}: {
  limits: OrderLimits
  delivery: DeliverySettings
}): CartLimits {
  const rates = toDeliveryRates(delivery)
  return {
    max_quantity_per_product: limits.max_quantity_per_product,
    max_products_per_order: limits.max_products_per_order,
    max_quantity_per_order: limits.max_quantity_per_order,
    max_open_total_unverified: limits.max_open_total_unverified,
    max_open_total_verified: limits.max_open_total_verified,
    ...(rates && { delivery: rates }),
    delivery_texts: toDeliveryTexts(delivery),
  }
}
