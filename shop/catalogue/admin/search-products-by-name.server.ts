import type { Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'
import { listAllProducts } from './admin-catalogue.server.ts'
import type { AdminProductRow } from './admin-product.ts'

const MAX_FOUND = 8

/** The products on sale to add to an order: first those with the words in their name, which may match by other texts too. */
export async function searchProductsByName(
  shop: ShopDependencies,
  admin: Actor,
  search: string,
): Promise<AdminProductRow[]> {
  const query = { search, category_id: null, show: 'on', sort: 'name', page: 1 } as const
  const { products } = search === '' ? { products: [] } : await listAllProducts(shop, admin, query)
  const isNamed = ({ name }: { name: string }) => name.toLowerCase().includes(search.toLowerCase())
  return [...products.filter(isNamed), ...products.filter((product) => !isNamed(product))].slice(0, MAX_FOUND)
}
