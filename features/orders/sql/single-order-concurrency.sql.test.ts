import { afterAll, beforeAll, expect, test } from 'vitest'
import { NEXT_STATUS, ORDER_STATUSES, type OrderStatus } from '#features/orders/order-status.ts'
import {
  insertCustomer,
  insertAdmin,
  insertOrder,
  insertProduct,
  readStock,
  findInconsistencies,
  type ProcedureResult,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import {
  inRaces,
  openConcurrentConnections,
  repeat,
} from '#tests/fixtures/databases/concurrent-connections.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'

/** Set RACE_ROUNDS=1000 for a long run, and RACE_SEED to repeat one. */
const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 100)
/** A short run ends when every result that occurs often has occurred. */
const FEWEST_ROUNDS = inRaces(30, ROUNDS)
const SEED = Number(process.env['RACE_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const AT_ONCE = 10
const ORDERS_AT_ONCE = 5

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

/** Seeded random integers from 0 to below `below`. */
function nextRandom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Results expected in every hundred rounds, and those that need more rounds. */
const OFTEN = {
  answers: ['done', 'status-changed', 'changed-meanwhile', 'not-editable'],
  history: [
    'pending to processing',
    'processing to shipped',
    'shipped to delivered',
    'pending to cancelled',
    'processing to cancelled',
    'edited while pending',
    'edited while processing',
  ],
}
const SELDOM = {
  answers: ['not-enough-stock', 'below-zero', 'delivered', 'shipped-phone-us', 'move-not-allowed'],
  history: ['edited while shipped', 'shipped to cancelled'],
}

type Past = { event: string; from_status: OrderStatus | null; to_status: OrderStatus | null }

test(
  `ORDER-46 two administrators and a customer move, edit, cancel and restock the same orders at once, in random rounds`,
  async () => {
    const roll = nextRandom(SEED)
    const owners = [await insertAdmin(database), await insertAdmin(database)] as const
    const customer = await insertCustomer(database)
    const products = await Promise.all(repeat(4, () => insertProduct(database, { stock: 30 })))
    const seen: Record<string, number> = {}
    const historyCounts: Record<string, number> = {}
    const one = (from: Record<string, number>, what: string) => (from[what] = (from[what] ?? 0) + 1)

    const count = (owner: (typeof owners)[0], product: TestProduct, change: number) =>
      clients.as(owner, 'public.update_product_stock($1, $2, $3, $4)', [
        product.id,
        change,
        'manual_adjustment',
        'Counted',
      ])

    async function round(id: string) {
      const items = await database.query<{ id: string }>('select id from order_items where order_id = $1', [
        id,
      ])
      const act = async (step: number): Promise<ProcedureResult> => {
        const owner = owners[step % 2]!
        const delay = roll(15)
        await new Promise((resolve) => setTimeout(resolve, delay))
        // The expected status is random: current, outdated or ahead.
        const expectedIndex = Math.floor((delay + roll(8)) / 8)
        switch (roll(20)) {
          case 0:
            return clients.as(customer, 'public.cancel_order($1, $2)', [id, 'Cancelled by customer'])
          case 1: {
            const sawIt = roll(2) === 1 ? ORDER_STATUSES[expectedIndex] : null
            return clients.as(owner, 'public.cancel_order($1, $2, $3, $4, $5)', [
              id,
              'Cancelled by admin',
              'Rang',
              roll(2) === 1,
              sawIt,
            ])
          }
          case 2:
          case 3:
            return count(owner, products[roll(4)]!, roll(9) - 5 || 1)
          case 4:
          case 5:
          case 6:
          case 7:
          case 8:
          case 9: {
            const kept = items
              .slice(roll(items.length))
              .map((item) => ({ id: item.id, quantity: 1 + roll(8) }))
            const day =
              roll(3) === 0 ? new Date(Date.now() + roll(20) * 86_400_000).toISOString().slice(0, 10) : null
            const version = 1 + expectedIndex + roll(2)
            const result = await clients.as(owner, 'public.edit_order($1, $2, $3, $4)', [
              id,
              version,
              JSON.stringify(kept),
              day,
            ])
            if (result.ok)
              expect([version, version + 1], 'an edit is of the order as it was seen').toContain(
                result.value.version,
              )
            return result
          }
          default: {
            const from = ORDER_STATUSES[expectedIndex]!
            return clients.as(owner, 'public.move_order($1, $2, $3)', [
              id,
              from,
              roll(6) === 0 ? ORDER_STATUSES[roll(ORDER_STATUSES.length)] : NEXT_STATUS[from],
            ])
          }
        }
      }
      for (const result of await Promise.all(repeat(AT_ONCE, act)))
        one(seen, result.ok ? 'done' : result.refusal.code)
      const [order] = await database.query<{ status: OrderStatus; version: number }>(
        'select status, version from orders where id = $1',
        [id],
      )
      const past = await database.query<Past>(
        'select event, from_status, to_status from order_history where order_id = $1 order by id',
        [id],
      )
      let status: OrderStatus = 'pending'
      for (const { event, from_status, to_status } of past.slice(1)) {
        one(historyCounts, event === 'edited' ? `edited while ${status}` : `${status} to ${to_status}`)
        if (event === 'edited')
          expect(status, 'only what is on its way is edited').not.toMatch(/delivered|cancelled/)
        else {
          expect(from_status, 'each step begins where the last one ended').toBe(status)
          expect([NEXT_STATUS[status], status === 'cancelled' ? null : 'cancelled']).toContain(to_status)
          status = to_status!
        }
      }
      expect([order!.status, order!.version], 'no change without its line of history').toEqual([
        status,
        past.length,
      ])
    }

    const hasSeenOften = () =>
      OFTEN.answers.every((answer) => seen[answer]) && OFTEN.history.every((step) => historyCounts[step])
    for (
      let begun = 0;
      begun < FEWEST_ROUNDS || (begun < ROUNDS && !hasSeenOften());
      begun += ORDERS_AT_ONCE
    ) {
      // Low enough that edits and corrections run out of stock, high enough that orders can be placed.
      for (const product of products)
        if ((await readStock(database, product)) < 9) await count(owners[0], product, 9)
      const lines = (place: number) =>
        [products[place % 4]!, products[(place + 1) % 4]!].map((product) => ({
          product,
          quantity: 1 + roll(3),
        }))
      const orders = await Promise.all(
        repeat(Math.min(ORDERS_AT_ONCE, ROUNDS - begun), (place) =>
          insertOrder(database, { customer, lines: lines(begun + place) }),
        ),
      )
      await Promise.all(orders.map(round))
    }
    if (process.env['RACE_ROUNDS'])
      process.stdout.write(`${JSON.stringify({ SEED, answers: seen, history: historyCounts })}\n`)
    expect(await findInconsistencies(database), `RACE_SEED=${SEED}`).toEqual([])
    // Every result must occur, or the run proves nothing.
    expect(Object.keys(seen)).toEqual(
      expect.arrayContaining(ROUNDS < 1000 ? OFTEN.answers : [...OFTEN.answers, ...SELDOM.answers]),
    )
    expect(Object.keys(historyCounts)).toEqual(
      expect.arrayContaining(ROUNDS < 1000 ? OFTEN.history : [...OFTEN.history, ...SELDOM.history]),
    )
  },
  60_000 + ROUNDS * 1_000,
)
