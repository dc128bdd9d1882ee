import { CHECKOUT } from '#db/connection/actor-transactions.server.ts'
import { connect, type ShopDatabase } from '#db/connection/connect.server.ts'
import { callPlaceOrder, callPlaceOrders, type PlacingAnswer, type Submit } from '#shop/checkout/placing/place-order-procedures.server.ts'
import type { Good } from '#tests/fixtures/databases/test-records.ts'
import { manyCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import { aSubmit } from '#tests/fixtures/orders/checkout-requests.ts'
import { connectionStringOf, lookAt, postgresOf, type Look } from '#tests/fixtures/databases/shop-database.ts'
import { ADDRESS, type SignedIn } from '#tests/fixtures/http/http-client.ts'
import { aSecond, inTurns, milliseconds, staysOpen, whole } from '#bench/runner/http-load.ts'
import { aBasket, checkOrders, goodsFor, mailsWaiting, order, untilMailsAreSent } from './order-requests.ts'
import { median, percentile, spread, type Part, type Table } from '#bench/runner/benchmark.ts'
import { processorTime } from '#bench/runner/cpu-time.ts'
import { idleShare, profileInWords, summaryOf } from '#bench/runner/cpu-profile.ts'
import { scaled } from '#bench/runner/benchmark-scale.ts'
import { startTcpDatabase } from '#bench/runner/tcp-database.ts'
import { watchWaiting } from '#bench/runner/database-waits.ts'
import { startWatched, type WatchedShop } from '#bench/runner/instrumented-shop.ts'

const PEOPLE = 64
const PRODUCTS = 100
const ROUNDS = 5
const ORDERS_A_ROUND = scaled(1000, 40)
/** Of the time; it is told beside it as well. */
const HARDLY_RESTS = 0.2
const WARM_UP = scaled(500, 40)

export const orders: Part = {
  name: 'orders',
  title: 'Orders a second',
  about:
    `The last step of checkout over HTTP at ${PEOPLE} connections that stay open: ${ROUNDS} rounds of ${ORDERS_A_ROUND} orders by as many shoppers, each ` +
    `signed in and ordering once, of one to three out of ${PRODUCTS} products; then all of one product; and the same on a PostgreSQL reached by TCP. ` +
    'One process, everything that keeps orders safe switched on; mails are written meanwhile, and what is left of them before the next row begins. Beside it the database alone, asked by another ' +
    'process: `place_orders` as the shop calls it while many order, and `place_order` for each by itself. Afterwards every order that was told is there and the ledger adds up to the stock, or the ' +
    'measurement fails. The target is 1,000 a second on the embedded PostgreSQL.',
  measure,
}

type Round = { aSecond: number; times: number[]; shop?: number; postgres: number }
/** `mails` are those that were still to be sent when the last round was over. */
type Case = { name: string; rounds: Round[]; mails?: number }
/** A shop with everybody who is going to order in it. */
type Place = { shop: WatchedShop; look: Look; postgres: number; goods: Good[]; told: string[]; nextBuyers: (count: number) => SignedIn[] }

async function measure(): Promise<Table> {
  const embedded = await withPlace(undefined, async (place, connectionString) => {
    const many = await overHttp('embedded, 100 products', place, place.goods)
    const one = await overHttp('embedded, one product', place, place.goods.slice(0, 1))
    const together = await bySql('the database alone, 32 orders a call', place, connectionString, placeTogether)
    const alone = await bySql('the database alone, an order a call', place, connectionString, placeAlone)
    return { cases: [many, one, together, alone], note: await whatBounds(place) }
  })
  const server = await startTcpDatabase()
  try {
    const byTcp = await withPlace(server, async (place) => overHttp('DATABASE_URL by TCP, 100 products', place, place.goods))
    return tableOf([...embedded.cases, byTcp], embedded.note)
  } finally {
    await server.stop()
  }
}

async function withPlace<Result>(
  server: { url: string; owner: string; pid: number } | undefined, work: (place: Place, connectionString: string) => Promise<Result>,
): Promise<Result> {
  const shop = await startWatched({ main: 'server/main.ts', env: { DEMO: 'off', DATABASE_URL: server?.url } })
  const connectionString = server?.owner ?? connectionStringOf(shop.dataDir)
  const look = lookAt(connectionString)
  try {
    const buyers = await manyCustomers(shop, WARM_UP * 4 + ORDERS_A_ROUND * (server ? ROUNDS : 4 * ROUNDS + 1), connectionString)
    const place: Place = {
      shop, look, postgres: server?.pid ?? postgresOf(shop.dataDir).pid, goods: await goodsFor(look, PRODUCTS), told: [],
      nextBuyers: (count) => buyers.splice(0, count),
    }
    const result = await work(place, connectionString)
    await checkOrders(look, place.told)
    return result
  } finally {
    await look.close()
    await shop.stop()
  }
}

async function overHttp(name: string, place: Place, goods: Good[]): Promise<Case> {
  await round(place, goods, WARM_UP)
  await untilMailsAreSent(place.look)
  const rounds: Round[] = []
  for (let number = 0; number < ROUNDS; number += 1) rounds.push(await round(place, goods, ORDERS_A_ROUND))
  const mails = await mailsWaiting(place.look)
  await untilMailsAreSent(place.look)
  return { name, rounds, mails }
}

async function round({ shop, postgres, told, nextBuyers }: Place, goods: readonly Good[], count: number): Promise<Round> {
  const agent = staysOpen(PEOPLE)
  const used = usedBy({ shop: shop.process.pid!, postgres })
  const times: number[] = []
  const seconds = await inTurns(PEOPLE, nextBuyers(count), async (buyer) => {
    const { told: answer, milliseconds: time } = await order(agent, buyer, aBasket(goods))
    if (!answer.placed) throw new Error(`An order was refused: ${JSON.stringify(answer)}`)
    told.push(answer.placed.order_id)
    times.push(time)
  })
  agent.destroy()
  const { shop: ofShop, postgres: ofPostgres } = used()
  return { aSecond: count / seconds, times, shop: ofShop / count, postgres: ofPostgres / count }
}

/** Some people's orders by one call, and how many such calls are under way at once. */
type Placing = { ordersACall: number; callers: number; call: (db: ShopDatabase, sent: { userId: string; submit: Submit }[]) => Promise<PlacingAnswer[]> }
const placeTogether: Placing = { ordersACall: 32, callers: 2, call: (db, sent) => db.once(CHECKOUT, (one) => callPlaceOrders(one, sent)) }
const placeAlone: Placing = {
  ordersACall: 1, callers: PEOPLE,
  call: async (db, [first]) => [await db.once({ kind: 'customer', userId: first!.userId }, (one) => callPlaceOrder(one, first!.submit))],
}

/** The database's own limit: the procedure as the shop calls it, with no HTTP, session, form or mail before and after it. */
async function bySql(name: string, { look, postgres, goods, told, nextBuyers }: Place, connectionString: string, { ordersACall, callers, call }: Placing): Promise<Case> {
  const db = await connect({ connectionString })
  const people = await look.query<{ user_id: string; email: string }>('select user_id, email from user_profiles')
  const idOf = new Map(people.map(({ user_id, email }) => [email, user_id]))
  const roundOf = async (count: number): Promise<Round> => {
    const used = usedBy({ postgres })
    const times: number[] = []
    const buyers = nextBuyers(count)
    const calls = Array.from({ length: Math.ceil(count / ordersACall) }, (_, place) => buyers.slice(place * ordersACall, (place + 1) * ordersACall))
    const seconds = await inTurns(callers, calls, async (called) => {
      const began = performance.now()
      const answers = await call(db, called.map(({ email }) => ({ userId: idOf.get(email)!, submit: asSubmit(goods) })))
      for (const answer of answers) {
        if (!answer.ok) throw new Error(`An order was refused: ${JSON.stringify(answer.refusal)}`)
        told.push(answer.value.order_id)
        times.push(performance.now() - began)
      }
    })
    return { aSecond: count / seconds, times, postgres: used().postgres / count }
  }
  try {
    await roundOf(WARM_UP)
    const rounds: Round[] = []
    for (let number = 0; number < ROUNDS; number += 1) rounds.push(await roundOf(ORDERS_A_ROUND))
    return { name, rounds }
  } finally {
    await db.close()
  }
}

function asSubmit(goods: readonly Good[]): Submit {
  const { idempotency_key: idempotencyKey, lines } = aSubmit(aBasket(goods))
  return { idempotencyKey: idempotencyKey!, lines: JSON.parse(lines!), shippingAddress: ADDRESS, paymentMethod: 'cod' }
}

function usedBy({ shop, postgres }: { shop?: number; postgres: number }) {
  const now = () => ({ shop: shop ? processorTime(shop, { alone: true }) : 0, postgres: processorTime(postgres) })
  const before = now()
  return () => {
    const after = now()
    return { shop: after.shop - before.shop, postgres: after.postgres - before.postgres }
  }
}

/** One more round, watched from inside the process and from inside the database. */
async function whatBounds(place: Place): Promise<string> {
  const waiting = watchWaiting(place.look)
  const summary = summaryOf(await place.shop.profileOf(() => round(place, place.goods, ORDERS_A_ROUND)))
  const inDatabase = await waiting.stop()
  const bound = idleShare(summary) < HARDLY_RESTS ? 'The main thread of the shop bounds it.' : 'The main thread of the shop had time left: the database or the machine bounds it.'
  return `${bound} ${profileInWords(summary)} Meanwhile in the database, of the moments in which a connection of an order was asked for something: ${inDatabase}.`
}

function tableOf(cases: readonly Case[], note: string): Table {
  const [first] = cases
  const within = (rounds: readonly Round[], part: number) => spread(rounds.map(({ times }) => percentile(times, part)), milliseconds)
  return {
    columns: ['orders', 'a second', 'of the first row', 'half within', '95 of 100 within', '99 of 100 within', 'processor time: shop', 'PostgreSQL', 'mails still to be sent'],
    rows: cases.map(({ name, rounds, mails }) => [
      name,
      aSecond(rounds.map((one) => one.aSecond)),
      (median(rounds.map((one) => one.aSecond)) / median(first!.rounds.map((one) => one.aSecond))).toFixed(2),
      ...[50, 95, 99].map((part) => within(rounds, part)),
      rounds[0]!.shop === undefined ? '–' : spread(rounds.map(({ shop }) => shop!), (value) => `${value.toFixed(0)} µs`),
      spread(rounds.map(({ postgres }) => postgres), (value) => `${value.toFixed(0)} µs`),
      mails === undefined ? '–' : whole(mails),
    ]),
    note: `Every order that was told is there, and stock is what the ledger adds up to. ${note}`,
  }
}
