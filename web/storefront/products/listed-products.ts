import type { CategoryName } from '#shop/catalogue/products/product.ts'
import type { ProductPage } from '#shop/catalogue/storefront/product-query.ts'
import type { ProductListQuery } from './product-list-query.ts'

/** What the loader of /products answers, for its components. */
export type ListedProducts = Omit<ProductPage, 'categories'> & {
  listQuery: ProductListQuery
  categories: Pick<CategoryName, 'slug' | 'name'>[]
}
