import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Customer } from '#shop/permissions.ts'
import { readOwnerDigest } from '#features/mail/templates/owner-digest-data.server.ts'
import { DEFAULT_OWNER_EMAILS, type OwnerEmails } from '#features/settings/owner-emails.ts'
import {
  insertAdmin,
  insertCustomer,
  insertOrder,
  insertOrderWithStatus,
  insertProduct,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { queueOwnerDigest } from './owner-digest.server.ts'

let database: TestDatabase
let customer: Customer
let honey: TestProduct
beforeAll(async () => {
  database = await createTestDatabase()
  customer = await insertCustomer(database)
  honey = await insertProduct(database, { name: 'Forest Honey', price: 4.5, stock: 500 })
})
afterAll(() => database.close())
beforeEach(() => database.query('delete from outbox'))

const set = (emails: Partial<OwnerEmails>, savedAt = '2026-06-01T09:00:00Z') =>
  database.query(
    `insert into settings (name, value, updated_at) values ('owner_emails', $1, $2)
     on conflict (name) do update set value = excluded.value, updated_at = excluded.updated_at`,
    [JSON.stringify({ ...DEFAULT_OWNER_EMAILS, ...emails }), savedAt],
  )
const queued = (kind: string) =>
  database.query<{ recipient: string | null; payload: Record<string, unknown> }>(
    'select recipient, payload from outbox where kind = $1 order by id',
    [kind],
  )
const order = (quantity = 1) => insertOrder(database, { customer, lines: [{ product: honey, quantity }] })

describe('SETTING-9 An email for each new order', () => {
  test('is queued with the order if the owner wants it, and not for what happens to the order later', async () => {
    await set({})
    await order()
    expect(await queued('owner-new-order')).toEqual([])
    await set({ new_orders: true, address: 'owner@shop.example' })
    const first = await order()
    await set({ new_orders: true })
    const second = await order()
    const admin = await insertAdmin(database)
    await insertOrderWithStatus(database, 'cancelled', { admin, customer })
    const mails = await queued('owner-new-order')
    expect(mails.slice(0, 2)).toEqual([
      { recipient: 'owner@shop.example', payload: { order_id: first } },
      { recipient: null, payload: { order_id: second } },
    ])
    expect(mails).toHaveLength(3)
  })
})

describe('SETTING-9 The digest of the day', () => {
  let woken = 0
  const queueAt = (time: string) =>
    queueOwnerDigest({
      db: database.db,
      outbox: { wake: () => void (woken += 1) },
      clock: () => new Date(time),
    })

  test('is queued once a day, from the hour of London on', async () => {
    await set({ digest_hour: null })
    await queueAt('2026-06-22T22:00:00Z')
    await set({ digest_hour: 7 })
    // Half past six in London, in summer.
    await queueAt('2026-06-22T05:30:00Z')
    expect(await queued('owner-daily-digest')).toEqual([])
    await Promise.all(Array.from({ length: 5 }, () => queueAt('2026-06-22T06:00:00Z')))
    await queueAt('2026-06-22T20:00:00Z')
    await queueAt('2026-06-23T06:30:00Z')
    expect((await queued('owner-daily-digest')).map(({ payload }) => payload)).toEqual([
      { day: '2026-06-22' },
      { day: '2026-06-23' },
    ])
    expect(woken).toBe(2)
  })

  test('an hour that was over when it was set counts from the next day; after a stop the digest is late, not lost', async () => {
    await set({ digest_hour: 7 }, '2026-06-22T06:01:00Z')
    await queueAt('2026-06-22T06:05:00Z')
    await queueAt('2026-06-22T22:55:00Z')
    expect(await queued('owner-daily-digest')).toEqual([])
    await queueAt('2026-06-23T08:20:00Z')
    expect(await queued('owner-daily-digest')).toMatchObject([{ payload: { day: '2026-06-23' } }])
  })

  test.each([
    ['in winter', 7, '2026-12-01T06:59:59Z', '2026-12-01T07:00:00Z'],
    ['in summer', 7, '2026-07-01T05:59:59Z', '2026-07-01T06:00:00Z'],
    ['at midnight in summer', 0, '2026-06-30T22:59:59Z', '2026-06-30T23:00:00Z'],
    ['at one, which the clocks skip', 1, '2027-03-28T00:59:59Z', '2027-03-28T01:00:00Z'],
    ['on the evening of that day', 20, '2027-03-28T18:59:59Z', '2027-03-28T19:00:00Z'],
  ])('comes on the hour %s', async (_when, digest_hour, tooEarly, onTheHour) => {
    await set({ digest_hour })
    // The digest of the previous day, if the hour is midnight.
    await queueAt(tooEarly)
    const before = (await queued('owner-daily-digest')).length
    await queueAt(onTheHour)
    expect(await queued('owner-daily-digest')).toHaveLength(before + 1)
  })

  test('counts open orders by the day on which they have to leave, and yesterday’s sales without cancelled ones', async () => {
    await database.query('update settings set value = $1 where name = $2', [
      JSON.stringify(DEFAULT_OWNER_EMAILS),
      'owner_emails',
    ])
    const day = '2031-06-22'
    const placedAt = async (time: string, quantity = 1) => {
      const id = await order(quantity)
      await database.query('alter table orders disable trigger order_identity_is_immutable')
      await database.query('update orders set created_at = $2 where id = $1', [id, time])
      await database.query('alter table orders enable trigger order_identity_is_immutable')
      return id
    }
    await placedAt('2031-06-20T22:59:00Z')
    await placedAt('2031-06-20T23:00:00Z', 2)
    await placedAt('2031-06-21T22:59:00Z', 3)
    await placedAt('2031-06-21T23:00:00Z')
    // DELIVERY-17: placed and sent on the same day, not on the next.
    const express = await placedAt('2031-06-22T08:00:00Z')
    await database.query(
      `update orders set delivery_service = 'express', dispatch_day = '2031-06-22' where id = $1`,
      [express],
    )
    const before = await readOwnerDigest(database.db.worker, day)
    expect(before).toMatchObject({ day, due: 3, later: 1, placed: 2, sales: 22.5, failed_emails: 0 })
    expect(before.overdue).toBeGreaterThan(0)
    await insertProduct(database, { name: 'Cloves', stock: 3 })
    await insertProduct(database, { name: 'Almonds', stock: 0 })
    await database.query(
      `insert into outbox (kind, dedupe_key, recipient, last_error) values ('order-shipped', 'x', 'a@b.example', 'refused')`,
    )
    expect(await readOwnerDigest(database.db.worker, day)).toMatchObject({
      failed_emails: 1,
      low_stock: before.low_stock + 2,
      low_stock_products: expect.arrayContaining([
        { name: 'Almonds', net_weight: '250g', stock: 0 },
        { name: 'Cloves', net_weight: '250g', stock: 3 },
      ]),
    })
  })
})
