import { sql } from 'kysely'
import { requirePermission, type Customer } from '#shop/permissions.ts'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'
import type { OrderAllowance } from './limit-messages.ts'

/** What this customer has open and may have, told before they order; place_orders holds it. */
export async function readOrderAllowance(shop: ShopDependencies, customer: Customer): Promise<OrderAllowance> {
  requirePermission(customer, 'checkout.place-order')
  const { rows } = await shop.db.queryAs(customer, (db) => sql<{ allowance: OrderAllowance }>`select own_order_allowance() as allowance`.execute(db))
  return rows[0]!.allowance
}
