import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { migrate } from '#platform/database/migrate.server.ts'
import { pgBouncerVersion, startPgBouncer } from '#tests/fixtures/databases/pgbouncer.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { withDatabaseName } from '#tests/fixtures/databases/setup-databases.ts'
import { connect, openListener, poolAddressesOf, type ShopDatabase } from './connect.server.ts'
import { createPoolerLogins, pooledAddresses } from './pooler-logins.server.ts'

const version = pgBouncerVersion()
/** The PostgreSQL 18 of the tests listens on no port. */
const isOverTcp = !new URL(inject('testServer').template).searchParams.has('host')
const skipReason = !isOverTcp
  ? ' (skipped: this PostgreSQL listens on no port)'
  : version
    ? ''
    : ' (skipped: pgbouncer is not installed)'

const prefix = `shop_${randomBytes(4).toString('hex')}`
const password = 'cardamom & pepper'
const users = Object.fromEntries(
  ['visitor', 'acting', 'worker', 'accounts'].map((purpose) => [`${prefix}_${purpose}`, password]),
)
let database: TestDatabase
let owner: string

const start = async (settings: Record<string, string>) => {
  const { hostname: host, port, username, password: ownerPassword } = new URL(owner)
  const withOwner = { ...users, [username]: decodeURIComponent(ownerPassword) }
  const bouncer = await startPgBouncer({ server: { host, port: Number(port) }, users: withOwner, settings })
  onTestFinished(() => bouncer.stop())
  return `postgresql://${prefix}:${encodeURIComponent(password)}@127.0.0.1:${bouncer.port}${new URL(owner).pathname}`
}
const open = async (poolerUrl: string) => {
  const db = await connect({ connectionString: pooledAddresses(poolerUrl, owner) })
  onTestFinished(() => db.close())
  return db
}
const messageOf = (action: () => Promise<unknown>) =>
  action().then(
    () => 'opened',
    ({ message }: Error) => message,
  )

const WHO = sql<{ role: string; user_id: string }>`
  select current_user as role, current_setting('app.user_id', true) as user_id, pg_sleep(0.002)`
const user = '0b9f6c1e-8d35-4f0a-9d8c-2f5e0f1a7c11'
async function rolesOfAllPools(db: ShopDatabase) {
  const results = await Promise.all([
    WHO.execute(db.visitor),
    WHO.execute(db.worker),
    db.accounts.query('select current_user as role, current_schema() as user_id'),
    db.withActor({ kind: 'visitor', userId: null }, (trx) => WHO.execute(trx)),
    db.queryAs({ kind: 'customer', userId: user }, (one) => WHO.execute(one)),
    db.withActor({ kind: 'admin', userId: user }, (trx) => WHO.execute(trx)),
    db.queryAs({ kind: 'checkout', userId: null }, (one) => WHO.execute(one)),
  ])
  return results.map(({ rows: [row] }) => `${row?.role} ${row?.user_id ?? ''}`.trim())
}
const ROLES = [
  'ninth_bend_visitor',
  'ninth_bend_worker',
  'ninth_bend_accounts accounts',
  'ninth_bend_visitor',
  `ninth_bend_customer ${user}`,
  `ninth_bend_admin ${user}`,
  'ninth_bend_checkout',
]

describe.skipIf(skipReason !== '')(`through PgBouncer ${version}${skipReason}`, () => {
  beforeAll(async () => {
    database = await createTestDatabase()
    const visitor = new URL(poolAddressesOf(database.connectionString).visitor)
    owner = withDatabaseName(inject('testServer').template, visitor.pathname.slice(1))
    await createPoolerLogins(owner, `postgresql://${prefix}:${encodeURIComponent(password)}@localhost/x`)
  })
  afterAll(async () => {
    await database.close()
  })

  test.each(['transaction', 'session'])(
    'DATABASE-1 in %s mode each query has the role of its actor',
    async (mode) => {
      const poolerUrl = await start({ pool_mode: mode, default_pool_size: '3' })
      // In session mode the second shop gets sessions that the first one left behind.
      for (let shop = 0; shop < 2; shop += 1) {
        const db = await connect({ connectionString: pooledAddresses(poolerUrl, owner) })
        const rounds = mode === 'session' ? 3 : 30
        if (mode === 'transaction')
          for (const roles of await Promise.all(Array.from({ length: rounds }, () => rolesOfAllPools(db))))
            expect(roles).toEqual(ROLES)
        // Repeated until they become prepared statements, which PgBouncer 1.18 does not support in
        // transaction mode.
        for (let round = 0; round < 12; round += 1) {
          const { rows } = await sql`
          select current_setting('timezone') as zone, current_setting('statement_timeout') as timeout`.execute(
            db.visitor,
          )
          expect(rows).toEqual([{ zone: 'UTC', timeout: '5s' }])
          if (mode === 'session') expect(await rolesOneByOne(db)).toEqual(ROLES)
        }
        await db.close()
      }
    },
  )

  test('DATABASE-2 notifications arrive, because the listener is connected to PostgreSQL itself', async () => {
    const poolerUrl = await start({})
    const db = await open(poolerUrl)
    const listener = openListener(pooledAddresses(poolerUrl, owner))
    await listener.connect()
    const heard = new Promise((resolve) => {
      listener.on('notification', ({ payload }) => resolve(payload))
    })
    await listener.query('listen ninth_bend_test')
    await sql`select pg_notify('ninth_bend_test', 'seen')`.execute(db.worker)
    expect(await heard).toBe('seen')
    await listener.end()
  })

  test('DATABASE-3 a login that lost its role can read nothing, and can take no other role', async () => {
    const client = new Client({ connectionString: withUser(owner, `${prefix}_visitor`, password) })
    await client.connect()
    const { rows } = await client.query('select current_user as role')
    expect(rows).toEqual([{ role: 'ninth_bend_visitor' }])
    await expect(client.query('set role ninth_bend_admin')).rejects.toThrow('permission denied')
    await client.query('set role none')
    await expect(client.query('select * from public.products')).rejects.toThrow('permission denied')
    await expect(client.query('select * from accounts.session')).rejects.toThrow('permission denied')
    await client.end()
  })

  const ONE_LINE = /^The (database|pooler) at [^\n]+$/
  test.each(['transaction', 'session'])(
    'DATABASE-3 in %s mode the owner is refused in one line, whether options are dropped or refused',
    async (mode) => {
      for (const [ignored, reason] of [
        ['options', /drops the start-up parameter 'options'.*set DATABASE_MIGRATION_URL too/],
        ['', /does not take the start-up parameter 'options'.*set DATABASE_MIGRATION_URL too/],
      ] as const) {
        const { port } = new URL(await start({ pool_mode: mode, ignore_startup_parameters: ignored }))
        const through = new URL(owner)
        through.port = port
        for (const openAsOwner of [
          () => connect({ connectionString: through.href }),
          () => migrate(through.href),
        ]) {
          const message = await messageOf(openAsOwner)
          expect(message).toMatch(reason)
          expect(message).toMatch(ONE_LINE)
        }
      }
    },
  )

  test('DATABASE-3 a session that has lost its role, and a pooler without the logins, are refused in one line', async () => {
    const forgetful = await start({ pool_mode: 'session', server_reset_query: 'SET ROLE NONE' })
    const first = await connect({ connectionString: pooledAddresses(forgetful, owner) })
    await first.close()
    const message = await messageOf(() => open(forgetful))
    expect(message).toMatch(
      /^The pooler at \S+ gave a connection the role \S+ instead of ninth_bend_\w+: it keeps a session that has lost/,
    )
    expect(message).toMatch(ONE_LINE)
    const unknown = (await start({})).replace(prefix, 'unknown')
    expect(await messageOf(() => open(unknown))).toMatch(
      /the pooler refuses a login of the shop\. Give its four logins/,
    )
  })

  test('DATABASE-4 a start does not hang on a lock: migrations hold theirs on a connection of their own', async () => {
    await Promise.all([migrate(owner), migrate(owner)])
    const locks = await database.query(`select 1 from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`)
    expect(locks).toEqual([])
  })
})

/** In session mode each connection uses one of PgBouncer's, so there are fewer at a time than default_pool_size. */
async function rolesOneByOne(db: ShopDatabase) {
  const roles: string[] = []
  for (const query of [
    () => WHO.execute(db.visitor),
    () => WHO.execute(db.worker),
    () => db.accounts.query('select current_user as role, current_schema() as user_id'),
    () => db.withActor({ kind: 'visitor', userId: null }, (trx) => WHO.execute(trx)),
    () => db.queryAs({ kind: 'customer', userId: user }, (one) => WHO.execute(one)),
    () => db.withActor({ kind: 'admin', userId: user }, (trx) => WHO.execute(trx)),
    () => db.queryAs({ kind: 'checkout', userId: null }, (one) => WHO.execute(one)),
  ]) {
    const {
      rows: [row],
    } = await query()
    roles.push(`${row?.role} ${row?.user_id ?? ''}`.trim())
  }
  return roles
}

function withUser(connectionString: string, name: string, secret: string): string {
  const url = new URL(connectionString)
  url.username = name
  url.password = secret
  return url.href
}
