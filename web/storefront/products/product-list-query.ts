import { parseProductSort } from '#shop/catalogue/products/product-sort.ts'
import { parsePageNumber } from '#shop/paging/paging.ts'
import { DEFAULT_PRODUCT_SORT, type ProductSort } from '#shop/constants.ts'

/** Everything that a product list's address says. */
export type ProductListQuery = {
  /** Slug of a category, or null for all of them. */
  category: string | null
  bestSellersOnly: boolean
  sort: ProductSort
  page: number
}

const BEST_SELLERS = 'best-sellers'

/** Reads the choice out of an address; whatever it does not understand counts as not said. */
export function parseProductListQuery(search: URLSearchParams): ProductListQuery {
  return {
    category: search.get('category')?.trim() || null,
    bestSellersOnly: search.get('filter') === BEST_SELLERS,
    sort: parseProductSort(search.get('sort')),
    page: parsePageNumber(search.get('page')),
  }
}

/** The shortest address of a choice: what is the default is left out, so that each list has one address. */
export function productListPath({ category, bestSellersOnly, sort, page }: Partial<ProductListQuery>): string {
  const search = new URLSearchParams()
  if (category) search.set('category', category)
  if (bestSellersOnly) search.set('filter', BEST_SELLERS)
  if (sort && sort !== DEFAULT_PRODUCT_SORT) search.set('sort', sort)
  if (page && page > 1) search.set('page', String(page))
  const query = search.toString()
  return query ? `/products?${query}` : '/products'
}
