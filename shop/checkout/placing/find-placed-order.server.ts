import { requirePermission, type Customer } from '#shop/permissions.ts'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'
import type { PlacedOrder } from './placed-order.ts'
import { selectPlacedOrder } from './placed-order-queries.server.ts'

/**
 * Checkout: the order that a submit has made already, for a shopper whose answer was lost on its way.
 * In: the customer who sent it and the submit's idempotency key. Out: the order's id and status with
 * its products and pieces, also of a cancelled order; null where no order of this customer was made by this key.
 * Another customer's key looks like one that was never used.
 */
export async function findPlacedOrder(shop: ShopDependencies, customer: Customer, key: string): Promise<PlacedOrder | null> {
  requirePermission(customer, 'checkout.place-order')
  // NUL is the one character that PostgreSQL's text cannot hold, so no order has such a key.
  if (key.includes('\0')) return null
  return (await shop.db.queryAs(customer, (db) => selectPlacedOrder(db, customer.userId, key))) ?? null
}
