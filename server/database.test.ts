import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '#db/embedded-postgres.server.ts'
import { migrate } from '#db/migrate.server.ts'
import { SUPERUSER } from '#db/postgres-cluster.server.ts'
import { makeShopLogin, SHOP_LOGIN } from '#db/shop-login.server.ts'
import { visitor } from '#shop/permissions.ts'
import { connectionStringOf } from '#tests/requests/shop-database.ts'
import { openDatabase, type OpenDatabase } from './database.ts'

/** The shop's own PostgreSQL as `npm start` opens it, on data that a version without this login had made. */
const directory = mkdtempSync(join(tmpdir(), 'ninth-bend-login-'))
let open: OpenDatabase
let owner: Client

beforeAll(async () => {
  const earlier = await startEmbeddedPostgres({ directory })
  await migrate(earlier.ownerConnectionString)
  await earlier.stop()
  const dataDirectory = { path: directory, sessionSecret: '' }
  const log = pino({ level: 'silent' })
  open = await openDatabase({ databaseUrl: null, dataDirectory }, log, () => {})
  owner = new Client({ connectionString: connectionStringOf(directory) })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await open.stop()
  rmSync(directory, { recursive: true, force: true })
})

const UNDONE = new Error('undone')
/** What somebody gets who can have any statements run where a visitor's are; nothing of it stays. */
async function inject(...statements: string[]): Promise<unknown[]> {
  let rows: unknown[] = []
  const running = open.db.as(visitor, async (trx) => {
    for (const statement of statements) ({ rows } = await sql.raw(statement).execute(trx))
    throw UNDONE
  })
  await running.catch((problem: unknown) => {
    if (problem !== UNDONE) throw problem
  })
  return rows
}

/** Whatever sets the role aside. */
const ESCAPES = [
  'set role none', 'set local role none', 'reset role', 'reset all', `select set_config('role', 'none', false)`,
  'set session authorization default', 'reset session authorization',
]
/** What the owner of the database could do then. */
const GAINS = [
  `set session authorization ${SUPERUSER}`, `set role ${SUPERUSER}`, 'create role intruder superuser login',
  `alter role ${SHOP_LOGIN} superuser`, `grant ${SUPERUSER} to ${SHOP_LOGIN}`,
  'select * from accounts.session', 'select password from accounts.account', 'select * from ninth_bend.migrations',
  'update public.products set price = 0', 'delete from public.orders', 'drop table public.products',
  'insert into accounts.administrator values (gen_random_uuid())', 'create table public.mine ()',
  'alter table public.products disable row level security',
  'create extension file_fdw schema public', `copy (select 1) to program 'true'`, `select pg_read_file('/etc/passwd')`,
]

describe('D6 the pools on the shop’s own PostgreSQL log in as somebody who may do nothing', () => {
  test('all of them do, also on data of an earlier version', async () => {
    const who = `select session_user as who, current_setting('is_superuser') as is_super`
    const answers = await Promise.all([
      sql.raw(who).execute(open.db.visitor),
      sql.raw(who).execute(open.db.worker),
      open.db.as(visitor, (trx) => sql.raw(who).execute(trx)),
      open.db.accounts.query(who),
    ])
    for (const { rows } of answers) expect(rows).toEqual([{ who: SHOP_LOGIN, is_super: 'off' }])
  })

  test.each(ESCAPES)('%s gains nothing', async (escape) => {
    expect(await inject(escape, 'select session_user as who')).toEqual([{ who: SHOP_LOGIN }])
    for (const gain of GAINS) {
      await expect(inject(escape, gain), gain).rejects.toThrow(/^(permission denied|must be owner|Only roles with)/)
    }
  })

  test('it owns nothing: tables and functions are the owner’s', async () => {
    const owned = await owner.query(`select from pg_shdepend where refobjid = $1::regrole and deptype = 'o'`, [SHOP_LOGIN])
    expect(owned.rowCount).toBe(0)
    const { rows } = await owner.query(
      `select distinct relowner::regrole::text as owner from pg_class where relnamespace = 'public'::regnamespace
       union select proowner::regrole::text from pg_proc where pronamespace = 'public'::regnamespace`,
    )
    expect(rows).toEqual([{ owner: SUPERUSER }])
  })

  test('it has no password and every other way in asks for one, so it comes in by the private socket alone', async () => {
    const { rows } = await owner.query(`
      select array(select distinct auth_method from pg_hba_file_rules where type <> 'local') as elsewhere,
             (select rolpassword from pg_authid where rolname = '${SHOP_LOGIN}') as password`)
    expect(rows).toEqual([{ elsewhere: ['scram-sha-256'], password: null }])
  })

  test('one that was changed by hand is put right at the next start', async () => {
    await owner.query(`alter role ${SHOP_LOGIN} superuser inherit createrole password 'pepper'`)
    await makeShopLogin(connectionStringOf(directory))
    const { rows } = await owner.query(`
      select rolsuper, rolinherit, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication, rolcanlogin, rolpassword
        from pg_authid where rolname = '${SHOP_LOGIN}'`)
    expect(rows).toEqual([{
      rolsuper: false, rolinherit: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false,
      rolreplication: false, rolcanlogin: true, rolpassword: null,
    }])
  })
})
