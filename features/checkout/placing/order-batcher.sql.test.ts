import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { DatabaseActor } from '#platform/database/connection/actor-transactions.server.ts'
import {
  testAddress,
  insertCustomer,
  insertProduct,
  createTestShop,
  countRows,
  readStock,
  findInconsistencies,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { repeat } from '#tests/fixtures/databases/concurrent-connections.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import type { Customer } from '#shop/permissions.ts'
import { placeOrder } from './place-order.server.ts'

let database: TestDatabase
let shoppers: Customer[]

beforeAll(async () => {
  database = await createTestDatabase()
  shoppers = await Promise.all(repeat(60, () => insertCustomer(database)))
})
afterAll(() => database.close())
afterEach(() => vi.restoreAllMocks())

const anOrder = (goods: readonly TestProduct[], idempotency_key: string = crypto.randomUUID()) => ({
  idempotency_key,
  shipping_address: testAddress,
  payment_method: 'cod' as const,
  lines: goods.map(({ id, price }) => ({ id, quantity: 1, price })),
})
function createProcess() {
  const once = vi.spyOn(database.db, 'queryAs')
  const askedAs = (kind: DatabaseActor['kind']) => once.mock.calls.filter(([as]) => as.kind === kind).length
  return { shop: createTestShop(database), askedAs }
}
const codes = (outcomes: readonly Awaited<ReturnType<typeof placeOrder>>[]) =>
  Object.entries(Object.groupBy(outcomes, (outcome) => (outcome.ok ? 'done' : outcome.refusal.code))).map(
    ([code, all]) => [code, all.length],
  )

describe('CHECKOUT-17 concurrent checkouts in one process', () => {
  test('60 concurrent orders of a stock of 20: 20 succeed, 40 are refused, all but two in batches', async () => {
    const { shop, askedAs } = createProcess()
    const honey = await insertProduct(database, { stock: 20 })
    const outcomes = await Promise.all(shoppers.map((shopper) => placeOrder(shop, shopper, anOrder([honey]))))
    expect(Object.fromEntries(codes(outcomes))).toEqual({ done: 20, 'cart-changed': 40 })
    expect(await readStock(database, honey)).toBe(0)
    const sold = await database.query<{ user_id: string; id: string }>(
      'select user_id, o.id from orders o join order_items i on i.order_id = o.id where product_id = $1',
      [honey.id],
    )
    const placedOrders = outcomes.flatMap((outcome, place) =>
      outcome.ok ? [{ user_id: shoppers[place]!.userId, id: outcome.value.order_id }] : [],
    )
    expect(new Set(placedOrders.map((one) => JSON.stringify(one)))).toEqual(
      new Set(sold.map((one) => JSON.stringify(one))),
    )
    // The first two find the batcher idle; the others wait and form batches of 32 and 26.
    expect(askedAs('checkout')).toBe(2)
  })

  test('one attempt sent ten times concurrently is one order, one email, and ten equal responses', async () => {
    const { shop } = createProcess()
    const honey = await insertProduct(database, { stock: 20 })
    const [asha, ...others] = shoppers.slice(0, 11)
    const attempt = anOrder([honey], 'ten-times')
    const [outcomes] = await Promise.all([
      Promise.all(repeat(10, () => placeOrder(shop, asha!, attempt))),
      Promise.all(others.map((other) => placeOrder(shop, other, anOrder([honey])))),
    ])
    const orders = outcomes.map((outcome) => outcome.ok && outcome.value.order_id)
    expect(new Set(orders).size).toBe(1)
    expect(outcomes.filter((outcome) => outcome.ok && !outcome.value.repeated)).toHaveLength(1)
    expect(await countRows(database, 'outbox', `payload ->> 'order_id' = $1`, [orders[0]])).toBe(1)
    expect(await readStock(database, honey)).toBe(9)
  })

  test('a locked product does not delay orders of others, and is ordered afterwards', async () => {
    const { shop } = createProcess()
    const [held, free] = [
      await insertProduct(database, { stock: 20 }),
      await insertProduct(database, { stock: 60 }),
    ]
    const isHeld = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const holding = database.owner.transaction().execute(async (trx) => {
      await trx.updateTable('products').set({ badge: 'New' }).where('id', '=', held.id).execute()
      isHeld.resolve()
      await release.promise
    })
    await isHeld.promise
    const [wanting, others] = [shoppers.slice(0, 5), shoppers.slice(5, 35)]
    let ended = 0
    const afterwards = wanting.map(async (shopper) => {
      const outcome = await placeOrder(shop, shopper, anOrder([held]))
      ended += 1
      return outcome
    })
    try {
      expect(
        codes(await Promise.all(others.map((shopper) => placeOrder(shop, shopper, anOrder([free]))))),
      ).toEqual([['done', 30]])
      expect(ended).toBe(0)
    } finally {
      release.resolve()
      await holding
    }
    expect(codes(await Promise.all(afterwards))).toEqual([['done', 5]])
    expect([await readStock(database, held), await readStock(database, free)]).toEqual([15, 30])
  })

  test('an order that the database rejects fails alone', async () => {
    const { shop, askedAs } = createProcess()
    const honey = await insertProduct(database, { stock: 60 })
    const attemptWithNul = { ...anOrder([honey]), idempotency_key: 'with \0 in it' }
    const outcomes = await Promise.allSettled(
      shoppers.map((shopper, place) =>
        placeOrder(shop, shopper, place === 30 ? attemptWithNul : anOrder([honey])),
      ),
    )
    expect(outcomes.flatMap(({ status }, place) => (status === 'rejected' ? [place] : []))).toEqual([30])
    expect(await readStock(database, honey)).toBe(1)
    expect(askedAs('customer'), 'the two that came first, and all 32 of its call').toBeGreaterThanOrEqual(34)
  })
})

test('ledger invariants hold afterwards', async () => {
  expect(await findInconsistencies(database)).toEqual([])
})
