import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PermissionDenied, visitor, type Customer } from '#shop/permissions.ts'
import {
  insertCustomer,
  insertAdmin,
  insertProduct,
  createTestShop,
  callProcedure,
  toOrderLines,
  callPlaceOrder,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { findPlacedOrder } from './find-placed-order.server.ts'

let database: TestDatabase
let asha: Customer
let ben: Customer
let honey: TestProduct
let cloves: TestProduct

beforeAll(async () => {
  database = await createTestDatabase()
  asha = await insertCustomer(database)
  ben = await insertCustomer(database)
  honey = await insertProduct(database)
  cloves = await insertProduct(database, { name: 'Malabar Cloves' })
})
afterAll(() => database.close())

const find = (customer: Customer, key: string) => findPlacedOrder(createTestShop(database), customer, key)

describe('CHECKOUT-18 Finding the order of a checkout attempt', () => {
  test('CHECKOUT-15 the customer gets its ID and quantities', async () => {
    const lines = toOrderLines([
      { product: honey, quantity: 2 },
      { product: cloves, quantity: 1 },
    ])
    const placed = await callPlaceOrder(database, asha, lines, { key: 'lost' })
    expect(await find(asha, 'lost')).toEqual({
      order_id: placed.ok && placed.value['order_id'],
      status: 'pending',
      items: [
        { product_id: honey.id, quantity: 2 },
        { product_id: cloves.id, quantity: 1 },
      ],
    })
  })

  test('CHECKOUT-19 an order cancelled since is reported as cancelled', async () => {
    const placed = await callPlaceOrder(database, asha, toOrderLines([{ product: honey, quantity: 1 }]), {
      key: 'cancelled',
    })
    await callProcedure(database, asha, 'cancel_order', [
      placed.ok && placed.value['order_id'],
      'Cancelled by customer',
    ])
    expect(await find(asha, 'cancelled')).toMatchObject({
      status: 'cancelled',
      items: [{ product_id: honey.id, quantity: 1 }],
    })
  })

  test('PERMISSION-3 another customer’s key is the same as an unused one', async () => {
    await callPlaceOrder(database, asha, toOrderLines([{ product: honey, quantity: 1 }]), { key: 'mine' })
    expect(await find(asha, 'mine')).not.toBeNull()
    expect(await find(ben, 'mine')).toBeNull()
    expect(await find(ben, 'never used')).toBeNull()
  })

  test('PERMISSION-3 row level security shows customers their own keys only', async () => {
    await callPlaceOrder(database, ben, toOrderLines([{ product: honey, quantity: 1 }]), { key: 'of Ben' })
    const keysSeenBy = (customer: Customer) =>
      database.db.withActor(
        customer,
        async (trx) => (await sql<{ key: string }>`select key from idempotency_keys`.execute(trx)).rows,
      )
    expect(await keysSeenBy(ben)).toEqual([{ key: 'of Ben' }])
    expect(await keysSeenBy(asha)).not.toContainEqual({ key: 'of Ben' })
  })

  test('CHECKOUT-18 a refused attempt has no order', async () => {
    await callPlaceOrder(database, asha, toOrderLines([{ product: honey, quantity: 500 }]), {
      key: 'refused',
    })
    expect(await find(asha, 'refused')).toBeNull()
  })

  test.each(['', '\0', 'k'.repeat(5000), '\ud800'])('an invalid key finds nothing: %j', async (key) => {
    expect(await find(asha, key)).toBeNull()
  })

  test('PERMISSION-16 visitors and administrators are refused', async () => {
    await expect(find(visitor as unknown as Customer, 'lost')).rejects.toThrow(PermissionDenied)
    await expect(find((await insertAdmin(database)) as unknown as Customer, 'lost')).rejects.toThrow(
      PermissionDenied,
    )
  })
})
