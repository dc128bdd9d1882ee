import { sql } from 'kysely'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'
import { MAX_LATEST_CHANGES, type AdminChangeEvent } from './order-events.ts'

/**
 * The last {@link NEWEST_CHANGES} changes of orders, newest first, and as many of the catalogue and of stock by hand:
 * what is sold or given back stands with its order. Whoever compares two answers finds every change in between, also one
 * whose number was given before and whose transaction ended after a later one's.
 */
export async function readLatestChanges(shop: ShopDependencies, admin: Actor): Promise<AdminChangeEvent[]> {
  requirePermission(admin, 'orders.read-all')
  requirePermission(admin, 'catalogue.read-all')
  const { rows } = await shop.db.queryAs(admin, (db) => sql<AdminChangeEvent>`
    (select 'order' as about, id, order_id, event from order_history order by id desc limit ${sql.lit(MAX_LATEST_CHANGES)})
    union all
    (select 'catalogue', id, null, null from audit_events order by id desc limit ${sql.lit(MAX_LATEST_CHANGES)})
    union all
    (select 'stock', id, null, null from inventory_adjustments where order_id is null
      order by created_at desc, id desc limit ${sql.lit(MAX_LATEST_CHANGES)})`.execute(db))
  return rows
}
