/**
 * What a cached page depends on; the cache invalidation triggers use the same names:
 * - product, category: its own fields;
 * - shelf: products and order of a category's listing;
 * - beside: the related products within a category, where sold-out ones come last;
 * - catalogue, best-sellers: products and order of the lists across categories;
 * - categories: any field or product count of any category.
 */
export type CacheTag =
  | `${'product' | 'category' | 'shelf' | 'beside'}:${string}`
  | 'catalogue'
  | 'best-sellers'
  | 'categories'

type WithId = { readonly id: string }
const productTags = (products: readonly WithId[]) => products.map(({ id }) => `product:${id}` as const)

export const homeCacheTags = ({ bestSellers }: { bestSellers: readonly WithId[] }): CacheTag[] => [
  'categories',
  'best-sellers',
  ...productTags(bestSellers),
]

type ProductListPage = { products: readonly WithId[]; category: WithId | null; bestSellersOnly: boolean }
/**
 * Cache tags of a listing page: its products and its category, otherwise the best sellers or the whole catalogue. An
 * empty list depends on them too.
 */
export function productListCacheTags({ products, category, bestSellersOnly }: ProductListPage): CacheTag[] {
  const listTag = bestSellersOnly ? 'best-sellers' : 'catalogue'
  return ['categories', category ? `shelf:${category.id}` : listTag, ...productTags(products)]
}

type ProductPage = { product: WithId & { category: WithId }; more: readonly WithId[] }
/** Cache tags of a product page and its related products; `beside` covers products that may join them. */
export const productCacheTags = ({ product, more }: ProductPage): CacheTag[] => [
  `category:${product.category.id}`,
  `beside:${product.category.id}`,
  ...productTags([product, ...more]),
]

export const categoriesCacheTags = (): CacheTag[] => ['categories']
