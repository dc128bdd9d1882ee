import { DEFAULT_PRODUCT_SORT, PRODUCT_SORTS, type ProductSort } from '#shop/spec.ts'
import { readPage } from './page-number.ts'

/** Everything that a product list's address says (§2). */
export type ProductListChoice = {
  /** Slug of a category, or null for all of them. */
  category: string | null
  bestSellersOnly: boolean
  sort: ProductSort
  page: number
}

const BEST_SELLERS = 'best-sellers'
const isSort = (word: string | null): word is ProductSort => PRODUCT_SORTS.some((sort) => sort === word)

/** Reads the choice out of an address; whatever it does not understand counts as not said. */
export function readProductListAddress(search: URLSearchParams): ProductListChoice {
  const sort = search.get('sort')
  return {
    category: search.get('category')?.trim() || null,
    bestSellersOnly: search.get('filter') === BEST_SELLERS,
    sort: isSort(sort) ? sort : DEFAULT_PRODUCT_SORT,
    page: readPage(search),
  }
}

/** The shortest address of a choice: what is the default is left out, so that each list has one address. */
export function productListPath({ category, bestSellersOnly, sort, page }: Partial<ProductListChoice>): string {
  const search = new URLSearchParams()
  if (category) search.set('category', category)
  if (bestSellersOnly) search.set('filter', BEST_SELLERS)
  if (sort && sort !== DEFAULT_PRODUCT_SORT) search.set('sort', sort)
  if (page && page > 1) search.set('page', String(page))
  const query = search.toString()
  return query ? `/products?${query}` : '/products'
}
