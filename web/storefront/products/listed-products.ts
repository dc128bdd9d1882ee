import type { CategoryTile } from '#shop/catalogue/products/product.ts'
import type { WrittenPart } from '#shop/catalogue/products/written-parts.ts'
import type { ProductPage } from '#shop/catalogue/storefront/product-query.ts'
import type { ProductListQuery } from './product-list-query.ts'

/** The loader data of /products, for its components. */
export type ListedProducts = Omit<ProductPage, 'categories' | 'category'> & {
  category: (Omit<CategoryTile, 'description'> & { description: WrittenPart[] }) | null
  listQuery: ProductListQuery
  categories: Pick<CategoryTile, 'slug' | 'name' | 'productCount'>[]
}
