import { defaultProductSort } from '#features/catalogue/products/product-sort.ts'
import { WITHOUT_FILTERS, type ProductQuery } from '#features/catalogue/storefront/product-query.ts'

/** Parameters that are not prices: they are not applied, but reported and kept in their fields. */
export type InvalidPrices = Partial<Record<'min-price' | 'max-price', string>>
export type ProductListQuery = ProductQuery & { invalidPrices: InvalidPrices }

export const BEST_SELLERS = 'best-sellers'
/** The canonical address: parameters in one order, without defaults. */
export function productListPath(query: Partial<ProductListQuery>): string {
  const { search, category, freeFrom = [], unknownFreeFrom = [], suitableFor = [], sort, page } = query
  const params = new URLSearchParams()
  const add = (name: string, value: string | number | null | undefined) =>
    value !== null && value !== undefined && params.append(name, String(value))
  add('q', search)
  add('category', category)
  if (query.bestSellersOnly) add('filter', BEST_SELLERS)
  for (const key of [...freeFrom, ...unknownFreeFrom]) add('free-from', key)
  for (const key of suitableFor) add('suitable-for', key)
  if (query.inStockOnly) add('in-stock', 1)
  add('min-price', query.invalidPrices?.['min-price'] ?? query.minPrice)
  add('max-price', query.invalidPrices?.['max-price'] ?? query.maxPrice)
  if (sort && sort !== defaultProductSort(search)) add('sort', sort)
  if (page && page > 1) add('page', page)
  const text = params.toString()
  return text ? `/products?${text}` : '/products'
}

/** Returns to the first page. */
export const FIRST_PAGE_WITHOUT_FILTERS = { ...WITHOUT_FILTERS, invalidPrices: {}, page: 1 } as const

/** Search, category and best sellers have their own headings and pages. */
export const hasFilters = (query: ProductListQuery): boolean =>
  query.freeFrom.length + query.unknownFreeFrom.length + query.suitableFor.length > 0 ||
  query.inStockOnly ||
  query.minPrice !== null ||
  query.maxPrice !== null
