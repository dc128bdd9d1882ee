import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { cpus, loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { median } from '#bench/runner/benchmark.ts'
import { aCategory, aProduct } from '#tests/fixtures/databases/test-records.ts'
import { harmIn } from '#tests/fixtures/http/response-faults.ts'
import { aSubmit, place, send } from '#tests/fixtures/orders/checkout-requests.ts'
import { rawRequest, type RawAnswer } from '#tests/fixtures/http/raw-request.ts'
import { lookInto, type Look } from '#tests/fixtures/databases/shop-database.ts'
import { aCustomer, ADDRESS, anAdmin, signIn, Visitor, type SignedIn } from '#tests/fixtures/http/http-client.ts'
import { SEED } from '#prove/runner/seeded-random.ts'
import { nothing } from './not-found-cost.ts'
import { hostileRequest, type Known } from './fuzz-requests.ts'
import type { Part, Step, Tries } from '#prove/runner/proof.ts'
import { isForTests, leftOut } from '#prove/runner/short-run.ts'
import { oddValueMutants, oddValues } from './malformed-values.ts'

const LANES = 8
const ROUND = 2000
const PROBE_MILLISECONDS = 100
const GROWTH_MEGABYTES = 64
/** Before that a shop is still warming up. */
const ENOUGH_TO_SEE_GROWTH = 20_000

type Actor = { name: string; cookie: () => string; mark: string | null }
const MARK = /mark-[a-z]+-[0-9a-f]{8}/g

const flood: Step = {
  name: 'flood',
  asks: 'requests of a grammar and at random, as a visitor, two customers and an administrator: nothing of anybody else in an answer, no 500, no insides of the shop, memory flat, and others are served meanwhile',
  async prove(stage, tries) {
    const shop = await stage.open({ env: { LOG_LEVEL: 'error' } })
    const look = lookInto(shop.dataDir)
    const [product, hidden] = [await aProduct(look, { stock: 100_000 }), await aProduct(look, { name: 'mark-office-00000000', is_active: false })]
    const category = await aCategory(look)
    const customers = [await aCustomer(shop.url), await aCustomer(shop.url), await aCustomer(shop.url)]
    const marks = customers.map((_, at) => `mark-${'abc'[at]}-${'0'.repeat(7)}${at}`)
    const orders = await Promise.all(
      customers.map((customer, at) => {
        const words = { full_name: marks[at]!, address: marks[at]!, city: marks[at]!, phone: '020 7946 0018', idempotency_key: `key-${marks[at]}` }
        return customer.post('/profile', { ...ADDRESS, ...words }).then(() => place(customer, [{ product, quantity: 1 }], words))
      }),
    )
    const owner = await anAdmin(shop.url)
    const slugs = await look.query<{ slug: string }>('select slug from products')
    const known: Known = {
      orders, products: [product.id], hidden: [hidden.id], slugs: slugs.map(({ slug }) => slug), categories: [category], keys: marks.map((mark) => `key-${mark}`),
    }
    // The third customer is nobody's actor: whoever shows a mark of theirs shows a stranger's.
    const actors: Actor[] = [
      { name: 'a visitor', cookie: () => '', mark: null },
      ...customers.slice(0, 2).map((customer, at) => ({ name: `customer ${'ab'[at]}`, cookie: () => customer.cookie, mark: marks[at]! })),
      { name: 'an administrator', cookie: () => owner.cookie, mark: 'all' },
    ]
    const before = await changesIn(look)
    const [statuses, memory]: [Map<number, number>, number[]] = [new Map(), []]
    const probing = probe(shop.url, { isTimed: !isForTests(stage) })
    const slow = slowBodies(shop.url)
    const requests = isForTests(stage) ? 200 : stage.times(100_000, 600)
    for (let from = 0; from < requests; from += ROUND) {
      await Promise.all([...customers.slice(0, 2).map((customer) => stillIn(customer, tries)), officeStillIn(owner, tries)])
      let next = from
      const lane = async () => {
        while (next < Math.min(from + ROUND, requests)) {
          const number = next++
          const actor = actors[number % actors.length]!
          const request = hostileRequest(SEED, number, known, actor.cookie(), shop.url)
          const answer = await rawRequest(shop.url, request).catch((): RawAnswer => ({ status: -1, headers: new Headers(), body: '' }))
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
          const what = `request ${number} of seed ${SEED}, ${actor.name}: ${request.method} ${request.path.slice(0, 90)} ${String(request.body).slice(0, 60)}`
          const wrong = answer.status === -1 ? [`${what}: no answer`] : harmIn(answer, what)
          tries.add(1, [...wrong, ...foreign(answer, actor, request).map((mark) => `${what}: shows ${mark}`)])
          if (number % 50 === 0) memory.push(megabytes(shop.process.pid!))
        }
      }
      await Promise.all(Array.from({ length: LANES }, lane))
    }
    slow.stop()
    const times = await probing.stop(tries)
    tries.add(0, errorsIn(shop.output()))
    const growth = median(memory.slice(-memory.length / 3)) - median(memory.slice(memory.length / 3, (memory.length * 2) / 3))
    if (requests >= ENOUGH_TO_SEE_GROWTH && growth > GROWTH_MEGABYTES) tries.add(0, [`memory grew by ${growth.toFixed(0)} MB from the middle third to the last`])
    const changes = (await changesIn(look)) - before
    await look.close()
    const by = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`).join(', ')
    return (
      `seed ${SEED}; ${by}; ${changes} changes of orders, stock and catalogue were granted among them; memory ${median(memory).toFixed(0)} MB, ${growth >= 0 ? '+' : ''}${growth.toFixed(0)} MB from the middle third to the last; ` +
      `a listing for others took ${times.middle} ms, p99 ${times.late} ms (${times.count} times, load ${loadavg()[0]!.toFixed(1)} on ${cpus().length} cores), with 20 bodies dripping in`
    )
  },
}

const replay: Step = {
  name: 'replay',
  asks: 'what one customer sent, sent again by another: it is an order of their own, and names none of the first',
  async prove(stage, tries) {
    if (isForTests(stage)) return leftOut(tries)
    const { url } = await stage.shop()
    const product = await aProduct(await stage.look(), { stock: 1_000_000 })
    const [first, second] = [await aCustomer(url), await aCustomer(url)]
    for (let turn = 0; turn < stage.times(200, 3); turn += 1) {
      const submit = aSubmit([{ product, quantity: 1 }])
      const [mine, theirs] = [(await send(first, submit)).placed?.order_id, (await send(second, submit)).placed?.order_id]
      tries.expect(Boolean(mine && theirs) && mine !== theirs, () => `${mine} was answered to both`)
      for (const path of [`/profile/orders/${mine}`, `/_data?u=/profile/orders/${mine}`]) {
        const { status, body } = await rawRequest(url, { path, headers: { cookie: second.cookie } })
        tries.expect(!body.includes(first.email) && !body.includes('Ghat Road'), () => `${path} of somebody else answered ${status} with their order`)
      }
    }
    return ''
  },
}

/** Marks of others in an answer, which the request did not bring along itself. */
function foreign({ body, headers }: RawAnswer, { mark }: Actor, request: { path: string; body: string | Buffer }): string[] {
  if (mark === 'all') return []
  const said = `${request.path} ${String(request.body)}`
  const shown = `${body} ${headers.get('location') ?? ''} ${headers.get('set-cookie') ?? ''}`
  return [...new Set(shown.match(MARK) ?? [])].filter((one) => one !== mark && !said.includes(one))
}

/** An actor whom some request has signed out would prove nothing. */
async function stillIn(customer: SignedIn, tries: Tries) {
  if ((await customer.copy().fetch('/profile')).status === 200) return
  await signIn(customer, customer.email).catch((problem: Error) => tries.add(1, [`${customer.email} cannot sign in any more: ${problem.message.slice(0, 80)}`]))
}

async function officeStillIn(owner: Visitor, tries: Tries) {
  if ((await owner.copy().fetch('/admin/dashboard')).status === 200) return
  await anAdmin(owner.url).then(({ cookie }) => (owner.cookie = cookie), () => tries.add(1, ['the owner cannot sign in any more']))
}

/** Somebody else who looks at the shelf all the while; beside other tests how long that takes says nothing. */
function probe(url: string, { isTimed }: { isTimed: boolean }) {
  const [times, visitor]: [number[], Visitor] = [[], new Visitor(url)]
  const state = { isOver: false }
  let failed = 0
  const looking = (async () => {
    for (; !state.isOver; await pause(PROBE_MILLISECONDS)) {
      const begun = performance.now()
      const answer = await visitor.fetch('/products?page=1').catch(() => undefined)
      await answer?.text()
      if (answer?.status !== 200) failed += 1
      times.push(performance.now() - begun)
    }
  })()
  return {
    async stop(tries: Tries) {
      state.isOver = true
      await looking
      times.sort((left, right) => left - right)
      const late = times[Math.floor(times.length * 0.99)]!
      const isSlow = isTimed && late > 1000 && loadavg()[0]! < cpus().length * 2
      tries.add(times.length, [...(failed > 0 ? [`${failed} looks of somebody else failed`] : []), ...(isSlow ? [`p99 of somebody else was ${Math.round(late)} ms`] : [])])
      return { middle: Math.round(median(times)), late: Math.round(late), count: times.length }
    },
  }
}

/** Bodies that come byte by byte and never end. */
function slowBodies(url: string) {
  const { hostname, port, host } = new URL(url)
  const lines = Array.from({ length: 20 }, () => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    socket.write(`POST /login HTTP/1.1\r\nhost: ${host}\r\norigin: ${url}\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 9999\r\n\r\n`)
    const drip = setInterval(() => socket.writable && socket.write('a'), 200)
    return { socket, drip }
  })
  return {
    stop() {
      for (const { socket, drip } of lines) {
        clearInterval(drip)
        socket.destroy()
      }
    },
  }
}

const megabytes = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** Forms that are refused before anything reads them would try little. */
async function changesIn(look: Look): Promise<number> {
  const [row] = await look.query<{ n: number }>(
    'select ((select count(*) from order_history) + (select count(*) from inventory_adjustments) + (select count(*) from audit_events))::int as n',
  )
  return row!.n
}

/** What the shop has logged as a fault of its own. */
const errorsIn = (output: string) =>
  [...new Set(output.split('\n').filter((line) => line.startsWith('{"level":50')).map((line) => `logged: ${line.replace(/"time":"[^"]*",/, '').slice(0, 160)}`))]

export const hostile: Part = {
  name: 'hostile',
  title: 'Requests that nobody means well with',
  about:
    'Every request follows from a seed and its number, and is told so that it can be sent again. Every row of a customer carries a mark of its owner: ' +
    'an answer that shows somebody else’s mark is wrong, and so is a 500, a stack trace, an error in the log or no answer. ' +
    'Found by it and mended: a body whose sender went away was logged as a fault of the shop; checkout told the name of a product that was not on sale ' +
    'to whoever sent its id; and the owner’s search of products met a NUL. Rows of others are behind two guards each, the query’s and the database’s, so that no mutant of one of them shows any.',
  steps: [flood, replay, oddValues, nothing],
  mutants: [
    {
      guard: 'a text that can be no id never reaches the database', step: 'flood', file: 'shop/ids.ts',
      from: '=> ID.test(text)', to: '=> text !== String(ID)',
    },
    {
      guard: 'a key of somebody else’s order is nobody’s key', step: 'replay', file: 'db/procedures/checkout/place_orders.sql',
      from: 'where k.user_id = submit.user_id and k.key', to: 'where k.key',
    },
    ...oddValueMutants,
    {
      guard: 'what is not there has one page', step: 'nothing', file: 'server/pages/page-handler.ts',
      from: 'if (missing && missing.standIn !== address) return', to: 'if (missing && missing.standIn === address + address) return',
    },
  ],
}
