import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  insertCustomer,
  insertAdmin,
  insertProduct,
  createTestShop,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { messages } from '#shop/messages/messages.ts'
import { PermissionDenied, visitor } from '#shop/permissions.ts'
import { adjustStock, listStockMovements } from './stock.server.ts'
import { stockAdjustmentForm } from './stock-adjustment.ts'
import { stockAfter } from './stock-movement.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('STOCK-1 STOCK-2 an adjustment changes the stock and is stored with its reason; below zero is refused with a message', async () => {
  const shop = createTestShop(database)
  const admin = await insertAdmin(database)
  const { id: productId } = await insertProduct(database, { stock: 5 })
  expect(await adjustStock(shop, admin, { productId, change: 3, reason: 'Counted' })).toEqual({
    ok: true,
    value: { stock: 8 },
  })
  expect(await adjustStock(shop, admin, { productId, change: -9, reason: 'Counted' })).toEqual({
    ok: false,
    refusal: { code: 'below-zero', fields: { change: 'Stock cannot go below zero' } },
  })
  expect(await listStockMovements(shop, admin, productId)).toMatchObject([
    {
      quantity_change: 3,
      stock_after: 8,
      reason: 'Counted',
      action_type: 'manual_adjustment',
      actor_kind: 'admin',
    },
    { quantity_change: 5, stock_after: 5, action_type: 'initial_stock' },
  ])
  expect(await adjustStock(shop, admin, { productId: 'x', change: 1, reason: 'x' })).toEqual({
    ok: false,
    refusal: { code: 'not-found' },
  })
})

test('PERMISSION-8 shoppers cannot change stock or read its history', async () => {
  const shop = createTestShop(database)
  for (const actor of [visitor, await insertCustomer(database)]) {
    await expect(
      adjustStock(shop, actor, { productId: crypto.randomUUID(), change: 1, reason: 'x' }),
    ).rejects.toThrow(PermissionDenied)
    await expect(listStockMovements(shop, actor, crypto.randomUUID())).rejects.toThrow(PermissionDenied)
  }
})

test.each([
  [
    { change: '5', reason: ' Counted ' },
    { change: 5, reason: 'Counted' },
  ],
  [
    { change: '-2', reason: 'x' },
    { change: -2, reason: 'x' },
  ],
])('STOCK-3 %j is accepted', (form, change) => {
  expect(stockAdjustmentForm.parse(form)).toEqual(change)
})

test.each([
  { change: '0', reason: 'x' },
  { change: '', reason: 'x' },
  { change: '1.5', reason: 'x' },
  { change: 'x', reason: 'x' },
  { change: '1', reason: '  ' },
  {},
])('STOCK-3 %j must fill in all fields', (form) => {
  const errors = stockAdjustmentForm.safeParse(form).error?.issues.map(({ message }) => message)
  expect(new Set(errors)).toEqual(new Set(['Please fill in all fields']))
})

test.each([
  ['99999999999', messages.stockTooHigh],
  ['2147483648', messages.stockTooHigh],
  ['1000001', messages.stockTooHigh],
  ['9'.repeat(60), messages.stockTooHigh],
  ['-99999999999', messages.stockBelowZero],
  ['-1000001', messages.stockBelowZero],
  ['1e3', messages.fillAllFields],
  ['0x10', messages.fillAllFields],
  ['-0', messages.fillAllFields],
])('a change of %s is refused before it reaches PostgreSQL', (change, sentence) => {
  expect(
    stockAdjustmentForm.safeParse({ change, reason: 'x' }).error?.issues.map(({ message }) => message),
  ).toEqual([sentence])
})

test('STOCK-4 the new stock is previewed as current plus change', () => {
  expect(stockAfter(5, -7)).toBe(-2)
})
