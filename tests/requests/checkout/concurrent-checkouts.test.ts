import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  insertProduct,
  readStock,
  findInconsistencies,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { signInNewCustomer, type SignedInClient } from '#tests/fixtures/http/http-client.ts'
import { createSignedInCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import { MailFolder } from '#tests/fixtures/mails/mail-folder.ts'
import { pageText } from '#tests/fixtures/http/page-text.ts'
import { createCheckoutForm, sendCheckout } from '#tests/fixtures/orders/checkout-requests.ts'
import { connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'

const url = inject('shopUrl')
const dataDir = inject('shopDataDirectory')
const database = connectToShopDatabase(dataDir)
const mails = new MailFolder(dataDir)
afterAll(() => database.close())

const SHOPPER_COUNT = 200
const STOCK = 20

describe('CHECKOUT-14 200 concurrent shoppers for a stock of 20', () => {
  let jar: TestProduct
  let shoppers: SignedInClient[]

  beforeAll(async () => {
    jar = await insertProduct(database, { name: 'Last Jars of Bird’s Eye', price: 7.25, stock: STOCK })
    shoppers = await createSignedInCustomers({ url, dataDir }, SHOPPER_COUNT)
  })

  test('CHECKOUT-14 exactly 20 orders succeed, the stock is 0, and the other 180 get a message', async () => {
    const responses = await Promise.all(
      shoppers.map((shopper) => sendCheckout(shopper, createCheckoutForm([{ product: jar, quantity: 1 }]))),
    )
    const sold = responses.filter((response) => response.placed)
    const refused = responses.filter((response) => !response.placed)
    expect([sold.length, refused.length]).toEqual([STOCK, SHOPPER_COUNT - STOCK])
    expect(new Set(sold.map(({ placed }) => placed!.order_id)).size).toBe(STOCK)
    expect(await readStock(database, jar)).toBe(0)
    for (const response of refused) {
      expect(response).toEqual({
        message: 'Error placing order. Please try again.',
        is_nothing_ordered: true,
        advice: 'Nothing was ordered. Your cart is up to date now: look it over, then place the order again.',
        lines: [{ product_id: jar.id, problem: 'not-enough-stock', name: jar.name, price: 7.25, stock: 0 }],
      })
    }
    const rows = await database.query<{ quantity: number; subtotal: number; total_amount: number }>(
      'select quantity, subtotal, total_amount from order_items join orders on orders.id = order_id where product_id = $1',
      [jar.id],
    )
    expect(rows).toEqual(
      Array.from({ length: STOCK }, () => ({ quantity: 1, subtotal: 7.25, total_amount: 7.25 })),
    )
    expect(await findInconsistencies(database)).toEqual([])
  })

  test('CART-10 later visitors see Out of Stock', async () => {
    expect(pageText(await shoppers[0]!.html(`/products/product-${jar.id}`))).toContain('Out of Stock')
  })

  test('MAIL-1 the 20 customers get one email each, and no other customer gets any', async () => {
    const buyers = await database.query<{ email: string }>(
      `select shipping_address ->> 'email' as email from orders join order_items on orders.id = order_id where product_id = $1`,
      [jar.id],
    )
    expect(new Set(buyers.map(({ email }) => email)).size).toBe(STOCK)
    await Promise.all(buyers.map(({ email }) => mails.next('order-confirmation', email)))
    const ours = new Set(shoppers.map(({ email }) => email))
    const written = mails
      .all('order-confirmation')
      .map((mail) => /[\w.-]+@[\w.-]+/.exec(mail.header('to') ?? '')![0])
    expect(written.filter((email) => ours.has(email)).sort()).toEqual(buyers.map(({ email }) => email).sort())
  })
})

test('CHECKOUT-15 the same checkout attempt sent 50 times at once is one order, one stock change, one email and one order ID', async () => {
  const shopper = await signInNewCustomer(url)
  const tea = await insertProduct(database, { name: 'Chundale Tea', price: 5.4, stock: 500 })
  const checkoutForm = createCheckoutForm([{ product: tea, quantity: 3 }])
  const responses = await Promise.all(Array.from({ length: 50 }, () => sendCheckout(shopper, checkoutForm)))
  const orderId = responses[0]!.placed!.order_id
  expect(responses.map(({ placed }) => placed?.order_id)).toEqual(Array.from({ length: 50 }, () => orderId))
  expect(
    responses.filter(({ placed }) => placed?.repeated === false),
    'one request placed it',
  ).toHaveLength(1)
  expect(await readStock(database, tea)).toBe(497)
  const ledger = await database.query(
    'select quantity_change, order_id from inventory_adjustments where product_id = $1 and order_id is not null',
    [tea.id],
  )
  expect(ledger).toEqual([{ quantity_change: -3, order_id: orderId }])
  expect(
    await database.query('select id from orders where shipping_address ->> $1 = $2', [
      'email',
      shopper.email,
    ]),
  ).toEqual([{ id: orderId }])
  await mails.next('order-confirmation', shopper.email)
  expect(
    await database.query(
      `select sent_at is not null as is_sent from outbox where payload ->> 'order_id' = $1`,
      [orderId],
    ),
  ).toHaveLength(1)
  expect(mails.to('order-confirmation', shopper.email)).toHaveLength(1)
})

test('CHECKOUT-16 the same key with another cart is refused and reveals nothing of the first order', async () => {
  const shopper = await signInNewCustomer(url)
  const tea = await insertProduct(database, { name: 'Meppadi Tea', price: 4, stock: 50 })
  const checkoutForm = createCheckoutForm([{ product: tea, quantity: 1 }])
  expect(await sendCheckout(shopper, checkoutForm)).toHaveProperty('placed')
  const other = await sendCheckout(
    shopper,
    createCheckoutForm([{ product: tea, quantity: 2 }], {
      idempotency_key: checkoutForm['idempotency_key']!,
    }),
  )
  expect(other).toEqual({ message: 'Error placing order. Please try again.', is_key_used: true })
  expect(await readStock(database, tea)).toBe(49)
})
