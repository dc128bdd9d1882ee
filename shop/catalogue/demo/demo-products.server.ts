import { sql } from 'kysely'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'
import { DEMO_PICTURE_TIME } from './demo-products.ts'

/** Without parameters, so that PostgreSQL can use the partial index on demo products. */
const countOnSale = sql<{ count: number }>`
  select count(*)::integer as count from products
   where is_active and image_url like ${sql.lit(`%-${DEMO_PICTURE_TIME.getTime()}.webp`)}`

export async function countDemoProducts(shop: ShopDependencies, admin: Actor): Promise<number> {
  requirePermission(admin, 'dashboard.read')
  const { rows } = await shop.db.queryAs(admin, (db) => countOnSale.execute(db))
  return rows[0]!.count
}
