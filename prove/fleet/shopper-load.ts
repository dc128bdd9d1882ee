import { setTimeout as pause } from 'node:timers/promises'
import { createSignedInCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import { insertProduct } from '#tests/fixtures/databases/test-records.ts'
import type { DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import { HttpClient } from '#tests/fixtures/http/http-client.ts'
import { createCheckoutForm, sendCheckout } from '#tests/fixtures/orders/checkout-requests.ts'

const PATHS = ['/', '/products', '/categories', '/about', '/login', '/_data?u=%2Fproducts']
const READERS = 6
const SHOPPERS = 6
const READ_PAUSE_MS = 15
const ORDER_PAUSE_MS = 40

const describeError = (error: unknown) => String((error as Error).cause ?? error)

type Options = { url: string; dataDir: string; db: DatabaseClient }

/** Requests pages and places orders until `finish()`; neither this load nor Node's `fetch` repeats a request. */
export async function startShopperLoad({ url, dataDir, db }: Options) {
  const product = await insertProduct(db, { name: 'Fleet Pepper', price: 3.35, stock: 1_000_000 })
  const shoppers = await createSignedInCustomers({ url, dataDir }, SHOPPERS)
  const failures: string[] = []
  const orders: string[] = []
  const state = { isOver: false }
  let pages = 0

  async function readPages(reader: number) {
    const visitor = new HttpClient(url)
    for (let count = reader; !state.isOver; count += 1) {
      const path = PATHS[count % PATHS.length]!
      const status = await visitor
        .fetch(path)
        .then(async (response) => (await response.text(), response.status), describeError)
      pages += 1
      if (status !== 200) failures.push(`GET ${path}: ${status}`)
      await pause(READ_PAUSE_MS)
    }
  }

  async function placeOrders(shopper: HttpClient) {
    while (!state.isOver) {
      const form = createCheckoutForm([{ product, quantity: 1 }])
      const answer = await sendCheckout(shopper, form).catch(describeError)
      if (typeof answer === 'string') failures.push(`an order: ${answer}`)
      else if (!answer.placed) failures.push(`an order was refused: ${JSON.stringify(answer)}`)
      else orders.push(answer.placed.order_id)
      await pause(ORDER_PAUSE_MS)
    }
  }

  const all = Promise.all([
    ...Array.from({ length: READERS }, (_, reader) => readPages(reader)),
    ...shoppers.map(placeOrders),
  ])
  return {
    requests: () => pages + orders.length,
    async finish() {
      state.isOver = true
      await all
      return { pages, orders, failures }
    },
  }
}
