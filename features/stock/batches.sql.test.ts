import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import {
  createTestShop,
  insertAdmin,
  insertOrder,
  insertProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { dayFromToday, receiveDelivery as receiveLines } from '#tests/fixtures/products/delivered-batches.ts'
import { PermissionDenied, type Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { expiringBatches } from './batches.server.ts'
import {
  deleteDelivery,
  listDeliveries,
  readDelivery,
  receiveDelivery,
  saveDelivery,
} from './deliveries/deliveries.server.ts'
import { emptyDelivery, type DeliveryDraft } from './deliveries/delivery.ts'
import { expiryLabel } from './expiring-batch.ts'
import { listStockMovements } from './stock.server.ts'

let database: TestDatabase
let shop: ShopDependencies
let admin: Admin
beforeAll(async () => {
  database = await createTestDatabase()
  shop = createTestShop(database)
  admin = await insertAdmin(database, 'manager')
})
afterAll(() => database.close())

const draftOf = (product: { id: string }, typed = {}): DeliveryDraft => ({
  ...emptyDelivery(crypto.randomUUID()),
  lines: [
    {
      product_id: product.id,
      name: 'Honey',
      net_weight: null,
      stock: 0,
      quantity: '4',
      batch_number: 'H1',
      best_before: '2099-01-01',
      unit_cost: '2.35',
      ...typed,
    },
  ],
})

test('STOCK-18 a draft survives as typed, also what cannot be received, and is then received in one step', async () => {
  const product = await insertProduct(database, { stock: 1 })
  const draft = draftOf(product, { quantity: '4x' })
  const refusedAt = await receiveDelivery(shop, admin, draft)
  expect(refusedAt).toMatchObject({
    ok: false,
    version: 2,
    refusal: { code: 'fields-invalid', fields: { 'quantity-0': 'Honey: pieces from 1 to 100,000' } },
  })
  const kept = await readDelivery(shop, admin, draft.id)
  expect(kept).toMatchObject({
    draft: { version: 2, reason: 'Delivery', lines: [{ quantity: '4x', batch_number: 'H1', stock: 1 }] },
  })
  const typed = { ...draftOf(product), id: draft.id, version: 2 }
  expect(await receiveDelivery(shop, admin, { ...typed, version: 1 })).toMatchObject({
    refusal: { code: 'changed-meanwhile' },
  })
  expect(await receiveDelivery(shop, admin, typed)).toMatchObject({ ok: true, value: { pieces: 4 } })
  expect(await readDelivery(shop, admin, draft.id)).toMatchObject({
    received: {
      reason: 'Delivery',
      batches: [
        { quantity: 4, remaining: 4, batch_number: 'H1', best_before: '2099-01-01', unit_cost: 2.35 },
      ],
    },
  })
  expect(await listDeliveries(shop, admin)).toMatchObject([{ id: draft.id, lines: 1, pieces: 4 }])
  const other = draftOf(product)
  await saveDelivery(shop, admin, other)
  expect(await deleteDelivery(shop, admin, { id: other.id, version: 2 })).toMatchObject({ ok: true })
  expect(await readDelivery(shop, admin, other.id)).toBeNull()
})

test('STOCK-20 the stock history names the batches of a sale', async () => {
  const product = await insertProduct(database, { stock: 1 })
  await receiveLines(database, admin, [{ product, quantity: 3, number: 'B7' }])
  await insertOrder(database, { lines: [{ product, quantity: 2 }] })
  const movements = await listStockMovements(shop, admin, product.id)
  expect(movements.map(({ batches }) => batches)).toEqual([
    [
      { batch_number: null, is_unrecorded: true, quantity: -1 },
      { batch_number: 'B7', is_unrecorded: false, quantity: -1 },
    ],
    [{ batch_number: 'B7', is_unrecorded: false, quantity: 3 }],
    [],
  ])
})

test('STOCK-19 batches are listed from 30 days before their best-before, the earliest first', async () => {
  const product = await insertProduct(database, { stock: 0 })
  for (const [number, days] of [
    ['IN-30', 30],
    ['IN-31', 31],
    ['TODAY', 0],
    ['NONE', null],
  ] as const)
    await receiveLines(database, admin, [
      { product, quantity: 2, number, bestBefore: days === null ? null : await dayFromToday(database, days) },
    ])
  const { today, batches } = await expiringBatches(shop, admin)
  expect(batches.map(({ batch_number }) => batch_number)).toEqual(['TODAY', 'IN-30'])
  expect(batches.map(({ best_before }) => expiryLabel(best_before, today))).toEqual([
    'sold until tonight',
    null,
  ])
  expect(expiryLabel('2026-11-23', '2026-11-24')).toBe('past, not sold')
})

test('PERMISSION-8 packers neither read nor receive deliveries', async () => {
  const packer = await insertAdmin(database, 'packer')
  await expect(listDeliveries(shop, packer)).rejects.toThrow(PermissionDenied)
  await expect(saveDelivery(shop, packer, emptyDelivery(crypto.randomUUID()))).rejects.toThrow(
    PermissionDenied,
  )
})
