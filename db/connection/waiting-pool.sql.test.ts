import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { connect, poolAddressesOf } from './connect.server.ts'
import { isDatabaseUnavailable } from './database-unavailable.server.ts'
import { checkRole } from './startup-options.server.ts'

const visitor = { kind: 'visitor', userId: null } as const

let database: TestDatabase
beforeAll(async () => void (database = await createTestDatabase()))
afterAll(() => database.close())

test('DATABASE-6 a connection that leads to a standby is refused, and may be tried again', async () => {
  const standby = { query: async () => ({ rows: [{ role: 'any', searchPath: 'any', isStandby: true }] }) }
  const refusal: unknown = await checkRole(
    standby as never,
    { role: 'any', searchPath: 'any' },
    'postgresql://shop:secret@db.example/shop',
  ).catch((problem: unknown) => problem)
  expect((refusal as Error).message).toBe(
    'The database at db.example:5432/shop is a standby, which accepts no writes.',
  )
  expect(isDatabaseUnavailable(refusal)).toBe(true)
})

test('DATABASE-8 requests wait while the server takes no more connections', async () => {
  const name = new URL(poolAddressesOf(database.connectionString).visitor).pathname.slice(1)
  const limit = (text: string) => database.query(`alter database "${name}" connection limit ${text}`)
  // The limit does not count for superusers.
  const db = await connect({ connectionString: database.connectionString })
  onTestFinished(() => db.close())
  const [row] = await database.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`,
  )
  await limit(String(row!.count + 1))
  onTestFinished(() => limit('-1').then(() => {}))
  const slow = () => db.withActor(visitor, (trx) => sql`select pg_sleep(0.2)`.execute(trx))
  await expect(Promise.all(Array.from({ length: 12 }, slow))).resolves.toHaveLength(12)
  expect(db.poolUsage().every(({ open }) => open < 12)).toBe(true)
})
