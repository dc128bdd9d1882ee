import { toDeliveryRates, toDeliveryTexts } from '#shop/delivery/delivery-settings.ts'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'
import type { CartLimits } from './order-limits.ts'

/** The settings that every page is made with. */
export function toCartLimits({
  limits,
  delivery,
}: Pick<ShopDependencies, 'limits' | 'delivery'>): CartLimits {
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
