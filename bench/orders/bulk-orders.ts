import { nextStatusAction, ORDER_STATUSES, type OrderStatus } from '#features/orders/order-status.ts'
import { createSignedInCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import { connectToShopDatabase, type DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import { signInAsAdmin, type HttpClient } from '#tests/fixtures/http/http-client.ts'
import { submitBulkMove } from '#tests/fixtures/orders/bulk-move-requests.ts'
import { placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'
import { startShop, type RunningShop } from '#tests/fixtures/shops/running-shop.ts'
import { formatMedianWithRange, type Benchmark, type BenchmarkTable } from '#bench/runner/benchmark.ts'
import { isFullScale, scaled } from '#bench/runner/benchmark-scale.ts'
import { milliseconds, runConcurrently } from '#bench/runner/http-load.ts'
import { insertProducts, waitForMails } from './order-requests.ts'

const ROUNDS = scaled(3)
const PRODUCTS = 20
const CONCURRENT_CHECKOUTS = 32
const STEPS = ORDER_STATUSES.filter((status) => nextStatusAction(status))

export const bulkOrders: Benchmark = {
  name: 'bulk-orders',
  title: 'Bulk status changes of orders',
  about:
    `The largest number of orders that one request may change, each of another customer: every step of all of them in one request, compared with one request for each ` +
    `of as many other orders, sequentially; ${ROUNDS} rounds in the built shop. Afterwards every order has the status, one history row ` +
    'for each step and one email for each step that sends one, or the measurement fails.',
  measure,
}

type Times = { together: number; singly: number }

async function measure(): Promise<BenchmarkTable> {
  const shop = await startShop({ main: 'app/main.ts', env: { DEMO: 'off' } })
  const db = connectToShopDatabase(shop.dataDir)
  try {
    const [limit] = await db.query<{ orders: number }>('select max_order_moves() as orders')
    const orderCount = isFullScale ? limit!.orders : scaled(limit!.orders, 20)
    const owner = await signInAsAdmin(shop.url)
    const times = new Map<OrderStatus, Times[]>(STEPS.map((from) => [from, []]))
    for (let round = 0; round < ROUNDS; round++) {
      const ids = await placeOrders(shop, db, 2 * orderCount)
      const [together, singly] = [ids.slice(0, orderCount), ids.slice(orderCount)]
      await waitForMails(db)
      for (const from of STEPS)
        times
          .get(from)!
          .push({
            together: await timeOf(() => moveTogether(owner, from, together)),
            singly: await timeOf(() => moveSingly(owner, from, singly)),
          })
      await verifyMoves(db, ids)
    }
    return {
      columns: ['step', 'in one request', 'one request for each', 'times faster'],
      rows: [...times].map(([from, rounds]) => [
        `${nextStatusAction(from)!.label} ${orderCount}`,
        formatMedianWithRange(
          rounds.map((round) => round.together),
          milliseconds,
        ),
        formatMedianWithRange(
          rounds.map((round) => round.singly),
          milliseconds,
        ),
        formatMedianWithRange(
          rounds.map((round) => round.singly / round.together),
          (ratio) => ratio.toFixed(1),
        ),
      ]),
    }
  } finally {
    await db.close()
    await shop.stop()
  }
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

async function placeOrders(shop: RunningShop, db: DatabaseClient, count: number): Promise<string[]> {
  const products = await insertProducts(db, PRODUCTS)
  const ids: string[] = []
  await runConcurrently(
    CONCURRENT_CHECKOUTS,
    await createSignedInCustomers(shop, count),
    async (customer, index) => {
      ids.push(await placeOrderOverHttp(customer, [{ product: products[index % PRODUCTS]!, quantity: 1 }]))
    },
  )
  return ids
}

async function moveTogether(owner: HttpClient, from: OrderStatus, ids: readonly string[]) {
  const { kind, chosen } = await submitBulkMove(owner, from, ids)
  if (kind !== 'done' || chosen?.movedIds.length !== ids.length)
    throw new Error(`Of ${ids.length} orders ${chosen?.movedIds.length ?? 0} were moved from ${from}.`)
}

async function moveSingly(owner: HttpClient, from: OrderStatus, ids: readonly string[]) {
  for (const order_id of ids) {
    const fields = { intent: 'move', order_id, expected_status: from }
    const { actionData } = await owner.submit('/admin/orders', fields)
    const [result] = Object.values(actionData ?? {}) as [{ kind?: string } | undefined]
    if (result?.kind !== 'done') throw new Error(`The order ${order_id} was not moved from ${from}.`)
  }
}

async function verifyMoves(db: DatabaseClient, ids: readonly string[]) {
  const wrong = await db.query<{ id: string }>(
    `select o.id from orders o where o.id = any ($1)
        and (o.status, (select count(*) from order_history h where h.order_id = o.id and h.event = 'moved'),
             (select count(*) from outbox m where m.dedupe_key in ('order-shipped:' || o.id, 'order-delivered:' || o.id)))
            is distinct from ('delivered', $2::bigint, 2::bigint)`,
    [ids, STEPS.length],
  )
  if (wrong.length > 0) throw new Error(`${wrong.length} of ${ids.length} orders were not moved once a step.`)
}
