import { readFreeFromSearch } from '#features/catalogue/search/free-from-words.ts'
import { TEXT_PAGES } from '#features/content/content-pages.ts'
import { parsePageNumber } from '#shop/paging/paging.ts'
import { isValidSlug } from '#shop/text/slug.ts'
import { SIGNED_OUT_PATH } from '#shop/session.ts'
import { shopRoutes } from './shop-routes.ts'
import { parseProductListQuery } from '#features/catalogue/product-list/parse-product-list-query.ts'
import {
  productListPath,
  type ProductListQuery,
} from '#features/catalogue/product-list/product-list-query.ts'
import {
  NOT_FOUND_CATEGORIES_PAGE_PATH,
  NOT_FOUND_PRODUCT_PATH,
  notFoundCategoryPath,
  notFoundProductsPagePath,
  PRODUCT_PATH_PREFIX,
} from '#features/catalogue/product-list/not-found-paths.ts'

/** They change only with the owner's settings and texts, which empty the cache. */
const STATIC_PATHS = new Set<string>([
  ...Object.values(TEXT_PAGES),
  ...shopRoutes
    .filter((route) => route.access === 'public' && !('loader' in route) && !('action' in route))
    .map(({ path }) => path),
])

const MAX_CACHED_SEARCH_LENGTH = 60

/** Without unknown query parameters; null if the page is not cacheable. */
export function cacheablePath(pathname: string, search: URLSearchParams): string | null {
  if (STATIC_PATHS.has(pathname)) return pathname
  if (pathname === '/') return search.get('notice') === 'signed-out' ? SIGNED_OUT_PATH : pathname
  if (pathname === '/products') {
    const listQuery = parseProductListQuery(search)
    return isCacheableList(listQuery) ? productListPath(listQuery) : null
  }
  if (pathname === '/categories') {
    const page = parsePageNumber(search.get('page'))
    return page > 1 ? `/categories?page=${page}` : '/categories'
  }
  return pathname.startsWith(PRODUCT_PATH_PREFIX) && isValidSlug(pathname.slice(PRODUCT_PATH_PREFIX.length))
    ? pathname
    : null
}

/** Visitors can type any text, so only searches that are likely to be repeated are cached. */
const isCacheableList = ({ search, category, unknownFreeFrom, invalidPrices }: ProductListQuery) =>
  (category === null || isValidSlug(category)) &&
  unknownFreeFrom.length === 0 &&
  Object.keys(invalidPrices).length === 0 &&
  (search?.length ?? 0) <= MAX_CACHED_SEARCH_LENGTH &&
  // Redirects to the filter that the search means.
  (search === null || readFreeFromSearch(search) === null)

export function notFoundPagesFor(path: string): { placeholderPath: string; word: string }[] {
  if (path.startsWith(PRODUCT_PATH_PREFIX))
    return [{ placeholderPath: NOT_FOUND_PRODUCT_PATH, word: path.slice(PRODUCT_PATH_PREFIX.length) }]
  const query = path.indexOf('?')
  if (query < 0) return []
  const search = new URLSearchParams(path.slice(query))
  const page = search.get('page')
  if (!path.startsWith('/products?'))
    return page ? [{ placeholderPath: NOT_FOUND_CATEGORIES_PAGE_PATH, word: page }] : []
  const listQuery = parseProductListQuery(search)
  return [
    ...(page ? [{ placeholderPath: notFoundProductsPagePath(listQuery), word: page }] : []),
    ...(listQuery.category
      ? [{ placeholderPath: notFoundCategoryPath(listQuery), word: listQuery.category }]
      : []),
  ]
}
