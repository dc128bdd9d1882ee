import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { cpus, loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { median } from '#bench/runner/benchmark.ts'
import { insertCategory, insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { findResponseFaults } from '#tests/fixtures/http/response-faults.ts'
import {
  createCheckoutForm,
  placeOrderOverHttp,
  sendCheckout,
} from '#tests/fixtures/orders/checkout-requests.ts'
import { rawRequest, type RawResponse } from '#tests/fixtures/http/raw-request.ts'
import { connectToShopDatabase, type DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import {
  signInNewCustomer,
  ADDRESS,
  signInAsAdmin,
  signInCustomer,
  HttpClient,
  type SignedInClient,
} from '#tests/fixtures/http/http-client.ts'
import { SEED } from '#prove/runner/seeded-random.ts'
import { crowdedConnections } from './crowded-connections.ts'
import { notFoundCost } from './not-found-cost.ts'
import { createFuzzRequest, type KnownIds } from './fuzz-requests.ts'
import type { ProofDefinition, ProofStep, CheckCounter } from '#prove/runner/proof.ts'
import { malformedValueMutants, malformedValues } from './malformed-values.ts'

const CONCURRENCY = 8
const REQUESTS_PER_ROUND = 2000
const PROBE_INTERVAL_MS = 100
const MAX_GROWTH_MEGABYTES = 64
/** Resident memory of the shop's process, as in ADR-24. */
const MAX_MEGABYTES = 350
/** Before that, the process is still warming up. */
const MIN_REQUESTS_TO_MEASURE_GROWTH = 20_000

type Actor = { name: string; cookie: () => string; mark: string | null }
const MARK = /mark-[a-z]+-[0-9a-f]{8}/g

const randomRequests: ProofStep = {
  name: 'random-requests',
  scenario:
    'random requests and requests of a grammar, as a visitor, two customers and an administrator: no data of another customer, no 500, no internals in a response, constant memory, and others are served meanwhile',
  async runProof(proofContext, checks) {
    const shop = await proofContext.open({ env: { LOG_LEVEL: 'error' } })
    const db = connectToShopDatabase(shop.dataDir)
    const [product, hidden] = [
      await insertProduct(db, { stock: 100_000 }),
      await insertProduct(db, { name: 'mark-office-00000000', is_active: false }),
    ]
    const category = await insertCategory(db)
    const customers = [
      await signInNewCustomer(shop.url),
      await signInNewCustomer(shop.url),
      await signInNewCustomer(shop.url),
    ]
    const marks = customers.map((_, index) => `mark-${'abc'[index]}-${'0'.repeat(7)}${index}`)
    const orders = await Promise.all(
      customers.map((customer, index) => {
        const words = {
          full_name: marks[index]!,
          address: marks[index]!,
          city: marks[index]!,
          phone: '020 7946 0018',
          idempotency_key: `key-${marks[index]}`,
        }
        return customer
          .post('/profile', { ...ADDRESS, ...words })
          .then(() => placeOrderOverHttp(customer, [{ product, quantity: 1 }], words))
      }),
    )
    const owner = await signInAsAdmin(shop.url)
    const slugs = await db.query<{ slug: string }>('select slug from products')
    const known: KnownIds = {
      orders,
      products: [product.id],
      hidden: [hidden.id],
      slugs: slugs.map(({ slug }) => slug),
      categories: [category],
      keys: marks.map((mark) => `key-${mark}`),
    }
    // No actor is the third customer, so no response may contain that customer's mark.
    const actors: Actor[] = [
      { name: 'a visitor', cookie: () => '', mark: null },
      ...customers
        .slice(0, 2)
        .map((customer, index) => ({
          name: `customer ${'ab'[index]}`,
          cookie: () => customer.cookie,
          mark: marks[index]!,
        })),
      { name: 'an administrator', cookie: () => owner.cookie, mark: 'all' },
    ]
    const before = await countChanges(db)
    const [statuses, memory]: [Map<number, number>, number[]] = [new Map(), []]
    const probing = probe(shop.url)
    const slow = slowBodies(shop.url)
    const requests = proofContext.times(100_000, 600)
    for (let from = 0; from < requests; from += REQUESTS_PER_ROUND) {
      await Promise.all([
        ...customers.slice(0, 2).map((customer) => ensureSignedIn(customer, checks)),
        ensureAdminSignedIn(owner, checks),
      ])
      let next = from
      const worker = async () => {
        while (next < Math.min(from + REQUESTS_PER_ROUND, requests)) {
          const number = next++
          const actor = actors[number % actors.length]!
          const request = createFuzzRequest(SEED, number, known, actor.cookie(), shop.url)
          const response = await rawRequest(shop.url, request).catch((): RawResponse => ({
            status: -1,
            headers: new Headers(),
            body: '',
          }))
          statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
          const what = `request ${number} of seed ${SEED}, ${actor.name}: ${request.method} ${request.path.slice(0, 90)} ${String(request.body).slice(0, 60)}`
          const faults = response.status === -1 ? [`${what}: no answer`] : findResponseFaults(response, what)
          checks.add(1, [
            ...faults,
            ...findForeignMarks(response, actor, request).map((mark) => `${what}: shows ${mark}`),
          ])
          if (number % 50 === 0) memory.push(readResidentMegabytes(shop.process.pid!))
        }
      }
      await Promise.all(Array.from({ length: CONCURRENCY }, worker))
    }
    slow.stop()
    const times = await probing.stop(checks)
    checks.add(0, findLoggedErrors(shop.output()))
    const growth =
      median(memory.slice(-memory.length / 3)) -
      median(memory.slice(memory.length / 3, (memory.length * 2) / 3))
    if (requests >= MIN_REQUESTS_TO_MEASURE_GROWTH && growth > MAX_GROWTH_MEGABYTES)
      checks.add(0, [`memory grew by ${growth.toFixed(0)} MB from the middle third to the last`])
    const highest = Math.max(...memory)
    checks.expect(highest < MAX_MEGABYTES, () => `memory reached ${highest.toFixed(0)} MB`)
    const changes = (await countChanges(db)) - before
    await db.close()
    const by = [...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${status}: ${count}`)
      .join(', ')
    return (
      `seed ${SEED}; ${by}; ${changes} changes of orders, stock and catalogue were granted among them; memory ${median(memory).toFixed(0)} MB, ${highest.toFixed(0)} at its highest, ${growth >= 0 ? '+' : ''}${growth.toFixed(0)} MB from the middle third to the last; ` +
      `a listing for others took ${times.middle} ms, p99 ${times.late} ms (${times.count} times, load ${loadavg()[0]!.toFixed(1)} on ${cpus().length} cores), with 20 bodies dripping in`
    )
  },
}

const replay: ProofStep = {
  name: 'replay',
  scenario:
    'a request of one customer, repeated by another: it places an order of the second and contains nothing of the first',
  async runProof(proofContext, checks) {
    const { url } = await proofContext.shop()
    const product = await insertProduct(await proofContext.db(), { stock: 1_000_000 })
    const [first, second] = [await signInNewCustomer(url), await signInNewCustomer(url)]
    for (let turn = 0; turn < proofContext.times(200, 3); turn += 1) {
      const checkoutForm = createCheckoutForm([{ product, quantity: 1 }])
      const [mine, theirs] = [
        (await sendCheckout(first, checkoutForm)).placed?.order_id,
        (await sendCheckout(second, checkoutForm)).placed?.order_id,
      ]
      checks.expect(Boolean(mine && theirs) && mine !== theirs, () => `${mine} was answered to both`)
      for (const path of [`/profile/orders/${mine}`, `/_data?u=/profile/orders/${mine}`]) {
        const { status, body } = await rawRequest(url, { path, headers: { cookie: second.cookie } })
        checks.expect(
          !body.includes(first.email) && !body.includes('Ghat Road'),
          () => `${path} of somebody else answered ${status} with their order`,
        )
      }
    }
    return ''
  },
}

function findForeignMarks(
  { body, headers }: RawResponse,
  { mark }: Actor,
  request: { path: string; body: string | Buffer },
): string[] {
  if (mark === 'all') return []
  const requestText = `${request.path} ${String(request.body)}`
  const responseText = `${body} ${headers.get('location') ?? ''} ${headers.get('set-cookie') ?? ''}`
  return [...new Set(responseText.match(MARK) ?? [])].filter(
    (one) => one !== mark && !requestText.includes(one),
  )
}

async function ensureSignedIn(customer: SignedInClient, checks: CheckCounter) {
  if ((await customer.copy().fetch('/profile')).status === 200) return
  await signInCustomer(customer, customer.email).catch((problem: Error) =>
    checks.add(1, [`${customer.email} cannot sign in any more: ${problem.message.slice(0, 80)}`]),
  )
}

async function ensureAdminSignedIn(owner: HttpClient, checks: CheckCounter) {
  if ((await owner.copy().fetch('/admin/dashboard')).status === 200) return
  await signInAsAdmin(owner.url).then(
    ({ cookie }) => (owner.cookie = cookie),
    () => checks.add(1, ['the owner cannot sign in any more']),
  )
}

/** Measures a list page. */
function probe(url: string) {
  const [times, visitor]: [number[], HttpClient] = [[], new HttpClient(url)]
  const state = { isOver: false }
  let failed = 0
  const probeLoop = (async () => {
    for (; !state.isOver; await pause(PROBE_INTERVAL_MS)) {
      const startedAt = performance.now()
      const response = await visitor.fetch('/products?page=1').catch(() => undefined)
      await response?.text()
      if (response?.status !== 200) failed += 1
      times.push(performance.now() - startedAt)
    }
  })()
  return {
    async stop(checks: CheckCounter) {
      state.isOver = true
      await probeLoop
      times.sort((left, right) => left - right)
      const p99 = times[Math.floor(times.length * 0.99)]!
      const isSlow = p99 > 1000 && loadavg()[0]! < cpus().length * 2
      checks.add(times.length, [
        ...(failed > 0 ? [`${failed} looks of somebody else failed`] : []),
        ...(isSlow ? [`p99 of somebody else was ${Math.round(p99)} ms`] : []),
      ])
      return { middle: Math.round(median(times)), late: Math.round(p99), count: times.length }
    },
  }
}

function slowBodies(url: string) {
  const { hostname, port, host } = new URL(url)
  const connections = Array.from({ length: 20 }, () => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    socket.write(
      `POST /login HTTP/1.1\r\nhost: ${host}\r\norigin: ${url}\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 9999\r\n\r\n`,
    )
    const drip = setInterval(() => socket.writable && socket.write('a'), 200)
    return { socket, drip }
  })
  return {
    stop() {
      for (const { socket, drip } of connections) {
        clearInterval(drip)
        socket.destroy()
      }
    },
  }
}

const readResidentMegabytes = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** If all forms were refused, the proof would test little. */
async function countChanges(db: DatabaseClient): Promise<number> {
  const [row] = await db.query<{ n: number }>(
    'select ((select count(*) from order_history) + (select count(*) from inventory_adjustments) + (select count(*) from audit_events))::int as n',
  )
  return row!.n
}

const findLoggedErrors = (output: string) => [
  ...new Set(
    output
      .split('\n')
      .filter((line) => line.startsWith('{"level":50'))
      .map((line) => `logged: ${line.replace(/"time":"[^"]*",/, '').slice(0, 160)}`),
  ),
]

export const fuzzing: ProofDefinition = {
  name: 'fuzzing',
  title: 'Fuzzing',
  about:
    'Every request follows from a seed and its number, which a failure names, so that it can be repeated. Every row of a customer contains ' +
    'a marker of its owner: a response with the marker of another customer is wrong, and so is a 500, a stack trace, an error in the log or no response. ' +
    'Found by it and fixed: a request that its client aborted was logged as an error; checkout revealed the name of an inactive product ' +
    'to anybody with its ID; and the product search of the back-office received a NUL. Rows of other customers are protected twice, by the query and by the database, so no mutant of one of them reveals any.',
  steps: [randomRequests, replay, malformedValues, notFoundCost, crowdedConnections],
  mutants: [
    {
      guard: 'a malformed id is refused before the database is asked',
      step: 'random-requests',
      file: 'shop/ids.ts',
      from: '=> ID.test(text)',
      to: '=> text !== String(ID)',
    },
    {
      guard: 'an idempotency key belongs to one customer',
      step: 'replay',
      file: 'features/checkout/sql/read_order_limits.sql',
      from: 'where k.user_id = attempt.user_id and k.key',
      to: 'where k.key',
    },
    ...malformedValueMutants,
    {
      guard: 'all unknown paths share one rendered page',
      step: 'not-found-cost',
      file: 'app/pages/page-handler.ts',
      from: 'if (missing && missing.placeholderPath !== address) return',
      to: 'if (missing && missing.placeholderPath === address + address) return',
    },
  ],
}
