import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setProductActive } from '#features/catalogue/products/bulk-edit/bulk-edit-products.server.ts'
import { PermissionDenied, visitor, type Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { adjustStock } from '#features/stock/stock.server.ts'
import {
  insertCustomer,
  insertAdmin,
  insertOrder,
  insertProduct,
  createTestShop,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { readLatestChanges } from './order-events.server.ts'
import { MAX_LATEST_CHANGES } from './order-events.ts'
import { cancelOrder } from '#features/orders/orders.server.ts'

let database: TestDatabase
let shop: ShopDependencies
let admin: Admin
let honey: TestProduct
beforeAll(async () => {
  database = await createTestDatabase()
  shop = createTestShop(database)
  admin = await insertAdmin(database)
  honey = await insertProduct(database, { stock: 1000 })
})
afterAll(() => database.close())

async function eventsDuring(work: () => Promise<unknown>) {
  const key = ({ about, id }: { about: string; id: number }) => `${about} ${id}`
  const known = new Set((await readLatestChanges(shop, admin)).map(key))
  await work()
  const newChanges = (await readLatestChanges(shop, admin)).filter((change) => !known.has(key(change)))
  return newChanges.map((change) => (change.about === 'order' ? change.event : change.about))
}

describe('Change events for back-office pages', () => {
  test('sales and returned units appear once, with their order', async () => {
    let order = ''
    expect(
      await eventsDuring(
        async () => (order = await insertOrder(database, { lines: [{ product: honey, quantity: 2 }] })),
      ),
    ).toEqual(['placed'])
    expect(
      await eventsDuring(() =>
        cancelOrder(shop, admin, { orderId: order, screen: 'list', reason: 'Jar broke' }),
      ),
    ).toEqual(['cancelled'])
  })

  test('ADMIN-11 include manual stock adjustments and catalogue changes', async () => {
    expect(
      await eventsDuring(() =>
        adjustStock(shop, admin, { productId: honey.id, change: -3, reason: 'Broke' }),
      ),
    ).toEqual(['stock'])
    expect(
      await eventsDuring(() => setProductActive(shop, admin, { productId: honey.id, isActive: false })),
    ).toEqual(['catalogue'])
    expect((await eventsDuring(() => insertProduct(database, { name: 'Clove' }))).toSorted()).toEqual(
      expect.arrayContaining(['catalogue', 'stock']),
    )
  })

  test('have the newest of each kind, independent of the others', async () => {
    await database.query(
      `insert into inventory_adjustments (product_id, quantity_change, reason, action_type, actor_kind, stock_after)
       select $1, 1, 'Counted', 'manual_adjustment', 'system', 1 from generate_series(1, $2::int)`,
      [honey.id, MAX_LATEST_CHANGES + 5],
    )
    const changes = await readLatestChanges(shop, admin)
    expect(changes.filter(({ about }) => about === 'stock')).toHaveLength(MAX_LATEST_CHANGES)
    expect(changes.filter(({ about }) => about === 'order')).toHaveLength(2)
  })

  test('PEOPLE-6 a packer learns of orders only', async () => {
    const changes = await readLatestChanges(shop, await insertAdmin(database, 'packer'))
    expect(changes.length).toBeGreaterThan(0)
    expect(changes.filter(({ about }) => about !== 'order')).toEqual([])
  })

  test('PERMISSION-2 are for administrators only', async () => {
    for (const actor of [visitor, await insertCustomer(database)])
      await expect(readLatestChanges(shop, actor)).rejects.toThrow(PermissionDenied)
  })
})
