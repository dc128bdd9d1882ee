import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADMINISTRATOR_ROLES } from '#shop/administrator-role.ts'
import {
  insertAdmin,
  insertCustomer,
  insertOrder,
  insertProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { sql } from 'kysely'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

type Check = 'is_admin' | 'is_manager' | 'is_owner' | 'none'

/** What each procedure of the back-office checks; a procedure without an entry fails. */
const PROCEDURE_CHECKS: Record<Check, readonly string[]> = {
  is_owner: [
    'change_administrator_role',
    'find_demonstration',
    'find_first_steps',
    'list_people',
    'remove_demonstration',
    'save_content',
    'save_settings',
    'suspend_administrator',
  ],
  is_manager: [
    'add_customer_note',
    'add_product_import_lines',
    'add_stock_take_product',
    'apply_product_import',
    'apply_stock_take',
    'cache_best_sellers',
    'cache_daily_sales',
    'cancel_customer_orders',
    'cancel_order',
    'change_prices',
    'correct_batch',
    'count_held_emails',
    'count_products',
    'delete_delivery',
    'delete_search_group',
    'delete_stock_take',
    'edit_order',
    'end_offer',
    'end_recall',
    'erase_customer',
    'export_customer',
    'find_audit_log',
    'find_batch_orders',
    'find_best_sellers',
    'find_customers',
    'find_figures',
    'find_last_backup',
    'find_low_stock',
    'find_margins',
    'find_offer_products',
    'find_phone_customers',
    'find_products',
    'find_recall_recipients',
    'find_search_words',
    'list_current_and_former_admins',
    'list_failed_emails',
    'list_order_figures',
    'make_offers',
    'move_category',
    'place_phone_order',
    'read_customer',
    'read_product_import_progress',
    'receive_delivery',
    'record_accepted_test_email',
    'record_door_payment',
    'record_test_email',
    'refund_order',
    'retry_email',
    'save_delivery',
    'save_order_tracking',
    'save_product_import',
    'save_search_group',
    'save_stock_take',
    'send_recall_emails',
    'set_category_position',
    'set_featured_order',
    'set_product_pairings',
    'start_recall',
    'start_stock_take',
    'stock_take_shelf',
    'undo_price_change',
    'undo_product_import',
    'update_product_stock',
  ],
  is_admin: [
    'add_order_note',
    'count_orders',
    'exchange_recalled_pieces',
    'find_order_neighbours',
    'find_orders',
    'find_packing_batches',
    'find_recalled_pieces',
    'find_undone_tracking',
    'move_order',
    'move_orders',
    'ship_order',
    'undo_order_move',
    'undo_order_moves',
  ],
  // They read only what shoppers may read, or only the actor and their arguments.
  none: [
    'count_listing_choices',
    'current_user_id',
    'dispatch_order',
    'is_admin',
    'is_bank_holiday',
    'is_manager',
    'is_owner',
    'low_stock_threshold',
    'profile_search_text',
    'queue_stock_alerts',
    'record_search_miss',
    'search_storefront',
    'stock_bucket',
    'strip_apostrophes',
    'suggest_products',
    'working_days_after',
  ],
}

/** Policies for administrators, by their check. */
const POLICY_CHECKS: Record<Exclude<Check, 'none'>, readonly string[]> = {
  is_owner: ['content_versions admin_select', 'settings admin_select'],
  is_manager: [
    'access_events admin_select',
    'audit_events admin_select',
    'batch_movements admin_select',
    'categories admin_insert',
    'categories admin_update',
    'daily_sales admin_select',
    'deliveries admin_select',
    'inventory_adjustments admin_select',
    'offers admin_select',
    'order_history admin_select',
    'order_items admin_select',
    'order_notes admin_select',
    'orders admin_select',
    'phone_orders admin_select',
    'price_change_lines admin_select',
    'price_changes admin_select',
    'product_batches admin_select',
    'product_import_lines admin_select',
    'product_imports admin_select',
    'products admin_insert',
    'products admin_select',
    'products admin_update',
    'recall_batches admin_select',
    'recalls admin_select',
    'refund_lines admin_select',
    'refunds admin_select',
    'stock_take_lines admin_select',
    'stock_takes admin_select',
    'user_profiles admin_select',
  ],
  is_admin: [
    'order_history packer_select',
    'order_items packer_select',
    'order_notes packer_select',
    'orders packer_select',
    'user_profiles packer_select',
  ],
}

describe('PEOPLE-3 The system catalogue', () => {
  test('PERMISSION-14 every procedure of the back-office checks the narrowest role', async () => {
    const found = await database.query<{ name: string; check: Check }>(`
      select distinct p.proname collate "C" as name, coalesce(substring(p.prosrc from '\\m(is_admin|is_manager|is_owner)\\(\\)'), 'none') as check
        from pg_proc p
       where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
         and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
         and has_function_privilege('ninth_bend_admin', p.oid, 'execute')
       order by name`)
    expect(Object.groupBy(found, ({ check }) => check)).toEqual(
      Object.fromEntries(
        Object.entries(PROCEDURE_CHECKS).map(([check, names]) => [
          check,
          names.map((name) => ({ name, check })),
        ]),
      ),
    )
  })

  test('PEOPLE-6 packers may call the procedures that check any administrator, and no others', async () => {
    const found = await database.query<{ name: string }>(`
      select p.proname as name from pg_proc p
       where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
         and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
         and has_function_privilege('ninth_bend_packer', p.oid, 'execute')
       order by p.proname collate "C"`)
    expect(found.map(({ name }) => name)).toEqual([
      'add_order_note',
      'current_user_id',
      'dispatch_order',
      'exchange_recalled_pieces',
      'find_order_neighbours',
      'find_orders',
      'find_packing_batches',
      'find_recalled_pieces',
      'find_undone_tracking',
      'is_admin',
      'move_order',
      'move_orders',
      'ship_order',
      'undo_order_move',
      'undo_order_moves',
    ])
  })

  test('PEOPLE-6 the role of packers reads no column with an amount of money', async () => {
    expect(
      await database.query(`
        select a.attrelid::regclass::text as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
         where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0 and not a.attisdropped
           and has_column_privilege('ninth_bend_packer', c.oid, a.attnum, 'select')
           and (format_type(a.atttypid, null) in ('pounds', 'price', 'numeric', 'money', 'jsonb', 'json') or a.attname ~ 'price|amount|total|pence|pounds')
         order by 1, 2`),
    ).toEqual([])
  })

  test('PERMISSION-12 every policy for administrators checks the narrowest role', async () => {
    const found = await database.query<{ name: string; check: string | null }>(`
      select c.relname || ' ' || p.polname as name,
             substring(concat(pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid))
               from '(is_admin|is_manager|is_owner)\\(\\)') as check
        from pg_policy p join pg_class c on c.oid = p.polrelid
       where p.polname ~ '^(admin_|packer_select)' order by 1`)
    expect(Object.groupBy(found, ({ check }) => check ?? 'none')).toEqual(
      Object.fromEntries(
        Object.entries(POLICY_CHECKS).map(([check, names]) => [
          check,
          names.map((name) => ({ name, check })),
        ]),
      ),
    )
  })
})

describe('PEOPLE-6 The database role of a packer', () => {
  test('it reads orders without amounts, and its owner loses that while suspended', async () => {
    const packer = await insertAdmin(database, 'packer')
    await insertOrder(database, { lines: [{ product: await insertProduct(database), quantity: 2 }] })
    const read = (statement: string) =>
      database.db.withActor(packer, async (trx) => (await sql.raw(statement).execute(trx)).rows.length)
    expect(await read('select id, shipping_address from orders')).toBe(1)
    expect(await read('select carrier, tracking_number from orders')).toBe(1)
    for (const statement of [
      'select placed_by from phone_orders',
      `select find_phone_customers('Mina', 5)`,
      `select place_phone_order('key', null, '', '[]', '{}', '', false)`,
      'select total_amount from orders',
      'select * from orders',
      'select price from order_items',
      'select subtotal from order_items',
      'select details from order_history',
      'select id from products',
      'select day from daily_sales',
      'select id from audit_events',
      'select name from settings',
      'select count_orders(null)',
      `select cancel_order(gen_random_uuid(), 'x')`,
    ])
      await expect(read(statement), statement).rejects.toThrow(/permission denied/)
    await database.query('update accounts.administrator set suspended_at = now() where user_id = $1', [
      packer.userId,
    ])
    expect(await read('select id from orders')).toBe(0)
  })

  test('a packer with the role of managers reads nothing', async () => {
    const { userId } = await insertAdmin(database, 'packer')
    for (const table of ['orders', 'order_items', 'order_history', 'products', 'daily_sales', 'settings'])
      expect(
        await database.db.withActor(
          { kind: 'admin', userId },
          async (trx) => (await sql.raw(`select from ${table}`).execute(trx)).rows,
        ),
        table,
      ).toEqual([])
  })
})

describe('PEOPLE-3 The checks of the database', () => {
  const readChecks = async (userId: string) =>
    database.db.withActor({ kind: 'admin', userId }, async (trx) => {
      const { rows } = await sql<Record<Check, boolean>>`select is_admin(), is_manager(), is_owner()`.execute(
        trx,
      )
      return rows[0]
    })

  test.each(ADMINISTRATOR_ROLES)(
    'PEOPLE-1 a %s has the checks of the role, and none while suspended',
    async (role) => {
      // The last owner cannot be suspended.
      await insertAdmin(database)
      const { userId } = await insertAdmin(database, role)
      const suspend = (at: string) =>
        database.query(`update accounts.administrator set suspended_at = ${at} where user_id = $1`, [userId])
      const ofRole = { is_admin: true, is_manager: role !== 'packer', is_owner: role === 'owner' }
      expect(await readChecks(userId)).toEqual(ofRole)
      await suspend('now()')
      expect(await readChecks(userId)).toEqual({ is_admin: false, is_manager: false, is_owner: false })
      await suspend('null')
      expect(await readChecks(userId)).toEqual(ofRole)
    },
  )

  test('PEOPLE-1 without a role an administrator is an owner, and other roles are refused', async () => {
    const { userId } = await insertCustomer(database)
    await database.query('insert into accounts.administrator (user_id) values ($1)', [userId])
    expect((await readChecks(userId))?.is_owner).toBe(true)
    await expect(
      database.query(`update accounts.administrator set role = 'boss' where user_id = $1`, [userId]),
    ).rejects.toThrow(/administrator_role_known/)
  })

  test('PEOPLE-5 changes are on record with their actor, and suspending ends the admin sessions', async () => {
    const owner = await insertAdmin(database)
    const { userId } = await insertCustomer(database)
    await database.query(`insert into accounts.administrator (user_id, role) values ($1, 'packer')`, [userId])
    await database.query(
      `insert into accounts.session (token, user_id, updated_at, expires_at, is_admin_session)
       select gen_random_uuid(), $1, now(), now() + interval '1 hour', is_admin from unnest('{true,false}'::boolean[]) is_admin`,
      [userId],
    )
    const change = (assignment: string) =>
      database.query(
        `with actor as materialized (select set_config('app.user_id', '${owner.userId}', false))
         update accounts.administrator set ${assignment} from actor where user_id = '${userId}'`,
      )
    await change(`role = 'manager'`)
    await change('suspended_at = now()')
    await change('last_signed_in_at = now()')
    await change('suspended_at = null')
    const administered = { actor_kind: 'admin', actor_id: owner.userId }
    expect(
      await database.query(
        `select event, actor_kind, actor_id, before, after from audit_events where subject_id = $1 order by id`,
        [userId],
      ),
    ).toEqual([
      { ...administered, event: 'role-changed', before: { role: 'packer' }, after: { role: 'manager' } },
      { ...administered, event: 'suspended', before: { is_suspended: false }, after: { is_suspended: true } },
      { ...administered, event: 'restored', before: { is_suspended: true }, after: { is_suspended: false } },
    ])
    expect(
      await database.query('select is_admin_session from accounts.session where user_id = $1', [userId]),
    ).toEqual([{ is_admin_session: false }])
  })
})
