import { setTimeout as pause } from 'node:timers/promises'
import { createSignedInCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import { connectToDatabase } from '#tests/fixtures/databases/shop-database.ts'
import { startPrimaryWithReplicas } from '#tests/fixtures/databases/replica-server.ts'
import { insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { signInAsAdmin, type HttpClient } from '#tests/fixtures/http/http-client.ts'
import { placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'
import { londonDay } from '#shop/dates/dates.ts'
import { shortId } from '#shop/orders/order.ts'
import type { ProofStep } from '#prove/runner/proof.ts'
import { createSeededRandom, SEED } from '#prove/runner/seeded-random.ts'
import { createEditor, readWhileWriting } from './category-edits.ts'

const READS = 4_000
const REPORTS = 200
const MAX_PAUSE_MS = 120
const READS_OF_REPLICA =
  "select sum(coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::int as reads from pg_stat_user_tables where relname <> 'cache_nodes'"
const STATISTICS_DELAY_MS = 1_500

export const replicaReads: ProofStep = {
  name: 'replica',
  scenario:
    'public pages and reports are read from a replica whose replay stops and goes on again and again, while the owner renames a category and customers order: each page and each report that is asked for afterwards shows what was saved before; then the replica is gone, and nobody notices',
  async runProof(proofContext, checks) {
    const servers = await startPrimaryWithReplicas()
    try {
      const address = servers.primary.ownerConnectionString
      const replica = await servers.addReplica('replica')
      const shop = await proofContext.open({
        env: { DATABASE_URL: address, DATABASE_READ_URL: replica.address },
      })
      const db = connectToDatabase(address)
      const product = await insertProduct(db, { name: 'Fleet Pepper', price: 3.35, stock: 10_000_000 })
      const [customer] = await createSignedInCustomers(shop, 1, address)
      const edit = await createEditor(db, shop.url)
      await shop.waitForOutput('are read from the replica')
      const before = await countReads(replica)
      const stopToggling = toggleReplay(replica)
      const reads = proofContext.times(READS, 400)
      const reports = proofContext.times(REPORTS, 40)
      const day = londonDay(new Date())
      let price = 1_000
      const [{ stale, changes }, missing] = await Promise.all([
        readWhileWriting(shop.url, edit, reads, () => `/products?max-price=${(price += 1)}`),
        readReports(await signInAsAdmin(shop.url), reports, day, () =>
          placeOrderOverHttp(customer!, [{ product, quantity: 1 }]),
        ),
      ])
      await stopToggling()
      checks.add(reads, stale)
      checks.add(reports, missing)
      await pause(STATISTICS_DELAY_MS)
      const readsOfReplica = (await countReads(replica)) - before
      checks.expect(readsOfReplica > reads / 20, () => `the replica was read only ${readsOfReplica} times`)
      await replica.stop()
      const alone = await readWhileWriting(shop.url, edit, Math.ceil(reads / 10), () => '/categories')
      checks.add(Math.ceil(reads / 10), alone.stale)
      await db.close()
      return `${reads} pages during ${changes} changes and ${reports} reports, each after an order; ${readsOfReplica} statements were answered by the replica`
    } finally {
      await servers.stop()
    }
  },
}

type Replica = { query: (sql: string) => Promise<Record<string, unknown>[]> }

async function countReads(replica: Replica): Promise<number> {
  const [row] = await replica.query(READS_OF_REPLICA)
  return Number(row!['reads'])
}

function toggleReplay(replica: Replica): () => Promise<void> {
  const random = createSeededRandom(SEED)
  const state = { isOver: false }
  const toggling = (async () => {
    while (!state.isOver) {
      await replica.query('select pg_wal_replay_pause()')
      await pause(random() * MAX_PAUSE_MS)
      await replica.query('select pg_wal_replay_resume()')
      await pause(random() * 4 * MAX_PAUSE_MS)
    }
  })()
  return async () => {
    state.isOver = true
    await toggling
  }
}

async function readReports(
  admin: HttpClient,
  count: number,
  day: string,
  placeOrder: () => Promise<string>,
): Promise<string[]> {
  const missing: string[] = []
  for (let report = 0; report < count; report += 1) {
    const id = shortId(await placeOrder())
    const response = await admin.fetch(`/admin/figures.csv?table=orders&from=${day}&to=${day}`)
    if (!(await response.text()).includes(id)) missing.push(`the report after the order ${id} has not got it`)
  }
  return missing
}
