import { createSignedInCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import { connectionStringOf, type DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import {
  sendRequest,
  repeatForSeconds,
  formatPercentage,
  createKeepAliveAgent,
  formatInteger,
} from '#bench/runner/http-load.ts'
import {
  createRandomCart,
  verifyOrders,
  insertProducts,
  sendOrder,
  UNLIMITED_STOCK,
} from '#bench/orders/order-requests.ts'
import { scaled } from '#bench/runner/benchmark-scale.ts'
import type { InstrumentedShop } from '#bench/runner/instrumented-shop.ts'

const CONCURRENCY = 32
const SECONDS = scaled(30, 3)
const READS_TO_AN_ORDER = 200
const PRODUCT_COUNT = 100
/** These products sell out during the run, which changes pages. */
const LOW_STOCK = { every: 5, stock: 15 }
const BUYERS = scaled(2000, 200)

export async function measureMixedLoad(
  nodes: readonly InstrumentedShop[],
  db: DatabaseClient,
): Promise<{ rows: { what: string; times: number[] }[]; note: string }> {
  const products = await insertProducts(db, PRODUCT_COUNT, (index) =>
    index % LOW_STOCK.every === 0 ? LOW_STOCK.stock : UNLIMITED_STOCK,
  )
  const database = connectionStringOf(nodes[0]!.dataDir)
  const buyers = (
    await Promise.all(nodes.map((node) => createSignedInCustomers(node, BUYERS / nodes.length, database)))
  ).flat()
  const slugs = (
    await db.query<{ slug: string }>('select slug from products where is_active order by name')
  ).map(({ slug }) => slug)
  const pages = [
    '/',
    '/products',
    '/categories',
    ...slugs.map((slug) => `/products/${slug}`),
    ...[2, 3, 4, 5].map((page) => `/products?page=${page}`),
  ]
  const agent = createKeepAliveAgent(CONCURRENCY)
  const reads: number[] = []
  const orders: number[] = []
  const confirmedOrderIds: string[] = []
  let soldOut = 0

  async function runTurn(number: number) {
    const node = nodes[number % nodes.length]!
    if (number % READS_TO_AN_ORDER === READS_TO_AN_ORDER - 1) {
      const buyer = buyers[orders.length % buyers.length]!
      const { checkoutResponse, milliseconds } = await sendOrder(agent, buyer, createRandomCart(products))
      orders.push(milliseconds)
      if (checkoutResponse.placed) confirmedOrderIds.push(checkoutResponse.placed.order_id)
      else if (checkoutResponse.lines?.every(({ problem }) => problem === 'not-enough-stock')) soldOut += 1
      else throw new Error(`An order was refused: ${JSON.stringify(checkoutResponse)}`)
      return
    }
    const path = pages[Math.floor(pages.length * Math.random() ** 3)]!
    const { status, milliseconds } = await sendRequest(agent, node.url, {
      path,
      headers: { 'accept-encoding': 'br' },
    })
    if (status !== 200) throw new Error(`${path} answered ${status}.`)
    reads.push(milliseconds)
  }

  const before = await sumPageCounts(nodes)
  const { turns, seconds } = await repeatForSeconds(CONCURRENCY, SECONDS, runTurn)
  const after = await sumPageCounts(nodes)
  agent.destroy()
  await verifyOrders(db, confirmedOrderIds)
  return {
    rows: [
      { what: 'reads under the mixed load', times: reads },
      { what: 'orders under the mixed load', times: orders },
    ],
    note:
      `Under the mixed load at ${CONCURRENCY} connections ${formatInteger(turns / seconds)} requests a second, ${formatPercentage(after.servedFromCache - before.servedFromCache, after.pages - before.pages)} of the pages ` +
      `were ready (those that are rendered again, or packed for the first time, are not); ${formatInteger(confirmedOrderIds.length)} orders, which all are there, and ${soldOut} told that it is sold out.`,
  }
}

async function sumPageCounts(
  nodes: readonly InstrumentedShop[],
): Promise<{ pages: number; servedFromCache: number }> {
  const all = await Promise.all(nodes.map((node) => node.counts()))
  return all.reduce((sum, { pages, servedFromCache }) => ({
    pages: sum.pages + pages,
    servedFromCache: sum.servedFromCache + servedFromCache,
  }))
}
