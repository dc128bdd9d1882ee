import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DB } from '#platform/database/schema.ts'
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres/embedded-postgres.server.ts'
import { migrate, SHOP_ROLES } from '#platform/database/migrate.server.ts'
import { SUPERUSER } from '#platform/database/embedded-postgres/postgres-cluster.server.ts'
import {
  createLoginRoles,
  LOGIN_ROLES,
  type PoolName,
} from '#platform/database/connection/login-roles.server.ts'
import { visitor } from '#shop/permissions.ts'
import { connectionStringOf } from '#tests/fixtures/databases/shop-database.ts'
import { startDatabase, type OpenedDatabase } from './open-database.ts'

/** Data of an earlier version, in which all pools shared one login role. */
const directory = mkdtempSync(join(tmpdir(), 'ninth-bend-login-'))
const LOGIN_OF_AN_EARLIER_VERSION = `create role ninth_bend_shop login noinherit; grant ${SHOP_ROLES} to ninth_bend_shop`
let open: OpenedDatabase
let owner: Client

beforeAll(async () => {
  const earlier = await startEmbeddedPostgres({ directory })
  await migrate(earlier.ownerConnectionString)
  owner = new Client({ connectionString: earlier.ownerConnectionString })
  await owner.connect()
  await owner.query(LOGIN_OF_AN_EARLIER_VERSION)
  await owner.end()
  await earlier.stop()
  const dataDirectory = { path: directory, sessionSecret: '', isNew: false }
  const log = pino({ level: 'silent' })
  open = await startDatabase({ databaseUrl: null, dataDirectory }, log, () => {})
  owner = new Client({ connectionString: connectionStringOf(directory) })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await open.stop()
  rmSync(directory, { recursive: true, force: true })
})

const openSecond = (processes: number, log = pino({ level: 'silent' }), slowStartMs?: number) =>
  startDatabase(
    {
      databaseUrl: connectionStringOf(directory),
      dataDirectory: { path: directory, sessionSecret: '', isNew: false },
      processes,
      ...(slowStartMs !== undefined && { slowStartMs }),
    },
    log,
    () => {},
  )

test('more processes than the connection limit allows are refused before connecting', async () => {
  // PostgreSQL reserves 3 of 100 connections for superusers.
  await expect(openSecond(12)).rejects.toThrow(/ lets in 97 connections, and PROCESSES=12 may need 117\./)
})

test('OPERATIONS-19 a start whose commits wait for a synchronous standby says so until it has opened', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  const messages = () => lines.map((line) => JSON.parse(line) as object)
  const setStandby = async (names: string) => {
    await owner.query(`alter system set synchronous_standby_names = '${names}'`)
    await owner.query('select pg_reload_conf()')
  }
  await setStandby('db1')
  try {
    const opening = openSecond(2, log, 500)
    await expect
      .poll(messages)
      .toContainEqual(
        expect.objectContaining({
          waitEvents: ['SyncRep'],
          msg: 'The shop does not open yet: commits wait for a synchronous standby, which is away.',
        }),
      )
    expect(messages()[0], 'a commit of a moment waits too').toMatchObject({
      waitEvents: [],
      msg: 'The shop does not open yet: the database is not ready, or a migration runs, which may take minutes.',
    })
    await setStandby('')
    const { stop } = await opening
    lines.length = 0
    await pause(1200)
    expect(lines).toEqual([])
    await stop()
  } finally {
    await setStandby('')
  }
})

test('the primary process uses the fewest connections', async () => {
  const second = await openSecond(2)
  expect([open, second].map(({ db }) => db.accounts.options.max)).toEqual([6, 2])
  await second.stop()
})

const ROLLED_BACK = new Error('undone')
/** Runs statements on a pool like an SQL injection and rolls them back; returns the rows of the last one. */
async function inject(pool: PoolName, ...statements: string[]): Promise<unknown[]> {
  let rows: unknown[] = []
  const runOn = async (db: Kysely<DB>) => {
    for (const statement of statements) ({ rows } = await sql.raw(statement).execute(db))
    throw ROLLED_BACK
  }
  const work = {
    acting: () => open.db.withActor(visitor, runOn),
    visitor: () => rolledBackOn(open.db.visitor, runOn),
    worker: () => rolledBackOn(open.db.worker, runOn),
    accounts: async () => {
      const client = await open.db.accounts.connect()
      try {
        await client.query('begin')
        for (const statement of statements) ({ rows } = await client.query(statement))
      } finally {
        await client.query('rollback')
        client.release()
      }
    },
  }
  await work[pool]().catch((problem: unknown) => {
    if (problem !== ROLLED_BACK) throw problem
  })
  return rows
}

const rolledBackOn = (db: Kysely<DB>, work: (one: Kysely<DB>) => Promise<never>): Promise<never> =>
  db.connection().execute(async (one) => {
    await sql`begin`.execute(one)
    try {
      return await work(one)
    } finally {
      await sql`rollback`.execute(one)
    }
  })

const MAY_BECOME: Record<PoolName, string[]> = {
  visitor: ['ninth_bend_visitor'],
  acting: [
    'ninth_bend_visitor',
    'ninth_bend_customer',
    'ninth_bend_checkout',
    'ninth_bend_admin',
    'ninth_bend_packer',
  ],
  worker: ['ninth_bend_worker'],
  accounts: ['ninth_bend_accounts'],
}
const POOL_NAMES = Object.keys(LOGIN_ROLES) as PoolName[]
const LOGIN_NAMES = Object.values(LOGIN_ROLES).map(({ name }) => name)
const ALL_ROLES = [
  ...SHOP_ROLES.split(', '),
  ...LOGIN_NAMES,
  SUPERUSER,
  'pg_read_server_files',
  'pg_execute_server_program',
]

const ESCAPES = [
  'set role none',
  'set local role none',
  'reset role',
  'reset all',
  `select set_config('role', 'none', false)`,
  'set session authorization default',
  'reset session authorization',
]
const ESCALATIONS = [
  `set session authorization ${SUPERUSER}`,
  `set role ${SUPERUSER}`,
  'create role intruder superuser login',
  `alter role ${LOGIN_ROLES.visitor.name} superuser`,
  `grant ${SUPERUSER} to ${LOGIN_ROLES.visitor.name}`,
  `grant ninth_bend_accounts to ${LOGIN_ROLES.visitor.name}, ${LOGIN_ROLES.acting.name}, ${LOGIN_ROLES.worker.name}`,
  'select * from accounts.session',
  'select password from accounts.account',
  'select * from ninth_bend.migrations',
  'update public.products set price = 0',
  'delete from public.orders',
  'drop table public.products',
  'insert into accounts.administrator values (gen_random_uuid())',
  'create table public.mine ()',
  'create temporary table mine ()',
  'alter table public.products disable row level security',
  'create extension file_fdw schema public',
  `copy (select 1) to program 'true'`,
  `select pg_read_file('/etc/passwd')`,
]

const REFUSED = /^(permission denied|must be owner|Only roles with)/

describe('PERMISSION-12 the login roles of the pools have no privileges on the embedded PostgreSQL', () => {
  test.each(POOL_NAMES)('%s has its own login role, also on data of an earlier version', async (pool) => {
    const statement = `select session_user as who, current_user as role, current_setting('is_superuser') as is_super`
    expect(await inject(pool, statement)).toEqual([
      { who: `ninth_bend_login_${pool}`, role: MAY_BECOME[pool][0], is_super: 'off' },
    ])
  })

  test.each(POOL_NAMES)('%s can take on its own roles and no other', async (pool) => {
    for (const role of ALL_ROLES.filter((name) => name !== LOGIN_ROLES[pool].name)) {
      for (const before of ['select', 'set role none', 'set session authorization default']) {
        const taken = inject(pool, before, `set local role ${role}`, 'select current_user as role')
        if (MAY_BECOME[pool].includes(role)) expect(await taken).toEqual([{ role: role }])
        else await expect(taken, `${before}, ${role}`).rejects.toThrow('permission denied to set role')
      }
    }
  })

  test('the other pools have no access to accounts', async () => {
    for (const pool of ['visitor', 'acting', 'worker'] as const) {
      for (const escalation of ESCALATIONS.filter((each) => each.includes(' accounts.'))) {
        await expect(
          inject(pool, 'set local role ninth_bend_accounts', escalation),
          escalation,
        ).rejects.toThrow(REFUSED)
        await expect(inject(pool, escalation), escalation).rejects.toThrow(REFUSED)
      }
    }
  })

  const everyEscape = POOL_NAMES.flatMap((pool) => ESCAPES.map((escape) => ({ pool, escape })))
  test.each(everyEscape)('$pool: $escape gives no privileges', async ({ pool, escape }) => {
    const [current] = await inject(pool, escape, 'select session_user as login, current_user as role')
    expect(current).toMatchObject({ login: LOGIN_ROLES[pool].name })
    // Some statements restore the role of the connection, and the accounts role may read its own tables.
    const isAccountsRole = (current as { role: string }).role === 'ninth_bend_accounts'
    const escalations = ESCALATIONS.filter(
      (escalation) => !(isAccountsRole && escalation.includes(' accounts.')),
    )
    for (const escalation of escalations)
      await expect(inject(pool, escape, escalation), escalation).rejects.toThrow(REFUSED)
  })

  test('they own nothing: the owner owns tables and functions', async () => {
    const owned = await owner.query(
      `select from pg_shdepend where refobjid = any ($1::text[]::regrole[]) and deptype = 'o'`,
      [LOGIN_NAMES],
    )
    expect(owned.rowCount).toBe(0)
    const { rows } = await owner.query(
      `select distinct relowner::regrole::text as owner from pg_class where relnamespace = 'public'::regnamespace
       union select proowner::regrole::text from pg_proc where pronamespace = 'public'::regnamespace`,
    )
    expect(rows).toEqual([{ owner: SUPERUSER }])
  })

  test('they have no password and can only connect by the private socket', async () => {
    const { rows } = await owner.query(
      `select array(select distinct auth_method from pg_hba_file_rules where type <> 'local') as elsewhere,
              array(select distinct rolpassword from pg_authid where rolname = any ($1)) as passwords`,
      [LOGIN_NAMES],
    )
    expect(rows).toEqual([{ elsewhere: ['scram-sha-256'], passwords: [null] }])
  })

  test('manual changes are reverted at the next start', async () => {
    const { name } = LOGIN_ROLES.visitor
    await owner.query(`alter role ${name} superuser inherit createrole password 'pepper'`)
    const roles = 'ninth_bend_visitor, ninth_bend_accounts, pg_read_server_files'
    await owner.query(`grant ${roles} to ${name} with admin true, inherit true`)
    await owner.query(`grant temporary on database ninth_bend to public, ${name}, ninth_bend_visitor`)
    await createLoginRoles(connectionStringOf(directory))
    const { rows } = await owner.query(`
      select rolsuper, rolinherit, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication, rolcanlogin, rolpassword
        from pg_authid where rolname = '${name}'`)
    expect(rows).toEqual([
      {
        rolsuper: false,
        rolinherit: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolbypassrls: false,
        rolreplication: false,
        rolcanlogin: true,
        rolpassword: null,
      },
    ])
    const memberships = await owner.query(`
      select roleid::regrole::text as role, admin_option, inherit_option, set_option
        from pg_auth_members where member = '${name}'::regrole`)
    await expect(inject('visitor', 'create temporary table mine ()')).rejects.toThrow(REFUSED)
    expect(memberships.rows).toEqual([
      { role: 'ninth_bend_visitor', admin_option: false, inherit_option: false, set_option: true },
    ])
  })

  test('the shared login role of an earlier version is dropped', async () => {
    expect((await owner.query(`select from pg_roles where rolname = 'ninth_bend_shop'`)).rowCount).toBe(0)
  })

  test('if it cannot be dropped because it has manual grants, it can neither log in nor take on a role', async () => {
    await owner.query(`${LOGIN_OF_AN_EARLIER_VERSION}; grant select on public.products to ninth_bend_shop`)
    await createLoginRoles(connectionStringOf(directory))
    const { rows } = await owner.query(`
      select rolcanlogin as can_login, array(select roleid from pg_auth_members where member = r.oid) as roles
        from pg_roles r where rolname = 'ninth_bend_shop'`)
    expect(rows).toEqual([{ can_login: false, roles: [] }])
  })
})
