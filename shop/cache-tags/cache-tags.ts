/**
 * What a cached page depends on; the triggers send the same names. `search`: lists by search and filters,
 * which may show any product. `related-products` and `goes-well-with`: the lists on product pages.
 */
export type CacheTag =
  | `${'product' | 'category' | 'category-list' | 'related-products' | 'goes-well-with'}:${string}`
  | 'catalogue'
  | 'best-sellers'
  | 'categories'
  | 'search'

type WithId = { readonly id: string }
const productTags = (products: readonly WithId[]) => products.map(({ id }) => `product:${id}` as const)

type HomeLists = { bestSellers: readonly WithId[]; otherProducts: readonly WithId[] }
export const homeCacheTags = ({ bestSellers, otherProducts }: HomeLists): CacheTag[] => [
  'categories',
  'best-sellers',
  ...(bestSellers.length === 0 ? (['catalogue'] as const) : []),
  ...productTags([...bestSellers, ...otherProducts]),
]

type ProductListPage = {
  products: readonly WithId[]
  category: WithId | null
  bestSellersOnly: boolean
  isPlain: boolean
}
export function productListCacheTags(list: ProductListPage): CacheTag[] {
  const { products, category, bestSellersOnly, isPlain } = list
  const listTag = bestSellersOnly ? 'best-sellers' : 'catalogue'
  const categoryTag = category ? (`category-list:${category.id}` as const) : listTag
  return ['categories', isPlain ? categoryTag : 'search', ...productTags(products)]
}

type ProductPage = {
  product: WithId & { category: WithId }
  goesWellWith: readonly WithId[]
  more: readonly WithId[]
}
/** The tags `related-products` and `goes-well-with` cover products that may appear later. */
export const productCacheTags = ({ product, goesWellWith, more }: ProductPage): CacheTag[] => [
  `category:${product.category.id}`,
  `related-products:${product.category.id}`,
  `goes-well-with:${product.id}`,
  ...productTags([product, ...goesWellWith, ...more]),
]

export const categoriesCacheTags = (): CacheTag[] => ['categories']
