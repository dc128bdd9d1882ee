import { sql, type CompiledQuery } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { pageOffset } from '#shop/paging/paging.ts'
import type { ProductSort } from '#shop/constants.ts'
import type { ProductGroup } from '#features/catalogue/search/filter-counts.ts'
import type { CategoryTile, ProductCard } from '#features/catalogue/products/product.ts'
import {
  categoryTilesQuery,
  pageOffsetSql,
  PRODUCT_ORDERS,
  productCardsQuery,
  productIdsQuery,
  toPage,
  type Page,
  type ReadConnection,
} from './storefront-catalogue-queries.server.ts'

type ProductFilter = { category: string | null; bestSellersOnly: boolean }
type ListingParameters = { category: string | null; rowsBeforePage: number; pageSize: number }
class ListingParameter {
  readonly name: keyof ListingParameters
  constructor(name: keyof ListingParameters) {
    this.name = name
  }
}
const listingParameter = <Value>(name: keyof ListingParameters) => sql<Value>`${new ListingParameter(name)}`

type Listing = {
  categories: CategoryTile[]
  products: (ProductCard & { total: number })[]
  counts: ProductGroup[]
}
type ListingShape = { hasCategory: boolean; bestSellersOnly: boolean; order: keyof typeof PRODUCT_ORDERS }

/** All categories, one page of products and the filter counts. */
function listingQuery(db: ReadConnection, { hasCategory, bestSellersOnly, order }: ListingShape) {
  const category = listingParameter<string>('category')
  const pageSize = listingParameter<number>('pageSize')
  const categoryId = sql`(select id from categories where slug = ${category})`
  const condition = sql<boolean>`${hasCategory ? sql`products.category_id = ${categoryId}` : sql`true`}
    and ${bestSellersOnly ? sql`products.is_best_seller` : sql`true`}`
  const total = sql<number>`(select coalesce(sum(${sql.ref(bestSellersOnly ? 'best_sellers' : 'products')}), 0)::integer
    from category_counts ${hasCategory ? sql`where category_id = ${categoryId}` : sql``})`
  const ids = productIdsQuery({
    condition,
    order: PRODUCT_ORDERS[order],
    limit: sql`${pageSize}::bigint`,
    offset: pageOffsetSql(total, listingParameter<number>('rowsBeforePage')),
  })
  const products = productCardsQuery(db, { ids, order: PRODUCT_ORDERS[order] }).select(total.as('total'))
  const counts = sql<
    ProductGroup[]
  >`count_listing_choices(${hasCategory ? categoryId : sql`null`}, ${bestSellersOnly})`
  return db.selectNoFrom([
    jsonArrayFrom(categoryTilesQuery(db)).as('categories'),
    jsonArrayFrom(products).as('products'),
    counts.as('counts'),
  ])
}

/** Compiling the statement with Kysely takes as long as sending it, and there are few variants. */
const compiledListings = new Map<string, CompiledQuery>()

/** One statement, because each costs as much as its rows. A page number out of range becomes 1. */
export async function selectListing(
  db: ReadConnection,
  { category, bestSellersOnly }: ProductFilter,
  { sort, page, pageSize }: { sort: ProductSort; page: number; pageSize: number },
): Promise<Page<ProductCard> & Pick<Listing, 'categories' | 'counts'>> {
  const order = sort in PRODUCT_ORDERS ? (sort as keyof typeof PRODUCT_ORDERS) : 'featured'
  const shape: ListingShape = { hasCategory: category !== null, bestSellersOnly, order }
  const key = Object.values(shape).join()
  const compiled = compiledListings.get(key) ?? listingQuery(db, shape).compile()
  compiledListings.set(key, compiled)
  const values: ListingParameters = { category, rowsBeforePage: pageOffset(page, pageSize), pageSize }
  const parameters = compiled.parameters.map((value) =>
    value instanceof ListingParameter ? values[value.name] : value,
  )
  const { rows } = await db.executeQuery<Listing>({ ...compiled, parameters })
  const { categories, products, counts } = rows[0]!
  return { ...toPage(products, page, pageSize), categories, counts }
}
