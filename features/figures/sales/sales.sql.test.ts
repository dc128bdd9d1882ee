import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { DatabaseActor } from '#platform/database/connection/connect.server.ts'
import { PermissionDenied, visitor, type Admin } from '#shop/permissions.ts'
import {
  insertCustomer,
  insertAdmin,
  insertOrder,
  insertProduct,
  createTestShop,
  callProcedure,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { emptyTables } from '#tests/fixtures/databases/empty-tables.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { cacheDailySales } from './sales-queries.server.ts'
import { salesReport } from './sales.server.ts'

let database: TestDatabase
let admin: Admin
let honey: TestProduct
let tea: TestProduct

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await emptyTables(database)
  admin = await insertAdmin(database)
  honey = await insertProduct(database, { name: 'Forest Honey', price: 4.5, stock: 500 })
  tea = await insertProduct(database, { name: 'Black Tea', price: 3.35, stock: 500 })
})

const reportAt = (now: string | Date, days: 7 | 30 | 90 = 7) =>
  salesReport(createTestShop(database, { clock: () => new Date(now) }), admin, days)
const soldOn = async (now: string) => (await reportAt(now)).days.filter(({ orders }) => orders > 0)
const cancel = (id: string) => callProcedure(database, admin, 'cancel_order', [id, 'Rang', null, true])
const readStoredDays = () =>
  database.query<{ day: string; orders: number }>('select day::text, orders from daily_sales order by day')

async function orderAt(at: string, lines = [{ product: honey, quantity: 1 }]): Promise<string> {
  const id = await insertOrder(database, { lines })
  await database.query('alter table orders disable trigger order_identity_is_immutable')
  await database.query('update orders set created_at = $2, total_amount = total_amount where id = $1', [
    id,
    at,
  ])
  await database.query('alter table orders enable trigger order_identity_is_immutable')
  return id
}

async function preventCaching(procedure: string) {
  await database.query(`revoke execute on function ${procedure} from ninth_bend_admin`)
  onTestFinished(async () => {
    await database.query(`grant execute on function ${procedure} to ninth_bend_admin`)
  })
}

describe('REFUND-17 Refunds of the period', () => {
  const refundAt = (order: string, at: string, amount: number) =>
    database.query(
      `insert into refunds (order_id, at, actor_id, amount, method, reason, is_restocked, idempotency_key, request_hash)
       values ($1, $2, $3, $4, 'cash', 'Broken', false, gen_random_uuid(), 'x')`,
      [order, at, admin.userId, amount],
    )

  test('count on the London day they were made, add up to the rows, and leave the sales as they were', async () => {
    const order = await orderAt('2025-05-20T12:00Z')
    const sold = await orderAt('2025-06-10T12:00Z')
    await refundAt(order, '2025-06-10T22:59:59Z', 1.1)
    await refundAt(order, '2025-06-10T23:00:00Z', 100)
    await refundAt(sold, '2025-06-03T23:00:00Z', 2.2)
    await refundAt(sold, '2025-06-03T22:59:59Z', 0.7)
    await refundAt(sold, '2025-05-27T22:59:59Z', 50)
    const report = await reportAt('2025-06-10T20:00Z')
    expect([report.refunds, report.refundsBefore]).toEqual([
      { refunds: 2, pounds: 3.3 },
      { refunds: 1, pounds: 0.7 },
    ])
    expect(report.sum).toMatchObject({ orders: 1, pounds: 4.5 })
    expect((await reportAt('2025-06-11T20:00Z', 90)).refunds).toEqual({ refunds: 5, pounds: 154 })
    await reportAt('2025-06-12T20:00Z')
    expect((await reportAt('2025-06-12T20:00Z', 90)).refunds, 'from cached days').toEqual({
      refunds: 5,
      pounds: 154,
    })
  })

  test('are none without refunds', async () => {
    await orderAt('2025-06-10T12:00Z')
    expect((await reportAt('2025-06-10T20:00Z')).refunds).toEqual({ refunds: 0, pounds: 0 })
  })
})

describe('ADMIN-15 Sales by day', () => {
  test('has all days of the period, oldest first, zeros included, and the sums of the period before', async () => {
    await orderAt('2025-06-10T12:00Z', [
      { product: honey, quantity: 2 },
      { product: tea, quantity: 1 },
    ])
    await orderAt('2025-06-10T13:00Z')
    await orderAt('2025-06-08T09:00Z')
    await orderAt('2025-06-04T00:30Z')
    await orderAt('2025-05-29T10:00Z', [{ product: tea, quantity: 1 }])
    await orderAt('2025-05-27T22:59Z')
    const report = await reportAt('2025-06-10T20:00Z')
    expect(report.days).toEqual([
      { day: '2025-06-04', orders: 1, pounds: 4.5 },
      { day: '2025-06-05', orders: 0, pounds: 0 },
      { day: '2025-06-06', orders: 0, pounds: 0 },
      { day: '2025-06-07', orders: 0, pounds: 0 },
      { day: '2025-06-08', orders: 1, pounds: 4.5 },
      { day: '2025-06-09', orders: 0, pounds: 0 },
      { day: '2025-06-10', orders: 2, pounds: 16.85 },
    ])
    expect([report.sum, report.before]).toEqual([
      { orders: 4, pounds: 25.85, delivery: 0 },
      { orders: 1, pounds: 3.35, delivery: 0 },
    ])
    expect((await reportAt('2025-06-10T20:00Z', 30)).days).toHaveLength(30)
    expect((await reportAt('2025-06-10T20:00Z', 90)).sum).toEqual({ orders: 6, pounds: 33.7, delivery: 0 })
  })

  test.each([
    [
      'forward',
      '2025-03-31T12:00Z',
      ['2025-03-29T23:59:59Z', '2025-03-30T00:00Z', '2025-03-30T22:59:59Z', '2025-03-30T23:00Z'],
      [
        ['2025-03-29', 1],
        ['2025-03-30', 2],
        ['2025-03-31', 1],
      ],
    ],
    [
      'back',
      '2025-10-27T12:00Z',
      ['2025-10-25T22:59:59Z', '2025-10-25T23:00Z', '2025-10-26T23:59:59Z', '2025-10-27T00:00Z'],
      [
        ['2025-10-25', 1],
        ['2025-10-26', 2],
        ['2025-10-27', 1],
      ],
    ],
  ])('days are London days when the clocks go %s, stored or not', async (_way, now, moments, expected) => {
    for (const moment of moments) await orderAt(moment)
    expect((await soldOn(now)).map(({ day, orders }) => [day, orders])).toEqual(expected)
    expect(
      (await readStoredDays()).filter(({ orders }) => orders > 0).map(({ day, orders }) => [day, orders]),
    ).toEqual(expected)
    await database.query('delete from daily_sales')
    const storedSums = await database.db.withActor(admin, (trx) =>
      sql<{
        quantity: number
      }>`select quantity from find_best_sellers('2025-01-01', ${now.slice(0, 10)}, 1)`.execute(trx),
    )
    expect(storedSums.rows).toEqual([{ quantity: 4 }])
  })

  test('today is summed each time and not stored', async () => {
    await insertOrder(database, { lines: [{ product: honey, quantity: 2 }] })
    const first = await reportAt(new Date())
    expect(first.days.at(-1)).toMatchObject({ orders: 1, pounds: 9 })
    const gone = await insertOrder(database, { lines: [{ product: tea, quantity: 1 }] })
    expect((await reportAt(new Date())).days.at(-1)).toMatchObject({ orders: 2, pounds: 12.35 })
    await cancel(gone)
    const { days, bestSellers } = await reportAt(new Date())
    expect([days.at(-1)!.orders, bestSellers.map(({ name }) => name)]).toEqual([1, ['Forest Honey']])
    expect((await readStoredDays()).at(-1)!.day < first.days.at(-1)!.day).toBe(true)
  })

  test('ADMIN-15 a cancelled order does not count, also if its day was stored', async () => {
    const now = '2025-06-10T20:00Z'
    const [gone, openOrder] = [await orderAt('2025-06-07T12:00Z'), await orderAt('2025-06-07T13:00Z')]
    expect(await soldOn(now)).toEqual([{ day: '2025-06-07', orders: 2, pounds: 9 }])
    await cancel(gone)
    expect(await soldOn(now)).toEqual([{ day: '2025-06-07', orders: 1, pounds: 4.5 }])
    await callProcedure(database, admin, 'move_order', [openOrder, 'pending', 'processing'])
    expect(
      (await readStoredDays()).some(({ orders }) => orders === 1),
      'a status transition keeps the stored day',
    ).toBe(true)
    await cancel(openOrder)
    expect(await soldOn(now)).toEqual([])
    expect((await reportAt(now)).bestSellers).toEqual([])
  })

  test('ADMIN-15 an edited order counts as edited, also if the total is the same', async () => {
    const now = '2025-06-10T20:00Z'
    const free = await insertProduct(database, { name: 'Sample', price: 0, stock: 50 })
    const id = await orderAt('2025-06-07T12:00Z', [
      { product: honey, quantity: 3 },
      { product: free, quantity: 1 },
    ])
    await reportAt(now)
    const items = await database.query<{ id: string; product_id: string }>(
      'select id, product_id from order_items where order_id = $1',
      [id],
    )
    const edit = async (quantities: Record<string, number>) => {
      const [{ version }] = (await database.query<{ version: number }>(
        'select version from orders where id = $1',
        [id],
      )) as [{ version: number }]
      const kept = items.map((item) => ({ id: item.id, quantity: quantities[item.product_id]! }))
      return callProcedure(database, admin, 'edit_order', [id, version, kept, '2025-06-10'])
    }
    expect(await edit({ [honey.id]: 1, [free.id]: 1 })).toMatchObject({ ok: true })
    expect(await soldOn(now)).toEqual([{ day: '2025-06-07', orders: 1, pounds: 4.5 }])
    expect(await edit({ [honey.id]: 1, [free.id]: 9 })).toMatchObject({ ok: true })
    expect((await reportAt(now)).bestSellers.map(({ name, quantity }) => [name, quantity])).toEqual([
      ['Sample', 9],
      ['Forest Honey', 1],
    ])
  })

  test('an order inserted into a stored day is counted', async () => {
    await reportAt('2025-06-10T20:00Z')
    await database.query(
      `insert into orders (user_id, total_amount, shipping_address, created_at, estimated_delivery)
       select user_id, 4.5, shipping_address, '2025-06-07T12:00Z', '2025-06-10' from orders where id = $1`,
      [await insertOrder(database, { lines: [{ product: honey, quantity: 1 }] })],
    )
    expect(await soldOn('2025-06-10T20:00Z')).toEqual([{ day: '2025-06-07', orders: 1, pounds: 4.5 }])
  })

  test.each([
    ['taken out', 'delete from orders where id = $1', []],
    [
      'moved to another day',
      `update orders set created_at = '2025-06-05T12:00Z' where id = $1`,
      [['2025-06-05', 1]],
    ],
  ])('an order that is %s by manual SQL invalidates the stored day', async (_what, statement, expected) => {
    const now = '2025-06-10T20:00Z'
    const [id] = await database.query<{ id: string }>(
      `insert into orders (user_id, total_amount, shipping_address, created_at, estimated_delivery)
       select user_id, 4.5, shipping_address, '2025-06-07T12:00Z', '2025-06-10' from orders where id = $1 returning id`,
      [await insertOrder(database, { lines: [{ product: honey, quantity: 1 }] })],
    )
    expect(await soldOn(now)).toEqual([{ day: '2025-06-07', orders: 1, pounds: 4.5 }])
    await database.query('alter table orders disable trigger order_identity_is_immutable')
    await database.query(statement, [id!.id])
    await database.query('alter table orders enable trigger order_identity_is_immutable')
    expect((await soldOn(now)).map(({ day, orders }) => [day, orders])).toEqual(expected)
  })

  test('truncated orders leave no sales', async () => {
    const now = '2025-06-10T20:00Z'
    await orderAt('2025-06-07T12:00Z')
    expect(await soldOn(now)).toHaveLength(1)
    const setTriggers = (state: 'disable' | 'enable') =>
      database.query(
        [
          'order_history',
          'inventory_adjustments',
          'refunds',
          'refund_lines',
          'order_notes',
          'phone_orders',
          'batch_movements',
        ]
          .map((table) => `alter table ${table} ${state} trigger user`)
          .join(';'),
      )
    await setTriggers('disable')
    await database.query('truncate orders cascade')
    await setTriggers('enable')
    expect(await soldOn(now)).toEqual([])
  })

  test('a cancellation during the summation waits for it and invalidates it', async () => {
    const now = '2025-06-10T20:00Z'
    const id = await orderAt('2025-06-07T12:00Z')
    let cancelled: Promise<unknown> | undefined
    let isDone = false
    await database.db.withActor(admin, async (trx) => {
      await cacheDailySales(trx, '2025-06-01', '2025-06-09')
      cancelled = cancel(id).then(() => (isDone = true))
      await new Promise((resolve) => setTimeout(resolve, 150))
      expect(isDone, 'the cancellation waits').toBe(false)
    })
    await cancelled
    expect(await soldOn(now)).toEqual([])
  })

  test('a sum made while an order of that day was uncommitted is not used', async () => {
    const now = '2025-06-10T20:00Z'
    const id = await orderAt('2025-06-07T12:00Z')
    const written = Promise.withResolvers<void>()
    const summed = Promise.withResolvers<void>()
    const cancelling = database.db.withActor(admin, async (trx) => {
      await sql`select cancel_order(${id}, 'Rang', null, true)`.execute(trx)
      written.resolve()
      await summed.promise
    })
    await written.promise
    expect(await soldOn(now), 'an uncommitted cancellation is not visible').toHaveLength(1)
    summed.resolve()
    await cancelling
    expect(await soldOn(now)).toEqual([])
  })

  test('a report stores at most thirty more days, with equal figures before and after', async () => {
    await orderAt('2025-06-07T12:00Z')
    await orderAt('2025-03-20T12:00Z', [{ product: tea, quantity: 2 }])
    const first = await reportAt('2025-06-10T20:00Z', 90)
    expect(await readStoredDays()).toHaveLength(30)
    for (let looks = 0; looks < 5; looks++) expect(await reportAt('2025-06-10T20:00Z', 90)).toEqual(first)
    expect(await readStoredDays()).toHaveLength(180)
    expect([first.sum, first.bestSellers.map(({ quantity }) => quantity)]).toEqual([
      { orders: 2, pounds: 11.2, delivery: 0 },
      [2, 1],
    ])
  })

  test('a report skips locked days and stores the others', async () => {
    const now = '2025-06-10T20:00Z'
    await orderAt('2025-06-09T12:00Z')
    await database.owner.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock_shared(daily_sales_lock_key('2025-06-09')), pg_advisory_xact_lock_shared(daily_sales_lock_key('2025-06-05'))`.execute(
        trx,
      )
      expect(await soldOn(now)).toEqual([{ day: '2025-06-09', orders: 1, pounds: 4.5 }])
      expect((await readStoredDays()).map(({ day }) => day)).toEqual(
        ['28', '29', '30', '31']
          .map((date) => `2025-05-${date}`)
          .concat(['01', '02', '03', '04', '06', '07', '08', '10'].map((date) => `2025-06-${date}`)),
      )
    })
    await reportAt(now)
    expect(await readStoredDays()).toHaveLength(14)
  })

  test('few days are locked at a time', async () => {
    const locks = () =>
      database.query(`
        select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
           and (classid::bigint << 32) + objid::bigint in (select daily_sales_lock_key(d::date) from generate_series(date '2025-01-01', date '2025-06-09', '1 day') d)`)
    await database.db.withActor(admin, async (trx) => {
      expect(await cacheDailySales(trx, '2025-01-01', '2025-06-09')).toBe(5)
      expect(await locks()).toHaveLength(5)
    })
  })

  test('figures are reported if nothing can be stored, and the error is logged', async () => {
    await orderAt('2025-06-09T12:00Z')
    await preventCaching('cache_daily_sales')
    const logged: unknown[] = []
    const shop = createTestShop(database, { clock: () => new Date('2025-06-10T20:00Z') })
    const currentReport = await salesReport(
      { ...shop, log: { ...shop.log, error: (...said: unknown[]) => void logged.push(said) } },
      admin,
      7,
    )
    expect([currentReport.sum.orders, logged.length, await readStoredDays()]).toEqual([1, 1, []])
  })

  test('two concurrent first reports both succeed', async () => {
    await orderAt('2025-06-07T12:00Z')
    const reports = await Promise.all(Array.from({ length: 8 }, () => reportAt('2025-06-10T20:00Z', 90)))
    for (const { sum } of reports) expect(sum).toEqual({ orders: 1, pounds: 4.5, delivery: 0 })
  })
})

describe('Best sellers of a period', () => {
  test('by units, in pounds as sold, with current names, at most ten, stored days and today', async () => {
    const others = await Promise.all(
      Array.from({ length: 11 }, (_, index) =>
        insertProduct(database, { name: `Other ${index}`, stock: 50, price: 1 }),
      ),
    )
    await insertOrder(database, {
      lines: [{ product: tea, quantity: 4 }, ...others.map((product) => ({ product, quantity: 1 }))],
    })
    await database.query('update products set price = 9, name = $2 where id = $1', [tea.id, 'Orthodox Tea'])
    await insertOrder(database, {
      lines: [
        { product: { ...tea, price: 9 }, quantity: 3 },
        { product: honey, quantity: 5 },
      ],
    })
    await orderAt(new Date(Date.now() - 3 * 86_400_000).toISOString(), [{ product: honey, quantity: 6 }])
    await orderAt(new Date(Date.now() - 20 * 86_400_000).toISOString(), [
      { product: others[0]!, quantity: 40 },
    ])
    const { bestSellers } = await reportAt(new Date())
    expect(bestSellers).toHaveLength(10)
    expect(bestSellers.slice(0, 2)).toEqual([
      { product_id: honey.id, name: 'Forest Honey', quantity: 11, pounds: 49.5 },
      { product_id: tea.id, name: 'Orthodox Tea', quantity: 7, pounds: 40.4 },
    ])
    expect((await reportAt(new Date(), 30)).bestSellers[0]).toMatchObject({
      name: 'Other 0',
      quantity: 41,
      pounds: 41,
    })
  })
})

describe('Cached best sellers', () => {
  const now = '2025-06-10T20:00Z'
  const best = async () =>
    (await reportAt(now)).bestSellers.map(({ name, quantity, pounds }) => [name, quantity, pounds])
  const list = async () =>
    (await database.query<{ product_ids: string[] }>('select product_ids from best_sellers_cache'))[0]
      ?.product_ids

  test('are calculated once, and again after a day has changed', async () => {
    await orderAt('2025-06-09T12:00Z', [
      { product: honey, quantity: 3 },
      { product: tea, quantity: 2 },
    ])
    const cancelled = await orderAt('2025-06-08T12:00Z', [{ product: honey, quantity: 2 }])
    await orderAt('2025-06-10T12:00Z', [{ product: tea, quantity: 2 }])
    expect(await best()).toEqual([
      ['Forest Honey', 5, 22.5],
      ['Black Tea', 4, 13.4],
    ])
    expect(await list()).toEqual([honey.id, tea.id])
    await database.query('update best_sellers_cache set product_ids = $1', [[tea.id]])
    expect(await best()).toEqual([['Black Tea', 4, 13.4]])
    await cancel(cancelled)
    expect(await best()).toEqual([
      ['Black Tea', 4, 13.4],
      ['Forest Honey', 3, 13.5],
    ])
    expect(await list()).toEqual([tea.id, honey.id])
  })

  test('a list of other days, or with an old fingerprint, is not used', async () => {
    await orderAt('2025-06-03T12:00Z', [{ product: honey, quantity: 3 }])
    await orderAt('2025-06-04T12:00Z', [{ product: tea, quantity: 1 }])
    const bestSellerNames = async (at: string) => (await reportAt(at)).bestSellers.map(({ name }) => name)
    expect(await bestSellerNames('2025-06-09T20:00Z')).toEqual(['Forest Honey', 'Black Tea'])
    expect(await bestSellerNames(now)).toEqual(['Black Tea'])
    await preventCaching('cache_best_sellers')
    await orderAt('2025-06-05T12:00Z', [{ product: honey, quantity: 1 }])
    expect(await bestSellerNames(now)).toEqual(
      ['Black Tea', 'Forest Honey'].toSorted((one, other) => idOf(one).localeCompare(idOf(other))),
    )
  })
  const idOf = (name: string) => (name === 'Black Tea' ? tea.id : honey.id)
})

describe('PERMISSION-2 Access to sales', () => {
  test('is for administrators only', async () => {
    await orderAt('2025-06-07T12:00Z')
    await reportAt('2025-06-10T20:00Z')
    const customer = await insertCustomer(database)
    const shop = createTestShop(database)
    for (const actor of [visitor, customer]) {
      await expect(salesReport(shop, actor, 7)).rejects.toThrow(PermissionDenied)
      for (const expression of [
        '* from daily_sales',
        '* from daily_product_sales',
        `find_best_sellers('2025-06-01', '2025-06-10', 5)`,
        `cache_daily_sales('2025-06-01', '2025-06-10')`,
        `cache_best_sellers('2025-06-01', '2025-06-10')`,
      ]) {
        await expect(queryAs(actor, expression), expression).rejects.toThrow(/permission denied/)
      }
    }
  })

  test('a forged admin role reads and stores nothing', async () => {
    await orderAt('2025-06-07T12:00Z')
    await reportAt('2025-06-10T20:00Z')
    const before = await readStoredDays()
    const forgedAdmin: DatabaseActor = { kind: 'admin', userId: (await insertCustomer(database)).userId }
    expect(await queryAs(forgedAdmin, '* from daily_sales')).toEqual([])
    expect(await queryAs(forgedAdmin, `* from find_best_sellers('2025-06-01', '2025-06-10', 5)`)).toEqual([])
    await queryAs(forgedAdmin, `cache_daily_sales('2024-01-01', '2025-06-10')`)
    expect(await readStoredDays()).toEqual(before)
  })
  const queryAs = (actor: DatabaseActor, expression: string) =>
    database.db.withActor(actor, async (trx) => (await sql`select ${sql.raw(expression)}`.execute(trx)).rows)
})
