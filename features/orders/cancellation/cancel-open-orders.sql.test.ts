import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  insertCustomer,
  insertAdmin,
  insertOrder,
  insertProduct,
  createTestShop,
  callProcedure,
  resultCode,
  readOrderHistory,
  toOrderLines,
  readOrderStatus,
  readStock,
  findInconsistencies,
} from '#tests/fixtures/databases/test-records.ts'
import {
  openConcurrentConnections,
  countByResultCode,
  repeat,
} from '#tests/fixtures/databases/concurrent-connections.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { PermissionDenied, visitor, type Admin, type Customer } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { cancelOpenOrders, findOpenOrders } from './cancel-open-orders.server.ts'
import { cancelOpenOrdersMessages } from '#features/orders/admin-order-messages.ts'
import { moveOrder } from '#features/orders/orders.server.ts'

let database: TestDatabase
let shop: ShopDependencies
let admin: Admin
beforeAll(async () => {
  database = await createTestDatabase()
  shop = createTestShop(database)
  admin = await insertAdmin(database)
})
afterAll(() => database.close())

async function insertCustomerWithOpenOrders() {
  const customer = await insertCustomer(database)
  const [honey, tea] = [
    await insertProduct(database, { stock: 10 }),
    await insertProduct(database, { stock: 10 }),
  ]
  const placed: string[] = []
  for (const lines of [[honey, tea], [tea, honey], [tea]]) {
    placed.unshift(
      await insertOrder(database, {
        customer,
        lines: lines.map((product) => ({ product, quantity: product === honey ? 3 : 1 })),
      }),
    )
  }
  return { customer, honey, tea, placed }
}
const cancel = (
  userId: string,
  orderIds: string[],
  reason = 'Ordered everything, unpaid',
  by: Customer | Admin | typeof visitor = admin,
) => cancelOpenOrders(shop, by, { userId, orderIds, reason })

describe('ORDER-37 Cancelling all open orders of a customer', () => {
  test('each has the reason in its history, and all units are back in stock', async () => {
    const { customer, honey, tea, placed } = await insertCustomerWithOpenOrders()
    const other = await insertOrder(database, { lines: [{ product: honey, quantity: 1 }] })
    const open = await findOpenOrders(shop, admin, placed[0]!)
    expect(open.total).toBe(3)
    expect(open.orders.map(({ id, item_count, status }) => [id, item_count, status])).toEqual([
      [placed[0], 1, 'pending'],
      [placed[1], 4, 'pending'],
      [placed[2], 4, 'pending'],
    ])
    expect(await cancel(customer.userId, placed)).toEqual({
      ok: true,
      value: { cancelled: placed, kept: [] },
    })
    expect([await readStock(database, honey), await readStock(database, tea)]).toEqual([9, 10])
    for (const id of placed) {
      expect((await readOrderHistory(database, id)).at(-1)).toMatchObject({
        event: 'cancelled',
        actor_kind: 'admin',
        actor_id: admin.userId,
        reason: 'Cancelled by admin',
        note: 'Ordered everything, unpaid',
      })
    }
    expect((await readOrderStatus(database, other)).status, 'another customer’s order stays').toBe('pending')
    expect((await findOpenOrders(shop, admin, placed[0]!)).total).toBe(0)
    expect(await findInconsistencies(database)).toEqual([])
  })

  test('the customer gets the note in email and order, never the reason', async () => {
    const { customer, placed } = await insertCustomerWithOpenOrders()
    const request = {
      userId: customer.userId,
      orderIds: placed.slice(1),
      reason: 'Never pays',
      customerNote: ' The harvest failed. ',
    }
    await cancelOpenOrders(shop, admin, request)
    await cancelOpenOrders(shop, admin, { ...request, orderIds: placed.slice(0, 1), customerNote: '  ' })
    const notes = ['', 'The harvest failed.', 'The harvest failed.']
    for (const [index, id] of placed.entries()) {
      expect((await readOrderHistory(database, id)).at(-1)).toMatchObject({
        note: 'Never pays',
        customer_note: notes[index] || null,
      })
      const mails = await database.query<{ payload: object }>(
        `select payload from outbox where dedupe_key = 'order-cancelled:' || $1`,
        [id],
      )
      expect(mails).toEqual([
        {
          payload: {
            order_id: id,
            from_status: 'pending',
            ...(notes[index] && { customer_note: notes[index] }),
          },
        },
      ])
    }
  })

  test('orders that have progressed, and those not listed, stay and are reported', async () => {
    const { customer, placed } = await insertCustomerWithOpenOrders()
    const [first, second, third] = placed as [string, string, string]
    await moveOrder(shop, admin, { orderId: second, expected: 'pending', to: 'processing' })
    await moveOrder(shop, admin, { orderId: third, expected: 'pending', to: 'processing' })
    await moveOrder(shop, admin, { orderId: third, expected: 'processing', to: 'shipped' })
    const answer = await cancel(customer.userId, [second, third])
    expect(answer).toEqual({
      ok: true,
      value: { cancelled: [second], kept: [{ id: third, status: 'shipped' }] },
    })
    const short = (id: string) => id.slice(0, 8).toUpperCase()
    expect(
      cancelOpenOrdersMessages.cancelled({ cancelled: [second], kept: [{ id: third, status: 'shipped' }] }),
    ).toBe(`1 order cancelled: ${short(second)}. ${short(third)} is shipped now and stays.`)
    expect((await readOrderStatus(database, first)).status).toBe('pending')
    expect(await cancel(customer.userId, [second])).toEqual({
      ok: true,
      value: { cancelled: [], kept: [{ id: second, status: 'cancelled' }] },
    })
  })

  test('refused without a reason, for other roles, and for other customers’ orders', async () => {
    const { customer, placed } = await insertCustomerWithOpenOrders()
    const otherCustomer = await insertCustomer(database)
    expect(await cancel(customer.userId, placed, '  ')).toMatchObject({
      ok: false,
      refusal: { code: 'reason-missing', fields: { reason: expect.any(String) } },
    })
    for (const [userId, ids] of [
      [otherCustomer.userId, placed],
      [customer.userId, []],
      ['x', placed],
      [customer.userId, ['x']],
    ] as const) {
      expect(await cancel(userId, [...ids])).toEqual({ ok: false, refusal: { code: 'not-found' } })
    }
    for (const actor of [customer, visitor]) {
      await expect(cancel(customer.userId, placed, 'x', actor)).rejects.toThrow(PermissionDenied)
      await expect(findOpenOrders(shop, actor, placed[0]!)).rejects.toThrow(PermissionDenied)
      await expect(
        callProcedure(database, actor, 'cancel_customer_orders', [
          customer.userId,
          `{${placed.join()}}`,
          'x',
          'x',
        ]),
      ).rejects.toThrow(/permission denied/)
    }
    expect(
      resultCode(
        await callProcedure(database, { kind: 'admin', userId: customer.userId }, 'cancel_customer_orders', [
          customer.userId,
          `{${placed.join()}}`,
          'x',
          'x',
        ]),
      ),
    ).toBe('not-found')
    expect((await findOpenOrders(shop, admin, placed[0]!)).total).toBe(3)
  })

  test('no deadlocks with concurrent orders, cancellations and moves, and ledger invariants hold', async () => {
    const connections = await openConcurrentConnections(database)
    const products = await Promise.all(repeat(6, () => insertProduct(database, { stock: 500 })))
    const rounds = await Promise.all(
      repeat(8, async (round) => {
        const customer = await insertCustomer(database)
        const ordered = round % 2 ? products : products.toReversed()
        const placed: string[] = []
        for (const product of ordered)
          placed.push(await insertOrder(database, { customer, lines: [{ product, quantity: 2 }] }))
        return { customer, placed, turned: ordered }
      }),
    )
    const answers = await Promise.all(
      rounds.flatMap(({ customer, placed, turned: ordered }) => [
        connections.as(admin, 'public.cancel_customer_orders($1, $2, $3, $4)', [
          customer.userId,
          placed,
          'Cancelled by admin',
          'All of it',
        ]),
        connections.as(customer, 'public.cancel_order($1, $2)', [placed[0], 'Cancelled by customer']),
        connections.as(admin, 'public.move_order($1, $2, $3)', [placed[1], 'pending', 'processing']),
        connections.place(customer, toOrderLines(ordered.map((product) => ({ product, quantity: 1 })))),
        connections.place(
          customer,
          toOrderLines(ordered.toReversed().map((product) => ({ product, quantity: 1 }))),
        ),
      ]),
    )
    await connections.close()
    expect(
      Object.keys(countByResultCode(answers)).filter((code) => code !== 'done' && code !== 'status-changed'),
    ).toEqual([])
    expect(await findInconsistencies(database)).toEqual([])
  })
})
