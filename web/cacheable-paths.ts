import { pageFrom } from '#shop/paging/paging.ts'
import { isSlug } from '#shop/text/slug.ts'
import { shopRoutes } from './shop-routes.ts'
import { productListPath, readProductListAddress } from './storefront/products/product-list-query.ts'
import { NO_CATEGORIES_PAGE, NO_PRODUCT, noCategory, noProductListPage, PRODUCT_PATH } from './storefront/errors/not-found-paths.ts'

/** Public pages that nothing ever changes while the shop runs. */
const FIXED = new Set<string>(
  shopRoutes.filter((route) => route.access === 'public' && !('loader' in route) && !('action' in route)).map(({ path }) => path),
)

/**
 * The one address of a public page that may be kept ready for everybody, or null for any other page.
 * In: a path and its query, of which only what the page knows counts: '/products?utm_source=x&sort=newest' is '/products?sort=newest'.
 */
export function keptAddress(pathname: string, search: URLSearchParams): string | null {
  if (FIXED.has(pathname) || pathname === '/') return pathname
  if (pathname === '/products') {
    const choice = readProductListAddress(search)
    return choice.category === null || isSlug(choice.category) ? productListPath(choice) : null
  }
  if (pathname === '/categories') {
    const page = pageFrom(search.get('page'))
    return page > 1 ? `/categories?page=${page}` : '/categories'
  }
  return pathname.startsWith(PRODUCT_PATH) && isSlug(pathname.slice(PRODUCT_PATH.length)) ? pathname : null
}

/** Stands for every address that no route has. */
export const NO_PAGE = '/not-found'

/**
 * The pages of things that are not there which may stand for an address of {@link keptAddress}, and the word of the address
 * that decides it: a slug, or the number of a page.
 */
export function standInsFor(address: string): { standIn: string; word: string }[] {
  if (address.startsWith(PRODUCT_PATH)) return [{ standIn: NO_PRODUCT, word: address.slice(PRODUCT_PATH.length) }]
  const query = address.indexOf('?')
  if (query < 0) return []
  const search = new URLSearchParams(address.slice(query))
  const page = search.get('page')
  if (!address.startsWith('/products?')) return page ? [{ standIn: NO_CATEGORIES_PAGE, word: page }] : []
  const choice = readProductListAddress(search)
  return [
    ...(page ? [{ standIn: noProductListPage(choice), word: page }] : []),
    ...(choice.category ? [{ standIn: noCategory(choice), word: choice.category }] : []),
  ]
}
