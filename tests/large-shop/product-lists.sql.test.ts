import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listProducts } from '#features/catalogue/storefront/storefront-catalogue.server.ts'
import {
  ADMIN_PRODUCT_SORTS,
  PRODUCT_LIST_FILTERS,
  type AdminProductQuery,
} from '#features/catalogue/products/admin/admin-product.ts'
import { listAllProducts } from '#features/catalogue/products/admin/admin-catalogue.server.ts'
import { visitor } from '#shop/permissions.ts'
import { ADMIN_PRODUCTS_PAGE_SIZE, PAGE_SIZE, PRODUCT_SORTS } from '#shop/constants.ts'
import { listStockMovements } from '#features/stock/stock.server.ts'
import { findInconsistencies } from '#tests/fixtures/databases/test-records.ts'
import {
  countIndexEntriesRead,
  indexesUsed,
  countTableRowsRead,
} from '#tests/fixtures/databases/captured-query-plans.ts'
import {
  createLargeShop,
  expectWithinQueryBudget,
  LARGE_SHOP_SIZE,
  type LargeShop,
} from '#tests/fixtures/databases/large-shop.ts'
import {
  MAX_SEARCH_RESULTS,
  referenceListingPage,
  referenceProductPage,
} from '#tests/fixtures/databases/reference-lists.ts'

let largeShop: LargeShop
beforeAll(async () => {
  largeShop = await createLargeShop()
})
afterAll(() => largeShop.close())

test('the seeded shop is consistent and complete', async () => {
  expect(await findInconsistencies(largeShop.database)).toEqual([])
  expect(
    await largeShop.database.query(`
    select 'stock level' as what, p.id from products p full join product_stock_buckets l on l.id = p.id
     where (stock_bucket(p.stock), p.category_id, p.is_active) is distinct from (l.stock_bucket, l.category_id, l.is_active)
    union all
    select 'words', p.id from products p full join product_search_text w on w.id = p.id
     where (p.category_id, p.is_active, p.price, p.created_at, lower(p.name), lower(p.name || E'\\n' || p.brand || E'\\n' || p.slug), stock_bucket(p.stock))
       is distinct from (w.category_id, w.is_active, w.price, w.created_at, w.name, w.search_text, w.stock_bucket)
    union all
    select 'terms', p.id from products p join categories c on c.id = p.category_id full join product_search_vectors t on t.id = p.id
     where (p.category_id, p.is_active, p.price, p.created_at, lower(p.name), build_product_search_vector(p, c.name))
       is distinct from (t.category_id, t.is_active, t.price, t.created_at, t.name, t.search_vector)
    union all
    select 'item without product', i.id from order_items i left join products p on p.id = i.product_id where p.id is null
    union all
    select 'order without items', o.id from orders o where not exists (select from order_items i where i.order_id = o.id)
    union all
    select 'status without its history', o.id from orders o
     where o.status is distinct from (select h.to_status from order_history h where h.order_id = o.id order by h.id desc limit 1)
    union all
    select 'stock below zero', a.product_id from (select product_id, stock_after, sum(quantity_change) over (partition by product_id order by id) as stands
      from inventory_adjustments) a where a.stock_after <> a.stands`),
  ).toEqual([])
  expect(
    await largeShop.database.query(
      `select count(*) as orders, count(distinct status) as statuses from orders`,
    ),
  ).toEqual([{ orders: LARGE_SHOP_SIZE.orders, statuses: 5 }])
})

describe('PERFORMANCE-3 the admin product list', () => {
  const usual: AdminProductQuery = { search: '', category_id: null, show: null, sort: 'name', page: 1 }
  const productPages = (asked: Partial<AdminProductQuery>) =>
    largeShop.plans.capture(() => listAllProducts(largeShop.shop, largeShop.admin, { ...usual, ...asked }))
  const found = async (asked: AdminProductQuery) => {
    const { products, page, total, isMore } = await listAllProducts(largeShop.plain, largeShop.admin, asked)
    return { ids: products.map(({ id }) => id), page, total, isMore }
  }

  test.each(ADMIN_PRODUCT_SORTS)(
    'sorted by %s reads only the displayed rows, on the first, middle and last page',
    async (sort) => {
      const pageCount = Math.ceil(LARGE_SHOP_SIZE.products / ADMIN_PRODUCTS_PAGE_SIZE)
      for (const page of [1, Math.floor(pageCount / 2), pageCount]) {
        const captured = await productPages({ sort, page })
        expectWithinQueryBudget(captured, 3)
        expect(captured.result.page).toBe(page)
        // If sorted by stock, the buckets on the page are read completely.
        expect(countTableRowsRead(captured.nodes, 'products')).toBeLessThanOrEqual(
          sort.startsWith('stock') ? LARGE_SHOP_SIZE.products / 5 : ADMIN_PRODUCTS_PAGE_SIZE,
        )
        // At most half of the rows are skipped, plus one bucket if sorted by stock; inactive products are counted directly.
        expect(countIndexEntriesRead(captured.nodes)).toBeLessThan(
          LARGE_SHOP_SIZE.products * (sort.startsWith('stock') ? 0.75 : 0.65),
        )
        const index = { n: 'products_by_name', p: 'products_by_price', s: 'product_stock_buckets_by_bucket' }[
          sort[0]!
        ]
        expect([...indexesUsed(captured.nodes)]).toContain(
          sort === 'newest' ? 'products_by_created_at' : index,
        )
      }
    },
  )

  test('filtered by active, inactive or low stock reads only the displayed rows, by category a few more', async () => {
    for (const show of [null, ...PRODUCT_LIST_FILTERS]) {
      for (const category_id of [null, largeShop.category]) {
        for (const sort of ['name', 'price', 'stock-down', 'newest'] as const) {
          const captured = await productPages({ show, category_id, sort, page: 3 })
          expectWithinQueryBudget(captured, 3)
          expect(
            countTableRowsRead(captured.nodes, 'products'),
            JSON.stringify({ show, category_id, sort }),
          ).toBeLessThanOrEqual(
            Math.max(
              sort === 'stock-down' ? LARGE_SHOP_SIZE.products / 5 : ADMIN_PRODUCTS_PAGE_SIZE,
              // Read through the index of the category or of the order, and sorted.
              category_id ? LARGE_SHOP_SIZE.products / 4 : 0,
            ),
          )
        }
      }
    }
  })

  test('a word search reads the narrow rows of all products, and otherwise only the displayed ones', async () => {
    const [product] = await largeShop.database.query<{ name: string }>(
      'select name from products order by id limit 1',
    )
    const rare = await productPages({ search: product!.name })
    expect(rare.result.total).toBeGreaterThan(0)
    const common = await productPages({ search: 'e', sort: 'price' })
    expect(common.result).toMatchObject({ total: MAX_SEARCH_RESULTS, isMore: true })
    for (const captured of [rare, common, await productPages({ search: 'xq' })]) {
      expectWithinQueryBudget(captured, 3)
      expect(countTableRowsRead(captured.nodes, 'products')).toBeLessThanOrEqual(ADMIN_PRODUCTS_PAGE_SIZE)
      expect(countTableRowsRead(captured.nodes, 'product_search_text')).toBeLessThanOrEqual(
        LARGE_SHOP_SIZE.products,
      )
    }
    const byStock = await productPages({ search: 'ayana', sort: 'stock-down' })
    expectWithinQueryBudget(byStock, 3)
    expect(byStock.result.total).toBeGreaterThan(ADMIN_PRODUCTS_PAGE_SIZE)
    expect(countTableRowsRead(byStock.nodes, 'products')).toBeLessThanOrEqual(
      byStock.result.total + ADMIN_PRODUCTS_PAGE_SIZE,
    )
  })

  test('lists match the reference implementation, in the same order', async () => {
    const words = await largeShop.database.query<{ word: string }>(`
      select lower(substr(name, 1 + (hashtext(id::text) & 7), 1 + ((hashtext(id::text) >> 4) & 7))) as word from products order by id limit 30`)
    const long = await largeShop.database.query<{ word: string }>(`
      select lower(substr(name, 1 + (hashtext(id::text) & 3), 9 + ((hashtext(id::text) >> 4) & 7))) as word from products order by id desc limit 20`)
    const searches = [
      '',
      ...[...words, ...long].map(({ word }) => word.trim()),
      'e',
      '-',
      '%',
      '_',
      'ninth bend',
      'ninth % bend',
      'hill & harbour',
      '250g',
    ]
    for (const [number, search] of searches.entries()) {
      const asked = {
        search,
        category_id: number % 4 === 1 ? largeShop.category : null,
        show: [null, ...PRODUCT_LIST_FILTERS][number % 5] ?? null,
        sort: ADMIN_PRODUCT_SORTS[number % ADMIN_PRODUCT_SORTS.length]!,
        page: 1 + (number % 3),
      }
      expect(await found(asked), JSON.stringify(asked)).toEqual(
        await referenceProductPage(largeShop.database, asked),
      )
    }
  })

  test('every page in every sort order matches the reference implementation, from either end', async () => {
    for (const sort of ADMIN_PRODUCT_SORTS) {
      for (const asked of [
        { page: 1 },
        { page: 62 },
        { page: 63 },
        { page: 64 },
        { page: 124 },
        { page: 125 },
        { page: 126 },
        { page: 4, show: 'off' as const },
        { page: 9, category_id: largeShop.category },
      ]) {
        const query = { ...usual, sort, ...asked }
        expect(await found(query), JSON.stringify(query)).toEqual(
          await referenceProductPage(largeShop.database, query),
        )
      }
    }
  })

  test('the stock history of a product reads only its own rows', async () => {
    const [sold] = await largeShop.database.query<{ id: string }>(
      'select product_id as id from order_items group by 1 order by count(*) desc limit 1',
    )
    const captured = await largeShop.plans.capture(() =>
      listStockMovements(largeShop.shop, largeShop.admin, sold!.id),
    )
    expectWithinQueryBudget(captured, 3)
    expect(indexesUsed(captured.nodes)).toContain('inventory_adjustments_by_product')
    expect(countTableRowsRead(captured.nodes, 'inventory_adjustments')).toBeLessThanOrEqual(100)
  })
})

/** A list by unit price or best match sorts the rows of product_listing. */
const INDEXED_SORTS = PRODUCT_SORTS.filter((sort) => sort !== 'unit-price' && sort !== 'best-match')

test('PERFORMANCE-3 the shopper’s listing reads only the displayed rows on every page, of a category its products', async () => {
  const [{ in_category }] = (await largeShop.database.query<{ in_category: number }>(
    'select count(*)::int as in_category from products where category_id = $1',
    [largeShop.category],
  )) as [{ in_category: number }]
  const [{ slug, products }] = (await largeShop.database.query<{ slug: string; products: number }>(
    'select c.slug, k.products from categories c join category_counts k on k.category_id = c.id where c.id = $1',
    [largeShop.category],
  )) as [{ slug: string; products: number }]
  const [{ on_sale }] = (await largeShop.database.query<{ on_sale: number }>(
    'select count(*) as on_sale from products where is_active',
  )) as [{ on_sale: number }]
  for (const sort of INDEXED_SORTS) {
    for (const [asked, total] of [
      [null, on_sale],
      [slug, products],
    ] as const) {
      const pageCount = Math.ceil(total / PAGE_SIZE.products)
      for (const page of [1, Math.floor(pageCount / 2), Math.floor(pageCount / 2) + 1, pageCount]) {
        const captured = await largeShop.plans.capture(() =>
          listProducts(largeShop.shop, { category: asked, bestSellersOnly: false, sort, page }),
        )
        // Categories, products and filter counts.
        expectWithinQueryBudget(captured, 3)
        expect(
          countTableRowsRead(captured.nodes, 'products'),
          JSON.stringify({ sort, asked, page }),
        ).toBeLessThanOrEqual(PAGE_SIZE.products + (asked ? in_category : 0))
        // Products before the page are skipped in one index, and the filter counts use another.
        expect(countIndexEntriesRead(captured.nodes), JSON.stringify({ sort, asked, page })).toBeLessThan(
          2 * total + 100,
        )
        expect(captured.result.products.map(({ id }) => id)).toEqual(
          await referenceListingPage(largeShop.database, {
            category: asked && largeShop.category,
            sort,
            page,
          }),
        )
        expect(captured.result).toMatchObject({ page, pageCount, total })
      }
    }
  }
})

test('PERMISSION-2 only administrators can count or search, even through internal functions', async () => {
  for (const actor of [
    visitor,
    { kind: 'customer' as const, userId: crypto.randomUUID(), email: 'x@shopper.example' },
  ]) {
    for (const call of [
      `count_orders(null)`,
      `count_products(null, null)`,
      `search_orders('nair', null, 1)`,
      `list_products(null, null, 'name', false, 0, 1)`,
      `search_products('e', null, null, 'name', 1)`,
    ]) {
      await expect(
        largeShop.database.db.withActor(actor, (trx) =>
          trx.executeQuery({ sql: `select ${call}`, parameters: [], query: { kind: 'RawNode' } } as never),
        ),
      ).rejects.toThrow('permission denied')
    }
  }
})
