import { sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DB } from '#platform/database/schema.ts'
import {
  insertCustomer,
  insertAdmin,
  insertOrder,
  insertProduct,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import type { Admin, Customer } from '#shop/permissions.ts'
import { AUDIT_LOG_KINDS } from './audit-log-entry.ts'

let database: TestDatabase
let admin: Admin
let asha: Customer
let honey: TestProduct

beforeAll(async () => {
  database = await createTestDatabase()
  admin = await insertAdmin(database)
  asha = await insertCustomer(database)
  honey = await insertProduct(database, { stock: 10 })
  await insertOrder(database, { customer: asha, lines: [{ product: honey, quantity: 3 }] })
})
afterAll(() => database.close())

describe('A page of any log reads at most one page of each table', () => {
  const MANY = 400
  beforeAll(async () => {
    const [{ address }] = (await database.query<{ address: string }>(
      'select shipping_address::text as address from orders limit 1',
    )) as [{ address: string }]
    await database.query(
      `with made as (
         insert into orders (user_id, total_amount, shipping_address, estimated_delivery, created_at)
         select $1, 1, $2::jsonb, '2026-12-01', now() - make_interval(mins => n) from generate_series(1, ${MANY}) n returning id, created_at)
       insert into order_history (order_id, at, actor_kind, actor_id, event, from_status, to_status, reason, details)
       select m.id, m.created_at, 'admin', $3, e.event, e.from_status, e.to_status, 'x', '{}'
         from made m, (values ('moved', 'pending', 'processing'), ('edited', null, null), ('cancelled', 'pending', 'cancelled'))
                as e (event, from_status, to_status)`,
      [asha.userId, address, admin.userId],
    )
    await database.query(
      `insert into access_events (at, event, area, actor_kind, user_id)
       select now() - make_interval(mins => n), e.event, e.area, 'customer', $1
         from generate_series(1, ${MANY}) n, (values ('signed-in', 'shop'), ('signed-in', 'admin'), ('refused', 'admin')) as e (event, area)`,
      [asha.userId],
    )
    await database.query(
      `insert into audit_events (at, actor_kind, actor_id, subject_kind, subject_id, event, before, after)
       select now() - make_interval(mins => n), 'admin', $1, s.kind, $2, 'changed', '{"price": 1}', '{"price": 2}'
         from generate_series(1, ${MANY}) n, (values ('product'), ('category')) as s (kind)`,
      [admin.userId, honey.id],
    )
    await database.query(
      `insert into inventory_adjustments (created_at, product_id, quantity_change, reason, action_type, actor_kind, actor_id, stock_after)
       select now() - make_interval(mins => n), $2, 1, 'x', 'manual_adjustment', 'admin', $1, 1 from generate_series(1, ${MANY}) n`,
      [admin.userId, honey.id],
    )
    await database.query('vacuum analyze')
  })

  const EVENTS = ['orders', 'order_history', 'audit_events', 'inventory_adjustments', 'access_events']
  const rowsRead = async (trx: Transaction<DB>) => {
    const { rows } = await sql<{ table: string; rows: number }>`
      select relname as table, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows
        from pg_stat_xact_user_tables where relname = any (${EVENTS})`.execute(trx)
    return Object.fromEntries(rows.map(({ table, rows: read }) => [table, read]))
  }
  const filters: [string, string][] = [
    ['everything', 'null, null, null'],
    ...AUDIT_LOG_KINDS.map((kind): [string, string] => [kind, `'${kind}', null, null`]),
    ['what one administrator did', `null, 'administrator', null`],
    ['what is about a product', `'stock', null, 'product'`],
  ]
  test.each(filters)('%s, from its newest row and from a middle one', async (_what, narrowed) => {
    const wanted = narrowed.replace('administrator', admin.userId).replace('product', honey.id)
    for (const cursor of [
      'null, null, null, false',
      `'${new Date(Date.now() - 6_000_000).toISOString()}', 3, '9', false`,
      `'2026-01-01', 3, '9', true`,
    ]) {
      const read = await database.owner.transaction().execute(async (trx) => {
        await sql
          .raw(
            `set local enable_seqscan = off; set local enable_bitmapscan = off; set local app.user_id = '${admin.userId}'`,
          )
          .execute(trx)
        const before = await rowsRead(trx)
        await sql
          .raw(`select * from find_audit_log(${wanted}, '', null, null, ${cursor}, 51, '{}')`)
          .execute(trx)
        const after = await rowsRead(trx)
        return Object.entries(after)
          .map(([table, rows]) => [table, rows - before[table]!] as const)
          .filter(([, rows]) => rows > 3 * 51 + 20)
      })
      expect(read, `${wanted} ${cursor}`).toEqual([])
    }
  })
})

test('placing an order maintains no additional index', async () => {
  const met = await database.query<{ name: string }>(`
    select i.relname as name from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
     where t.relname in ('orders', 'order_items', 'order_history', 'inventory_adjustments', 'idempotency_keys')
       and coalesce(pg_get_expr(x.indpred, x.indrelid), '') !~ 'placed|order_id IS NULL|order_cancelled|dispatch_day IS NOT NULL|actual_delivery IS NOT NULL' and not x.indisprimary and not x.indisunique
     order by 1`)
  expect(met.map(({ name }) => name)).toEqual([
    // Old keys are deleted by it (RETENTION-2).
    'idempotency_keys_by_time',
    'inventory_adjustments_by_product',
    'open_orders_by_customer',
    // Without it, deleting a product reads all order items (IMPORT-19).
    'order_items_by_product',
    // The search by total uses it (ORDER-70).
    'orders_by_amount',
    'orders_by_customer_newest',
    'orders_by_newest',
    'orders_by_status_newest',
  ])
})
