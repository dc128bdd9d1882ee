import { isValidId } from '#shop/ids.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { ADMIN_PRODUCTS_PAGE_SIZE } from '#shop/constants.ts'
import type { AdminCategory, AdminProduct, AdminProductPage, AdminProductQuery } from './admin-product.ts'
import {
  selectAdminCategories,
  selectAdminProduct,
  selectAdminProducts,
  type AdminProductList,
} from './admin-catalogue-queries.server.ts'

/** All products, active or not; a page number out of range becomes 1. */
export async function listAllProducts(
  shop: ShopDependencies,
  admin: Actor,
  query: AdminProductQuery,
): Promise<AdminProductPage> {
  return (await listAllProductsWithIds(shop, admin, query)).products
}

/** Works like {@link listAllProducts}, but adds the IDs of all pages if a search has found them. */
export async function listAllProductsWithIds(
  shop: ShopDependencies,
  admin: Actor,
  query: AdminProductQuery,
): Promise<AdminProductList> {
  requirePermission(admin, 'catalogue.read-all')
  return shop.db.queryAs(admin, (db) => selectAdminProducts(db, query, ADMIN_PRODUCTS_PAGE_SIZE))
}

/** Active or not; null if there is no product with this ID. */
export async function findAnyProduct(
  shop: ShopDependencies,
  admin: Actor,
  id: string,
): Promise<AdminProduct | null> {
  requirePermission(admin, 'catalogue.read-all')
  if (!isValidId(id)) return null
  return (await shop.db.queryAs(admin, (db) => selectAdminProduct(db, id))) ?? null
}

/** In the owner's order, then by name. */
export async function listAllCategories(shop: ShopDependencies, admin: Actor): Promise<AdminCategory[]> {
  requirePermission(admin, 'catalogue.read-all')
  return shop.db.queryAs(admin, selectAdminCategories)
}
