import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { withDatabaseName } from '#tests/fixtures/databases/setup-databases.ts'
import { testAddress } from '#tests/fixtures/databases/test-records.ts'
import { DatabaseStartupError } from './connection/database-error.server.ts'
import { migrate, SHOP_ROLES } from './migrate.server.ts'

let tree: string
let directory: string
let administrator: Client
const made: string[] = []

beforeAll(async () => {
  administrator = new Client({ connectionString: inject('testServer').administrator })
  await administrator.connect()
})
afterAll(async () => {
  for (const name of made) await administrator.query(`drop database ${name} with (force)`)
  await administrator.end()
})
beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'ninth-bend-migrations-'))
  directory = join(tree, 'platform/database')
  for (const folder of ['migrations', 'triggers', 'sql'])
    mkdirSync(join(directory, folder), { recursive: true })
  cpSync(join(import.meta.dirname, 'roles.sql'), join(directory, 'roles.sql'))
  write('migrations/0001-tins.sql', 'create table tins (id int primary key);')
  write('sql/worth.sql', 'create or replace function worth() returns int language sql as $$ select 1 $$;')
  write('policies.sql', 'revoke all on tins from public;')
})
afterEach(() => rmSync(tree, { recursive: true, force: true }))

const write = (path: string, content: string) => writeFileSync(join(directory, path), content)

async function emptyDatabase(owner = new URL(inject('testServer').template).username) {
  const name = `test_${randomBytes(6).toString('hex')}`
  await administrator.query(`create database ${name} owner ${owner}`)
  made.push(name)
  return withDatabaseName(inject('testServer').template, name)
}

async function runQuery(connectionString: string, sql: string) {
  const client = new Client({ connectionString })
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows
}
const applied = (url: string) => runQuery(url, 'select name from ninth_bend.migrations order by name')

test('OPERATIONS-7 migrations run once and in order; new ones run later', async () => {
  const url = await emptyDatabase()
  write(
    'migrations/0002-lids.sql',
    'create table lids (tin int references tins); insert into tins values (1);',
  )
  await migrate(url, { tree })
  await migrate(url, { tree })
  write('migrations/0003-labels.sql', 'alter table tins add label text;')
  await migrate(url, { tree })
  expect(await applied(url)).toEqual([
    { name: '0001-tins.sql' },
    { name: '0002-lids.sql' },
    { name: '0003-labels.sql' },
  ])
  expect(await runQuery(url, 'select id, label from tins')).toEqual([{ id: 1, label: null }])
})

test('a new column is covered by grants and triggers that are written for all columns', async () => {
  const url = await emptyDatabase()
  write(
    'policies.sql',
    `do $$ begin
      execute format('comment on table tins is %L', (
        select string_agg(attname, ',' order by attnum) from pg_attribute where attrelid = 'tins'::regclass and attnum > 0));
    end $$;`,
  )
  await migrate(url, { tree })
  write('migrations/0002-labels.sql', 'alter table tins add label text;')
  await migrate(url, { tree })
  expect(await runQuery(url, `select obj_description('tins'::regclass) as columns`)).toEqual([
    { columns: 'id,label' },
  ])
})

test('DATABASE-10 a table that a migration rewrites is read from its index alone at once', async () => {
  const url = await emptyDatabase()
  write('migrations/0002-many.sql', 'insert into tins select generate_series(1, 5000);')
  await migrate(url, { tree })
  await runQuery(url, 'vacuum analyze tins')
  write('migrations/0003-wide.sql', 'alter table tins alter id type bigint;')
  await migrate(url, { tree })
  const [{ 'QUERY PLAN': plan }] = await runQuery(
    url,
    'explain (analyze, costs off, timing off, format json) select id from tins order by id limit 1 offset 4000',
  )
  expect(JSON.stringify(plan)).toContain('"Heap Fetches":0')
})

test('nodes that start at the same time migrate once', async () => {
  const url = await emptyDatabase()
  write('migrations/0002-slow.sql', 'select pg_sleep(0.2); insert into tins values (1);')
  await Promise.all([1, 2, 3, 4].map(() => migrate(url, { tree })))
  expect(await runQuery(url, 'select count(*)::int as tins from tins')).toEqual([{ tins: 1 }])
})

test('an applied migration that was edited prevents the start', async () => {
  const url = await emptyDatabase()
  await migrate(url, { tree })
  write('migrations/0001-tins.sql', 'create table tins (id bigint primary key);')
  await expect(migrate(url, { tree })).rejects.toThrow(
    new DatabaseStartupError(
      'This database was made by another version of the shop: its migration 0001-tins.sql differs from the one of this version. ' +
        'To use it, start that version. To go back to this version, restore a backup of before into another DATA_DIR or an empty database; what has changed since is not in it. ' +
        'To start with an empty database, choose another DATA_DIR or DATABASE_URL.',
    ),
  )
})

test('different line endings are not an edit', async () => {
  const url = await emptyDatabase()
  write('migrations/0001-tins.sql', 'create table tins (\n  id int primary key\n);\n')
  await migrate(url, { tree })
  write('migrations/0001-tins.sql', 'create table tins (\r\n  id int primary key\r\n);\r\n')
  await expect(migrate(url, { tree })).resolves.toBeNull()
})

test('an applied migration that is missing prevents the start', async () => {
  const url = await emptyDatabase()
  await migrate(url, { tree })
  rmSync(join(directory, 'migrations/0001-tins.sql'))
  await expect(migrate(url, { tree })).rejects.toThrow(
    'was made by another version of the shop: it has the migration 0001-tins.sql, which this version does not know. To use it, start that version. To go back to this version, restore a backup',
  )
})

test('a database of a version before the first release is refused in one line and not changed', async () => {
  const url = await emptyDatabase()
  for (const [name, sql] of [
    ['0001-shop.sql', 'create table products (id int);'],
    ['0002-accounts.sql', 'insert into products values (1);'],
  ] as const)
    write(`migrations/${name}`, sql)
  rmSync(join(directory, 'migrations/0001-tins.sql'))
  write('policies.sql', '')
  await migrate(url, { tree })
  await expect(migrate(url)).rejects.toThrow(
    new DatabaseStartupError(
      'This database was made by a version before the first release and cannot be upgraded. ' +
        'To start with an empty database, choose another DATA_DIR or DATABASE_URL; to use this one, start the version that made it.',
    ),
  )
  expect(await runQuery(url, 'select id from products')).toEqual([{ id: 1 }])
  expect(await applied(url)).toEqual([{ name: '0001-shop.sql' }, { name: '0002-accounts.sql' }])
})

test('a new migration numbered before an applied one prevents the start', async () => {
  const url = await emptyDatabase()
  await migrate(url, { tree })
  write('migrations/0000-before.sql', 'select 1;')
  await expect(migrate(url, { tree })).rejects.toThrow(
    'Migration 0000-before.sql comes before 0001-tins.sql, which already ran. Give it a higher number.',
  )
})

test('a failing migration is rolled back, and the message names file and line', async () => {
  const url = await emptyDatabase()
  write('migrations/0002-wrong.sql', 'insert into tins values (1);\nalter table tins\n  add colour nothing;')
  await expect(migrate(url, { tree })).rejects.toThrow(
    'platform/database/migrations/0002-wrong.sql, line 3: type "nothing" does not exist',
  )
  expect(await applied(url)).toEqual([{ name: '0001-tins.sql' }])
  expect(await runQuery(url, 'select * from tins')).toEqual([])
})

test('changed procedures and policies are applied without a migration', async () => {
  const url = await emptyDatabase()
  await migrate(url, { tree })
  write('sql/worth.sql', 'create or replace function worth() returns int language sql as $$ select 2 $$;')
  await migrate(url, { tree })
  expect(await runQuery(url, 'select worth()')).toEqual([{ worth: 2 }])
  write('policies.sql', 'alter table tins enable row level security;')
  await migrate(url, { tree })
  expect(
    await runQuery(url, `select relrowsecurity as guarded from pg_class where oid = 'tins'::regclass`),
  ).toEqual([{ guarded: true }])
})

test('changed triggers are applied without a migration, constraint triggers too', async () => {
  const url = await emptyDatabase()
  const trigger = (id: number, timing: string) => `
    create or replace function set_id() returns trigger language plpgsql as $$ begin new.id := ${id}; return new; end $$;
    create or replace trigger set_id before insert on tins for each row ${timing} execute function set_id();
    drop trigger if exists check_id on tins;
    create constraint trigger check_id after insert on tins deferrable for each row execute function set_id();`
  write('triggers/tins.sql', trigger(5, ''))
  await migrate(url, { tree })
  await runQuery(url, 'insert into tins values (1)')
  write('triggers/tins.sql', trigger(6, 'when (new.id > 1)'))
  await migrate(url, { tree })
  await runQuery(url, 'insert into tins values (1), (2)')
  expect(await runQuery(url, 'select id from tins order by id')).toEqual([{ id: 1 }, { id: 5 }, { id: 6 }])
})

test('policies are applied again after a migration, also if the process ended in between', async () => {
  const url = await emptyDatabase()
  write('policies.sql', 'alter table if exists lids enable row level security;')
  await migrate(url, { tree })
  write('migrations/0002-lids.sql', 'create table lids (tin int references tins);')
  write('sql/unfinished.sql', 'do $$ begin raise exception $e$ended here$e$; end $$;')
  await expect(migrate(url, { tree })).rejects.toThrow('ended here')
  rmSync(join(directory, 'sql/unfinished.sql'))
  await migrate(url, { tree })
  expect(
    await runQuery(url, `select relrowsecurity as guarded from pg_class where oid = 'lids'::regclass`),
  ).toEqual([{ guarded: true }])
})

test('procedures may call each other regardless of file names', async () => {
  const url = await emptyDatabase()
  write(
    'sql/all.sql',
    'create or replace function all_worth() returns int language sql as $$ select worth() * 10 $$;',
  )
  await migrate(url, { tree })
  expect(await runQuery(url, 'select all_worth()')).toEqual([{ all_worth: 10 }])
})

test('a migration is retried after a deadlock with a reader', async () => {
  const url = await emptyDatabase()
  write('migrations/0002-lids.sql', 'create table lids (tin int references tins);')
  await migrate(url, { tree })
  write(
    'migrations/0003-labels.sql',
    'alter table tins add label text; select pg_advisory_xact_lock(3); alter table lids add label text;',
  )
  const name = new URL(url).pathname.slice(1)
  const [gate, reader] = [1, 2].map(
    () => new Client({ connectionString: withDatabaseName(inject('testServer').administrator, name) }),
  ) as [Client, Client]
  await Promise.all([gate.connect(), reader.connect()])
  const waiting = async (locktype: string) =>
    (
      await administrator.query(
        `select from pg_locks where database = (select oid from pg_database where datname = $1) and locktype = $2 and not granted`,
        [name, locktype],
      )
    ).rowCount
  await gate.query('select pg_advisory_lock(3)')
  // The reader's deadlock_timeout is long, so that PostgreSQL picks the migration as the victim of the deadlock.
  await reader.query(`set deadlock_timeout = '1h'; begin; select from lids`)
  const migrating = migrate(url, { tree })
  await expect.poll(() => waiting('advisory')).toBe(1)
  const read = reader.query('select from tins')
  await expect.poll(() => waiting('relation')).toBe(1)
  await gate.query('select pg_advisory_unlock(3)')
  await read
  await reader.query('commit')
  await migrating
  expect(await runQuery(url, 'select t.label, l.label from tins t full join lids l on true')).toEqual([])
  await Promise.all([gate.end(), reader.end()])
})

test('two shops set up at the same time on one server share the roles', async () => {
  const prefix = `race_${randomBytes(4).toString('hex')}`
  write(
    'roles.sql',
    readFileSync(join(directory, 'roles.sql'), 'utf8').replaceAll('ninth_bend_', `${prefix}_`),
  )
  const urls: string[] = []
  while (urls.length < 4) urls.push(await emptyDatabase())
  await Promise.all(urls.map((url) => migrate(url, { tree })))
  const { rows } = await administrator.query(`select rolname from pg_roles where rolname like '${prefix}%'`)
  expect(rows).toHaveLength(SHOP_ROLES.split(', ').length)
})

test('if the user may not create roles, the message contains sufficient statements for an administrator', async () => {
  const user = `plain_${randomBytes(4).toString('hex')}`
  await administrator.query(`create role ${user} login password 'pepper'`)
  const url = new URL(await emptyDatabase(user))
  url.username = user
  if (url.password) url.password = 'pepper'
  const problem = await migrate(url.href).then(
    () => '',
    (error: Error) => error.message,
  )
  expect(problem).toContain(`The database user ${user} may not make or take on the shop's roles.`)
  await administrator.query(/GRANT .*;/.exec(problem)?.[0] ?? '')
  await migrate(url.href)
  await expect(runQuery(url.href, 'set role ninth_bend_visitor')).resolves.toEqual([])
})

test('OPERATIONS-3 a user with createrole but without superuser can set up the shop', async () => {
  const prefix = `own_${randomBytes(4).toString('hex')}`
  write(
    'roles.sql',
    readFileSync(join(directory, 'roles.sql'), 'utf8').replaceAll('ninth_bend_', `${prefix}_`),
  )
  await administrator.query(`create role ${prefix} login createrole password 'pepper'`)
  const url = new URL(await emptyDatabase(prefix))
  url.username = prefix
  if (url.password) url.password = 'pepper'
  await migrate(url.href, { tree })
  await migrate(url.href, { tree })
  await expect(runQuery(url.href, `set role ${prefix}_admin`)).resolves.toEqual([])
})

test(
  'ORDER-29 FLEET-11 orders that a node places while another one upgrades the database are found by their texts',
  { timeout: 60_000 },
  async () => {
    const url = await emptyDatabase()
    await migrate(url, { lastMigration: '0061-order-search-texts.sql' })
    const former = new Client({ connectionString: url })
    await former.connect()
    const place = (city: string) =>
      former.query(
        `insert into public.orders (user_id, total_amount, shipping_address, estimated_delivery) values (gen_random_uuid(), 5, $1, now())`,
        [{ ...testAddress, city }],
      )
    try {
      await place('Reading')
      await former.query('begin')
      await place('Luton')
      const upgrade = migrate(url)
      await expect
        .poll(() =>
          runQuery(
            url,
            `select mode from pg_locks where not granted and relation = 'public.orders'::regclass`,
          ),
        )
        .toEqual([{ mode: 'AccessExclusiveLock' }])
      await former.query('commit')
      await upgrade
      expect(
        await runQuery(
          url,
          `select split_part(search_text, E'\\n', 7) as city from public.order_search_texts order by 1`,
        ),
      ).toEqual([{ city: 'luton' }, { city: 'reading' }])
    } finally {
      await former.end()
    }
  },
)
