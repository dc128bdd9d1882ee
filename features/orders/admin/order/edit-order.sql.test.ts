import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OrderDetail } from '#features/orders/order.ts'
import { cancelOrder, findOrder, moveOrder } from '#features/orders/orders.server.ts'
import { PermissionDenied, visitor, type Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import {
  insertAdmin,
  insertOrder,
  insertProduct,
  createTestShop,
  readStock,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { adminForm } from '#tests/fixtures/pages/admin-form.ts'
import { saveOrderEdit } from './edit-order.server.ts'
import { toBaseOrder, quantityField, removedField } from './order-draft.ts'

let database: TestDatabase
let shop: ShopDependencies
let admin: Admin
let otherAdmin: Admin
let honey: TestProduct
let pepper: TestProduct
let order: OrderDetail

beforeAll(async () => {
  database = await createTestDatabase()
  shop = createTestShop(database)
  admin = await insertAdmin(database)
  otherAdmin = await insertAdmin(database)
})
afterAll(() => database.close())
beforeEach(async () => {
  honey = await insertProduct(database, { name: 'Forest Honey', price: 6.95, stock: 10 })
  pepper = await insertProduct(database, { name: 'Black Pepper', price: 4.05, stock: 10 })
  const lines = [
    { product: honey, quantity: 2 },
    { product: pepper, quantity: 3 },
  ]
  order = (await findOrder(shop, admin, await insertOrder(database, { lines }))) as OrderDetail
})

type FormInput = {
  honey?: string
  pepper?: string
  remove?: ('honey' | 'pepper')[]
  delivery?: string
  seen?: string
}

function form(input: FormInput = {}) {
  const [first, second] = order.items as [OrderDetail['items'][number], OrderDetail['items'][number]]
  const formData = new FormData()
  formData.set('seen', input.seen ?? JSON.stringify(toBaseOrder(order)))
  formData.set(quantityField(first.id), input.honey ?? '2')
  formData.set(quantityField(second.id), input.pepper ?? '3')
  if (input.remove?.includes('honey')) formData.set(removedField(first.id), 'on')
  if (input.remove?.includes('pepper')) formData.set(removedField(second.id), 'on')
  formData.set('estimated_delivery', input.delivery ?? order.estimated_delivery)
  return formData
}
const save = (input?: FormInput, as = admin) => saveOrderEdit(adminForm(shop, as, order.id, form(input)))
const readOrder = async () => (await findOrder(shop, admin, order.id))!
const readQuantities = async () => (await readOrder()).items.map(({ quantity }) => quantity)
const quantityFieldAt = (index: number) => quantityField(order.items[index]!.id)

describe('ORDER-19 Result of an edit', () => {
  test('ORDER-20 saves quantities, removals and delivery day, and the total is the sum of the subtotals', async () => {
    expect(await save({ honey: '5', remove: ['pepper'], delivery: order.estimated_delivery })).toMatchObject({
      status: 200,
      actionResult: { kind: 'done', message: 'The order is saved.' },
    })
    expect((await readOrder()).total_amount).toBe(34.75)
    expect([await readStock(database, honey), await readStock(database, pepper)]).toEqual([5, 10])
    expect((await readOrder()).history.at(-1)).toMatchObject({
      event: 'edited',
      details: {
        items: [
          { from: 2, to: 5 },
          { from: 3, to: 0 },
        ],
      },
    })
  })

  test.each(['0', '-1', 'two', '1.5', '', '1000'])(
    'ORDER-20 a quantity of %j is rejected at its field, and the draft is returned',
    async (honeyQuantity) => {
      expect(await save({ honey: honeyQuantity, pepper: '7' })).toMatchObject({
        status: 422,
        actionResult: {
          kind: 'refused',
          errors: {
            [quantityFieldAt(0)]: 'The quantity of Forest Honey must be a whole number from 1 to 999',
          },
          draft: { quantities: { [order.items[0]!.id]: honeyQuantity, [order.items[1]!.id]: '7' } },
        },
      })
      expect(await readQuantities()).toEqual([2, 3])
    },
  )

  test('the quantity of a removed item is not validated', async () => {
    expect((await save({ honey: '', remove: ['honey'] })).status).toBe(200)
  })

  test('ORDER-19 the last item cannot be removed', async () => {
    expect(await save({ remove: ['honey', 'pepper'] })).toMatchObject({
      status: 422,
      actionResult: { message: 'One item has to stay. To drop the whole order, cancel it.' },
    })
  })

  test('ORDER-21 MESSAGE-6 insufficient stock returns the maximum quantity of each item', async () => {
    expect(await save({ honey: '11', pepper: '11' })).toMatchObject({
      status: 409,
      actionResult: {
        kind: 'refused',
        errors: {
          [quantityFieldAt(0)]: 'Only 8 more of Forest Honey in stock, so this order can have 10 at most',
          [quantityFieldAt(1)]: 'Only 7 more of Black Pepper in stock, so this order can have 10 at most',
        },
      },
    })
    expect(await readQuantities()).toEqual([2, 3])
  })

  test.each(['', 'soon', '2026-02-30', '2020-01-01', '2030-01-01'])(
    'an expected delivery of %j is rejected at its field',
    async (delivery) => {
      expect(await save({ delivery })).toMatchObject({
        status: 422,
        actionResult: {
          errors: { estimated_delivery: 'Expected delivery must be a day within a year of the order' },
          draft: { delivery },
        },
      })
    },
  )
})

describe('ORDER-23 Edit conflicts', () => {
  test('ORDER-23 a newer change is not overwritten: both values and the draft are returned, and the next attempt saves', async () => {
    await save({ honey: '4', remove: ['pepper'] }, otherAdmin)
    const { actionResult, status } = await save({ honey: '9' })
    expect(status).toBe(409)
    expect(actionResult).toMatchObject({
      kind: 'refused',
      message:
        'Somebody else changed this order while you were editing it. Check what changed, then save again.',
      changes: {
        by: expect.stringMatching(/^Changed by Administrator.* at \d{1,2}:\d\d [ap]m$/),
        lines: [
          { what: 'Forest Honey', seen: '2', now: '4' },
          { what: 'Black Pepper', seen: '3', now: 'removed' },
        ],
      },
      draft: { quantities: { [order.items[0]!.id]: '9' } },
    })
    expect(await readQuantities()).toEqual([4])
    expect((await save({ honey: '9', seen: JSON.stringify(actionResult.base) })).status).toBe(200)
    expect(await readQuantities()).toEqual([9])
  })

  test('a status transition by another administrator is reported', async () => {
    await moveOrder(shop, otherAdmin, { orderId: order.id, expected: 'pending', to: 'processing' })
    expect((await save({ honey: '3' })).actionResult.changes?.lines).toEqual([
      { what: 'Status', seen: 'Pending', now: 'Processing' },
    ])
    expect(await readQuantities()).toEqual([2, 3])
  })

  test('ORDER-19 ORDER-23 an order that was cancelled meanwhile can no longer be edited', async () => {
    await cancelOrder(shop, otherAdmin, { orderId: order.id, screen: 'detail' })
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

test('an invalid form returns 400, a missing order 404', async () => {
  for (const seen of ['', '{', '{}', 'null', '{"version":1,"items":[]}']) {
    expect(await save({ seen })).toMatchObject({ status: 400, actionResult: { kind: 'failed' } })
  }
  expect(await saveOrderEdit(adminForm(shop, admin, crypto.randomUUID(), form()))).toMatchObject({
    status: 404,
    actionResult: { message: 'Order not found' },
  })
  expect(await saveOrderEdit(adminForm(shop, admin, 'x', form()))).toMatchObject({ status: 404 })
})

test('PERMISSION-6 only an administrator can edit orders', async () => {
  await expect(save({ honey: '3' }, visitor as unknown as Admin)).rejects.toThrow(PermissionDenied)
  expect(await readQuantities()).toEqual([2, 3])
})

describe('ORDER-63 ORDER-64 Address and added products', () => {
  const post = (entries: Record<string, string>) => {
    const entered = form()
    for (const [name, value] of Object.entries(entries)) entered.set(name, value)
    return saveOrderEdit(adminForm(shop, admin, order.id, entered))
  }
  const toAdded = (product: TestProduct) =>
    JSON.stringify([
      { product_id: product.id, product_name: product.name, net_weight: null, price: product.price },
    ])

  test('ORDER-63 the address is saved, and a wrong field keeps what was typed', async () => {
    expect(await post({ phone: '12', city: 'Leeds' })).toMatchObject({
      status: 422,
      actionResult: { errors: { phone: expect.any(String) }, draft: { address: { city: 'Leeds' } } },
    })
    expect(
      await post({ phone: '07700 900123', address: '1 Lane\r\nFlat 2', post_code: 'e16an' }),
    ).toMatchObject({ status: 200 })
    expect((await readOrder()).shipping_address).toMatchObject({
      phone: '07700 900123',
      address: '1 Lane\nFlat 2',
      post_code: 'E1 6AN',
    })
  })

  test('ORDER-64 a product is found by name, added without JavaScript, and saved', async () => {
    const rare = await insertProduct(database, { name: 'Zedoary Powder', price: 3, stock: 5 })
    expect(await post({ find: 'yes', product_search: 'zedoary' })).toMatchObject({
      status: 200,
      actionResult: { found: { products: [{ product_id: rare.id, price: 3, stock: 5 }] } },
    })
    expect(await post({ add: rare.id })).toMatchObject({
      actionResult: { draft: { added: [{ product_id: rare.id }], quantities: { [rare.id]: '1' } } },
    })
    expect((await readOrder()).version).toBe(1)
    const saved = await post({ added: toAdded(rare), [quantityField(rare.id)]: '2' })
    expect(saved).toMatchObject({ status: 200, actionResult: { message: 'The order is saved.' } })
    expect(await readStock(database, rare)).toBe(3)
    expect((await readOrder()).total_amount).toBe(32.05)
  })

  test('ORDER-64 a changed price is named at its line, and the draft has the new one', async () => {
    const rare = await insertProduct(database, { name: 'Zedoary Powder', price: 3, stock: 5 })
    const added = toAdded({ ...rare, price: 2 })
    expect(await post({ added, [quantityField(rare.id)]: '2' })).toMatchObject({
      status: 409,
      actionResult: {
        errors: { [quantityField(rare.id)]: expect.stringContaining('£3.00 now') },
        draft: { added: [{ price: 3 }] },
      },
    })
    expect(await readStock(database, rare)).toBe(5)
  })
})
