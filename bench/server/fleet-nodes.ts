import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { createSignedInCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import { connectToDatabase, type DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import type { TestProduct } from '#tests/fixtures/databases/test-records.ts'
import type { SignedInClient } from '#tests/fixtures/http/http-client.ts'
import {
  isInstalled,
  startNginx,
  WITHOUT_TLS,
  type RunningProxy,
} from '#tests/fixtures/proxies/deployed-proxies.ts'
import { freePort } from '#tests/fixtures/shops/free-port.ts'
import { startShop, type RunningShop } from '#tests/fixtures/shops/running-shop.ts'
import {
  createRandomCart,
  insertProducts,
  sendOrder,
  verifyOrders,
  waitForMails,
} from '#bench/orders/order-requests.ts'
import { scaled } from '#bench/runner/benchmark-scale.ts'
import {
  formatMedianWithRange,
  median,
  percentile,
  type Benchmark,
  type BenchmarkTable,
} from '#bench/runner/benchmark.ts'
import { createKeepAliveAgent, milliseconds, perSecond, runConcurrently } from '#bench/runner/http-load.ts'
import { findFull, startProcessorMeasurement, type ProcessorShares } from '#bench/runner/processor-shares.ts'
import { startTcpDatabase } from '#bench/runner/tcp-database.ts'
import { withoutPageCache } from '#bench/runner/without-page-cache.ts'
import { runWrk } from '#bench/runner/wrk.ts'

const NODES = [1, 2, 4] as const
const PAGE = '/products'
const CODING = 'gzip, deflate, br, zstd'
const CONNECTIONS = { cached: 64, uncached: 16, orders: 64 }
const SECONDS = 3
const ROUNDS = scaled(7, 2)
const WARM_UP_ROUNDS = scaled(3)
const PRODUCTS = 100
const ORDERS_PER_ROUND = scaled(1000, 60)
/** Four nodes open 124 connections to PostgreSQL, which allows 97 by default. */
const MAX_CONNECTIONS = '200'
/** Maximum share of other programs and unattributed kernel time that the load itself may cause. */
const QUIET = 0.15

export const fleetNodes: Benchmark = {
  name: 'fleet-nodes',
  title: 'Nodes behind nginx',
  about:
    `One, two and four nodes of one process on one PostgreSQL by TCP, behind nginx with deploy/nginx, in which ports and TLS alone are replaced, and one worker: \`${PAGE}\` from the cache ` +
    `(${CONNECTIONS.cached} connections) and rendered for each request (${CONNECTIONS.uncached} connections, the table of the cache nodes is locked), by wrk, and the last step of checkout ` +
    `(${CONNECTIONS.orders} connections, ${ORDERS_PER_ROUND} orders a round, one to three of ${PRODUCTS} products), sent by the measuring process; ${ROUNDS} rounds. Pages have rounds of ${SECONDS} seconds. ` +
    'Nodes, PostgreSQL, nginx and the load generator share the cores of one machine, so this says what a node more costs and what is full, not what a node more brings on a machine of its own. ' +
    'Shares are of the time of all cores, medians of the rounds, read from /proc; “others” is the kernel and whatever else runs. Full is the machine from 90 % on, ' +
    'otherwise a part whose main thread has less than a tenth of a core left. Afterwards every acknowledged order exists and the ledger sums to the stock.',
  measure,
}

type Round = { perSecond: number; slowMs: number; shares: ProcessorShares }
type Case = { name: string; nodes: number; rounds: Round[] }
type Fleet = {
  publicUrl: string
  nodes: RunningShop[]
  postgres: number
  owner: string
  db: DatabaseClient
  products: TestProduct[]
  confirmedOrderIds: string[]
}

async function measure(): Promise<BenchmarkTable> {
  for (const [program, name] of [
    ['nginx', 'nginx-light'],
    ['wrk', 'wrk'],
  ] as const)
    if (!isInstalled(program)) throw new Error(`This measurement needs ${program}: apt-get install ${name}`)
  const server = await startTcpDatabase({ max_connections: MAX_CONNECTIONS })
  const nodes: RunningShop[] = []
  const publicPort = await freePort()
  const publicUrl = `http://127.0.0.1:${publicPort}`
  const env = { DATABASE_URL: server.url, PUBLIC_URL: publicUrl, LOG_LEVEL: 'warn' }
  let db: DatabaseClient | undefined
  try {
    const first = await startShop({ main: 'app/main.ts', env })
    nodes.push(first)
    db = connectToDatabase(server.owner)
    const fleet: Fleet = {
      publicUrl,
      nodes,
      postgres: server.pid,
      owner: server.owner,
      db,
      products: await insertProducts(db, PRODUCTS),
      confirmedOrderIds: [],
    }
    const SESSION_SECRET = readFileSync(join(first.dataDir, 'secret'), 'utf8').trim()
    const cases: Case[] = []
    for (const count of NODES) {
      while (nodes.length < count)
        nodes.push(await startShop({ main: 'app/main.ts', env: { ...env, SESSION_SECRET, DEMO: 'off' } }))
      cases.push(...(await withNginx(nodes, publicPort, (nginx) => measureNodes(fleet, nginx))))
    }
    await verifyOrders(db, fleet.confirmedOrderIds)
    return tableOf(cases)
  } finally {
    await db?.close()
    for (const node of nodes) await node.stop()
    await server.stop()
  }
}

/** The deployed configuration has two nodes; further ones get the same line. */
async function withNginx<Result>(
  nodes: readonly RunningShop[],
  port: number,
  work: (nginx: RunningProxy) => Promise<Result>,
): Promise<Result> {
  const ports = nodes.map(({ url }) => Number(new URL(url).port))
  const line = new RegExp(`^( *server 127\\.0\\.0\\.1:)${ports[1]}( .*;\n)`, 'gm')
  const lines = ports.slice(1).map((each) => `$1${each}$2`)
  const nginx = await startNginx({
    nodes: ports,
    port,
    replace: [...WITHOUT_TLS.nginx, ...(ports.length > 2 ? ([[line, lines.join('')]] as const) : [])],
  })
  try {
    return await work(nginx)
  } finally {
    await nginx.stop()
  }
}

async function measureNodes(fleet: Fleet, nginx: RunningProxy): Promise<Case[]> {
  const processes = {
    nodes: fleet.nodes.map((node) => node.process.pid!),
    postgres: [fleet.postgres],
    nginx: [Number(readFileSync(join(nginx.folder, 'nginx.pid'), 'utf8'))],
  }
  const buyers = await createSignedInCustomers(
    { url: fleet.publicUrl, dataDir: fleet.nodes[0]!.dataDir },
    (WARM_UP_ROUNDS + ROUNDS) * ORDERS_PER_ROUND,
    fleet.owner,
  )
  const measureRounds = async (
    name: string,
    run: () => Promise<Omit<Round, 'shares'>>,
    settle?: () => Promise<void>,
  ): Promise<Case> => {
    const rounds: Round[] = []
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
      const readShares = startProcessorMeasurement(processes)
      const result = await run()
      if (round >= 0) rounds.push({ ...result, shares: readShares() })
      await settle?.()
    }
    return { name, nodes: fleet.nodes.length, rounds }
  }
  const readPages = (connections: number) => async () => {
    const load = { connections, seconds: SECONDS, coding: CODING }
    const result = await runWrk(fleet.publicUrl + PAGE, load)
    return { perSecond: result.perSecond, slowMs: result.slowMilliseconds }
  }
  const cached = await measureRounds('a cached page', readPages(CONNECTIONS.cached))
  const uncached = await withoutPageCache(fleet.owner, () =>
    measureRounds('a page rendered for each request', readPages(CONNECTIONS.uncached)),
  )
  const orders = await measureRounds(
    'orders',
    () => placeOrders(fleet, buyers.splice(0, ORDERS_PER_ROUND)),
    // Their emails would otherwise be sent during the next round.
    () => waitForMails(fleet.db),
  )
  return [cached, uncached, orders]
}

async function placeOrders(
  { products, confirmedOrderIds }: Fleet,
  buyers: readonly SignedInClient[],
): Promise<Omit<Round, 'shares'>> {
  const agent = createKeepAliveAgent(CONNECTIONS.orders)
  const times: number[] = []
  const seconds = await runConcurrently(CONNECTIONS.orders, buyers, async (buyer) => {
    const { checkoutResponse, milliseconds: time } = await sendOrder(agent, buyer, createRandomCart(products))
    if (!checkoutResponse.placed) throw new Error(`An order was refused: ${JSON.stringify(checkoutResponse)}`)
    confirmedOrderIds.push(checkoutResponse.placed.order_id)
    times.push(time)
  })
  agent.destroy()
  return { perSecond: buyers.length / seconds, slowMs: percentile(times, 99) }
}

function tableOf(cases: readonly Case[]): BenchmarkTable {
  const names = [...new Set(cases.map(({ name }) => name))]
  const ordered = names.flatMap((name) => cases.filter((each) => each.name === name))
  const speedOf = ({ rounds }: Case) => median(rounds.map((each) => each.perSecond))
  const one = (name: string) => cases.find((each) => each.name === name && each.nodes === 1)!
  const shareOf = ({ rounds }: Case, part: keyof ProcessorShares) =>
    median(rounds.map(({ shares }) => shares[part]))
  const others = Math.max(...cases.map((each) => shareOf(each, 'others')))
  const PARTS = ['nodes', 'postgres', 'nginx', 'load', 'others', 'free'] as const
  return {
    columns: [
      'load',
      'nodes',
      'a second',
      'of one node',
      '99 of 100 within',
      'nodes',
      'PostgreSQL',
      'nginx',
      'load generator',
      'others',
      'free',
      'full',
    ],
    rows: ordered.map((each) => [
      each.name,
      String(each.nodes),
      perSecond(each.rounds.map((round) => round.perSecond)),
      (speedOf(each) / speedOf(one(each.name))).toFixed(2),
      formatMedianWithRange(
        each.rounds.map(({ slowMs }) => slowMs),
        milliseconds,
      ),
      ...PARTS.map((part) => `${(100 * shareOf(each, part)).toFixed(0)} %`),
      findFull(Object.fromEntries(PARTS.map((part) => [part, shareOf(each, part)])) as ProcessorShares, {
        nodes: each.nodes,
      }),
    ]),
    note: `${availableParallelism()} cores.${others > QUIET ? ` Others used up to ${(100 * others).toFixed(0)} % of them: the ratios are not those of a quiet machine.` : ''}`,
  }
}
