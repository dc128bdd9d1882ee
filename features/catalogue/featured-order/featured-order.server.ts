import { sql } from 'kysely'
import { FEATURED_ORDER_LIMIT } from '#shop/constants.ts'
import { callProcedure, type Answer } from '#features/call-procedure.server.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { pictureColumn } from '#features/catalogue/products/picture-columns.server.ts'
import type { FeaturedOrder } from './featured-order.ts'

/** In the shop's order, including inactive products. */
export async function readFeaturedOrder(shop: ShopDependencies, admin: Actor): Promise<FeaturedOrder> {
  requirePermission(admin, 'catalogue.read-all')
  const found = await shop.db.queryAs(admin, (db) =>
    db
      .selectFrom('products')
      .innerJoin('categories', 'categories.id', 'products.category_id')
      .leftJoin('pictures', 'pictures.image_url', 'products.image_url')
      .select(['products.id', 'products.name', 'products.is_active', 'products.featured_position'])
      .select(['categories.name as category_name', pictureColumn])
      .where('products.is_featured', '=', true)
      .where('products.archived_at', 'is', null)
      .orderBy(sql`products.featured_position, lower(products.name) collate "C", products.id`)
      .limit(FEATURED_ORDER_LIMIT + 1)
      .execute(),
  )
  const products = found.slice(0, FEATURED_ORDER_LIMIT)
  return {
    products: products.map(({ featured_position: _position, ...product }) => product),
    isMore: found.length > products.length,
    hasPlaces: products.some(({ featured_position }) => featured_position !== null),
  }
}

/** An empty order means by name. Refused: 'changed-meanwhile' if `seen` is no longer the order, 'order-invalid'. */
export async function saveFeaturedOrder(
  shop: ShopDependencies,
  admin: Actor,
  { order, seen }: { order: readonly string[]; seen: readonly string[] },
): Promise<Answer<'set_featured_order'>> {
  requirePermission(admin, 'catalogue.edit')
  return shop.db.withActor(admin, (trx) => callProcedure(trx, 'set_featured_order', { order, seen }))
}
