import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  insertCustomer,
  insertAdmin,
  insertOrderWithStatus,
  callProcedure,
  readOrderHistory,
  readOrderStatus,
  stepsToStatus,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { NEXT_STATUS, ORDER_STATUSES, type OrderStatus } from '#features/orders/order-status.ts'
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

const orderAt = (status: OrderStatus) => insertOrderWithStatus(database, status, { admin, customer })

describe('ORDER-4 Moving an order', () => {
  const pairs = ORDER_STATUSES.flatMap((from) => ORDER_STATUSES.map((to) => [from, to] as const))

  test.each(pairs)(
    'ORDER-4 ORDER-5 %s to %s agrees with features/orders/order-status.ts',
    async (from, to) => {
      const { id } = await orderAt(from)
      const result = await callProcedure(database, admin, 'move_order', [id, from, to])
      const isAllowed = NEXT_STATUS[from] === to
      expect(result).toEqual(
        isAllowed
          ? { ok: true, value: { status: to } }
          : { ok: false, refusal: { code: 'move-not-allowed' } },
      )
      const after = await readOrderStatus(database, id)
      expect(after.status).toBe(isAllowed ? to : from)
      expect(after.actual_delivery !== null).toBe(stepsToStatus(after.status).includes('delivered'))
    },
  )

  test.each(pairs)(
    '%s to %s is refused to a customer, a visitor and somebody who is no administrator',
    async (from, to) => {
      const { id } = await orderAt(from)
      for (const actor of [customer, visitor]) {
        await expect(callProcedure(database, actor, 'move_order', [id, from, to])).rejects.toThrow(
          /permission denied/,
        )
      }
      expect(
        await callProcedure(database, { kind: 'admin', userId: customer.userId }, 'move_order', [
          id,
          from,
          to,
        ]),
      ).toEqual({ ok: false, refusal: { code: 'not-found' } })
      expect((await readOrderStatus(database, id)).status).toBe(from)
    },
  )

  test('a transition that another administrator has already made is refused with the current status', async () => {
    const { id } = await orderAt('shipped')
    expect(await callProcedure(database, admin, 'move_order', [id, 'pending', 'processing'])).toEqual({
      ok: false,
      refusal: { code: 'status-changed', status: 'shipped' },
    })
    for (const odd of [null, '', 'gone']) {
      expect(await callProcedure(database, admin, 'move_order', [id, 'shipped', odd])).toEqual({
        ok: false,
        refusal: { code: 'move-not-allowed' },
      })
      expect(await callProcedure(database, admin, 'move_order', [id, odd, 'delivered'])).toMatchObject({
        ok: false,
        refusal: { code: 'status-changed' },
      })
    }
    expect(
      await callProcedure(database, admin, 'move_order', [crypto.randomUUID(), 'pending', 'processing']),
    ).toEqual({ ok: false, refusal: { code: 'not-found' } })
  })

  test('ORDER-16 every transition is recorded in the history with its actor', async () => {
    const { id } = await orderAt('delivered')
    expect(await readOrderHistory(database, id)).toMatchObject([
      { event: 'placed', actor_kind: 'customer', actor_id: customer.userId, to_status: 'pending' },
      {
        event: 'moved',
        actor_kind: 'admin',
        actor_id: admin.userId,
        from_status: 'pending',
        to_status: 'processing',
      },
      { event: 'moved', from_status: 'processing', to_status: 'shipped' },
      { event: 'moved', from_status: 'shipped', to_status: 'delivered' },
    ])
  })

  test('ORDER-15 direct status changes are refused except one step forward, even to the table owner', async () => {
    for (const [from, to] of pairs) {
      if (NEXT_STATUS[from] === to || from === to || to === 'cancelled') continue
      const { id } = await orderAt(from)
      await expect(
        database.query(`update orders set status = $2, actual_delivery = now() where id = $1`, [id, to]),
        `${from} to ${to}`,
      ).rejects.toThrow(/one step forward/)
    }
  })
})
