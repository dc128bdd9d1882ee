import { expect, inject, test } from 'vitest'
import { multiplyOrders } from '#bench/runner/multiply-orders.ts'
import { seedLargeShop } from '#tests/fixtures/databases/seed-large-shop.ts'
import { withDatabaseName } from '#tests/fixtures/databases/setup-databases.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { countRows, findInconsistencies } from '#tests/fixtures/databases/test-records.ts'

const SIZE = { products: 300, customers: 200, orders: 1000 }
const TIMES = 3
/** Only recent rows of the other tables are copied. */
const COPIED_TABLES = ['orders', 'order_items', 'order_history']

test('every order of a large shop is there as many times as asked for, and everything adds up', async () => {
  const database = await createTestDatabase()
  try {
    const [row] = await database.query<{ name: string }>('select current_database() as name')
    const connectionString = withDatabaseName(inject('testServer').administrator, row!.name)
    await seedLargeShop(connectionString, SIZE)
    const countsBefore = await countAll(database)
    await multiplyOrders(connectionString, TIMES)

    expect(await countAll(database)).toEqual(countsBefore.map((count) => count * TIMES))
    expect(await findInconsistencies(database)).toEqual([])
    expect(await findGapsOfStock(database)).toEqual([])
    expect(
      await countRows(
        database,
        'orders o',
        `not exists (select from user_profiles p where p.user_id = o.user_id and p.email = o.shipping_address ->> 'email')`,
      ),
    ).toBe(0)
    expect(await countRows(database, 'pg_index', 'not indisvalid or not indisready')).toBe(0)
    expect(await countRows(database, 'daily_sales')).toBeGreaterThan(1000)
  } finally {
    await database.close()
  }
})

const countAll = (database: TestDatabase) =>
  Promise.all(COPIED_TABLES.map((table) => countRows(database, table)))

/** Stock changes that do not start with the stock left by the previous one. */
const findGapsOfStock = (database: TestDatabase) =>
  database.query(`
    select * from (
      select a.product_id, a.stock_after - a.quantity_change as before,
             lag(a.stock_after, 1, 0) over (partition by a.product_id order by a.id) as left_before
        from inventory_adjustments a) changes
     where before <> left_before limit 5`)
