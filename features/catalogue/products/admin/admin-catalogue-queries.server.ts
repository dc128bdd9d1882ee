import { sql, type Kysely } from 'kysely'
import type { DB } from '#platform/database/schema.ts'
import { isValidId } from '#shop/ids.ts'
import { listedCount, pageCount, pageOffset } from '#shop/paging/paging.ts'
import { stripNul } from '#shop/text/strip-nul.ts'
import type {
  FieldChange,
  AdminCategory,
  AdminProduct,
  AdminProductPage,
  AdminProductQuery,
  AdminProductRow,
} from './admin-product.ts'
import type { OpenOffer } from '#features/catalogue/offers/offer.ts'
import { CATEGORY_ORDER } from '#features/catalogue/storefront/storefront-catalogue-queries.server.ts'
import { pictureColumn } from '#features/catalogue/products/picture-columns.server.ts'
import type { CategoryName } from '#features/catalogue/products/product.ts'

const toCategoryFilter = (categoryId: string | null) =>
  categoryId !== null && isValidId(categoryId) ? categoryId : null

/** `allIds`: those of all pages, if a search has found them already. */
export type AdminProductList = { products: AdminProductPage; allIds: string[] | null }

/** One statement: the procedure finds the IDs, and the caller's role reads the rows. */
export async function selectAdminProducts(
  db: Kysely<DB>,
  query: AdminProductQuery,
  pageSize: number,
): Promise<AdminProductList> {
  const { rows } = await sql<{
    page: number
    total: number
    is_more: boolean
    near: string | null
    all_ids: string[] | null
    products: AdminProductRow[]
  }>`
    select found.page, found.total, found.is_more, found.near, case when found.total > ${pageSize} then found.all_ids end as all_ids, coalesce(json_agg(json_build_object(
        'id', p.id, 'slug', p.slug, 'name', p.name, 'sku', p.sku, 'barcode', p.barcode, 'category_name', c.name, 'price', p.price, 'offer_ends_at', p.offer_ends_at, 'stock', p.stock,
        'sellable_stock', coalesce(p.sellable_stock, p.stock), 'is_low_stock', coalesce(p.sellable_stock, p.stock) < (select low_stock_threshold()),
        'is_active', p.is_active, 'badge', p.badge, 'net_weight', p.net_weight,
        'picture', case when pictures.image_url is not null then json_build_object('image_url', pictures.image_url,
          'width', pictures.width, 'height', pictures.height, 'widths', pictures.widths, 'placeholder', pictures.placeholder) end)
      order by wanted.place) filter (where p.id is not null), '[]') as products
      from find_products(${stripNul(query.search)}, ${toCategoryFilter(query.category_id)}, ${query.show}, ${query.sort}, ${query.page}, ${pageSize}) found
      left join lateral unnest(found.product_ids) with ordinality as wanted (id, place) on true
      left join products p on p.id = wanted.id
      left join categories c on c.id = p.category_id
      left join pictures on pictures.image_url = p.image_url
     group by found.page, found.total, found.is_more, found.near, found.all_ids`.execute(db)
  const {
    page = 1,
    total: foundCount = 0,
    is_more: isMore = false,
    near = null,
    all_ids: allIds = null,
    products: pageProducts = [],
  } = rows[0] ?? {}
  const total = listedCount(foundCount, isMore)
  const products = pageProducts.slice(0, total - pageOffset(page, pageSize))
  return { products: { products, page, total, isMore, near, pageCount: pageCount(total, pageSize) }, allIds }
}

export type MatchingProducts = Pick<AdminProductQuery, 'search' | 'category_id' | 'show'>

export async function selectMatchingIds(
  db: Kysely<DB>,
  { search, category_id, show }: MatchingProducts,
  limit: number,
): Promise<{ ids: string[]; total: number; isMore: boolean }> {
  const { rows } = await sql<{ ids: string[]; total: number; is_more: boolean }>`
    select product_ids as ids, total, is_more from find_products(${stripNul(search)}, ${toCategoryFilter(category_id)}, ${show}, 'name', 1, ${limit})`.execute(
    db,
  )
  const { ids = [], total = 0, is_more: isMore = false } = rows[0] ?? {}
  return { ids, total, isMore }
}

export const selectAdminProduct = (db: Kysely<DB>, id: string): Promise<AdminProduct | undefined> =>
  db
    .selectFrom('products')
    .innerJoin('categories', 'categories.id', 'products.category_id')
    .leftJoin('pictures', 'pictures.image_url', 'products.image_url')
    .selectAll('products')
    .select(pictureColumn)
    .select(
      sql<CategoryName>`json_build_object('id', categories.id, 'slug', categories.slug, 'name', categories.name)`.as(
        'category',
      ),
    )
    .select(
      sql<
        OpenOffer[]
      >`(select coalesce(json_agg(json_build_object('id', o.id, 'offer_price', o.offer_price, 'starts_at', o.starts_at,
          'ends_at', o.ends_at, 'started_at', o.started_at, 'normal_price', o.normal_price) order by o.starts_at), '[]')
        from offers o where o.product_id = products.id and o.ended_at is null)`.as('offers'),
    )
    .where('products.id', '=', id)
    .$castTo<AdminProduct>()
    .executeTakeFirst()

export const selectAdminCategories = (db: Kysely<DB>): Promise<AdminCategory[]> =>
  adminCategoriesQuery(db).execute()

export const selectAdminCategory = (db: Kysely<DB>, id: string): Promise<AdminCategory | undefined> =>
  adminCategoriesQuery(db).where('categories.id', '=', id).executeTakeFirst()

const adminCategoriesQuery = (db: Kysely<DB>) =>
  db
    .selectFrom('categories')
    .innerJoin('category_counts', 'category_counts.category_id', 'categories.id')
    .leftJoin('pictures', 'pictures.image_url', 'categories.image_url')
    .select([
      'categories.id',
      'categories.slug',
      'categories.name',
      'categories.description',
      'categories.image_url',
      'categories.is_on_home_page',
      'categories.version',
      'categories.updated_at',
      'category_counts.products as on_sale',
    ])
    .select(pictureColumn)
    .orderBy(CATEGORY_ORDER)

/** A fixed order avoids deadlocks. */
export async function lockCategories(db: Kysely<DB>) {
  await db.selectFrom('categories').select('id').orderBy('id').forNoKeyUpdate().execute()
}

type AuditRow = {
  before: Record<string, unknown>
  after: Record<string, unknown>
  by: string | null
  at: string
}

/** Each field once, from its old to its current value. */
export async function selectChangesSince(
  db: Kysely<DB>,
  subjectId: string,
  version: number,
): Promise<FieldChange[]> {
  const auditEvents = await db
    .selectFrom('audit_events as event')
    .leftJoin('user_profiles as author', 'author.user_id', 'event.actor_id')
    .where('event.subject_id', '=', subjectId)
    .where('event.event', '=', 'changed')
    .where('event.version', '>', version)
    .select(['event.before', 'event.after', 'event.at'])
    .select((event) => event.fn.coalesce('author.full_name', 'author.email').as('by'))
    .orderBy('event.id')
    .$castTo<AuditRow>()
    .execute()
  const changes = new Map<string, FieldChange>()
  for (const { before, after, by, at } of auditEvents) {
    for (const [field, current] of Object.entries(after)) {
      changes.set(field, {
        field,
        was: changes.has(field) ? changes.get(field)!.was : (before[field] ?? null),
        is: current,
        by,
        at,
      })
    }
  }
  return [...changes.values()]
}
