import { sql } from 'kysely'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { startConnectionPooler } from '#tests/fixtures/databases/connection-pooler.ts'
import { withDatabaseName } from '#tests/fixtures/databases/setup-databases.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { connect, poolAddressesOf } from './connect.server.ts'
import { isDatabaseUnavailable } from './database-unavailable.server.ts'
import { openCheckedClient } from './server-checks.server.ts'
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

test('DATABASE-6 a write that meets a read-only database may be tried again', async () => {
  const db = await connect({ connectionString: database.connectionString })
  onTestFinished(() => db.close())
  const refusal: unknown = await db
    .withActor(visitor, async (trx) => {
      await sql`set transaction read only`.execute(trx)
      await sql`select request_stock_alert('a', 'b', gen_random_uuid())`.execute(trx)
    })
    .catch((problem: unknown) => problem)
  expect(refusal).toMatchObject({ code: '25006' })
  expect(isDatabaseUnavailable(refusal)).toBe(true)
})

test('DATABASE-6 a start waits while a proxy closes each connection, as HAProxy without a primary', async () => {
  const owner = withDatabaseName(
    inject('testServer').template,
    new URL(poolAddressesOf(database.connectionString).visitor).pathname.slice(1),
  )
  const pooler = await startConnectionPooler(owner)
  pooler.state.dropsOptions = false
  onTestFinished(() => pooler.close())
  let refused = 0
  pooler.server.prependListener('connection', (socket: Socket) => {
    if (refused++ < 2) socket.destroy()
  })
  const client = await openCheckedClient(pooler.through(owner))
  await client.end()
  expect(refused).toBe(3)
})

test('DATABASE-8 requests wait while the server takes no more connections', async () => {
  const name = new URL(poolAddressesOf(database.connectionString).visitor).pathname.slice(1)
  const limit = (text: string) => database.query(`alter database "${name}" connection limit ${text}`)
  // The limit does not apply to superusers.
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
