import { sql, type Kysely } from 'kysely'
import type { DB } from '#platform/database/schema.ts'
import type { FoundBy, ProductQuery } from '#features/catalogue/storefront/product-query.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { allergenBits, suitabilityBits, type ProductGroup } from './filter-counts.ts'

export type FoundProducts = {
  product_ids: string[]
  page: number
  total: number
  counts: ProductGroup[]
  corrected_search: string | null
  nearest_ids: string[] | null
  described_ids: string[] | null
  found_by: FoundBy
}

/** The IDs of one page by search and filters, with the filter counts; a page number out of range becomes 1. */
export async function findListedProducts(
  db: Kysely<DB>,
  { categoryId, pageSize, ...query }: ProductQuery & { categoryId: string | null; pageSize: number },
): Promise<FoundProducts> {
  const { rows } = await sql<FoundProducts>`
    select * from search_storefront(${query.search}, ${categoryId}, ${query.bestSellersOnly}, ${allergenBits(query.freeFrom)},
      ${suitabilityBits(query.suitableFor)}, ${query.inStockOnly}, ${query.minPrice}, ${query.maxPrice}, ${query.sort}, ${query.page}, ${pageSize})`.execute(
    db,
  )
  return rows[0]!
}

export async function findSuggestions(
  db: Kysely<DB>,
  search: string,
  limit: number,
): Promise<{ product_ids: string[]; category_ids: string[]; corrected_search: string | null }> {
  const { rows } = await sql<{
    product_ids: string[]
    category_ids: string[]
    corrected_search: string | null
  }>`select * from suggest_products(${search}, ${limit})`.execute(db)
  return rows[0]!
}

/** Counts a search that found nothing, without storing who searched. */
export async function recordSearchMiss(shop: ShopDependencies, search: string): Promise<void> {
  try {
    await sql`select record_search_miss(${search})`.execute(shop.db.visitor)
  } catch (error) {
    shop.log.warn({ error }, 'a search without a result was not counted')
  }
}
