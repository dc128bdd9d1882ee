import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CheckoutData } from '#web/checkout/checkout-page.server.ts'
import { aProduct, countOf, stockOf } from '#tests/fixtures/databases/test-records.ts'
import { AS_SHIPPED, startShop, type RunningShop } from '#tests/fixtures/shops/running-shop.ts'
import { aCustomer, Visitor } from '#tests/fixtures/http/http-client.ts'
import { aSubmit, linesOf, send } from '#tests/fixtures/orders/checkout-requests.ts'
import { lookInto, type Look } from '#tests/fixtures/databases/shop-database.ts'

const STOCK = 47_113
let shop: RunningShop
let look: Look

beforeAll(async () => {
  shop = await startShop({ env: { DEMO: 'off', ...AS_SHIPPED } })
  look = lookInto(shop.dataDir)
}, 120_000)
afterAll(async () => {
  await look?.close()
  await shop?.stop()
})

describe('The shop as it is shipped', () => {
  test('one account cannot take all there is: not in one order, and not in sixty', async () => {
    const product = await aProduct(look, { name: 'Rare Vanilla', price: 3, stock: 500 })
    const customer = await aCustomer(shop.url)
    const all = await send(customer, aSubmit([{ product, quantity: 500 }]))
    expect(all).toMatchObject({ is_nothing_ordered: true, lines: [{ problem: 'over-limit', stock: 20 }] })
    const answers = await Promise.all(Array.from({ length: 60 }, () => send(customer.copy(), aSubmit([{ product, quantity: 20 }]))))
    expect(answers.filter(({ placed }) => placed)).toHaveLength(2)
    const refused = answers.find(({ placed }) => !placed)!
    expect(refused).toMatchObject({ message: 'Error placing order. Please try again.', is_nothing_ordered: true })
    expect(refused.advice).toContain('until your email address is verified, orders of up to £150.00')
    expect(refused.advice).toContain('£120.00 of yours is on its way, and this order comes to £60.00.')
    expect(await stockOf(look, product)).toBe(460)
  })

  test('checkout tells beforehand what is open and may be', async () => {
    const product = await aProduct(look, { name: 'Dear Saffron', price: 70, stock: 5 })
    const customer = await aCustomer(shop.url)
    await send(customer, aSubmit([{ product, quantity: 2 }]))
    const { allowance, email } = (await customer.page('/checkout')).loaderData!['checkout'] as CheckoutData
    expect(allowance).toEqual({ is_verified: false, open_total: 140, max_open_total: 150 })
    expect(email).toBe(customer.email)
  })

  test('sixty cheap orders at once are ten, and the others are told to wait', async () => {
    const product = await aProduct(look, { name: 'Loose Pepper', price: 0.5, stock: 500 })
    const customer = await aCustomer(shop.url)
    const answers = await Promise.all(Array.from({ length: 60 }, () => send(customer.copy(), aSubmit([{ product, quantity: 1 }]))))
    expect(answers.filter(({ placed }) => placed)).toHaveLength(10)
    const refused = answers.find(({ placed }) => !placed)!
    expect(refused.advice).toBe('Many orders have come from you in a short time. Nothing was ordered, and your cart is as it was. Wait 60 minutes, then place it again.')
    expect(await countOf(look, 'outbox', `kind = 'order-confirmation' and recipient = $1`, [customer.email])).toBe(10)
    const page = await customer.post('/checkout', aSubmit([{ product, quantity: 1 }]))
    expect(page.status).toBe(429)
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(3000)
  })

  test('one address orders so often, however many accounts it has; another address is not held up', async () => {
    const product = await aProduct(look, { name: 'Loose Cumin', price: 0.5, stock: 500 })
    const from = (address: string, customer: Visitor) => async () => {
      const response = await customer.fetch(`/_data?u=${encodeURIComponent('/checkout')}`, {
        method: 'POST', body: new URLSearchParams(aSubmit([{ product, quantity: 1 }])), headers: { origin: shop.url, 'x-forwarded-for': address },
      })
      return ((await response.json()) as { actionData: { checkout: { placed?: unknown; advice?: string } } }).actionData.checkout
    }
    const people = await Promise.all(Array.from({ length: 8 }, () => aCustomer(shop.url)))
    const answers = []
    for (const customer of people) for (let number = 0; number < 10; number += 1) answers.push(await from('203.0.113.7', customer)())
    expect(answers.filter(({ placed }) => placed)).toHaveLength(60)
    expect(answers.at(-1)!.advice).toContain('Many orders have come from you in a short time')
    expect((await from('203.0.113.8', people.at(-1)!)()).placed).toBeDefined()
  })

  test('more products or items than an order holds are refused with what to do', async () => {
    const many = await Promise.all(Array.from({ length: 31 }, (_, number) => aProduct(look, { name: `Spice ${number}`, price: 1, stock: 100 })))
    const customer = await aCustomer(shop.url)
    expect((await send(customer, aSubmit(many.map((product) => ({ product, quantity: 1 }))))).advice).toContain('An order holds at most 30 different products.')
    expect((await send(customer, aSubmit(many.slice(0, 6).map((product) => ({ product, quantity: 20 }))))).advice).toContain('An order holds at most 100 items.')
  })

  test('nothing public tells a stock beyond what may be bought', async () => {
    const product = await aProduct(look, { name: 'Counted Cloves', price: 2, stock: STOCK })
    await look.query(`update products set is_best_seller = true, is_featured = true where id = $1`, [product.id])
    const visitor = new Visitor(shop.url)
    const [{ slug, category }] = (await look.query<{ slug: string; category: string }>('select p.slug, c.slug as category from products p join categories c on c.id = p.category_id where p.id = $1', [product.id])) as [{ slug: string; category: string }]
    const pages = ['/', '/products', `/products?category=${category}`, `/products/${slug}`, '/categories', '/sitemap.xml']
    for (const path of pages) {
      expect(await visitor.html(path), path).not.toContain(String(STOCK))
      if (!path.endsWith('.xml')) expect(JSON.stringify(await visitor.page(path)), path).not.toContain(String(STOCK))
    }
    expect(await (await visitor.fetch(`/api/cart?ids=${product.id}`)).json()).toMatchObject([{ stock: 20 }])
    const customer = await aCustomer(shop.url)
    for (const wanted of [{ product, quantity: 999 }, { product, quantity: 1, price: 1 }]) {
      const answer = await send(customer, { ...aSubmit([wanted]), lines: JSON.stringify(linesOf([wanted])) })
      expect(answer.lines).toMatchObject([{ stock: 20 }])
    }
  })
})
