import { manyCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import { connectionStringOf, type Look } from '#tests/fixtures/databases/shop-database.ts'
import { ask, forSeconds, share, staysOpen, whole } from '#bench/runner/http-load.ts'
import { aBasket, checkOrders, goodsFor, order, PLENTY } from '#bench/orders/order-requests.ts'
import { scaled } from '#bench/runner/benchmark-scale.ts'
import type { WatchedShop } from '#bench/runner/instrumented-shop.ts'

const PEOPLE = 32
const SECONDS = scaled(30, 3)
const READS_TO_AN_ORDER = 200
const GOODS = 100
/** These sell out on the way, and their last pieces change pages. */
const NEARLY_SOLD_OUT = { every: 5, stock: 15 }
const BUYERS = scaled(2000, 200)

/** Readers of both nodes, most of them on few pages as people are, and an order now and then on either. */
export async function underMixedLoad(nodes: readonly WatchedShop[], look: Look): Promise<{ rows: { what: string; times: number[] }[]; note: string }> {
  const goods = await goodsFor(look, GOODS, (place) => (place % NEARLY_SOLD_OUT.every === 0 ? NEARLY_SOLD_OUT.stock : PLENTY))
  const database = connectionStringOf(nodes[0]!.dataDir)
  const buyers = (await Promise.all(nodes.map((node) => manyCustomers(node, BUYERS / nodes.length, database)))).flat()
  const slugs = (await look.query<{ slug: string }>('select slug from products where is_active order by name')).map(({ slug }) => slug)
  const pages = ['/', '/products', '/categories', ...slugs.map((slug) => `/products/${slug}`), ...[2, 3, 4, 5].map((page) => `/products?page=${page}`)]
  const agent = staysOpen(PEOPLE)
  const reads: number[] = []
  const orders: number[] = []
  const told: string[] = []
  let soldOut = 0

  async function turn(number: number) {
    const node = nodes[number % nodes.length]!
    if (number % READS_TO_AN_ORDER === READS_TO_AN_ORDER - 1) {
      const buyer = buyers[orders.length % buyers.length]!
      const { told: answer, milliseconds } = await order(agent, buyer, aBasket(goods))
      orders.push(milliseconds)
      if (answer.placed) told.push(answer.placed.order_id)
      else if (answer.lines?.every(({ problem }) => problem === 'not-enough-stock')) soldOut += 1
      else throw new Error(`An order was refused: ${JSON.stringify(answer)}`)
      return
    }
    const path = pages[Math.floor(pages.length * Math.random() ** 3)]!
    const { status, milliseconds } = await ask(agent, node.url, { path, headers: { 'accept-encoding': 'br' } })
    if (status !== 200) throw new Error(`${path} answered ${status}.`)
    reads.push(milliseconds)
  }

  const before = await countsOf(nodes)
  const { turns, seconds } = await forSeconds(PEOPLE, SECONDS, turn)
  const after = await countsOf(nodes)
  agent.destroy()
  await checkOrders(look, told)
  return {
    rows: [{ what: 'reads under the mixed load', times: reads }, { what: 'orders under the mixed load', times: orders }],
    note:
      `Under the mixed load at ${PEOPLE} connections ${whole(turns / seconds)} requests a second, ${share(after.keptReady - before.keptReady, after.pages - before.pages)} of the pages ` +
      `were ready (those that are made anew, or packed for the first time, are not); ${whole(told.length)} orders, which all are there, and ${soldOut} told that it is sold out.`,
  }
}

async function countsOf(nodes: readonly WatchedShop[]): Promise<{ pages: number; keptReady: number }> {
  const all = await Promise.all(nodes.map((node) => node.counts()))
  return all.reduce((sum, { pages, keptReady }) => ({ pages: sum.pages + pages, keptReady: sum.keptReady + keptReady }))
}
