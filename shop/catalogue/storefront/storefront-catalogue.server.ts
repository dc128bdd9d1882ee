import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'
import { isValidSlug } from '#shop/text/slug.ts'
import { displayedStock } from '#shop/stock/displayed-stock.ts'
import {
  HOME_BEST_SELLERS_COUNT,
  HOME_CATEGORIES_COUNT,
  GOES_WELL_WITH_COUNT,
  RELATED_PRODUCTS_COUNT,
  PAGE_SIZE,
  type ProductSort,
} from '#shop/constants.ts'
import {
  selectBestSellers,
  selectCategories,
  selectCategorySlugs,
  selectCategoryPage,
  selectCounts,
  selectFirstCategories,
  selectGoesWellWith,
  selectRelatedProducts,
  selectProduct,
  selectProductCards,
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
import { unitPrice } from '#shop/catalogue/labels/unit-price.ts'

/** About a megabyte in each process. */
const MAX_SLUGS_IN_MEMORY = 10_000

export type ProductQuery = {
  category: string | null
  bestSellersOnly: boolean
  sort: ProductSort
  page: number
}
export type ProductPage = Omit<Page<ProductCard>, 'rows'> & {
  products: UnitPriced<ProductCard>[]
  categories: CategoryTile[]
  category: CategoryTile | null
}
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

/** One page of 16, filtered and sorted; a page out of range becomes the first. */
export async function listProducts(
  shop: ShopDependencies,
  { category: slug, bestSellersOnly, sort, page }: ProductQuery,
): Promise<ProductPage> {
  const pageRequest = { sort, page, pageSize: PAGE_SIZE.products }
  const [categories, { rows, ...found }] = await Promise.all([
    selectCategories(shop.db.visitor, slug !== null && isValidSlug(slug) ? slug : null),
    slug === null || isValidSlug(slug)
      ? selectProducts(shop.db.visitor, { category: slug, bestSellersOnly }, pageRequest)
      : { rows: [], page: 1, pageCount: 1, total: 0 },
  ])
  const category = categories.find((tile) => tile.slug === slug) ?? null
  return {
    ...found,
    products: rows.map((card: ProductCard) => withDisplayedStock(shop)(card)),
    categories,
    category,
  }
}

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

/** In the order of the slugs; products that are not on sale are left out. */
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
