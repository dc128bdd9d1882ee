import { sql } from 'kysely'
import type { Outcome, Refusal } from '#shop/outcome.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'
import { DEMO_PICTURE_TIME, type Demonstration } from './demo-products.ts'

/** Without parameters, so that PostgreSQL can use the partial index on demo products. */
const countOnSale = sql<{ count: number }>`
  select count(*)::integer as count from products
   where is_active and image_url like ${sql.lit(`%-${DEMO_PICTURE_TIME.getTime()}.webp`)}`

/** Products that are deleted and switched off, and categories that are deleted. */
type RemovedDemonstration = { deleted: number; switched_off: number; categories_deleted: number }

/** What {@link removeDemonstration} would do now. */
export async function findDemonstration(shop: ShopDependencies, admin: Actor): Promise<Demonstration> {
  requirePermission(admin, 'settings.read')
  const { rows } = await shop.db.queryAs(admin, (db) =>
    sql<Demonstration>`select * from find_demonstration()`.execute(db),
  )
  return rows[0]!
}

type RemoveAnswer = Outcome<RemovedDemonstration, Refusal<'not-found'>>

/** Deletes what is not the owner's, not ordered and not delivered, and its empty categories; switches off what was ordered or delivered. */
export async function removeDemonstration(shop: ShopDependencies, admin: Actor): Promise<RemoveAnswer> {
  requirePermission(admin, 'settings.edit')
  return shop.db.withActor(admin, async (trx) => {
    const { rows } = await sql<{ answer: RemoveAnswer }>`select remove_demonstration() as answer`.execute(trx)
    return rows[0]!.answer
  })
}

export async function countDemoProducts(shop: ShopDependencies, admin: Actor): Promise<number> {
  requirePermission(admin, 'dashboard.read')
  const { rows } = await shop.db.queryAs(admin, (db) => countOnSale.execute(db))
  return rows[0]!.count
}
