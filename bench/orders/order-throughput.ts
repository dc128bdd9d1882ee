import type { CheckoutAttempt } from '#features/checkout/checkout-form.ts'
import { CHECKOUT } from '#platform/database/connection/actor-transactions.server.ts'
import { connect, type ShopDatabase } from '#platform/database/connection/connect.server.ts'
import {
  callPlaceOrder,
  callPlaceOrders,
  type PlaceOrderAnswer,
} from '#features/checkout/placing/place-order-procedures.server.ts'
import type { TestProduct } from '#tests/fixtures/databases/test-records.ts'
import { createSignedInCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import { createCheckoutForm } from '#tests/fixtures/orders/checkout-requests.ts'
import {
  connectionStringOf,
  connectToDatabase,
  readPostgresProcess,
  type DatabaseClient,
} from '#tests/fixtures/databases/shop-database.ts'
import { ADDRESS, type SignedInClient } from '#tests/fixtures/http/http-client.ts'
import {
  perSecond,
  runConcurrently,
  milliseconds,
  createKeepAliveAgent,
  formatInteger,
} from '#bench/runner/http-load.ts'
import {
  CONCURRENCY,
  ORDERS_PER_ROUND,
  PRODUCTS,
  ROUNDS,
  WARM_UP,
  createRandomCart,
  verifyOrders,
  insertProducts,
  countQueuedMails,
  sendOrder,
  waitForMails,
} from './order-requests.ts'
import {
  median,
  percentile,
  formatMedianWithRange,
  type Benchmark,
  type BenchmarkTable,
} from '#bench/runner/benchmark.ts'
import { readCpuTime } from '#bench/runner/cpu-time.ts'
import { idleShare, describeProfile, summariseProfile } from '#bench/runner/cpu-profile.ts'
import { startTcpDatabase } from '#bench/runner/tcp-database.ts'
import { sampleDatabaseWaits } from '#bench/runner/database-waits.ts'
import { startInstrumentedShop, type InstrumentedShop } from '#bench/runner/instrumented-shop.ts'

/** If the main thread is idle for more than this share, it is not the bottleneck. */
const IDLE_SHARE_LIMIT = 0.2

export const orderThroughput: Benchmark = {
  name: 'orders',
  title: 'Orders a second',
  about:
    `The last step of checkout over HTTP at ${CONCURRENCY} keep-alive connections: ${ROUNDS} rounds of ${ORDERS_PER_ROUND} orders by as many signed-in shoppers, ` +
    `each with one to three of ${PRODUCTS} products; then all of one product; and the same on a PostgreSQL reached by TCP. ` +
    'One process with default settings; emails are sent meanwhile, and the remaining ones before the next row begins. For comparison the database alone, called by another ' +
    'process: `place_orders` with batches as under load, and `place_order` for each order. Afterwards every acknowledged order exists and the ledger sums to the stock, or the ' +
    'measurement fails. The target is 1,000 a second on the embedded PostgreSQL.',
  measure,
}

type Round = { perSecond: number; times: number[]; shop?: number; postgres: number }
/** `mails`: the number of unsent emails after the last round. */
type Case = { name: string; rounds: Round[]; mails?: number }
type OrderScenario = {
  shop: InstrumentedShop
  superuserDb: DatabaseClient
  postgres: number
  products: TestProduct[]
  confirmedOrderIds: string[]
  nextBuyers: (count: number) => SignedInClient[]
}

async function measure(): Promise<BenchmarkTable> {
  const embedded = await withOrderScenario(undefined, async (scenario, connectionString) => {
    const many = await measureOverHttp('embedded, 100 products', scenario, scenario.products)
    const one = await measureOverHttp('embedded, one product', scenario, scenario.products.slice(0, 1))
    const together = await measureBySql(
      'the database alone, 32 orders a call',
      scenario,
      connectionString,
      placeBatched,
    )
    const alone = await measureBySql(
      'the database alone, an order a call',
      scenario,
      connectionString,
      placeSingly,
    )
    return { cases: [many, one, together, alone], note: await describeBottleneck(scenario) }
  })
  const server = await startTcpDatabase()
  try {
    const byTcp = await withOrderScenario(server, async (scenario) =>
      measureOverHttp('DATABASE_URL by TCP, 100 products', scenario, scenario.products),
    )
    return tableOf([...embedded.cases, byTcp], embedded.note)
  } finally {
    await server.stop()
  }
}

async function withOrderScenario<Result>(
  server: { url: string; owner: string; pid: number } | undefined,
  work: (scenario: OrderScenario, connectionString: string) => Promise<Result>,
): Promise<Result> {
  const shop = await startInstrumentedShop({
    main: 'app/main.ts',
    env: { DEMO: 'off', DATABASE_URL: server?.url },
  })
  const connectionString = server?.owner ?? connectionStringOf(shop.dataDir)
  const superuserDb = connectToDatabase(connectionString)
  try {
    const buyers = await createSignedInCustomers(
      shop,
      WARM_UP * 4 + ORDERS_PER_ROUND * (server ? ROUNDS : 4 * ROUNDS + 1),
      connectionString,
    )
    const scenario: OrderScenario = {
      shop,
      superuserDb,
      postgres: server?.pid ?? readPostgresProcess(shop.dataDir).pid,
      products: await insertProducts(superuserDb, PRODUCTS),
      confirmedOrderIds: [],
      nextBuyers: (count) => buyers.splice(0, count),
    }
    const result = await work(scenario, connectionString)
    await verifyOrders(superuserDb, scenario.confirmedOrderIds)
    return result
  } finally {
    await superuserDb.close()
    await shop.stop()
  }
}

async function measureOverHttp(
  name: string,
  scenario: OrderScenario,
  products: TestProduct[],
): Promise<Case> {
  await round(scenario, products, WARM_UP)
  await waitForMails(scenario.superuserDb)
  const rounds: Round[] = []
  for (let number = 0; number < ROUNDS; number += 1)
    rounds.push(await round(scenario, products, ORDERS_PER_ROUND))
  const mails = await countQueuedMails(scenario.superuserDb)
  await waitForMails(scenario.superuserDb)
  return { name, rounds, mails }
}

async function round(
  { shop, postgres, confirmedOrderIds, nextBuyers }: OrderScenario,
  products: readonly TestProduct[],
  count: number,
): Promise<Round> {
  const agent = createKeepAliveAgent(CONCURRENCY)
  const readUsedCpu = startCpuMeasurement({ shop: shop.process.pid!, postgres })
  const times: number[] = []
  const seconds = await runConcurrently(CONCURRENCY, nextBuyers(count), async (buyer) => {
    const { checkoutResponse, milliseconds: time } = await sendOrder(agent, buyer, createRandomCart(products))
    if (!checkoutResponse.placed) throw new Error(`An order was refused: ${JSON.stringify(checkoutResponse)}`)
    confirmedOrderIds.push(checkoutResponse.placed.order_id)
    times.push(time)
  })
  agent.destroy()
  const { shop: shopTime, postgres: postgresTime } = readUsedCpu()
  return { perSecond: count / seconds, times, shop: shopTime / count, postgres: postgresTime / count }
}

type PlacementMethod = {
  ordersACall: number
  callers: number
  call: (
    db: ShopDatabase,
    sent: { customer: { userId: string }; attempt: CheckoutAttempt }[],
  ) => Promise<PlaceOrderAnswer[]>
}
const placeBatched: PlacementMethod = {
  ordersACall: 32,
  callers: 2,
  call: (db, sent) => db.queryAs(CHECKOUT, (query) => callPlaceOrders(query, sent)),
}
const placeSingly: PlacementMethod = {
  ordersACall: 1,
  callers: CONCURRENCY,
  call: async (db, [first]) => [
    await db.queryAs({ kind: 'customer', userId: first!.customer.userId }, (query) =>
      callPlaceOrder(query, first!.attempt),
    ),
  ],
}

/** The database's limit: only the procedure, without HTTP, session, form or email. */
async function measureBySql(
  name: string,
  { superuserDb, postgres, products, confirmedOrderIds, nextBuyers }: OrderScenario,
  connectionString: string,
  { ordersACall, callers, call }: PlacementMethod,
): Promise<Case> {
  const db = await connect({ connectionString })
  const customers = await superuserDb.query<{ user_id: string; email: string }>(
    'select user_id, email from user_profiles',
  )
  const idOf = new Map(customers.map(({ user_id, email }) => [email, user_id]))
  const roundOf = async (count: number): Promise<Round> => {
    const readUsedCpu = startCpuMeasurement({ postgres })
    const times: number[] = []
    const buyers = nextBuyers(count)
    const calls = Array.from({ length: Math.ceil(count / ordersACall) }, (_, index) =>
      buyers.slice(index * ordersACall, (index + 1) * ordersACall),
    )
    const seconds = await runConcurrently(callers, calls, async (called) => {
      const began = performance.now()
      const outcomes = await call(
        db,
        called.map(({ email }) => ({
          customer: { userId: idOf.get(email)! },
          attempt: createCheckoutAttempt(products),
        })),
      )
      for (const outcome of outcomes) {
        if (!outcome.ok) throw new Error(`An order was refused: ${JSON.stringify(outcome.refusal)}`)
        confirmedOrderIds.push(outcome.value.order_id)
        times.push(performance.now() - began)
      }
    })
    return { perSecond: count / seconds, times, postgres: readUsedCpu().postgres / count }
  }
  try {
    await roundOf(WARM_UP)
    const rounds: Round[] = []
    for (let number = 0; number < ROUNDS; number += 1) rounds.push(await roundOf(ORDERS_PER_ROUND))
    return { name, rounds }
  } finally {
    await db.close()
  }
}

function createCheckoutAttempt(products: readonly TestProduct[]): CheckoutAttempt {
  const { idempotency_key, lines } = createCheckoutForm(createRandomCart(products))
  return {
    idempotency_key: idempotency_key!,
    lines: JSON.parse(lines!),
    shipping_address: ADDRESS,
    payment_method: 'cod',
  }
}

function startCpuMeasurement({ shop, postgres }: { shop?: number; postgres: number }) {
  const readBoth = () => ({
    shop: shop ? readCpuTime(shop, { alone: true }) : 0,
    postgres: readCpuTime(postgres),
  })
  const before = readBoth()
  return () => {
    const after = readBoth()
    return { shop: after.shop - before.shop, postgres: after.postgres - before.postgres }
  }
}

async function describeBottleneck(scenario: OrderScenario): Promise<string> {
  const waitSampler = sampleDatabaseWaits(scenario.superuserDb)
  const summary = summariseProfile(
    await scenario.shop.profileOf(() => round(scenario, scenario.products, ORDERS_PER_ROUND)),
  )
  const inDatabase = await waitSampler.stop()
  const bound =
    idleShare(summary) < IDLE_SHARE_LIMIT
      ? 'The main thread of the shop bounds it.'
      : 'The main thread of the shop had time left: the database or the machine bounds it.'
  return `${bound} ${describeProfile(summary)} Meanwhile in the database, of the moments in which a connection of an order was asked for something: ${inDatabase}.`
}

function tableOf(cases: readonly Case[], note: string): BenchmarkTable {
  const [first] = cases
  const within = (rounds: readonly Round[], part: number) =>
    formatMedianWithRange(
      rounds.map(({ times }) => percentile(times, part)),
      milliseconds,
    )
  return {
    columns: [
      'orders',
      'a second',
      'of the first row',
      'half within',
      '95 of 100 within',
      '99 of 100 within',
      'processor time: shop',
      'PostgreSQL',
      'mails still to be sent',
    ],
    rows: cases.map(({ name, rounds, mails }) => [
      name,
      perSecond(rounds.map((each) => each.perSecond)),
      (
        median(rounds.map((each) => each.perSecond)) / median(first!.rounds.map((each) => each.perSecond))
      ).toFixed(2),
      ...[50, 95, 99].map((part) => within(rounds, part)),
      rounds[0]!.shop === undefined
        ? '–'
        : formatMedianWithRange(
            rounds.map(({ shop }) => shop!),
            (value) => `${value.toFixed(0)} µs`,
          ),
      formatMedianWithRange(
        rounds.map(({ postgres }) => postgres),
        (value) => `${value.toFixed(0)} µs`,
      ),
      mails === undefined ? '–' : formatInteger(mails),
    ]),
    note: `Every order that was told is there, and stock is what the ledger adds up to. ${note}`,
  }
}
