import { cpus, loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { createSignedInCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import { connectToDatabase, type DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import { findInconsistencies, insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { isInstalled } from '#tests/fixtures/proxies/deployed-proxies.ts'
import { findMissingOrders, placeOrdersUntilStopped } from '#prove/crashes/order-load.ts'
import { skipStep, type CheckCounter, type ProofStep } from '#prove/runner/proof.ts'
import type { ProofContext } from '#prove/runner/proof-context.ts'
import { createSeededRandom, SEED } from '#prove/runner/seeded-random.ts'
import { isPatroniInstalled, putBehindHaproxy, startPatroniCluster } from './patroni-cluster.ts'
import {
  findPostgresPrograms,
  startReplicatedPostgres,
  type ReplicatedPostgres,
} from './replicated-postgres.ts'

const DATABASE = 'shop'
const CUSTOMERS = 6
const RECOVERY_TIMEOUT_MS = 60_000
const WRITES_BACK_MS = 2_000
const MAX_LOG_LINES = 100
const NOT_INSTALLED =
  'skipped: the PostgreSQL of Debian (apt install postgresql), which has pg_basebackup, is not installed'

async function openReplicatedShop<Postgres extends ReplicatedPostgres>(
  proofContext: ProofContext,
  postgres: Postgres,
) {
  await postgres.query(`create role shopkeeper login createrole password 'pepper'`)
  await postgres.query(`create database ${DATABASE} owner shopkeeper`)
  const shop = await proofContext
    .open({ env: { DATABASE_URL: postgres.addressOf('shopkeeper:pepper', DATABASE) } })
    .catch(async (problem: unknown) => {
      await postgres.stop()
      throw problem
    })
  const withDatabase = async <Result>(work: (db: DatabaseClient) => Promise<Result>): Promise<Result> => {
    const db = connectToDatabase(postgres.administratorAddress(DATABASE))
    try {
      return await work(db)
    } finally {
      await db.close()
    }
  }
  const products = await withDatabase(async (db) => [
    await insertProduct(db, { name: 'Fleet Pepper', price: 3.35, stock: 10_000_000 }),
    await insertProduct(db, { name: 'Fleet Honey', price: 11.5, stock: 10_000_000 }),
  ])
  const customers = await createSignedInCustomers(shop, CUSTOMERS, postgres.administratorAddress(DATABASE))
  const load = placeOrdersUntilStopped(customers, products, createSeededRandom(SEED), () => shop.url)
  return { postgres, shop, withDatabase, load }
}

async function checkOrders(
  withDatabase: <Result>(work: (db: DatabaseClient) => Promise<Result>) => Promise<Result>,
  sent: { orderId: string }[],
  checks: CheckCounter,
) {
  const wrong = await withDatabase(async (db) => {
    const missing = await findMissingOrders(
      db,
      sent.map(({ orderId }) => orderId),
    )
    const inconsistencies = (await findInconsistencies(db)).map(
      (row) => `does not add up: ${JSON.stringify(row)}`,
    )
    const [row] = await db.query<{ orders: number }>('select count(*)::int as orders from orders')
    const counted = row!.orders === sent.length ? [] : [`${row!.orders} orders for ${sent.length} submits`]
    return [...missing, ...inconsistencies, ...counted]
  })
  checks.add(sent.length, wrong)
}

export const failover: ProofStep = {
  name: 'failover',
  scenario:
    'kill -9 of the primary under a load of orders, its synchronous standby promoted: no acknowledged order is lost, none is doubled, writes are back within 2 s of the promotion, with at most a hundred lines of log',
  async runProof(proofContext, checks) {
    const programs = findPostgresPrograms()
    if (!programs) return skipStep(checks, NOT_INSTALLED)
    return failOverUnderLoad(
      proofContext,
      checks,
      await startReplicatedPostgres(programs, proofContext.dataDir()),
    )
  },
}

export const patroniFailover: ProofStep = {
  name: 'patroni',
  scenario:
    'the same with Patroni and etcd, which notice by themselves that the primary and its machine are gone, in synchronous mode; the killed server comes back as the standby of the next round',
  async runProof(proofContext, checks) {
    const programs = findPostgresPrograms()
    if (!programs || !isPatroniInstalled())
      return skipStep(
        checks,
        'skipped: patroni and etcd (apt install patroni etcd-server postgresql) are not installed',
      )
    return failOverUnderLoad(
      proofContext,
      checks,
      await startPatroniCluster(programs, proofContext.dataDir()),
    )
  },
}

export const haproxyFailover: ProofStep = {
  name: 'patroni-haproxy',
  scenario:
    'the same with one address in DATABASE_URL, at which HAProxy with deploy/haproxy/patroni.cfg leads to the server that Patroni calls the primary',
  async runProof(proofContext, checks) {
    const programs = findPostgresPrograms()
    if (!programs || !isPatroniInstalled() || !isInstalled('haproxy'))
      return skipStep(
        checks,
        'skipped: patroni, etcd and HAProxy (apt install patroni etcd-server postgresql haproxy) are not installed',
      )
    const cluster = await startPatroniCluster(programs, proofContext.dataDir())
    return failOverUnderLoad(proofContext, checks, await putBehindHaproxy(cluster))
  },
}

async function failOverUnderLoad(
  proofContext: ProofContext,
  checks: CheckCounter,
  cluster: ReplicatedPostgres,
): Promise<string> {
  const { postgres, shop, withDatabase, load } = await openReplicatedShop(proofContext, cluster)
  const [backAfter, logLines]: [number[], number[]] = [[], []]
  try {
    const rounds = proofContext.times(20, 2)
    for (let round = 0; round < rounds; round += 1) {
      if (round > 0) await postgres.attachStandby()
      const before = performance.now()
      if (!(await load.placedAfter(before, RECOVERY_TIMEOUT_MS)))
        throw new Error(`No order:\n${shop.output().slice(-2000)}`)
      await pause(500)
      const linesBefore = shop.output().split('\n').length
      await postgres.failOver()
      const promotedAt = performance.now()
      const isBack = await load.placedAfter(promotedAt, RECOVERY_TIMEOUT_MS)
      checks.expect(isBack, () => `no order after the promotion: ${shop.output().slice(-500)}`)
      if (!isBack) return ''
      backAfter.push(performance.now() - promotedAt)
      logLines.push(shop.output().split('\n').length - linesBefore)
      const missing = await withDatabase((db) => findMissingOrders(db, load.acknowledgedSinceLast()))
      checks.expect(missing.length === 0, () => `round ${round}: ${missing.join(', ')}`)
      checks.expect(
        logLines.at(-1)! <= MAX_LOG_LINES,
        () => `round ${round}: ${logLines.at(-1)} lines of log`,
      )
    }
    const { sent, cutOff } = await load.finish()
    await checkOrders(withDatabase, sent, checks)
    const isBusy = loadavg()[0]! > cpus().length
    const slow = backAfter.filter((milliseconds) => milliseconds > WRITES_BACK_MS).length
    // On a busy machine the time says nothing.
    if (!isBusy) checks.expect(slow === 0, () => `${slow} times writes took more than 2 s to be back`)
    const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`
    return (
      `${sent.length} orders, ${cutOff} of them cut off and sent again; writes back ${seconds(Math.min(...backAfter))} to ${seconds(Math.max(...backAfter))} after the promotion; ` +
      `at most ${Math.max(...logLines)} lines of log${isBusy ? `; the machine was kept busy by others (load ${loadavg()[0]!.toFixed(1)} on ${cpus().length} cores)` : ''}`
    )
  } finally {
    load.abandon()
    await postgres.stop()
  }
}

export const formerPrimary: ProofStep = {
  name: 'former-primary',
  scenario:
    'the former primary comes back after a failover and accepts writes while the new one restarts: it gets no order',
  async runProof(proofContext, checks) {
    const programs = findPostgresPrograms()
    if (!programs) return skipStep(checks, NOT_INSTALLED)
    const { postgres, shop, withDatabase, load } = await openReplicatedShop(
      proofContext,
      await startReplicatedPostgres(programs, proofContext.dataDir()),
    )
    try {
      await load.placedAfter(performance.now(), RECOVERY_TIMEOUT_MS)
      await postgres.failOver()
      if (!(await load.placedAfter(performance.now(), RECOVERY_TIMEOUT_MS)))
        throw new Error(`No order after the promotion:\n${shop.output().slice(-2000)}`)
      const count = 'select count(*)::int as orders from orders'
      let before: unknown
      const after = await postgres.returnFormerPrimary(async () => {
        ;[before] = await postgres.queryFormerPrimary(count, DATABASE)
        await pause(2_000)
        const [row] = await postgres.queryFormerPrimary(count, DATABASE)
        return row
      })
      checks.expect(
        JSON.stringify(before) === JSON.stringify(after),
        () => `the former primary had ${JSON.stringify(before)} and got ${JSON.stringify(after)}`,
      )
      if (!(await load.placedAfter(performance.now(), RECOVERY_TIMEOUT_MS)))
        throw new Error(`No order after the restart:\n${shop.output().slice(-2000)}`)
      const { sent } = await load.finish()
      await checkOrders(withDatabase, sent, checks)
      return `${sent.length} orders`
    } finally {
      load.abandon()
      await postgres.stop()
    }
  },
}
