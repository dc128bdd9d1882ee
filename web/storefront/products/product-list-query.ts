import { ALLERGEN_KEYS } from '#shop/catalogue/labels/allergen-statements.ts'
import { SUITABILITY_KEYS } from '#shop/catalogue/labels/suitability.ts'
import { defaultProductSort, parseProductSort } from '#shop/catalogue/products/product-sort.ts'
import { WITHOUT_FILTERS, type ProductQuery } from '#shop/catalogue/storefront/product-query.ts'
import { parseSearchText } from '#shop/catalogue/storefront/search-text.ts'
import { parsePageNumber } from '#shop/paging/paging.ts'

export type ProductListQuery = ProductQuery

const BEST_SELLERS = 'best-sellers'
/** As in the column, in pounds. */
const PRICE = /^£?(\d{1,6}(?:\.\d{1,2})?)$/

/** Unknown values are ignored, except in `free-from`, where ignoring one would show products as free of it. */
export function parseProductListQuery(params: URLSearchParams): ProductListQuery {
  const search = parseSearchText(params.get('q'))
  const freeFrom = readKeys(params, 'free-from')
  const suitableFor = readKeys(params, 'suitable-for')
  const [minPrice, maxPrice] = inOrder(
    parsePrice(params.get('min-price')),
    parsePrice(params.get('max-price')),
  )
  return {
    search,
    category: params.get('category')?.trim() || null,
    bestSellersOnly: params.get('filter') === BEST_SELLERS,
    freeFrom: ALLERGEN_KEYS.filter((key) => freeFrom.has(key)),
    unknownFreeFrom: [...freeFrom].filter((key) => !ALLERGEN_KEYS.some((known) => known === key)).sort(),
    suitableFor: SUITABILITY_KEYS.filter((key) => suitableFor.has(key)),
    inStockOnly: params.get('in-stock') === '1',
    minPrice: minPrice || null,
    maxPrice,
    sort: parseProductSort(params.get('sort'), search),
    page: parsePageNumber(params.get('page')),
  }
}

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
  add('min-price', query.minPrice)
  add('max-price', query.maxPrice)
  if (sort && sort !== defaultProductSort(search)) add('sort', sort)
  if (page && page > 1) add('page', page)
  const text = params.toString()
  return text ? `/products?${text}` : '/products'
}

/** From the first page. */
export const FIRST_PAGE_WITHOUT_FILTERS = { ...WITHOUT_FILTERS, page: 1 } as const

/** Search, category and best sellers have headings and pages of their own. */
export const hasFilters = (query: ProductListQuery): boolean =>
  query.freeFrom.length + query.unknownFreeFrom.length + query.suitableFor.length > 0 ||
  query.inStockOnly ||
  query.minPrice !== null ||
  query.maxPrice !== null

const readKeys = (params: URLSearchParams, name: string) =>
  new Set(params.getAll(name).flatMap((key) => key.trim().toLowerCase() || []))

function parsePrice(text: string | null): number | null {
  const pounds = PRICE.exec(text?.trim() ?? '')?.[1]
  return pounds === undefined ? null : Number(pounds)
}

const inOrder = (min: number | null, max: number | null) =>
  min !== null && max !== null && min > max ? ([max, min] as const) : ([min, max] as const)
