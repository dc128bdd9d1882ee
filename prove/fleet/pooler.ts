import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres/embedded-postgres.server.ts'
import { createSignedInCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import { pgBouncerVersion, startPgBouncer } from '#tests/fixtures/databases/pgbouncer.ts'
import { connectToDatabase } from '#tests/fixtures/databases/shop-database.ts'
import { findInconsistencies, insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { HttpClient } from '#tests/fixtures/http/http-client.ts'
import { freePort } from '#tests/fixtures/shops/free-port.ts'
import { findMissingOrders, placeOrdersUntilStopped } from '#prove/crashes/order-load.ts'
import { skipStep, type CheckCounter, type ProofStep } from '#prove/runner/proof.ts'
import type { ProofContext } from '#prove/runner/proof-context.ts'
import { createSeededRandom, SEED } from '#prove/runner/seeded-random.ts'

const MODES = ['transaction', 'session'] as const
const CUSTOMERS = 4
const LOAD_MS = 20_000
const LOGINS = ['visitor', 'acting', 'worker', 'accounts'].map((purpose) => `shop_login_${purpose}`)

export const pooler: ProofStep = {
  name: 'pooler',
  scenario:
    'the shop behind PgBouncer with deploy/pgbouncer/pgbouncer.ini, in transaction and in session mode, under a load of orders and pages: all are served, and a start as the owner through it is refused in one line',
  async runProof(proofContext, checks) {
    const version = pgBouncerVersion()
    if (!version) return skipStep(checks, 'skipped: pgbouncer is not installed (apt install pgbouncer)')
    const port = await freePort()
    const postgres = await startEmbeddedPostgres({
      directory: proofContext.dataDir(),
      settings: { listen_addresses: '127.0.0.1', port: String(port) },
    })
    try {
      await execute(
        postgres.ownerConnectionString,
        `create role shopkeeper login createrole password 'pepper'; alter database ninth_bend owner to shopkeeper`,
      )
      const direct = `postgresql://shopkeeper:pepper@127.0.0.1:${port}/ninth_bend`
      const notes: string[] = []
      for (const mode of MODES) {
        const bouncer = await startPgBouncer({
          server: { host: '127.0.0.1', port },
          users: { ...Object.fromEntries(LOGINS.map((login) => [login, 'cardamom'])), shopkeeper: 'pepper' },
          settings: { pool_mode: mode, ignore_startup_parameters: 'options' },
        })
        try {
          const through = `127.0.0.1:${bouncer.port}/ninth_bend`
          const addresses = { direct, through, owner: postgres.ownerConnectionString }
          notes.push(`${mode}: ${await serveOrders(proofContext, addresses, checks)} orders`)
          await refuseOwner(proofContext, `postgresql://shopkeeper:pepper@${through}`, checks)
        } finally {
          await bouncer.stop()
        }
      }
      return `PgBouncer ${version}; ${notes.join(', ')}`
    } finally {
      await postgres.stop()
    }
  },
}

type Addresses = { direct: string; through: string; owner: string }

async function serveOrders(
  proofContext: ProofContext,
  { direct, through, owner }: Addresses,
  checks: CheckCounter,
): Promise<number> {
  const shop = await proofContext.open({
    env: { DATABASE_URL: `postgresql://shop_login:cardamom@${through}`, DATABASE_MIGRATION_URL: direct },
  })
  const db = connectToDatabase(owner)
  try {
    const [before] = await db.query<{ orders: number }>('select count(*)::int as orders from orders')
    const product = await insertProduct(db, {
      name: `Pooled Pepper ${shop.url.slice(-5)}`,
      stock: 10_000_000,
    })
    const customers = await createSignedInCustomers(shop, CUSTOMERS, owner)
    const load = placeOrdersUntilStopped(customers, [product], createSeededRandom(SEED), () => shop.url)
    const visitor = new HttpClient(shop.url)
    const endsAt = performance.now() + Math.max(LOAD_MS * proofContext.scale, 2_000)
    try {
      while (performance.now() < endsAt) {
        for (const path of ['/', '/products?sort=price-asc', '/about', `/api/cart?ids=${product.id}`]) {
          const { status } = await visitor.fetch(path)
          checks.expect(status === 200, () => `${path}: ${status}`)
        }
        await pause(20)
      }
    } finally {
      setTimeout(() => load.abandon(), 10_000).unref()
    }
    const { sent } = await load.finish()
    checks.expect(sent.length > 0, () => 'no order was placed')
    checks.add(
      sent.length,
      await findMissingOrders(
        db,
        sent.map(({ orderId }) => orderId),
      ),
    )
    const [after] = await db.query<{ orders: number }>('select count(*)::int as orders from orders')
    checks.expect(
      after!.orders - before!.orders === sent.length,
      () => `${after!.orders - before!.orders} orders for ${sent.length} submits`,
    )
    checks.add(
      0,
      (await findInconsistencies(db)).map((row) => JSON.stringify(row)),
    )
    checks.expect(!shop.output().includes('change notifications do not arrive'), () => 'no notifications')
    return sent.length
  } finally {
    await db.close()
    await shop.stop()
  }
}

/** This PgBouncer drops the options; a shop that did not notice would serve visitors as the owner. */
async function refuseOwner(proofContext: ProofContext, address: string, checks: CheckCounter) {
  const message = await proofContext.open({ env: { DATABASE_URL: address } }).then(
    () => 'the shop opened',
    (problem: Error) => problem.message,
  )
  checks.expect(
    /The database at \S+ gave a connection .*drops the start-up parameter 'options'.*set DATABASE_MIGRATION_URL too/.test(
      message,
    ),
    () => `a start as the owner: ${message.slice(0, 300)}`,
  )
}

async function execute(connectionString: string, sql: string) {
  const client = new Client({ connectionString })
  await client.connect()
  await client.query(sql)
  await client.end()
}
