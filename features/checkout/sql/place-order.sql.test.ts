import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  testAddress,
  insertCustomer,
  insertProduct,
  resultCode,
  toOrderLines,
  callPlaceOrder as placeAs,
  readStock,
  type ProcedureResult,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import type { Customer } from '#shop/permissions.ts'
import { ESTIMATED_DELIVERY_WORKING_DAYS } from '#shop/constants.ts'

let database: TestDatabase
let customer: Customer
let honey: TestProduct
let pepper: TestProduct

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  customer = await insertCustomer(database)
  honey = await insertProduct(database, { name: 'Forest Honey', price: 6.95, stock: 10 })
  pepper = await insertProduct(database, { name: 'Black Pepper', price: 4.05, stock: 10 })
})

const callPlaceOrder = (lines: unknown, how: Parameters<typeof placeAs>[3] = {}) =>
  placeAs(database, customer, lines, how)
const outcomeOf = async (result: Promise<ProcedureResult>) => resultCode(await result)

describe('Placing an order', () => {
  test('CHECKOUT-13 ORDER-2 DELIVERY-9 one call stores order, items, ledger, history and email, and reduces the stock', async () => {
    const result = await callPlaceOrder(
      toOrderLines([
        { product: pepper, quantity: 3 },
        { product: honey, quantity: 2 },
      ]),
    )
    expect(result).toMatchObject({ ok: true, value: { total_amount: 26.05, repeated: false } })
    const id = result.ok ? result.value.order_id : ''
    const [order] = await database.query('select * from orders where id = $1', [id])
    expect(order).toMatchObject({
      user_id: customer.userId,
      status: 'pending',
      payment_method: 'cod',
      total_amount: 26.05,
      actual_delivery: null,
      version: 1,
      shipping_address: { ...testAddress, email: customer.email },
    })
    expect(
      await database.query('select * from order_items where order_id = $1 order by line_number', [id]),
    ).toMatchObject([
      {
        line_number: 1,
        product_id: pepper.id,
        quantity: 3,
        price: 4.05,
        subtotal: 12.15,
        product_name: 'Black Pepper',
      },
      {
        line_number: 2,
        product_id: honey.id,
        quantity: 2,
        price: 6.95,
        subtotal: 13.9,
        product_name: 'Forest Honey',
        net_weight: '250g',
        allergy_advice: 'Contains none of the 14.',
        image_url: '/honey.webp',
      },
    ])
    expect(await database.query('select * from order_history where order_id = $1', [id])).toMatchObject([
      {
        event: 'placed',
        from_status: null,
        to_status: 'pending',
        actor_kind: 'customer',
        actor_id: customer.userId,
      },
    ])
    expect(
      await database.query(
        'select * from inventory_adjustments where order_id = $1 order by quantity_change',
        [id],
      ),
    ).toMatchObject([
      {
        product_id: pepper.id,
        quantity_change: -3,
        stock_after: 7,
        actor_kind: 'customer',
        actor_id: customer.userId,
      },
      { product_id: honey.id, quantity_change: -2, stock_after: 8 },
    ])
    expect(
      await database.query(`select * from outbox where payload ->> 'order_id' = $1`, [id]),
    ).toMatchObject([
      {
        kind: 'order-confirmation',
        dedupe_key: `order-confirmation:${id}`,
        recipient: customer.email,
        sent_at: null,
      },
    ])
    expect([await readStock(database, honey), await readStock(database, pepper)]).toEqual([8, 7])
  })

  test('ORDER-3 the estimate is three working days after today in London', async () => {
    await callPlaceOrder(toOrderLines([{ product: honey, quantity: 1 }]))
    const [row] = await database.query<{ stands: string; wanted: string }>(
      `select estimated_delivery as stands, working_days_after((now() at time zone 'Europe/London')::date, $2) as wanted
         from orders where user_id = $1`,
      [customer.userId, ESTIMATED_DELIVERY_WORKING_DAYS],
    )
    expect(row!.stands).toBe(row!.wanted)
  })

  test('ORDER-22 order items keep name and price when the product changes', async () => {
    const result = await callPlaceOrder(toOrderLines([{ product: honey, quantity: 1 }]))
    await database.query(
      `update products set name = 'Other', price = 99, net_weight = '1kg', allergy_advice = null where id = $1`,
      [honey.id],
    )
    const [item] = await database.query('select * from order_items where order_id = $1', [
      result.ok ? result.value.order_id : '',
    ])
    expect(item).toMatchObject({
      product_name: 'Forest Honey',
      price: 6.95,
      net_weight: '250g',
      allergy_advice: 'Contains none of the 14.',
    })
  })

  test('DELIVERY-2 DELIVERY-7 the address is trimmed, its post code normalised, and unknown fields are dropped', async () => {
    const address = {
      ...testAddress,
      full_name: ' \u0085Priya \u00a0 Nair ',
      post_code: ' sw1a1aa ',
      address: '\u2003Flat 2\n12 Ghat Road ',
      role: 'admin',
      email: 'other@evil.example',
    }
    await callPlaceOrder(toOrderLines([{ product: honey, quantity: 1 }]), { address })
    const [order] = await database.query<{ shipping_address: object }>(
      'select shipping_address from orders where user_id = $1',
      [customer.userId],
    )
    expect(order!.shipping_address).toEqual({
      ...testAddress,
      address: 'Flat 2\n12 Ghat Road',
      email: customer.email,
    })
  })

  test('two lines of one product are merged, and their sum counts against the stock', async () => {
    const twice = [
      ...toOrderLines([{ product: honey, quantity: 6 }]),
      { product_id: honey.id.toUpperCase(), quantity: 4, price: honey.price },
    ]
    const result = await callPlaceOrder(twice)
    expect(result).toMatchObject({ ok: true, value: { total_amount: 69.5 } })
    expect(await readStock(database, honey)).toBe(0)
    const short = [
      ...toOrderLines([{ product: pepper, quantity: 6 }]),
      ...toOrderLines([{ product: pepper, quantity: 5 }]),
    ]
    expect(await outcomeOf(callPlaceOrder(short))).toBe('cart-changed')
    expect(
      await outcomeOf(
        callPlaceOrder([
          ...toOrderLines([{ product: pepper, quantity: 600 }]),
          ...toOrderLines([{ product: pepper, quantity: 600 }]),
        ]),
      ),
    ).toBe('quantity-invalid')
  })
})
