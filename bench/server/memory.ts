import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ADMIN_PRODUCTS_PAGE_SIZE } from '#shop/constants.ts'
import { createSignedInCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import { connectToShopDatabase, readPostgresProcess } from '#tests/fixtures/databases/shop-database.ts'
import { startShop } from '#tests/fixtures/shops/running-shop.ts'
import { signInAsAdmin } from '#tests/fixtures/http/http-client.ts'
import {
  sendRequest,
  runConcurrently,
  createKeepAliveAgent,
  formatInteger,
  type HttpRequest,
} from '#bench/runner/http-load.ts'
import { createRandomCart, insertProducts, sendOrder } from '#bench/orders/order-requests.ts'
import type { Benchmark, BenchmarkTable } from '#bench/runner/benchmark.ts'
import { readChildPids } from '#bench/runner/cpu-time.ts'
import { scaled } from '#bench/runner/benchmark-scale.ts'
import { startInstrumentedShop, type InstrumentedShop } from '#bench/runner/instrumented-shop.ts'

const RATE = 10
const HOUR_SECONDS = 3600
const REQUESTS = scaled(RATE * HOUR_SECONDS, 400)
const CONCURRENCY = 16
const PARTS = 4
const REQUESTS_PER_ORDER = 200
const REQUESTS_PER_ADMIN_PAGE = 50
const PAUSE_MS = 2000

export const memory: Benchmark = {
  name: 'memory',
  title: 'Memory',
  about:
    `Resident memory and JavaScript heap of the shop’s process before and during ${formatInteger(REQUESTS)} requests, as many as an hour at ${RATE} a second brings, ` +
    `sent without pause: pages of the demonstration shop, some of them uncached, carts, one order in ${REQUESTS_PER_ORDER} requests and one back-office page ` +
    `in ${REQUESTS_PER_ADMIN_PAGE}. Each value is read after ${PAUSE_MS / 1000} seconds of idleness and a garbage collection; growth from the first half to the second would be a leak. ` +
    'Beside it the memory of all PostgreSQL processes, with shared memory counted once.',
  measure,
}

async function measure(): Promise<BenchmarkTable> {
  // A first start loads the demonstration shop and its pictures; the idle row is a later start.
  const dataDir = mkdtempSync(join(tmpdir(), 'ninth-bend-memory-'))
  await (await startShop({ main: 'app/main.ts', dataDir })).stop()
  const shop = await startInstrumentedShop({ main: 'app/main.ts', dataDir })
  const db = connectToShopDatabase(shop.dataDir)
  try {
    const rows = [await row(shop, 'idle, opened just now')]
    const slugs = (await db.query<{ slug: string }>('select slug from products where is_active')).map(
      ({ slug }) => slug,
    )
    const products = await insertProducts(db, 20)
    const buyers = await createSignedInCustomers(shop, Math.ceil(REQUESTS / REQUESTS_PER_ORDER))
    const adminHeaders = { cookie: (await signInAsAdmin(shop.url)).cookie }
    const agent = createKeepAliveAgent(CONCURRENCY)
    const ids = products.map(({ id }) => id)
    const kinds: ((number: number) => HttpRequest & { expectedStatus?: number })[] = [
      () => ({ path: '/' }),
      (number) => ({ path: `/products/${slugs[number % slugs.length]}` }),
      (number) => ({ path: `/products?page=${1 + (number % 5)}` }),
      () => ({ path: '/categories' }),
      // Pages out of range share one rendering.
      (number) => ({ path: `/products?page=${1000 + number}`, expectedStatus: 404 }),
      (number) => ({ path: `/products?q=tea+${number}` }),
      (number) => ({ path: `/api/cart?ids=${ids[number % ids.length]}` }),
      (number) => ({ path: `/_data?u=${encodeURIComponent(`/products/${slugs[number % slugs.length]}`)}` }),
      () => ({ path: '/login' }),
      () => ({ path: '/faq' }),
    ]
    const send = async (number: number) => {
      if (number % REQUESTS_PER_ORDER === 0) {
        const { checkoutResponse } = await sendOrder(
          agent,
          buyers[number / REQUESTS_PER_ORDER]!,
          createRandomCart(products),
        )
        if (!checkoutResponse.placed)
          throw new Error(`An order was refused: ${JSON.stringify(checkoutResponse)}`)
        return
      }
      const isAdminPage = number % REQUESTS_PER_ADMIN_PAGE === 1
      const { expectedStatus = 200, ...request } = isAdminPage
        ? {
            path: `/admin/products?page=${1 + (number % Math.ceil(products.length / ADMIN_PRODUCTS_PAGE_SIZE))}`,
            headers: adminHeaders,
            expectedStatus: 200,
          }
        : kinds[number % kinds.length]!(number)
      const { status } = await sendRequest(agent, shop.url, {
        ...request,
        headers: { 'accept-encoding': 'br', ...request.headers },
      })
      if (status !== expectedStatus) throw new Error(`${request.path} answered ${status}.`)
    }
    for (let part = 0; part < PARTS; part += 1) {
      const [from, to] = [part, part + 1].map((step) => Math.round((REQUESTS * step) / PARTS)) as [
        number,
        number,
      ]
      const seconds = await runConcurrently(
        CONCURRENCY,
        Array.from({ length: to - from }, (_, index) => from + index),
        send,
      )
      rows.push(
        await row(
          shop,
          `after ${formatInteger(to)} requests${part === PARTS / 2 - 1 ? ', half of them' : ''} (${seconds.toFixed(0)} s)`,
        ),
      )
    }
    agent.destroy()
    return {
      columns: ['when', 'resident', 'its highest', 'heap of JavaScript', 'outside the heap', 'PostgreSQL'],
      rows: rows.map(({ cells }) => cells),
      note: growth(rows),
    }
  } finally {
    await db.close()
    await shop.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

type Row = { cells: string[]; heap: number; resident: number }
const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`

async function row(shop: InstrumentedShop, when: string): Promise<Row> {
  await pause(PAUSE_MS)
  const { heapUsed, external } = await shop.memory()
  const resident = kibibytes(`/proc/${shop.process.pid}/status`, 'VmRSS') * 1024
  const highest = kibibytes(`/proc/${shop.process.pid}/status`, 'VmHWM') * 1024
  const postgres = readProportionalSetSize(readPostgresProcess(shop.dataDir).pid) * 1024
  return {
    heap: heapUsed,
    resident,
    cells: [when, ...[resident, highest, heapUsed, external, postgres].map(megabytes)],
  }
}

function growth(rows: readonly Row[]): string {
  const [half, end] = [rows[PARTS / 2]!, rows.at(-1)!]
  const signed = (bytes: number) => `${bytes < 0 ? '−' : '+'}${megabytes(Math.abs(bytes))}`
  return `From the half to the end: heap ${signed(end.heap - half.heap)}, resident ${signed(end.resident - half.resident)}.`
}

const kibibytes = (file: string, name: string) =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(file, 'utf8'))?.[1] ?? 0)
/** Proportional set size of a process tree, which counts shared memory once. Processes may end meanwhile. */
function readProportionalSetSize(pid: number): number {
  try {
    return readChildPids(pid).reduce(
      (sum, child) => sum + readProportionalSetSize(child),
      kibibytes(`/proc/${pid}/smaps_rollup`, 'Pss'),
    )
  } catch {
    return 0
  }
}
