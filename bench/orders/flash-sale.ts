import { Agent } from 'node:http'
import { whatDoesNotAddUp } from '#tests/fixtures/databases/test-records.ts'
import { manyCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import { goodOf } from '#tests/fixtures/orders/checkout-requests.ts'
import { lookInto, type Look } from '#tests/fixtures/databases/shop-database.ts'
import { anAdmin, type SignedIn, Visitor } from '#tests/fixtures/http/http-client.ts'
import { ask, atMoments, milliseconds, share, whole } from '#bench/runner/http-load.ts'
import { aBasket, goodsFor, order } from './order-requests.ts'
import { percentile, type Part, type Table } from '#bench/runner/benchmark.ts'
import { scaled } from '#bench/runner/benchmark-scale.ts'
import { startWatched, type WatchedShop } from '#bench/runner/instrumented-shop.ts'

const SHOPPERS = scaled(5000, 500)
const SECONDS = scaled(60, 4)
const STOCK = 200
/** Of so many shoppers two want what the home page offers, one orders something else, and one only looks. */
const KINDS = 4
const RUNS = 2

export const flash: Part = {
  name: 'flash',
  title: 'A flash sale on the home page’s product',
  about:
    `${whole(SHOPPERS)} shoppers come to a shop that was opened just before, at random moments of ${SECONDS} seconds, each on a connection of their own and whether or not those before were answered: all ` +
    'open the home page and a product, half of them ask for their cart and order the product that the home page offers, a quarter order another one of 100, and a ' +
    `quarter look at a list. Of the product there are ${STOCK}. Times are from the planned moment or the answer before until the last byte; ${RUNS} runs.`,
  measure,
}

type What = 'home page' | 'product' | 'list' | 'cart' | 'order placed' | 'told that it is sold out'
type Sale = { times: Map<What, number[]>; errors: Map<string, number>; seconds: number; sold: number; told: number; stock: number; others: number }

async function measure(): Promise<Table> {
  const rows: string[][] = []
  const notes: string[] = []
  for (let run = 1; run <= RUNS; run += 1) {
    const shop = await startWatched({ main: 'server/main.ts' })
    const look = lookInto(shop.dataDir)
    try {
      const sale = await sell(shop, look)
      const wrong = await whatDoesNotAddUp(look)
      for (const [what, times] of sale.times) {
        rows.push([`${run}: ${what}`, whole(times.length), ...[50, 95, 99, 100].map((part) => milliseconds(percentile(times, part)))])
      }
      const failures = [...sale.errors].map(([error, times]) => `${error}: ${times}`).join('; ') || 'none'
      const counts = await shop.counts()
      notes.push(
        `Run ${run}: ${sale.sold} of the ${STOCK} sold and ${sale.told} told so, ${sale.stock} left, ${whole(sale.others)} other orders, in ${sale.seconds.toFixed(1)} s; errors: ${failures}; ` +
          `${share(counts.keptReady, counts.pages)} of pages were ready.`,
      )
      if (sale.sold !== STOCK || sale.told !== STOCK || sale.stock !== 0 || wrong.length > 0) {
        throw new Error(`${notes.at(-1)} What does not add up: ${JSON.stringify(wrong).slice(0, 300)}`)
      }
    } finally {
      await look.close()
      await shop.stop()
    }
  }
  return { columns: ['run and request', 'answers', 'half within', '95 of 100 within', '99 of 100 within', 'slowest'], rows, note: `${notes.join(' ')} Stock is what the ledger adds up to.` }
}

async function sell(shop: WatchedShop, look: Look): Promise<Sale> {
  const [offer] = await look.query<{ id: string; slug: string; stock: number }>(
    'select id, slug, stock from products where is_best_seller and is_active order by name limit 1',
  )
  const { id, slug } = offer!
  const owner = await anAdmin(shop.url)
  const set = await owner.post('/admin/products', { intent: 'stock', product_id: id, change: String(STOCK - offer!.stock), reason: 'Flash sale' })
  if (set.status >= 400) throw new Error(`The stock could not be set: ${set.status}`)
  if (!(await new Visitor(shop.url).html('/')).includes(`/products/${slug}`)) throw new Error('The home page does not offer the product.')
  const good = await goodOf(new Visitor(shop.url), id)
  const others = await goodsFor(look, 100)
  const shoppers = await manyCustomers(shop, SHOPPERS)
  const sale: Sale = { times: new Map(), errors: new Map(), seconds: 0, sold: 0, told: 0, stock: 0, others: 0 }
  const took = (what: What, time: number) => {
    const times = sale.times.get(what)
    if (times) times.push(time)
    else sale.times.set(what, [time])
  }
  const moments = shoppers.map(() => Math.random() * SECONDS)
  const began = performance.now()
  await atMoments(moments, async (place) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const late = performance.now() - began - moments[place]! * 1000
    await visit(place, agent, Math.max(0, late)).catch((error: unknown) => {
      const what = error instanceof Error ? error.message : String(error)
      sale.errors.set(what, (sale.errors.get(what) ?? 0) + 1)
    })
    agent.destroy()
  })
  sale.seconds = (performance.now() - began) / 1000
  const [found] = await look.query<{ sold: number; stock: number }>(
    `select coalesce((select sum(quantity) from order_items where product_id = $1), 0)::integer as sold, stock from products where id = $1`, [id],
  )
  return Object.assign(sale, found)

  async function visit(place: number, agent: Agent, late: number) {
    const shopper = shoppers[place]!
    const read = async (what: What, path: string, before = 0) => {
      const { status, milliseconds: time } = await ask(agent, shop.url, { path, headers: { cookie: shopper.cookie, 'accept-encoding': 'br' } })
      if (status !== 200) throw new Error(`${what} answered ${status}`)
      took(what, before + time)
    }
    await read('home page', '/', late)
    await read('product', `/products/${slug}`)
    const kind = place % KINDS
    if (kind === 0) return read('list', '/products?sort=newest')
    await read('cart', `/api/cart?ids=${kind === 1 ? others[0]!.id : id}`)
    return kind === 1 ? buyOther(agent, shopper) : buyOffer(agent, shopper)
  }

  async function buyOther(agent: Agent, shopper: SignedIn) {
    const { told, milliseconds: time } = await order(agent, shopper, aBasket(others))
    if (!told.placed) throw new Error(`another order was refused: ${told.message}`)
    sale.others += 1
    took('order placed', time)
  }

  async function buyOffer(agent: Agent, shopper: SignedIn) {
    const { told, milliseconds: time } = await order(agent, shopper, [{ product: good, quantity: 1 }])
    if (told.placed) {
      sale.told += 1
      return took('order placed', time)
    }
    if (!told.lines?.every(({ problem }) => problem === 'not-enough-stock')) throw new Error(`an order was refused: ${told.message}`)
    return took('told that it is sold out', time)
  }
}
