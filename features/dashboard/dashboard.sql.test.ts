import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dispatchCountdown } from '#features/orders/dispatch/dispatch-countdown.ts'
import { PermissionDenied, visitor, type Admin } from '#shop/permissions.ts'
import { DEFAULT_LOW_STOCK_THRESHOLD } from '#shop/constants.ts'
import {
  insertCustomer,
  insertAdmin,
  insertOrder,
  insertProduct,
  createTestShop,
  callProcedure,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { lowStock, ordersToSend } from './dashboard.server.ts'

let database: TestDatabase
let admin: Admin
beforeAll(async () => {
  database = await createTestDatabase()
  admin = await insertAdmin(database)
})
afterAll(() => database.close())

const at = (now: string) => createTestShop(database, { clock: () => new Date(now) })

describe('ADMIN-14 Orders to send', () => {
  test('the first ten pending or processing orders by deadline, with counts of all', async () => {
    const honey = await insertProduct(database, { stock: 500 })
    const placed: string[] = []
    const moments = [
      '2026-06-08T20:00Z',
      '2026-06-08T22:59Z',
      '2026-06-08T23:00Z',
      ...Array.from({ length: 11 }, (_, index) => `2026-06-10T${10 + index}:00Z`),
    ]
    await database.query('alter table orders disable trigger order_identity_is_immutable')
    for (const moment of moments) {
      const id = await insertOrder(database, { lines: [{ product: honey, quantity: 2 }] })
      await database.query('update orders set created_at = $2 where id = $1', [id, moment])
      placed.push(id)
    }
    await database.query('alter table orders enable trigger order_identity_is_immutable')
    const step = (id: string, from: string, to: string) =>
      callProcedure(database, admin, 'move_order', [id, from, to])
    await step(placed[1]!, 'pending', 'processing')
    await step(placed[3]!, 'pending', 'processing')
    await step(placed[3]!, 'processing', 'shipped')
    await callProcedure(database, admin, 'cancel_order', [placed[4], 'Rang'])

    const before = await ordersToSend(at('2026-06-10T20:30:00Z'), admin)
    expect(before.orders.map(({ id }) => id)).toEqual([...placed.slice(0, 3), ...placed.slice(5, 12)])
    expect(before.orders[1]).toMatchObject({
      status: 'processing',
      full_name: 'Priya Nair',
      post_code: 'SW1A 1AA',
      quantity: 2,
      total_amount: 9,
    })
    expect(before.slips, 'slips of those beyond the ten as well').toEqual([
      ...placed.slice(0, 3),
      ...placed.slice(5),
    ])
    expect(before).toMatchObject({
      pending: 11,
      processing: 1,
      overdue: 2,
      due: 1,
      deadline: '2026-06-10T20:30:00.000Z',
    })
    expect(await ordersToSend(at('2026-06-10T20:30:00.001Z'), admin)).toMatchObject({
      overdue: 3,
      due: 9,
      deadline: '2026-06-11T20:30:00.000Z',
    })
  })

  test.each([
    '2026-06-10T20:30:00Z',
    '2026-06-10T20:30:00.001Z',
    '2026-06-10T22:59Z',
    '2026-06-10T23:01Z',
    '2026-06-11T08:00Z',
  ])('at %s the number of overdue orders agrees with their countdowns', async (now) => {
    const rows = await database.query<{ created_at: string; dispatch_day: string | null }>(
      `select created_at, dispatch_day from orders where status in ('pending', 'processing')`,
    )
    const overdue = rows.filter((order) => dispatchCountdown(order, new Date(now)).isOverdue).length
    const { deadline } = await ordersToSend(at(now), admin)
    const due = rows.filter((order) => dispatchCountdown(order, new Date(now)).deadline === deadline).length
    expect(await ordersToSend(at(now), admin)).toMatchObject({ overdue, due })
  })
})

test('STOCK-6 low stock: below 10, at most ten, active first, lowest stock first', async () => {
  await database.query('update products set stock = 500')
  for (const stock of [3, 0, DEFAULT_LOW_STOCK_THRESHOLD, 9, 3])
    await insertProduct(database, { name: `Stock ${stock}`, stock })
  await insertProduct(database, { name: 'Hidden', stock: 0, is_active: false })
  const found = await lowStock(at('2026-06-10T12:00Z'), admin)
  expect(found.map(({ name, stock, is_active }) => [name, stock, is_active])).toEqual([
    ['Stock 0', 0, true],
    ['Stock 3', 3, true],
    ['Stock 3', 3, true],
    ['Stock 9', 9, true],
    ['Hidden', 0, false],
  ])
  for (let more = 0; more < 9; more++) await insertProduct(database, { stock: 1 })
  expect(await lowStock(at('2026-06-10T12:00Z'), admin)).toHaveLength(10)
})

test('PERMISSION-2 only administrators can read either', async () => {
  const customer = await insertCustomer(database)
  for (const actor of [visitor, customer]) {
    await expect(ordersToSend(at('2026-06-10T12:00Z'), actor)).rejects.toThrow(PermissionDenied)
    await expect(lowStock(at('2026-06-10T12:00Z'), actor)).rejects.toThrow(PermissionDenied)
  }
  const forgedAdmin: Admin = { kind: 'admin', role: 'owner', userId: customer.userId, email: customer.email }
  expect(await ordersToSend(at('2026-06-10T12:00Z'), forgedAdmin)).toMatchObject({
    orders: [],
    slips: [],
    pending: 0,
    overdue: 0,
  })
  expect(await lowStock(at('2026-06-10T12:00Z'), forgedAdmin)).toEqual([])
})
