import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { insertProduct, type TestProduct } from '#tests/fixtures/databases/test-records.ts'
import { signInNewCustomer, type SignedInClient } from '#tests/fixtures/http/http-client.ts'
import { findLink, pageText } from '#tests/fixtures/http/page-text.ts'
import { placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'
import { connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'

const url = inject('shopUrl')
const database = connectToShopDatabase(inject('shopDataDirectory'))
let customer: SignedInClient
let rice: TestProduct

beforeAll(async () => {
  customer = await signInNewCustomer(url)
  rice = await insertProduct(database, { name: 'Placed Rice', price: 4.5, stock: 50 })
})
afterAll(() => database.close())

const mainOf = (html: string) => /<main\b[\s\S]*<\/main>/.exec(html)![0]
const orders = async (query = '') => mainOf(await customer.html(`/profile/orders${query}`))
const NEXT = 'What happens next'

describe('ORDER-34 After an order', () => {
  test('ORDER-34 the page shows items, delivery date, payment, email recipient and how to cancel, also after a reload', async () => {
    const id = await placeOrderOverHttp(customer, [{ product: rice, quantity: 3 }])
    for (const query of ['?notice=order-placed', '']) {
      const html = await orders(query)
      const text = pageText(html)
      expect(text.includes('Order placed successfully!')).toBe(query !== '')
      for (const words of [
        `Thank you, Asha. ${NEXT}`,
        `Order ${id.slice(0, 8).toUpperCase()} : 3 items, £13.50`,
        'Placed Rice',
        'With you by',
        '9 Ghat Road, London, SW1A 1AA',
        'Pay £13.50 at the door',
        'By cash or card',
        `Your confirmation goes to ${customer.email}`,
        'Cancel free of charge until it ships',
      ]) {
        expect(text, words).toContain(words)
      }
      expect(findLink(html, 'Print or keep this order')).toBe(`/profile/orders/${id}`)
    }
  })

  test('an unverified customer is asked to verify the email, a verified one is not', async () => {
    const html = await orders()
    expect(pageText(html)).toContain('Please confirm that this address is yours')
    expect(findLink(html, 'Ask for a new link')).toBe('/verify-email')
    await database.query('update accounts."user" set email_verified = true where email = $1', [
      customer.email,
    ])
    const verified = pageText(await orders())
    expect(verified).toContain('Look among your junk mail')
    expect(verified).not.toContain('Please confirm')
  })

  test('it is not shown for a cancelled order', async () => {
    const id = await placeOrderOverHttp(customer, [{ product: rice, quantity: 1 }])
    expect(pageText(await orders())).toContain(NEXT)
    await customer.post('/profile/orders', { order_id: id })
    expect(pageText(await orders())).not.toContain(NEXT)
  })

  test('STOREFRONT-15 a page out of range says so and links to the last one', async () => {
    const response = await customer.fetch('/profile/orders?page=9')
    const html = mainOf(await response.text())
    expect(response.status).toBe(404)
    expect(pageText(html)).toContain('There is no page 9')
    expect(findLink(html, 'Go to the first page')).toBe('/profile/orders')
  })
})
