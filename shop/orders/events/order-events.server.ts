import { sql } from 'kysely'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { Shop } from '#shop/shop-dependencies.server.ts'
import { NEWEST_CHANGES, type Change } from './order-events.ts'

/**
 * The last {@link NEWEST_CHANGES} changes of orders, newest first (D22), and as many of the catalogue and of stock by hand:
 * what is sold or given back stands with its order. Whoever compares two answers finds every change in between, also one
 * whose number was given before and whose transaction ended after a later one's.
 */
export async function newestChanges(shop: Shop, admin: Actor): Promise<Change[]> {
  requirePermission(admin, 'orders.read-all')
  requirePermission(admin, 'catalogue.read-all')
  const { rows } = await shop.db.once(admin, (db) => sql<Change>`
    (select 'order' as about, id, order_id, event from order_history order by id desc limit ${sql.lit(NEWEST_CHANGES)})
    union all
    (select 'catalogue', id, null, null from audit_events order by id desc limit ${sql.lit(NEWEST_CHANGES)})
    union all
    (select 'stock', id, null, null from inventory_adjustments where order_id is null
      order by created_at desc, id desc limit ${sql.lit(NEWEST_CHANGES)})`.execute(db))
  return rows
}
