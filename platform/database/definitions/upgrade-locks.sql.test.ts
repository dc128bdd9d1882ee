import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { withDatabaseName } from '#tests/fixtures/databases/setup-databases.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { migrate } from '#platform/database/migrate.server.ts'
import type { LockRetries } from '#platform/database/sql-files.server.ts'

let database: TestDatabase
let url: string
let other: Client
let customer: Client

beforeEach(async () => {
  database = await createTestDatabase()
  const [{ name }] = (await database.query<{ name: string }>('select current_database() as name')) as [
    { name: string },
  ]
  url = withDatabaseName(inject('testServer').template, name)
  other = new Client({ connectionString: url })
  customer = new Client({ connectionString: url })
  await Promise.all([other.connect(), customer.connect()])
})
afterEach(async () => {
  await Promise.all([other.end(), customer.end()])
  await database.close()
})

/** Upgrades as the first node of a new version does. */
async function startUpgrade(lockRetries?: LockRetries) {
  await database.query(`update ninth_bend.definitions set sha256 = ''`)
  return migrate(url, lockRetries && { lockRetries }).then(() => 'upgraded', String)
}
const appliedSha256 = async () =>
  (await database.query('select sha256 from ninth_bend.definitions'))[0]!['sha256']

test('FLEET-23 a starting node gives way to transactions that lock the tables in another order', async () => {
  await customer.query('begin; select from orders')
  const upgrade = startUpgrade()
  const isWaiting = `select from pg_locks where not granted and relation = 'orders'::regclass`
  await expect.poll(() => database.query(isWaiting)).toHaveLength(1)
  // PostgreSQL looks for deadlocks after a second: the upgrade found none, so the customer would fail.
  await pause(1200)
  await customer.query('select from settings; commit')
  expect(await upgrade).toBe('upgraded')
  expect(await appliedSha256()).not.toBe('')
})

test('FLEET-23 a long transaction ends the start in one line at last; others wait for parts of a second until then', async () => {
  await other.query('begin; select from outbox')
  const state = { isOver: false }
  const upgrade = startUpgrade({ retryMs: 2500, waitsAfterwards: false }).finally(() => (state.isOver = true))
  await customer.query(`set statement_timeout = '900ms'`)
  let reads = 0
  for (; !state.isOver; reads++) {
    await customer.query('select from settings')
    await pause(5)
  }
  expect(reads).toBeGreaterThan(10)
  expect(await upgrade).toMatch(
    /^DatabaseStartupError: The database cannot be upgraded: a long transaction uses its tables \(process \d+ of the database server\)\./,
  )
  await other.query('commit')
  expect(await startUpgrade()).toBe('upgraded')
})
