import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ALLERGEN_KEYS, eachAllergen } from '#features/catalogue/labels/allergen-statements.ts'
import { PUBLIC_CLIENT_KEY } from '#features/mail/outbox/public-client-key.ts'
import type { ProductDetail } from '#features/catalogue/products/product.ts'
import { insertProduct, type TestProduct } from '#tests/fixtures/databases/test-records.ts'
import {
  signInNewCustomer,
  signInAsAdmin,
  HttpClient,
  type SignedInClient,
} from '#tests/fixtures/http/http-client.ts'
import { MailFolder } from '#tests/fixtures/mails/mail-folder.ts'
import { placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'
import { connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'

const url = inject('shopUrl')
const dataDir = inject('shopDataDirectory')
const database = connectToShopDatabase(dataDir)
const visitor = new HttpClient(url)
let customer: SignedInClient
let testProduct: TestProduct
let hidden: TestProduct

beforeAll(async () => {
  customer = await signInNewCustomer(url)
  testProduct = await insertProduct(database, { name: 'Served Cardamom', price: 6.2, stock: 50 })
  hidden = await insertProduct(database, { name: 'Hidden Cardamom', is_active: false })
})
afterAll(() => database.close())

describe('SESSION-14 /api/session', () => {
  const read = async (who: HttpClient) => {
    const response = await who.fetch('/api/session')
    return {
      status: response.status,
      cache: response.headers.get('cache-control'),
      body: await response.json(),
    }
  }

  test('returns no user to a visitor', async () => {
    expect(await read(visitor)).toEqual({
      status: 200,
      cache: 'no-store',
      body: { user: null, expires_at: null },
    })
  })

  test('SESSION-14 SESSION-28 returns a customer’s name and the expiry of the access token, but no token', async () => {
    const { body, cache } = await read(customer)
    expect(body).toEqual({
      user: { id: expect.any(String), email: customer.email, is_email_verified: false, first_name: 'Asha' },
      expires_at: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    expect(cache).toBe('no-store')
    expect(Date.parse(body.expires_at) - Date.now()).toBeGreaterThan(50 * 60_000)
  })

  test('SESSION-14 exposes no secrets to scripts: every cookie with a secret is HttpOnly and SameSite', async () => {
    const fresh = new HttpClient(url)
    const response = await fresh.post('/login', {
      email: customer.email,
      password: 'nine-bends-to-wayanad',
      remember: 'on',
    })
    const cookies = response.headers.getSetCookie()
    expect(cookies.map((cookie) => cookie.split('=')[0]).sort()).toEqual([
      'ninth-bend-access',
      'ninth-bend-device',
      'ninth-bend-refresh',
      'signed-in',
    ])
    for (const cookie of cookies) {
      expect(cookie).toContain('SameSite=Lax')
      expect(cookie.includes('HttpOnly')).toBe(!cookie.startsWith('signed-in='))
    }
    expect(cookies.find((cookie) => cookie.startsWith('signed-in='))).toMatch(/^signed-in=1;/)
  })

  test('SESSION-16 without remember-me the cookies end with the browser session', async () => {
    const response = await new HttpClient(url).post('/login', {
      email: customer.email,
      password: 'nine-bends-to-wayanad',
    })
    const parts = response.headers
      .getSetCookie()
      .filter((cookie) => /-(access|refresh)=|^signed-in=/.test(cookie))
    expect(parts).toHaveLength(3)
    for (const cookie of parts) expect(cookie).not.toMatch(/max-age|expires/i)
  })
})

describe('CART-12 /api/cart', () => {
  test('returns price and stock of active products only', async () => {
    const response = await visitor.fetch(
      `/api/cart?ids=${testProduct.id},${hidden.id},00000000-0000-4000-8000-000000000000`,
    )
    const facts = (await response.json()) as Record<string, unknown>[]
    expect(facts).toHaveLength(1)
    expect(facts[0]).toMatchObject({ id: testProduct.id, name: 'Served Cardamom', price: 6.2, stock: 50 })
    expect(Object.keys(facts[0]!).sort()).toEqual([
      'allergens',
      'id',
      'image_url',
      'name',
      'net_weight',
      'picture',
      'price',
      'slug',
      'stock',
    ])
  })

  test('FOOD-25 states the current allergens, and not declared free what no label states', async () => {
    const read = async () => {
      const response = await visitor.fetch(`/api/cart?ids=${testProduct.id}`)
      return ((await response.json()) as { allergens: number[] }[])[0]!.allergens
    }
    expect(await read()).toEqual([0, 0, 2 ** ALLERGEN_KEYS.length - 1])
    const label = { ...eachAllergen(() => 'free'), milk: 'contains', sesame: 'may contain' }
    await database.query('update products set allergens = $2 where id = $1', [testProduct.id, label])
    expect(await read()).toEqual([2 ** 6, 2 ** 11, 2 ** 6 + 2 ** 11])
  })

  test.each([
    '',
    '?ids=',
    '?ids=1',
    `?ids=x'--`,
    `?ids=${Array(101).fill('00000000-0000-4000-8000-000000000000').join()}`,
  ])('refuses what is no cart: %s', async (query) => {
    expect((await visitor.fetch(`/api/cart${query}`)).status).toBe(400)
  })
})

describe('FOOD-23 /api/avoided-allergens', () => {
  const path = '/api/avoided-allergens'
  const save = (who: HttpClient, body: unknown) =>
    who.fetch(path, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const read = async (who: HttpClient) => (await (await who.fetch(path)).json()) as unknown
  const idOf = async ({ email }: SignedInClient) =>
    (
      await database.query<{ user_id: string }>('select user_id from user_profiles where email = $1', [email])
    )[0]!.user_id

  test('a customer keeps, reads and deletes their own list', async () => {
    const userId = await idOf(customer)
    const response = await customer.fetch(path)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toEqual({ keys: null })
    expect((await save(customer, { userId, base: [], keys: ['milk', 'nuts'] })).status).toBe(200)
    expect(await read(customer)).toEqual({ keys: ['milk', 'nuts'] })
    expect(await read(await signInNewCustomer(url))).toEqual({ keys: null })
    const added = await save(customer, { userId, base: ['nuts'], keys: ['nuts', 'sesame'] })
    expect(await added.json()).toEqual({ keys: ['milk', 'nuts', 'sesame'] })
    expect((await save(customer, { userId, base: [], keys: null })).status).toBe(200)
    expect(await read(customer)).toEqual({ keys: null })
  })

  test('a page of another user, a visitor and an administrator save nothing', async () => {
    const other = await signInNewCustomer(url)
    const keys = ['milk']
    expect((await save(other, { userId: await idOf(customer), base: [], keys })).status).toBe(409)
    expect(await read(other)).toEqual({ keys: null })
    const userId = await idOf(customer)
    expect((await visitor.fetch(path)).status).toBe(401)
    expect((await save(visitor, { userId, base: [], keys })).status).toBe(401)
    expect((await save(await signInAsAdmin(url), { userId, base: [], keys })).status).toBe(409)
    expect(await read(customer)).toEqual({ keys: null })
  })

  test.each([
    '',
    '{',
    '[]',
    { keys: ['milk'] },
    { userId: 'x', base: [], keys: ['honey'] },
    { userId: 'x', keys: ['milk'] },
    'x'.repeat(2000),
  ])('refuses what is no list: %j', async (body) => expect((await save(customer, body)).status).toBe(400))

  test('refuses a request of another site', async () => {
    const response = await customer.fetch(path, {
      method: 'PUT',
      headers: { origin: 'https://elsewhere.example', 'content-type': 'application/json' },
      body: JSON.stringify({ userId: await idOf(customer), base: [], keys: ['milk'] }),
    })
    expect(response.status).toBe(403)
    expect(await read(customer)).toEqual({ keys: null })
  })
})

describe('MAIL-11 /functions/v1/send-order-email', () => {
  const ask = (who: HttpClient, orderId: unknown, key: string | null = PUBLIC_CLIENT_KEY) =>
    who.fetch('/functions/v1/send-order-email', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({ orderId }),
    })

  test('MAIL-10 MAIL-11 returns the same response for every order to clients with the public key, and sends no second email', async () => {
    const orderId = await placeOrderOverHttp(customer, [{ product: testProduct, quantity: 1 }])
    const mails = new MailFolder(dataDir)
    const first = await mails.next('order-confirmation', customer.email)
    expect(first.text).toContain(orderId.slice(0, 8).toUpperCase())
    const responses = await Promise.all([
      ask(customer, orderId),
      ask(visitor, orderId),
      ask(visitor, '00000000-0000-4000-8000-000000000000'),
      ask(visitor, 'no id'),
    ])
    expect(responses.map(({ status }) => status)).toEqual([202, 202, 202, 202])
    expect(new Set(await Promise.all(responses.map((response) => response.text()))).size).toBe(1)
    const [queued] = await database.query<{ count: number }>(
      `select count(*)::int as count from outbox where payload ->> 'order_id' = $1`,
      [orderId],
    )
    expect(queued!.count).toBe(1)
    expect(mails.to('order-confirmation', customer.email)).toHaveLength(1)
  })

  test('refuses other clients, invalid order IDs and other methods', async () => {
    expect((await ask(visitor, 'x', null)).status).toBe(401)
    expect((await ask(visitor, 'x', 'guessed')).status).toBe(401)
    expect((await ask(visitor, { toString: 1 })).status).toBe(400)
    expect((await ask(visitor, '')).status).toBe(400)
    expect((await ask(visitor, 'x'.repeat(5000))).status).toBe(413)
    expect((await visitor.fetch('/functions/v1/send-order-email')).status).toBe(405)
  })
})

describe('PICTURE-4 The bucket product-images', () => {
  let path: string
  beforeAll(async () => {
    const page = await visitor.page('/products/wayanad-forest-honey')
    path = (page.loaderData!['product'] as { product: ProductDetail }).product.image_url!
  })

  test('OPERATIONS-1 PICTURE-4 serves a picture publicly, immutable', async () => {
    expect(path).toMatch(
      /^\/storage\/v1\/object\/public\/product-images\/products\/honey-jaggery\/wayanad-forest-honey-\d+\.webp$/,
    )
    const response = await visitor.fetch(path)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(response.headers.get('cache-control')).toContain('immutable')
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
    expect((await response.arrayBuffer()).byteLength).toBe(Number(response.headers.get('content-length')))
  })

  test.each(['POST', 'PUT', 'DELETE', 'PATCH'])(
    'lets nobody write by %s, not even the owner',
    async (method) => {
      const owner = await signInAsAdmin(url)
      const before = await (await visitor.fetch(path)).arrayBuffer()
      for (const target of [path, path.replace('/public', '')]) {
        const response = await owner.fetch(target, {
          method,
          body: 'not a picture',
          headers: { origin: url },
        })
        expect(response.status).toBeOneOf([400, 405])
      }
      expect(await (await visitor.fetch(path)).arrayBuffer()).toEqual(before)
    },
  )

  test('lists nothing', async () => {
    for (const folder of ['', 'products', 'products/', 'products/honey-jaggery/', 'categories/']) {
      expect((await visitor.fetch(`/storage/v1/object/public/product-images/${folder}`)).status).toBe(404)
    }
  })

  test('PICTURE-8 SECURITY-5 gives access to no other file', async () => {
    const secret = readFileSync(join(dataDir, 'secret'), 'utf8').trim()
    const parentPaths = ['../', '..%2f', '%2e%2e/', '%2e%2e%2f', '..%5c', '..%252f', '....//', './%2e./']
    const roots = [
      '/storage/v1/object/public/product-images/',
      '/storage/v1/object/public/product-images/products/',
      '/assets/',
      '/',
    ]
    for (const root of roots) {
      for (const parentPath of parentPaths) {
        for (const times of [1, 2, 3]) {
          for (const file of ['secret', 'postgres/PG_VERSION', 'package.json']) {
            const response = await visitor.fetch(root + parentPath.repeat(times) + file)
            expect(response.status, root + parentPath.repeat(times) + file).toBeOneOf([400, 404])
            expect(await response.text()).not.toContain(secret)
          }
        }
      }
    }
  })
})
