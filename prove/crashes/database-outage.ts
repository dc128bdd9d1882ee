import { once } from 'node:events'
import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres/embedded-postgres.server.ts'
import { freePort } from '#tests/fixtures/shops/free-port.ts'
import { createCheckoutForm, sendCheckout, fetchProduct } from '#tests/fixtures/orders/checkout-requests.ts'
import { signInNewCustomer, HttpClient, type FormFields } from '#tests/fixtures/http/http-client.ts'
import { Client } from 'pg'
import { insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { requestWithTimeout, isUserFacingResponse, describeResponse } from '#prove/runner/timed-request.ts'
import type { ProofStep } from '#prove/runner/proof.ts'

const OUTAGE_MODES = ['slow', 'refusing', 'cut', 'silent'] as const
type ProxyMode = 'open' | (typeof OUTAGE_MODES)[number]

const SLOW_RESPONSE_MS = 400
/** The shop gives up on its database earlier. */
const RESPONSE_TIMEOUT_MS = 25_000
const RECOVERY_TIMEOUT_MS = 20_000

export const databaseOutage: ProofStep = {
  name: 'database',
  scenario:
    'the database is slow, refuses or drops connections or does not respond, and then recovers: each request gets a response of the shop, no order is lost or doubled, and the shop recovers without a restart',
  async runProof(proofContext, checks) {
    const port = String(await freePort())
    const postgres = await startEmbeddedPostgres({
      directory: proofContext.dataDir(),
      settings: { listen_addresses: '127.0.0.1', port },
    })
    const proxy = await startFaultyProxy(Number(port))
    const database = new Client({ connectionString: postgres.ownerConnectionString })
    await database.connect()
    try {
      await database.query(
        `create role shopkeeper login createrole password 'pepper'; alter database ninth_bend owner to shopkeeper`,
      )
      const shop = await proofContext.open({
        env: {
          DATABASE_URL: `postgresql://shopkeeper:pepper@127.0.0.1:${proxy.port}/ninth_bend`,
          LOG_LEVEL: 'error',
        },
      })
      const query = async <Row>(sql: string, values?: unknown[]) =>
        (await database.query(sql, values)).rows as Row[]
      const { id } = await insertProduct({ query }, { name: 'Far Pepper', stock: 1_000_000 })
      const customer = await signInNewCustomer(shop.url)
      const product = await fetchProduct(customer, id)
      const [checkoutForms, times]: [FormFields[], string[]] = [[], []]
      for (let round = 0; round < proofContext.times(20); round += 1) {
        for (const fault of OUTAGE_MODES) {
          proxy.setMode(fault)
          const [visitor, submit] = [
            new HttpClient(shop.url),
            createCheckoutForm([{ product: product, quantity: 1 }]),
          ]
          checkoutForms.push(submit)
          const form = (fields: FormFields) => ({
            method: 'POST',
            body: new URLSearchParams(fields),
            headers: { origin: shop.url },
          })
          const responses = await Promise.all([
            ...[
              '/',
              '/products',
              `/products/product-${id}`,
              '/categories',
              '/about',
              '/_data?u=/products',
              `/api/cart?ids=${id}`,
              '/healthz',
            ].map((path) => requestWithTimeout(visitor, path, RESPONSE_TIMEOUT_MS)),
            ...['/profile', '/profile/orders', '/api/session', '/admin/orders'].map((path) =>
              requestWithTimeout(customer, path, RESPONSE_TIMEOUT_MS),
            ),
            requestWithTimeout(
              visitor,
              '/login',
              RESPONSE_TIMEOUT_MS,
              form({ email: customer.email, password: 'not the password' }),
            ),
            requestWithTimeout(customer, '/checkout', RESPONSE_TIMEOUT_MS, form(submit)),
            requestWithTimeout(customer, '/_data?u=%2Fcheckout', RESPONSE_TIMEOUT_MS, form(submit)),
          ])
          for (const response of responses)
            checks.expect(isUserFacingResponse(response), () => `${fault}: ${describeResponse(response)}`)
          times.push(
            `${fault} ${(Math.max(...responses.map(({ milliseconds }) => milliseconds)) / 1000).toFixed(1)} s`,
          )
          proxy.setMode('open')
          const startedAt = performance.now()
          let hasRecovered = false
          while (!hasRecovered && performance.now() - startedAt < RECOVERY_TIMEOUT_MS) {
            const response = await sendCheckout(customer, submit).catch(() => undefined)
            hasRecovered = Boolean(response?.placed)
            if (!hasRecovered) await pause(100)
          }
          checks.expect(
            hasRecovered,
            () => `${fault}: no order ${RECOVERY_TIMEOUT_MS / 1000} s after the database was back`,
          )
        }
      }
      const [row] = await query<{ orders: number }>('select count(*)::int as orders from orders')
      checks.expect(
        row?.orders === checkoutForms.length,
        () => `${row?.orders} orders for ${checkoutForms.length} submits`,
      )
      return `${checkoutForms.length} orders, each sent three times; the slowest answers: ${times.slice(-OUTAGE_MODES.length).join(', ')}`
    } finally {
      await database.end()
      proxy.close()
      await postgres.stop()
    }
  },
}

async function startFaultyProxy(port: number) {
  let mode: ProxyMode = 'open'
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    socket.on('error', () => {})
    if (mode === 'refusing' || mode === 'cut') return void socket.destroy()
    const database = connect(port, '127.0.0.1')
    database.on('error', () => socket.destroy())
    for (const connection of [socket, database]) sockets.add(connection)
    const pass = (to: Socket) => async (bytes: Buffer) => {
      if (mode === 'silent') return
      if (mode === 'slow') await pause(SLOW_RESPONSE_MS)
      if (!to.destroyed) to.write(bytes)
    }
    const forwardInOrder = (to: Socket) => {
      let last = Promise.resolve()
      const forward = pass(to)
      return (bytes: Buffer) => void (last = last.then(() => forward(bytes)))
    }
    socket.on('data', forwardInOrder(database))
    database.on('data', forwardInOrder(socket))
    socket.on('close', () => (sockets.delete(socket), database.destroy()))
    database.on('close', () => (sockets.delete(database), socket.destroy()))
    return undefined
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    setMode(next: ProxyMode) {
      mode = next
      if (next === 'cut') for (const connection of sockets) connection.destroy()
    },
    close() {
      for (const connection of sockets) connection.destroy()
      server.close()
    },
  }
}
