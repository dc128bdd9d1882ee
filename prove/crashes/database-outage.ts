import { once } from 'node:events'
import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { startEmbeddedPostgres } from '#db/embedded-postgres/embedded-postgres.server.ts'
import { freePort } from '#tests/fixtures/shops/free-port.ts'
import { createCheckoutForm, sendCheckout, fetchProduct } from '#tests/fixtures/orders/checkout-requests.ts'
import { signInNewCustomer, HttpClient, type FormFields } from '#tests/fixtures/http/http-client.ts'
import { Client } from 'pg'
import { insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { requestWithTimeout, isUserFacingResponse, describeResponse } from '#prove/runner/timed-request.ts'
import type { ProofStep } from '#prove/runner/proof.ts'
import { isShortRun, skipInShortRun } from '#prove/runner/short-run.ts'

/** What can happen on the way to a database that stands elsewhere. */
const OUTAGE_MODES = ['slow', 'refusing', 'cut', 'silent'] as const
type ProxyMode = 'open' | (typeof OUTAGE_MODES)[number]

const SLOW_RESPONSE_MS = 400
/** Nobody waits longer for a page; the shop gives up on its database before. */
const RESPONSE_TIMEOUT_MS = 25_000
const RECOVERY_TIMEOUT_MS = 20_000

export const databaseOutage: ProofStep = {
  name: 'database',
  scenario: 'the database slow, refusing connections, cutting them off in the middle, or silent, and then back: each request is answered in the shop’s words, no order is lost or doubled, and the shop goes on by itself',
  async runProof(proofContext, checks) {
    if (isShortRun(proofContext)) return skipInShortRun(checks)
    const port = String(await freePort())
    const postgres = await startEmbeddedPostgres({ directory: proofContext.dataDir(), settings: { listen_addresses: '127.0.0.1', port } })
    const way = await startFaultyProxy(Number(port))
    const database = new Client({ connectionString: postgres.ownerConnectionString })
    await database.connect()
    try {
      await database.query(`create role shopkeeper login createrole password 'pepper'; alter database ninth_bend owner to shopkeeper`)
      const shop = await proofContext.open({ env: { DATABASE_URL: `postgresql://shopkeeper:pepper@127.0.0.1:${way.port}/ninth_bend`, LOG_LEVEL: 'error' } })
      const query = async <Row>(sql: string, values?: unknown[]) => (await database.query(sql, values)).rows as Row[]
      const { id } = await insertProduct({ query } as Parameters<typeof insertProduct>[0], { name: 'Far Pepper', stock: 1_000_000 })
      const customer = await signInNewCustomer(shop.url)
      const good = await fetchProduct(customer, id)
      const [submits, times]: [FormFields[], string[]] = [[], []]
      for (let round = 0; round < proofContext.times(20); round += 1) {
        for (const trouble of OUTAGE_MODES) {
          way.become(trouble)
          const [visitor, submit] = [new HttpClient(shop.url), createCheckoutForm([{ product: good, quantity: 1 }])]
          submits.push(submit)
          const form = (fields: FormFields) => ({ method: 'POST', body: new URLSearchParams(fields), headers: { origin: shop.url } })
          const answers = await Promise.all([
            ...['/', '/products', `/products/product-${id}`, '/categories', '/about', '/_data?u=/products', `/api/cart?ids=${id}`, '/healthz'].map((path) =>
              requestWithTimeout(visitor, path, RESPONSE_TIMEOUT_MS)),
            ...['/profile', '/profile/orders', '/api/session', '/admin/orders'].map((path) => requestWithTimeout(customer, path, RESPONSE_TIMEOUT_MS)),
            requestWithTimeout(visitor, '/login', RESPONSE_TIMEOUT_MS, form({ email: customer.email, password: 'not the password' })),
            requestWithTimeout(customer, '/checkout', RESPONSE_TIMEOUT_MS, form(submit)),
            requestWithTimeout(customer, '/_data?u=%2Fcheckout', RESPONSE_TIMEOUT_MS, form(submit)),
          ])
          for (const answer of answers) checks.expect(isUserFacingResponse(answer), () => `${trouble}: ${describeResponse(answer)}`)
          times.push(`${trouble} ${(Math.max(...answers.map(({ milliseconds }) => milliseconds)) / 1000).toFixed(1)} s`)
          way.become('open')
          const begun = performance.now()
          let isWell = false
          while (!isWell && performance.now() - begun < RECOVERY_TIMEOUT_MS) {
            const answer = await sendCheckout(customer, submit).catch(() => undefined)
            isWell = Boolean(answer?.placed)
            if (!isWell) await pause(100)
          }
          checks.expect(isWell, () => `${trouble}: no order ${RECOVERY_TIMEOUT_MS / 1000} s after the database was back`)
        }
      }
      const [row] = await query<{ orders: number }>('select count(*)::int as orders from orders')
      checks.expect(row?.orders === submits.length, () => `${row?.orders} orders for ${submits.length} submits`)
      return `${submits.length} orders, each sent three times; the slowest answers: ${times.slice(-OUTAGE_MODES.length).join(', ')}`
    } finally {
      await database.end()
      way.close()
      await postgres.stop()
    }
  },
}

/** A line to the database that can be made slow, refuse, cut off or fall silent. */
async function startFaultyProxy(port: number) {
  let way: ProxyMode = 'open'
  const lines = new Set<Socket>()
  const server = createServer((socket) => {
    socket.on('error', () => {})
    if (way === 'refusing' || way === 'cut') return void socket.destroy()
    const database = connect(port, '127.0.0.1')
    database.on('error', () => socket.destroy())
    for (const line of [socket, database]) lines.add(line)
    const pass = (to: Socket) => async (bytes: Buffer) => {
      if (way === 'silent') return
      if (way === 'slow') await pause(SLOW_RESPONSE_MS)
      if (!to.destroyed) to.write(bytes)
    }
    // One after another, as they came.
    const inOrder = (to: Socket) => {
      let last = Promise.resolve()
      const give = pass(to)
      return (bytes: Buffer) => void (last = last.then(() => give(bytes)))
    }
    socket.on('data', inOrder(database))
    database.on('data', inOrder(socket))
    socket.on('close', () => (lines.delete(socket), database.destroy()))
    database.on('close', () => (lines.delete(database), socket.destroy()))
    return undefined
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    become(next: ProxyMode) {
      way = next
      if (next === 'cut') for (const line of lines) line.destroy()
    },
    close() {
      for (const line of lines) line.destroy()
      server.close()
    },
  }
}
