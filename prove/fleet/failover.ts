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
import {
  findPostgresPrograms,
  isPatroniInstalled,
  startPatroniCluster,
  type PatroniCluster,
} from './patroni-cluster.ts'

const DATABASE = 'shop'
const CUSTOMERS = 6
const RECOVERY_TIMEOUT_MS = 60_000
const WRITES_BACK_MS = 5_000
const MAX_LOG_LINES = 100

async function openReplicatedShop(proofContext: ProofContext, postgres: PatroniCluster) {
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
    'the primary and its machine are killed under a load of orders, with one address in DATABASE_URL, at which HAProxy with deploy/haproxy/patroni.cfg leads to the server that Patroni calls the primary: no acknowledged order is lost, none is doubled, writes are back within 5 s of the promotion, with at most a hundred lines of log; the killed server comes back as the standby of the next round',
  async runProof(proofContext, checks) {
    const programs = findPostgresPrograms()
    if (!programs || !isPatroniInstalled() || !isInstalled('haproxy'))
      return skipStep(
        checks,
        'skipped: patroni, etcd and HAProxy (apt install patroni etcd-server postgresql haproxy) are not installed',
      )
    return failOverUnderLoad(
      proofContext,
      checks,
      await startPatroniCluster(programs, proofContext.dataDir()),
    )
  },
}

async function failOverUnderLoad(
  proofContext: ProofContext,
  checks: CheckCounter,
  cluster: PatroniCluster,
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
    // On a busy machine the time means nothing.
    if (!isBusy) checks.expect(slow === 0, () => `${slow} times writes took more than 5 s to be back`)
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
