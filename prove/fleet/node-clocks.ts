import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { londonDay } from '#shop/dates/dates.ts'
import type { OrderEvent } from '#features/orders/order.ts'
import { undoSecondsLeft, UNDO_SECONDS } from '#features/orders/undo-window.ts'
import { connectToShopDatabase, type DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import { insertProduct, type TestProduct } from '#tests/fixtures/databases/test-records.ts'
import {
  HttpClient,
  PASSWORD,
  registerCustomer,
  signInAsAdmin,
  signInCustomer,
} from '#tests/fixtures/http/http-client.ts'
import { createCheckoutForm, sendCheckout } from '#tests/fixtures/orders/checkout-requests.ts'
import { ADMIN } from '#tests/fixtures/shops/running-shop.ts'
import type { CheckCounter, ProofStep } from '#prove/runner/proof.ts'
import { startFleet } from './fleet-nodes.ts'

const CLOCK = join(import.meta.dirname, '../crashes/shifted-clock.ts')
const SHIFTS_MS = [90_000, -90_000]
const MINUTE = 60_000
const UUID = /^[\da-f-]{36}$/
const HOUR_AND_MINUTE = { hour: '2-digit', minute: '2-digit' } as const
/** The limit of `signInFromOneAddressToOneAccount`. */
const TRIES = 5

type Visit = {
  checks: CheckCounter
  db: DatabaseClient
  /** At the node with the correct clock, and at the other one. */
  visitors: readonly [right: HttpClient, shifted: HttpClient]
  shift: number
  product: TestProduct
}

export const nodeClocks: ProofStep = {
  name: 'clocks',
  scenario:
    'two nodes, of which one has a clock 90 s ahead or behind: sessions, rate limits, the ten seconds of an undo, the times of an offer and repeated orders are judged alike by both',
  async runProof(proofContext, checks) {
    const clock = join(proofContext.dataDir(), 'clock')
    writeFileSync(clock, '0')
    const { publicUrl, database, nodes, stop } = await startFleet(proofContext, {
      secondNode: { PROVE_CLOCK: clock, NODE_OPTIONS: `--import ${CLOCK}` },
      main: 'app/main.ts',
    })
    const db = connectToShopDatabase(database.dataDir)
    try {
      const product = await insertProduct(db, { name: 'Timely Pepper', stock: 1_000_000 })
      const [right, shifted] = nodes.map(
        ({ port }) => new HttpClient(`http://127.0.0.1:${port}`, publicUrl),
      ) as [HttpClient, HttpClient]
      const customer = right.copy()
      const email = `clocks-${randomUUID()}@example.com`
      await registerCustomer(customer, email)
      await signInCustomer(customer, email)
      const admin = await signInAsAdmin(right.url, ADMIN, publicUrl)
      for (const shift of SHIFTS_MS) {
        writeFileSync(clock, String(shift))
        const visit = { checks, db, visitors: [right, shifted] as const, shift, product }
        for (let round = 0; round < proofContext.times(10, 2); round += 1) {
          await renewSessionTwice(visit, customer)
          await undoOrderStep(visit, { customer, admin, isLate: round === 0 })
          await makeOffer(visit, admin)
        }
        await guessPassword(visit, email)
      }
      return SHIFTS_MS.map((shift) => `${shift / 1000} s`).join(' and ')
    } finally {
      await db.close()
      await stop()
    }
  },
}

/** Two tabs renew one session at the same time, each at another node. */
async function renewSessionTwice({ checks, db, visitors, shift }: Visit, customer: HttpClient) {
  await db.query(`update accounts.session set generation_started_at = now() - interval '11 minutes'`)
  const tabs = visitors.map((visitor) => copyTo(visitor, customer))
  for (const [index, tab] of tabs.entries()) {
    const response = await tab.fetch('/api/session', { method: 'POST', headers: { origin: tab.origin } })
    const answer = (await response.json()) as { user: unknown; expires_at?: string }
    checks.expect(
      answer.user !== null && answer.user !== undefined,
      () => `${shift} ms: the tab at node ${index + 1} was signed out`,
    )
  }
  // The session must have survived both.
  const session = await tabs[0]!.fetch('/api/session')
  const { user } = (await session.json()) as { user: unknown }
  checks.expect(Boolean(user), () => `${shift} ms: a copied token was suspected`)
  customer.cookie = tabs[0]!.cookie
}

async function undoOrderStep(
  { checks, visitors: [right, shifted], shift, product }: Visit,
  { customer, admin, isLate }: { customer: HttpClient; admin: HttpClient; isLate: boolean },
) {
  const form = createCheckoutForm([{ product, quantity: 1 }])
  const send = (buyer: HttpClient) =>
    sendCheckout(buyer, form).then(
      ({ placed }) => placed?.order_id,
      (problem: Error) => problem.message,
    )
  const [orderId, repeatedId] = [await send(customer), await send(copyTo(shifted, customer))]
  checks.expect(
    orderId === repeatedId && UUID.test(orderId ?? ''),
    () => `${shift} ms: a repeated order: ${orderId}, ${repeatedId}`,
  )
  if (!UUID.test(orderId ?? '')) return
  const path = `/admin/orders/${orderId}`
  const step = (at: HttpClient, intent: string, expected_status: string) =>
    copyTo(at, admin).submit(path, { intent, expected_status })
  const secondsLeftAt = async (at: HttpClient) => {
    const { loaderData } = await copyTo(at, admin).page(path)
    const page = Object.values(loaderData ?? {}).find(isOrderPage)
    return page ? undoSecondsLeft(page.order.history, new Date(page.now)) : NaN
  }
  await step(right, 'move', 'pending')
  const left = await secondsLeftAt(shifted)
  checks.expect(left > UNDO_SECONDS / 2, () => `${shift} ms: ${left} s to undo were left at once`)
  const undone = await step(shifted, 'undo', 'processing')
  checks.expect(
    JSON.stringify(undone.actionData).includes('"done"'),
    () => `${shift} ms: an undo within ten seconds: ${JSON.stringify(undone.actionData)}`,
  )
  if (!isLate) return
  await step(right, 'move', 'pending')
  await pause(UNDO_SECONDS * 1_000)
  const none = await secondsLeftAt(shifted)
  checks.expect(none === 0, () => `${shift} ms: ${none} s to undo were left after ten seconds`)
  const late = await step(shifted, 'undo', 'processing')
  checks.expect(
    !JSON.stringify(late.actionData).includes('"done"'),
    () => `${shift} ms: an undo after ten seconds was done`,
  )
}

type OrderPage = { order: { history: OrderEvent[] }; now: string }
const isOrderPage = (value: unknown): value is OrderPage =>
  typeof value === 'object' && value !== null && 'order' in value && 'now' in value

/** Ends at the next full minute, which is in the future, or at the last one. */
async function makeOffer({ checks, db, visitors, shift }: Visit, admin: HttpClient) {
  const tea = await insertProduct(db, { name: `Tea ${randomUUID()}`, price: 5, stock: 50 })
  const [row] = await db.query<{ version: number; time: number }>(
    'select version, extract(epoch from clock_timestamp())::float8 * 1000 as time from products where id = $1',
    [tea.id],
  )
  const isOver = shift < 0
  const end = new Date(Math.floor((row!.time + (isOver ? -5_000 : MINUTE + 20_000)) / MINUTE) * MINUTE)
  const form = {
    intent: 'make',
    form_id: randomUUID(),
    line: `${tea.id}:${row!.version}:500`,
    unit: 'price',
    amount: '4',
    rounding: 'penny',
    first_day: '',
    first_time: '',
    last_day: londonDay(end),
    last_time: end.toLocaleTimeString('en-GB', { ...HOUR_AND_MINUTE, timeZone: 'Europe/London' }),
  }
  const { status } = await copyTo(visitors[1], admin).post('/admin/products/offers', form)
  checks.expect(
    status === (isOver ? 422 : 303),
    () => `${shift} ms: an offer until ${end.toISOString()} was answered ${status}`,
  )
}

/** Attempts at both nodes count together, each for the same time. */
async function guessPassword({ checks, db, visitors, shift }: Visit, email: string) {
  await db.query('delete from accounts.rate_limit')
  const refusals: boolean[] = []
  for (let attempt = 0; attempt <= TRIES; attempt += 1) {
    const visitor = visitors[attempt % 2]!
    const { actionData } = await visitor.submit('/login', { email, password: `not ${PASSWORD}` })
    refusals.push(JSON.stringify(actionData).includes('Too many tries'))
  }
  const refusedAt = refusals.indexOf(true)
  checks.expect(
    refusedAt === TRIES,
    () => `${shift} ms: of ${refusals.length} wrong passwords number ${refusedAt + 1} was the first refused`,
  )
}

function copyTo(at: HttpClient, from: HttpClient): HttpClient {
  const copy = new HttpClient(at.url, at.origin)
  copy.cookie = from.cookie
  return copy
}
