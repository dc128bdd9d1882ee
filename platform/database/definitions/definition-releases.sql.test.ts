import { randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { withDatabaseName } from '#tests/fixtures/databases/setup-databases.ts'
import { DatabaseStartupError } from '#platform/database/connection/database-error.server.ts'
import { migrate } from '#platform/database/migrate.server.ts'
import { RELEASE } from '#platform/database/release.ts'

const folders: string[] = []
let administrator: Client
let name: string
let url: string

beforeAll(async () => {
  administrator = new Client({ connectionString: inject('testServer').administrator })
  await administrator.connect()
})
afterAll(() => administrator.end())
beforeEach(async () => {
  name = `test_${randomBytes(6).toString('hex')}`
  const owner = new URL(inject('testServer').template).username
  await administrator.query(`create database ${name} owner ${owner}`)
  url = withDatabaseName(inject('testServer').template, name)
})
afterEach(async () => {
  await administrator.query(`drop database ${name} with (force)`)
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A build whose procedure returns `worth`, with `more` further procedures and one table per migration. */
function createBuild(
  worth: number,
  { number = 1, oldestCompatible = 1, migrations = 1, more = 0, columns = '' } = {},
) {
  const tree = mkdtempSync(join(tmpdir(), 'ninth-bend-build-'))
  folders.push(tree)
  const directory = join(tree, 'platform/database')
  for (const folder of ['migrations', 'triggers', 'sql'])
    mkdirSync(join(directory, folder), { recursive: true })
  cpSync(join(import.meta.dirname, '../roles.sql'), join(directory, 'roles.sql'))
  for (let count = 1; count <= migrations; count += 1)
    writeFileSync(
      join(directory, `migrations/000${count}-table.sql`),
      `create table table_${count} (id int primary key);`,
    )
  const names = ['worth', ...Array.from({ length: more }, (_, index) => `worth_${index + 1}`)]
  for (const each of names)
    writeFileSync(
      join(directory, `sql/${each}.sql`),
      `create or replace function ${each}() returns int language sql as $$ select ${worth} $$;`,
    )
  if (columns)
    writeFileSync(
      join(directory, 'sql/worths.sql'),
      `create type public.worths as (\n  ${columns}\n);
       create or replace function sum_worths(p_worths worths) returns int language sql as $$ select ${worth} $$;`,
    )
  writeFileSync(join(directory, 'policies.sql'), 'revoke all on table_1 from public;')
  return {
    start: (reapplies = false) => migrate(url, { tree, release: { number, oldestCompatible }, reapplies }),
  }
}

async function query(sql: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ worth: number }>(sql)
  await client.end()
  return rows
}
const readWorth = async () => (await query('select worth()'))[0]!.worth
const putBack = (names: string) =>
  `REAPPLY_DEFINITIONS=yes put back what differed from this version: ${names}. Remove the setting.`

test('FLEET-8 an older build that starts again leaves the newer procedures in place and says so', async () => {
  const [older, newer] = [createBuild(1), createBuild(2)]
  expect(await older.start()).toBeNull()
  expect(await newer.start()).toBeNull()
  expect(await older.start()).toBe(
    'The database has the procedures of a newer build of this release, and this node works with them. ' +
      'Upgrade this node; to go back to the procedures of this version, stop the newer nodes and start once with REAPPLY_DEFINITIONS=yes.',
  )
  expect(await readWorth()).toBe(2)
  expect(await newer.start()).toBeNull()
})

test('FLEET-24 a composite type stays while its columns are the same, and otherwise gets those of the build', async () => {
  const readType = async () => (await query(`select 'worths'::regtype::oid::int as worth`))[0]!.worth
  await createBuild(1, { columns: 'first int,\n  second text' }).start()
  const type = await readType()
  await createBuild(2, { columns: '-- Changed.\n  first integer,\n  second text' }).start()
  expect(await readType()).toBe(type)
  const other = createBuild(3, { columns: 'first int,\n  second text,\n  third date' })
  await other.start()
  expect(await readType()).not.toBe(type)
  expect(await query(`select sum_worths((1, 'one', current_date)) as worth`)).toEqual([{ worth: 3 }])
  await createBuild(4, { columns: 'first int,\n  third date' }).start()
  expect(await query('select sum_worths((1, current_date)) as worth')).toEqual([{ worth: 4 }])
})

test('FLEET-25 a trigger that no file has any more is dropped, with its function', async () => {
  await createBuild(1).start()
  await query(`create function former() returns trigger language plpgsql as 'begin return null; end';
    create trigger former after truncate on table_1 execute function former()`)
  await createBuild(2).start()
  expect(await query(`select from pg_trigger where tgname = 'former'`)).toEqual([])
  expect(await query(`select from pg_proc where proname = 'former'`)).toEqual([])
})

test('FLEET-8 a build of an earlier release leaves the newer procedures in place, even if the database never had its own', async () => {
  await createBuild(3, { number: 3, migrations: 2 }).start()
  expect(await createBuild(2, { number: 2 }).start()).toContain(
    'the procedures of a newer release (3, this is 2)',
  )
  expect(await readWorth()).toBe(3)
})

test('FLEET-9 a release that the newer one is not compatible with does not start, changes nothing, and says what to do', async () => {
  await createBuild(1, { number: 1 }).start()
  await createBuild(3, { number: 3, oldestCompatible: 3, migrations: 2 }).start()
  for (const reapplies of [false, true])
    await expect(createBuild(2, { number: 2 }).start(reapplies)).rejects.toThrow(
      new DatabaseStartupError(
        'This database was upgraded by a newer version of the shop and cannot be used by this one: it needs release 3 or newer, this is release 2. ' +
          'Start the newer version on this node; to go back to this version, restore a backup made before the upgrade.',
      ),
    )
  expect(await readWorth()).toBe(3)
})

test('FLEET-10 the procedures of the version before are put back on request, also over newer migrations, and the newer version takes them forward again', async () => {
  const [older, newer] = [
    createBuild(1, { number: 1 }),
    createBuild(2, { number: 2, oldestCompatible: 1, migrations: 2 }),
  ]
  await older.start()
  await newer.start()
  expect(await older.start(true)).toBe(putBack('worth'))
  expect(await readWorth()).toBe(1)
  expect(await older.start()).toBeNull()
  expect(await newer.start()).toBeNull()
  expect(await readWorth()).toBe(2)
})

test('FLEET-10 the same with two builds of one release', async () => {
  const [older, newer] = [createBuild(1), createBuild(2)]
  await older.start()
  await newer.start()
  expect(await older.start(true)).toBe(putBack('worth'))
  expect(await readWorth()).toBe(1)
  expect(await newer.start()).toBeNull()
  expect(await readWorth()).toBe(2)
})

test('FLEET-18 manual changes are put back on request too; the log has up to ten names, or that nothing differed', async () => {
  const build = createBuild(1)
  expect(await build.start(true), 'an empty database').toBeNull()
  await query('create or replace function worth() returns int language sql as $$ select 7 $$')
  expect(await build.start()).toBeNull()
  expect(await readWorth()).toBe(7)
  await query('grant select on table_1 to public')
  expect(await build.start(true)).toBe(putBack('privileges on table_1, worth'))
  expect(await readWorth()).toBe(1)
  expect(await build.start(true)).toBe(
    'REAPPLY_DEFINITIONS=yes changed nothing: the database has the procedures of this version. Remove the setting.',
  )
  const many = createBuild(2, { more: 12 })
  await many.start()
  await query('drop function worth_1, worth_2')
  const numbers = [1, 10, 11, 12, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => `worth_${number}`)
  const differing = createBuild(3, { more: 12 })
  expect(await differing.start(true)).toBe(
    putBack(`${['worth', ...numbers].slice(0, 10).join(', ')} and 3 more`),
  )
})

test(
  'FLEET-18 the definitions of the shop applied twice differ in nothing',
  { timeout: 60_000 },
  async () => {
    const { templateWithoutSearchWords, template } = inject('testServer')
    await administrator.query(`drop database ${name}`)
    await administrator.query(
      `create database ${name} template ${templateWithoutSearchWords} owner ${new URL(template).username}`,
    )
    const readTypes = () => query(`select oid from pg_class where relkind = 'c' order by 1`)
    const types = await readTypes()
    expect(await migrate(url, { reapplies: true })).toContain('changed nothing')
    expect(await readTypes(), 'FLEET-24').toEqual(types)
    await query(
      `create or replace function public.is_manager() returns boolean language sql as 'select true'`,
    )
    await query('drop trigger end_offer_of_changed_price on products')
    expect(await migrate(url, { reapplies: true })).toBe(
      putBack('is_manager, trigger end_offer_of_changed_price on products'),
    )
  },
)

test('a newer migration of an unknown build of the same release is refused as before', async () => {
  await createBuild(2, { migrations: 2 }).start()
  await expect(createBuild(1).start()).rejects.toThrow('it has the migration 0002-table.sql')
})

test('the number of the release is raised with each version of the changelog', () => {
  const changelog = readFileSync(join(import.meta.dirname, '../../../CHANGELOG.md'), 'utf8')
  expect(RELEASE.number).toBe(changelog.match(/^## \[/gm)?.length)
  expect(RELEASE.oldestCompatible).toBeLessThanOrEqual(RELEASE.number)
})
