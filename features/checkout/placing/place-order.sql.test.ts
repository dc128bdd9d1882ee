import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  testAddress,
  insertCustomer,
  insertAdmin,
  insertProduct,
  createTestShop,
  readStock,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { messages } from '#shop/messages/messages.ts'
import { PermissionDenied, visitor, type Customer } from '#shop/permissions.ts'
import { MAX_CART_LINES, MAX_LINE_QUANTITY } from '#shop/constants.ts'
import {
  placeOrderForm,
  SHIPPING_FIELDS,
  MAX_SHIPPING_LENGTHS,
  shippingForm,
} from '#features/checkout/checkout-form.ts'
import { placeOrder } from './place-order.server.ts'

let database: TestDatabase
let customer: Customer
let honey: TestProduct
const wake = vi.fn()

beforeAll(async () => {
  database = await createTestDatabase()
  customer = await insertCustomer(database)
  honey = await insertProduct(database, { price: 6.95, stock: 10 })
})
afterAll(() => database.close())

const place = (
  changes: Partial<Parameters<typeof placeOrder>[2]> = {},
  actor: Parameters<typeof placeOrder>[1] = customer,
) =>
  placeOrder(createTestShop(database, { outbox: { wake } }), actor, {
    idempotency_key: crypto.randomUUID(),
    lines: [{ id: honey.id, quantity: 1, price: 6.95 }],
    shipping_address: testAddress,
    payment_method: 'cod',
    ...changes,
  })

describe('Placing an order', () => {
  test('CHECKOUT-13 places it once per key, and wakes the outbox', async () => {
    const first = await place({ idempotency_key: 'mine' })
    expect(first).toEqual({
      ok: true,
      value: { order_id: expect.any(String), total_amount: 6.95, status: 'pending', repeated: false },
    })
    expect(await place({ idempotency_key: 'mine' })).toEqual({
      ok: true,
      value: { ...(first.ok && first.value), repeated: true },
    })
    expect(wake).toHaveBeenCalled()
    expect(await readStock(database, honey)).toBe(9)
  })

  test('CHECKOUT-12 a changed cart is reported line by line, and no email is queued', async () => {
    wake.mockClear()
    expect(await place({ lines: [{ id: honey.id, quantity: 1, price: 6.5 }] })).toEqual({
      ok: false,
      refusal: {
        code: 'cart-changed',
        lines: [{ product_id: honey.id, problem: 'price-changed', name: honey.name, price: 6.95, stock: 9 }],
      },
    })
    expect(wake).not.toHaveBeenCalled()
  })

  test('a blank field that passed the form is returned with its message', async () => {
    expect(await place({ shipping_address: { ...testAddress, city: ' ', phone: '' } })).toEqual({
      ok: false,
      refusal: {
        code: 'address-incomplete',
        fields: { phone: messages.enterPhone, city: messages.enterCity },
      },
    })
  })

  test('DELIVERY-3 an invalid address that passed the form is returned with the reason at its field', async () => {
    const elsewhere = { ...testAddress, post_code: 'JE2 3AB', country: 'France', phone: '12' }
    expect(await place({ shipping_address: elsewhere })).toEqual({
      ok: false,
      refusal: {
        code: 'address-incomplete',
        fields: {
          phone: messages.phoneTooShort,
          post_code: messages.postCodeOutsideUk,
          country: messages.countryNotUk,
        },
      },
    })
  })

  test('PERMISSION-16 visitors and administrators are refused', async () => {
    await expect(place({}, visitor)).rejects.toThrow(PermissionDenied)
    await expect(place({}, await insertAdmin(database))).rejects.toThrow(PermissionDenied)
  })

  test('the database and the form have the same maximum lengths', async () => {
    const longest = {
      ...testAddress,
      ...Object.fromEntries(
        (['full_name', 'address', 'city'] as const).map((field) => [
          field,
          'X'.repeat(MAX_SHIPPING_LENGTHS[field]),
        ]),
      ),
      phone: '1'.repeat(MAX_SHIPPING_LENGTHS.phone),
    }
    expect(shippingForm.safeParse(longest).success).toBe(true)
    expect(await place({ shipping_address: longest })).toMatchObject({ ok: true })
    for (const field of SHIPPING_FIELDS) {
      const tooLongMessage = { ...testAddress, [field]: 'X'.repeat(MAX_SHIPPING_LENGTHS[field] + 1) }
      expect(shippingForm.safeParse(tooLongMessage).success).toBe(false)
      expect(await place({ shipping_address: tooLongMessage })).toMatchObject({
        refusal: { code: 'address-incomplete' },
      })
    }
  })

  test('the database and the form have the same maximum quantities and lines', async () => {
    const plenty = await insertProduct(database, { stock: 9999 })
    const line = { id: plenty.id, price: plenty.price }
    expect(await place({ lines: [{ ...line, quantity: MAX_LINE_QUANTITY }] })).toMatchObject({ ok: true })
    expect(await place({ lines: [{ ...line, quantity: MAX_LINE_QUANTITY + 1 }] })).toMatchObject({
      refusal: { code: 'quantity-invalid' },
    })
    expect(
      await place({ lines: Array.from({ length: MAX_CART_LINES }, () => ({ ...line, quantity: 1 })) }),
    ).toMatchObject({ ok: true })
  })
})

describe('The checkout form', () => {
  const sent = {
    ...testAddress,
    idempotency_key: 'k',
    lines: JSON.stringify([{ id: 'x', quantity: 2, price: 4.5 }]),
  }

  test('lines are read from one field; unreadable JSON is an empty cart', () => {
    expect(placeOrderForm.parse(sent).lines).toEqual([{ id: 'x', quantity: 2, price: 4.5 }])
    for (const lines of [
      '',
      'x',
      '{}',
      '[{"id":"x"}]',
      '[{"id":"x","quantity":1.5,"price":1}]',
      '[{"id":"x","quantity":1,"price":-1}]',
      'x'.repeat(1e6),
    ]) {
      expect(placeOrderForm.parse({ ...sent, lines }).lines, lines.slice(0, 40)).toEqual([])
    }
  })

  test('CHECKOUT-8 ORDER-38 LIMIT-4 cash on delivery by default; an unknown payment method is refused', () => {
    expect(placeOrderForm.parse(sent).payment_method).toBe('cod')
    expect(placeOrderForm.safeParse({ ...sent, payment_method: 'bitcoin' }).success).toBe(false)
  })

  test('DELIVERY-3 the post code is normalised, and refused if not in the United Kingdom', () => {
    expect(shippingForm.parse({ ...testAddress, post_code: ' sw1a1aa ' }).post_code).toBe('SW1A 1AA')
    expect(
      shippingForm
        .safeParse({ ...testAddress, post_code: '75001' })
        .error?.issues.map(({ message }) => message),
    ).toEqual([messages.postCodeNotUk])
  })

  test('CHECKOUT-5 each field of the address has its message', () => {
    const result = shippingForm.safeParse(Object.fromEntries(SHIPPING_FIELDS.map((field) => [field, ' '])))
    expect(result.error?.issues.map(({ path, message }) => [path[0], message])).toHaveLength(6)
    expect(new Set(result.error?.issues.map(({ message }) => message)).size).toBe(6)
  })
})
