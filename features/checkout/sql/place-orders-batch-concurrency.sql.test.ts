import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  insertCustomer,
  insertAdmin,
  insertOrder,
  insertProduct,
  resultCode,
  countRows,
  toOrderLines,
  readStock,
  findInconsistencies,
  type ProcedureResult,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import {
  openConcurrentConnections,
  countByResultCode,
  repeat,
} from '#tests/fixtures/databases/concurrent-connections.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { createCheckoutAttempt, type TestCheckoutAttempt } from '#tests/fixtures/orders/order-batch.ts'
import { randomInteger, createSeededRandom, pickRandom, type Random } from '#prove/runner/seeded-random.ts'
import type { Customer } from '#shop/permissions.ts'
import { CHECKOUT } from '#platform/database/connection/actor-transactions.server.ts'

let database: TestDatabase
let clients: Awaited<ReturnType<typeof openConcurrentConnections>>

beforeAll(async () => {
  database = await createTestDatabase()
  // Below the lock_timeout of a batch, so that deadlocks are reported as deadlocks.
  const [row] = await database.query<{ name: string }>('select current_database() as name')
  await database.query(`alter database ${row!.name} set deadlock_timeout = '10ms'`)
  clients = await openConcurrentConnections(database)
})
afterAll(async () => {
  await clients.close()
  await database.close()
})

const LOCK_NOT_AVAILABLE = '55P03'

/** Acts like the shop's OrderBatcher: one call, or single calls after a lock timeout. */
async function placeBatch(attempts: readonly TestCheckoutAttempt[]): Promise<ProcedureResult[]> {
  try {
    return (await clients.as(CHECKOUT, 'public.place_orders($1)', [
      JSON.stringify(attempts),
    ])) as unknown as ProcedureResult[]
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
    return Promise.all(
      attempts.map(({ user_id, lines, idempotency_key }) =>
        clients.place({ kind: 'customer', userId: user_id }, lines, idempotency_key!),
      ),
    )
  }
}

const shuffle = <Value>(values: readonly Value[], random: Random): Value[] =>
  values
    .map((value) => ({ value, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ value }) => value)

const createRandomCart = (products: readonly TestProduct[], random: Random) =>
  toOrderLines(
    shuffle(products, random)
      .slice(0, randomInteger(1, 4, random))
      .map((product) => ({ product, quantity: randomInteger(1, 2, random) })),
  )

const findLedgerGaps = (products: readonly TestProduct[]) =>
  database.query(
    `
    select * from (select product_id, stock_after, quantity_change, lag(stock_after, 1, 0) over (partition by product_id order by id) as stock_before
                     from inventory_adjustments where product_id = any ($1)) change
     where stock_after <> stock_before + quantity_change`,
    [products.map(({ id }) => id)],
  )

test('CHECKOUT-14 concurrent batches of the same products in any order: no deadlock, and no unit is sold twice', async () => {
  const random = createSeededRandom(17)
  const products = await Promise.all(repeat(8, () => insertProduct(database, { stock: 60 })))
  const shoppers = await Promise.all(repeat(40, () => insertCustomer(database)))
  const calls = repeat(60, () =>
    shuffle(shoppers, random)
      .slice(0, randomInteger(2, 8, random))
      .map((shopper) => createCheckoutAttempt(shopper, createRandomCart(products, random))),
  )
  const results = (await Promise.all(calls.map(placeBatch))).flat()
  expect(results).toHaveLength(calls.flat().length)
  expect(Object.keys(countByResultCode(results)).toSorted()).toEqual(['cart-changed', 'done'])
  const remainingStock = await Promise.all(products.map((product) => readStock(database, product)))
  expect(Math.min(...remainingStock), 'somebody was refused the last piece or two').toBeLessThanOrEqual(1)
  expect(await findLedgerGaps(products)).toEqual([])
  expect(await findInconsistencies(database)).toEqual([])
})

test('CHECKOUT-15 attempts repeated in other batches and alone, in any order: no deadlock, one order each', async () => {
  const random = createSeededRandom(18)
  const products = await Promise.all(repeat(6, () => insertProduct(database, { stock: 5000 })))
  const shoppers = await Promise.all(repeat(12, () => insertCustomer(database)))
  const attempts = shoppers.map((shopper) =>
    createCheckoutAttempt(shopper, createRandomCart(products, random)),
  )
  const results = await Promise.all(
    repeat(60, (turn) => {
      if (turn % 3) return placeBatch(shuffle(attempts, random).slice(0, 8))
      const { user_id, lines, idempotency_key } = pickRandom(attempts, random)
      return clients
        .place({ kind: 'customer', userId: user_id }, lines, idempotency_key!)
        .then((result) => [result])
    }),
  )
  expect(Object.keys(countByResultCode(results.flat()))).toEqual(['done'])
  expect(results.flat().filter((result) => result.ok && !result.value['repeated'])).toHaveLength(12)
  expect(
    await countRows(database, 'orders', 'user_id = any ($1)', [shoppers.map(({ userId }) => userId)]),
  ).toBe(12)
  expect(await findInconsistencies(database)).toEqual([])
})

test('ORDER-46 batches, single orders, cancellations, edits, stock corrections and product changes at once: no deadlock, consistent ledger', async () => {
  const random = createSeededRandom(19)
  const admin = await insertAdmin(database)
  const products = await Promise.all(repeat(6, () => insertProduct(database, { stock: 40 })))
  const shoppers = await Promise.all(repeat(30, () => insertCustomer(database)))
  const orders = await Promise.all(
    repeat(36, async (turn) => {
      const customer = shoppers[turn % shoppers.length]!
      const id = await insertOrder(database, {
        customer,
        lines: shuffle(products, random)
          .slice(0, 3)
          .map((product) => ({ product, quantity: 1 })),
      })
      return {
        id,
        customer,
        items: await database.query<{ id: string }>('select id from order_items where order_id = $1', [id]),
      }
    }),
  )
  const cancel = ({ id, customer }: { id: string; customer: Customer }) =>
    clients.as(customer, 'public.cancel_order($1, $2)', [id, 'Cancelled by customer'])
  const actions: ((turn: number) => Promise<ProcedureResult[]>)[] = [
    () =>
      placeBatch(
        shuffle(shoppers, random)
          .slice(0, 6)
          .map((shopper) => createCheckoutAttempt(shopper, createRandomCart(products, random))),
      ),
    () =>
      placeBatch(
        shuffle(shoppers, random)
          .slice(0, 2)
          .map((shopper) =>
            createCheckoutAttempt(
              shopper,
              toOrderLines(shuffle(products, random).map((product) => ({ product, quantity: 1 }))),
            ),
          ),
      ),
    () =>
      clients
        .place(pickRandom(shoppers, random), createRandomCart(products, random))
        .then((result) => [result]),
    (turn) => cancel(orders[turn % orders.length]!).then((result) => [result]),
    (turn) => {
      const { id, items } = orders[(turn * 5) % orders.length]!
      return clients
        .as(admin, 'public.edit_order($1, $2, $3, null)', [
          id,
          1,
          JSON.stringify(items.map((item) => ({ id: item.id, quantity: 2 }))),
        ])
        .then((result) => [result])
    },
    (turn) =>
      clients
        .as(admin, 'public.update_product_stock($1, $2, $3, $4)', [
          pickRandom(products, random).id,
          turn % 2 ? 3 : -1,
          'manual_adjustment',
          'Counted',
        ])
        .then((result) => [result]),
    async (turn) => {
      const { id } = pickRandom(products, random)
      await database.db.withActor(admin, (trx) =>
        trx
          .updateTable('products')
          .set({ badge: `Turn ${turn}` })
          .where('id', '=', id)
          .execute(),
      )
      return []
    },
  ]
  const results = (await Promise.all(repeat(175, (turn) => actions[turn % actions.length]!(turn)))).flat()
  // Each order is cancelled at most once, and stock can always be added.
  expect(results.filter((result) => resultCode(result) === 'done').length).toBeGreaterThan(35)
  expect(await findLedgerGaps(products)).toEqual([])
  expect(await findInconsistencies(database)).toEqual([])
})
