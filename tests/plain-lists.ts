import type { OfficeProductQuery } from '#shop/catalogue/office-product.ts'
import { OFFICE_PRODUCTS_A_PAGE, PAGE_SIZE, type OrderStatus, type ProductSort } from '#shop/spec.ts'
import type { TestDatabase } from './database.ts'

/** The owner's lists by going through everything, as slow and as plain as can be: what the quick ones are compared with. */

/** So many a search lists. */
export const FOUND_AT_MOST = 1000

export type AskedOrders = { search?: string; status?: OrderStatus | null; page?: number }

const PRODUCT_ORDERS: Record<OfficeProductQuery['sort'], string> = {
  name: 'lower(name) collate "C", id', 'name-down': 'lower(name) collate "C" desc, id desc', price: 'price, id', 'price-down': 'price desc, id desc',
  stock: 'stock, id', 'stock-down': 'stock desc, id desc', newest: 'created_at desc, id',
}
const LISTING_ORDERS: Record<ProductSort, string> = {
  featured: 'is_featured desc, lower(name) collate "C", id', 'price-low-to-high': 'price, id', 'price-high-to-low': 'price desc, id', newest: 'created_at desc, id',
}
const SHOWN = { on: 'is_active', off: 'not is_active', low: 'stock < 10' }

/** Each word of a search begins a word of some field, told a second time without an index. */
const HAS_EACH_WORD = `(
  select bool_and(of_product.words ~ ('(^|[^[:alnum:]])' || asked || case when char_length(asked) < 3 then '($|[^[:alnum:]])' else '' end))
    from regexp_split_to_table(lower($1), '[^[:alnum:]]+') asked,
      (select lower(replace(concat_ws(' ', products.name, products.slug, brand, c.name, badge, net_weight, products.description, ingredients,
          allergy_advice, lifestyle, dietary_info, storage_instructions, manufacturer::text), '''', '')) as words
         from categories c where c.id = products.category_id) of_product
   where asked <> '')`

export async function plainProducts(database: TestDatabase, { search, category_id, show, sort, page }: OfficeProductQuery) {
  const rows = await database.query<{ id: string }>(
    `select id from products where ($1 = '' or position($1 in lower(name || E'\\n' || brand || E'\\n' || slug)) > 0 or (char_length($1) > 2 and ${HAS_EACH_WORD}))
        and ($2::uuid is null or category_id = $2) and ${show ? SHOWN[show] : 'true'} order by ${PRODUCT_ORDERS[sort]}`, [search, category_id])
  return pageOf(rows.map(({ id }) => id), { isSearch: search !== '', page, size: OFFICE_PRODUCTS_A_PAGE })
}

/** The ids of a page of the shopper's listing; the category by its id. */
export async function plainListing(database: TestDatabase, { category, sort, page }: { category: string | null; sort: ProductSort; page: number }) {
  const rows = await database.query<{ id: string }>(
    `select id from products where is_active and ($1::uuid is null or category_id = $1) order by ${LISTING_ORDERS[sort]} limit $2 offset $3`,
    [category, PAGE_SIZE.products, (page - 1) * PAGE_SIZE.products])
  return rows.map(({ id }) => id)
}

/** Every order that is asked for, newest first. */
export async function allOrders(database: TestDatabase, { search = '', status = null }: AskedOrders): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    `select o.id from orders o, order_search_terms($1) t where ($2::text is null or o.status = $2)
        and (t.patterns is null or o.search_text like t.patterns[1] or o.search_text like t.patterns[2] or o.id between t.first_id and t.last_id
          or o.id in (select i.order_id from order_items i join products p on p.id = i.product_id, order_search_terms($1) u where lower(p.name) like u.product_pattern))
      order by o.created_at desc, o.id`, [search, status])
  return rows.map(({ id }) => id)
}

export async function plainOrders(database: TestDatabase, asked: AskedOrders) {
  return pageOf(await allOrders(database, asked), { isSearch: Boolean(asked.search), page: asked.page ?? 1, size: PAGE_SIZE.adminOrders })
}

/** The orders above and below one, by its own place in time. */
export async function plainNeighbours(database: TestDatabase, id: string, asked: AskedOrders) {
  const beside = await database.query<{ id: string; is_above: boolean }>(
    `select o.id, (o.created_at > self.created_at or (o.created_at = self.created_at and o.id < self.id)) as is_above
       from orders o, (select id, created_at from orders where id = $2) self where o.id = any ($1) and o.id <> self.id order by o.created_at desc, o.id`,
    [await allOrders(database, asked), id])
  return { previous_id: beside.findLast(({ is_above }) => is_above)?.id ?? null, next_id: beside.find(({ is_above }) => !is_above)?.id ?? null }
}

function pageOf(all: string[], { isSearch, page, size }: { isSearch: boolean; page: number; size: number }) {
  const isMore = isSearch && all.length > FOUND_AT_MOST
  const listed = isMore ? all.slice(0, FOUND_AT_MOST) : all
  const at = page <= Math.ceil(listed.length / size) ? page : 1
  return { ids: listed.slice((at - 1) * size, at * size), page: at, total: listed.length, isMore }
}
