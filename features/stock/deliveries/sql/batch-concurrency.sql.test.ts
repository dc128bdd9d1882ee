import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  countRows,
  findInconsistencies,
  insertAdmin,
  insertCustomer,
  insertProduct,
  toOrderLines,
  type ProcedureResult,
} from '#tests/fixtures/databases/test-records.ts'
import {
  inRaces,
  openConcurrentConnections,
  repeat,
} from '#tests/fixtures/databases/concurrent-connections.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { dayFromToday, toDeliveredLines } from '#tests/fixtures/products/delivered-batches.ts'

const ROUNDS = inRaces(8, Math.max(20, Number(process.env['RACE_ROUNDS'])))
const SEED = Number(process.env['RACE_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const AT_ONCE = 12

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

test(
  `STOCK-12 STOCK-17 sales, cancellations, edits, corrections, deliveries and recalls of the same batches at once, in random rounds`,
  async () => {
    let state = SEED
    const roll = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((state / 2 ** 32) * below)
    }
    const admin = await insertAdmin(database)
    const customers = await Promise.all(repeat(AT_ONCE, () => insertCustomer(database)))
    // The first product has no batches until a delivery brings some, during sales.
    const products = await Promise.all(repeat(3, (index) => insertProduct(database, { stock: 12 * index })))
    const days = await Promise.all([0, 3, 30].map((distance) => dayFromToday(database, distance)))
    const counts: Record<string, number> = {}

    async function deliver(): Promise<ProcedureResult> {
      const id = crypto.randomUUID()
      await clients.as(admin, 'public.save_delivery($1, 0, $2, $3, $4)', [id, 'Wholesaler', 'Delivery', '[]'])
      // In random order; the procedure sorts them before it locks.
      const lines = products
        .slice(roll(3))
        .toReversed()
        .map((product) => ({
          product,
          quantity: 1 + roll(6),
          number: `B${roll(4)}`,
          bestBefore: days[roll(3)]!,
        }))
      return clients.as(admin, 'public.receive_delivery($1, 2, $2)', [
        id,
        JSON.stringify(toDeliveredLines(lines)),
      ])
    }
    async function cancelOne(orders: { id: string }[]) {
      const order = orders[roll(orders.length)]
      if (!order) return deliver()
      return clients.as(admin, 'public.cancel_order($1, $2, $3)', [order.id, 'Cancelled by admin', 'Rang'])
    }
    async function editOne(orders: { id: string; version: number; items: { id: string }[] }[]) {
      const order = orders[roll(orders.length)]
      if (!order) return deliver()
      const items = order.items.map(({ id }) => ({ id, quantity: 1 + roll(5) }))
      return clients.as(admin, 'public.edit_order($1, $2, $3, null)', [
        order.id,
        order.version,
        JSON.stringify(items),
      ])
    }
    async function recallOne() {
      const [batch] = await database.query<{ id: string; product_id: string }>(
        'select id, product_id from product_batches where not is_unrecorded and not is_recalled order by id limit 1',
      )
      if (!batch) return deliver()
      return clients.as(admin, 'public.start_recall($1, $2, $3, $4, $5)', [
        crypto.randomUUID(),
        batch.product_id,
        [batch.id],
        'Glass',
        'Please do not eat it.',
      ])
    }

    for (let round = 0; round < ROUNDS; round++) {
      const orders = await database.query<{ id: string; version: number; items: { id: string }[] }>(
        `select o.id, o.version, (select json_agg(json_build_object('id', i.id)) from order_items i where i.order_id = o.id) as items
           from orders o where o.status = 'pending' order by o.created_at desc limit 8`,
      )
      const results = await Promise.all(
        repeat(AT_ONCE, (index) => {
          const action = roll(20)
          if (action < 9) {
            const lines = products.slice(roll(3)).map((product) => ({ product, quantity: 1 + roll(4) }))
            return clients.place(customers[index]!, JSON.stringify(toOrderLines(lines)))
          }
          if (action < 12) return cancelOne(orders)
          if (action < 15) return editOne(orders)
          if (action < 17) return deliver()
          if (action === 17 && round % 5 === 0) return recallOne()
          return clients.as(admin, 'public.update_product_stock($1, $2, $3, $4)', [
            products[roll(3)]!.id,
            roll(7) - 3 || 1,
            'manual_adjustment',
            'Counted',
          ])
        }),
      )
      for (const result of results) {
        const code = result.ok ? 'done' : result.refusal.code
        counts[code] = (counts[code] ?? 0) + 1
      }
      expect(await findInconsistencies(database), `round ${round}, RACE_SEED=${SEED}`).toEqual([])
    }
    expect(counts['done'], JSON.stringify(counts)).toBeGreaterThan(ROUNDS)
    expect(await countRows(database, 'batch_movements')).toBeGreaterThan(ROUNDS)
  },
  60_000 + ROUNDS * 2000,
)
