import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { PageData } from '#kit/page-data/page-data.ts'
import { insertProduct, type TestProduct } from '#tests/fixtures/databases/test-records.ts'
import { ADDRESS, signInNewCustomer, type SignedInClient } from '#tests/fixtures/http/http-client.ts'
import { createCheckoutForm, type CheckoutResponse } from '#tests/fixtures/orders/checkout-requests.ts'
import { connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'

const url = inject('shopUrl')
const database = connectToShopDatabase(inject('shopDataDirectory'))
let customer: SignedInClient
let tea: TestProduct

beforeAll(async () => {
  customer = await signInNewCustomer(url)
  tea = await insertProduct(database, { name: 'Answered Tea', price: 4.5, stock: 10 })
})
afterAll(() => database.close())

const wanted = (price = tea.price) => createCheckoutForm([{ product: tea, quantity: 1, price }])
const answered = ({ actionData }: PageData) => actionData!['checkout'] as CheckoutResponse

describe('CHECKOUT-18 The response to an order', () => {
  test('a placed order redirects to it, without data of the checkout page', async () => {
    const data = await customer.submit('/checkout', wanted())
    expect(answered(data).placed).toBeDefined()
    expect(data.loaderData).toBeUndefined()
  })

  test('CHECKOUT-12 a refused order returns all data of the page', async () => {
    const data = await customer.submit('/checkout', wanted(3.99))
    expect(answered(data).placed).toBeUndefined()
    expect(data.loaderData).toHaveProperty('checkout')
  })

  test('without JavaScript the response is a full page in both cases', async () => {
    for (const submit of [wanted(), wanted(3.99)]) {
      const html = await (await customer.post('/checkout', submit)).text()
      expect(html).toContain('<main')
      expect(html, 'the address of the profile').toContain(ADDRESS.address)
    }
  })
})
