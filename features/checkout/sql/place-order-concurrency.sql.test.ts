import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  insertCustomer,
  insertProduct,
  countRows,
  toOrderLines,
  readStock,
  findInconsistencies,
} from '#tests/fixtures/databases/test-records.ts'
import {
  inRaces,
  openConcurrentConnections,
  countByResultCode,
  repeat,
} from '#tests/fixtures/databases/concurrent-connections.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'

let database: TestDatabase
let clients: Awaited<ReturnType<typeof openConcurrentConnections>>

beforeAll(async () => {
  database = await createTestDatabase()
  clients = await openConcurrentConnections(database)
})
afterAll(async () => {
  await clients.close()
  await database.close()
})

describe('CHECKOUT-14 Concurrent checkouts', () => {
  test('of two shoppers for the last unit, one gets it and the other is refused, in each round', async () => {
    const [asha, ben] = [await insertCustomer(database), await insertCustomer(database)]
    for (let round = 0; round < inRaces(10, 30); round++) {
      const last = await insertProduct(database, { stock: 1 })
      const results = await Promise.all(
        [asha, ben].map((customer) =>
          clients.place(customer, toOrderLines([{ product: last, quantity: 1 }])),
        ),
      )
      expect(countByResultCode(results)).toEqual({ done: 1, 'cart-changed': 1 })
      expect(await readStock(database, last)).toBe(0)
    }
  })

  test('CHECKOUT-14 many shoppers for a stock of 20: exactly 20 succeed, the others are refused', async () => {
    const shopperCount = inRaces(80, 200)
    const honey = await insertProduct(database, { stock: 20 })
    const shoppers = await Promise.all(repeat(shopperCount, () => insertCustomer(database)))
    const results = await Promise.all(
      shoppers.map((customer) => clients.place(customer, toOrderLines([{ product: honey, quantity: 1 }]))),
    )
    expect(countByResultCode(results)).toEqual({ done: 20, 'cart-changed': shopperCount - 20 })
    expect(results.flatMap((result) => (result.ok ? [] : result.refusal.lines))).toEqual(
      repeat(shopperCount - 20, () => ({
        product_id: honey.id,
        problem: 'not-enough-stock',
        name: honey.name,
        price: honey.price,
        stock: 0,
      })),
    )
    expect(await readStock(database, honey)).toBe(0)
    expect(await countRows(database, 'order_items', 'product_id = $1', [honey.id])).toBe(20)
  })

  test('one checkout attempt sent 50 times at once: one order, one email, the same result each time', async () => {
    const honey = await insertProduct(database, { stock: 100 })
    const customer = await insertCustomer(database)
    const lines = toOrderLines([{ product: honey, quantity: 2 }])
    const results = await Promise.all(repeat(50, () => clients.place(customer, lines, 'one-submit')))
    expect(
      new Set(results.map((result) => JSON.stringify(result.ok && { ...result.value, repeated: null }))).size,
    ).toBe(1)
    expect(results.filter((result) => result.ok && result.value.repeated === false)).toHaveLength(1)
    const [order] = await database.query<{ id: string }>('select id from orders where user_id = $1', [
      customer.userId,
    ])
    expect(await countRows(database, 'orders', 'user_id = $1', [customer.userId])).toBe(1)
    expect(await countRows(database, 'outbox', `payload ->> 'order_id' = $1`, [order!.id])).toBe(1)
    expect(await readStock(database, honey)).toBe(98)
  })

  test('carts with the same products in opposite order never deadlock', async () => {
    const cartCount = inRaces(48, 120)
    const products = await Promise.all(repeat(6, () => insertProduct(database, { stock: 500 })))
    const customer = await insertCustomer(database)
    const results = await Promise.all(
      repeat(cartCount, (index) => {
        const sorted = index % 2 ? products : products.toReversed()
        return clients.place(customer, toOrderLines(sorted.map((product) => ({ product, quantity: 1 }))))
      }),
    )
    expect(countByResultCode(results)).toEqual({ done: cartCount })
    expect(await Promise.all(products.map((product) => readStock(database, product)))).toEqual(
      repeat(6, () => 500 - cartCount),
    )
  })

  test('afterwards, stock and ledger are consistent', async () => {
    expect(await findInconsistencies(database)).toEqual([])
  })
})
