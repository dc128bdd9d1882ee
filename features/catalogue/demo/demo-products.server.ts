import { sql } from 'kysely'
import { callProcedure, type Answer } from '#features/call-procedure.server.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { DEMO_PICTURE_TIME, type Demonstration } from './demo-products.ts'

/** A constant, so that PostgreSQL can use the partial index on demo products. */
const countOnSale = sql<{ count: number }>`
  select count(*)::integer as count from products
   where is_active and image_url like ${sql.lit(`%-${DEMO_PICTURE_TIME.getTime()}.webp`)}`

/** What {@link removeDemonstration} would do now. */
export async function findDemonstration(shop: ShopDependencies, admin: Actor): Promise<Demonstration> {
  requirePermission(admin, 'settings.read')
  const { rows } = await shop.db.queryAs(admin, (db) =>
    sql<Demonstration>`select * from find_demonstration()`.execute(db),
  )
  return rows[0]!
}

/**
 * Deletes demo content that the owner has not changed, unless it was ordered or delivered; that is switched
 * off. Then deletes empty demo categories.
 */
export async function removeDemonstration(shop: ShopDependencies, admin: Actor): Promise<Answer<'remove_demonstration'>> {
  requirePermission(admin, 'settings.edit')
  return shop.db.withActor(admin, (trx) => callProcedure(trx, 'remove_demonstration', {}))
}

export async function countDemoProducts(shop: ShopDependencies, admin: Actor): Promise<number> {
  requirePermission(admin, 'dashboard.read')
  const { rows } = await shop.db.queryAs(admin, (db) => countOnSale.execute(db))
  return rows[0]!.count
}
