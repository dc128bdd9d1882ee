import type { Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'
import { listAllProducts } from './admin-catalogue.server.ts'
import type { AdminProductRow } from './admin-product.ts'
import { sortFoundProducts } from './found-products.ts'

const MAX_FOUND = 8

/** The products on sale to add to an order. */
export async function searchProductsByName(
  shop: ShopDependencies,
  admin: Actor,
  search: string,
): Promise<AdminProductRow[]> {
  const query = { search, category_id: null, show: 'on', sort: 'name', page: 1 } as const
  const { products } = search === '' ? { products: [] } : await listAllProducts(shop, admin, query)
  return sortFoundProducts(products, search).slice(0, MAX_FOUND)
}
