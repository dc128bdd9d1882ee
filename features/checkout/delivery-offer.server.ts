import { sql } from 'kysely'
import { londonDay } from '#shop/dates/dates.ts'
import { requirePermission, type Customer } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { toDeliveryRates } from '#shop/delivery/delivery-settings.ts'
import type { DeliveryOffer } from '#shop/delivery/delivery-rates.ts'

/** Null while charges are off, without a query. */
export async function readDeliveryOffer(
  shop: ShopDependencies,
  customer: Customer,
): Promise<DeliveryOffer | null> {
  requirePermission(customer, 'checkout.place-order')
  const rates = toDeliveryRates(shop.delivery)
  if (!rates) return null
  const { rows } = await shop.db.queryAs(customer, (db) =>
    sql<
      Omit<DeliveryOffer, 'rates' | 'today'>
    >`select standard_day, express_day, dispatch_day from delivery_days()`.execute(db),
  )
  return { rates, ...rows[0]!, today: londonDay(shop.clock()) }
}
