import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCustomer, anAdmin, anOrder, aProduct, call, stockOf, whatDoesNotAddUp, type Good } from '#tests/arrange.ts'
import { newTestDatabase, type TestDatabase } from '#tests/database.ts'
import { mayCancel, NEXT_STATUS } from '#shop/orders/order.ts'
import { ORDER_STATUSES, type OrderStatus } from '#shop/spec.ts'
import { visitor, type Admin, type Customer } from '#shop/permissions.ts'

let database: TestDatabase
let admin: Admin
let customer: Customer
let stranger: Customer

beforeAll(async () => {
  database = await newTestDatabase()
  admin = await anAdmin(database)
  customer = await aCustomer(database)
  stranger = await aCustomer(database)
})
afterAll(() => database.close())

const WAY: Record<OrderStatus, OrderStatus[]> = {
  pending: [], processing: ['processing'], shipped: ['processing', 'shipped'], delivered: ['processing', 'shipped', 'delivered'], cancelled: [],
}

/** An order of 3 pieces out of 5, brought to a status as the shop brings it there. */
async function orderAt(status: OrderStatus): Promise<{ id: string; product: Good }> {
  const product = await aProduct(database, { stock: 5 })
  const id = await anOrder(database, { customer, lines: [{ product, quantity: 3 }] })
  let from: OrderStatus = 'pending'
  for (const to of WAY[status]) {
    await call(database, admin, 'move_order', [id, from, to])
    from = to
  }
  if (status === 'cancelled') await call(database, customer, 'cancel_order', [id, 'Cancelled by customer'])
  return { id, product }
}
const statusOf = async (id: string) =>
  (await database.query<{ status: OrderStatus; actual_delivery: string | null }>('select status, actual_delivery from orders where id = $1', [id]))[0]!
const historyOf = (id: string) => database.query('select * from order_history where order_id = $1 order by id', [id])

describe('Moving an order (§4, D22)', () => {
  const pairs = ORDER_STATUSES.flatMap((from) => ORDER_STATUSES.map((to) => [from, to] as const))

  test.each(pairs)('%s to %s is what shop/orders/order.ts says it is', async (from, to) => {
    const { id } = await orderAt(from)
    const answer = await call(database, admin, 'move_order', [id, from, to])
    const isAllowed = NEXT_STATUS[from] === to
    expect(answer).toEqual(isAllowed ? { ok: true, value: { status: to } } : { ok: false, refusal: { code: 'move-not-allowed' } })
    const after = await statusOf(id)
    expect(after.status).toBe(isAllowed ? to : from)
    expect(after.actual_delivery !== null).toBe(after.status === 'delivered')
  })

  test.each(pairs)('%s to %s is refused to a customer, a visitor and somebody who is no administrator', async (from, to) => {
    const { id } = await orderAt(from)
    for (const actor of [customer, visitor]) {
      await expect(call(database, actor, 'move_order', [id, from, to])).rejects.toThrow(/permission denied/)
    }
    expect(await call(database, { kind: 'admin', userId: customer.userId }, 'move_order', [id, from, to]))
      .toEqual({ ok: false, refusal: { code: 'not-found' } })
    expect((await statusOf(id)).status).toBe(from)
  })

  test('a step that somebody else has taken meanwhile is told, with where the order stands', async () => {
    const { id } = await orderAt('shipped')
    expect(await call(database, admin, 'move_order', [id, 'pending', 'processing']))
      .toEqual({ ok: false, refusal: { code: 'status-changed', status: 'shipped' } })
    for (const odd of [null, '', 'gone']) {
      expect(await call(database, admin, 'move_order', [id, 'shipped', odd])).toEqual({ ok: false, refusal: { code: 'move-not-allowed' } })
      expect(await call(database, admin, 'move_order', [id, odd, 'delivered'])).toMatchObject({ ok: false, refusal: { code: 'status-changed' } })
    }
    expect(await call(database, admin, 'move_order', [crypto.randomUUID(), 'pending', 'processing'])).toEqual({ ok: false, refusal: { code: 'not-found' } })
  })

  test('D22 every step is in the history, with who took it', async () => {
    const { id } = await orderAt('delivered')
    expect(await historyOf(id)).toMatchObject([
      { event: 'placed', actor_kind: 'customer', actor_id: customer.userId, to_status: 'pending' },
      { event: 'moved', actor_kind: 'admin', actor_id: admin.userId, from_status: 'pending', to_status: 'processing' },
      { event: 'moved', from_status: 'processing', to_status: 'shipped' },
      { event: 'moved', from_status: 'shipped', to_status: 'delivered' },
    ])
  })

  test('the status is refused to every direct change but one step, even to the owner of the database', async () => {
    for (const [from, to] of pairs) {
      if (NEXT_STATUS[from] === to || from === to || to === 'cancelled') continue
      const { id } = await orderAt(from)
      await expect(database.query(`update orders set status = $2, actual_delivery = now() where id = $1`, [id, to]), `${from} to ${to}`)
        .rejects.toThrow(/one step forward/)
    }
  })
})

describe('Cancelling an order (§4, D23)', () => {
  const screens = {
    customer: () => ({ actor: customer, values: ['Cancelled by customer'] }),
    list: () => ({ actor: admin, values: ['Cancelled by admin', 'Jar broke', false] }),
    detail: () => ({ actor: admin, values: ['Cancelled by admin', null, true] }),
  }
  const cases = (['customer', 'list', 'detail'] as const).flatMap((screen) => ORDER_STATUSES.map((status) => [screen, status] as const))

  test.each(cases)('from %s, %s: the database says what shop/orders/order.ts says', async (screen, status) => {
    const { id, product } = await orderAt(status)
    const { actor, values } = screens[screen]()
    const answer = await call(database, actor, 'cancel_order', [id, ...values])
    const isBack = status !== 'delivered'
    switch (mayCancel(screen, status)) {
      case 'yes':
        expect(answer).toEqual({ ok: true, value: { status: 'cancelled', already_cancelled: false } })
        expect((await statusOf(id)).status).toBe('cancelled')
        expect(await stockOf(database, product)).toBe(isBack ? 5 : 2)
        break
      case 'phone-us':
        expect(answer).toEqual({ ok: false, refusal: { code: 'shipped-phone-us' } })
        expect(await stockOf(database, product)).toBe(2)
        break
      case 'no':
        expect(answer).toEqual(status === 'cancelled'
          ? { ok: true, value: { status: 'cancelled', already_cancelled: true } }
          : { ok: false, refusal: { code: 'delivered' } })
        expect((await statusOf(id)).status).toBe(status)
        expect(await stockOf(database, product)).toBe(status === 'cancelled' ? 5 : 2)
    }
  })

  test('§4 cancelling twice gives the stock back once', async () => {
    const { id, product } = await orderAt('pending')
    await call(database, admin, 'cancel_order', [id, 'Cancelled by admin', 'Jar broke'])
    await call(database, admin, 'cancel_order', [id, 'Cancelled by admin', 'Jar broke again'])
    expect(await stockOf(database, product)).toBe(5)
    expect(await historyOf(id)).toHaveLength(2)
  })

  test('D23 the history keeps the fixed sentence and what the owner typed, and the ledger tells of the stock', async () => {
    const { id, product } = await orderAt('processing')
    await call(database, admin, 'cancel_order', [id, 'Cancelled by admin', '  Jar broke '])
    expect((await historyOf(id)).at(-1)).toMatchObject({
      event: 'cancelled', actor_kind: 'admin', actor_id: admin.userId, from_status: 'processing', to_status: 'cancelled',
      reason: 'Cancelled by admin', note: 'Jar broke',
    })
    expect(await database.query('select * from inventory_adjustments where product_id = $1 order by id', [product.id])).toMatchObject([
      { action_type: 'initial_stock', quantity_change: 5, stock_after: 5 },
      { action_type: 'order_placed', quantity_change: -3, stock_after: 2, order_id: id },
      { action_type: 'order_cancelled', quantity_change: 3, stock_after: 5, order_id: id, reason: 'Cancelled by admin',
        author_kind: 'admin', author_id: admin.userId },
    ])
  })

  test("a stranger's order is not found, by a customer, a visitor or a forged administrator", async () => {
    const { id, product } = await orderAt('pending')
    const notFound = { ok: false, refusal: { code: 'not-found' } }
    expect(await call(database, stranger, 'cancel_order', [id, 'Cancelled by customer'])).toEqual(notFound)
    expect(await call(database, stranger, 'cancel_order', [crypto.randomUUID(), 'Cancelled by customer'])).toEqual(notFound)
    expect(await call(database, { kind: 'customer', userId: null }, 'cancel_order', [id, 'Cancelled by customer'])).toEqual(notFound)
    expect(await call(database, { kind: 'admin', userId: stranger.userId }, 'cancel_order', [id, 'Cancelled by admin', 'x', true])).toEqual(notFound)
    expect(await call(database, { kind: 'admin', userId: customer.userId }, 'cancel_order', [id, 'Cancelled by admin', 'x', true])).toEqual(notFound)
    await expect(call(database, visitor, 'cancel_order', [id, 'x'])).rejects.toThrow(/permission denied/)
    expect([(await statusOf(id)).status, await stockOf(database, product)]).toEqual(['pending', 2])
  })

  test('an administrator who shops has the rights of a customer, no more', async () => {
    const { id } = await orderAt('pending')
    expect(await call(database, { kind: 'customer', userId: admin.userId }, 'cancel_order', [id, 'x'])).toMatchObject({ refusal: { code: 'not-found' } })
  })

  test('a customer who says that they are on the owner’s page gains nothing', async () => {
    const { id } = await orderAt('delivered')
    expect(await call(database, customer, 'cancel_order', [id, 'Cancelled by customer', null, true])).toEqual({ ok: false, refusal: { code: 'delivered' } })
  })

  test.each([null, '', '   '])('§5 a reason of %j is none', async (reason) => {
    const { id } = await orderAt('pending')
    expect(await call(database, admin, 'cancel_order', [id, reason])).toEqual({ ok: false, refusal: { code: 'reason-missing' } })
    expect((await statusOf(id)).status).toBe('pending')
  })

  test('a delivered order that is cancelled keeps the day it arrived, and its goods stay with the customer', async () => {
    const { id, product } = await orderAt('delivered')
    const before = await statusOf(id)
    await call(database, admin, 'cancel_order', [id, 'Cancelled by admin', null, true])
    expect(await statusOf(id)).toEqual({ status: 'cancelled', actual_delivery: before.actual_delivery })
    expect(await stockOf(database, product)).toBe(2)
  })

  test('goods of a product that was withdrawn meanwhile come back all the same', async () => {
    const { id, product } = await orderAt('pending')
    await database.query('update products set is_active = false where id = $1', [product.id])
    await call(database, customer, 'cancel_order', [id, 'Cancelled by customer'])
    expect(await stockOf(database, product)).toBe(5)
  })
})

test('after all of this, stock and totals add up', async () => {
  expect((await whatDoesNotAddUp(database)).filter((row) => (row as { what: string }).what !== 'goods given out')).toEqual([])
})
