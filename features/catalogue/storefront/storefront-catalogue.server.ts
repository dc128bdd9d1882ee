import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { isValidSlug } from '#shop/text/slug.ts'
import { displayedStock } from '#features/stock/displayed-stock.ts'
import {
  HOME_BEST_SELLERS_COUNT,
  HOME_CATEGORIES_COUNT,
  GOES_WELL_WITH_COUNT,
  RELATED_PRODUCTS_COUNT,
  PAGE_SIZE,
  SEARCH_SUGGESTIONS_COUNT,
} from '#shop/constants.ts'
import {
  selectBestSellers,
  selectCategories,
  selectCategoryNames,
  selectCategorySlugs,
  selectCategoryPage,
  selectCounts,
  selectFeaturedProducts,
  selectHomeCategories,
  selectGoesWellWith,
  selectRelatedProducts,
  selectProduct,
  selectProductCards,
  selectProductCardsById,
  selectProductSlugs,
  type CatalogueCounts,
  type Page,
} from './storefront-catalogue-queries.server.ts'
import type {
  CategoryTile,
  OfferColumns,
  ProductCard,
  ProductDetail,
  UnitPriced,
} from '#features/catalogue/products/product.ts'
import { selectListing } from './listing-query.server.ts'
import { defaultProductSort } from '#features/catalogue/products/product-sort.ts'
import { readFreeFromSearch } from '#features/catalogue/search/free-from-words.ts'
import { countFilterChoices } from '#features/catalogue/search/filter-counts.ts'
import { findListedProducts, findSuggestions } from '#features/catalogue/search/search-products.server.ts'
import { pageCount } from '#shop/paging/paging.ts'
import type { SearchSuggestions } from './search-suggestions.ts'
import { WITHOUT_FILTERS, type ProductPage, type ProductQuery } from './product-query.ts'
import { unitPrice } from '#features/catalogue/labels/unit-price.ts'
import { showOffer } from '#features/catalogue/offers/offer.ts'

/** About a megabyte per process. */
const MAX_SLUGS_IN_MEMORY = 10_000

export type CategoryPage = Omit<Page<CategoryTile>, 'rows'> & { categories: CategoryTile[] }

export type HomeLists = {
  categories: CategoryTile[]
  bestSellers: UnitPriced<ProductCard>[]
  /** Only for a shop without best sellers. */
  otherProducts: UnitPriced<ProductCard>[]
}

/**
 * Up to 6 categories chosen by the owner, those with products first, and up to 8 best sellers by name;
 * without any, the first 8 of Featured (STOREFRONT-29).
 */
export async function readHomePage(shop: ShopDependencies): Promise<HomeLists> {
  const [categories, bestSellers] = await Promise.all([
    selectHomeCategories(shop.db.visitor, HOME_CATEGORIES_COUNT),
    selectBestSellers(shop.db.visitor, HOME_BEST_SELLERS_COUNT),
  ])
  const otherProducts =
    bestSellers.length > 0 ? [] : await selectFeaturedProducts(shop.db.visitor, HOME_BEST_SELLERS_COUNT)
  return {
    categories,
    bestSellers: bestSellers.map(withDisplayedStock(shop)),
    otherProducts: otherProducts.map(withDisplayedStock(shop)),
  }
}

/** One page of 16 by search, filters and sort order; a page number out of range becomes 1. */
export async function listProducts(
  shop: ShopDependencies,
  request: Partial<ProductQuery> & Pick<ProductQuery, 'category' | 'bestSellersOnly' | 'sort' | 'page'>,
): Promise<ProductPage> {
  const query: ProductQuery = { search: null, ...WITHOUT_FILTERS, ...request }
  return isPlainList(query) ? listAllProducts(shop, query) : listFoundProducts(shop, query)
}

/** Without search, filters and sort by unit price, a page is read through the index of its order. */
export const isPlainList = (query: ProductQuery) =>
  query.search === null &&
  query.freeFrom.length + query.unknownFreeFrom.length + query.suitableFor.length === 0 &&
  !query.inStockOnly &&
  query.minPrice === null &&
  query.maxPrice === null &&
  query.sort !== 'unit-price'

async function listAllProducts(shop: ShopDependencies, query: ProductQuery): Promise<ProductPage> {
  const { category: slug, bestSellersOnly, sort, page } = query
  const db = shop.db.visitor
  const isKnown = slug === null || isValidSlug(slug)
  const {
    categories,
    rows,
    counts: groups,
    ...found
  } = isKnown
    ? await selectListing(
        db,
        { category: slug, bestSellersOnly },
        { sort, page, pageSize: PAGE_SIZE.products },
      )
    : { ...EMPTY_LISTING, categories: await selectCategories(db) }
  const category = categories.find((tile) => tile.slug === slug) ?? null
  const { counts } = countFilterChoices(groups, { ...query, categoryId: category?.id ?? null })
  return {
    ...found,
    products: rows.map((card: ProductCard) => withDisplayedStock(shop)(card)),
    categories,
    category,
    counts: {
      ...counts,
      categories: bestSellersOnly
        ? countsBySlug(categories, counts.categories)
        : Object.fromEntries(categories.map((tile) => [tile.slug, tile.productCount])),
    },
    hidden: null,
    totalOfAnyLabel: found.total,
    correctedSearch: null,
    foundBy: null,
    described: [],
    nearest: [],
  }
}

const EMPTY_LISTING = { rows: [], page: 1, pageCount: 1, total: 0, counts: [] }

async function listFoundProducts(shop: ShopDependencies, query: ProductQuery): Promise<ProductPage> {
  const { category: slug, unknownFreeFrom } = query
  const db = shop.db.visitor
  const categories = await selectCategories(db)
  const category = categories.find((tile) => tile.slug === slug) ?? null
  const isEmpty = (slug !== null && category === null) || unknownFreeFrom.length > 0
  const categoryId = category?.id ?? null
  const found = isEmpty
    ? NOTHING_FOUND
    : await findListedProducts(db, { ...query, categoryId, pageSize: PAGE_SIZE.products })
  const describedIds = found.described_ids ?? []
  const nearestIds = found.nearest_ids ?? []
  const cards = await selectProductCardsById(db, [...found.product_ids, ...describedIds, ...nearestIds])
  const cardsOf = (ids: readonly string[]) =>
    ids.flatMap((id) => cards.filter((card) => card.id === id).map(withDisplayedStock(shop)))
  const { counts, hidden, totalOfAnyLabel } = countFilterChoices(found.counts, { ...query, categoryId })
  return {
    products: cardsOf(found.product_ids),
    page: found.page,
    pageCount: pageCount(found.total, PAGE_SIZE.products),
    total: found.total,
    categories,
    category,
    counts: { ...counts, categories: countsBySlug(categories, counts.categories) },
    hidden,
    totalOfAnyLabel,
    correctedSearch: found.corrected_search,
    foundBy: found.found_by,
    described: cardsOf(describedIds),
    nearest: cardsOf(nearestIds),
  }
}

const NOTHING_FOUND = {
  product_ids: [],
  page: 1,
  total: 0,
  counts: [],
  corrected_search: null,
  nearest_ids: null,
  described_ids: null,
  found_by: null,
} as const

const countsBySlug = (categories: readonly CategoryTile[], countsById: Record<string, number>) =>
  Object.fromEntries(categories.map(({ id, slug }) => [slug, countsById[id] ?? 0]))

/** Up to 6 products and 3 categories for a search being typed. */
export async function suggestProducts(shop: ShopDependencies, search: string): Promise<SearchSuggestions> {
  const asked = readFreeFromSearch(search)
  if (asked) {
    const list = { category: null, bestSellersOnly: false, sort: defaultProductSort(asked.search), page: 1 }
    const { products, correctedSearch } = await listProducts(shop, { ...list, ...asked })
    const suggested = products.slice(0, SEARCH_SUGGESTIONS_COUNT).map(toSuggestion)
    return { correctedSearch, products: suggested, categories: [] }
  }
  const db = shop.db.visitor
  const found = await findSuggestions(db, search, SEARCH_SUGGESTIONS_COUNT)
  const [cards, categories] = await Promise.all([
    selectProductCardsById(db, found.product_ids),
    selectCategoryNames(db, found.category_ids),
  ])
  return { correctedSearch: found.corrected_search, products: cards.map(toSuggestion), categories }
}

const toSuggestion = ({ slug, name, price, net_weight, picture }: SearchSuggestions['products'][number]) => ({
  slug,
  name,
  price,
  net_weight,
  picture,
})

/** Null if there is no active product with this slug. */
export async function findProduct(
  shop: ShopDependencies,
  slug: string,
): Promise<UnitPriced<ProductDetail> | null> {
  const product = isValidSlug(slug) ? await selectProduct(shop.db.visitor, slug) : undefined
  return product ? withDisplayedStock(shop)(product) : null
}

/** Checks slugs for having no active product at present; null if there are too many slugs to keep in memory. */
export async function createUnknownProductSlugCheck(
  shop: ShopDependencies,
): Promise<((slug: string) => boolean) | null> {
  const slugs = await selectProductSlugs(shop.db.visitor, MAX_SLUGS_IN_MEMORY + 1)
  if (slugs.length > MAX_SLUGS_IN_MEMORY) return null
  const knownSlugs = new Set(slugs)
  return (slug) => !knownSlugs.has(slug)
}

/** Checks slugs for having no category at present. */
export async function createUnknownCategorySlugCheck(
  shop: ShopDependencies,
): Promise<(slug: string) => boolean> {
  const knownSlugs = new Set(await selectCategorySlugs(shop.db.visitor))
  return (slug) => !knownSlugs.has(slug)
}

/** Up to 4, those in stock first; none if the product does not exist. */
export async function findRelatedProducts(
  shop: ShopDependencies,
  slug: string,
): Promise<UnitPriced<ProductCard>[]> {
  const relatedProducts = isValidSlug(slug)
    ? await selectRelatedProducts(shop.db.visitor, slug, RELATED_PRODUCTS_COUNT)
    : []
  return relatedProducts.map(withDisplayedStock(shop))
}

/** In the order of the slugs; omits products that are not on sale. */
export async function findProductCards(
  shop: ShopDependencies,
  slugs: readonly string[],
): Promise<UnitPriced<ProductCard>[]> {
  const products = await selectProductCards(shop.db.visitor, slugs.filter(isValidSlug))
  return products.map(withDisplayedStock(shop))
}

/** Up to 4, those in stock first: the owner's picks, otherwise what at least five customers bought together with it. */
export async function findGoesWellWith(
  shop: ShopDependencies,
  slug: string,
): Promise<UnitPriced<ProductCard>[]> {
  const products = isValidSlug(slug)
    ? await selectGoesWellWith(shop.db.visitor, slug, GOES_WELL_WITH_COUNT)
    : []
  return products.map(withDisplayedStock(shop))
}

/** Exact only if low, so that an ordinary sale changes no page. */
const withDisplayedStock =
  ({ limits }: ShopDependencies) =>
  <Product extends { stock: number; price: number; net_weight: string | null } & OfferColumns>({
    offer_ends_at,
    reference_price,
    ...product
  }: Product): UnitPriced<Product> => ({
    ...product,
    stock: displayedStock(product.stock, limits.max_quantity_per_product),
    unit_price: unitPrice(product.price, product.net_weight),
    offer: offer_ends_at === null ? null : showOffer(offer_ends_at, reference_price),
  })

/** 9 per page, in the owner's order, then by name. */
export async function listCategories(shop: ShopDependencies, page: number): Promise<CategoryPage> {
  const { rows: categories, ...found } = await selectCategoryPage(shop.db.visitor, page, PAGE_SIZE.categories)
  return { ...found, categories }
}

/** Counts all products, those with stock below 10, and categories. */
export function catalogueCounts(shop: ShopDependencies, admin: Actor): Promise<CatalogueCounts> {
  requirePermission(admin, 'dashboard.read')
  return shop.db.queryAs(admin, selectCounts)
}
