import type { TestProduct } from '#tests/fixtures/databases/test-records.ts'
import { createSignedInCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import { connectToShopDatabase, type DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import type { SignedInClient } from '#tests/fixtures/http/http-client.ts'
import { startShop, type RunningShop } from '#tests/fixtures/shops/running-shop.ts'
import {
  createKeepAliveAgent,
  formatInteger,
  milliseconds,
  perSecond,
  runConcurrently,
} from '#bench/runner/http-load.ts'
import {
  formatMedianWithRange,
  median,
  percentile,
  type Benchmark,
  type BenchmarkTable,
} from '#bench/runner/benchmark.ts'
import { LARGE_SHOP, startLargeShop } from '#bench/runner/large-shop.ts'
import {
  CONCURRENCY,
  ORDERS_PER_ROUND,
  PRODUCTS,
  ROUNDS,
  WARM_UP,
  createRandomCart,
  insertProducts,
  sendOrder,
  waitForMails,
} from './order-requests.ts'

export const orderGrowth: Benchmark = {
  name: 'order-growth',
  title: 'Orders a second by size of the shop',
  about:
    `The last step of checkout over HTTP, as in “Orders a second”, in an empty shop and in one with ${formatInteger(LARGE_SHOP.orders)} orders of ` +
    `${formatInteger(LARGE_SHOP.products)} products, in turns: ${ROUNDS} rounds of ${ORDERS_PER_ROUND} orders in each, the emails of a round before the next begins. ` +
    'Afterwards every acknowledged order is there, or the measurement fails.',
  measure,
}

type Scenario = {
  name: string
  shop: RunningShop
  db: DatabaseClient
  products: TestProduct[]
  buyers: SignedInClient[]
  confirmedOrderIds: string[]
  rounds: { perSecond: number; times: number[] }[]
}

async function measure(): Promise<BenchmarkTable> {
  const large = await startLargeShop()
  const empty = await startShop({ main: 'app/main.ts', env: { DEMO: 'off' } })
  const emptyDb = connectToShopDatabase(empty.dataDir)
  try {
    const scenarios = [
      await prepare('an empty shop', empty, emptyDb),
      await prepare(`${formatInteger(LARGE_SHOP.orders)} orders`, large, large.db),
    ]
    for (const scenario of scenarios) await placeOrders(scenario, WARM_UP)
    for (let round = 0; round < ROUNDS; round++)
      for (const scenario of scenarios) scenario.rounds.push(await placeOrders(scenario, ORDERS_PER_ROUND))
    for (const { db, confirmedOrderIds } of scenarios) await verifyConfirmed(db, confirmedOrderIds)
    return tableOf(scenarios, large.seedNote)
  } finally {
    await emptyDb.close()
    await empty.stop()
    await large.stop()
  }
}

async function prepare(name: string, shop: RunningShop, db: DatabaseClient): Promise<Scenario> {
  const products = await insertProducts(db, PRODUCTS)
  const buyers = await createSignedInCustomers(shop, WARM_UP + ROUNDS * ORDERS_PER_ROUND)
  return { name, shop, db, products, buyers, confirmedOrderIds: [], rounds: [] }
}

async function placeOrders({ db, products, buyers, confirmedOrderIds }: Scenario, count: number) {
  const agent = createKeepAliveAgent(CONCURRENCY)
  const times: number[] = []
  const seconds = await runConcurrently(CONCURRENCY, buyers.splice(0, count), async (buyer) => {
    const { checkoutResponse, milliseconds: time } = await sendOrder(agent, buyer, createRandomCart(products))
    if (!checkoutResponse.placed) throw new Error(`An order was refused: ${JSON.stringify(checkoutResponse)}`)
    confirmedOrderIds.push(checkoutResponse.placed.order_id)
    times.push(time)
  })
  agent.destroy()
  await waitForMails(db)
  return { perSecond: count / seconds, times }
}

/** findInconsistencies() would read all orders of the large shop. */
async function verifyConfirmed(db: DatabaseClient, ids: readonly string[]) {
  const [found] = await db.query<{ orders: number }>(
    'select count(*) as orders from orders where id = any ($1::uuid[])',
    [ids],
  )
  if (found!.orders !== ids.length)
    throw new Error(`${ids.length} orders were told, of which ${found!.orders} are there.`)
}

function tableOf(scenarios: readonly Scenario[], note: string): BenchmarkTable {
  const medianOf = ({ rounds }: Scenario) => median(rounds.map((round) => round.perSecond))
  return {
    columns: ['orders of the shop', 'a second', 'of the empty shop', 'half within', '95 of 100 within'],
    rows: scenarios.map((scenario) => [
      scenario.name,
      perSecond(scenario.rounds.map((round) => round.perSecond)),
      (medianOf(scenario) / medianOf(scenarios[0]!)).toFixed(2),
      ...[50, 95].map((share) =>
        formatMedianWithRange(
          scenario.rounds.map(({ times }) => percentile(times, share)),
          milliseconds,
        ),
      ),
    ]),
    note,
  }
}
