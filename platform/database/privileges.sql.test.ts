import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertCustomer, insertAdmin } from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import {
  FUNCTION_CALLERS,
  ROLES,
  TABLE_PRIVILEGES,
  type ExpectedPrivileges,
  type Role,
} from '#tests/fixtures/databases/expected-privileges.ts'
import { visitor, type Admin, type Customer } from '#shop/permissions.ts'
import type { DatabaseActor } from './connection/connect.server.ts'

let database: TestDatabase
let admin: Admin
let packer: Admin
let asha: Customer

beforeAll(async () => {
  database = await createTestDatabase()
  admin = await insertAdmin(database)
  packer = await insertAdmin(database, 'packer')
  asha = await insertCustomer(database)
})
afterAll(() => database.close())

const doAs = (actor: DatabaseActor, statement: string) =>
  database.db.withActor(actor, async (trx) => (await sql.raw(statement).execute(trx)).numAffectedRows)

describe('PERMISSION-14 Privileges in the system catalogue', () => {
  test('PERMISSION-10 PERMISSION-14 every role has exactly the expected table privileges', async () => {
    const found = await database.query<{
      table: string
      role: Role
      verb: string
      columns: string[]
      all_columns: number
      has_policy: boolean
    }>(`
      select n.nspname || '.' || c.relname as "table", replace(r.rolname, 'ninth_bend_', '') as role, v.verb,
             case when v.verb = 'delete' then case when has_table_privilege(r.oid, c.oid, v.verb) then '{*}' else '{}' end::text[]
                  else array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
                    and has_column_privilege(r.oid, c.oid, a.attnum, v.verb) order by a.attname collate "C") end as columns,
             case when v.verb = 'delete' then 1 else (select count(*)::int from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) end as all_columns,
             has_schema_privilege(r.oid, n.oid, 'usage') and exists (select from pg_policy p where p.polrelid = c.oid
               and (p.polroles = '{0}' or r.oid = any (p.polroles)) and p.polcmd in ('*', v.letter)) as has_policy
        from pg_class c join pg_namespace n on n.oid = c.relnamespace, pg_roles r,
             (values ('select', 'r'::"char", 1), ('insert', 'a', 2), ('update', 'w', 3), ('delete', 'd', 4)) as v (verb, letter, place)
       where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and r.rolname like 'ninth\\_bend\\_%'
         and r.rolname <> 'ninth_bend_owner'
       order by 1, 2, v.place`)
    const tables: Record<string, ExpectedPrivileges> = {}
    for (const { table, role, verb, columns, all_columns, has_policy } of found) {
      const rights = (tables[table] ??= {})
      if (!columns.length || !has_policy) continue
      const right = columns.length === all_columns ? verb : `${verb} (${columns.join(', ')})`
      rights[role] = rights[role] ? `${rights[role]}, ${right}` : right
    }
    expect(tables).toEqual(TABLE_PRIVILEGES)
  })

  test('PERMISSION-14 an administrator writes every column of products except those listed here', async () => {
    const columnsWithout = async (verb: string) =>
      (
        await database.query<{ name: string }>(
          `select attname::text as name from pg_attribute where attrelid = 'products'::regclass and attnum > 0 and not attisdropped
            and not has_column_privilege('ninth_bend_admin', attrelid, attnum, $1) order by 1`,
          [verb],
        )
      ).map(({ name }) => name)
    expect(await columnsWithout('insert')).toEqual([
      'created_at',
      'featured_position',
      'offer_ends_at',
      'reference_price',
      'sellable_stock',
      'updated_at',
      'version',
    ])
    expect(await columnsWithout('update')).toEqual([
      'created_at',
      'featured_position',
      'id',
      'offer_ends_at',
      'reference_price',
      'sellable_stock',
      'slug',
      'stock',
      'updated_at',
      'version',
    ])
  })

  test('PERMISSION-12 every table has row-level security, and no role can bypass it', async () => {
    expect(
      await database.query(`select n.nspname, c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname in ('public', 'accounts') and not c.relrowsecurity`),
    ).toEqual([])
    expect(
      await database.query(
        `select rolname from pg_roles where rolname = any ($1) and (rolbypassrls or rolsuper or rolcanlogin or rolcreaterole)`,
        [ROLES.map((role) => `ninth_bend_${role}`)],
      ),
    ).toEqual([])
  })

  test('no role may truncate tables, add triggers or create objects', async () => {
    expect(
      await database.query(
        `
      select c.relname, r.rolname from pg_class c join pg_namespace n on n.oid = c.relnamespace, unnest($1::text[]) as r (rolname)
       where n.nspname in ('public', 'accounts') and c.relkind = 'r' and has_table_privilege(r.rolname, c.oid, 'truncate, trigger')
      union all
      select n.nspname, r.rolname from pg_namespace n, unnest($1::text[]) as r (rolname)
       where n.nspname in ('public', 'accounts', 'ninth_bend') and has_schema_privilege(r.rolname, n.oid, 'create')`,
        [ROLES.map((role) => `ninth_bend_${role}`)],
      ),
    ).toEqual([])
  })

  test('every function is executable by exactly the expected roles', async () => {
    const found = await database.query<{ name: string; roles: Role[]; is_public: boolean; is_safe: boolean }>(
      `
      select distinct p.proname as name,
             array(select replace(r.rolname, 'ninth_bend_', '') from unnest($1::text[]) with ordinality as r (rolname, place)
                    where has_function_privilege(r.rolname, p.oid, 'execute') order by r.place) as roles,
             not p.prosecdef or array_to_string(p.proconfig, ',') like '%search_path=%' as is_safe
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname in ('public', 'accounts', 'ninth_bend') and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
      [ROLES.map((role) => `ninth_bend_${role}`)],
    )
    expect(Object.fromEntries(found.map(({ name, roles }) => [name, roles]))).toEqual(FUNCTION_CALLERS)
    expect(found.filter(({ is_safe }) => !is_safe)).toEqual([])
    expect(found).toHaveLength(Object.keys(FUNCTION_CALLERS).length)
  })
})

describe('PERMISSION-14 Direct writes', () => {
  test.each(
    Object.keys(TABLE_PRIVILEGES).flatMap((table) =>
      (['visitor', 'customer', 'admin', 'packer'] as const).map((kind) => [kind, table] as const),
    ),
  )('a %s who writes %s directly is refused unless expected', async (kind, table) => {
    const actor = { visitor, customer: asha, admin, packer }[kind]
    const name = table.replace('accounts.user', 'accounts."user"')
    const columns = await database.query<{ name: string; is_written: boolean }>(
      `select attname::text as name, attgenerated = '' and attidentity = '' as is_written from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
      [name],
    )
    const rights = TABLE_PRIVILEGES[table]![kind] ?? ''
    const mayUpdate = (column: string) => new RegExp(`update \\([^)]*\\b${column}\\b`).test(rights)
    for (const column of columns.filter(({ is_written }) => is_written)) {
      const attempt = doAs(actor, `update ${name} set "${column.name}" = "${column.name}" where false`)
      if (mayUpdate(column.name)) expect(await attempt).toBe(0n)
      else await expect(attempt, column.name).rejects.toThrow(/permission denied/)
    }
    await expect(doAs(actor, `delete from ${name} where false`)).rejects.toThrow(/permission denied/)
    await expect(doAs(actor, `insert into ${name} default values`)).rejects.toThrow(
      /insert/.test(rights) ? /not-null/ : /permission denied/,
    )
  })
})
