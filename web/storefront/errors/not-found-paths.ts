import { PAGE_BEYOND_ANY } from '#shop/paging/paging.ts'
import { productListPath, type ProductListChoice } from '#web/storefront/products/product-list-query.ts'

export const PRODUCT_PATH = '/products/'
/** No slug is like this. */
export const NO_SLUG = '-'
export const NO_PRODUCT = `${PRODUCT_PATH}${NO_SLUG}`
export const NO_CATEGORIES_PAGE = `/categories?page=${PAGE_BEYOND_ANY}`
export const noProductListPage = (choice: ProductListChoice) => productListPath({ ...choice, page: PAGE_BEYOND_ANY })
/** Of a category that there is not no page is another page. */
export const noCategory = (choice: ProductListChoice) => productListPath({ ...choice, category: NO_SLUG, page: 1 })
