import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertCustomer, insertAdmin, insertOrder, insertProduct, resultCode, countRows, toOrderLines, readStock, findInconsistencies, type ProcedureResult, type TestProduct } from '#tests/fixtures/databases/test-records.ts'
import { openConcurrentConnections, countByResultCode, repeat } from '#tests/fixtures/databases/concurrent-connections.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { createCheckoutAttempt, type TestCheckoutAttempt } from '#tests/fixtures/orders/order-batch.ts'
import { randomInteger, createSeededRandom, pickRandom, type Random } from '#prove/runner/seeded-random.ts'
import type { Customer } from '#shop/permissions.ts'
import { CHECKOUT } from '#db/connection/actor-transactions.server.ts'

let database: TestDatabase
let crowd: Awaited<ReturnType<typeof openConcurrentConnections>>

beforeAll(async () => {
  database = await createTestDatabase()
  // Below the lock_timeout of a batch, so that deadlocks are reported as deadlocks.
  const [row] = await database.query<{ name: string }>('select current_database() as name')
  await database.query(`alter database ${row!.name} set deadlock_timeout = '10ms'`)
  crowd = await openConcurrentConnections(database)
})
afterAll(async () => {
  await crowd.leave()
  await database.close()
})

const LOCK_NOT_AVAILABLE = '55P03'

/** Places a batch as the shop's OrderBatcher does: one call, or single calls after a lock timeout; other errors are thrown. */
async function together(submits: readonly TestCheckoutAttempt[]): Promise<ProcedureResult[]> {
  try {
    return (await crowd.as(CHECKOUT, 'public.place_orders($1)', [JSON.stringify(submits)])) as unknown as ProcedureResult[]
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
    return Promise.all(submits.map(({ user_id, lines, idempotency_key }) => crowd.place({ kind: 'customer', userId: user_id }, lines, idempotency_key!)))
  }
}

const inAnyOrder = <Value>(values: readonly Value[], chance: Random): Value[] =>
  values.map((value) => ({ value, at: chance() })).toSorted((one, other) => one.at - other.at).map(({ value }) => value)

/** A cart of random products in random order. */
const aCart = (goods: readonly TestProduct[], chance: Random) =>
  toOrderLines(inAnyOrder(goods, chance).slice(0, randomInteger(1, 4, chance)).map((product) => ({ product, quantity: randomInteger(1, 2, chance) })))

/** Checks that each ledger row continues the stock of the row before it. */
const whatDoesNotFollow = (goods: readonly TestProduct[]) =>
  database.query(`
    select * from (select product_id, stock_after, quantity_change, lag(stock_after, 1, 0) over (partition by product_id order by id) as stock_before
                     from inventory_adjustments where product_id = any ($1)) change
     where stock_after <> stock_before + quantity_change`, [goods.map(({ id }) => id)])

test('CHECKOUT-14 concurrent batches of the same products in any order: no deadlock, and no unit is sold twice', async () => {
  const chance = createSeededRandom(17)
  const goods = await Promise.all(repeat(8, () => insertProduct(database, { stock: 60 })))
  const shoppers = await Promise.all(repeat(40, () => insertCustomer(database)))
  const calls = repeat(60, () => inAnyOrder(shoppers, chance).slice(0, randomInteger(2, 8, chance)).map((shopper) => createCheckoutAttempt(shopper, aCart(goods, chance))))
  const results = (await Promise.all(calls.map(together))).flat()
  expect(results).toHaveLength(calls.flat().length)
  expect(Object.keys(countByResultCode(results)).toSorted()).toEqual(['cart-changed', 'done'])
  const left = await Promise.all(goods.map((product) => readStock(database, product)))
  expect(Math.min(...left), 'somebody was refused the last piece or two').toBeLessThanOrEqual(1)
  expect(await whatDoesNotFollow(goods)).toEqual([])
  expect(await findInconsistencies(database)).toEqual([])
})

test('CHECKOUT-15 attempts repeated in other batches and alone, in any order: no deadlock, one order each', async () => {
  const chance = createSeededRandom(18)
  const goods = await Promise.all(repeat(6, () => insertProduct(database, { stock: 5000 })))
  const shoppers = await Promise.all(repeat(12, () => insertCustomer(database)))
  const submits = shoppers.map((shopper) => createCheckoutAttempt(shopper, aCart(goods, chance)))
  const results = await Promise.all(
    repeat(60, (turn) => {
      if (turn % 3) return together(inAnyOrder(submits, chance).slice(0, 8))
      const { user_id, lines, idempotency_key } = pickRandom(submits, chance)
      return crowd.place({ kind: 'customer', userId: user_id }, lines, idempotency_key!).then((result) => [result])
    }),
  )
  expect(Object.keys(countByResultCode(results.flat()))).toEqual(['done'])
  expect(results.flat().filter((result) => result.ok && !result.value['repeated'])).toHaveLength(12)
  expect(await countRows(database, 'orders', 'user_id = any ($1)', [shoppers.map(({ userId }) => userId)])).toBe(12)
  expect(await findInconsistencies(database)).toEqual([])
})

test('ORDER-46 batches, single orders, cancellations, edits, stock corrections and product changes at once: no deadlock, consistent ledger', async () => {
  const chance = createSeededRandom(19)
  const admin = await insertAdmin(database)
  const goods = await Promise.all(repeat(6, () => insertProduct(database, { stock: 40 })))
  const shoppers = await Promise.all(repeat(30, () => insertCustomer(database)))
  const orders = await Promise.all(
    repeat(36, async (turn) => {
      const customer = shoppers[turn % shoppers.length]!
      const id = await insertOrder(database, { customer, lines: inAnyOrder(goods, chance).slice(0, 3).map((product) => ({ product, quantity: 1 })) })
      return { id, customer, items: await database.query<{ id: string }>('select id from order_items where order_id = $1', [id]) }
    }),
  )
  const cancel = ({ id, customer }: { id: string; customer: Customer }) => crowd.as(customer, 'public.cancel_order($1, $2)', [id, 'Cancelled by customer'])
  const ways: ((turn: number) => Promise<ProcedureResult[]>)[] = [
    () => together(inAnyOrder(shoppers, chance).slice(0, 6).map((shopper) => createCheckoutAttempt(shopper, aCart(goods, chance)))),
    () => together(inAnyOrder(shoppers, chance).slice(0, 2).map((shopper) => createCheckoutAttempt(shopper, toOrderLines(inAnyOrder(goods, chance).map((product) => ({ product, quantity: 1 })))))),
    () => crowd.place(pickRandom(shoppers, chance), aCart(goods, chance)).then((result) => [result]),
    (turn) => cancel(orders[turn % orders.length]!).then((result) => [result]),
    (turn) => {
      const { id, items } = orders[(turn * 5) % orders.length]!
      return crowd.as(admin, 'public.edit_order($1, $2, $3, null)', [id, 1, JSON.stringify(items.map((item) => ({ id: item.id, quantity: 2 })))]).then((result) => [result])
    },
    (turn) => crowd.as(admin, 'public.update_product_stock($1, $2, $3, $4)', [pickRandom(goods, chance).id, turn % 2 ? 3 : -1, 'manual_adjustment', 'Counted']).then((result) => [result]),
    async (turn) => {
      const { id } = pickRandom(goods, chance)
      await database.db.withActor(admin, (trx) => trx.updateTable('products').set({ badge: `Turn ${turn}` }).where('id', '=', id).execute())
      return []
    },
  ]
  const results = (await Promise.all(repeat(175, (turn) => ways[turn % ways.length]!(turn)))).flat()
  // Each order is cancelled at most once, and stock can always be added.
  expect(results.filter((result) => resultCode(result) === 'done').length).toBeGreaterThan(35)
  expect(await whatDoesNotFollow(goods)).toEqual([])
  expect(await findInconsistencies(database)).toEqual([])
})
