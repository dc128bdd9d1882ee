import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  testAddress,
  insertCustomer,
  insertProduct,
  countRows,
  toOrderLines,
  readStock,
  findInconsistencies,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { createCheckoutAttempt, placedResult, placeOrderBatch } from '#tests/fixtures/orders/order-batch.ts'
import type { Customer } from '#shop/permissions.ts'

let database: TestDatabase
let asha: Customer
let ben: Customer
let chitra: Customer
let honey: TestProduct
let pepper: TestProduct

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  ;[asha, ben, chitra] = [
    await insertCustomer(database),
    await insertCustomer(database),
    await insertCustomer(database),
  ]
  honey = await insertProduct(database, { name: 'Forest Honey', price: 6.95, stock: 10 })
  pepper = await insertProduct(database, { name: 'Black Pepper', price: 4.05, stock: 10 })
})

const toLine = (product: TestProduct, quantity = 1) => toOrderLines([{ product, quantity }])

describe('CHECKOUT-17 each attempt is refused only for its own faults', () => {
  const unknown = crypto.randomUUID()
  const many = (count: number) =>
    Array.from({ length: count }, () => ({ product_id: unknown, quantity: 1, price: 1 }))
  test.each<[string, string, Record<string, unknown>]>([
    ['nobody signed in', 'not-signed-in', { user_id: null }],
    ['no key', 'key-missing', { idempotency_key: null }],
    ['a blank key', 'key-missing', { idempotency_key: '  ' }],
    ['a long key', 'key-missing', { idempotency_key: 'x'.repeat(256) }],
    ['a card', 'payment-method-not-accepted', { payment_method: 'card' }],
    ['no payment', 'payment-method-not-accepted', { payment_method: null }],
    ['no lines', 'cart-empty', { lines: null }],
    ['an empty cart', 'cart-empty', { lines: [] }],
    ['a cart that is a text', 'cart-empty', { lines: 'all of it' }],
    ['a hundred lines and one', 'quantity-invalid', { lines: many(101) }],
    ['a thousand lines', 'quantity-invalid', { lines: many(1000) }],
    ['half a piece', 'quantity-invalid', { lines: [{ product_id: unknown, quantity: 0.5, price: 1 }] }],
    ['a line that is a number', 'quantity-invalid', { lines: [3] }],
    ['a line that is a list of lists', 'quantity-invalid', { lines: [[[{}]]] }],
    [
      'a product that is an object',
      'cart-changed',
      { lines: [{ product_id: { id: unknown }, quantity: 1, price: 1 }] },
    ],
    ['a price that is a list', 'cart-changed', { lines: [{ product_id: unknown, quantity: 1, price: [1] }] }],
    ['an unknown product', 'cart-changed', { lines: many(1) }],
    ['no address', 'address-incomplete', { shipping_address: null }],
    ['an address that is a list', 'address-incomplete', { shipping_address: [testAddress] }],
    [
      'a city that is an object',
      'address-incomplete',
      { shipping_address: { ...testAddress, city: testAddress } },
    ],
  ])('%s: %s', async (_, code, changes) => {
    const results = await placeOrderBatch(database, [
      createCheckoutAttempt(asha, toLine(honey)),
      createCheckoutAttempt(chitra, toLine(honey), changes),
      createCheckoutAttempt(ben, toLine(pepper)),
    ])
    expect(results).toEqual([
      placedResult(6.95),
      { ok: false, refusal: expect.objectContaining({ code }) },
      placedResult(4.05),
    ])
    expect([await readStock(database, honey), await readStock(database, pepper)]).toEqual([9, 9])
    expect(await countRows(database, 'orders', 'user_id = $1', [chitra.userId])).toBe(0)
  })

  test('a total that exceeds the column type', async () => {
    const dear = await Promise.all(
      [1, 2].map(() => insertProduct(database, { price: 99_999.99, stock: 999 })),
    )
    const results = await placeOrderBatch(database, [
      createCheckoutAttempt(asha, toLine(dear[0]!)),
      createCheckoutAttempt(ben, toOrderLines(dear.map((product) => ({ product, quantity: 501 })))),
      createCheckoutAttempt(chitra, toLine(dear[0]!, 998)),
    ])
    expect(results).toEqual([
      placedResult(99_999.99),
      { ok: false, refusal: { code: 'quantity-invalid' } },
      placedResult(99_799_990.02),
    ])
  })

  test('of several faults the first one is reported, in the order in which a customer can correct them', async () => {
    const wrong = [
      ['not-signed-in', { user_id: null }],
      ['key-missing', { idempotency_key: '' }],
      ['payment-method-not-accepted', { payment_method: 'paypal' }],
      ['cart-empty', { lines: [] }],
      ['quantity-invalid', { lines: toLine(honey, 1000) }],
      ['address-incomplete', { shipping_address: {} }],
      ['cart-changed', { lines: toLine(honey, 11) }],
    ] as const
    const attempts = wrong.map((_, from) =>
      createCheckoutAttempt(
        asha,
        null,
        Object.assign(
          {},
          ...wrong
            .slice(from)
            .map(([, changes]) => changes)
            .toReversed(),
        ),
      ),
    )
    const results = await placeOrderBatch(database, attempts)
    expect(results.map((result) => !result.ok && result.refusal.code)).toEqual(wrong.map(([code]) => code))
  })

  test('CHECKOUT-12 every changed line is reported with its current data, as in a single order', async () => {
    const withdrawn = await insertProduct(database, { name: 'Old Tea', is_active: false })
    const lines = [
      { product_id: honey.id, quantity: 1, price: 6.9 },
      { product_id: 'robert', quantity: 1, price: 1 },
      { product_id: unknown, quantity: 1, price: 1 },
      { product_id: withdrawn.id, quantity: 1, price: 4.5 },
      { product_id: pepper.id, quantity: 9, price: pepper.price },
    ]
    const gone = (product_id: string, name: string | null) => ({
      product_id,
      problem: 'withdrawn',
      name,
      price: null,
      stock: null,
    })
    expect(
      await placeOrderBatch(database, [
        createCheckoutAttempt(asha, toLine(pepper, 2)),
        createCheckoutAttempt(ben, lines),
      ]),
    ).toEqual([
      placedResult(8.1),
      {
        ok: false,
        refusal: {
          code: 'cart-changed',
          lines: [
            { product_id: honey.id, problem: 'price-changed', name: 'Forest Honey', price: 6.95, stock: 10 },
            gone('robert', null),
            gone(unknown, null),
            gone(withdrawn.id, 'Old Tea'),
            {
              product_id: pepper.id,
              problem: 'not-enough-stock',
              name: 'Black Pepper',
              price: 4.05,
              stock: 8,
            },
          ],
        },
      },
    ])
  })
})

test('afterwards, stock and ledger are consistent', async () => {
  expect(await findInconsistencies(database)).toEqual([])
})
