import type { CategoryTile } from '#features/catalogue/products/product.ts'
import type { WrittenPart } from '#shop/text/written-parts.ts'
import type { ProductPage } from '#features/catalogue/storefront/product-query.ts'
import type { ProductListQuery } from './product-list-query.ts'

/** The loader data of /products, for its components. */
export type ListedProducts = Omit<ProductPage, 'categories' | 'category'> & {
  category: (Omit<CategoryTile, 'description'> & { description: WrittenPart[] }) | null
  listQuery: ProductListQuery
  categories: Pick<CategoryTile, 'slug' | 'name' | 'productCount'>[]
}
