/**
 * What a page shows of the catalogue, in the words by which 0009-page-cache.sql tells of changes:
 * - product, category: its own fields;
 * - shelf: which products of a category come where in a list of it, and beside: in the row under one of them, where what
 *   is sold out comes last;
 * - catalogue, best-sellers: which of all products come where in a list of them;
 * - categories: any field of any category, and how many products it holds.
 */
export type CacheTag =
  | `${'product' | 'category' | 'shelf' | 'beside'}:${string}`
  | 'catalogue'
  | 'best-sellers'
  | 'categories'

type WithId = { readonly id: string }
const productTags = (products: readonly WithId[]) => products.map(({ id }) => `product:${id}` as const)

/** In: the best sellers on the home page. Out: what it shows; which ones sell best may change with none of these. */
export const homeCacheTags = ({ bestSellers }: { bestSellers: readonly WithId[] }): CacheTag[] => [
  'categories',
  'best-sellers',
  ...productTags(bestSellers),
]

type ProductListPage = { products: readonly WithId[]; category: WithId | null; bestSellersOnly: boolean }
/**
 * In: the products on this page of a list, and what the list is narrowed to. Out: what the page shows, where the category
 * tells its shelf, otherwise the best sellers or the catalogue. An empty list still shows what could come into it.
 */
export function productListCacheTags({ products, category, bestSellersOnly }: ProductListPage): CacheTag[] {
  const listTag = bestSellersOnly ? 'best-sellers' : 'catalogue'
  return ['categories', category ? `shelf:${category.id}` : listTag, ...productTags(products)]
}

type ProductPage = { product: WithId & { category: WithId }; more: readonly WithId[] }
/** In: a product and those in the row under it. Out: what its page shows; `beside` tells of what could come into that row. */
export const productCacheTags = ({ product, more }: ProductPage): CacheTag[] => [
  `category:${product.category.id}`,
  `beside:${product.category.id}`,
  ...productTags([product, ...more]),
]

/** What the page of all categories shows: the same one part, whichever of its pages is in view. */
export const categoriesCacheTags = (): CacheTag[] => ['categories']
