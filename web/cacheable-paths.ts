import { parsePageNumber } from '#shop/paging/paging.ts'
import { isValidSlug } from '#shop/text/slug.ts'
import { shopRoutes } from './shop-routes.ts'
import { productListPath, parseProductListQuery } from './storefront/products/product-list-query.ts'
import { NOT_FOUND_CATEGORIES_PAGE_PATH, NOT_FOUND_PRODUCT_PATH, notFoundCategoryPath, notFoundProductsPagePath, PRODUCT_PATH_PREFIX } from './storefront/errors/not-found-paths.ts'

/** Public pages that nothing ever changes while the shop runs. */
const STATIC_PATHS = new Set<string>(
  shopRoutes.filter((route) => route.access === 'public' && !('loader' in route) && !('action' in route)).map(({ path }) => path),
)

/**
 * The one address of a public page that may be kept ready for everybody, or null for any other page.
 * In: a path and its query, of which only what the page knows counts: '/products?utm_source=x&sort=newest' is '/products?sort=newest'.
 */
export function cacheablePath(pathname: string, search: URLSearchParams): string | null {
  if (STATIC_PATHS.has(pathname) || pathname === '/') return pathname
  if (pathname === '/products') {
    const listQuery = parseProductListQuery(search)
    return listQuery.category === null || isValidSlug(listQuery.category) ? productListPath(listQuery) : null
  }
  if (pathname === '/categories') {
    const page = parsePageNumber(search.get('page'))
    return page > 1 ? `/categories?page=${page}` : '/categories'
  }
  return pathname.startsWith(PRODUCT_PATH_PREFIX) && isValidSlug(pathname.slice(PRODUCT_PATH_PREFIX.length)) ? pathname : null
}

/** Stands for every address that no route has. */
export const NOT_FOUND_PATH = '/not-found'

/**
 * The pages of things that are not there which may stand for an address of {@link keptAddress}, and the word of the address
 * that decides it: a slug, or the number of a page.
 */
export function notFoundPagesFor(address: string): { placeholderPath: string; word: string }[] {
  if (address.startsWith(PRODUCT_PATH_PREFIX)) return [{ placeholderPath: NOT_FOUND_PRODUCT_PATH, word: address.slice(PRODUCT_PATH_PREFIX.length) }]
  const query = address.indexOf('?')
  if (query < 0) return []
  const search = new URLSearchParams(address.slice(query))
  const page = search.get('page')
  if (!address.startsWith('/products?')) return page ? [{ placeholderPath: NOT_FOUND_CATEGORIES_PAGE_PATH, word: page }] : []
  const listQuery = parseProductListQuery(search)
  return [
    ...(page ? [{ placeholderPath: notFoundProductsPagePath(listQuery), word: page }] : []),
    ...(listQuery.category ? [{ placeholderPath: notFoundCategoryPath(listQuery), word: listQuery.category }] : []),
  ]
}
