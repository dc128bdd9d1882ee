import type { Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { listAllProducts } from './admin-catalogue.server.ts'
import type { AdminProductQuery, AdminProductRow } from './admin-product.ts'
import { sortFoundProducts } from './found-products.ts'

const MAX_FOUND = 8

/** Products to choose from; only those on sale unless requested otherwise. */
export async function searchProductsByName(
  shop: ShopDependencies,
  admin: Actor,
  search: string,
  lists: readonly AdminProductQuery['show'][] = ['on'],
): Promise<AdminProductRow[]> {
  if (search === '') return []
  const found = await Promise.all(
    lists.map((show) =>
      listAllProducts(shop, admin, { search, category_id: null, show, sort: 'best-match', page: 1 }),
    ),
  )
  return sortFoundProducts(
    found.flatMap(({ products }) => products),
    search,
  ).slice(0, MAX_FOUND)
}
