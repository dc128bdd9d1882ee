import { setTimeout as pause } from 'node:timers/promises'
import { loadavg, cpus } from 'node:os'
import { aProduct, whatDoesNotAddUp, type Good } from '#tests/fixtures/databases/test-records.ts'
import { manyCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import { MailFolder } from '#tests/fixtures/mails/mail-folder.ts'
import { aSubmit, send } from '#tests/fixtures/orders/checkout-requests.ts'
import { lookInto, postgresOf, type Look } from '#tests/fixtures/databases/shop-database.ts'
import type { Fields, Visitor } from '#tests/fixtures/http/http-client.ts'
import { chanceOf, SEED, someoneAmong, type Chance } from '#prove/runner/seeded-random.ts'
import type { Step } from '#prove/runner/proof.ts'
import { isForTests, leftOut } from '#prove/runner/short-run.ts'

/** What is killed: the shop, its PostgreSQL, or one of PostgreSQL's processes, after which it recovers as after a crash. */
const VICTIMS = ['shop', 'PostgreSQL', 'backend'] as const
type Victim = (typeof VICTIMS)[number]

const CUSTOMERS = 6
const BACK_WITHIN_MILLISECONDS = 60_000
const BUDGET_MILLISECONDS = 3000
/** PostgreSQL that ends six times within a minute is given up on purpose, and the shop ends with it. */
const POSTGRES_IN_A_ROW = 3

export const kills: Step = {
  name: 'kills',
  asks: 'kill -9 of the shop, of PostgreSQL or of one of its processes, at a random moment of a load of orders: every acknowledged order is there, none is half, each has its mail',
  async prove(stage, tries) {
    if (isForTests(stage)) return leftOut(tries)
    const chance = chanceOf(SEED)
    const dataDir = stage.dataDir()
    const open = () => stage.open({ dataDir, env: { LOG_LEVEL: 'error' } })
    const backIn: Record<Victim, number[]> = { shop: [], PostgreSQL: [], backend: [] }
    let shop = await open()
    const goods = await withLook(dataDir, arrangeGoods)
    const load = keepOrdering(await manyCustomers({ url: shop.url, dataDir }, CUSTOMERS), goods, chance, () => shop.url)
    let inARow = 0
    const rounds = stage.times(200, 3)
    for (let round = 0; round < rounds; round += 1) {
      await pause(100 + chance() * 700)
      // Each victim comes in a short form too.
      const chosen = round < VICTIMS.length ? VICTIMS[round]! : someoneAmong(VICTIMS, chance)
      const victim = inARow < POSTGRES_IN_A_ROW ? chosen : 'shop'
      inARow = victim === 'shop' ? 0 : inARow + 1
      const begun = performance.now()
      if (victim === 'shop') {
        shop.process.kill('SIGKILL')
        shop = await open()
        backIn.shop.push(performance.now() - begun)
      } else await killDatabase(dataDir, victim, chance)
      const isBack = await load.placedAfter(performance.now(), BACK_WITHIN_MILLISECONDS)
      if (!isBack) throw new Error(`No order could be placed after the ${victim} was killed:\n${shop.output().slice(-2000)}`)
      if (victim !== 'shop') backIn[victim].push(performance.now() - begun)
      const lost = await withLook(dataDir, (look) => missing(look, load.acknowledgedSinceLast()))
      tries.expect(lost.length === 0, () => `after the ${victim} was killed (round ${round}): ${lost.join(', ')}`)
    }
    const { sent, cutOff } = await load.finish()
    const { mails, wrong } = await withLook(dataDir, (look) => countAll(look, dataDir, sent))
    tries.add(0, wrong)
    const slow = Object.values(backIn).flat().filter((time) => time > BUDGET_MILLISECONDS).length
    const isBusy = loadavg()[0]! > cpus().length
    // Beside other work on the machine a time says nothing about the shop.
    if (slow > 0 && !isBusy) tries.add(0, [`${slow} times it took more than 3 s to be back`])
    return (
      `${sent.length} orders, ${cutOff} of them cut off and sent again, ${mails} mails; back in ${shown(backIn)}` +
      (isBusy ? `, on a machine that others kept busy (load ${loadavg()[0]!.toFixed(1)} on ${cpus().length} cores)` : '') + `; seed ${SEED}`
    )
  },
}

const shown = (backIn: Record<Victim, number[]>) =>
  VICTIMS.filter((victim) => backIn[victim].length > 0)
    .map((victim) => `${seconds(Math.min(...backIn[victim]))} to ${seconds(Math.max(...backIn[victim]))} (${victim}, ${backIn[victim].length} times)`)
    .join(', ')
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`

const arrangeGoods = async (look: Look) => [
  await aProduct(look, { name: 'Crash Pepper', price: 3.35, stock: 10_000_000 }),
  await aProduct(look, { name: 'Crash Honey', price: 11.5, stock: 10_000_000 }),
  await aProduct(look, { name: 'Crash Tea', price: 0.99, stock: 10_000_000 }),
]

async function withLook<Result>(dataDir: string, work: (look: Look) => Promise<Result>): Promise<Result> {
  const look = lookInto(dataDir)
  try {
    return await work(look)
  } finally {
    await look.close()
  }
}

async function killDatabase(dataDir: string, victim: Victim, chance: Chance) {
  const backends = await withLook(dataDir, (look) =>
    look.query<{ pid: number }>(`select pid from pg_stat_activity where application_name = 'ninth-bend'`),
  )
  process.kill(victim === 'PostgreSQL' ? postgresOf(dataDir).pid : someoneAmong(backends, chance).pid, 'SIGKILL')
  // The others end a moment later: what they still place until then does not say that PostgreSQL is back.
  while (backends.some(({ pid }) => isRunning(pid))) await pause(1)
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Customers who order one thing after another, and send again what got no answer until it gets one. */
function keepOrdering(customers: Visitor[], goods: Good[], chance: Chance, url: () => string) {
  const sent: { submit: Fields; orderId: string }[] = []
  const state = { isOver: false }
  let [cutOff, counted, lastBegun] = [0, 0, 0]
  const placeOne = async (customer: Visitor, submit: Fields) => {
    for (let isFirst = true; ; isFirst = false) {
      const begun = performance.now()
      const answer = await send(customer.copy(url()), submit).catch(() => undefined)
      if (answer?.placed) {
        lastBegun = Math.max(lastBegun, begun)
        return sent.push({ submit, orderId: answer.placed.order_id })
      }
      if (isFirst) cutOff += 1
      await pause(10)
    }
  }
  const all = Promise.all(
    customers.map(async (customer) => {
      while (!state.isOver) {
        const wanted = goods.slice(0, 1 + Math.floor(chance() * 3)).map((product) => ({ product, quantity: 1 + Math.floor(chance() * 3) }))
        await placeOne(customer, aSubmit(wanted))
        await pause(chance() * 40)
      }
    }),
  )
  return {
    /** Whether an order was placed that was begun after that moment. */
    async placedAfter(moment: number, within: number) {
      for (const until = performance.now() + within; performance.now() < until; await pause(5)) if (lastBegun > moment) return true
      return false
    },
    acknowledgedSinceLast() {
      const ids = sent.slice(counted).map(({ orderId }) => orderId)
      counted = sent.length
      return ids
    },
    async finish() {
      state.isOver = true
      await all
      return { sent, cutOff }
    },
  }
}

async function missing(look: Look, ids: string[]): Promise<string[]> {
  const found = await look.query<{ id: string }>('select id from orders where id = any ($1)', [ids])
  const there = new Set(found.map(({ id }) => id))
  return ids.filter((id) => !there.has(id)).map((id) => `the acknowledged order ${id} is missing`)
}

/** Everything at the end: one order, one history, one mail for each submit, nothing half. */
async function countAll(look: Look, dataDir: string, sent: { orderId: string }[]): Promise<{ mails: number; wrong: string[] }> {
  const wrong = await missing(look, sent.map(({ orderId }) => orderId))
  for (const half of await whatDoesNotAddUp(look)) wrong.push(`does not add up: ${JSON.stringify(half)}`)
  const [counts] = await look.query<Record<string, number>>(`
    select (select count(*)::int from orders) as orders, (select count(distinct key)::int from idempotency_keys) as submits,
           (select count(*)::int from outbox where kind = 'order-confirmation') as mails,
           (select count(*)::int from order_history where event = 'placed') as placed,
           (select count(*)::int from orders o where not exists (select from order_items where order_id = o.id)) as empty`)
  for (const [what, count] of Object.entries(counts!)) {
    const expected = what === 'empty' ? 0 : sent.length
    if (count !== expected) wrong.push(`${what}: ${count} instead of ${expected}`)
  }
  // A mail that a killed worker held waits for its lease to run out; here that time passes at once.
  for (const until = Date.now() + 20_000 + sent.length * 20; Date.now() < until; await pause(200)) {
    await look.query('update outbox set available_at = now() where sent_at is null and available_at > now()')
    const [left] = await look.query<{ count: number }>('select count(*)::int as count from outbox where sent_at is null')
    if (left!.count === 0) break
  }
  const mails = new MailFolder(dataDir).all('order-confirmation')
  const numbers = mails.map((mail) => /[0-9A-F]{8}/.exec(mail.header('subject') ?? '')?.[0])
  const written = new Map<string | undefined, number>()
  for (const number of numbers) written.set(number, (written.get(number) ?? 0) + 1)
  for (const { orderId } of sent) {
    const copies = written.get(orderId.slice(0, 8).toUpperCase()) ?? 0
    if (copies === 0) wrong.push(`the mail of order ${orderId} is lost`)
  }
  return { mails: mails.length, wrong }
}
