import { isId } from '#shop/ids.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { Shop } from '#shop/shop-dependencies.server.ts'
import { OFFICE_PRODUCTS_A_PAGE } from '#shop/constants.ts'
import type { OfficeCategory, OfficeProduct, OfficeProductPage, OfficeProductQuery } from './admin-product.ts'
import { selectOfficeCategories, selectOfficeProduct, selectOfficeProducts, type OfficeProductList } from './admin-catalogue-queries.server.ts'

/** §2 `/admin/products`: one page of all products, on sale or not; a page that the list does not have is answered with the first. */
export async function listAllProducts(shop: Shop, admin: Actor, query: OfficeProductQuery): Promise<OfficeProductPage> {
  return (await listAllProductsWithIds(shop, admin, query)).products
}

/** The same, with what a search knows besides of its other pages. */
export async function listAllProductsWithIds(shop: Shop, admin: Actor, query: OfficeProductQuery): Promise<OfficeProductList> {
  requirePermission(admin, 'catalogue.read-all')
  return shop.db.once(admin, (db) => selectOfficeProducts(db, query, OFFICE_PRODUCTS_A_PAGE))
}

/** A product with every field of §3, on sale or not; null when there is none of this id. */
export async function findAnyProduct(shop: Shop, admin: Actor, id: string): Promise<OfficeProduct | null> {
  requirePermission(admin, 'catalogue.read-all')
  if (!isId(id)) return null
  return (await shop.db.once(admin, (db) => selectOfficeProduct(db, id))) ?? null
}

/** §2 `/admin/categories`, §7: every category, in the owner's order, then by name. */
export async function listAllCategories(shop: Shop, admin: Actor): Promise<OfficeCategory[]> {
  requirePermission(admin, 'catalogue.read-all')
  return shop.db.once(admin, selectOfficeCategories)
}
