import { Agent } from 'node:http'
import { findInconsistencies } from '#tests/fixtures/databases/test-records.ts'
import { createSignedInCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import { fetchProduct } from '#tests/fixtures/orders/checkout-requests.ts'
import { connectToShopDatabase, type DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import { signInAsAdmin, type SignedInClient, HttpClient } from '#tests/fixtures/http/http-client.ts'
import {
  sendRequest,
  runAtSchedule,
  milliseconds,
  formatPercentage,
  formatInteger,
} from '#bench/runner/http-load.ts'
import { createRandomCart, insertProducts, sendOrder } from './order-requests.ts'
import { percentile, type Benchmark, type BenchmarkTable } from '#bench/runner/benchmark.ts'
import { scaled } from '#bench/runner/benchmark-scale.ts'
import { startInstrumentedShop, type InstrumentedShop } from '#bench/runner/instrumented-shop.ts'

const SHOPPERS = scaled(5000, 500)
const SECONDS = scaled(60, 4)
const STOCK = 200
/** Two of every four shoppers order the offered product, one orders another product, and one only reads a list. */
const KINDS = 4
const RUNS = 2

export const flashSaleBenchmark: Benchmark = {
  name: 'flash',
  title: 'A flash sale of a product on the home page',
  about:
    `${formatInteger(SHOPPERS)} shoppers arrive within ${SECONDS} seconds of the start of the shop, at random moments, each on its own connection and without waiting for the others: all ` +
    'open the home page and a product; half of them request their cart and order the product of the home page, a quarter order one of 100 other products, and a ' +
    `quarter open a list. ${STOCK} units of the product are in stock. Times run from the planned moment or the previous response to the last byte; ${RUNS} runs.`,
  measure,
}

type RequestKind = 'home page' | 'product' | 'list' | 'cart' | 'order placed' | 'told that it is sold out'
type Sale = {
  times: Map<RequestKind, number[]>
  errors: Map<string, number>
  seconds: number
  sold: number
  confirmed: number
  stock: number
  otherOrders: number
}

async function measure(): Promise<BenchmarkTable> {
  const rows: string[][] = []
  const notes: string[] = []
  for (let run = 1; run <= RUNS; run += 1) {
    const shop = await startInstrumentedShop({ main: 'app/main.ts' })
    const db = connectToShopDatabase(shop.dataDir)
    try {
      const sale = await runSale(shop, db)
      const inconsistencies = await findInconsistencies(db)
      for (const [kind, times] of sale.times) {
        rows.push([
          `${run}: ${kind}`,
          formatInteger(times.length),
          ...[50, 95, 99, 100].map((part) => milliseconds(percentile(times, part))),
        ])
      }
      const failures = [...sale.errors].map(([error, times]) => `${error}: ${times}`).join('; ') || 'none'
      const counts = await shop.counts()
      notes.push(
        `Run ${run}: ${sale.sold} of the ${STOCK} sold and ${sale.confirmed} told so, ${sale.stock} left, ${formatInteger(sale.otherOrders)} other orders, in ${sale.seconds.toFixed(1)} s; errors: ${failures}; ` +
          `${formatPercentage(counts.servedFromCache, counts.pages)} of pages were ready.`,
      )
      if (sale.sold !== STOCK || sale.confirmed !== STOCK || sale.stock !== 0 || inconsistencies.length > 0) {
        throw new Error(
          `${notes.at(-1)} What does not add up: ${JSON.stringify(inconsistencies).slice(0, 300)}`,
        )
      }
    } finally {
      await db.close()
      await shop.stop()
    }
  }
  return {
    columns: ['run and request', 'answers', 'half within', '95 of 100 within', '99 of 100 within', 'slowest'],
    rows,
    note: `${notes.join(' ')} Stock is what the ledger adds up to.`,
  }
}

async function runSale(shop: InstrumentedShop, db: DatabaseClient): Promise<Sale> {
  const [offer] = await db.query<{ id: string; slug: string; stock: number }>(
    'select id, slug, stock from products where is_best_seller and is_active order by name limit 1',
  )
  const { id, slug } = offer!
  const owner = await signInAsAdmin(shop.url)
  const set = await owner.post('/admin/products', {
    intent: 'stock',
    product_id: id,
    change: String(STOCK - offer!.stock),
    reason: 'Flash sale',
  })
  if (set.status >= 400) throw new Error(`The stock could not be set: ${set.status}`)
  if (!(await new HttpClient(shop.url).html('/')).includes(`/products/${slug}`))
    throw new Error('The home page does not offer the product.')
  const offeredProduct = await fetchProduct(new HttpClient(shop.url), id)
  const otherProducts = await insertProducts(db, 100)
  const shoppers = await createSignedInCustomers(shop, SHOPPERS)
  const sale: Sale = {
    times: new Map(),
    errors: new Map(),
    seconds: 0,
    sold: 0,
    confirmed: 0,
    stock: 0,
    otherOrders: 0,
  }
  const addTime = (kind: RequestKind, time: number) => {
    const times = sale.times.get(kind)
    if (times) times.push(time)
    else sale.times.set(kind, [time])
  }
  const moments = shoppers.map(() => Math.random() * SECONDS)
  const began = performance.now()
  await runAtSchedule(moments, async (index) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const lateMs = performance.now() - began - moments[index]! * 1000
    await visit(index, agent, Math.max(0, lateMs)).catch((error: unknown) => {
      const kind = error instanceof Error ? error.message : String(error)
      sale.errors.set(kind, (sale.errors.get(kind) ?? 0) + 1)
    })
    agent.destroy()
  })
  sale.seconds = (performance.now() - began) / 1000
  const [found] = await db.query<{ sold: number; stock: number }>(
    `select coalesce((select sum(quantity) from order_items where product_id = $1), 0)::integer as sold, stock from products where id = $1`,
    [id],
  )
  return Object.assign(sale, found)

  async function visit(index: number, agent: Agent, lateMs: number) {
    const shopper = shoppers[index]!
    const read = async (kind: RequestKind, path: string, before = 0) => {
      const { status, milliseconds: time } = await sendRequest(agent, shop.url, {
        path,
        headers: { cookie: shopper.cookie, 'accept-encoding': 'br' },
      })
      if (status !== 200) throw new Error(`${kind} answered ${status}`)
      addTime(kind, before + time)
    }
    await read('home page', '/', lateMs)
    await read('product', `/products/${slug}`)
    const kind = index % KINDS
    if (kind === 0) return read('list', '/products?sort=newest')
    await read('cart', `/api/cart?ids=${kind === 1 ? otherProducts[0]!.id : id}`)
    return kind === 1 ? buyOther(agent, shopper) : buyOffer(agent, shopper)
  }

  async function buyOther(agent: Agent, shopper: SignedInClient) {
    const { checkoutResponse, milliseconds: time } = await sendOrder(
      agent,
      shopper,
      createRandomCart(otherProducts),
    )
    if (!checkoutResponse.placed) throw new Error(`another order was refused: ${checkoutResponse.message}`)
    sale.otherOrders += 1
    addTime('order placed', time)
  }

  async function buyOffer(agent: Agent, shopper: SignedInClient) {
    const { checkoutResponse, milliseconds: time } = await sendOrder(agent, shopper, [
      { product: offeredProduct, quantity: 1 },
    ])
    if (checkoutResponse.placed) {
      sale.confirmed += 1
      return addTime('order placed', time)
    }
    if (!checkoutResponse.lines?.every(({ problem }) => problem === 'not-enough-stock'))
      throw new Error(`an order was refused: ${checkoutResponse.message}`)
    return addTime('told that it is sold out', time)
  }
}
