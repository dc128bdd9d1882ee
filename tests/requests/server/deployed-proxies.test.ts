import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer as createHttpServer, request as httpRequest, type IncomingMessage } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { request as httpsRequest } from 'node:https'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createRateLimiter } from '#platform/rate-limits/rate-limiter.server.ts'
import { messages } from '#shop/messages/messages.ts'
import { connectionStringOf, connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'
import { ADDRESS, PASSWORD } from '#tests/fixtures/http/http-client.ts'
import {
  isInstalled,
  startHaproxy,
  startNginx,
  startPatroniHaproxy,
  startVarnish,
  WITHOUT_TLS,
  type RunningProxy,
} from '#tests/fixtures/proxies/deployed-proxies.ts'
import { freePort } from '#tests/fixtures/shops/free-port.ts'
import { copyPreparedCluster } from '#tests/fixtures/shops/prepared-cluster.ts'
import { spawnShop, type ShopProcess } from '#tests/fixtures/shops/running-shop.ts'

const PUBLIC_URL = 'https://shop.example'
const SESSION_SECRET = 'one secret of all nodes in this test, long enough'
const UNAVAILABLE = 'The shop cannot be reached at the moment. Please try again.'
/** Two failed checks: one check per second, then one per half second. */
const CHECKS_MS = 2_500
const FORGED = '203.0.113.99'
const FORGED_HEADERS = {
  'x-forwarded-for': `${FORGED}, 127.0.0.1`,
  forwarded: `for=${FORGED}, for=127.0.0.1, for="`,
}
const PROXY_ADDRESS = '127.0.0.1'
const { keyOf } = createRateLimiter({
  secret: SESSION_SECRET,
  limits: {} as never,
  pool: {} as never,
  clock: () => new Date(),
})
const keyOfRegistration = (address: string) => keyOf('registerFromOneAddress', address)

type Shop = ShopProcess & { port: number; dataDir: string }
const shops: Shop[] = []
const proxies: RunningProxy[] = []
let [byDefault, byForwarded]: Shop[] = []

beforeAll(async () => {
  byDefault = await openShop({})
  const DATABASE_URL = connectionStringOf(byDefault.dataDir)
  if (hasHaproxy) byForwarded = await openShop({ DATABASE_URL, FORWARDED_HEADER: 'Forwarded' })
}, 240_000)
afterAll(async () => {
  await Promise.all(proxies.map((proxy) => proxy.stop()))
  for (const { process: shopProcess, ended, dataDir } of shops.toReversed()) {
    shopProcess.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
})

/** Visitors and proxies have different addresses of 127.0.0.0/8. */
async function openShop(settings: Record<string, string>): Promise<Shop> {
  const [port, dataDir] = [await freePort(), mkdtempSync(join(tmpdir(), 'ninth-bend-shop-'))]
  if (!settings['DATABASE_URL']) copyPreparedCluster(dataDir)
  const env = {
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DEMO: 'off',
    PUBLIC_URL,
    SESSION_SECRET,
  }
  const shop = {
    port,
    dataDir,
    ...spawnShop({ env: { ...env, TRUSTED_PROXIES: PROXY_ADDRESS, ...settings } }),
  }
  shops.push(shop)
  await shop.waitForOutput(' is open at ')
  return shop
}

async function start(proxy: Promise<RunningProxy>): Promise<number> {
  const running = await proxy
  proxies.push(running)
  return running.port
}

type Visit = {
  port: number
  address: string
  isPlain?: boolean
  path?: string
  body: string
  headers?: Record<string, string>
}

async function post({ port, address, isPlain = false, path = '/register', body, headers = {} }: Visit) {
  const options = {
    host: '127.0.0.1',
    port,
    localAddress: address,
    method: 'POST',
    path,
    agent: false,
    rejectUnauthorized: false,
    headers: {
      host: 'shop.example',
      origin: PUBLIC_URL,
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': Buffer.byteLength(body),
      ...headers,
    },
  } as const
  const request = isPlain ? httpRequest(options) : httpsRequest(options)
  request.end(body)
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  const text = (await answer.setEncoding('utf8').toArray()).join('')
  return { status: answer.statusCode, text }
}

const registration = () =>
  new URLSearchParams({
    ...ADDRESS,
    email: `visitor-${randomUUID()}@example.com`,
    password: PASSWORD,
    confirm_password: PASSWORD,
  }).toString()

/** The status, and the code with which the stream ended: clients discard a response unless it is 0. */
async function postOverHttp2(port: number): Promise<[status: number, code: number]> {
  const session = connectHttp2(`https://127.0.0.1:${port}`, { rejectUnauthorized: false })
  try {
    await once(session, 'remoteSettings')
    let status = 0
    const stream = session.request({ ':method': 'POST', ':path': '/login' })
    stream.on('response', (headers) => (status = headers[':status'] ?? 0)).on('error', () => {})
    const closed = new Promise((resolve) => stream.resume().on('close', resolve))
    // Browsers send a form just after its headers, not together with them.
    setImmediate(() => stream.end('email=visitor@example.com'))
    await closed
    return [status, stream.rstCode ?? 0]
  } finally {
    session.destroy()
  }
}

/** The addresses for which the shop has counted a registration. */
async function countedAddresses(addresses: string[]): Promise<string[]> {
  const db = connectToShopDatabase(byDefault!.dataDir)
  const rows = await db.query('select key from accounts.rate_limit')
  await db.close()
  const keys = new Set(rows.map(({ key }) => String(key)))
  return addresses.filter((address) => keys.has(keyOfRegistration(address)))
}

async function visitAndCount(visit: Omit<Visit, 'body'>) {
  const { status } = await post({ ...visit, body: registration(), headers: FORGED_HEADERS })
  return { status, counted: await countedAddresses([visit.address, FORGED, PROXY_ADDRESS]) }
}

/** The Debian packages are nginx, haproxy and varnish. */
const [hasNginx, hasHaproxy, hasVarnish] = ['nginx', 'haproxy', 'varnishd'].map(isInstalled) as [
  boolean,
  boolean,
  boolean,
]
const skipped = (isPresent: boolean, program: string) =>
  isPresent ? '' : ` (skipped: ${program} is not installed)`

describe(
  'PROXY-6 The visitor is counted, whatever headers they send, by the configurations of deploy/',
  { timeout: 60_000 },
  () => {
    test.skipIf(!hasNginx)(`behind nginx${skipped(hasNginx, 'nginx')}`, async () => {
      const port = await start(startNginx({ nodes: [byDefault!.port] }))
      expect(await visitAndCount({ port, address: '127.0.0.11' })).toEqual({
        status: 302,
        counted: ['127.0.0.11'],
      })
      const large = await post({ port, address: '127.0.0.11', body: 'x'.repeat(11_500_000) })
      expect(large).toEqual({ status: 413, text: messages.requestTooLarge })
    })

    test.skipIf(!hasHaproxy)(`behind HAProxy${skipped(hasHaproxy, 'haproxy')}`, async () => {
      const port = await start(startHaproxy({ nodes: [byDefault!.port] }))
      expect(await visitAndCount({ port, address: '127.0.0.12' })).toEqual({
        status: 302,
        counted: ['127.0.0.12'],
      })
    })

    test.skipIf(!hasVarnish)(`behind Varnish${skipped(hasVarnish, 'varnish')}`, async () => {
      const port = await start(startVarnish({ nodes: [byDefault!.port] }))
      expect(await visitAndCount({ port, address: '127.0.0.13', isPlain: true })).toEqual({
        status: 302,
        counted: ['127.0.0.13'],
      })
    })

    test.skipIf(!hasVarnish || !hasNginx)(
      `behind nginx in front of Varnish${skipped(hasVarnish && hasNginx, 'varnish or nginx')}`,
      async () => {
        const varnish = await start(startVarnish({ nodes: [byDefault!.port] }))
        const port = await start(startNginx({ nodes: [varnish] }))
        expect(await visitAndCount({ port, address: '127.0.0.14' })).toEqual({
          status: 302,
          counted: ['127.0.0.14'],
        })
      },
    )

    test.skipIf(!hasHaproxy)(`behind HAProxy with Forwarded${skipped(hasHaproxy, 'haproxy')}`, async () => {
      const replace = [
        ['  option forwardfor\n', ''],
        ['#forwarded ', ''],
      ] as const
      const port = await start(startHaproxy({ nodes: [byForwarded!.port], replace }))
      expect(await visitAndCount({ port, address: '127.0.0.15' })).toEqual({
        status: 302,
        counted: ['127.0.0.15'],
      })
    })
  },
)

test.skipIf(!hasHaproxy)(
  `FLEET-5 HAProxy says when to try again if there is no node${skipped(hasHaproxy, 'haproxy')}`,
  async () => {
    const nodes = [await freePort()]
    const port = await start(startHaproxy({ nodes, replace: WITHOUT_TLS.haproxy }))
    for (const method of ['GET', 'POST']) {
      const { status, headers } = await fetch(`http://127.0.0.1:${port}/register`, { method })
      expect([status, headers.get('retry-after')], method).toEqual([503, '5'])
    }
    const tlsPort = await start(startHaproxy({ nodes }))
    await pause(CHECKS_MS)
    for (let round = 0; round < 12; round += 1) expect(await postOverHttp2(tlsPort)).toEqual([503, 0])
  },
)

test.skipIf(!hasVarnish)(
  `FLEET-5 Varnish says so on a page of its own if there is no node${skipped(hasVarnish, 'varnish')}`,
  async () => {
    const port = await start(startVarnish({ nodes: [await freePort()] }))
    const init = { method: 'POST', body: new URLSearchParams({ email: 'visitor@example.com' }) }
    for (const [path, options] of [
      ['/login', init],
      ['/_data?u=/login', init],
      ['/menu', {}],
    ] as const) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, options)
      const headers = ['content-type', 'cache-control', 'retry-after'].map((name) =>
        response.headers.get(name),
      )
      expect([response.status, ...headers]).toEqual([503, 'text/html; charset=utf-8', 'no-store', '5'])
      expect(await response.text()).toContain(`<p>${UNAVAILABLE}</p>`)
    }
    const check = await fetch(`http://127.0.0.1:${port}/readyz`)
    expect([check.status, await check.text()]).toEqual([404, 'Not found'])
  },
)

/** Has some pages in its cache and no database, so it answers 503 for all others. */
async function startNodeWithoutDatabase() {
  const node = createHttpServer(({ url = '' }, response) => {
    response.writeHead(url.startsWith('/cached') ? 200 : 503, { 'retry-after': '5' }).end(url)
  })
  const port = await freePort()
  await once(node.listen(port, '127.0.0.1'), 'listening')
  onTestFinished(() => void [node.close(), node.closeAllConnections()])
  return port
}

test.skipIf(!hasNginx)(
  `FLEET-5 nginx serves cached pages and the shop's own 503 while the database is away${skipped(hasNginx, 'nginx')}`,
  async () => {
    const nodes = await Promise.all([startNodeWithoutDatabase(), startNodeWithoutDatabase()])
    const port = await start(startNginx({ nodes, replace: WITHOUT_TLS.nginx }))
    const paths = ['/cached/1', '/uncached', '/cached/2', '/cached/3', '/cached/4', '/uncached', '/cached/5']
    const answers: [number, string | null, string][] = []
    for (const path of paths) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`)
      answers.push([response.status, response.headers.get('retry-after'), await response.text()])
    }
    expect(answers).toEqual(paths.map((path) => [path.startsWith('/cached') ? 200 : 503, '5', path]))
  },
)

/** Sends its name to each connection; `/primary` answers 200 if it is the primary. */
async function startDatabaseServer(name: string, isPrimary: () => boolean) {
  const server = createServer((socket) => void socket.on('error', () => {}).write(name))
  const rest = createHttpServer(({ url }, response) => {
    response.writeHead(url === '/primary' && isPrimary() ? 200 : 503).end()
  })
  const [port, restPort] = [await freePort(), await freePort()]
  await Promise.all([
    once(server.listen(port, '127.0.0.1'), 'listening'),
    once(rest.listen(restPort, '127.0.0.1'), 'listening'),
  ])
  onTestFinished(() => void [server.close(), rest.close(), rest.closeAllConnections()])
  return { port, restPort }
}

/** The name of the server at the other end; empty if there is none. */
async function askName(port: number): Promise<{ name: string; socket: Socket }> {
  const socket = connect({ port, host: '127.0.0.1' }).on('error', () => {})
  onTestFinished(() => void socket.destroy())
  const name = await Promise.race([
    once(socket, 'data').then(([data]) => String(data)),
    once(socket, 'close').then(() => ''),
  ])
  return { name, socket }
}

test.skipIf(!hasHaproxy)(
  `FLEET-15 in front of Patroni, HAProxy leads to the primary alone, and cuts connections to a former one${skipped(hasHaproxy, 'haproxy')}`,
  async () => {
    let primary: string | undefined = 'db1'
    const isPrimary = (name: string) => () => primary === name
    const port = await start(
      startPatroniHaproxy([
        await startDatabaseServer('db1', isPrimary('db1')),
        await startDatabaseServer('db2', isPrimary('db2')),
      ]),
    )
    const name = async () => (await askName(port)).name
    // A server counts as up until its first checks.
    await pause(CHECKS_MS)
    const before = await askName(port)
    expect([before.name, await name(), await name()]).toEqual(['db1', 'db1', 'db1'])
    primary = undefined
    await once(before.socket, 'close')
    expect(await name()).toBe('')
    primary = 'db2'
    await expect.poll(name).toBe('db2')
    expect([await name(), await name()]).toEqual(['db2', 'db2'])
  },
)
