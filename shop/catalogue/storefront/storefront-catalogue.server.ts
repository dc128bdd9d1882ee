import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'
import { isValidSlug } from '#shop/text/slug.ts'
import { displayedStock } from '#shop/stock/displayed-stock.ts'
import {
  HOME_BEST_SELLERS_COUNT,
  HOME_CATEGORIES_COUNT,
  RELATED_PRODUCTS_COUNT,
  PAGE_SIZE,
} from '#shop/constants.ts'
import {
  selectBestSellers,
  selectCategories,
  selectCategorySlugs,
  selectCategoryPage,
  selectCounts,
  selectFirstCategories,
  selectRelatedProducts,
  selectProduct,
  selectProducts,
  selectProductSlugs,
  type CatalogueCounts,
  type Page,
} from './storefront-catalogue-queries.server.ts'
import type {
  CategoryTile,
  ProductCard,
  ProductDetail,
  UnitPriced,
} from '#shop/catalogue/products/product.ts'
import { ALLERGEN_KEYS } from '#shop/catalogue/labels/allergen-statements.ts'
import { SUITABILITY_KEYS } from '#shop/catalogue/labels/suitability.ts'
import type { ProductPage, ProductQuery } from './product-query.ts'
import { unitPrice } from '#shop/catalogue/labels/unit-price.ts'

/** About a megabyte in each process. */
const MAX_SLUGS_IN_MEMORY = 10_000

export type CategoryPage = Omit<Page<CategoryTile>, 'rows'> & { categories: CategoryTile[] }

/** Up to 6 categories in the owner's order and up to 8 best sellers by name. */
export async function readHomePage(
  shop: ShopDependencies,
): Promise<{ categories: CategoryTile[]; bestSellers: UnitPriced<ProductCard>[] }> {
  const [categories, bestSellers] = await Promise.all([
    selectFirstCategories(shop.db.visitor, HOME_CATEGORIES_COUNT),
    selectBestSellers(shop.db.visitor, HOME_BEST_SELLERS_COUNT),
  ])
  return { categories, bestSellers: bestSellers.map(withDisplayedStock(shop)) }
}

/** A stub: filters in memory with invented statements, to be replaced by SQL. */
export async function listProducts(
  shop: ShopDependencies,
  query: Pick<ProductQuery, 'category' | 'bestSellersOnly' | 'sort' | 'page'> & Partial<ProductQuery>,
): Promise<ProductPage> {
  const { category: slug, bestSellersOnly, sort, page, search = null } = query
  const [categories, { rows }] = await Promise.all([
    selectCategories(shop.db.visitor, slug !== null && isValidSlug(slug) ? slug : null),
    selectProducts(shop.db.visitor, { category: null, bestSellersOnly }, { sort, page: 1, pageSize: 500 }),
  ])
  const all = rows.map((card: ProductCard) => withDisplayedStock(shop)(card))
  const found = (text: string | null) =>
    all.filter(({ name }) => text === null || name.toLowerCase().includes(text.toLowerCase()))
  const slips: Record<string, string> = { cardamon: 'cardamom', peper: 'pepper' }
  const correctedSearch = search !== null && found(search).length === 0 ? (slips[search] ?? null) : null
  const searched = found(correctedSearch ?? search)
  const { freeFrom = [], unknownFreeFrom = [], suitableFor = [], inStockOnly, minPrice, maxPrice } = query
  type Choice = {
    category: string | null
    freeFrom: readonly string[]
    suitableFor: readonly string[]
    inStockOnly: boolean
  }
  const fits = (card: (typeof all)[number], choice: Choice) =>
    unknownFreeFrom.length === 0 &&
    (choice.category === null || card.category_slug === choice.category) &&
    choice.freeFrom.every((key) => stubStatement(card.slug, key) === 'free') &&
    choice.suitableFor.every((key) => stubHash(card.slug + key) % 2 === 0) &&
    (!choice.inStockOnly || card.stock > 0) &&
    card.price >= (minPrice ?? 0) &&
    card.price <= (maxPrice ?? Infinity)
  const choice: Choice = { category: slug, freeFrom, suitableFor, inStockOnly: inStockOnly ?? false }
  const count = (more: Partial<Choice>) =>
    searched.filter((card) => fits(card, { ...choice, ...more })).length
  const products = searched.filter((card) => fits(card, choice))
  const counts: ProductPage['counts'] = {
    freeFrom: Object.fromEntries(
      ALLERGEN_KEYS.map((key) => [key, count({ freeFrom: [...freeFrom, key] })]),
    ) as ProductPage['counts']['freeFrom'],
    suitableFor: Object.fromEntries(
      SUITABILITY_KEYS.map((key) => [key, count({ suitableFor: [...suitableFor, key] })]),
    ) as ProductPage['counts']['suitableFor'],
    inStock: count({ inStockOnly: true }),
    categories: Object.fromEntries(categories.map((tile) => [tile.slug, count({ category: tile.slug })])),
  }
  const hiddenBy = (statement: string) =>
    searched.filter(
      (card) =>
        fits(card, { ...choice, freeFrom: [] }) &&
        ['contains', 'may contain', 'not known'].find((worst) =>
          freeFrom.some((key) => stubStatement(card.slug, key) === worst),
        ) === statement,
    ).length
  const pageCount = Math.max(1, Math.ceil(products.length / PAGE_SIZE.products))
  const shown = page <= pageCount ? page : 1
  return {
    products: products.slice((shown - 1) * PAGE_SIZE.products, shown * PAGE_SIZE.products),
    page: shown,
    pageCount,
    total: products.length,
    categories,
    category: categories.find((tile) => tile.slug === slug) ?? null,
    counts,
    hidden:
      freeFrom.length === 0
        ? null
        : {
            contains: hiddenBy('contains'),
            mayContain: hiddenBy('may contain'),
            notKnown: hiddenBy('not known'),
          },
    correctedSearch,
    nearest: search !== null && products.length === 0 ? all.slice(0, 4) : [],
  }
}

const stubHash = (text: string) =>
  [...text].reduce((hash, character) => (hash * 31 + character.charCodeAt(0)) % 1_000_003, 7)
const stubStatement = (slug: string, key: string) =>
  ['contains', 'may contain', 'not known'][stubHash(slug + key) % 12] ?? 'free'

/** Null if there is no active product with this slug. */
export async function findProduct(
  shop: ShopDependencies,
  slug: string,
): Promise<UnitPriced<ProductDetail> | null> {
  const product = isValidSlug(slug) ? await selectProduct(shop.db.visitor, slug) : undefined
  return product ? withDisplayedStock(shop)(product) : null
}

/** A check for slugs without an active product, as of now; null if there are too many slugs to hold in memory. */
export async function createUnknownProductSlugCheck(
  shop: ShopDependencies,
): Promise<((slug: string) => boolean) | null> {
  const slugs = await selectProductSlugs(shop.db.visitor, MAX_SLUGS_IN_MEMORY + 1)
  if (slugs.length > MAX_SLUGS_IN_MEMORY) return null
  const knownSlugs = new Set(slugs)
  return (slug) => !knownSlugs.has(slug)
}

/** A check for slugs without a category, as of now. */
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

/** Exact only if low, so that an ordinary sale changes no page. */
const withDisplayedStock =
  ({ limits }: ShopDependencies) =>
  <Product extends { stock: number; price: number; net_weight: string | null }>(
    product: Product,
  ): UnitPriced<Product> => ({
    ...product,
    stock: displayedStock(product.stock, limits.max_quantity_per_product),
    unit_price: unitPrice(product.price, product.net_weight),
  })

/** Only those with active products, 9 a page, in the owner's order, then by name. */
export async function listCategories(shop: ShopDependencies, page: number): Promise<CategoryPage> {
  const { rows: categories, ...found } = await selectCategoryPage(shop.db.visitor, page, PAGE_SIZE.categories)
  return { ...found, categories }
}

/** All products, those with stock below 10, categories. */
export function catalogueCounts(shop: ShopDependencies, admin: Actor): Promise<CatalogueCounts> {
  requirePermission(admin, 'dashboard.read')
  return shop.db.queryAs(admin, selectCounts)
}
