import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  insertCategory,
  insertCustomer,
  insertAdmin,
  insertProduct,
  callProcedure,
  readStock,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { visitor, type Admin } from '#shop/permissions.ts'

let database: TestDatabase
let admin: Admin
let honey: TestProduct

beforeAll(async () => {
  database = await createTestDatabase()
  admin = await insertAdmin(database)
})
afterAll(() => database.close())
beforeEach(async () => {
  honey = await insertProduct(database, { stock: 5 })
})

const adjust = (
  change: number | null,
  {
    action = 'manual_adjustment',
    notes = 'Counted',
    id = honey.id,
  }: { action?: string | null; notes?: string | null; id?: string } = {},
) => callProcedure(database, admin, 'update_product_stock', [id, change, action, notes])
const movements = () =>
  database.query('select * from inventory_adjustments where product_id = $1 order by id', [honey.id])

test('STOCK-1 STOCK-7 the stock changes by the given amount, and the ledger records actor, reason and result', async () => {
  expect(await adjust(7)).toEqual({ ok: true, value: { stock: 12 } })
  expect(await adjust(-12, { notes: '  Jars broke ' })).toEqual({ ok: true, value: { stock: 0 } })
  expect(await movements()).toMatchObject([
    { action_type: 'initial_stock', quantity_change: 5, stock_after: 5 },
    {
      action_type: 'manual_adjustment',
      quantity_change: 7,
      stock_after: 12,
      reason: 'Counted',
      actor_kind: 'admin',
      actor_id: admin.userId,
    },
    { action_type: 'manual_adjustment', quantity_change: -12, stock_after: 0, reason: 'Jars broke' },
  ])
})

test('STOCK-2 a stock below zero is refused and writes no ledger row', async () => {
  expect(await adjust(-6)).toEqual({ ok: false, refusal: { code: 'below-zero', stock: 5 } })
  expect(await readStock(database, honey)).toBe(5)
  expect(await movements()).toHaveLength(1)
})

test('an excessive stock is refused', async () => {
  expect(await adjust(2_147_483_647)).toEqual({ ok: false, refusal: { code: 'too-many', stock: 5 } })
  expect(await adjust(-2_147_483_648)).toMatchObject({ ok: false, refusal: { code: 'below-zero' } })
})

test.each([
  [0, 'manual_adjustment', 'Counted'],
  [null, 'manual_adjustment', 'Counted'],
  [1, 'manual_adjustment', '  '],
  [1, 'manual_adjustment', null],
  [1, null, 'Counted'],
  [1, 'order_placed', 'Counted'],
  [1, '', 'Counted'],
])('STOCK-3 a change of %j as %j because of %j is incomplete', async (change, action, notes) => {
  expect(await adjust(change, { action, notes })).toEqual({ ok: false, refusal: { code: 'fields-missing' } })
  expect(await readStock(database, honey)).toBe(5)
})

test('PERMISSION-8 only an administrator changes stock', async () => {
  const customer = await insertCustomer(database)
  for (const actor of [visitor, customer]) {
    await expect(
      callProcedure(database, actor, 'update_product_stock', [honey.id, 1, 'manual_adjustment', 'x']),
    ).rejects.toThrow(/permission denied/)
  }
  expect(
    await callProcedure(database, { kind: 'admin', userId: customer.userId }, 'update_product_stock', [
      honey.id,
      1,
      'manual_adjustment',
      'x',
    ]),
  ).toEqual({ ok: false, refusal: { code: 'not-found' } })
  expect(await adjust(1, { id: crypto.randomUUID() })).toEqual({ ok: false, refusal: { code: 'not-found' } })
  expect(await readStock(database, honey)).toBe(5)
})

test('a new product starts its ledger with its initial stock, unless that is zero', async () => {
  const category = await insertCategory(database)
  const add = (stock: number) => {
    const id = crypto.randomUUID()
    const manufacturer = JSON.stringify({ name: 'A', address: 'B', city: 'C', country: 'D' })
    return database.db.withActor(admin, async (trx) => {
      await trx
        .insertInto('products')
        .values({
          id,
          slug: id,
          name: 'New',
          category_id: category,
          price: 1,
          stock,
          brand: 'B',
          manufacturer,
        })
        .execute()
      return trx
        .selectFrom('inventory_adjustments')
        .select(['quantity_change', 'actor_kind', 'actor_id', 'action_type'])
        .where('product_id', '=', id)
        .execute()
    })
  }
  expect(await add(9)).toEqual([
    { quantity_change: 9, actor_kind: 'admin', actor_id: admin.userId, action_type: 'initial_stock' },
  ])
  expect(await add(0)).toEqual([])
})

test('a sale or stock correction does not make an open product form outdated', async () => {
  await adjust(1)
  const [row] = await database.query(
    'select version, updated_at = created_at as is_untouched from products where id = $1',
    [honey.id],
  )
  expect(row).toEqual({ version: 1, is_untouched: true })
  await database.query('update products set price = 5 where id = $1', [honey.id])
  expect(
    await database.query(
      'select version, updated_at > created_at as is_touched from products where id = $1',
      [honey.id],
    ),
  ).toEqual([{ version: 2, is_touched: true }])
})
