import { sql } from 'kysely'
import { requirePermission, type Customer } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import type { OrderAllowance } from './limit-messages.ts'

/** In pounds, for display; place_orders enforces it. */
export async function readOrderAllowance(
  shop: ShopDependencies,
  customer: Customer,
): Promise<OrderAllowance> {
  requirePermission(customer, 'checkout.place-order')
  const { rows } = await shop.db.queryAs(customer, (db) =>
    sql<{ allowance: OrderAllowance }>`select own_order_allowance() as allowance`.execute(db),
  )
  return rows[0]!.allowance
}
