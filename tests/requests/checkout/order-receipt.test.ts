import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { insertProduct, readStock, type TestProduct } from '#tests/fixtures/databases/test-records.ts'
import { signInNewCustomer, signInAsAdmin, type SignedInClient } from '#tests/fixtures/http/http-client.ts'
import { findLink, pageText, readPageTitle } from '#tests/fixtures/http/page-text.ts'
import { placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'
import { connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'

/** The confirmation on a durable medium (regulation 16 of the Consumer Contracts Regulations 2013). */
const url = inject('shopUrl')
const database = connectToShopDatabase(inject('shopDataDirectory'))
let customer: SignedInClient
let tea: TestProduct

beforeAll(async () => {
  customer = await signInNewCustomer(url)
  tea = await insertProduct(database, { name: 'Receipt Tea', price: 3.2, stock: 500 })
})
afterAll(() => database.close())

const mainOf = (html: string) => /<main\b[\s\S]*<\/main>/.exec(html)![0]
const shortIdOf = (id: string) => id.slice(0, 8).toUpperCase()
const anOrder = (quantity = 2) => placeOrderOverHttp(customer, [{ product: tea, quantity }])
const textAt = async (id: string) => pageText(mainOf(await customer.html(`/profile/orders/${id}`)))

async function linkInListTo(id: string) {
  const links = (await customer.html('/profile/orders')).match(/<a\b[^>]*>[\s\S]*?<\/a>/g)!
  return pageText(links.find((link) => link.includes(`/profile/orders/${id}`))!)
}

async function advanceOrder(id: string, ...steps: string[]) {
  const owner = await signInAsAdmin(url)
  for (const expected_status of steps)
    await owner.post('/admin/orders', { intent: 'move', order_id: id, expected_status })
}

describe('ORDER-35 The order page as receipt', () => {
  test('ORDER-35 shows number, date, status, items, total, delivery, payment, address, seller and how to cancel', async () => {
    const id = await anOrder()
    const html = await customer.html(`/profile/orders/${id}`)
    expect(readPageTitle(html)).toBe(`Order confirmation ${shortIdOf(id)} – Ninth Bend`)
    const text = pageText(mainOf(html))
    for (const words of [
      `Order ${shortIdOf(id)}`,
      'Placed on',
      'Expected delivery',
      'Pending Processing Shipped Delivered',
      'Item Quantity Price Subtotal',
      'Receipt Tea 250g',
      '2 £3.20 £6.40',
      'Allergy advice: Contains none of the 14.',
      'Delivery £0.00',
      'Total Pay by cash or card when your parcel arrives £6.40',
      'Cash / Card on Delivery',
      'Asha Menon 9 Ghat Road London SW1A 1AA United Kingdom 020 7946 0018',
      'Ninth Bend Foods Ltd, trading as Ninth Bend 9 Peppercorn Yard London United Kingdom 020 7946 0123 hello@ninthbend.example',
      '14 days after the day on which you',
      'You pay the postage',
      `I give notice that I cancel my contract of sale of the following goods: order ${shortIdOf(id)}`,
      'This does not affect your statutory rights.',
      `${url}/profile/orders/${id}`,
      `${url}/returns-refunds`,
    ]) {
      expect(text, words).toContain(words)
    }
    expect(findLink(html, 'Returns and refunds')).toBe('/returns-refunds')
    expect(text).not.toContain('Delivered on')
    expect(text).not.toContain('The last day to tell us')
  })

  test('ORDER-22 it shows the items as sold, even if the product was renamed, repriced or withdrawn', async () => {
    const product = await insertProduct(database, {
      name: `Kept Pepper ${randomUUID()}`,
      price: 4.15,
      stock: 9,
    })
    const id = await placeOrderOverHttp(customer, [{ product, quantity: 3 }])
    const asSold = async () => (await textAt(id)).replace(/As of .*? This order/, 'This order')
    const before = await asSold()
    expect(before).toContain(`${product.name} 250g`)
    expect(findLink(await customer.html(`/profile/orders/${id}`), product.name)).toMatch(/^\/products\//)
    await database.query(
      `update products set name = 'Other', price = 99, net_weight = '9kg', allergy_advice = 'MILK', is_active = false where id = $1`,
      [product.id],
    )
    expect(await asSold()).toBe(before)
    expect(
      findLink(await customer.html(`/profile/orders/${id}`), product.name),
      'no link to what is not sold',
    ).toBeUndefined()
  })

  test('ORDER-35 ORDER-75 once delivered it is a receipt with the last day to cancel and the payment; a cancelled one has no cancel form', async () => {
    const [delivered, cancelled] = [await anOrder(), await anOrder()]
    await advanceOrder(delivered, 'pending', 'processing', 'shipped')
    await database.query(`update orders set actual_delivery = '2026-11-02T10:00:00Z' where id = $1`, [
      delivered,
    ])
    const text = await textAt(delivered)
    for (const words of [
      'Receipt Order',
      'Delivered on 2 November 2026',
      'The last day to tell us was 16 November 2026.',
    ])
      expect(text).toContain(words)
    for (const words of ['Expected delivery', 'Cancel Order', 'Pay by cash', 'Paid'])
      expect(text).not.toContain(words)
    expect(text).toContain('Payment method Cash / Card on Delivery')
    await database.query(`update orders set door_payment = 'card' where id = $1`, [delivered])
    expect(await textAt(delivered)).toContain('Payment Paid by card on delivery, 2 November 2026')
    await database.query(`update orders set door_payment = 'not-paid' where id = $1`, [delivered])
    expect(await textAt(delivered)).toContain('Payment Not paid')
    expect(await linkInListTo(delivered)).toMatch(/^Details and receipt for order/)

    await customer.post(`/profile/orders/${cancelled}`, {})
    expect(await linkInListTo(cancelled)).toMatch(/^Details for order/)
    const afterwards = await textAt(cancelled)
    for (const words of [
      'Cancelled order Order',
      'Order Cancelled on',
      'Cancelled by you',
      'You have paid nothing, so nothing is owed.',
    ])
      expect(afterwards).toContain(words)
    for (const words of ['Expected delivery', 'Pay by cash', 'I give notice'])
      expect(afterwards).not.toContain(words)
  })

  test('ORDER-35 the list links to it, and it links back to the same list page', async () => {
    const buyer = await signInNewCustomer(url)
    for (let count = 0; count < 7; count++) await placeOrderOverHttp(buyer, [{ product: tea, quantity: 1 }])
    const second = await buyer.html('/profile/orders?page=2')
    const [, id] = /id="order-([0-9a-f-]{36})"/.exec(second)!
    const link = findLink(second, `Details for order ${shortIdOf(id!)}`)
    expect(link).toBe(`/profile/orders/${id}?page=2`)
    // Without scripts it has everything except the print button.
    const buttons = mainOf(await buyer.html(link!)).match(/<button\b[^>]*>[\s\S]*?<\/button>/g)!
    expect(buttons.find((button) => pageText(button) === 'Print')).toContain('needs-script')
    expect(buttons.find((button) => pageText(button) === 'Cancel Order')).not.toContain('needs-script')
    expect(findLink(mainOf(await buyer.html(link!)), 'Your orders')).toBe(
      `/profile/orders?page=2#order-${id}`,
    )
    expect(findLink(mainOf(await buyer.html(`/profile/orders/${id}?page=x`)), 'Your orders')).toBe(
      `/profile/orders#order-${id}`,
    )
  })
})

test('ORDER-48 without scripts the page says that the cart needs JavaScript', async () => {
  await anOrder()
  expect(mainOf(await customer.html('/profile/orders'))).toMatch(
    /<noscript>(?:<div[^>]*>)?<p[^>]*>Your cart lives in your browser, so it needs JavaScript\./,
  )
})

describe('PERMISSION-3 Another customer’s order', () => {
  /** The URL always differs. */
  const seen = async (who: SignedInClient, id: string) => {
    const page = await who.fetch(`/profile/orders/${id}`)
    const formResponse = await who.post(`/profile/orders/${id}`, { order_id: id })
    const data = await who.fetch(`/_data?u=${encodeURIComponent(`/profile/orders/${id}`)}`)
    const responses = [page, formResponse, data].map(async (response) => [
      response.status,
      (await response.text()).replaceAll(id, 'ID'),
    ])
    return {
      answers: await Promise.all(responses),
      headers: [...page.headers].filter(([name]) => !/^(date|content-length|etag|x-request)/.test(name)),
    }
  }

  test('PERMISSION-3 is the same 404 as an unknown one, as page, data and form post', async () => {
    const id = await anOrder()
    const before = await readStock(database, tea)
    const otherCustomer = await signInNewCustomer(url)
    const otherPage = await seen(otherCustomer, id)
    expect(otherPage).toEqual(await seen(otherCustomer, randomUUID()))
    expect(otherPage.answers.map(([status]) => status)).toEqual([404, 404, 200])
    const { errors } = await otherCustomer.page(`/profile/orders/${id}`)
    expect(Object.values(errors!), 'as data it is called what it is').toEqual([
      { status: 404, message: 'Page not found' },
    ])
    const page = await otherCustomer.html(`/profile/orders/${id}`)
    const nowhere = await otherCustomer.html('/nowhere')
    expect(mainOf(page)).toBe(mainOf(nowhere))
    expect(pageText(mainOf(page))).toContain('Page not found')
    expect(await readStock(database, tea), 'nothing was cancelled').toBe(before)
    expect(await textAt(id)).toContain('Pending Processing')
  })

  test.each(['x', '1', '%00', `${randomUUID()}x`, "'or 1=1--"])('PERMISSION-3 and so is %j', async (id) => {
    expect((await customer.fetch(`/profile/orders/${id}`)).status).toBe(404)
  })
})

describe('ORDER-43 Cancelling on the page of the order', () => {
  test('ORDER-43 follows the rules of the list and returns to the order, keeping the list page', async () => {
    const [pending, shipped] = [await anOrder(), await anOrder()]
    await advanceOrder(shipped, 'pending', 'processing')
    const before = await readStock(database, tea)
    const done = await customer.post(`/profile/orders/${pending}?page=2`, { order_id: shipped })
    expect([done.status, done.headers.get('location')]).toEqual([
      302,
      `/profile/orders/${pending}?notice=order-cancelled&page=2`,
    ])
    expect(await readStock(database, tea)).toBe(before + 2)
    const refused = await customer.post(`/profile/orders/${shipped}`, {})
    expect(refused.status).toBe(409)
    expect(pageText(await refused.text())).toContain('To cancel it, please phone us on 020 7946 0123.')
    expect(await readStock(database, tea)).toBe(before + 2)
  })

  test('ORDER-43 without JavaScript the cancel form is in the page, and its back link leads to the order', async () => {
    const id = await anOrder()
    const html = mainOf(await customer.html(`/profile/orders/${id}?cancel=${id}`))
    expect(pageText(html)).toContain('Yes, cancel this order')
    expect(findLink(html, 'Keep order')).toBe(`/profile/orders/${id}`)
  })
})
