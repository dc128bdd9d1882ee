import { sql } from 'kysely'
import { hasPermission, requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { MAX_LATEST_CHANGES, type AdminChangeEvent } from './order-events.ts'

const NOTES = sql`
    union all
    (select 'order-note', id, order_id, 'noted' from order_notes order by id desc limit ${sql.lit(MAX_LATEST_CHANGES)})`

const CATALOGUE_CHANGES = sql`
    union all
    (select 'order-note', id, order_id, 'noted' from order_notes order by id desc limit ${sql.lit(MAX_LATEST_CHANGES)})
    union all
    (select 'catalogue', id, null, null from audit_events order by id desc limit ${sql.lit(MAX_LATEST_CHANGES)})
    union all
    (select 'stock', id, null, null from inventory_adjustments where order_id is null
      order by created_at desc, id desc limit ${sql.lit(MAX_LATEST_CHANGES)})`

/**
 * The newest {@link MAX_LATEST_CHANGES} order changes, and as many notes, catalogue changes and stock adjustments as the administrator may
 * read. Comparing two results finds all changes in between, even if a lower ID committed later.
 */
export async function readLatestChanges(shop: ShopDependencies, admin: Actor): Promise<AdminChangeEvent[]> {
  requirePermission(admin, 'orders.read-all')
  const catalogue = hasPermission(admin, 'catalogue.read-all') ? CATALOGUE_CHANGES : sql``
  const notes = hasPermission(admin, 'orders.note') ? NOTES : sql``
  const { rows } = await shop.db.queryAs(admin, (db) =>
    sql<AdminChangeEvent>`
    (select 'order' as about, id, order_id, event from order_history order by id desc limit ${sql.lit(MAX_LATEST_CHANGES)}) ${notes} ${catalogue}`.execute(
      db,
    ),
  )
  return rows
}
