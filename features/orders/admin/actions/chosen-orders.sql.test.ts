import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { moveOrders, undoMoves } from '#features/orders/bulk-moves/move-orders.server.ts'
import type { OrderStatus } from '#features/orders/order-status.ts'
import { cancelOrder, findOrder, moveOrder } from '#features/orders/orders.server.ts'
import { PermissionDenied, visitor, type Admin, type Customer } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import {
  createTestShop,
  insertAdmin,
  insertCustomer,
  insertOrderWithStatus,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { handleChosenOrders, isChosenOrdersForm, readChosenIds } from './chosen-orders.server.ts'

let database: TestDatabase
let shop: ShopDependencies
let admin: Admin
let customer: Customer

beforeAll(async () => {
  database = await createTestDatabase()
  shop = createTestShop(database)
  admin = await insertAdmin(database)
  customer = await insertCustomer(database)
})
afterAll(() => database.close())

const orderAt = async (status: OrderStatus) =>
  (await insertOrderWithStatus(database, status, { admin, customer })).id
const statusesOf = (ids: string[]) =>
  Promise.all(ids.map(async (id) => (await findOrder(shop, admin, id))?.status))

function form(entries: readonly (readonly [string, string])[]) {
  const formData = new FormData()
  for (const [name, value] of entries) formData.append(name, value)
  return formData
}
const stepForm = (from: string, chosen: readonly string[]) =>
  form([['move_chosen', from], ...chosen.map((value) => ['chosen', value] as const)])
const undoForm = (expected: string, ids: readonly string[]) =>
  form([['intent', 'undo-chosen'], ['expected_status', expected], ...ids.map((id) => ['ids', id] as const)])
const send = (formData: FormData) => handleChosenOrders(shop, admin, formData)

describe('ORDER-49 A step of the chosen orders', () => {
  test('ORDER-49 moves those whose step it is, leaves the others, and names each that was refused with the reason', async () => {
    const [first, second, cancelled, moved, shipped] = [
      await orderAt('processing'),
      await orderAt('processing'),
      await orderAt('processing'),
      await orderAt('processing'),
      await orderAt('shipped'),
    ]
    await cancelOrder(shop, customer, { orderId: cancelled, screen: 'customer' })
    await moveOrder(shop, admin, { orderId: moved, expected: 'processing', to: 'shipped' })
    const unknown = crypto.randomUUID()
    const chosen = [
      ...[first, second, cancelled, moved, unknown].map((id) => `${id}:processing`),
      `${shipped}:shipped`,
    ]
    const answer = await send(stepForm('processing', chosen))
    expect(answer).toEqual({
      status: 200,
      actionResult: {
        intent: 'move-chosen',
        kind: 'done',
        message: '2 orders shipped.',
        is_undoable: true,
        chosen: {
          movedIds: [first, second],
          status: 'shipped',
          refused: [
            { id: cancelled, message: 'It was changed to cancelled in the meantime.', status: 'cancelled' },
            { id: moved, message: 'It was changed to shipped in the meantime.', status: 'shipped' },
            { id: unknown, message: 'Order not found' },
          ],
        },
      },
    })
    expect(await statusesOf([first, second, cancelled, moved, shipped])).toEqual([
      'shipped',
      'shipped',
      'cancelled',
      'shipped',
      'shipped',
    ])
    expect(await send(stepForm('processing', chosen)), 'sent again').toMatchObject({
      status: 409,
      actionResult: { kind: 'refused', message: 'No order shipped.' },
    })
  })

  test('ORDER-50 its steps are undone at once, except where something else happened since', async () => {
    const ids = [await orderAt('pending'), await orderAt('pending'), await orderAt('pending')]
    expect(
      (
        await send(
          stepForm(
            'pending',
            ids.map((id) => `${id}:pending`),
          ),
        )
      ).actionResult.message,
    ).toBe('3 orders processed.')
    await moveOrder(shop, admin, { orderId: ids[1]!, expected: 'processing', to: 'shipped' })
    expect(await send(undoForm('processing', ids))).toEqual({
      status: 200,
      actionResult: {
        intent: 'move-chosen',
        kind: 'done',
        message: '2 orders are pending again.',
        chosen: {
          movedIds: [ids[0], ids[2]],
          status: 'pending',
          refused: [{ id: ids[1], message: 'It was changed to shipped in the meantime.', status: 'shipped' }],
        },
      },
    })
    expect(await statusesOf(ids)).toEqual(['pending', 'shipped', 'pending'])
    expect(await send(undoForm('processing', ids))).toMatchObject({
      status: 409,
      actionResult: { kind: 'refused', message: 'No step was undone.' },
    })
  })

  test('without an order that the step applies to, nothing is sent; an invalid form and too many orders are refused', async () => {
    const id = await orderAt('pending')
    for (const none of [
      stepForm('pending', []),
      stepForm('pending', [`${id}:shipped`]),
      undoForm('shipped', []),
    ])
      expect(await send(none)).toMatchObject({
        status: 422,
        actionResult: { message: 'Select an order for this task' },
      })
    for (const invalid of [
      stepForm('cancelled', [`${id}:cancelled`]),
      stepForm('pending', [id]),
      stepForm('pending', ['x:pending']),
      stepForm('gone', [`${id}:pending`]),
      undoForm('pending', [id]),
      undoForm('shipped', ['x']),
    ])
      expect((await send(invalid)).status).toBe(400)
    const many = Array.from({ length: 501 }, () => `${crypto.randomUUID()}:pending`)
    expect(await send(stepForm('pending', [`${id}:pending`, ...many]))).toMatchObject({
      status: 422,
      actionResult: { message: 'At most 500 orders can be changed at once. Choose fewer, please.' },
    })
    expect(await statusesOf([id])).toEqual(['pending'])
  })

  test('the forms of the list are distinguished, and packing slips read the chosen IDs', () => {
    const id = crypto.randomUUID()
    expect(isChosenOrdersForm(stepForm('pending', []))).toBe(true)
    expect(isChosenOrdersForm(undoForm('pending', []))).toBe(true)
    expect(isChosenOrdersForm(form([['intent', 'move']]))).toBe(false)
    expect(readChosenIds(stepForm('pending', [`${id}:shipped`, 'a\nb:pending', '']))).toEqual([id])
  })

  test('PERMISSION-5 only administrators, also of the database; an invalid ID is not found', async () => {
    const id = await orderAt('pending')
    for (const actor of [visitor, customer]) {
      await expect(
        moveOrders(shop, actor, { orderIds: [id], expected: 'pending', to: 'processing' }),
      ).rejects.toThrow(PermissionDenied)
      await expect(undoMoves(shop, actor, { orderIds: [id], expected: 'processing' })).rejects.toThrow(
        PermissionDenied,
      )
    }
    const former = { ...customer, kind: 'admin' as const, role: 'owner' as const }
    expect(await handleChosenOrders(shop, former, stepForm('pending', [`${id}:pending`]))).toMatchObject({
      status: 404,
      actionResult: { message: 'Order not found' },
    })
    expect(await statusesOf([id])).toEqual(['pending'])
    expect(
      await moveOrders(shop, admin, { orderIds: ['x', id, id], expected: 'pending', to: 'processing' }),
    ).toEqual({
      ok: true,
      value: {
        moved: [{ id, status: 'processing' }],
        refused: [{ id: 'x', refusal: { code: 'not-found' } }],
      },
    })
  })
})
