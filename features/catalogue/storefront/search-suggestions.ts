import type { CategoryName, ProductCard } from '#features/catalogue/products/product.ts'

export const SEARCH_SUGGESTIONS_PATH = '/api/search-suggestions'

export type SearchSuggestions = {
  correctedSearch: string | null
  products: Pick<ProductCard, 'slug' | 'name' | 'price' | 'net_weight' | 'picture'>[]
  categories: Pick<CategoryName, 'slug' | 'name'>[]
}
