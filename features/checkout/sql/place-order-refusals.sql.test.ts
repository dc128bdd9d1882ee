import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  testAddress,
  insertCustomer,
  insertAdmin,
  insertProduct,
  callProcedure,
  resultCode,
  toOrderLines,
  callPlaceOrder as placeAs,
  readStock,
  findInconsistencies,
  type ProcedureResult,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { visitor, type Customer } from '#shop/permissions.ts'
import {
  ACCEPTED_PAYMENT_METHODS,
  MAX_CART_LINES,
  MAX_LINE_QUANTITY,
  PAYMENT_METHODS,
} from '#shop/constants.ts'

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
const countOrders = async () =>
  (
    await database.query<{ n: number }>('select count(*) as n from orders where user_id = $1', [
      customer.userId,
    ])
  )[0]!.n

describe('CHECKOUT-12 Refusals', () => {
  test.each(Object.keys(testAddress))('CHECKOUT-5 the address needs %s', async (field) => {
    for (const value of ['   ', undefined, null, 7, ['x'], 'x'.repeat(400)]) {
      const result = await callPlaceOrder(toOrderLines([{ product: honey, quantity: 1 }]), {
        address: { ...testAddress, [field]: value },
      })
      expect(result).toEqual({ ok: false, refusal: { code: 'address-incomplete', fields: [field] } })
    }
    expect(await countOrders()).toBe(0)
  })

  test.each([
    [
      'post_code',
      ['75001', 'JE2 3AB', 'GY1 1AA', 'IM1 1AA', 'SW1A', 'QV1 1AA', 'BFPO 57', 'BF1 3AA', 'ß'.repeat(12)],
    ],
    ['phone', ['12', 'none', '+44 20 7946', '020 7946 ext. 12345']],
    ['country', ['France', 'Jersey', 'UK', 'united kingdom']],
  ])(
    'DELIVERY-1 an address outside the United Kingdom, or without a valid phone number, is refused by its %s',
    async (field, values) => {
      for (const value of values) {
        const result = await callPlaceOrder(toOrderLines([{ product: honey, quantity: 1 }]), {
          address: { ...testAddress, [field]: value },
        })
        expect(result, value).toEqual({ ok: false, refusal: { code: 'address-incomplete', fields: [field] } })
      }
      expect(await countOrders()).toBe(0)
    },
  )

  test.each(['GIR 0AA', 'BX1 1LT'])('DELIVERY-3 %s is delivered to', async (post_code) => {
    const result = await callPlaceOrder(toOrderLines([{ product: honey, quantity: 1 }]), {
      address: { ...testAddress, post_code },
    })
    expect(resultCode(result)).toBe('done')
  })

  test('CHECKOUT-6 all white space known to JavaScript is trimmed', async () => {
    for (const field of Object.keys(testAddress)) {
      const result = await callPlaceOrder(toOrderLines([{ product: honey, quantity: 1 }]), {
        address: { ...testAddress, [field]: '\u0085\u200b\u0001' },
      })
      expect(result).toEqual({ ok: false, refusal: { code: 'address-incomplete', fields: [field] } })
    }
  })

  test.each([null, [], '"x"', 3])(
    'CHECKOUT-5 an address that is %j is wholly incomplete',
    async (address) => {
      expect(await callPlaceOrder(toOrderLines([{ product: honey, quantity: 1 }]), { address })).toEqual({
        ok: false,
        refusal: { code: 'address-incomplete', fields: Object.keys(testAddress) },
      })
    },
  )

  test('CHECKOUT-8 payment on delivery is the only payment method', async () => {
    for (const payment of [...PAYMENT_METHODS, 'bitcoin', '', null]) {
      const isAccepted = ACCEPTED_PAYMENT_METHODS.some((accepted) => accepted === payment)
      expect(
        await outcomeOf(callPlaceOrder(toOrderLines([{ product: honey, quantity: 1 }]), { payment })),
      ).toBe(isAccepted ? 'done' : 'payment-method-not-accepted')
    }
  })

  test.each([[[]], [null], [{}], ['"x"'], [3]])('a cart of %j is empty', async (lines) => {
    expect(await outcomeOf(callPlaceOrder(lines))).toBe('cart-empty')
  })

  test.each([0, -1, 1.5, 1e9, MAX_LINE_QUANTITY + 1, '2', null, undefined, true, [1], {}])(
    'a quantity of %j is refused',
    async (quantity) => {
      expect(await outcomeOf(callPlaceOrder([{ product_id: honey.id, quantity, price: honey.price }]))).toBe(
        'quantity-invalid',
      )
      expect(await readStock(database, honey)).toBe(10)
    },
  )

  test(`a line takes ${MAX_LINE_QUANTITY} and a cart ${MAX_CART_LINES} lines, and not one more`, async () => {
    const plenty = await insertProduct(database, { stock: 5000 })
    expect(
      await outcomeOf(callPlaceOrder(toOrderLines([{ product: plenty, quantity: MAX_LINE_QUANTITY }]))),
    ).toBe('done')
    const many = (count: number) =>
      Array.from({ length: count }, () => ({ product_id: plenty.id, quantity: 1, price: plenty.price }))
    expect(await outcomeOf(callPlaceOrder(many(MAX_CART_LINES)))).toBe('done')
    expect(await outcomeOf(callPlaceOrder(many(MAX_CART_LINES + 1)))).toBe('quantity-invalid')
  })

  test('CHECKOUT-12 a changed price, stock or product is reported, and nothing is placed', async () => {
    const withdrawn = await insertProduct(database, { name: 'Old Tea', is_active: false })
    const unknown = crypto.randomUUID()
    const result = await callPlaceOrder([
      { product_id: honey.id, quantity: 1, price: 6.9 },
      { product_id: pepper.id, quantity: 11, price: pepper.price },
      { product_id: withdrawn.id, quantity: 1, price: withdrawn.price },
      { product_id: unknown, quantity: 1, price: 1 },
      { product_id: 'robert', quantity: 1, price: 1 },
    ])
    expect(result).toEqual({
      ok: false,
      refusal: {
        code: 'cart-changed',
        lines: [
          { product_id: honey.id, problem: 'price-changed', name: 'Forest Honey', price: 6.95, stock: 10 },
          {
            product_id: pepper.id,
            problem: 'not-enough-stock',
            name: 'Black Pepper',
            price: 4.05,
            stock: 10,
          },
          { product_id: withdrawn.id, problem: 'withdrawn', name: 'Old Tea', price: null, stock: null },
          { product_id: unknown, problem: 'withdrawn', name: null, price: null, stock: null },
          { product_id: 'robert', problem: 'withdrawn', name: null, price: null, stock: null },
        ],
      },
    })
    expect(await countOrders()).toBe(0)
    expect(await readStock(database, honey)).toBe(10)
  })

  test('one invalid line changes nothing for the valid ones', async () => {
    expect(
      await outcomeOf(
        callPlaceOrder(
          toOrderLines([
            { product: honey, quantity: 1 },
            { product: pepper, quantity: 99 },
          ]),
        ),
      ),
    ).toBe('cart-changed')
    expect([await readStock(database, honey), await readStock(database, pepper)]).toEqual([10, 10])
    expect(await countOrders()).toBe(0)
  })

  test.each([0, 0.01, 6.949, -6.95, 1e9, '6.95', null, undefined])(
    'CHECKOUT-11 a forged price of %j buys nothing',
    async (price) => {
      expect(await outcomeOf(callPlaceOrder([{ product_id: honey.id, quantity: 1, price }]))).toBe(
        'cart-changed',
      )
      expect(await countOrders()).toBe(0)
    },
  )

  test('CHECKOUT-11 a forged total, user, role or status in the lines or the address has no effect', async () => {
    const other = await insertCustomer(database)
    const forged = {
      user_id: other.userId,
      total_amount: 0.01,
      subtotal: 0.01,
      status: 'delivered',
      role: 'admin',
      is_admin: true,
      id: crypto.randomUUID(),
    }
    await callPlaceOrder([{ ...toOrderLines([{ product: honey, quantity: 2 }])[0], ...forged }], {
      address: { ...testAddress, ...forged },
    })
    const orders = await database.query(
      'select user_id, total_amount, status from orders where user_id = any ($1)',
      [[customer.userId, other.userId]],
    )
    expect(orders).toEqual([{ user_id: customer.userId, total_amount: 13.9, status: 'pending' }])
  })

  test('a total that exceeds the column type is refused, not rounded', async () => {
    const dear = await Promise.all([1, 2].map(() => insertProduct(database, { price: 99999.99, stock: 999 })))
    expect(
      await outcomeOf(callPlaceOrder(toOrderLines(dear.map((product) => ({ product, quantity: 999 }))))),
    ).toBe('quantity-invalid')
  })

  test('PERMISSION-16 a missing user, a visitor and an administrator cannot place orders', async () => {
    const lines = toOrderLines([{ product: honey, quantity: 1 }])
    expect(
      await callProcedure(database, { kind: 'customer', userId: null }, 'place_order', [
        'k',
        lines,
        testAddress,
        'cod',
      ]),
    ).toEqual({ ok: false, refusal: { code: 'not-signed-in' } })
    for (const actor of [visitor, await insertAdmin(database)]) {
      await expect(
        callProcedure(database, actor, 'place_order', ['k', lines, testAddress, 'cod']),
      ).rejects.toThrow(/permission denied/)
    }
  })
})

test('afterwards, stock and ledger are consistent', async () => {
  expect(await findInconsistencies(database)).toEqual([])
})
