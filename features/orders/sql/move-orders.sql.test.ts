import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NEXT_STATUS, ORDER_STATUSES, type OrderStatus } from '#features/orders/order-status.ts'
import { UNDO_SECONDS } from '#features/orders/undo-window.ts'
import { visitor, type Admin, type Customer } from '#shop/permissions.ts'
import {
  callProcedure,
  countRows,
  insertAdmin,
  insertCustomer,
  insertOrderWithStatus,
  readOrderHistory,
  readOrderStatus,
  readStock,
  stepsToStatus,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'

let database: TestDatabase
let admin: Admin
let customer: Customer
let maxMoves: number

beforeAll(async () => {
  database = await createTestDatabase()
  admin = await insertAdmin(database)
  customer = await insertCustomer(database)
  const [row] = await database.query<{ max: number }>('select max_order_moves() as max')
  maxMoves = row!.max
})
afterAll(() => database.close())

const orderAt = async (status: OrderStatus) =>
  (await insertOrderWithStatus(database, status, { admin, customer })).id
const statusesOf = (ids: string[]) =>
  Promise.all(ids.map(async (id) => (await readOrderStatus(database, id)).status))
const moveOf = (id: string, expected_status: string | null, to_status: string | null) => ({
  id,
  expected_status,
  to_status,
})
const mailsOf = (id: string) =>
  database.query<{ kind: string; recipient: string; wait: number }>(
    `select kind, recipient, extract(epoch from available_at - created_at)::float8 as wait from outbox
      where payload ->> 'order_id' = $1 and kind <> 'order-confirmation' order by id`,
    [id],
  )
const move = (moves: unknown[]) => callProcedure(database, admin, 'move_orders', [moves])
const undo = (moves: unknown[]) => callProcedure(database, admin, 'undo_order_moves', [moves])

describe('ORDER-49 Moving many orders at once', () => {
  test('ORDER-49 every pair of statuses, with the right and a wrong expected status, is answered as move_order answers it', async () => {
    const cases = await Promise.all(
      ORDER_STATUSES.flatMap((from) =>
        ORDER_STATUSES.flatMap((to) =>
          [from, ORDER_STATUSES.find((other) => other !== from)!].map(async (expected) => ({
            expected,
            to,
            alone: await orderAt(from),
            together: await orderAt(from),
          })),
        ),
      ),
    )
    const alone = await Promise.all(
      cases.map((one) => callProcedure(database, admin, 'move_order', [one.alone, one.expected, one.to])),
    )
    const together = await move(cases.map((one) => moveOf(one.together, one.expected, one.to)))
    expect(together).toEqual({
      ok: true,
      value: cases.map((one, index) => ({ id: one.together, ...alone[index]! })),
    })
    expect(await statusesOf(cases.map((one) => one.together))).toEqual(
      await statusesOf(cases.map((one) => one.alone)),
    )
    for (const one of cases) {
      const { actual_delivery, status } = await readOrderStatus(database, one.together)
      expect(actual_delivery !== null).toBe(stepsToStatus(status).includes('delivered'))
    }
  })

  test('ORDER-16 ORDER-25 each moved order has one history row and one email that waits; refused ones have neither', async () => {
    const [first, second, moved, gone] = [
      await orderAt('processing'),
      await orderAt('processing'),
      await orderAt('shipped'),
      await orderAt('cancelled'),
    ]
    const before = await Promise.all([moved, gone].map((id) => readOrderHistory(database, id)))
    const unknown = crypto.randomUUID()
    const refusal = (code: string, more = {}) => ({ ok: false, refusal: { code, ...more } })
    expect(
      await move([second, gone, unknown, moved, first].map((id) => moveOf(id, 'processing', 'shipped'))),
    ).toEqual({
      ok: true,
      value: [
        { id: second, ok: true, value: { status: 'shipped' } },
        { id: gone, ...refusal('status-changed', { status: 'cancelled' }) },
        { id: unknown, ...refusal('not-found') },
        { id: moved, ...refusal('status-changed', { status: 'shipped' }) },
        { id: first, ok: true, value: { status: 'shipped' } },
      ],
    })
    for (const id of [first, second]) {
      const history = await readOrderHistory(database, id)
      expect(history.filter(({ to_status }) => to_status === 'shipped')).toMatchObject([
        { event: 'moved', actor_kind: 'admin', actor_id: admin.userId, from_status: 'processing' },
      ])
      expect(await mailsOf(id)).toEqual([
        { kind: 'order-shipped', recipient: customer.email, wait: UNDO_SECONDS },
      ])
    }
    expect(await Promise.all([moved, gone].map((id) => readOrderHistory(database, id)))).toEqual(before)
  })

  test('an order that is listed twice moves once', async () => {
    const id = await orderAt('pending')
    const twice = moveOf(id, 'pending', 'processing')
    expect(await move([twice, twice])).toEqual({
      ok: true,
      value: [
        { id, ok: true, value: { status: 'processing' } },
        { id, ok: false, refusal: { code: 'status-changed', status: 'processing' } },
      ],
    })
    expect(await countRows(database, 'order_history', `order_id = $1 and event = 'moved'`, [id])).toBe(1)
  })

  test('a list that is too long moves nothing, and an empty one has no results', async () => {
    const id = await orderAt('pending')
    const long = [
      moveOf(id, 'pending', 'processing'),
      ...Array.from({ length: maxMoves }, () => moveOf(crypto.randomUUID(), 'pending', 'processing')),
    ]
    const refused = { ok: false, refusal: { code: 'too-many', max: maxMoves } }
    expect(await move(long)).toEqual(refused)
    expect(await undo(long)).toEqual(refused)
    expect(await statusesOf([id])).toEqual(['pending'])
    expect(await move(long.slice(0, maxMoves))).toMatchObject({ ok: true })
    expect(await statusesOf([id])).toEqual(['processing'])
    expect([await move([]), await undo([])]).toEqual([
      { ok: true, value: [] },
      { ok: true, value: [] },
    ])
  })

  test('PERMISSION-5 is refused to customers, visitors and former administrators', async () => {
    const id = await orderAt('shipped')
    const moves = [{ ...moveOf(id, 'shipped', 'delivered') }]
    for (const procedure of ['move_orders', 'undo_order_moves']) {
      for (const actor of [customer, visitor])
        await expect(callProcedure(database, actor, procedure, [moves])).rejects.toThrow(/permission denied/)
      expect(
        await callProcedure(database, { kind: 'admin', userId: customer.userId }, procedure, [moves]),
      ).toEqual({ ok: false, refusal: { code: 'not-found' } })
    }
    expect(await statusesOf([id])).toEqual(['shipped'])
  })
})

describe('ORDER-50 Undoing many steps at once', () => {
  test('ORDER-50 ORDER-25 each order is undone by the rules of undo_order_move, with its email; others are told why not', async () => {
    const steps = ORDER_STATUSES.flatMap((from) => {
      const to = NEXT_STATUS[from]
      return to ? [{ from, to }] : []
    })
    const orders = await Promise.all(
      steps.map(async (step) => ({
        ...step,
        ...(await insertOrderWithStatus(database, step.from, { admin, customer })),
      })),
    )
    const stocks = await Promise.all(orders.map(({ product }) => readStock(database, product)))
    await database.query(`delete from outbox where kind <> 'order-confirmation'`)
    expect(await move(orders.map(({ id, from, to }) => moveOf(id, from, to)))).toMatchObject({ ok: true })
    const [cancelled, late, again] = [
      await orderAt('cancelled'),
      await orderAt('shipped'),
      await orderAt('processing'),
    ]
    await database.query('alter table order_history disable trigger all')
    await database.query(`update order_history set at = at - interval '11 seconds' where order_id = $1`, [
      late,
    ])
    await database.query('alter table order_history enable trigger all')
    await undo([{ id: again, expected_status: 'processing' }])
    const refusal = (code: string, more = {}) => ({ ok: false, refusal: { code, ...more } })
    expect(
      await undo([
        { id: cancelled, expected_status: 'shipped' },
        ...orders.map(({ id, to }) => ({ id, expected_status: to })),
        { id: late, expected_status: 'shipped' },
        { id: again, expected_status: 'pending' },
        { id: orders[0]!.id, expected_status: orders[0]!.to },
      ]),
    ).toEqual({
      ok: true,
      value: [
        { id: cancelled, ...refusal('status-changed', { status: 'cancelled' }) },
        ...orders.map(({ id, from }) => ({ id, ok: true, value: { status: from } })),
        { id: late, ...refusal('too-late') },
        { id: again, ...refusal('nothing-to-undo') },
        { id: orders[0]!.id, ...refusal('status-changed', { status: orders[0]!.from }) },
      ],
    })
    expect(await statusesOf(orders.map(({ id }) => id))).toEqual(orders.map(({ from }) => from))
    expect(await Promise.all(orders.map(({ id }) => mailsOf(id)))).toEqual(orders.map(() => []))
    expect(await Promise.all(orders.map(({ product }) => readStock(database, product)))).toEqual(stocks)
    for (const { id } of orders)
      expect((await readOrderHistory(database, id)).slice(-2).map(({ event }) => event)).toEqual([
        'moved',
        'undone',
      ])
  })
})
