import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCategory, aCustomer, anAdmin, anOrder, aProduct, type Good } from '#tests/arrange.ts'
import { newTestDatabase, type TestDatabase } from '#tests/database.ts'
import { visitor, type Admin, type Customer } from '#shop/permissions.ts'
import type { ActingAs } from './connect.server.ts'

const ROLES = ['visitor', 'customer', 'admin', 'worker', 'accounts'] as const
type Role = (typeof ROLES)[number]
type Expected = Partial<Record<Role, string>>

const PROFILE_FIELDS = 'address, city, country, full_name, phone, post_code'
const PRODUCT_FIELDS =
  'allergy_advice, badge, brand, category_id, description, dietary_info, image_url, ingredients, is_active, is_best_seller, is_featured, lifestyle, manufacturer, name, net_weight, nutrition_info, price, storage_instructions'
const accountsAlone: Expected = { accounts: 'select, insert, update, delete' }

/** §6 on tables: whoever is not named may do nothing. A table that is not named here fails the test. */
const TABLES: Record<string, Expected> = {
  'public.categories': {
    visitor: 'select', customer: 'select', worker: 'select',
    admin: 'select, insert (description, id, image_url, name, slug), update (description, image_url, name)',
  },
  'public.category_counts': { visitor: 'select', customer: 'select', admin: 'select', worker: 'select' },
  'public.products': {
    visitor: 'select', customer: 'select', worker: 'select',
    admin: `select, insert (${[...PRODUCT_FIELDS.split(', '), 'id', 'slug', 'stock'].sort().join(', ')}), update (${PRODUCT_FIELDS})`,
  },
  'public.pictures': { visitor: 'select', customer: 'select', admin: 'select', worker: 'select, insert, delete' },
  'public.user_profiles': {
    customer: `select, update (${PROFILE_FIELDS})`, admin: `select, update (${PROFILE_FIELDS})`, worker: 'select',
    accounts: `select, insert (${[...PROFILE_FIELDS.split(', '), 'email', 'user_id'].sort().join(', ')}), update (email)`,
  },
  'public.orders': { customer: 'select', admin: 'select', worker: 'select' },
  'public.order_items': { customer: 'select', admin: 'select', worker: 'select' },
  'public.order_history': { customer: 'select (actor_kind, at, event, from_status, id, order_id, reason, to_status)', admin: 'select' },
  'public.inventory_adjustments': { admin: 'select' },
  'public.outbox': { worker: 'select, insert, update, delete', accounts: 'insert (dedupe_key, kind, payload, recipient)' },
  'public.idempotency_keys': {},
  'accounts.administrator': accountsAlone,
  'accounts.user': accountsAlone,
  'accounts.account': accountsAlone,
  'accounts.session': accountsAlone,
  'accounts.verification': accountsAlone,
  'accounts.rate_limit': accountsAlone,
  'ninth_bend.migrations': {},
  'ninth_bend.definitions': {},
}

/** §7: who may call what; a function that is not named here fails the test. */
const FUNCTIONS: Record<string, readonly Role[]> = {
  place_order: ['customer'],
  cancel_order: ['customer', 'admin'],
  move_order: ['admin'],
  edit_order: ['admin'],
  update_product_stock: ['admin'],
  find_orders: ['admin'],
  is_admin: ['visitor', 'customer', 'admin'],
  acting_user_id: ['visitor', 'customer', 'admin'],
  working_days_after: ['admin'],
  is_bank_holiday: ['admin'],
  note_change: [], note_profile_change: [], note_initial_stock: [], refuse_change: [],
  count_new_category: [], count_new_products: [], count_changed_product: [],
}

let database: TestDatabase
let admin: Admin
let asha: Customer
let ben: Customer
let honey: Good
let ashasOrder: string

beforeAll(async () => {
  database = await newTestDatabase()
  admin = await anAdmin(database)
  asha = await aCustomer(database, { full_name: 'Asha' })
  ben = await aCustomer(database, { full_name: 'Ben' })
  honey = await aProduct(database)
  await aProduct(database, { name: 'Withdrawn', is_active: false })
  ashasOrder = await anOrder(database, { customer: asha, lines: [{ product: honey, quantity: 1 }] })
  await anOrder(database, { customer: ben, lines: [{ product: honey, quantity: 1 }] })
})
afterAll(() => database.close())

const rowsFor = (actor: ActingAs, table: string, columns = '*') =>
  database.db.as(actor, async (trx) => (await sql<Record<string, unknown>>`select ${sql.raw(columns)} from ${sql.raw(table)}`.execute(trx)).rows)
const doAs = (actor: ActingAs, statement: string) => database.db.as(actor, async (trx) => (await sql.raw(statement).execute(trx)).numAffectedRows)

describe('What the catalogue of the database says (§6, D6)', () => {
  test('every actor may do on every table exactly what is written here', async () => {
    const found = await database.query<{ table: string; role: Role; verb: string; columns: string[]; all_columns: number; has_policy: boolean }>(`
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
    const tables: Record<string, Expected> = {}
    for (const { table, role, verb, columns, all_columns, has_policy } of found) {
      const rights = (tables[table] ??= {})
      if (!columns.length || !has_policy) continue
      const right = columns.length === all_columns ? verb : `${verb} (${columns.join(', ')})`
      rights[role] = rights[role] ? `${rights[role]}, ${right}` : right
    }
    expect(tables).toEqual(TABLES)
  })

  test('every table asks for a policy, and nobody can set row-level security aside', async () => {
    expect(await database.query(`select n.nspname, c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname in ('public', 'accounts') and not c.relrowsecurity`)).toEqual([])
    expect(await database.query(`select rolname from pg_roles where rolname = any ($1) and (rolbypassrls or rolsuper or rolcanlogin or rolcreaterole)`,
      [ROLES.map((role) => `ninth_bend_${role}`)])).toEqual([])
  })

  test('nobody may empty a table, hang triggers on it or make things in a schema', async () => {
    expect(await database.query(`
      select c.relname, r.rolname from pg_class c join pg_namespace n on n.oid = c.relnamespace, unnest($1::text[]) as r (rolname)
       where n.nspname in ('public', 'accounts') and c.relkind = 'r' and has_table_privilege(r.rolname, c.oid, 'truncate, trigger')
      union all
      select n.nspname, r.rolname from pg_namespace n, unnest($1::text[]) as r (rolname)
       where n.nspname in ('public', 'accounts', 'ninth_bend') and has_schema_privilege(r.rolname, n.oid, 'create')`,
      [ROLES.map((role) => `ninth_bend_${role}`)])).toEqual([])
  })

  test('every function is called by exactly those who are written here, and by nobody else of the server', async () => {
    const found = await database.query<{ name: string; roles: Role[]; is_public: boolean; is_safe: boolean }>(`
      select p.proname as name,
             array(select replace(r.rolname, 'ninth_bend_', '') from unnest($1::text[]) with ordinality as r (rolname, place)
                    where has_function_privilege(r.rolname, p.oid, 'execute') order by r.place) as roles,
             not p.prosecdef or array_to_string(p.proconfig, ',') like '%search_path=%' as is_safe
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname in ('public', 'accounts', 'ninth_bend') and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
      [ROLES.map((role) => `ninth_bend_${role}`)])
    const isTrigger = (name: string) => FUNCTIONS[name]?.length === 0
    expect(Object.fromEntries(found.map(({ name, roles }) => [name, isTrigger(name) ? [] : roles]))).toEqual(FUNCTIONS)
    expect(found.filter(({ is_safe }) => !is_safe)).toEqual([])
    expect(found).toHaveLength(Object.keys(FUNCTIONS).length)
  })
})

describe('What it does (§6, D6)', () => {
  test.each(Object.keys(TABLES).flatMap((table) => (['visitor', 'customer', 'admin'] as const).map((kind) => [kind, table] as const)))(
    'a %s who writes %s by hand is refused unless it is written above', async (kind, table) => {
      const actor = { visitor, customer: asha, admin }[kind]
      const name = table.replace('accounts.user', 'accounts."user"')
      const columns = await database.query<{ name: string; is_written: boolean }>(
        `select attname::text as name, attgenerated = '' and attidentity = '' as is_written from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`, [name])
      const rights = TABLES[table]![kind] ?? ''
      const mayUpdate = (column: string) => new RegExp(`update \\([^)]*\\b${column}\\b`).test(rights)
      for (const column of columns.filter(({ is_written }) => is_written)) {
        const attempt = doAs(actor, `update ${name} set "${column.name}" = "${column.name}" where false`)
        if (mayUpdate(column.name)) expect(await attempt).toBe(0n)
        else await expect(attempt, column.name).rejects.toThrow(/permission denied/)
      }
      await expect(doAs(actor, `delete from ${name} where false`)).rejects.toThrow(/permission denied/)
      await expect(doAs(actor, `insert into ${name} default values`)).rejects.toThrow(/insert/.test(rights) ? /not-null/ : /permission denied/)
    },
  )

  test('D11 shoppers see what is active, the owner everything', async () => {
    for (const actor of [visitor, asha]) expect((await rowsFor(actor, 'products')).map(({ name }) => name)).toEqual(['Forest Honey'])
    expect(await rowsFor(admin, 'products')).toHaveLength(2)
  })

  test('a customer reads their own orders, items and history, and nobody else’s', async () => {
    for (const [table, owner] of [['orders', 'id'], ['order_items', 'order_id']] as const) {
      expect((await rowsFor(asha, table)).map((row) => row[owner])).toEqual([ashasOrder])
      expect(await rowsFor(admin, table)).toHaveLength(2)
    }
    expect(await rowsFor(asha, 'order_history', 'order_id, event, reason')).toEqual([{ order_id: ashasOrder, event: 'placed', reason: null }])
    expect(await rowsFor(ben, `orders where id = '${ashasOrder}'`)).toEqual([])
  })

  test('what the owner typed, and which of them it was, no customer reads', async () => {
    for (const column of ['note', 'actor_id', 'details']) {
      await expect(rowsFor(asha, 'order_history', column)).rejects.toThrow(/permission denied/)
    }
  })

  test('a customer reads and changes the six fields of their own profile alone', async () => {
    expect((await rowsFor(asha, 'user_profiles')).map(({ full_name }) => full_name)).toEqual(['Asha'])
    expect(await doAs(asha, `update user_profiles set full_name = 'Taken', phone = '1'`)).toBe(1n)
    expect(await database.query('select full_name from user_profiles where user_id = $1', [ben.userId])).toEqual([{ full_name: 'Ben' }])
    await expect(doAs(asha, `update user_profiles set email = 'x@y.example'`)).rejects.toThrow(/permission denied/)
    await expect(doAs(asha, `update user_profiles set user_id = '${ben.userId}'`)).rejects.toThrow(/permission denied/)
  })

  test('an administrator changes no profile but their own', async () => {
    expect(await doAs(admin, `update user_profiles set full_name = 'Taken'`)).toBe(0n)
  })

  test('the admin role without an administrator behind it sees and changes nothing; one who was removed neither, at once', async () => {
    const removed = await anAdmin(database)
    expect(await rowsFor(removed, 'orders')).toHaveLength(2)
    await database.query('delete from accounts.administrator where user_id = $1', [removed.userId])
    for (const pretender of [removed, { kind: 'admin', userId: asha.userId }, { kind: 'admin', userId: null }] as ActingAs[]) {
      for (const table of ['orders', 'order_items', 'order_history', 'user_profiles', 'inventory_adjustments', 'products']) {
        expect(await rowsFor(pretender, table), table).toEqual([])
      }
      expect(await doAs(pretender, `update products set price = 0`)).toBe(0n)
      expect(await doAs(pretender, `update categories set name = 'Taken'`)).toBe(0n)
      await expect(doAs(pretender, `insert into categories (name, slug) values ('X', 'x')`)).rejects.toThrow(/row-level security/)
      expect(await rowsFor(pretender, `find_orders('', null, 1, 24)`)).toEqual([])
    }
  })

  test('is_admin() answers for the person asking', async () => {
    const answer = async (actor: ActingAs) => (await rowsFor(actor, 'is_admin()'))[0]!.is_admin
    expect([await answer(admin), await answer({ kind: 'customer', userId: admin.userId }), await answer(asha), await answer(visitor)])
      .toEqual([true, true, false, false])
  })

  test('nobody but the accounts reaches the accounts', async () => {
    for (const actor of [visitor, asha, admin]) {
      for (const table of ['administrator', '"user"', 'session', 'account']) {
        await expect(rowsFor(actor, `accounts.${table}`)).rejects.toThrow(/permission denied for schema accounts/)
      }
    }
    await expect(sql`select * from accounts.session`.execute(database.db.worker)).rejects.toThrow(/permission denied/)
    expect((await database.db.accounts.query('select * from administrator')).rows.length).toBeGreaterThan(0)
  })

  test('the accounts reach no order', async () => {
    for (const table of ['orders', 'order_items', 'inventory_adjustments', 'products']) {
      await expect(database.db.accounts.query(`select * from public.${table}`)).rejects.toThrow(/permission denied/)
    }
  })

  test('the owner edits a product, and neither its slug, its stock, its version nor its times', async () => {
    expect(await doAs(admin, `update products set price = 5, is_active = true where id = '${honey.id}'`)).toBe(1n)
    const id = await aCategory(database)
    expect(await doAs(admin, `update categories set name = 'New name' where id = '${id}'`)).toBe(1n)
    for (const column of ['slug', 'stock', 'version', 'created_at', 'updated_at', 'id', 'is_low_stock']) {
      await expect(doAs(admin, `update products set ${column} = default`), column).rejects.toThrow(/permission denied/)
    }
  })
})
