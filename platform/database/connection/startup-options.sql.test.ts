import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { startConnectionPooler } from '#tests/fixtures/databases/connection-pooler.ts'
import { withDatabaseName } from '#tests/fixtures/databases/setup-databases.ts'
import { poolAddressesOf, connect, openListener, type ShopDatabase } from './connect.server.ts'
import { migrate } from '#platform/database/migrate.server.ts'

let database: TestDatabase
let owner: string
let pooler: Awaited<ReturnType<typeof startConnectionPooler>>
let poolerConnectionString: string

beforeAll(async () => {
  database = await createTestDatabase()
  owner = withDatabaseName(
    inject('testServer').template,
    new URL(poolAddressesOf(database.connectionString).visitor).pathname.slice(1),
  )
})
afterAll(() => database.close())
beforeEach(async () => {
  pooler = await startConnectionPooler(owner)
  poolerConnectionString = pooler.through(owner)
})
afterEach(() => pooler.close())

const DROPPED =
  /gave a connection .*: a pooler on the way drops the start-up parameter 'options' \(PgBouncer: ignore_startup_parameters\)\. Nothing is asked through it\./
const currentRoleQuery = sql<{ role: string }>`select current_user as role`
const visitor = { kind: 'visitor', userId: null } as const

const queryAllPools = (db: ShopDatabase) =>
  Promise.allSettled([
    currentRoleQuery.execute(db.visitor),
    currentRoleQuery.execute(db.worker),
    db.accounts.query('select current_user as role'),
    db.withActor(visitor, (trx) => currentRoleQuery.execute(trx)),
    db.queryAs({ kind: 'checkout', userId: null }, (one) => currentRoleQuery.execute(one)),
    db.withActor({ kind: 'customer', userId: crypto.randomUUID() }, (trx) => currentRoleQuery.execute(trx)),
    db.queryAs({ kind: 'admin', userId: crypto.randomUUID() }, (one) => currentRoleQuery.execute(one)),
  ])

describe('PERMISSION-12 a connection whose options were dropped by a pooler runs no query', () => {
  test('startup fails with one line, before the database is changed', async () => {
    await expect(migrate(poolerConnectionString)).rejects.toThrow(DROPPED)
    await expect(connect({ connectionString: poolerConnectionString })).rejects.toThrow(DROPPED)
    const message = await connect({ connectionString: poolerConnectionString }).then(
      () => '',
      (error: Error) => error.message,
    )
    expect(message).not.toContain('\n')
  })

  test.each(['visitor', 'acting', 'worker', 'accounts'] as const)(
    'one pool of them is enough: %s',
    async (name) => {
      await expect(
        connect({ connectionString: { ...poolAddressesOf(owner), [name]: poolerConnectionString } }),
      ).rejects.toThrow(DROPPED)
    },
  )

  test('the listening connection is refused too', async () => {
    const listener = openListener(poolerConnectionString)
    await expect(listener.connect()).rejects.toThrow(DROPPED)
    await listener.end()
  })

  test('a running shop refuses such new connections, logs the reason once, and recovers when options arrive again', async () => {
    pooler.state.dropsOptions = false
    const reported: string[] = []
    const db = await connect({
      connectionString: poolerConnectionString,
      onError: ({ message }) => reported.push(message),
    })
    const before = await queryAllPools(db)
    expect(before.map(({ status }) => status)).toEqual(before.map(() => 'fulfilled'))
    pooler.state.dropsOptions = true
    pooler.cutAll()
    await expect.poll(() => reported.length).toBeGreaterThan(0)
    await new Promise((resolve) => setTimeout(resolve, 50))
    for (let turn = 0; turn < 2; turn += 1) {
      for (const result of await queryAllPools(db)) {
        expect(result.status === 'rejected' && (result.reason as Error).message).toMatch(DROPPED)
      }
    }
    expect(
      reported.filter((line) => DROPPED.test(line)),
      'once for each pool',
    ).toHaveLength(4)
    pooler.state.dropsOptions = false
    expect(
      (await queryAllPools(db)).map((result) => result.status === 'fulfilled' && result.value.rows[0]?.role),
    ).toEqual([
      'ninth_bend_visitor',
      'ninth_bend_worker',
      'ninth_bend_accounts',
      'ninth_bend_visitor',
      'ninth_bend_checkout',
      'ninth_bend_customer',
      'ninth_bend_admin',
    ])
    await db.close()
  })

  test('a transaction whose role was not set is rolled back, even as a single message', async () => {
    pooler.state.dropsOptions = false
    const db = await connect({ connectionString: poolerConnectionString })
    await database.query(
      'create table if not exists public.trace (word text); grant all on public.trace to public',
    )
    pooler.state.dropsSetRole = true
    const customer = { kind: 'customer', userId: crypto.randomUUID() } as const
    const write = sql`insert into public.trace values ('seen')`
    await expect(db.withActor(customer, (trx) => write.execute(trx))).rejects.toThrow(
      'The role is ninth_bend_visitor instead of ninth_bend_customer.',
    )
    await expect(db.queryAs(customer, (one) => write.execute(one))).rejects.toThrow(
      'The role is ninth_bend_visitor instead of ninth_bend_customer.',
    )
    expect(await database.query('select * from public.trace')).toEqual([])
    pooler.state.dropsSetRole = false
    await db.queryAs(customer, (one) => write.execute(one))
    expect(await database.query('select * from public.trace')).toEqual([{ word: 'seen' }])
    await db.close()
  })
})

describe('startup never hangs on the migration lock of another connection', () => {
  const LOCK = 920261121

  test('if an idle connection left open by a pooler holds it, the error says what to do', async () => {
    const kept = new Client({ connectionString: owner, application_name: 'kept by a pooler' })
    await kept.connect()
    await kept.query('select pg_advisory_lock($1)', [LOCK])
    const { rows } = await kept.query<{ pid: number }>('select pg_backend_pid() as pid')
    await expect(migrate(owner, { maxHolderIdleSeconds: 1 })).rejects.toThrow(
      `is locked for another start by connection ${rows[0]!.pid} (kept by a pooler), which does nothing: a pooler may have kept it. Restart the pooler, or run: select pg_terminate_backend(${rows[0]!.pid});`,
    )
    await kept.end()
    await migrate(owner)
  })

  test('it waits for an active migration', async () => {
    const other = new Client({ connectionString: owner })
    await other.connect()
    await other.query('select pg_advisory_lock($1)', [LOCK])
    const work = other.query('select pg_sleep(1.5)')
    const started = migrate(owner, { maxHolderIdleSeconds: 1 })
    await work
    await other.query('select pg_advisory_unlock($1)', [LOCK])
    await expect(started).resolves.toBeNull()
    await other.end()
  })

  test('it does not leave the lock behind', async () => {
    await migrate(owner)
    expect(
      await database.query(
        `select 1 from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
      ),
    ).toEqual([])
  })
})
