import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OrderDetail } from '#shop/orders/order.ts'
import { cancelOrder, findOrder, moveOrder } from '#shop/orders/orders.server.ts'
import { PermissionDenied, visitor, type Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'
import { insertAdmin, insertOrder, insertProduct, createTestShop, readStock, type TestProduct } from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { saveOrderEdit } from './edit-order.server.ts'
import { toBaseOrder, quantityField, removedField } from './order-draft.ts'

let database: TestDatabase
let shop: ShopDependencies
let admin: Admin
let other: Admin
let honey: TestProduct
let pepper: TestProduct
/** As the form's sender saw it. */
let order: OrderDetail

beforeAll(async () => {
  database = await createTestDatabase()
  shop = createTestShop(database)
  admin = await insertAdmin(database)
  other = await insertAdmin(database)
})
afterAll(() => database.close())
beforeEach(async () => {
  honey = await insertProduct(database, { name: 'Forest Honey', price: 6.95, stock: 10 })
  pepper = await insertProduct(database, { name: 'Black Pepper', price: 4.05, stock: 10 })
  const lines = [{ product: honey, quantity: 2 }, { product: pepper, quantity: 3 }]
  order = (await findOrder(shop, admin, await insertOrder(database, { lines })))!
})

type Typed = { honey?: string; pepper?: string; remove?: ('honey' | 'pepper')[]; delivery?: string; seen?: string }

function form(typed: Typed = {}) {
  const [first, second] = order.items as [OrderDetail['items'][number], OrderDetail['items'][number]]
  const filled = new FormData()
  filled.set('seen', typed.seen ?? JSON.stringify(toBaseOrder(order)))
  filled.set(quantityField(first.id), typed.honey ?? '2')
  filled.set(quantityField(second.id), typed.pepper ?? '3')
  if (typed.remove?.includes('honey')) filled.set(removedField(first.id), 'on')
  if (typed.remove?.includes('pepper')) filled.set(removedField(second.id), 'on')
  filled.set('estimated_delivery', typed.delivery ?? order.estimated_delivery)
  return filled
}
const save = (typed?: Typed, by = admin, through = shop) => saveOrderEdit(through, by, order.id, form(typed))
const now = async () => (await findOrder(shop, admin, order.id))!
const quantities = async () => (await now()).items.map(({ quantity }) => quantity)
const field = (index: number) => quantityField(order.items[index]!.id)

describe('ORDER-19 What an owner is told about an edit', () => {
  test('ORDER-20 quantities, a removal and the day are saved, and the total is the sum of the subtotals', async () => {
    expect(await save({ honey: '5', remove: ['pepper'], delivery: order.estimated_delivery })).toMatchObject({
      status: 200,
      actionResult: { kind: 'done', message: 'The order is saved.' },
    })
    expect((await now()).total_amount).toBe(34.75)
    expect([await readStock(database, honey), await readStock(database, pepper)]).toEqual([5, 10])
    expect((await now()).history.at(-1)).toMatchObject({ event: 'edited', details: { items: [{ from: 2, to: 5 }, { from: 3, to: 0 }] } })
  })

  test.each(['0', '-1', 'two', '1.5', '', '1000'])('ORDER-20 a quantity of %j is refused at its field, and what was typed comes back', async (honeyTyped) => {
    expect(await save({ honey: honeyTyped, pepper: '7' })).toMatchObject({
      status: 422,
      actionResult: {
        kind: 'refused',
        errors: { [field(0)]: 'The quantity of Forest Honey must be a whole number from 1 to 999' },
        draft: { quantities: { [order.items[0]!.id]: honeyTyped, [order.items[1]!.id]: '7' } },
      },
    })
    expect(await quantities()).toEqual([2, 3])
  })

  test('a removed item may have anything in its field', async () => {
    expect((await save({ honey: '', remove: ['honey'] })).status).toBe(200)
  })

  test('ORDER-19 the last item cannot be removed', async () => {
    expect(await save({ remove: ['honey', 'pepper'] })).toMatchObject({
      status: 422,
      actionResult: { message: 'One item has to stay. To drop the whole order, cancel it.' },
    })
  })

  test('ORDER-21 MESSAGE-6 not enough stock names each item and how many there can be', async () => {
    expect(await save({ honey: '11', pepper: '11' })).toMatchObject({
      status: 409,
      actionResult: {
        kind: 'refused',
        errors: {
          [field(0)]: 'Only 8 more of Forest Honey in stock, so this order can have 10 at most',
          [field(1)]: 'Only 7 more of Black Pepper in stock, so this order can have 10 at most',
        },
      },
    })
    expect(await quantities()).toEqual([2, 3])
  })

  test.each(['', 'soon', '2026-02-30', '2020-01-01', '2030-01-01'])('an expected delivery of %j is refused at its field', async (delivery) => {
    expect(await save({ delivery })).toMatchObject({
      status: 422,
      actionResult: { errors: { estimated_delivery: 'Expected delivery must be a day within a year of the order' }, draft: { delivery } },
    })
  })
})

describe('ORDER-23 When somebody else was quicker', () => {
  test('ORDER-23 a newer change is not overwritten: both values are told, what was typed stays, and the next try saves', async () => {
    await save({ honey: '4', remove: ['pepper'] }, other)
    const { actionResult, status } = await save({ honey: '9' })
    expect(status).toBe(409)
    expect(actionResult).toMatchObject({
      kind: 'refused',
      message: 'Somebody else changed this order while you were editing it. Check what changed, then save again.',
      changes: {
        by: expect.stringMatching(/^Changed by Administrator.* at \d{1,2}:\d\d [ap]m$/),
        lines: [
          { what: 'Forest Honey', seen: '2', now: '4' },
          { what: 'Black Pepper', seen: '3', now: 'removed' },
        ],
      },
      draft: { quantities: { [order.items[0]!.id]: '9' } },
    })
    expect(await quantities()).toEqual([4])
    expect((await save({ honey: '9', seen: JSON.stringify(actionResult.base) })).status).toBe(200)
    expect(await quantities()).toEqual([9])
  })

  test('a step taken meanwhile is told as well', async () => {
    await moveOrder(shop, other, { orderId: order.id, expected: 'pending', to: 'processing' })
    expect((await save({ honey: '3' })).actionResult.changes?.lines).toEqual([{ what: 'Status', seen: 'Pending', now: 'Processing' }])
    expect(await quantities()).toEqual([2, 3])
  })

  test('ORDER-19 ORDER-23 an order that was cancelled meanwhile can no longer be edited, and says so', async () => {
    await cancelOrder(shop, other, { orderId: order.id, screen: 'detail' })
    expect(await save({ honey: '3' })).toMatchObject({
      status: 409,
      actionResult: {
        message: 'This order is cancelled now, so it can no longer be edited.',
        changes: { lines: [{ what: 'Status', seen: 'Pending', now: 'Cancelled' }] },
      },
    })
    expect(await readStock(database, honey)).toBe(10)
  })
})

test('MESSAGE-6 when the database is gone, it says ‘An error occurred’, keeps what was typed, and the log gets the cause', async () => {
  const logged: unknown[] = []
  const noDatabase = () => Promise.reject(new Error('no database'))
  const failingDatabase = { as: noDatabase, once: noDatabase } as unknown as ShopDependencies['db']
  const log = { error: (details: unknown) => logged.push(details) } as unknown as ShopDependencies['log']
  expect(await save({ honey: '3' }, admin, { ...shop, db: failingDatabase, log })).toMatchObject({
    status: 503,
    actionResult: { kind: 'failed', message: 'An error occurred', draft: { quantities: { [order.items[0]!.id]: '3' } } },
  })
  expect(logged).toHaveLength(1)
})

test('a form that is no form of ours, and an order that is not there', async () => {
  for (const seen of ['', '{', '{}', 'null', '{"version":1,"items":[]}']) {
    expect(await save({ seen })).toMatchObject({ status: 400, actionResult: { kind: 'failed' } })
  }
  expect(await saveOrderEdit(shop, admin, crypto.randomUUID(), form())).toMatchObject({ status: 404, actionResult: { message: 'Order not found' } })
  expect(await saveOrderEdit(shop, admin, 'x', form())).toMatchObject({ status: 404 })
})

test('PERMISSION-6 nobody but an administrator edits orders, whatever the form says', async () => {
  await expect(save({ honey: '3' }, visitor as unknown as Admin)).rejects.toThrow(PermissionDenied)
  expect(await quantities()).toEqual([2, 3])
})
