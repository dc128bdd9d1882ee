import { callProcedure, type Answer } from '#features/call-procedure.server.ts'
import { isValidId } from '#shop/ids.ts'
import { refused } from '#shop/outcome.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import type { OrderStatus } from '#features/orders/order-status.ts'
import type { TrackedOrder } from './carriers.ts'

/** Ships an order in processing, with its tracking number if there is one. Refused like moveOrder, and tracking-invalid. */
export async function shipOrder(
  shop: ShopDependencies,
  admin: Actor,
  { orderId, expected, carrier, tracking_number }: TrackedOrder & { orderId: string; expected: OrderStatus },
): Promise<Answer<'ship_order'>> {
  requirePermission(admin, 'orders.move')
  if (!isValidId(orderId)) return refused('not-found')
  return shop.db.queryAs(admin, (db) =>
    callProcedure(db, 'ship_order', {
      order_id: orderId,
      expected_status: expected,
      carrier,
      tracking_number,
    }),
  )
}

/**
 * Adds, corrects or (both null) removes the tracking number of a shipped order; `version` is the displayed one.
 * Refused: not-found, not-shipped (with the status), changed-meanwhile, tracking-invalid.
 */
export async function saveTracking(
  shop: ShopDependencies,
  admin: Actor,
  { orderId, version, carrier, tracking_number }: TrackedOrder & { orderId: string; version: number },
): Promise<Answer<'save_order_tracking'>> {
  requirePermission(admin, 'orders.edit')
  if (!isValidId(orderId)) return refused('not-found')
  return shop.db.queryAs(admin, (db) =>
    callProcedure(db, 'save_order_tracking', { order_id: orderId, version, carrier, tracking_number }),
  )
}
