import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cancelPermission, NEXT_STATUS, ORDER_STATUSES } from '#features/orders/order-status.ts'
import { findOrder } from '#features/orders/orders.server.ts'
import { PermissionDenied, visitor, type Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import {
  insertAdmin,
  insertOrder,
  insertProduct,
  createTestShop,
  readStock,
  stepsToStatus,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { handleOrderAction } from './order-actions.server.ts'

let database: TestDatabase
let shop: ShopDependencies
let admin: Admin
let honey: TestProduct

beforeAll(async () => {
  database = await createTestDatabase()
  shop = createTestShop(database)
  admin = await insertAdmin(database)
  honey = await insertProduct(database, { stock: 1000 })
})
afterAll(() => database.close())

const placeTestOrder = () => insertOrder(database, { lines: [{ product: honey, quantity: 2 }] })
const statusOf = async (id: string) => (await findOrder(shop, admin, id))?.status

function form(entries: Record<string, string>) {
  const formData = new FormData()
  for (const [name, value] of Object.entries(entries)) formData.set(name, value)
  return formData
}
const move = (order_id: string, expected_status: string) =>
  handleOrderAction(shop, admin, 'list', form({ intent: 'move', order_id, expected_status }))
const undo = (order_id: string, expected_status: string) =>
  handleOrderAction(shop, admin, 'list', form({ intent: 'undo', order_id, expected_status }))
const cancel = (
  order_id: string,
  expected_status: string,
  reason: string,
  screen: 'list' | 'detail' = 'list',
) => handleOrderAction(shop, admin, screen, form({ intent: 'cancel', order_id, expected_status, reason }))

describe('MESSAGE-4 Result of a status transition', () => {
  test('ORDER-4 Process, Ship and Mark Delivered move the order one status and return the new status', async () => {
    const id = await placeTestOrder()
    const messages = []
    for (const status of ['pending', 'processing', 'shipped'])
      messages.push((await move(id, status)).actionResult.message)
    expect(messages).toEqual(['is now processing.', 'is now shipped.', 'is now delivered.'])
    expect(await statusOf(id)).toBe('delivered')
    expect(await move(id, 'delivered')).toMatchObject({ status: 409, actionResult: { kind: 'refused' } })
  })

  test('ORDER-18 MESSAGE-4 a transition that another administrator made first is refused with the specified message and the new status', async () => {
    const id = await placeTestOrder()
    await move(id, 'pending')
    expect(await move(id, 'pending')).toMatchObject({
      status: 409,
      actionResult: {
        order_id: id,
        kind: 'refused',
        message: 'Error updating order status. Please try again.',
        detail: 'It was changed to processing in the meantime.',
        status: 'processing',
      },
    })
    expect(await statusOf(id)).toBe('processing')
  })

  test('ORDER-24 a transition can be undone within 10 seconds, and otherwise is refused with the reason', async () => {
    const id = await placeTestOrder()
    const moved = await move(id, 'pending')
    expect(moved.actionResult).toMatchObject({
      is_undoable: true,
      status: 'processing',
      detail: 'You can undo this for 10 seconds.',
    })
    expect(await undo(id, 'pending')).toMatchObject({
      status: 409,
      actionResult: { kind: 'refused', detail: 'It was changed to processing in the meantime.' },
    })
    expect(await undo(id, 'processing')).toEqual({
      status: 200,
      actionResult: { order_id: id, kind: 'done', message: 'is pending again.', status: 'pending' },
    })
    expect(await statusOf(id)).toBe('pending')
    expect(await undo(id, 'pending')).toMatchObject({
      status: 409,
      actionResult: {
        message: 'The step was not undone.',
        detail: 'Its last step was undone already, or something else has happened since.',
      },
    })
    expect(await undo(crypto.randomUUID(), 'pending')).toMatchObject({
      status: 404,
      actionResult: { detail: 'Order not found' },
    })
    await move(id, 'pending')
    await database.query(`alter table order_history disable trigger all`)
    await database.query(`update order_history set at = at - interval '11 seconds' where order_id = $1`, [id])
    await database.query(`alter table order_history enable trigger all`)
    expect(await undo(id, 'processing')).toMatchObject({
      status: 409,
      actionResult: {
        detail: 'A step can be undone for 10 seconds, and they are over.',
        status: 'processing',
      },
    })
    expect(await statusOf(id)).toBe('processing')
  })

  test('a missing order returns 404, an invalid form 400', async () => {
    expect(await move(crypto.randomUUID(), 'pending')).toMatchObject({
      status: 404,
      actionResult: { detail: 'Order not found' },
    })
    const invalidForms: Record<string, string>[] = [
      {},
      { intent: 'move' },
      { intent: 'move', order_id: 'x', expected_status: 'pending' },
      { intent: 'erase' },
    ]
    for (const entries of invalidForms) {
      expect(await handleOrderAction(shop, admin, 'list', form(entries))).toMatchObject({
        status: 400,
        actionResult: { kind: 'failed' },
      })
    }
  })
})

describe('ORDER-7 Result of a cancellation', () => {
  test('ORDER-7 the list requires a reason that is not blank', async () => {
    const id = await placeTestOrder()
    for (const reason of ['', '   \n']) {
      expect(await cancel(id, 'pending', reason)).toMatchObject({
        status: 422,
        actionResult: { errors: { reason: 'Please provide a cancellation reason' } },
      })
    }
    expect(await statusOf(id)).toBe('pending')
  })

  test('ORDER-8 ORDER-7 the reason is stored in the history beside ‘Cancelled by admin’', async () => {
    const id = await placeTestOrder()
    expect(await cancel(id, 'pending', ' Jar broke ')).toMatchObject({
      status: 200,
      actionResult: { kind: 'done' },
    })
    const order = await findOrder(shop, admin, id)
    expect(order?.history.at(-1) ?? null).toMatchObject({
      to_status: 'cancelled',
      reason: 'Cancelled by admin',
      note: 'Jar broke',
    })
    expect((await cancel(id, 'pending', 'Again')).actionResult.message).toBe(
      'had been cancelled by somebody else already.',
    )
  })

  test('an order whose status changed while the dialog was open is not cancelled', async () => {
    const id = await placeTestOrder()
    await move(id, 'pending')
    const stock = await readStock(database, honey)
    expect(await cancel(id, 'pending', 'Too late')).toMatchObject({
      status: 409,
      actionResult: {
        message: 'Error cancelling order. Please try again.',
        detail: 'It was changed to processing in the meantime.',
      },
    })
    expect([await statusOf(id), await readStock(database, honey)]).toEqual(['processing', stock])
  })

  test.each(['list', 'detail'] as const)(
    'ORDER-9 in the %s an order is cancelled from the statuses of features/orders/order-status.ts, on its page without a reason',
    async (screen) => {
      for (const status of ORDER_STATUSES.filter((each) => each !== 'cancelled')) {
        const id = await placeTestOrder()
        for (const to of stepsToStatus(status))
          await move(
            id,
            ORDER_STATUSES.find((from) => NEXT_STATUS[from] === to)!,
          )
        const isCancelled = cancelPermission(screen, status) === 'yes'
        expect(await cancel(id, status, screen === 'list' ? 'Came back' : '', screen), status).toMatchObject(
          isCancelled
            ? { status: 200 }
            : { status: 409, actionResult: { message: 'Error cancelling order. Please try again.' } },
        )
        expect(await statusOf(id)).toBe(isCancelled ? 'cancelled' : status)
      }
    },
  )
})

test('PERMISSION-5 only an administrator can act on orders', async () => {
  const id = await placeTestOrder()
  const entries = form({ intent: 'move', order_id: id, expected_status: 'pending' })
  await expect(handleOrderAction(shop, visitor as unknown as Admin, 'list', entries)).rejects.toThrow(
    PermissionDenied,
  )
  expect(await statusOf(id)).toBe('pending')
})

test.each(['list', 'detail'] as const)(
  'ORDER-8 the sentence for the customer, written while cancelling on the %s, is in their email, and the reason is not',
  async (screen) => {
    const order_id = await placeTestOrder()
    const entries = {
      order_id,
      expected_status: 'pending',
      reason: 'Fraud?',
      customer_note: ' The pepper never came.\r\nWe are sorry. ',
    }
    const cancelled = await handleOrderAction(shop, admin, screen, form({ intent: 'cancel', ...entries }))
    expect(cancelled.status).toBe(200)
    const mails = await database.query<{ payload: object }>(
      `select payload from outbox where kind = 'order-cancelled' and payload ->> 'order_id' = $1`,
      [order_id],
    )
    expect(mails).toMatchObject([{ payload: { customer_note: 'The pepper never came.\nWe are sorry.' } }])
    expect(JSON.stringify(mails)).not.toContain('Fraud?')
  },
)
