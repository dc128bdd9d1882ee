import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  callProcedure,
  createTestShop,
  findInconsistencies,
  insertAdmin,
  insertCustomer,
  insertProduct,
  readOrderHistory,
  resultCode,
  toOrderLines,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { callRefundOrder } from '#tests/fixtures/orders/delivered-orders.ts'
import { CHARGED, setDelivery } from '#tests/fixtures/orders/delivery-settings.ts'
import { createCheckoutAttempt, placeOrderBatch } from '#tests/fixtures/orders/order-batch.ts'
import { listOrders } from '#features/orders/orders.server.ts'
import { dispatchCountdown, dispatchOrder } from '#features/orders/dispatch/dispatch-countdown.ts'
import { salesReport } from '#features/figures/sales/sales.server.ts'
import type { Admin, Customer } from '#shop/permissions.ts'

let database: TestDatabase
let admin: Admin
let customer: Customer
/** £10.00 and £4.00. */
let honey: TestProduct
let pepper: TestProduct

beforeAll(async () => {
  database = await createTestDatabase()
  admin = await insertAdmin(database)
})
afterAll(() => database.close())
beforeEach(async () => {
  customer = await insertCustomer(database)
  honey = await insertProduct(database, { name: 'Honey', price: 10, stock: 100 })
  pepper = await insertProduct(database, { name: 'Pepper', price: 4, stock: 100 })
  await setDelivery(database, CHARGED)
})

async function place(honeys: number, peppers: number, delivery: object) {
  const lines = toOrderLines([
    { product: honey, quantity: honeys },
    { product: pepper, quantity: peppers },
  ])
  const [placed] = await placeOrderBatch(database, [createCheckoutAttempt(customer, lines, { delivery })])
  const id = placed!.ok ? (placed!.value['order_id'] as string) : ''
  const items = await database.query<{ id: string }>(
    'select id from order_items where order_id = $1 order by line_number',
    [id],
  )
  return { id, items: items.map((item) => item.id) }
}
const standard = (charge: number) => ({ service: 'standard', charge })
const express = async () => {
  const [days] = await database.query<{ express_day: string }>('select express_day from delivery_days()')
  return { service: 'express', charge: 4.99, day: days!.express_day }
}
const sumsOf = async (id: string) =>
  (
    await database.query<{ total_amount: number; delivery_charge: number }>(
      'select total_amount, delivery_charge from orders where id = $1',
      [id],
    )
  )[0]!
async function edit({ id, items }: { id: string; items: string[] }, ...quantities: number[]) {
  const [{ version }] = (await database.query<{ version: number }>(
    'select version from orders where id = $1',
    [id],
  )) as [{ version: number }]
  const kept = quantities.flatMap((quantity, index) => (quantity ? [{ id: items[index]!, quantity }] : []))
  return callProcedure(database, admin, 'edit_order', [id, version, kept, null])
}

describe('DELIVERY-18 The charge of an edited order', () => {
  test.each([
    ['the same rates', CHARGED],
    ['other rates', { ...CHARGED, standard: 9, free_over: 1 }],
    ['charges switched off', { ...CHARGED, is_charged: false }],
  ])('DELIVERY-18 follows the rates of the order, with %s of today', async (_what, today) => {
    const order = await place(1, 1, standard(3.99))
    await setDelivery(database, today)
    expect(await edit(order, 6, 1)).toMatchObject({ ok: true, value: { total_amount: 64 } })
    expect(await sumsOf(order.id)).toEqual({ total_amount: 64, delivery_charge: 0 })
    expect((await readOrderHistory(database, order.id)).at(-1)).toMatchObject({
      details: { total_amount: { from: 17.99, to: 64 }, delivery_charge: { from: 3.99, to: 0 } },
    })
    expect(resultCode(await edit(order, 5, 0))).toBe('done')
    expect(await sumsOf(order.id)).toEqual({ total_amount: 53.99, delivery_charge: 3.99 })
  })

  test('DELIVERY-18 stays nothing if the order was placed without charges', async () => {
    await setDelivery(database, { is_charged: false })
    const order = await place(6, 1, standard(0))
    await setDelivery(database, CHARGED)
    expect(await edit(order, 1, 1)).toMatchObject({ ok: true, value: { total_amount: 14 } })
    expect((await readOrderHistory(database, order.id)).at(-1)!['details']).not.toHaveProperty(
      'delivery_charge',
    )
  })

  test('DELIVERY-18 express stays charged, however much is in it', async () => {
    const order = await place(1, 1, await express())
    expect(await edit(order, 9, 1)).toMatchObject({ ok: true, value: { total_amount: 98.99 } })
  })
})

describe('REFUND-16 The charge of a refunded order', () => {
  async function deliver(delivery: object) {
    const order = await place(2, 1, delivery)
    for (const [from, to] of [
      ['pending', 'processing'],
      ['processing', 'shipped'],
      ['shipped', 'delivered'],
    ])
      await callProcedure(database, admin, 'move_order', [order.id, from, to])
    return order
  }
  const refund = (id: string, fields: Parameters<typeof callRefundOrder>[3]) =>
    callRefundOrder(database, admin, id, { payment: 'cash', ...fields })
  const refundsOf = (id: string) =>
    database.query('select amount, delivery_amount from refunds where order_id = $1 order by at', [id])

  test('REFUND-16 is part of the whole refund', async () => {
    const { id } = await deliver(standard(3.99))
    expect(await refund(id, { isWhole: true, amount: 24 })).toMatchObject({
      refusal: { code: 'amount-differs', amount: 27.99 },
    })
    expect(resultCode(await refund(id, { isWhole: true, amount: 27.99 }))).toBe('done')
    expect(await refundsOf(id)).toEqual([{ amount: 27.99, delivery_amount: 3.99 }])
    expect((await readOrderHistory(database, id)).at(-1)).toMatchObject({
      details: { amount: 27.99, delivery_amount: 3.99 },
    })
  })

  test('REFUND-16 is not part of a refund by item, unless chosen, and is given back once', async () => {
    const { id, items } = await deliver(standard(3.99))
    const [honeyItem, pepperItem] = items as [string, string]
    expect(resultCode(await refund(id, { lines: [{ id: honeyItem, quantity: 1 }], amount: 10 }))).toBe('done')
    const withDelivery = { lines: [{ id: pepperItem, quantity: 1 }], delivery: true }
    expect(resultCode(await refund(id, { ...withDelivery, amount: 7.99 }))).toBe('done')
    expect(resultCode(await refund(id, { delivery: true, amount: 3.99 }))).toBe('delivery-refunded')
    expect(resultCode(await refund(id, { isWhole: true, amount: 10 }))).toBe('done')
    expect(await refundsOf(id)).toEqual([
      { amount: 10, delivery_amount: 0 },
      { amount: 7.99, delivery_amount: 3.99 },
      { amount: 10, delivery_amount: 0 },
    ])
    expect(resultCode(await refund(id, { delivery: true, amount: 3.99 }))).toBe('nothing-remains')
  })

  test('REFUND-5 REFUND-16 never exceeds the total, also after a goodwill amount', async () => {
    const { id, items } = await deliver(standard(3.99))
    expect(resultCode(await refund(id, { free: 25, amount: 25 }))).toBe('done')
    expect(await refund(id, { delivery: true, amount: 3.99 })).toMatchObject({
      refusal: { code: 'more-than-remains', amount: 3.99, remaining: 2.99 },
    })
    expect(
      resultCode(await refund(id, { lines: [{ id: items[1]!, quantity: 1 }], delivery: true, amount: 7.99 })),
    ).toBe('more-than-remains')
    expect(resultCode(await refund(id, { isWhole: true, amount: 2.99 }))).toBe('done')
  })

  test('REFUND-8 REFUND-16 a form sent again is the same refund; with the delivery it is another', async () => {
    const { id, items } = await deliver(standard(3.99))
    const form = { key: crypto.randomUUID(), lines: [{ id: items[1]!, quantity: 1 }], amount: 4 }
    expect(resultCode(await refund(id, form))).toBe('done')
    expect(await refund(id, form)).toMatchObject({ ok: true, value: { already_refunded: true } })
    expect(resultCode(await refund(id, { ...form, delivery: true }))).toBe('key-reused')
  })
})

test('DELIVERY-17 ORDER-51 orders to send are in the order of their deadlines, in lists of the database and of the page', async () => {
  await setDelivery(database, CHARGED)
  const shop = createTestShop(database)
  const ids: string[] = []
  for (let index = 0; index < 12; index++)
    ids.push((await place(1, 1, index % 3 === 0 ? await express() : standard(3.99))).id)
  await database.query('alter table orders disable trigger all')
  await database.query(
    `update orders set created_at = now() - interval '5 hours' * (hashtext(id::text) & 15),
            dispatch_day = case when delivery_service = 'express' then current_date - (hashtext(id::text) & 3) + 1 end
      where id = any ($1)`,
    [ids],
  )
  await database.query('alter table orders enable trigger all')
  const { orders } = await listOrders(shop, admin, { status: 'to-send', search: '' })
  expect(orders.length).toBeGreaterThanOrEqual(12)
  const deadlines = orders.map((order) => dispatchCountdown(order, new Date()).deadline)
  expect(deadlines).toEqual(deadlines.toSorted())
  const times = orders.map(dispatchOrder)
  expect(times).toEqual(times.toSorted((one, other) => one - other))
  const expressOrders = orders.filter(({ delivery_service }) => delivery_service === 'express')
  expect(expressOrders.length).toBeGreaterThanOrEqual(4)
})

test('DELIVERY-19 sales include the charges and name their part, cached and not; products are without them', async () => {
  const other = await createTestDatabase()
  try {
    const [owner, shopper] = [await insertAdmin(other), await insertCustomer(other)]
    await setDelivery(other, CHARGED)
    const product = await insertProduct(other, { price: 10, stock: 100 })
    for (const quantity of [1, 2, 6])
      await placeOrderBatch(other, [
        createCheckoutAttempt(shopper, toOrderLines([{ product, quantity }]), {
          delivery: standard(quantity > 5 ? 0 : 3.99),
        }),
      ])
    await other.query('alter table orders disable trigger all')
    await other.query(`update orders set created_at = '2025-06-10T12:00Z'`)
    await other.query('alter table orders enable trigger all')
    const report = () =>
      salesReport(createTestShop(other, { clock: () => new Date('2025-06-11T12:00Z') }), owner, 7)
    const fresh = await report()
    const [stored] = await other.query('select pence, delivery_pence from daily_sales where day = $1', [
      '2025-06-10',
    ])
    expect(stored).toEqual({ pence: 9798, delivery_pence: 798 })
    for (const { sum, bestSellers } of [fresh, await report()]) {
      expect(sum).toEqual({ orders: 3, pounds: 97.98, delivery: 7.98 })
      expect(bestSellers).toMatchObject([{ quantity: 9, pounds: 90 }])
    }
  } finally {
    await other.close()
  }
})

test('DELIVERY-12 DELIVERY-18 the total of each order is its items and its charge', async () => {
  expect(await findInconsistencies(database)).toEqual([])
})
