import { PLACEHOLDER_PAGE_NUMBER } from '#shop/paging/paging.ts'
import { productListPath, type ProductListQuery } from './product-list-query.ts'

export const PRODUCT_PATH_PREFIX = '/products/'
export const NONEXISTENT_SLUG = '-'
export const NOT_FOUND_PRODUCT_PATH = `${PRODUCT_PATH_PREFIX}${NONEXISTENT_SLUG}`
export const NOT_FOUND_CATEGORIES_PAGE_PATH = `/categories?page=${PLACEHOLDER_PAGE_NUMBER}`
export const notFoundProductsPagePath = (listQuery: ProductListQuery) =>
  productListPath({ ...listQuery, page: PLACEHOLDER_PAGE_NUMBER })
export const notFoundCategoryPath = (listQuery: ProductListQuery) =>
  productListPath({ ...listQuery, category: NONEXISTENT_SLUG, page: 1 })
