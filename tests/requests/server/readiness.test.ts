import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '#platform/database/embedded-postgres/embedded-postgres.server.ts'
import { insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { connectToDatabase } from '#tests/fixtures/databases/shop-database.ts'
import { ATTEMPT_TIMEOUT_MS } from '#platform/page-cache/stale-pages.ts'
import { createCheckoutForm } from '#tests/fixtures/orders/checkout-requests.ts'
import { signInNewCustomer } from '#tests/fixtures/http/http-client.ts'
import { freePort } from '#tests/fixtures/shops/free-port.ts'
import { startShop, type RunningShop } from '#tests/fixtures/shops/running-shop.ts'

/** Several processes start slowly on a busy machine. */
const TIMEOUT_MS = 240_000
const folder = mkdtempSync(join(tmpdir(), 'ninth-bend-readiness-'))
let databasePort: number
let postgres: EmbeddedPostgres
let shop: RunningShop

const startPostgres = () =>
  startEmbeddedPostgres({
    directory: folder,
    settings: { listen_addresses: '127.0.0.1', port: String(databasePort) },
  })
const openShop = (env: Record<string, string>) =>
  startShop({
    env: {
      DATABASE_URL: `postgresql://shopkeeper:pepper@127.0.0.1:${databasePort}/ninth_bend`,
      SESSION_SECRET: 'nine-hairpins-and-one-pass-above-them',
      DEMO: 'off',
      ...env,
    },
  })

beforeAll(async () => {
  databasePort = await freePort()
  postgres = await startPostgres()
  const owner = new Client({ connectionString: postgres.ownerConnectionString })
  await owner.connect()
  await owner.query(
    `create role shopkeeper login createrole password 'pepper'; alter database ninth_bend owner to shopkeeper`,
  )
  await owner.end()
  shop = await openShop({ DRAIN_SECONDS: '60' })
}, TIMEOUT_MS)
afterAll(async () => {
  shop?.process.kill('SIGKILL')
  await shop?.stop()
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function ask(path: string, init: RequestInit = {}) {
  const response = await fetch(shop.url + path, { redirect: 'manual', ...init })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const isMarkedStale = ({ headers }: { headers: Headers }) =>
  /^ninth-bend; hit; ttl=-\d+; detail=database-away$/.test(headers.get('cache-status') ?? '')

test(
  'FLEET-2 FLEET-5 FLEET-7 while PostgreSQL is stopped the shop is not ready and serves kept pages as stale; once it is back, none of them',
  { timeout: TIMEOUT_MS },
  async () => {
    const database = connectToDatabase(postgres.ownerConnectionString)
    const product = await insertProduct(database, { name: 'Tellicherry Pepper', price: 4.5, stock: 100 })
    const [{ slug } = { slug: '' }] = await database.query<{ slug: string }>(
      'select slug from products where id = $1',
      [product.id],
    )
    await database.close()
    const customer = await signInNewCustomer(shop.url)
    const path = `/products/${slug}`
    for (const kept of [path, path, '/', `/_data?u=${encodeURIComponent(path)}`]) {
      const page = await ask(kept)
      expect([page.status, page.headers.get('cache-status')]).toEqual([200, null])
    }
    expect((await ask('/readyz')).status).toBe(200)

    await postgres.stop()
    await expect.poll(async () => (await ask('/readyz')).status).toBe(503)
    expect((await ask('/readyz')).headers.get('retry-after')).toBe('2')
    expect((await ask('/livez')).status).toBe(200)
    for (const kept of [path, '/', `/_data?u=${encodeURIComponent(path)}`]) {
      const page = await ask(kept)
      expect([kept, page.status, isMarkedStale(page)]).toEqual([kept, 200, true])
      expect(Number(page.headers.get('age'))).toBeLessThanOrEqual(60)
    }
    expect((await ask(path)).text).toContain('4.50')
    for (const notKept of ['/categories', `/_data?u=${encodeURIComponent('/categories')}`]) {
      const refused = await ask(notKept)
      expect([notKept, refused.status, refused.headers.get('retry-after')]).toEqual([notKept, 503, '5'])
      expect(refused.headers.get('cache-control'), notKept).toBe('no-store')
    }
    const cart = await ask(`/api/cart?ids=${product.id}`)
    expect([cart.status, cart.headers.get('retry-after')], 'no price is confirmed').toEqual([503, '5'])
    const order = await customer.post('/checkout', createCheckoutForm([{ product, quantity: 1 }]))
    expect(order.headers.get('location'), 'no order is confirmed').toBeNull()
    expect(order.status).toBeGreaterThanOrEqual(400)

    postgres = await startPostgres()
    const restarted = connectToDatabase(postgres.ownerConnectionString)
    await restarted.query('update products set price = 5.25 where id = $1', [product.id])
    const changedAt = performance.now()
    let page = await ask(path)
    while (isMarkedStale(page) && performance.now() - changedAt < 20_000) {
      await pause(20)
      page = await ask(path)
    }
    expect([page.status, page.headers.get('cache-status')]).toEqual([200, null])
    expect(page.text, 'the first page that is not marked is the new one').toContain('5.25')
    expect(page.text).not.toContain('4.50')
    await expect.poll(async () => (await ask('/readyz')).status).toBe(200)
    expect(await restarted.query('select id from orders')).toEqual([])
    await restarted.close()
  },
)

describe('Two processes that need a host which accepts writes', () => {
  const drainSeconds = 2
  let both: RunningShop
  beforeAll(async () => {
    both = await openShop({
      DATABASE_URL: `postgresql://shopkeeper:pepper@127.0.0.1:${databasePort}/ninth_bend?target_session_attrs=read-write`,
      PROCESSES: '2',
      DRAIN_SECONDS: String(drainSeconds),
    })
  }, TIMEOUT_MS)
  afterAll(() => both?.stop())

  /** New connections go to the processes in turn. */
  const readiness = async () => {
    const response = await fetch(`${both.url}/readyz`, { headers: { connection: 'close' } })
    return [response.status, await response.text()]
  }
  const readPageStatus = async (path: string) =>
    (await fetch(both.url + path, { headers: { connection: 'close' } })).status
  async function untilBothAnswer(status: number) {
    for (let times = 0; times < 4; times = (await readiness())[0] === status ? times + 1 : 0) await pause(20)
  }

  test(
    'FLEET-19 while no host accepts writes, pages that need nothing but the settings do not wait for one',
    { timeout: TIMEOUT_MS },
    async () => {
      await postgres.stop()
      try {
        const timed = async (path: string) => {
          const askedAt = performance.now()
          const { status, headers } = await fetch(both.url + path)
          return {
            path,
            status,
            isSoon: performance.now() - askedAt < ATTEMPT_TIMEOUT_MS,
            cache: headers.get('cache-control'),
          }
        }
        const paths = [
          '/about',
          '/contact',
          '/login',
          '/register',
          '/privacy',
          '/forgot-password',
          '/nowhere',
        ]
        const cache = 'public, max-age=0, must-revalidate'
        for (const path of paths) {
          const status = path === '/nowhere' ? 404 : 200
          expect(await timed(path)).toEqual({ path, status, isSoon: true, cache })
        }
        expect(await timed('/categories')).toMatchObject({ status: 503, cache: 'no-store' })
      } finally {
        postgres = await startPostgres()
      }
    },
  )

  test(
    'FLEET-4 after SIGTERM each of several processes is not ready at once, and answers requests for DRAIN_SECONDS',
    { timeout: TIMEOUT_MS },
    async () => {
      await untilBothAnswer(200)
      expect(await readiness()).toEqual([200, 'ok'])
      const signalledAt = performance.now()
      both.process.kill('SIGTERM')
      // The two processes get the signal one after the other.
      await untilBothAnswer(503)
      const answers: unknown[] = []
      let answeredAt = signalledAt
      // Until both have closed, and refuse connections.
      for (;;) {
        const answer = await Promise.all([readiness(), readPageStatus('/about')]).catch(() => null)
        if (!answer) break
        answers.push(answer)
        answeredAt = performance.now()
        await pause(50)
      }
      expect(answers).toEqual(answers.map(() => [[503, 'The shop is closing.'], 200]))
      expect(answeredAt - signalledAt).toBeGreaterThan((drainSeconds - 1) * 1000)
      while (both.process.exitCode === null) await pause(20)
      expect(both.process.exitCode).toBe(0)
      expect(performance.now() - signalledAt).toBeGreaterThanOrEqual(drainSeconds * 1000)
    },
  )
})

test('FLEET-1 the shop answers /readyz without a Host header', async () => {
  const socket = connect(Number(new URL(shop.url).port), '127.0.0.1')
  socket.write('GET /readyz HTTP/1.1\r\nconnection: close\r\n\r\n')
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 200 OK/)
})

test('FLEET-12 a script that only another build has is answered from the database, and those of this build are there', async () => {
  const database = connectToDatabase(postgres.ownerConnectionString)
  const path = '/assets/earlier-page-AbCd1234.js'
  await database.query(
    `insert into built_assets (path, content_type, plain) values ($1, 'text/javascript; charset=utf-8', 'earlier')`,
    [path],
  )
  const earlier = await ask(path)
  expect([earlier.status, earlier.text, earlier.headers.get('cache-control')]).toEqual([
    200,
    'earlier',
    'public, max-age=31536000, immutable',
  ])
  expect((await ask('/assets/nowhere-AbCd1234.js')).status).toBe(404)
  const scripts = (await ask('/')).text.match(/\/assets\/[\w.-]+\.js/g) ?? []
  const stored = await database.query('select path from built_assets where path = any ($1)', [scripts])
  expect(scripts.length).toBeGreaterThan(0)
  expect(stored).toHaveLength(new Set(scripts).size)
  await database.close()
})

test('FLEET-4 Ctrl-C does not wait for DRAIN_SECONDS', { timeout: TIMEOUT_MS }, async () => {
  const interruptedAt = performance.now()
  shop.process.kill('SIGINT')
  while (shop.process.exitCode === null) await pause(20)
  expect(shop.process.exitCode).toBe(0)
  expect(performance.now() - interruptedAt).toBeLessThan(60_000)
})
