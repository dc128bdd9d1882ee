import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  callProcedure,
  findInconsistencies,
  testAddress,
  insertCategory,
  insertCustomer,
  insertAdmin,
  insertOrder,
  insertProduct,
  countRows,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import type { Admin } from '#shop/permissions.ts'

let database: TestDatabase
let admin: Admin
beforeAll(async () => {
  database = await createTestDatabase()
  admin = await insertAdmin(database)
})
afterAll(() => database.close())

describe('The stock and the words beside the product, for the list in its order and its search', () => {
  const differing = () =>
    database.query(`
      select p.id, l.id as beside from products p full join product_stock_buckets l on l.id = p.id
       where (stock_bucket(p.stock), p.category_id, p.is_active) is distinct from (l.stock_bucket, l.category_id, l.is_active)
      union all
      select p.id, w.id from products p full join product_search_text w on w.id = p.id
       where (p.category_id, p.is_active, p.price, p.created_at, lower(p.name), lower(p.name || E'\\n' || p.brand || E'\\n' || p.slug), stock_bucket(p.stock))
         is distinct from (w.category_id, w.is_active, w.price, w.created_at, w.name, w.search_text, w.stock_bucket)`)

  test('STOCK-9 follows a sale, a cancellation and an edit of an order', async () => {
    const product = await insertProduct(database, { stock: 12 })
    const stock_bucket = async () =>
      (
        await database.query<{ stock: number }>(
          'select stock_bucket as stock from product_stock_buckets where id = $1',
          [product.id],
        )
      )[0]?.stock
    const order = await insertOrder(database, { lines: [{ product, quantity: 3 }] })
    expect([await stock_bucket(), await differing()]).toEqual([9, []])
    const [item] = await database.query<{ id: string; version: number }>(
      'select i.id, o.version from order_items i join orders o on o.id = i.order_id where o.id = $1',
      [order],
    )
    await callProcedure(database, admin, 'edit_order', [
      order,
      item!.version,
      [{ id: item!.id, quantity: 5 }],
      null,
    ])
    expect([await stock_bucket(), await differing()]).toEqual([7, []])
    await callProcedure(database, admin, 'cancel_order', [order, 'Cancelled by admin'])
    expect([await stock_bucket(), await differing()]).toEqual([12, []])
  })

  test('STOCK-1 follows what is counted, and the product into another category, off sale and away', async () => {
    const { id } = await insertProduct(database, { stock: 5 })
    await callProcedure(database, admin, 'update_product_stock', [id, 7, 'manual_adjustment', 'Counted'])
    expect(await differing()).toEqual([])
    await database.query('update products set category_id = $2, is_active = false where id = $1', [
      id,
      await insertCategory(database, 'Tea'),
    ])
    expect(await differing()).toEqual([])
    const other = await database.query<{ id: string }>(
      `
      insert into products (slug, name, category_id, price, stock, brand, manufacturer) select 'gone', 'Gone', category_id, 1, 0, brand, manufacturer from products where id = $1 returning id`,
      [id],
    )
    await database.query('delete from products where id = $1', [other[0]!.id])
    expect(await differing()).toEqual([])
  })

  test('CATALOGUE-11 follows each of what it is searched and sorted by', async () => {
    const { id } = await insertProduct(database)
    for (const change of [
      `name = 'Ünder The TREE'`,
      `brand = 'Hill & Harbour'`,
      'price = 7.25',
      `created_at = '2020-01-01'`,
    ]) {
      await database.query(`update products set ${change} where id = $1`, [id])
      expect(await differing(), change).toEqual([])
    }
  })

  test('a stock_bucket is never more than the stock, and a larger stock never has a lower one', async () => {
    expect(
      await database.query(`
      select n from (select n, stock_bucket(n) as stock_bucket, lag(stock_bucket(n)) over (order by n) as before from generate_series(0, 20000) n) l
       where stock_bucket > n or stock_bucket < before or (n < 32 and stock_bucket <> n) or (n between 32 and 4095 and stock_bucket < n * 16 / 17)`),
    ).toEqual([])
    expect(await database.query('select stock_bucket(1000000) as stock_bucket')).toEqual([
      { stock_bucket: 999936 },
    ])
  })

  test('PERFORMANCE-2 a sale within a stock_bucket writes nothing more', async () => {
    const product = await insertProduct(database, { stock: 239 })
    const stamp = () =>
      database.query(
        'select l.xmin::text, l.stock_bucket, w.xmin::text as words from product_stock_buckets l join product_search_text w on w.id = l.id where l.id = $1',
        [product.id],
      )
    const before = await stamp()
    await insertOrder(database, { lines: [{ product, quantity: 7 }] })
    expect(await stamp()).toEqual(before)
    await insertOrder(database, { lines: [{ product, quantity: 1 }] })
    expect(await stamp()).not.toEqual(before)
  })

  test('a change of anything else leaves it alone', async () => {
    const { id } = await insertProduct(database)
    const stamp = () => database.query('select xmin::text from product_stock_buckets where id = $1', [id])
    const before = await stamp()
    await database.query(`update products set name = 'Renamed', price = 3 where id = $1`, [id])
    expect(await stamp()).toEqual(before)
  })
})

describe('ADMIN-15 the orders of closed days', () => {
  const days = async () =>
    (
      await database.query<{ orders: number | null; days: number }>(
        'select sum(orders)::int as orders, count(*) as days from daily_order_counts',
      )
    )[0]!
  const old = () =>
    countRows(database, 'orders', `created_at < date_trunc('day', now()) - interval '14 days'`)
  const counted = async () => {
    const found = await database.db.withActor(admin, (trx) =>
      trx
        .selectNoFrom((from) => from.fn<number>('count_orders', [from.val(null)]).as('n'))
        .executeTakeFirstOrThrow(),
    )
    return found.n
  }
  const close = () => database.query('update orders set status = status where false')
  /** Days whose cumulative order count is wrong. */
  const wronglyAddedUp = () =>
    database.query(
      `select day::text, cumulative_orders, sum as are from (select day, cumulative_orders, sum(orders) over (order by day) from daily_order_counts) d where cumulative_orders <> sum`,
    )
  /** Orders inserted by hand with a time in the past. */
  const bringIn = (count: number, daysAgo: number) =>
    database.query(
      `insert into orders (user_id, total_amount, shipping_address, estimated_delivery, created_at)
       select gen_random_uuid(), 1, '{"full_name": "A", "phone": "1", "address": "B", "post_code": "C", "city": "D", "country": "E"}', current_date,
              now() - interval '1 day' * ($2::integer + n % 40) from generate_series(1, $1) n`,
      [count, daysAgo],
    )

  test('are not written down while there are few', async () => {
    await bringIn(1999, 20)
    await close()
    expect(await days()).toEqual({ orders: null, days: 0 })
    expect(await counted()).toBe(await countRows(database, 'orders'))
  })

  test('are written down by the next change of a status, without a gap, and those since are counted', async () => {
    await bringIn(1, 100)
    await close()
    expect(await days()).toEqual({ orders: await old(), days: 87 })
    expect(await wronglyAddedUp()).toEqual([])
    expect(await counted()).toBe(await countRows(database, 'orders'))
    await close()
    expect(await days()).toEqual({ orders: await old(), days: 87 })
    expect(await wronglyAddedUp()).toEqual([])
  })

  test('open again, with those after them, when an order is brought in or taken out, and close again', async () => {
    await bringIn(1, 50)
    expect((await days()).days).toBe(50)
    expect(await counted()).toBe(await countRows(database, 'orders'))
    await database.query(
      `delete from orders where id = (select id from orders where created_at < now() - interval '59 days' order by created_at desc limit 1)`,
    )
    expect((await days()).days).toBeLessThan(43)
    expect(await counted()).toBe(await countRows(database, 'orders'))
    await bringIn(2000, 15)
    await close()
    expect(await days()).toEqual({ orders: await old(), days: 87 })
    expect(await wronglyAddedUp()).toEqual([])
    expect(await counted()).toBe(await countRows(database, 'orders'))
  })

  test('open again when an order is moved to another day by hand, and all of them when the table is emptied', async () => {
    await database.query('alter table orders disable trigger order_identity_is_immutable')
    await database.query(
      `update orders set created_at = now() where id = (select id from orders where created_at < now() - interval '20 days' order by created_at desc limit 1)`,
    )
    expect((await days()).days).toBeLessThan(87)
    expect(await counted()).toBe(await countRows(database, 'orders'))
    await close()
    await database.query(
      'alter table order_history disable trigger user; alter table inventory_adjustments disable trigger user; alter table refunds disable trigger user; alter table refund_lines disable trigger user; alter table order_notes disable trigger user; alter table phone_orders disable trigger user; alter table batch_movements disable trigger user',
    )
    await database.query('truncate orders cascade')
    expect([await days(), await counted()]).toEqual([{ orders: null, days: 0 }, 0])
    await database.query('alter table orders enable trigger order_identity_is_immutable')
    await database.query(
      'alter table order_history enable trigger user; alter table inventory_adjustments enable trigger user; alter table refunds enable trigger user; alter table refund_lines enable trigger user; alter table order_notes enable trigger user; alter table phone_orders enable trigger user; alter table batch_movements enable trigger user',
    )
  })

  test('PERFORMANCE-2 placing an order neither writes to them nor waits for a process that closes them', async () => {
    const product = await insertProduct(database, { stock: 5 })
    const customer = await insertCustomer(database)
    const before = [await days(), await counted()] as const
    await database.owner.transaction().execute(async (trx) => {
      await trx
        .selectNoFrom((from) =>
          from
            .fn('pg_advisory_xact_lock', [from.fn('hashtext', [from.val('daily_order_counts')])])
            .as('locked'),
        )
        .execute()
      await trx.deleteFrom('daily_order_counts').where('day', '=', '2020-01-01').execute()
      await insertOrder(database, { customer, lines: [{ product, quantity: 1 }] })
    })
    expect([await days(), await counted()]).toEqual([before[0], before[1] + 1])
  })
})

describe('The texts by which orders are found', () => {
  const textsOf = async (userId: string) =>
    (
      await database.query<{ text: string }>(
        `select split_part(search_text, E'\\n', 7) as text from order_search_texts where user_id = $1 order by 1`,
        [userId],
      )
    ).map(({ text }) => text)

  test('ORDER-29 stand once for each customer and address, also after an edit', async () => {
    const customer = await insertCustomer(database)
    const lines = [{ product: await insertProduct(database, { stock: 9 }), quantity: 1 }]
    const place = (city: string) =>
      insertOrder(database, { customer, lines, address: { ...testAddress, city } })
    const [first] = [await place('Reading'), await place('Reading'), await place('Luton')]
    expect(await textsOf(customer.userId)).toEqual(['luton', 'reading'])
    await database.query(
      `update orders set shipping_address = jsonb_set(shipping_address, '{city}', '"Slough"') where id = $1`,
      [first],
    )
    expect(await textsOf(customer.userId)).toEqual(['luton', 'reading', 'slough'])
    const inconsistencies = (await findInconsistencies(database)) as { what: string }[]
    expect(inconsistencies.filter(({ what }) => what === 'search text')).toEqual([])
  })
})
