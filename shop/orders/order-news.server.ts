import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { Shop } from '#shop/shop.server.ts'
import { NEWEST_CHANGES, type OrderNews } from './order-news.ts'

/**
 * The last {@link NEWEST_CHANGES} changes of orders, newest first (D22). Whoever compares two answers finds every change
 * in between, also one whose number was given before and whose transaction ended after a later one's.
 */
export async function newestChanges(shop: Shop, admin: Actor): Promise<OrderNews[]> {
  requirePermission(admin, 'orders.read-all')
  return shop.db.once(admin, (db) =>
    db.selectFrom('order_history').select(['id', 'order_id', 'event']).orderBy('id', 'desc').limit(NEWEST_CHANGES).$castTo<OrderNews>().execute(),
  )
}
