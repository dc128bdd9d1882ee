import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { listProducts } from '#shop/catalogue/catalogue.server.ts'
import { OFFICE_SORTS, PRODUCT_KINDS, type OfficeProductQuery } from '#shop/catalogue/office-product.ts'
import { listAllProducts } from '#shop/catalogue/office.server.ts'
import { findNeighbours, findOrder, listOrders } from '#shop/orders/orders.server.ts'
import { visitor, type Admin } from '#shop/permissions.ts'
import type { Shop } from '#shop/shop.server.ts'
import { OFFICE_PRODUCTS_A_PAGE, ORDER_STATUSES, PAGE_SIZE, PRODUCT_SORTS, type OrderStatus } from '#shop/spec.ts'
import { listStockMovements } from '#shop/stock/stock.server.ts'
import { anAdmin, aShop, whatDoesNotAddUp } from './arrange.ts'
import { fillShop } from './big-shop.ts'
import { entriesRead, indexesUsed, rowsRead, tablesReadThrough, tellingPlans, type Captured } from './captured-plans.ts'
import { newTestDatabase, type TestDatabase } from './database.ts'
import { allOrders, FOUND_AT_MOST, plainListing, plainNeighbours, plainOrders, plainProducts, type AskedOrders } from './plain-lists.ts'
import { onDatabase } from './setup-databases.ts'

const SIZE = { products: 3000, customers: 1500, orders: 12_000 }
const LARGE = new Set(['products', 'stock_levels', 'product_words', 'orders', 'order_items', 'order_history', 'inventory_adjustments', 'user_profiles'])

let database: TestDatabase
let plans: Awaited<ReturnType<typeof tellingPlans>>
/** The one tells its plans; the other is quicker, for comparing what is found. */
let shop: Shop
let plain: Shop
let admin: Admin
let category: string
let asSuperuser: string
beforeAll(async () => {
  database = await newTestDatabase()
  const [row] = await database.query<{ name: string }>('select current_database() as name')
  asSuperuser = onDatabase(inject('testServer').administrator, row!.name)
  await fillShop(asSuperuser, SIZE)
  admin = await anAdmin(database)
  plans = await tellingPlans(database)
  shop = aShop(plans)
  plain = aShop(database)
  category = (await database.query<{ id: string }>('select category_id as id from category_counts order by products desc limit 1'))[0]!.id
})
afterAll(async () => {
  await plans.close()
  await database.close()
})

/** No large table is gone through, and not more statements are sent than a page may cost. */
function holds({ nodes, statements }: Captured, budget: number) {
  expect(nodes.length).toBeGreaterThan(0)
  expect(tablesReadThrough(nodes).filter((table) => LARGE.has(table))).toEqual([])
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(budget)
}

test('what is measured is a shop as it comes about: stock, totals and counts add up, and nothing is missing', async () => {
  expect(await whatDoesNotAddUp(database)).toEqual([])
  expect(await database.query(`
    select 'stock level' as what, p.id from products p full join stock_levels l on l.id = p.id
     where (stock_level(p.stock), p.category_id, p.is_active) is distinct from (l.level, l.category_id, l.is_active)
    union all
    select 'words', p.id from products p full join product_words w on w.id = p.id
     where (p.category_id, p.is_active, p.price, p.created_at, lower(p.name), lower(p.name || E'\\n' || p.brand || E'\\n' || p.slug), stock_level(p.stock))
       is distinct from (w.category_id, w.is_active, w.price, w.created_at, w.name, w.words, w.level)
    union all
    select 'item without product', i.id from order_items i left join products p on p.id = i.product_id where p.id is null
    union all
    select 'order without items', o.id from orders o where not exists (select from order_items i where i.order_id = o.id)
    union all
    select 'status without its history', o.id from orders o
     where o.status is distinct from (select h.to_status from order_history h where h.order_id = o.id order by h.id desc limit 1)
    union all
    select 'stock below zero', a.product_id from (select product_id, stock_after, sum(quantity_change) over (partition by product_id order by id) as stands
      from inventory_adjustments) a where a.stock_after <> a.stands`)).toEqual([])
  expect(await database.query(`select count(*) as orders, count(distinct status) as statuses from orders`)).toEqual([{ orders: SIZE.orders, statuses: 5 }])
})

describe('§2 the owner’s products', () => {
  const usual: OfficeProductQuery = { search: '', category_id: null, show: null, sort: 'name', page: 1 }
  const productPages = (asked: Partial<OfficeProductQuery>) => plans.capture(() => listAllProducts(shop, admin, { ...usual, ...asked }))
  const found = async (asked: OfficeProductQuery) => {
    const { products, page, total, isMore } = await listAllProducts(plain, admin, asked)
    return { ids: products.map(({ id }) => id), page, total, isMore }
  }

  test.each(OFFICE_SORTS)('sorted by %s read only what they show, on the first page, in the middle and on the last', async (sort) => {
    const pageCount = Math.ceil(SIZE.products / OFFICE_PRODUCTS_A_PAGE)
    for (const page of [1, Math.floor(pageCount / 2), pageCount]) {
      const captured = await productPages({ sort, page })
      holds(captured, 3)
      expect(captured.result.page).toBe(page)
      // In the order of stock the levels that the page shows are read whole.
      expect(rowsRead(captured.nodes, 'products')).toBeLessThanOrEqual(sort.startsWith('stock') ? SIZE.products / 5 : OFFICE_PRODUCTS_A_PAGE)
      // Half of them from the nearer end, in the order of stock a level as well, and those that are switched off to count them.
      expect(entriesRead(captured.nodes)).toBeLessThan(SIZE.products * (sort.startsWith('stock') ? 0.75 : 0.65))
      const index = { n: 'products_by_name', p: 'products_by_price', s: 'stock_levels_in_order' }[sort[0]!]
      expect([...indexesUsed(captured.nodes)]).toContain(sort === 'newest' ? 'products_by_age' : index)
    }
  })

  test('narrowed to a category or to what is on sale, off sale or low read only what they show', async () => {
    for (const show of [null, ...PRODUCT_KINDS]) {
      for (const category_id of [null, category]) {
        for (const sort of ['name', 'price', 'stock-down', 'newest'] as const) {
          const captured = await productPages({ show, category_id, sort, page: 3 })
          holds(captured, 3)
          expect(rowsRead(captured.nodes, 'products'), JSON.stringify({ show, category_id, sort })).toBeLessThanOrEqual(
            sort === 'stock-down' ? SIZE.products / 5 : OFFICE_PRODUCTS_A_PAGE)
        }
      }
    }
  })

  test('found by a word are found by the index of words or by the list itself, whichever is shorter', async () => {
    const [product] = await database.query<{ name: string }>('select name from products order by id limit 1')
    const rare = await productPages({ search: product!.name })
    holds(rare, 3)
    expect(indexesUsed(rare.nodes)).toContain('product_words_search')
    expect(rare.result.total).toBeGreaterThan(0)
    // The words say which they are; the products are read that are shown.
    expect(rowsRead(rare.nodes, 'products')).toBeLessThanOrEqual(OFFICE_PRODUCTS_A_PAGE)
    const short = await productPages({ search: 'xq' })
    holds(short, 3)
    expect(indexesUsed(short.nodes)).toContain('product_words_short_search')
    const byStock = await productPages({ search: 'wayan', sort: 'stock-down' })
    holds(byStock, 3)
    expect(byStock.result.total).toBeGreaterThan(OFFICE_PRODUCTS_A_PAGE)
    expect(rowsRead(byStock.nodes, 'products')).toBeLessThanOrEqual(byStock.result.total + OFFICE_PRODUCTS_A_PAGE)
    const common = await productPages({ search: 'e', sort: 'price' })
    holds(common, 3)
    expect(common.result).toMatchObject({ total: FOUND_AT_MOST, isMore: true })
    expect([...indexesUsed(common.nodes)].filter((name) => name.includes('search'))).toEqual([])
  })

  test('are the same, in the same order, as going through all of them finds', async () => {
    const words = await database.query<{ word: string }>(`
      select lower(substr(name, 1 + (hashtext(id::text) & 7), 1 + ((hashtext(id::text) >> 4) & 7))) as word from products order by id limit 30`)
    const searches = ['', ...words.map(({ word }) => word.trim()), 'e', '-', '%', '_', 'ninth bend', 'hill & harbour', '250g']
    for (const [number, search] of searches.entries()) {
      const asked: OfficeProductQuery = {
        search, category_id: number % 4 === 1 ? category : null, show: [null, ...PRODUCT_KINDS][number % 5] ?? null,
        sort: OFFICE_SORTS[number % OFFICE_SORTS.length]!, page: 1 + (number % 3),
      }
      expect(await found(asked), JSON.stringify(asked)).toEqual(await plainProducts(database, asked))
    }
  })

  test('every page of every order is the same as going through all of them finds, from either end', async () => {
    for (const sort of OFFICE_SORTS) {
      for (const asked of [{ page: 1 }, { page: 62 }, { page: 63 }, { page: 64 }, { page: 124 }, { page: 125 }, { page: 126 }, { page: 4, show: 'off' as const }, { page: 9, category_id: category }]) {
        const query = { ...usual, sort, ...asked }
        expect(await found(query), JSON.stringify(query)).toEqual(await plainProducts(database, query))
      }
    }
  })

  test('the stock history of a product reads its own changes alone', async () => {
    const [sold] = await database.query<{ id: string }>('select product_id as id from order_items group by 1 order by count(*) desc limit 1')
    const captured = await plans.capture(() => listStockMovements(shop, admin, sold!.id))
    holds(captured, 3)
    expect(indexesUsed(captured.nodes)).toContain('inventory_adjustments_of_product')
    expect(rowsRead(captured.nodes, 'inventory_adjustments')).toBeLessThanOrEqual(100)
  })
})

describe('§2, D26 the owner’s orders', () => {
  const orderPages = (asked: AskedOrders) => plans.capture(() => listOrders(shop, admin, asked))
  const found = async (asked: AskedOrders) => {
    const { orders, page, total, isMore } = await listOrders(plain, admin, asked)
    return { ids: orders.map(({ id }) => id), page, total, isMore }
  }

  test('are counted by their days, and a page of them lies as near as the first', async () => {
    const [days] = await database.query<{ days: number; orders: number }>('select count(*) as days, sum(orders)::int as orders from order_days')
    expect(days!.days).toBeGreaterThan(1000)
    expect(days!.orders).toBeGreaterThan(SIZE.orders * 0.9)
    const pageCount = Math.ceil(SIZE.orders / PAGE_SIZE.adminOrders)
    for (const page of [1, 2, Math.floor(pageCount / 2), pageCount - 1, pageCount]) {
      const captured = await orderPages({ page })
      holds(captured, 4)
      expect([...indexesUsed(captured.nodes)]).toContain('orders_newest')
      expect(rowsRead(captured.nodes, 'orders')).toBeLessThanOrEqual(PAGE_SIZE.adminOrders)
      expect(entriesRead(captured.nodes)).toBeLessThan(SIZE.orders / 10)
    }
  })

  test.each(ORDER_STATUSES)('that are %s read only what they show', async (status) => {
    for (const page of [1, 2, 240, 470]) {
      const captured = await orderPages({ status, page })
      holds(captured, 4)
      expect([...indexesUsed(captured.nodes)]).toContain('orders_newest_of_status')
      expect(rowsRead(captured.nodes, 'orders')).toBeLessThanOrEqual(PAGE_SIZE.adminOrders)
      expect(entriesRead(captured.nodes)).toBeLessThan(SIZE.orders / 4)
    }
  })

  test('found by a word are found by the index of words or by the newest, whichever is shorter', async () => {
    const [order] = await database.query<{ email: string }>(`select shipping_address ->> 'email' as email from orders order by id limit 1`)
    const rare = await orderPages({ search: order!.email })
    holds(rare, 4)
    expect(indexesUsed(rare.nodes)).toContain('orders_search')
    expect(rowsRead(rare.nodes, 'orders')).toBeLessThanOrEqual(rare.result.total + PAGE_SIZE.adminOrders)
    const common = await orderPages({ search: '.example', status: 'delivered' })
    holds(common, 4)
    expect(indexesUsed(common.nodes)).not.toContain('orders_search')
    expect(common.result).toMatchObject({ total: FOUND_AT_MOST, isMore: true, pageCount: 42 })
  })

  test('are the same, in the same order, as going through all of them finds', async () => {
    const pieces = await database.query<{ piece: string }>(`
      select case hashtext(id::text) & 7
               when 0 then left(id::text, 8) when 1 then shipping_address ->> 'phone' when 2 then shipping_address ->> 'post_code'
               when 3 then substr(shipping_address ->> 'email', 2, 5) when 4 then left(shipping_address ->> 'full_name', 2)
               when 5 then split_part(shipping_address ->> 'full_name', ' ', 2) when 6 then left(shipping_address ->> 'phone', 6)
               else substr(shipping_address ->> 'full_name', 2, 4) end as piece from orders order by id limit 30`)
    for (const [number, search] of ['nair', 'priya', '.example', '07', 's', 'zz', 'nobody', ...pieces.map(({ piece }) => piece)].entries()) {
      const asked = { search, status: [null, 'delivered', null, 'cancelled', 'pending'][number % 5] as OrderStatus | null, page: 1 + (number % 3) }
      expect(await found(asked), JSON.stringify(asked)).toEqual(await plainOrders(database, asked))
    }
    for (const status of [null, ...ORDER_STATUSES]) {
      for (const page of [1, 2, 22, 23, 237, 238, 239, 240, 472, 474, 475, 476, 499, 500, 501]) {
        expect(await found({ status, page }), `${status} ${page}`).toEqual(await plainOrders(database, { status, page }))
      }
    }
  })

  test('found by a word that more hold than are wanted are read only as far back as those are likely to reach', async () => {
    const words = await database.query<{ word: string; orders: number }>(`
      select lower(split_part(shipping_address ->> 'full_name', ' ', 1)) as word, count(*)::int as orders from orders
       group by 1 having count(*) between ${SIZE.orders / 70} and ${SIZE.orders / 35} order by 1 limit 8`)
    expect(words).toHaveLength(8)
    const client = new Client({ connectionString: asSuperuser })
    await client.connect()
    try {
      let readInPart = 0
      for (const { word, orders } of words) {
        const captured = await plans.capture(() => client.query<{ ids: string }>(
          `select search_orders($1, null, 20)::text as ids from (select set_config('app.user_id', $2, true) offset 0) who`, [word, admin.userId]))
        holds(captured, 1)
        expect(indexesUsed(captured.nodes)).toContain('orders_search')
        expect(captured.result.rows[0]!.ids).toBe(`{${(await allOrders(database, { search: word })).slice(0, 20).join()}}`)
        if (rowsRead(captured.nodes, 'orders') < orders / 2) readInPart++
      }
      // Where chance keeps them from the newer days, all are read.
      expect(readInPart).toBeGreaterThanOrEqual(2)
    } finally {
      await client.end()
    }
  })

  test('an order’s page and the orders beside it read a few', async () => {
    const orders = await database.query<{ id: string; email: string }>(`select id, shipping_address ->> 'email' as email from orders order by id limit 6`)
    for (const [number, { id, email }] of orders.entries()) {
      const page = await plans.capture(() => findOrder(shop, admin, id))
      holds(page, 3)
      expect(rowsRead(page.nodes, 'orders')).toBe(1)
      for (const asked of [{}, { status: 'delivered' as const }, { search: email }, { search: 'nair' }, { search: 'nair', status: 'cancelled' as const }, { search: 'nobody' }]) {
        const beside = await plans.capture(() => findNeighbours(shop, admin, { orderId: id, ...asked }))
        holds(beside, 3)
        expect(rowsRead(beside.nodes, 'orders')).toBeLessThan(asked.search ? 4200 : 4)
        if (number < 3) expect(beside.result, JSON.stringify({ id, ...asked })).toEqual(await plainNeighbours(database, id, asked))
      }
    }
  })
})

test('§2 the shopper’s listing reads only what it shows, wherever the page lies', async () => {
  const [{ slug, products }] = (await database.query<{ slug: string; products: number }>(
    'select c.slug, k.products from categories c join category_counts k on k.category_id = c.id where c.id = $1', [category])) as [{ slug: string; products: number }]
  const [{ on_sale }] = (await database.query<{ on_sale: number }>('select count(*) as on_sale from products where is_active')) as [{ on_sale: number }]
  for (const sort of PRODUCT_SORTS) {
    for (const [asked, total] of [[null, on_sale], [slug, products]] as const) {
      const pageCount = Math.ceil(total / PAGE_SIZE.products)
      for (const page of [1, Math.floor(pageCount / 2), Math.floor(pageCount / 2) + 1, pageCount]) {
        const captured = await plans.capture(() => listProducts(shop, { category: asked, bestSellersOnly: false, sort, page }))
        holds(captured, 2)
        expect(rowsRead(captured.nodes, 'products'), JSON.stringify({ sort, asked, page })).toBeLessThanOrEqual(PAGE_SIZE.products)
        expect(entriesRead(captured.nodes)).toBeLessThan(total / 2 + 100)
        expect(captured.result.products.map(({ id }) => id)).toEqual(await plainListing(database, { category: asked && category, sort, page }))
        expect(captured.result).toMatchObject({ page, pageCount, total })
      }
    }
  }
})

test('§6 nobody but an administrator counts or finds, not even by calling what the lists are made of', async () => {
  for (const actor of [visitor, { kind: 'customer' as const, userId: crypto.randomUUID(), email: 'x@shopper.example' }]) {
    for (const call of [`count_orders(null)`, `count_products(null, null)`, `search_orders('nair', null, 1)`, `list_products(null, null, 'name', false, 0, 1)`, `search_products('e', null, null, 'name', 1)`]) {
      await expect(database.db.as(actor, (trx) => trx.executeQuery({ sql: `select ${call}`, parameters: [], query: { kind: 'RawNode' } } as never))).rejects.toThrow('permission denied')
    }
  }
})
