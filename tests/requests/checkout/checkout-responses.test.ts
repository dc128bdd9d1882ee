import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { PageData } from '#web/client/page-data/page-data.ts'
import { aProduct, type Good } from '#tests/fixtures/databases/test-records.ts'
import { ADDRESS, aCustomer, type SignedIn } from '#tests/fixtures/http/http-client.ts'
import { aSubmit, type Answered } from '#tests/fixtures/orders/checkout-requests.ts'
import { lookInto } from '#tests/fixtures/databases/shop-database.ts'

/** What an answer of the checkout brings along: a page that is left needs none of its data, one that is shown again needs all. */
const url = inject('shopUrl')
const database = lookInto(inject('shopDataDirectory'))
let customer: SignedIn
let tea: Good

beforeAll(async () => {
  customer = await aCustomer(url)
  tea = await aProduct(database, { name: 'Answered Tea', price: 4.5, stock: 10 })
})
afterAll(() => database.close())

const wanted = (price = tea.price) => aSubmit([{ product: tea, quantity: 1, price }])
const answered = ({ actionData }: PageData) => actionData!['checkout'] as Answered

describe('D17 The answer to an order', () => {
  test('a placed one leads to the order, and comes without the data of the page that is left', async () => {
    const data = await customer.submit('/checkout', wanted())
    expect(answered(data).placed).toBeDefined()
    expect(data.loaderData).toBeUndefined()
  })

  test('D16 a refused one comes with all that the page shows', async () => {
    const data = await customer.submit('/checkout', wanted(3.99))
    expect(answered(data).placed).toBeUndefined()
    expect(data.loaderData).toHaveProperty('checkout')
  })

  test('a browser without scripts gets a whole page either way', async () => {
    for (const submit of [wanted(), wanted(3.99)]) {
      const html = await (await customer.post('/checkout', submit)).text()
      expect(html).toContain('<main')
      expect(html, 'the address of the profile').toContain(ADDRESS.address)
    }
  })
})
