import { sql } from 'kysely'
import type { Outcome, Refusal } from '#shop/outcome.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'
import { DEMO_PICTURE_TIME } from './demo-products.ts'

/** Without parameters, so that PostgreSQL can use the partial index on demo products. */
const countOnSale = sql<{ count: number }>`
  select count(*)::integer as count from products
   where is_active and image_url like ${sql.lit(`%-${DEMO_PICTURE_TIME.getTime()}.webp`)}`

/** Also those that are switched off. `ordered` of them are in orders and can only be switched off. */
export async function countDemonstration(
  shop: ShopDependencies,
  admin: Actor,
): Promise<{ products: number; ordered: number }> {
  requirePermission(admin, 'settings.read')
  const { rows } = await shop.db.queryAs(admin, (db) =>
    sql<{ products: number; ordered: number }>`
      select count(*)::integer as products,
             count(*) filter (where exists (select from order_items i where i.product_id = p.id))::integer as ordered
        from products p where image_url like ${sql.lit(`%-${DEMO_PICTURE_TIME.getTime()}.webp`)}
         and (is_active or not exists (select from order_items i where i.product_id = p.id))`.execute(db),
  )
  return rows[0]!
}

type RemoveAnswer = Outcome<{ deleted: number; switched_off: number }, Refusal<'not-found'>>

/** Deletes products of the demonstration without an order and its empty categories; switches off the others. */
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
