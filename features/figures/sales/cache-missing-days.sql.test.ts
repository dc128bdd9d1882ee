import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays, londonDay, type Day } from '#shop/dates/dates.ts'
import { visitor, type Admin } from '#shop/permissions.ts'
import { parseFiguresPeriod } from '#features/figures/figures-period.ts'
import { selectFigures, selectMargins } from '#features/figures/figures-queries.server.ts'
import {
  callProcedure,
  insertAdmin,
  insertCustomer,
  insertOrder,
  insertProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { emptyTables } from '#tests/fixtures/databases/empty-tables.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { cacheMissingDays } from './cache-missing-days.server.ts'

const DAYS = 6
let database: TestDatabase
let admin: Admin
let today: Day
let orders: string[]

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await emptyTables(database)
  admin = await insertAdmin(database, 'manager')
  today = londonDay(new Date())
  const product = await insertProduct(database, { price: 4.5, stock: 50 })
  orders = []
  await database.query('alter table orders disable trigger order_identity_is_immutable')
  for (const daysAgo of [DAYS, 3, 1, 0]) {
    const id = await insertOrder(database, { lines: [{ product, quantity: daysAgo + 1 }] })
    await database.query('update orders set created_at = now() - make_interval(days => $2) where id = $1', [
      id,
      daysAgo,
    ])
    orders.push(id)
  }
  await database.query('alter table orders enable trigger order_identity_is_immutable')
})

const neverStopped = () => new AbortController().signal
const noPause = () => Promise.resolve()
const cacheAll = () => cacheMissingDays(database.db, { signal: neverStopped(), pause: noPause })
const readCachedDays = async () => {
  const rows = await database.query<{ day: Day }>('select day::text from daily_sales order by revision')
  return rows.map(({ day }) => day)
}
const lastDays = (count: number) => Array.from({ length: count }, (_, index) => addDays(today, -1 - index))
/** Without the sums that the page creates itself. */
async function readFigures() {
  const { period } = parseFiguresPeriod({ period: 'own', from: addDays(today, -DAYS), to: today }, today)
  return database.db.withActor(admin, async (db) => [
    await selectFigures(db, period, null),
    await selectMargins(db, period, null),
  ])
}

test('FIGURES-16 sums up all days since the first order, the latest first, with the same figures all the while', async () => {
  const before = await readFigures()
  expect(JSON.stringify(before)).toContain('"quantity":14')
  const during: unknown[] = []
  const pause = async () => during.push(await readFigures())
  expect(await cacheMissingDays(database.db, { signal: neverStopped(), pause })).toBe(DAYS)
  expect(await readCachedDays()).toEqual(lastDays(DAYS))
  expect(during).toEqual(Array.from({ length: DAYS }, () => before))
  expect(await cacheAll()).toBe(0)
})

test('FIGURES-16 a day whose order was cancelled is summed up again', async () => {
  await cacheAll()
  await callProcedure(database, admin, 'cancel_order', [orders[1], 'Rang', null, true])
  expect(await readCachedDays()).toHaveLength(DAYS - 1)
  expect(await cacheAll()).toBe(1)
  expect(
    await database.query('select orders, pence from daily_sales where day = $1', [addDays(today, -3)]),
  ).toEqual([{ orders: 0, pence: 0 }])
})

test('FIGURES-16 stopped or killed after any day, the next run goes on with the others', async () => {
  const stopping = new AbortController()
  let pauses = 0
  const pause = async () => {
    pauses += 1
    if (pauses === 2) stopping.abort()
  }
  expect(await cacheMissingDays(database.db, { signal: stopping.signal, pause })).toBe(2)
  // Simulates a process that ends before its commit.
  const unfinished = database.owner.transaction().execute(async (trx) => {
    await sql`select cache_missing_day()`.execute(trx)
    throw new Error('killed')
  })
  await expect(unfinished).rejects.toThrow('killed')
  expect(await readCachedDays()).toEqual(lastDays(2))
  expect(await cacheAll()).toBe(DAYS - 2)
})

test('FIGURES-16 one process sums up, and the others leave it to that one', async () => {
  await database.owner.transaction().execute(async (trx) => {
    const { rows } = await sql<{ days: number }>`select cache_missing_day() as days`.execute(trx)
    expect(rows[0]!.days).toBe(1)
    expect(await cacheAll()).toBe(0)
  })
  expect(await readCachedDays()).toHaveLength(1)
})

test('FIGURES-16 one day is locked at a time, and a day whose orders are changing is left out', async () => {
  await database.owner.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock_shared(daily_sales_lock_key(${addDays(today, -1)}::date))`.execute(
      trx,
    )
    expect(await cacheAll()).toBe(DAYS - 1)
  })
  await database.owner.transaction().execute(async (trx) => {
    await sql`select cache_missing_day()`.execute(trx)
    const { rows } = await sql`
      select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
         and (classid::bigint << 32) + objid::bigint in
             (select daily_sales_lock_key(d::date) from generate_series(current_date - 30, current_date, interval '1 day') d)`.execute(
      trx,
    )
    expect(rows).toHaveLength(1)
  })
})

test('FIGURES-16 only background work may call it, and a shop without orders has nothing to sum up', async () => {
  const customer = await insertCustomer(database)
  for (const actor of [visitor, customer, admin])
    await expect(
      database.db.queryAs(actor, (db) => sql`select cache_missing_day()`.execute(db)),
    ).rejects.toThrow('permission denied')
  const empty = await createTestDatabase()
  try {
    expect(await cacheMissingDays(empty.db, { signal: neverStopped(), pause: noPause })).toBe(0)
  } finally {
    await empty.close()
  }
})
