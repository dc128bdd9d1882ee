import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CheckoutData } from '#features/checkout/checkout-page.server.ts'
import { insertProduct, countRows, readStock } from '#tests/fixtures/databases/test-records.ts'
import { DEFAULT_LIMITS_ENV, startShop, type RunningShop } from '#tests/fixtures/shops/running-shop.ts'
import { signInNewCustomer, HttpClient } from '#tests/fixtures/http/http-client.ts'
import { createCheckoutForm, toCartLines, sendCheckout } from '#tests/fixtures/orders/checkout-requests.ts'
import { SIZE_LIMITS } from '#tests/fixtures/orders/size-limits.ts'
import { connectToShopDatabase, type DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'

const STOCK = 47_113
let shop: RunningShop
let db: DatabaseClient

beforeAll(async () => {
  shop = await startShop({ env: { DEMO: 'off', ...DEFAULT_LIMITS_ENV } })
  db = connectToShopDatabase(shop.dataDir)
}, 120_000)
afterAll(async () => {
  await db?.close()
  await shop?.stop()
})

describe('Default limits', () => {
  test('LIMIT-11 a product can be ordered up to its stock, in any cart that is cheap enough, and not beyond', async () => {
    const pepper = await insertProduct(db, { name: 'Pepper in bulk', price: 0.3, stock: 250 })
    const customer = await signInNewCustomer(shop.url)
    const tooMuch = await sendCheckout(customer, createCheckoutForm([{ product: pepper, quantity: 251 }]))
    expect(tooMuch.lines).toMatchObject([{ problem: 'not-enough-stock', stock: 250 }])
    const others = await Promise.all(
      Array.from({ length: 40 }, (_, number) => insertProduct(db, { name: `Pinch ${number}`, price: 0.3 })),
    )
    const cart = [{ product: pepper, quantity: 250 }, ...others.map((product) => ({ product, quantity: 1 }))]
    expect((await sendCheckout(customer, createCheckoutForm(cart))).placed).toBeDefined()
    expect(await readStock(db, pepper)).toBe(0)
  })

  test('one account cannot buy the whole stock, neither in one order nor in sixty', async () => {
    const product = await insertProduct(db, { name: 'Rare Vanilla', price: 3, stock: 500 })
    const customer = await signInNewCustomer(shop.url)
    const all = await sendCheckout(customer, createCheckoutForm([{ product, quantity: 500 }]))
    expect(all).toMatchObject({ is_nothing_ordered: true, is_open_total: true })
    const responses = await Promise.all(
      Array.from({ length: 60 }, () =>
        sendCheckout(customer.copy(), createCheckoutForm([{ product, quantity: 20 }])),
      ),
    )
    expect(responses.filter(({ placed }) => placed)).toHaveLength(2)
    const refused = responses.find(({ placed }) => !placed)!
    expect(refused).toMatchObject({
      message: 'Error placing order. Please try again.',
      is_nothing_ordered: true,
    })
    expect(refused.advice).toContain('until your email address is verified, orders of up to £150.00')
    expect(refused.advice).toContain('£120.00 of yours is on its way, and this order comes to £60.00.')
    expect(await readStock(db, product)).toBe(460)
  })

  test('LIMIT-12 checkout shows the open total and its limit beforehand', async () => {
    const product = await insertProduct(db, { name: 'Dear Saffron', price: 70, stock: 5 })
    const customer = await signInNewCustomer(shop.url)
    await sendCheckout(customer, createCheckoutForm([{ product, quantity: 2 }]))
    const { allowance, email } = (await customer.page('/checkout')).loaderData!['checkout'] as CheckoutData
    expect(allowance).toEqual({
      is_verified: false,
      open_total: 140,
      max_open_total: 150,
      max_open_total_verified: 600,
    })
    expect(email).toBe(customer.email)
  })

  test('LIMIT-13 ten of sixty simultaneous cheap orders succeed, and the others are told to wait', async () => {
    const product = await insertProduct(db, { name: 'Loose Pepper', price: 0.5, stock: 500 })
    const customer = await signInNewCustomer(shop.url)
    const responses = await Promise.all(
      Array.from({ length: 60 }, () =>
        sendCheckout(customer.copy(), createCheckoutForm([{ product, quantity: 1 }])),
      ),
    )
    expect(responses.filter(({ placed }) => placed)).toHaveLength(10)
    const refused = responses.find(({ placed }) => !placed)!
    expect(`${refused.message} ${refused.advice}`).toBe(
      'Error placing order. Please try again. You can do so in 60 minutes: many orders have come from you in a short time, nothing was ordered now, and your cart stays as it is.',
    )
    expect(
      await countRows(db, 'outbox', `kind = 'order-confirmation' and recipient = $1`, [customer.email]),
    ).toBe(10)
    const page = await customer.post('/checkout', createCheckoutForm([{ product, quantity: 1 }]))
    expect(page.status).toBe(429)
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(3000)
  })

  test('LIMIT-13 one client address has a limit across accounts; another address is not affected', async () => {
    const product = await insertProduct(db, { name: 'Loose Cumin', price: 0.5, stock: 500 })
    const from = (address: string, customer: HttpClient) => async () => {
      const response = await customer.fetch(`/_data?u=${encodeURIComponent('/checkout')}`, {
        method: 'POST',
        body: new URLSearchParams(createCheckoutForm([{ product, quantity: 1 }])),
        headers: { origin: shop.url, 'x-forwarded-for': address },
      })
      return ((await response.json()) as { actionData: { checkout: { placed?: unknown; advice?: string } } })
        .actionData.checkout
    }
    const customers = await Promise.all(Array.from({ length: 8 }, () => signInNewCustomer(shop.url)))
    const responses = []
    for (const customer of customers)
      for (let number = 0; number < 10; number += 1) responses.push(await from('203.0.113.7', customer)())
    expect(responses.filter(({ placed }) => placed)).toHaveLength(60)
    expect(responses.at(-1)!.advice).toContain('many orders have come from you in a short time')
    expect((await from('203.0.113.8', customers.at(-1)!)()).placed).toBeDefined()
  })
})

describe('Limits that the owner sets', () => {
  beforeAll(async () => {
    await db.query(
      `update settings set value = sent.value, set_by = 'owner' from jsonb_each($1::jsonb) sent where settings.name = sent.key`,
      [JSON.stringify(SIZE_LIMITS)],
    )
  })

  test('LIMIT-11 more products or units than an order may hold are refused with advice', async () => {
    const many = await Promise.all(
      Array.from({ length: 31 }, (_, number) =>
        insertProduct(db, { name: `Spice ${number}`, price: 1, stock: 100 }),
      ),
    )
    const customer = await signInNewCustomer(shop.url)
    expect(
      (await sendCheckout(customer, createCheckoutForm(many.map((product) => ({ product, quantity: 1 })))))
        .advice,
    ).toContain('An order holds at most 30 different products.')
    expect(
      (
        await sendCheckout(
          customer,
          createCheckoutForm(many.slice(0, 6).map((product) => ({ product, quantity: 20 }))),
        )
      ).advice,
    ).toContain('An order holds at most 100 items.')
  })

  test('no public response reveals stock above the order limit', async () => {
    const product = await insertProduct(db, { name: 'Counted Cloves', price: 2, stock: STOCK })
    await db.query(`update products set is_best_seller = true, is_featured = true where id = $1`, [
      product.id,
    ])
    const visitor = new HttpClient(shop.url)
    const [{ slug, category }] = (await db.query<{ slug: string; category: string }>(
      'select p.slug, c.slug as category from products p join categories c on c.id = p.category_id where p.id = $1',
      [product.id],
    )) as [{ slug: string; category: string }]
    const pages = [
      '/',
      '/products',
      `/products?category=${category}`,
      `/products/${slug}`,
      '/categories',
      '/sitemap.xml',
    ]
    // The same digits may be part of an ID or a file name.
    const stated = new RegExp(String.raw`(?<![\w.-])${STOCK}(?![\w-])`)
    for (const path of pages) {
      expect(await visitor.html(path), path).not.toMatch(stated)
      if (!path.endsWith('.xml')) expect(JSON.stringify(await visitor.page(path)), path).not.toMatch(stated)
    }
    expect(await (await visitor.fetch(`/api/cart?ids=${product.id}`)).json()).toMatchObject([{ stock: 20 }])
    const customer = await signInNewCustomer(shop.url)
    for (const wanted of [
      { product, quantity: 999 },
      { product, quantity: 1, price: 1 },
    ]) {
      const httpResponse = await sendCheckout(customer, {
        ...createCheckoutForm([wanted]),
        lines: JSON.stringify(toCartLines([wanted])),
      })
      expect(httpResponse.lines).toMatchObject([{ stock: 20 }])
    }
  })
})
