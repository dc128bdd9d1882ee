import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PermissionDenied, visitor, type Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import type { OrderFilter } from './order-filter.ts'
import {
  testAddress,
  insertCustomer,
  insertAdmin,
  insertOrder,
  insertProduct,
  createTestShop,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { findAdjacentOrders, listOrders, moveOrder } from './orders.server.ts'

let database: TestDatabase
let shop: ShopDependencies
let admin: Admin
/** In list order, newest first; the middle three have the same timestamp. */
let listed: string[]

beforeAll(async () => {
  database = await createTestDatabase()
  shop = createTestShop(database)
  admin = await insertAdmin(database)
  const product = await insertProduct(database, { stock: 100 })
  for (const full_name of ['Anu', 'Bala', 'Anu', 'Chitra', 'Anu']) {
    await insertOrder(database, { lines: [{ product, quantity: 1 }], address: { ...testAddress, full_name } })
  }
  await database.query(`alter table orders disable trigger all`)
  await database.query(
    `update orders set created_at = '2026-11-01' where id in (select id from orders order by created_at offset 1 limit 3)`,
  )
  await database.query(`alter table orders enable trigger all`)
  listed = (await listOrders(shop, admin)).orders.map(({ id }) => id)
})
afterAll(() => database.close())

const neighboursOf = (orderId: string, view: { search?: string; status?: OrderFilter } = {}) =>
  findAdjacentOrders(shop, admin, { orderId, ...view })

describe('ORDER-42 Adjacent orders', () => {
  test.each([
    {},
    { search: 'anu' },
    { status: 'pending' as const },
    { search: 'anu', status: 'pending' as const },
    { status: 'to-send' as const },
    { search: 'anu', status: 'to-send' as const },
    { search: 'london anu' },
    { search: 'london anu', status: 'pending' as const },
    { search: 'london anu', status: 'to-send' as const },
  ])('precede and follow it in the list of %j, up to its ends', async (view) => {
    const ids = (await listOrders(shop, admin, view)).orders.map(({ id }) => id)
    expect(ids.length).toBeGreaterThan(2)
    for (const [place, id] of ids.entries()) {
      expect(await neighboursOf(id, view)).toEqual({
        previous_id: ids[place - 1] ?? null,
        next_id: ids[place + 1] ?? null,
      })
    }
  })

  test('an order that no longer matches still has its neighbours', async () => {
    const [first, second, third] = listed as [string, string, string]
    await moveOrder(shop, admin, { orderId: second, expected: 'pending', to: 'processing' })
    expect(await neighboursOf(second, { status: 'pending' })).toEqual({ previous_id: first, next_id: third })
    expect(await neighboursOf(first, { status: 'pending' })).toEqual({ previous_id: null, next_id: third })
  })

  test('an order that is shipped has those to send before and after it', async () => {
    const toSend = (await listOrders(shop, admin, { status: 'to-send' })).orders.map(({ id }) => id)
    const [before, id, after] = toSend.slice(1) as [string, string, string]
    for (const [expected, to] of [
      ['pending', 'processing'],
      ['processing', 'shipped'],
    ] as const)
      await moveOrder(shop, admin, { orderId: id, expected, to })
    expect(await neighboursOf(id, { status: 'to-send' })).toEqual({ previous_id: before, next_id: after })
  })

  test('an unknown order has none', async () => {
    for (const id of [crypto.randomUUID(), 'x', ''])
      expect(await neighboursOf(id)).toEqual({ previous_id: null, next_id: null })
  })

  test('PERMISSION-2 are for administrators only, also in the database', async () => {
    await expect(findAdjacentOrders(shop, visitor, { orderId: listed[0]! })).rejects.toThrow(PermissionDenied)
    const forgedAdmin = {
      ...(await insertCustomer(database)),
      kind: 'admin' as const,
      role: 'owner' as const,
    }
    expect(await findAdjacentOrders(shop, forgedAdmin, { orderId: listed[1]! })).toEqual({
      previous_id: null,
      next_id: null,
    })
  })
})
