import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { migrate } from '#db/migrate.server.ts'
import { freePort } from '#tests/fixtures/shops/free-port.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { withDatabaseName } from '#tests/fixtures/databases/setup-databases.ts'
import { connect, openListener, poolAddressesOf } from './connect.server.ts'
import { createPrimaryHost, isDatabaseUnavailable } from './primary-host.server.ts'

/** The PostgreSQL 18 of the tests listens on no port. */
const isOverTcp = !new URL(inject('testServer').template).searchParams.has('host')
const skipReason = isOverTcp ? '' : ' (skipped: this PostgreSQL listens on no port)'
const visitor = { kind: 'visitor', userId: null } as const

let database: TestDatabase
let owner: string
/** The first host does not answer, the second is the database. */
let addresses: string

beforeAll(async () => {
  database = await createTestDatabase()
  const name = new URL(poolAddressesOf(database.connectionString).visitor).pathname.slice(1)
  owner = withDatabaseName(inject('testServer').template, name)
  addresses = owner.replace('@', `@127.0.0.1:${await freePort()},`)
})
afterAll(() => database.close())

const open = async (connectionString: string) => {
  const db = await connect({ connectionString })
  onTestFinished(() => db.close())
  return db
}
const execute = (statement: string) =>
  database.query(`do $$ begin execute format('alter database %I ${statement}', current_database()); end $$`)

describe.skipIf(!isOverTcp)(`several hosts${skipReason}`, () => {
  test('DATABASE-5 pools, listener and migrations find the host that answers', async () => {
    await migrate(addresses)
    const db = await open(addresses)
    const results = await Promise.all([
      sql<{ role: string }>`select current_user as role`.execute(db.visitor),
      db.withActor(visitor, (trx) => sql<{ role: string }>`select current_user as role`.execute(trx)),
    ])
    expect(results.map(({ rows }) => rows[0]?.role)).toEqual(['ninth_bend_visitor', 'ninth_bend_visitor'])
    const listener = openListener(addresses)
    await listener.connect()
    await listener.end()
  })

  test('DATABASE-6 a host that accepts no writes is refused, after a wait for another one', async () => {
    const db = await open(addresses)
    await execute('set default_transaction_read_only = on')
    onTestFinished(() => execute('reset default_transaction_read_only').then(() => {}))
    await database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'ninth-bend' and datname = current_database()`,
    )
    let error: unknown
    let startedAt = 0
    // The first queries may still meet a connection that was just cut.
    do {
      startedAt = performance.now()
      error = await db
        .withActor(visitor, (trx) => sql`select 1`.execute(trx))
        .catch((problem: unknown) => problem)
    } while (/terminat/i.test((error as Error).message))
    expect((error as Error).message).toMatch(/^No host of \S+ accepts writes\.$/)
    expect(isDatabaseUnavailable(error)).toBe(true)
    expect(performance.now() - startedAt).toBeGreaterThan(4_000)
    const served = db.withActor(visitor, (trx) => sql`select 1 as one`.execute(trx))
    await execute('reset default_transaction_read_only')
    expect((await served).rows).toEqual([{ one: 1 }])
  })

  test('DATABASE-7 a former primary, of an older timeline, is never used again', async () => {
    const host = createPrimaryHost(addresses)
    await host.find()
    const asked = (timeline: string) =>
      host.check({ query: async () => ({ rows: [{ is_writable: true, timeline }] }) } as never)
    await asked('0000000A')
    await asked('0000000A')
    await expect(asked('00000009')).rejects.toThrow('accepts writes')
  })

  test('DATABASE-8 requests wait while the server takes no more connections', async () => {
    const db = await open(owner)
    const [row] = await database.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`,
    )
    await execute(`connection limit ${row!.count + 1}`)
    onTestFinished(() => execute('connection limit -1').then(() => {}))
    const slow = () => db.withActor(visitor, (trx) => sql`select pg_sleep(0.2)`.execute(trx))
    await expect(Promise.all(Array.from({ length: 12 }, slow))).resolves.toHaveLength(12)
  })
})
