import { once } from 'node:events'
import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { startEmbeddedPostgres } from '#db/embedded-postgres/embedded-postgres.server.ts'
import { freePort } from '#tests/fixtures/shops/free-port.ts'
import { aSubmit, send, goodOf } from '#tests/fixtures/orders/checkout-requests.ts'
import { aCustomer, Visitor, type Fields } from '#tests/fixtures/http/http-client.ts'
import { Client } from 'pg'
import { aProduct } from '#tests/fixtures/databases/test-records.ts'
import { askWithin, isDesigned, told } from '#prove/runner/timed-request.ts'
import type { Step } from '#prove/runner/proof.ts'
import { isForTests, leftOut } from '#prove/runner/short-run.ts'

/** What can happen on the way to a database that stands elsewhere. */
const TROUBLES = ['slow', 'refusing', 'cut', 'silent'] as const
type Way = 'open' | (typeof TROUBLES)[number]

const SLOW_MILLISECONDS = 400
/** Nobody waits longer for a page; the shop gives up on its database before. */
const PATIENCE_MILLISECONDS = 25_000
const WELL_AGAIN_MILLISECONDS = 20_000

export const databaseAway: Step = {
  name: 'database',
  asks: 'the database slow, refusing connections, cutting them off in the middle, or silent, and then back: each request is answered in the shop’s words, no order is lost or doubled, and the shop goes on by itself',
  async prove(stage, tries) {
    if (isForTests(stage)) return leftOut(tries)
    const port = String(await freePort())
    const postgres = await startEmbeddedPostgres({ directory: stage.dataDir(), settings: { listen_addresses: '127.0.0.1', port } })
    const way = await aWayTo(Number(port))
    const database = new Client({ connectionString: postgres.ownerConnectionString })
    await database.connect()
    try {
      await database.query(`create role shopkeeper login createrole password 'pepper'; alter database ninth_bend owner to shopkeeper`)
      const shop = await stage.open({ env: { DATABASE_URL: `postgresql://shopkeeper:pepper@127.0.0.1:${way.port}/ninth_bend`, LOG_LEVEL: 'error' } })
      const query = async <Row>(sql: string, values?: unknown[]) => (await database.query(sql, values)).rows as Row[]
      const { id } = await aProduct({ query } as Parameters<typeof aProduct>[0], { name: 'Far Pepper', stock: 1_000_000 })
      const customer = await aCustomer(shop.url)
      const good = await goodOf(customer, id)
      const [submits, times]: [Fields[], string[]] = [[], []]
      for (let round = 0; round < stage.times(20); round += 1) {
        for (const trouble of TROUBLES) {
          way.become(trouble)
          const [visitor, submit] = [new Visitor(shop.url), aSubmit([{ product: good, quantity: 1 }])]
          submits.push(submit)
          const form = (fields: Fields) => ({ method: 'POST', body: new URLSearchParams(fields), headers: { origin: shop.url } })
          const answers = await Promise.all([
            ...['/', '/products', `/products/product-${id}`, '/categories', '/about', '/_data?u=/products', `/api/cart?ids=${id}`, '/healthz'].map((path) =>
              askWithin(visitor, path, PATIENCE_MILLISECONDS)),
            ...['/profile', '/profile/orders', '/api/session', '/admin/orders'].map((path) => askWithin(customer, path, PATIENCE_MILLISECONDS)),
            askWithin(visitor, '/login', PATIENCE_MILLISECONDS, form({ email: customer.email, password: 'not the password' })),
            askWithin(customer, '/checkout', PATIENCE_MILLISECONDS, form(submit)),
            askWithin(customer, '/_data?u=%2Fcheckout', PATIENCE_MILLISECONDS, form(submit)),
          ])
          for (const answer of answers) tries.expect(isDesigned(answer), () => `${trouble}: ${told(answer)}`)
          times.push(`${trouble} ${(Math.max(...answers.map(({ milliseconds }) => milliseconds)) / 1000).toFixed(1)} s`)
          way.become('open')
          const begun = performance.now()
          let isWell = false
          while (!isWell && performance.now() - begun < WELL_AGAIN_MILLISECONDS) {
            const answer = await send(customer, submit).catch(() => undefined)
            isWell = Boolean(answer?.placed)
            if (!isWell) await pause(100)
          }
          tries.expect(isWell, () => `${trouble}: no order ${WELL_AGAIN_MILLISECONDS / 1000} s after the database was back`)
        }
      }
      const [row] = await query<{ orders: number }>('select count(*)::int as orders from orders')
      tries.expect(row?.orders === submits.length, () => `${row?.orders} orders for ${submits.length} submits`)
      return `${submits.length} orders, each sent three times; the slowest answers: ${times.slice(-TROUBLES.length).join(', ')}`
    } finally {
      await database.end()
      way.close()
      await postgres.stop()
    }
  },
}

/** A line to the database that can be made slow, refuse, cut off or fall silent. */
async function aWayTo(port: number) {
  let way: Way = 'open'
  const lines = new Set<Socket>()
  const server = createServer((socket) => {
    socket.on('error', () => {})
    if (way === 'refusing' || way === 'cut') return void socket.destroy()
    const database = connect(port, '127.0.0.1')
    database.on('error', () => socket.destroy())
    for (const line of [socket, database]) lines.add(line)
    const pass = (to: Socket) => async (bytes: Buffer) => {
      if (way === 'silent') return
      if (way === 'slow') await pause(SLOW_MILLISECONDS)
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
    become(next: Way) {
      way = next
      if (next === 'cut') for (const line of lines) line.destroy()
    },
    close() {
      for (const line of lines) line.destroy()
      server.close()
    },
  }
}
