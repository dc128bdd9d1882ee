import { setTimeout as pause } from 'node:timers/promises'
import { loadavg, cpus } from 'node:os'
import { insertProduct, findInconsistencies } from '#tests/fixtures/databases/test-records.ts'
import { createSignedInCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import { MailFolder } from '#tests/fixtures/mails/mail-folder.ts'
import {
  connectToShopDatabase,
  readPostgresProcess,
  type DatabaseClient,
} from '#tests/fixtures/databases/shop-database.ts'
import { createSeededRandom, SEED, pickRandom, type Random } from '#prove/runner/seeded-random.ts'
import { findMissingOrders, placeOrdersUntilStopped } from './order-load.ts'
import type { ProofStep } from '#prove/runner/proof.ts'

/** When one backend is killed, PostgreSQL recovers from a crash. */
const VICTIMS = ['shop', 'PostgreSQL', 'backend'] as const
type Victim = (typeof VICTIMS)[number]

const CUSTOMERS = 6
const RECOVERY_TIMEOUT_MS = 60_000
const RECOVERY_BUDGET_MS = 3000
/** After six restarts within a minute the shop gives up on PostgreSQL and ends. */
const MAX_CONSECUTIVE_POSTGRES_KILLS = 3

export const killedProcesses: ProofStep = {
  name: 'kills',
  scenario:
    'kill -9 of the shop, of PostgreSQL or of one of its processes, at a random moment under a load of orders: every acknowledged order exists, is complete and has its email',
  async runProof(proofContext, checks) {
    const random = createSeededRandom(SEED)
    const dataDir = proofContext.dataDir()
    const open = () => proofContext.open({ dataDir, env: { LOG_LEVEL: 'error' } })
    const recoveryTimes: Record<Victim, number[]> = { shop: [], PostgreSQL: [], backend: [] }
    let shop = await open()
    const products = await withShopDatabase(dataDir, insertProducts)
    const load = placeOrdersUntilStopped(
      await createSignedInCustomers({ url: shop.url, dataDir }, CUSTOMERS),
      products,
      random,
      () => shop.url,
    )
    let consecutiveKills = 0
    const rounds = proofContext.times(200, 3)
    for (let round = 0; round < rounds; round += 1) {
      await pause(100 + random() * 700)
      // Even a short run kills each of them.
      const chosen = round < VICTIMS.length ? VICTIMS[round]! : pickRandom(VICTIMS, random)
      const victim = consecutiveKills < MAX_CONSECUTIVE_POSTGRES_KILLS ? chosen : 'shop'
      consecutiveKills = victim === 'shop' ? 0 : consecutiveKills + 1
      const startedAt = performance.now()
      if (victim === 'shop') {
        shop.process.kill('SIGKILL')
        shop = await open()
        recoveryTimes.shop.push(performance.now() - startedAt)
      } else await killDatabase(dataDir, victim, random)
      const isBack = await load.placedAfter(performance.now(), RECOVERY_TIMEOUT_MS)
      if (!isBack)
        throw new Error(
          `No order could be placed after the ${victim} was killed:\n${shop.output().slice(-2000)}`,
        )
      if (victim !== 'shop') recoveryTimes[victim].push(performance.now() - startedAt)
      const lost = await withShopDatabase(dataDir, (db) =>
        findMissingOrders(db, load.acknowledgedSinceLast()),
      )
      checks.expect(
        lost.length === 0,
        () => `after the ${victim} was killed (round ${round}): ${lost.join(', ')}`,
      )
    }
    const { sent, cutOff } = await load.finish()
    const { mails, wrong } = await withShopDatabase(dataDir, (db) => checkFinalState(db, dataDir, sent))
    checks.add(0, wrong)
    const slow = Object.values(recoveryTimes)
      .flat()
      .filter((time) => time > RECOVERY_BUDGET_MS).length
    const isBusy = loadavg()[0]! > cpus().length
    // On a busy machine the recovery time means nothing.
    if (slow > 0 && !isBusy) checks.add(0, [`${slow} times it took more than 3 s to be back`])
    return (
      `${sent.length} orders, ${cutOff} of them cut off and sent again, ${mails} mails; back in ${formatTimes(recoveryTimes)}` +
      (isBusy
        ? `, on a machine that others kept busy (load ${loadavg()[0]!.toFixed(1)} on ${cpus().length} cores)`
        : '') +
      `; seed ${SEED}`
    )
  },
}

const formatTimes = (recoveryTimes: Record<Victim, number[]>) =>
  VICTIMS.filter((victim) => recoveryTimes[victim].length > 0)
    .map(
      (victim) =>
        `${seconds(Math.min(...recoveryTimes[victim]))} to ${seconds(Math.max(...recoveryTimes[victim]))} (${victim}, ${recoveryTimes[victim].length} times)`,
    )
    .join(', ')
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`

const insertProducts = async (db: DatabaseClient) => [
  await insertProduct(db, { name: 'Crash Pepper', price: 3.35, stock: 10_000_000 }),
  await insertProduct(db, { name: 'Crash Honey', price: 11.5, stock: 10_000_000 }),
  await insertProduct(db, { name: 'Crash Tea', price: 0.99, stock: 10_000_000 }),
]

async function withShopDatabase<Result>(
  dataDir: string,
  work: (db: DatabaseClient) => Promise<Result>,
): Promise<Result> {
  const db = connectToShopDatabase(dataDir)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

async function killDatabase(dataDir: string, victim: Victim, random: Random) {
  const backends = await withShopDatabase(dataDir, (db) =>
    db.query<{ pid: number }>(`select pid from pg_stat_activity where application_name = 'ninth-bend'`),
  )
  process.kill(
    victim === 'PostgreSQL' ? readPostgresProcess(dataDir).pid : pickRandom(backends, random).pid,
    'SIGKILL',
  )
  // Orders placed before the other backends have ended do not prove that PostgreSQL is back.
  while (backends.some(({ pid }) => isRunning(pid))) await pause(1)
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function checkFinalState(
  db: DatabaseClient,
  dataDir: string,
  sent: { orderId: string }[],
): Promise<{ mails: number; wrong: string[] }> {
  const wrong = await findMissingOrders(
    db,
    sent.map(({ orderId }) => orderId),
  )
  for (const inconsistency of await findInconsistencies(db))
    wrong.push(`does not add up: ${JSON.stringify(inconsistency)}`)
  const [counts] = await db.query<Record<string, number>>(`
    select (select count(*)::int from orders) as orders, (select count(distinct key)::int from idempotency_keys) as submits,
           (select count(*)::int from outbox where kind = 'order-confirmation') as mails,
           (select count(*)::int from order_history where event = 'placed') as placed,
           (select count(*)::int from orders o where not exists (select from order_items where order_id = o.id)) as empty`)
  for (const [name, count] of Object.entries(counts!)) {
    const expected = name === 'empty' ? 0 : sent.length
    if (count !== expected) wrong.push(`${name}: ${count} instead of ${expected}`)
  }
  // Expires the leases of killed workers.
  for (const until = Date.now() + 20_000 + sent.length * 20; Date.now() < until; await pause(200)) {
    await db.query('update outbox set available_at = now() where sent_at is null and available_at > now()')
    const [unsent] = await db.query<{ count: number }>(
      'select count(*)::int as count from outbox where sent_at is null',
    )
    if (unsent!.count === 0) break
  }
  const mails = new MailFolder(dataDir).all('order-confirmation')
  const numbers = mails.map((mail) => /[0-9A-F]{8}/.exec(mail.header('subject') ?? '')?.[0])
  const copiesByNumber = new Map<string | undefined, number>()
  for (const number of numbers) copiesByNumber.set(number, (copiesByNumber.get(number) ?? 0) + 1)
  for (const { orderId } of sent) {
    const copies = copiesByNumber.get(orderId.slice(0, 8).toUpperCase()) ?? 0
    if (copies === 0) wrong.push(`the mail of order ${orderId} is lost`)
  }
  return { mails: mails.length, wrong }
}
