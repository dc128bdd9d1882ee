import type { Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { isProductCode } from './found-products.ts'
import { searchProductsByName } from './search-products-by-name.server.ts'
import type { ProductSearch } from './stock-product-search.ts'

/** Includes products that are not on sale: they are delivered before the sale starts, and remain on the shelf after it. */
export async function searchProductsToStock(
  shop: ShopDependencies,
  admin: Actor,
  search: string,
): Promise<ProductSearch> {
  const found = await searchProductsByName(shop, admin, search, [null])
  return {
    search,
    products: found.map(({ id, name, net_weight, stock }) => ({ product_id: id, name, net_weight, stock })),
    scanned: found.find((product) => isProductCode(product, search))?.id ?? null,
  }
}
