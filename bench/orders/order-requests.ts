import { scaled } from '#bench/runner/benchmark-scale.ts'
import type { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import {
  insertCategory,
  insertProduct,
  findInconsistencies,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { createCheckoutForm, type CheckoutResponse } from '#tests/fixtures/orders/checkout-requests.ts'
import type { DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import type { HttpClient } from '#tests/fixtures/http/http-client.ts'
import { sendRequest, type TimedHttpResponse } from '#bench/runner/http-load.ts'

/** Every measurement of checkout uses these, so that they can be compared. */
export const CONCURRENCY = 64
export const PRODUCTS = 100
export const ROUNDS = 5
export const ORDERS_PER_ROUND = scaled(1000, 40)
export const WARM_UP = scaled(500, 40)

export const UNLIMITED_STOCK = 1_000_000
const MAIL_TIMEOUT_SECONDS = 60
const CHECKOUT = `/_data?u=${encodeURIComponent('/checkout')}`

export async function insertProducts(
  db: DatabaseClient,
  count: number,
  stockOf = (_index: number) => UNLIMITED_STOCK,
): Promise<TestProduct[]> {
  const category_id = await insertCategory(db, 'Measured Goods')
  return Promise.all(
    Array.from({ length: count }, (_, index) =>
      insertProduct(db, { name: `Measured ${index}`, price: 4.5, stock: stockOf(index), category_id }),
    ),
  )
}

export function createRandomCart(
  products: readonly TestProduct[],
): { product: TestProduct; quantity: number }[] {
  const wanted = new Set(
    Array.from(
      { length: 1 + Math.floor(Math.random() * 3) },
      () => products[Math.floor(Math.random() * products.length)]!,
    ),
  )
  return [...wanted].map((product) => ({ product, quantity: 1 }))
}

export type OrderResponse = TimedHttpResponse & { checkoutResponse: CheckoutResponse }

export async function sendOrder(
  agent: Agent,
  { url, cookie }: Pick<HttpClient, 'url' | 'cookie'>,
  basket: Parameters<typeof createCheckoutForm>[0],
): Promise<OrderResponse> {
  const response = await sendRequest(agent, url, {
    path: CHECKOUT,
    method: 'POST',
    headers: { cookie, 'accept-encoding': 'br;q=0' },
    form: createCheckoutForm(basket),
  })
  const { actionData } = JSON.parse(response.text) as { actionData?: Record<string, unknown> }
  if (!actionData) throw new Error(`The checkout answered ${response.status}: ${response.text.slice(0, 300)}`)
  return { ...response, checkoutResponse: actionData['checkout'] as CheckoutResponse }
}

const QUEUED_MAILS_QUERY = `select count(*) as waiting from outbox where sent_at is null and last_error is null`
export const countQueuedMails = async (db: DatabaseClient) =>
  (await db.query<{ waiting: number }>(QUEUED_MAILS_QUERY))[0]!.waiting

/** Waits until the outbox is empty, so that its emails do not affect the next measurement. */
export async function waitForMails(db: DatabaseClient): Promise<void> {
  for (
    const until = performance.now() + MAIL_TIMEOUT_SECONDS * 1000;
    performance.now() < until && (await countQueuedMails(db)) > 0;
  )
    await pause(100)
}

/** Throws unless exactly the confirmed orders exist, and stock and totals are consistent. */
export async function verifyOrders(db: DatabaseClient, confirmedOrderIds: readonly string[]): Promise<void> {
  const [found] = await db.query<{ all: number; told: number }>(
    'select count(*) as all, count(*) filter (where id = any ($1::uuid[])) as told from orders',
    [confirmedOrderIds],
  )
  const inconsistencies = await findInconsistencies(db)
  const isConsistent = found!.all === confirmedOrderIds.length && found!.told === confirmedOrderIds.length
  if (!isConsistent || inconsistencies.length > 0) {
    throw new Error(
      `${confirmedOrderIds.length} orders were told, of which ${found!.told} are there among ${found!.all}; what does not add up: ${JSON.stringify(inconsistencies).slice(0, 500)}`,
    )
  }
}
