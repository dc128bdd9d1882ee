import { requirePermission, type Customer } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import type { PlacedOrder } from './placed-order.ts'
import { selectPlacedOrder } from './placed-order-queries.server.ts'

/** The order of an attempt whose response was lost, including cancelled ones; null if this customer has no order with this key. */
export async function findPlacedOrder(
  shop: ShopDependencies,
  customer: Customer,
  key: string,
): Promise<PlacedOrder | null> {
  requirePermission(customer, 'checkout.place-order')
  // PostgreSQL text cannot contain NUL, so no order has such a key.
  if (key.includes('\0')) return null
  return (await shop.db.queryAs(customer, (db) => selectPlacedOrder(db, customer.userId, key))) ?? null
}
