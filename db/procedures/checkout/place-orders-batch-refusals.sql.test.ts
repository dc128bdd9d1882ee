import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anAddress, aCustomer, aProduct, countOf, linesOf, stockOf, whatDoesNotAddUp, type Good } from '#tests/fixtures/databases/test-records.ts'
import { newTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { aSubmit, placed, placeTogether } from '#tests/fixtures/orders/order-batch.ts'
import type { Customer } from '#shop/permissions.ts'

let database: TestDatabase
let asha: Customer
let ben: Customer
let chitra: Customer
let honey: Good
let pepper: Good

beforeAll(async () => {
  database = await newTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  ;[asha, ben, chitra] = [await aCustomer(database), await aCustomer(database), await aCustomer(database)]
  honey = await aProduct(database, { name: 'Forest Honey', price: 6.95, stock: 10 })
  pepper = await aProduct(database, { name: 'Black Pepper', price: 4.05, stock: 10 })
})

const pieces = (product: Good, quantity = 1) => linesOf([{ product, quantity }])

describe('D16 D18 each is refused for what is wrong with theirs alone', () => {
  const unknown = crypto.randomUUID()
  const many = (count: number) => Array.from({ length: count }, () => ({ product_id: unknown, quantity: 1, price: 1 }))
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
    ['a product that is an object', 'cart-changed', { lines: [{ product_id: { id: unknown }, quantity: 1, price: 1 }] }],
    ['a price that is a list', 'cart-changed', { lines: [{ product_id: unknown, quantity: 1, price: [1] }] }],
    ['an unknown product', 'cart-changed', { lines: many(1) }],
    ['no address', 'address-incomplete', { shipping_address: null }],
    ['an address that is a list', 'address-incomplete', { shipping_address: [anAddress] }],
    ['a city that is an object', 'address-incomplete', { shipping_address: { ...anAddress, city: anAddress } }],
  ])('%s: %s', async (_, code, changes) => {
    const answers = await placeTogether(database, [aSubmit(asha, pieces(honey)), aSubmit(chitra, pieces(honey), changes), aSubmit(ben, pieces(pepper))])
    expect(answers).toEqual([placed(6.95), { ok: false, refusal: expect.objectContaining({ code }) }, placed(4.05)])
    expect([await stockOf(database, honey), await stockOf(database, pepper)]).toEqual([9, 9])
    expect(await countOf(database, 'orders', 'user_id = $1', [chitra.userId])).toBe(0)
  })

  test('a total that money cannot hold', async () => {
    const dear = await Promise.all([1, 2].map(() => aProduct(database, { price: 99_999.99, stock: 999 })))
    const answers = await placeTogether(database, [
      aSubmit(asha, pieces(dear[0]!)), aSubmit(ben, linesOf(dear.map((product) => ({ product, quantity: 501 })))), aSubmit(chitra, pieces(dear[0]!, 998)),
    ])
    expect(answers).toEqual([placed(99_999.99), { ok: false, refusal: { code: 'quantity-invalid' } }, placed(99_799_990.02)])
  })

  test('where several things are wrong the first is told, in the order in which somebody can mend them', async () => {
    const wrong = [
      ['not-signed-in', { user_id: null }], ['key-missing', { idempotency_key: '' }], ['payment-method-not-accepted', { payment_method: 'paypal' }],
      ['cart-empty', { lines: [] }], ['quantity-invalid', { lines: pieces(honey, 1000) }], ['address-incomplete', { shipping_address: {} }],
      ['cart-changed', { lines: pieces(honey, 11) }],
    ] as const
    const submits = wrong.map((_, from) => aSubmit(asha, null, Object.assign({}, ...wrong.slice(from).map(([, changes]) => changes).toReversed())))
    const answers = await placeTogether(database, submits)
    expect(answers.map((answer) => !answer.ok && answer.refusal.code)).toEqual(wrong.map(([code]) => code))
  })

  test('D16 every line that has changed is named with what it is now, as for one alone', async () => {
    const withdrawn = await aProduct(database, { name: 'Old Tea', is_active: false })
    const lines = [
      { product_id: honey.id, quantity: 1, price: 6.9 }, { product_id: 'robert', quantity: 1, price: 1 }, { product_id: unknown, quantity: 1, price: 1 },
      { product_id: withdrawn.id, quantity: 1, price: 4.5 }, { product_id: pepper.id, quantity: 9, price: pepper.price },
    ]
    const gone = (product_id: string, name: string | null) => ({ product_id, problem: 'withdrawn', name, price: null, stock: null })
    expect(await placeTogether(database, [aSubmit(asha, pieces(pepper, 2)), aSubmit(ben, lines)])).toEqual([
      placed(8.1),
      { ok: false, refusal: { code: 'cart-changed', lines: [
        { product_id: honey.id, problem: 'price-changed', name: 'Forest Honey', price: 6.95, stock: 10 },
        gone('robert', null), gone(unknown, null), gone(withdrawn.id, 'Old Tea'),
        { product_id: pepper.id, problem: 'not-enough-stock', name: 'Black Pepper', price: 4.05, stock: 8 },
      ] } },
    ])
  })
})

test('after all of this the books add up', async () => {
  expect(await whatDoesNotAddUp(database)).toEqual([])
})
