import { parseProductSort } from '#shop/catalogue/products/product-sort.ts'
import { parsePageNumber } from '#shop/paging/paging.ts'
import { DEFAULT_PRODUCT_SORT, type ProductSort } from '#shop/constants.ts'

export type ProductListQuery = {
  category: string | null
  bestSellersOnly: boolean
  sort: ProductSort
  page: number
}

const BEST_SELLERS = 'best-sellers'

export function parseProductListQuery(search: URLSearchParams): ProductListQuery {
  return {
    category: search.get('category')?.trim() || null,
    bestSellersOnly: search.get('filter') === BEST_SELLERS,
    sort: parseProductSort(search.get('sort')),
    page: parsePageNumber(search.get('page')),
  }
}

export function productListPath({
  category,
  bestSellersOnly,
  sort,
  page,
}: Partial<ProductListQuery>): string {
  const search = new URLSearchParams()
  if (category) search.set('category', category)
  if (bestSellersOnly) search.set('filter', BEST_SELLERS)
  if (sort && sort !== DEFAULT_PRODUCT_SORT) search.set('sort', sort)
  if (page && page > 1) search.set('page', String(page))
  const query = search.toString()
  return query ? `/products?${query}` : '/products'
}
