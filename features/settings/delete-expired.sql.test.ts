import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { visitor } from '#shop/permissions.ts'
import {
  insertAdmin,
  insertCustomer,
  insertOrder,
  insertProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { deleteExpiredRows } from './delete-expired.server.ts'
import { RETENTION, RETENTION_KINDS, type RetentionKind } from '#shop/retention.ts'

const DAYS = { 'sent-emails': 90, 'idempotency-keys': 30, 'access-events': 730, 'audit-events': 2557 }
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.query('delete from outbox; delete from idempotency_keys')
  await asSystem(
    'alter table audit_events disable trigger user; alter table access_events disable trigger user',
  )
  await database.query('delete from audit_events; delete from access_events')
  await asSystem(
    'alter table audit_events enable trigger user; alter table access_events enable trigger user',
  )
})
const asSystem = (statements: string) => database.query(statements)

const insertAudit = (daysAgo: number) =>
  database.query(
    `insert into audit_events (at, actor_kind, subject_kind, subject_id, event)
     values (now() - make_interval(days => $1), 'system', 'product', gen_random_uuid(), 'changed')`,
    [daysAgo],
  )
const insertAccess = (daysAgo: number) =>
  database.query(
    `insert into access_events (at, event, area, actor_kind, user_id)
     values (now() - make_interval(days => $1), 'signed-in', 'admin', 'admin', gen_random_uuid())`,
    [daysAgo],
  )
const insertEmail = (name: string, columns: Record<string, string>) =>
  database.query(
    `insert into outbox (kind, dedupe_key, recipient, created_at, ${Object.keys(columns).join(', ')})
     values ('password-changed', '${name}', 'priya@post.example', now() - interval '400 days', ${Object.values(columns).join(', ')})`,
  )
const daysAgo = (days: number) => `now() - interval '${days} days'`
const ages = async (table: string) =>
  (
    await database.query<{ age: number }>(`select (now()::date - at::date) as age from ${table} order by at`)
  ).map(({ age }) => age)
const expired = (kind: RetentionKind, days: number, limit = 100) =>
  sql<{ count: number }>`select delete_expired_rows(${kind}, ${days}, ${limit}) as count`.execute(
    database.db.worker,
  )

describe('RETENTION-1 Expired rows', () => {
  test('RETENTION-1 events are deleted after their days, younger ones are kept', async () => {
    for (const age of [10, 729, 731, 800, 2556, 2558])
      await Promise.all([insertAudit(age), insertAccess(age)])
    expect(await deleteExpiredRows(database.db, DAYS)).toMatchObject({
      'access-events': 4,
      'audit-events': 1,
    })
    expect(await ages('access_events')).toEqual([729, 10])
    expect(await ages('audit_events')).toEqual([2556, 800, 731, 729, 10])
  })

  test('RETENTION-1 emails are deleted when they were sent or dropped long ago; those that wait, are held or given up are kept', async () => {
    await insertEmail('sent long ago', { sent_at: daysAgo(91) })
    await insertEmail('dropped long ago', { dropped_at: daysAgo(91), available_at: `'infinity'` })
    await insertEmail('sent', { sent_at: daysAgo(89) })
    await insertEmail('dropped', { dropped_at: daysAgo(89), available_at: `'infinity'` })
    await insertEmail('waiting', { available_at: daysAgo(300) })
    await insertEmail('held', { held_for_user_id: 'gen_random_uuid()', available_at: `'infinity'` })
    await insertEmail('given up', { last_error: `'550'`, available_at: `'infinity'` })
    expect(await deleteExpiredRows(database.db, DAYS)).toMatchObject({ 'sent-emails': 2 })
    const rows = await database.query<{ dedupe_key: string }>(
      'select dedupe_key from outbox order by dedupe_key',
    )
    expect(rows.map((row) => row.dedupe_key)).toEqual(['dropped', 'given up', 'held', 'sent', 'waiting'])
  })

  test('RETENTION-2 an idempotency key is deleted, its order stays', async () => {
    const customer = await insertCustomer(database)
    const product = await insertProduct(database, { stock: 10 })
    await insertOrder(database, { customer, lines: [{ product, quantity: 1 }] })
    await insertOrder(database, { customer, lines: [{ product, quantity: 1 }] })
    await database.query(
      `update idempotency_keys set created_at = now() - interval '31 days' where key = (select min(key) from idempotency_keys)`,
    )
    expect(await deleteExpiredRows(database.db, DAYS)).toMatchObject({ 'idempotency-keys': 1 })
    const [counts] = await database.query(
      `select (select count(*)::int from idempotency_keys) as keys, (select count(*)::int from orders) as orders,
              (select count(*)::int from order_history) > 0 as has_history, (select count(*)::int from inventory_adjustments) > 0 as has_ledger`,
    )
    expect(counts).toEqual({ keys: 1, orders: 2, has_history: true, has_ledger: true })
  })

  test('RETENTION-3 old emails and keys are found by an index, however many there are', async () => {
    const columns = await database.query<{ name: string }>(
      `select x.indrelid::regclass || '.' || pg_get_indexdef(x.indexrelid, 1, true) as name from pg_index x
        where x.indrelid::regclass || '.' || pg_get_indexdef(x.indexrelid, 1, true)
              in ('outbox.sent_at', 'outbox.dropped_at', 'idempotency_keys.created_at')
        order by 1`,
    )
    expect(columns.map(({ name }) => name)).toEqual([
      'idempotency_keys.created_at',
      'outbox.dropped_at',
      'outbox.sent_at',
    ])
  })

  test('RETENTION-3 rows are deleted in batches, the oldest first, until none is left or the shop stops', async () => {
    for (let age = 1001; age <= 1025; age += 1) await insertAccess(2026 - age)
    const { rows } = await expired('access-events', 730, 10)
    expect(rows[0]!.count).toBe(10)
    expect((await ages('access_events')).at(0)).toBe(1015)
    const stopping = AbortSignal.abort()
    expect(await deleteExpiredRows(database.db, DAYS, { signal: stopping, rowsPerBatch: 10 })).toMatchObject({
      'access-events': 0,
    })
    expect(await deleteExpiredRows(database.db, DAYS, { rowsPerBatch: 10 })).toMatchObject({
      'access-events': 15,
    })
    expect(await deleteExpiredRows(database.db, DAYS)).toMatchObject({ 'access-events': 0 })
  })
})

describe('RETENTION-4 Nothing else can delete', () => {
  test.each(RETENTION_KINDS)(
    'RETENTION-4 %s: the database refuses less than the minimum, and accepts the minimum',
    async (kind) => {
      const { min } = RETENTION[kind]
      await expect(expired(kind, min - 1)).rejects.toThrow(`kept for at least ${min} days`)
      await expect(expired(kind, 0)).rejects.toThrow('kept for at least')
      await expect(expired(kind, min)).resolves.toBeDefined()
    },
  )

  test('RETENTION-4 only background work may call it', async () => {
    const admin = await insertAdmin(database)
    const customer = await insertCustomer(database)
    for (const actor of [visitor, customer, admin])
      await expect(
        database.db.queryAs(actor, (db) =>
          sql`select delete_expired_rows('access-events', 730, 10)`.execute(db),
        ),
      ).rejects.toThrow('permission denied')
  })

  test.each([
    ['audit_events', 364, '365'],
    ['access_events', 89, '90'],
  ])(
    'RETENTION-4 %s: not even the owner of the database deletes a row of %i days',
    async (table, age, minimum) => {
      await (table === 'audit_events' ? insertAudit(age) : insertAccess(age))
      await expect(database.query(`delete from ${table}`)).rejects.toThrow('rows are only ever added')
      await expect(
        database.query(`select set_config('ninth_bend.deletes_expired', 'yes', false); delete from ${table}`),
      ).rejects.toThrow(`rows are kept for at least ${minimum} days`)
      await database.query(`select set_config('ninth_bend.deletes_expired', '', false)`)
      await expect(database.query(`update ${table} set at = now()`)).rejects.toThrow(
        'rows are only ever added',
      )
      await expect(database.query(`truncate ${table}`)).rejects.toThrow('rows are only ever added')
    },
  )

  test('RETENTION-4 after a call, the same connection may not delete on its own', async () => {
    await insertAccess(800)
    await insertAccess(800)
    await database.query(`select delete_expired_rows('access-events', 730, 1)`)
    await expect(
      database.query(
        `begin; select delete_expired_rows('access-events', 730, 1); delete from access_events; commit`,
      ),
    ).rejects.toThrow('rows are only ever added')
    await database.query('rollback')
  })
})
