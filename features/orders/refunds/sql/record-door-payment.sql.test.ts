import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  callProcedure,
  createTestShop,
  insertAdmin,
  insertCustomer,
  readOrderHistory,
  resultCode,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import {
  callRefundOrder,
  insertDeliveredOrder as insertDelivered,
  readOrderVersion,
  type RefundFields,
} from '#tests/fixtures/orders/delivered-orders.ts'
import { readAuditLog } from '#features/audit/read-audit-log.server.ts'
import { readLatestChanges } from '#features/orders/events/order-events.server.ts'
import { salesReport } from '#features/figures/sales/sales.server.ts'
import { visitor, type Admin, type Customer } from '#shop/permissions.ts'

let database: TestDatabase
let admin: Admin
let customer: Customer
beforeAll(async () => {
  database = await createTestDatabase()
  admin = await insertAdmin(database)
  customer = await insertCustomer(database)
})
afterAll(() => database.close())

const insertDeliveredOrder = (payment: string | null = 'cash') =>
  insertDelivered(database, { admin, customer, payment })
const readVersion = (order: string) => readOrderVersion(database, order)
const refund = (
  order: string,
  fields: Partial<RefundFields>,
  actor: Parameters<typeof callRefundOrder>[1] = admin,
) => callRefundOrder(database, actor, order, fields)

describe('REFUND-6 The payment', () => {
  test('REFUND-6 is asked for if it is not recorded, and recorded in the same step', async () => {
    const { id } = await insertDeliveredOrder(null)
    for (const payment of [null, 'later'])
      expect(resultCode(await refund(id, { isWhole: true, amount: 18, payment }))).toBe('payment-missing')
    expect(resultCode(await refund(id, { isWhole: true, amount: 18, payment: 'card' }))).toBe('done')
    expect((await readOrderHistory(database, id)).slice(-2)).toMatchObject([
      { event: 'payment-recorded', details: { from: null, to: 'card' } },
      { event: 'refunded' },
    ])
  })

  test('REFUND-1 REFUND-2 is recorded, corrected, and final once there is a refund', async () => {
    const { id } = await insertDeliveredOrder(null)
    const record = async (payment: string | null, version?: number) =>
      resultCode(
        await callProcedure(database, admin, 'record_door_payment', [
          id,
          version ?? (await readVersion(id)),
          payment,
        ]),
      )
    const seen = await readVersion(id)
    expect(await record(null)).toBe('payment-missing')
    expect(await record('cheque')).toBe('payment-missing')
    expect(await record('cash')).toBe('done')
    // A second click changes nothing; a second editor with another payment is refused.
    expect(await record('cash', seen)).toBe('done')
    expect(await record('not-paid', seen)).toBe('changed-meanwhile')
    expect(await record('card')).toBe('done')
    expect(resultCode(await refund(id, { free: 1, amount: 1 }))).toBe('done')
    expect(await record('not-paid')).toBe('refunded-already')
    expect(await record('card')).toBe('done')
    expect((await readOrderHistory(database, id)).slice(-3)).toMatchObject([
      { event: 'payment-recorded', details: { from: null, to: 'cash' } },
      { event: 'payment-recorded', details: { from: 'cash', to: 'card' } },
      { event: 'refunded' },
    ])
  })

  test('REFUND-14 makes the delivery final', async () => {
    const recorded = await insertDeliveredOrder('cash')
    const open = await insertDeliveredOrder(null)
    const undo = (order: string) => callProcedure(database, admin, 'undo_order_move', [order, 'delivered'])
    expect(resultCode(await undo(recorded.id))).toBe('nothing-to-undo')
    expect(resultCode(await undo(open.id))).toBe('done')
  })
})

test('REFUND-13 REFUND-15 a payment and a refund are events for other pages and in the audit log, and change no sales', async () => {
  const shop = createTestShop(database)
  const { id, items } = await insertDeliveredOrder()
  const sold = async () => (await salesReport(shop, admin, 7)).sum
  const before = await sold()
  await refund(id, { lines: [{ id: items[0]!, quantity: 1 }], amount: 4.5 })
  const changes = await readLatestChanges(shop, admin)
  const events = changes.flatMap((change) =>
    change.about === 'order' && change.order_id === id ? [change.event] : [],
  )
  expect(events.slice(0, 2)).toEqual(['refunded', 'payment-recorded'])
  const { rows } = await readAuditLog(shop, admin, { about: id })
  expect(rows.slice(0, 2)).toMatchObject([
    { kind: 'refunds', event: 'refunded', details: { note: 'Jar broke', refund: { amount: 4.5 } } },
    { kind: 'payments', event: 'payment-recorded', details: { payment: { to: 'cash' } } },
  ])
  expect(await sold()).toEqual(before)
})

describe('REFUND-10 Permissions', () => {
  test('REFUND-10 nobody but an administrator records a payment or refunds', async () => {
    const { id } = await insertDeliveredOrder()
    for (const actor of [visitor, customer])
      await expect(refund(id, { isWhole: true, amount: 18 }, actor)).rejects.toThrow(/permission denied/)
    const forged = { kind: 'admin', userId: customer.userId } as const
    expect(resultCode(await refund(id, { isWhole: true, amount: 18 }, forged))).toBe('not-found')
    expect(resultCode(await callProcedure(database, forged, 'record_door_payment', [id, 1, 'card']))).toBe(
      'not-found',
    )
    expect(resultCode(await refund(crypto.randomUUID(), { version: 1, isWhole: true, amount: 18 }))).toBe(
      'not-found',
    )
  })

  test('REFUND-10 a customer reads refunds of own orders without the reason, and nobody writes them', async () => {
    const { id, items } = await insertDeliveredOrder()
    await refund(id, { lines: [{ id: items[0]!, quantity: 1 }], amount: 4.5 })
    const stranger = await insertCustomer(database)
    const read = (actor: Customer, table: string, columns = 'id') =>
      database.db.withActor(actor, (trx) =>
        trx
          .selectFrom(table as 'refunds')
          .select(columns as 'id')
          .execute(),
      )
    expect((await read(customer, 'refunds')).length).toBeGreaterThan(0)
    expect((await read(customer, 'refund_lines', 'refund_id')).length).toBeGreaterThan(0)
    expect(await read(stranger, 'refunds')).toEqual([])
    expect(await read(stranger, 'refund_lines', 'refund_id')).toEqual([])
    for (const column of ['reason', 'actor_id', 'idempotency_key'])
      await expect(read(customer, 'refunds', column)).rejects.toThrow(/permission denied/)
    for (const change of [
      `update refunds set amount = 1`,
      `delete from refund_lines`,
      `delete from refunds`,
      `truncate refund_lines`,
    ])
      await expect(database.query(change), change).rejects.toThrow(/rows are only ever added/)
  })
})
