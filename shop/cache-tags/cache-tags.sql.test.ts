import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openListener } from '#platform/database/connection/connect.server.ts'
import type { Admin } from '#shop/permissions.ts'
import { EXACT_STOCK_BELOW } from '#shop/constants.ts'
import {
  insertCategory,
  insertCustomer,
  insertAdmin,
  insertOrder,
  insertProduct,
  callProcedure,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { PLENTIFUL_STOCK, displayedStock } from '#features/stock/displayed-stock.ts'

let database: TestDatabase
let listener: Client
let admin: Admin
let categoryId: string
let other: string
let receivedTags: string[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  listener = openListener(database.connectionString)
  await listener.connect()
  listener.on('notification', ({ payload }) => receivedTags.push(payload!))
  await listener.query('listen ninth_bend_cache_invalidations')
  admin = await insertAdmin(database)
  categoryId = await insertCategory(database, 'Honey')
  other = await insertCategory(database, 'Rice')
})
afterAll(async () => {
  await listener.end()
  await database.close()
})

async function tagsInvalidatedBy(change: () => Promise<unknown>): Promise<string[]> {
  await listener.query(`notify ninth_bend_cache_invalidations, 'before'`)
  receivedTags = []
  await change()
  await listener.query(`notify ninth_bend_cache_invalidations, 'after'`)
  return [
    ...new Set(
      receivedTags.filter((payload) => payload !== 'after').flatMap((payload) => payload.split(' ')),
    ),
  ].sort()
}

const set = (created: TestProduct, change: string) =>
  database.query(`update products set ${change} where id = $1`, [created.id])
const newProduct = (fields: { stock?: number; is_active?: boolean } = {}) =>
  insertProduct(database, { category_id: categoryId, ...fields })
const lists = (category: string) => [
  `related-products:${category}`,
  'catalogue',
  `category-list:${category}`,
  'search',
]

describe('PERFORMANCE-1 An ordinary sale invalidates no page', () => {
  test('no tags while stock is plentiful', async () => {
    const created = await newProduct({ stock: 100 })
    let order = ''
    expect(
      await tagsInvalidatedBy(
        async () => (order = await insertOrder(database, { lines: [{ product: created, quantity: 5 }] })),
      ),
    ).toEqual([])
    expect(
      await tagsInvalidatedBy(() =>
        callProcedure(database, admin, 'cancel_order', [order, 'Cancelled by admin']),
      ),
    ).toEqual([])
    expect(
      await tagsInvalidatedBy(() =>
        callProcedure(database, admin, 'update_product_stock', [
          created.id,
          40,
          'manual_adjustment',
          'Delivery',
        ]),
      ),
    ).toEqual([])
  })

  test('an order of a low-stock product invalidates that product', async () => {
    const [created, plenty] = [await newProduct({ stock: 12 }), await newProduct({ stock: 50 })]
    const customer = await insertCustomer(database)
    const buy = (quantity: number) => () =>
      insertOrder(database, {
        customer,
        lines: [
          { product: created, quantity },
          { product: plenty, quantity: 1 },
        ],
      })
    expect(await tagsInvalidatedBy(buy(2))).toEqual([])
    expect(await tagsInvalidatedBy(buy(1))).toEqual([`product:${created.id}`])
    expect(await tagsInvalidatedBy(buy(8))).toEqual([`product:${created.id}`])
    let order = ''
    const soldOut = [...lists(categoryId), `product:${created.id}`].sort()
    expect(await tagsInvalidatedBy(async () => (order = await buy(1)()))).toEqual(soldOut)
    expect(
      await tagsInvalidatedBy(() =>
        callProcedure(database, admin, 'cancel_order', [order, 'Cancelled by admin']),
      ),
    ).toEqual(soldOut)
  })

  test('pages and database use the same threshold of low stock', () => {
    expect(
      [0, 1, EXACT_STOCK_BELOW - 1, EXACT_STOCK_BELOW, 1_000_000].map((stock) => displayedStock(stock)),
    ).toEqual([0, 1, EXACT_STOCK_BELOW - 1, PLENTIFUL_STOCK, PLENTIFUL_STOCK])
  })
})

describe('PERFORMANCE-1 Changes by the owner invalidate pages', () => {
  test.each([
    `nutrition_info = nutrition_info || '{"salt": {"value": 1, "unit": "g", "per": "100g"}}'`,
    `image_url = '/new.webp'`,
    `badge = 'New'`,
    `image_alt = 'A jar'`,
  ])('a product: %s', async (change) => {
    const created = await newProduct()
    expect(await tagsInvalidatedBy(() => set(created, change))).toEqual([`product:${created.id}`])
  })

  test('PICTURE-12 a product: more_pictures', async () => {
    const created = await newProduct()
    const picture = { image_url: `/more-${created.id}.webp`, alt: null }
    await database.query(
      `insert into pictures (image_url, key, width, height, widths) values ($1, $2, 160, 160, '{160}')`,
      [picture.image_url, `products/honey/product-${created.id}-1.webp`],
    )
    const change = () => set(created, `more_pictures = '${JSON.stringify([picture])}'`)
    expect(await tagsInvalidatedBy(change)).toEqual([`product:${created.id}`])
    const remove = () => database.query('delete from pictures where image_url = $1', [picture.image_url])
    expect(await tagsInvalidatedBy(remove), 'only manual SQL does so').toEqual(['everything'])
  })

  test('CATALOGUE-35 a product and its lists: its place within Featured', async () => {
    const created = await newProduct()
    await set(created, 'is_featured = true')
    expect(await tagsInvalidatedBy(() => set(created, 'featured_position = 1'))).toEqual(
      [...lists(categoryId), `product:${created.id}`].sort(),
    )
  })

  test.each([
    `name = 'Another'`,
    'price = price + 1',
    'is_featured = not is_featured',
    `created_at = created_at - interval '1 day'`,
    `lifestyle = 'Vegan'`,
    `dietary_info = 'Gluten free'`,
    `allergens = allergens || '{"milk": "free"}'`,
  ])('a product and its lists: %s', async (change) => {
    const created = await newProduct()
    expect(await tagsInvalidatedBy(() => set(created, change))).toEqual(
      [...lists(categoryId), `product:${created.id}`].sort(),
    )
  })

  test.each([`brand = 'New'`, `net_weight = '1kg'`, `ingredients = 'Salt'`, `description = 'For porridge.'`])(
    'SEARCH-50 a product and searches: %s',
    async (change) => {
      const created = await newProduct()
      expect(await tagsInvalidatedBy(() => set(created, change))).toEqual([`product:${created.id}`, 'search'])
    },
  )

  test('SEARCH-50 words that the owner adds to the search', async () => {
    expect(
      await tagsInvalidatedBy(() =>
        database.query(`insert into search_groups (name, is_own) values ('own', true)`),
      ),
    ).toEqual(['search'])
  })

  test('PERFORMANCE-1 a product that is added, removed, hidden, or moved to another category', async () => {
    const created = await newProduct({ is_active: false })
    const all = [...lists(categoryId), 'categories', `product:${created.id}`].sort()
    expect(await tagsInvalidatedBy(() => set(created, 'is_active = true'))).toEqual(all)
    expect(await tagsInvalidatedBy(() => set(created, `category_id = '${other}'`))).toEqual(
      [...new Set([...all, ...lists(other)])].sort(),
    )
    expect(await tagsInvalidatedBy(() => set(created, 'is_active = false'))).toEqual(
      [...lists(other), 'categories', `product:${created.id}`].sort(),
    )
    expect(await tagsInvalidatedBy(() => newProduct())).toEqual([...lists(categoryId), 'categories'].sort())
    const gone = await newProduct({ stock: 0 })
    expect(
      await tagsInvalidatedBy(() => database.query('delete from products where id = $1', [gone.id])),
    ).toEqual([...lists(categoryId), 'categories', `product:${gone.id}`].sort())
  })

  test('CATALOGUE-8 changes of inactive products invalidate nothing', async () => {
    const hidden = await newProduct({ is_active: false })
    expect(await tagsInvalidatedBy(() => set(hidden, `price = 1, stock = 0, name = 'Draft'`))).toEqual([])
    expect(await tagsInvalidatedBy(() => newProduct({ is_active: false }))).toEqual([])
  })

  test('current and former best sellers', async () => {
    const created = await newProduct()
    const all = [...lists(categoryId), 'best-sellers', `product:${created.id}`].sort()
    expect(await tagsInvalidatedBy(() => set(created, 'is_best_seller = true'))).toEqual(
      [...all, 'categories'].sort(),
    )
    expect(await tagsInvalidatedBy(() => set(created, 'price = 2'))).toEqual(all)
    expect(await tagsInvalidatedBy(() => set(created, 'is_best_seller = false'))).toEqual(
      [...all, 'categories'].sort(),
    )
  })

  test('a category', async () => {
    expect(
      await tagsInvalidatedBy(() =>
        database.query(`update categories set name = 'Honeys' where id = $1`, [categoryId]),
      ),
    ).toEqual(['categories', `category:${categoryId}`].sort())
    expect(await tagsInvalidatedBy(() => insertCategory(database, 'Tea'))).toContain('categories')
    expect(
      await tagsInvalidatedBy(() => callProcedure(database, admin, 'set_category_position', [categoryId, 2])),
    ).toContain('categories')
  })

  test('stock and another field in one statement', async () => {
    const created = await newProduct({ stock: 50 })
    expect(await tagsInvalidatedBy(() => set(created, `stock = 49, badge = 'Both'`))).toEqual([
      `product:${created.id}`,
    ])
  })

  test('a picture only where it is displayed, and truncated tables', async () => {
    const created = await newProduct()
    const insert = (url: string) =>
      database.query(
        `insert into pictures (image_url, key, width, height, widths) values ($1::text, 'products' || $1::text, 10, 10, '{10}')`,
        [url],
      )
    await set(created, `image_url = '/shown.webp'`)
    expect(await tagsInvalidatedBy(() => insert('/new-picture.webp'))).toEqual([])
    expect(await tagsInvalidatedBy(() => insert('/shown.webp'))).toEqual(['everything'])
    expect(
      await tagsInvalidatedBy(() =>
        database.query(`delete from pictures where image_url = '/new-picture.webp'`),
      ),
    ).toEqual([])
    expect(await tagsInvalidatedBy(() => database.query(`update pictures set width = 11`))).toEqual([
      'everything',
    ])
    expect(await tagsInvalidatedBy(() => database.query('truncate pictures'))).toEqual(['everything'])
  })

  test('a rolled back change invalidates nothing', async () => {
    const created = await newProduct()
    expect(
      await tagsInvalidatedBy(() =>
        database.query(`begin; update products set price = 9 where id = '${created.id}'; rollback`),
      ),
    ).toEqual([])
  })

  test('covers every column of a product but its stock', async () => {
    const columns = await database.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = 'products'::regclass and attnum > 0 and not attisdropped
          and attgenerated = '' and attnum <> all ((select tgattr from pg_trigger where tgname = 'invalidate_cache_tags_on_update' and tgrelid = 'products'::regclass)::int2[])`,
    )
    expect(columns.map(({ name }) => name)).toEqual(['stock', 'sellable_stock'])
  })
})

describe('PERFORMANCE-1 CATALOGUE-28 What goes well with a product', () => {
  const pick = (product: TestProduct, ...picks: TestProduct[]) =>
    callProcedure(database, admin, 'set_product_pairings', [
      product.id,
      `{${picks.map(({ id }) => id).join(',')}}`,
    ])
  const tag = ({ id }: TestProduct) => `goes-well-with:${id}`

  test('a change of picks invalidates the product, and the same picks again invalidate nothing', async () => {
    const [tea, cake] = [await newProduct(), await newProduct()]
    expect(await tagsInvalidatedBy(() => pick(tea, cake))).toEqual([tag(tea)])
    expect(await tagsInvalidatedBy(() => pick(tea, cake))).toEqual([])
    expect(await tagsInvalidatedBy(() => pick(tea))).toEqual([tag(tea)])
  })

  test('a pick that appears or disappears invalidates the pages that it belongs to', async () => {
    const [tea, cake] = [await newProduct(), await newProduct({ is_active: false, stock: 0 })]
    await pick(tea, cake)
    for (const is_active of [true, false])
      expect(await tagsInvalidatedBy(() => set(cake, `is_active = ${is_active}`))).toContain(tag(tea))
    await set(cake, 'is_active = true')
    expect(await tagsInvalidatedBy(() => set(cake, `badge = 'Sweet'`))).toEqual([`product:${cake.id}`])
    expect(
      await tagsInvalidatedBy(() => database.query('delete from products where id = $1', [cake.id])),
    ).toContain(tag(tea))
  })

  test('bought together: changed lists alone, also more than one notification holds', async () => {
    const [tea, cake] = [await newProduct(), await newProduct()]
    const insert = (products: TestProduct[]) =>
      database.query(
        `insert into bought_together (product_id, other_id, position, customers) select id, $2, 1, 5 from unnest($1::uuid[]) id`,
        [products.map(({ id }) => id), cake.id],
      )
    expect(await tagsInvalidatedBy(() => insert([tea]))).toEqual([tag(tea)])
    expect(await tagsInvalidatedBy(() => set(cake, 'is_active = false'))).toContain(tag(tea))
    const many: TestProduct[] = []
    for (let each = 0; each < 250; each++) many.push(await newProduct())
    expect(await tagsInvalidatedBy(() => insert(many))).toEqual(many.map(tag).toSorted())
    expect(await tagsInvalidatedBy(() => database.query('delete from bought_together'))).toHaveLength(251)
  })
})
