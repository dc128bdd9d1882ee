import { ALLERGEN_KEYS } from '#features/catalogue/labels/allergen-statements.ts'
import { SUITABILITY_KEYS } from '#features/catalogue/labels/suitability.ts'
import { parseProductSort } from '#features/catalogue/products/product-sort.ts'
import { parseSearchText } from '#features/catalogue/storefront/search-text.ts'
import { parsePageNumber } from '#shop/paging/paging.ts'
import { BEST_SELLERS, type InvalidPrices, type ProductListQuery } from './product-list-query.ts'

export const PRICE_FIELDS = ['min-price', 'max-price'] as const
/** In pounds, like the column; '4.' is an unfinished '4.50'. */
const PRICE = /^£?(\d{1,6}(?:\.\d{0,2})?)$/

/** Unknown values are ignored, except in `free-from`, where that would show products as free from it. */
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
    invalidPrices: readInvalidPrices(params),
    sort: parseProductSort(params.get('sort'), search),
    page: parsePageNumber(params.get('page')),
  }
}

const readKeys = (params: URLSearchParams, name: string) =>
  new Set(params.getAll(name).flatMap((key) => key.trim().toLowerCase() || []))

const readInvalidPrices = (params: URLSearchParams): InvalidPrices =>
  Object.fromEntries(
    PRICE_FIELDS.map((name) => [name, params.get(name)?.trim() ?? '']).filter(
      ([, text]) => text && !PRICE.test(text),
    ),
  )

export function parsePrice(text: string | null): number | null {
  const pounds = PRICE.exec(text?.trim() ?? '')?.[1]
  return pounds === undefined ? null : Number(pounds)
}

const inOrder = (min: number | null, max: number | null) =>
  min !== null && max !== null && min > max ? ([max, min] as const) : ([min, max] as const)
