import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { DB } from '#platform/database/schema.ts'
import { pageCount, clampPage, pageOffset } from '#shop/paging/paging.ts'
import type { ProductSort } from '#shop/constants.ts'
import { PRODUCT_TEXT_NAMES } from '#features/catalogue/product-form/product-texts.ts'
import { ALLERGEN_BITS } from '#features/catalogue/products/allergen-columns.server.ts'
import { SELLABLE_STOCK } from '#features/catalogue/products/sellable-stock.server.ts'
import {
  morePicturesColumn,
  pictureColumn,
  pictureWithPlaceholder,
} from '#features/catalogue/products/picture-columns.server.ts'
import type { CategoryTile, ProductCard, ProductDetail } from '#features/catalogue/products/product.ts'

export type ReadConnection = Kysely<DB>
export type Page<Row> = { rows: Row[]; page: number; pageCount: number; total: number }

const productName = sql`lower(products.name) collate "C"`
/** Categories without a position come last, by name. */
export const CATEGORY_ORDER = sql`categories.position, lower(categories.name) collate "C", categories.id`

/** Each ends with the ID, so that pages neither repeat nor skip products. */
export const PRODUCT_ORDERS = {
  featured: sql`products.is_featured desc, products.featured_position, ${productName}, products.id`,
  'price-low-to-high': sql`products.price, products.id`,
  'price-high-to-low': sql`products.price desc, products.id`,
  newest: sql`products.created_at desc, products.id`,
} as const satisfies Partial<Record<ProductSort, RawBuilder<unknown>>>

export const categoryTilesQuery = (db: ReadConnection, order: RawBuilder<unknown> = CATEGORY_ORDER) =>
  db
    .selectFrom('categories')
    .innerJoin('category_counts', 'category_counts.category_id', 'categories.id')
    .leftJoin('pictures', 'pictures.image_url', 'categories.image_url')
    .select([
      'categories.id',
      'categories.name',
      'categories.slug',
      'categories.description',
      'category_counts.products as productCount',
    ])
    .select(pictureColumn)
    .orderBy(order)

/** The IDs come from an index-only scan, so that a late page does not read earlier rows. */
export const productCardsQuery = (
  db: ReadConnection,
  { ids, order }: { ids: RawBuilder<unknown>; order: RawBuilder<unknown> },
) =>
  db
    .selectFrom('products')
    .leftJoin('pictures', 'pictures.image_url', 'products.image_url')
    .select([
      'products.id',
      'products.slug',
      'products.name',
      'products.price',
      'products.offer_ends_at',
      'products.reference_price',
      'products.badge',
      'products.net_weight',
      'products.is_best_seller',
    ])
    .select([ALLERGEN_BITS, pictureColumn, SELLABLE_STOCK.as('stock')])
    .where('products.is_active', '=', true)
    .where(sql<boolean>`products.id = any (array(${ids}))`)
    .orderBy(order)

type ProductIdQuery = {
  condition: RawBuilder<boolean>
  order: RawBuilder<unknown>
  limit: number | RawBuilder<number>
  offset: number | RawBuilder<number>
}

/** Row level security hides inactive products as well; the condition allows the partial indexes. */
export const productIdsQuery = ({ condition, order, limit, offset }: ProductIdQuery) => sql`
  (select products.id from products where products.is_active and ${condition} order by ${order} limit ${limit} offset ${offset})`

/** Products in stock come first. Sold-out ones need a long scan, so they are queried only if there are too few others. */
export function selectRelatedProducts(
  db: ReadConnection,
  slug: string,
  limit: number,
): Promise<ProductCard[]> {
  const relatedIds = (isInStock: boolean, count: RawBuilder<number>) => sql`
    select products.id from products
     where products.is_active and products.category_id = (select category_id from shown) and products.id <> (select id from shown)
       and ${SELLABLE_STOCK} ${isInStock ? sql`> 0` : sql`<= 0`}
     order by ${PRODUCT_ORDERS.featured} limit ${count}`
  const ids = sql`
    with shown as materialized (select id, category_id from products where slug = ${slug} and is_active),
      in_stock as materialized (${relatedIds(true, sql`${limit}::bigint`)})
    select id from in_stock union all (${relatedIds(false, sql`${limit}::bigint - (select count(*) from in_stock)`)})`
  return productCardsQuery(db, {
    ids,
    order: sql`${SELLABLE_STOCK} > 0 desc, ${PRODUCT_ORDERS.featured}`,
  }).execute()
}

/** In the order of the slugs; omits inactive and unknown products. */
export function selectProductCards(db: ReadConnection, slugs: readonly string[]): Promise<ProductCard[]> {
  return productCardsQuery(db, {
    ids: sql`select id from products where slug = any(${slugs}::text[]) and is_active`,
    order: sql`array_position(${slugs}::text[], products.slug::text)`,
  }).execute()
}

/** The owner's picks; if none is active, what was bought together with it. */
export function selectGoesWellWith(db: ReadConnection, slug: string, limit: number): Promise<ProductCard[]> {
  const ids = sql`
    with shown as materialized (select id from products where slug = ${slug} and is_active),
      picks as materialized (
        select p.id, g.position from product_pairings g join products p on p.id = g.pairs_with_id
         where p.is_active and g.product_id = (select id from shown)),
      bought as (
        select p.id, b.position from bought_together b join products p on p.id = b.other_id
         where p.is_active and b.product_id = (select id from shown) and not exists (select from picks))
    select id from (select * from picks union all select * from bought) candidates order by position limit ${limit}`
  const position = sql`(select min(place.position) from (
      select g.position from product_pairings g where g.product_id = (select id from products where slug = ${slug}) and g.pairs_with_id = products.id
      union all select b.position + 10 from bought_together b where b.product_id = (select id from products where slug = ${slug}) and b.other_id = products.id) place)`
  return productCardsQuery(db, {
    ids,
    order: sql`${SELLABLE_STOCK} > 0 desc, ${position}, products.id`,
  }).execute()
}

export const selectCategories = (db: ReadConnection): Promise<CategoryTile[]> =>
  categoryTilesQuery(db).execute()

/** Categories with active products come first. */
export const selectHomeCategories = (db: ReadConnection, limit: number): Promise<CategoryTile[]> =>
  categoryTilesQuery(db, sql`category_counts.products = 0, ${CATEGORY_ORDER}`)
    .where('categories.is_on_home_page', '=', true)
    .limit(limit)
    .execute()

export function selectBestSellers(db: ReadConnection, limit: number): Promise<ProductCard[]> {
  const order = sql`${productName}, products.id`
  return productCardsQuery(db, {
    ids: productIdsQuery({ condition: sql`products.is_best_seller`, order, limit, offset: 0 }),
    order,
  }).execute()
}

export const selectFeaturedProducts = (db: ReadConnection, limit: number): Promise<ProductCard[]> =>
  productCardsQuery(db, {
    ids: productIdsQuery({ condition: sql`true`, order: PRODUCT_ORDERS.featured, limit, offset: 0 }),
    order: PRODUCT_ORDERS.featured,
  }).execute()

/** In the order of the IDs. */
export const selectProductCardsById = (db: ReadConnection, ids: readonly string[]): Promise<ProductCard[]> =>
  productCardsQuery(db, {
    ids: sql`select unnest(${ids}::uuid[])`,
    order: sql`array_position(${ids}::uuid[], products.id)`,
  }).execute()

/** In the owner's order. */
export const selectCategoryNames = (
  db: ReadConnection,
  ids: readonly string[],
): Promise<{ slug: string; name: string }[]> =>
  db
    .selectFrom('categories')
    .select(['slug', 'name'])
    .where(sql<boolean>`id = any (${ids}::uuid[])`)
    .orderBy(CATEGORY_ORDER)
    .execute()

export async function selectCategoryPage(
  db: ReadConnection,
  page: number,
  pageSize: number,
): Promise<Page<CategoryTile>> {
  const total = sql<number>`(select count(*) from categories)`
  const rows = await categoryTilesQuery(db)
    .select(total.as('total'))
    .limit(pageSize)
    .offset(pageOffsetSql(total, sql`${pageOffset(page, pageSize)}`))
    .execute()
  return toPage(rows, page, pageSize)
}

/** 0 if the page is out of range; calculated in the statement that counts. */
export const pageOffsetSql = (total: RawBuilder<number>, rowsBeforePage: RawBuilder<number>) =>
  sql<number>`case when ${rowsBeforePage}::bigint < ${total} then ${rowsBeforePage}::bigint else 0 end`

export function toPage<Row extends { total: number }>(
  found: Row[],
  page: number,
  pageSize: number,
): Page<Omit<Row, 'total'>> {
  const total = found[0]?.total ?? 0
  const count = pageCount(total, pageSize)
  const rows = found.map(({ total: _total, ...row }) => row)
  return { rows, page: clampPage(page, count), pageCount: count, total }
}

export const selectProductSlugs = async (db: ReadConnection, maxCount: number): Promise<string[]> =>
  (
    await db.selectFrom('products').select('slug').where('is_active', '=', true).limit(maxCount).execute()
  ).map(({ slug }) => slug)

export const selectCategorySlugs = async (db: ReadConnection): Promise<string[]> =>
  (await db.selectFrom('categories').select('slug').execute()).map(({ slug }) => slug)

export const selectProduct = (db: ReadConnection, slug: string): Promise<ProductDetail | undefined> =>
  db
    .selectFrom('products')
    .innerJoin('categories', 'categories.id', 'products.category_id')
    .leftJoin('pictures', 'pictures.image_url', 'products.image_url')
    .select([
      'products.id',
      'products.slug',
      'products.name',
      'products.category_id',
      'products.sku',
      'products.barcode',
      'products.price',
      'products.offer_ends_at',
      'products.reference_price',
      'products.is_active',
      'products.is_featured',
      'products.is_best_seller',
      'products.image_url',
      'products.image_alt',
      'products.created_at',
      'products.updated_at',
    ])
    .select(PRODUCT_TEXT_NAMES.map((name) => `products.${name}` as const))
    .select([
      SELLABLE_STOCK.as('stock'),
      sql<ProductDetail['nutrition_info']>`products.nutrition_info`.as('nutrition_info'),
      sql<ProductDetail['manufacturer']>`products.manufacturer`.as('manufacturer'),
      sql<ProductDetail['allergens']>`products.allergens`.as('allergens'),
      sql<
        ProductDetail['category']
      >`json_build_object('id', categories.id, 'slug', categories.slug, 'name', categories.name)`.as(
        'category',
      ),
      pictureWithPlaceholder,
      morePicturesColumn,
    ])
    .where('products.is_active', '=', true)
    .where('products.slug', '=', slug)
    .executeTakeFirst()

export type CatalogueCounts = { products: number; lowStock: number; categories: number }

export const selectCounts = (db: ReadConnection): Promise<CatalogueCounts> =>
  db
    .selectNoFrom([
      sql<number>`count_products(null, null)`.as('products'),
      sql<number>`count_products(null, 'low')`.as('lowStock'),
      sql<number>`(select count(*) from categories)`.as('categories'),
    ])
    .executeTakeFirstOrThrow()
