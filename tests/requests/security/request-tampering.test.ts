import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import {
  insertProduct,
  readStock,
  findInconsistencies,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import {
  ADDRESS,
  signInNewCustomer,
  signInAsAdmin,
  PASSWORD,
  HttpClient,
  type FormFields,
  type SignedInClient,
} from '#tests/fixtures/http/http-client.ts'
import {
  createCheckoutForm,
  toCartLines,
  placeOrderOverHttp,
  sendCheckout,
} from '#tests/fixtures/orders/checkout-requests.ts'
import { connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'

const url = inject('shopUrl')
const database = connectToShopDatabase(inject('shopDataDirectory'))
let mallory: SignedInClient
let victim: SignedInClient
let saffron: TestProduct
let hidden: TestProduct

beforeAll(async () => {
  mallory = await signInNewCustomer(url)
  victim = await signInNewCustomer(url)
  saffron = await insertProduct(database, { name: 'Kashmir Saffron', price: 12.5, stock: 100 })
  hidden = await insertProduct(database, { name: 'Not For Sale', price: 1, stock: 100, is_active: false })
})
afterAll(() => database.close())

type Order = {
  id: string
  user_id: string
  total_amount: number
  status: string
  payment_method: string
  shipping_address: Record<string, string>
}
const ordersOf = ({ email }: { email: string }) =>
  database.query<Order>(
    `select o.id, o.user_id, o.total_amount, o.status, o.payment_method, o.shipping_address
       from orders o join user_profiles p on p.user_id = o.user_id where p.email = $1 order by o.created_at`,
    [email],
  )
const userIdOf = async (email: string) =>
  (await database.query<{ id: string }>('select id from accounts."user" where email = $1', [email]))[0]!.id
const json = (line: Record<string, unknown>) => ({
  lines: JSON.stringify([{ id: saffron.id, quantity: 1, price: 12.5, ...line }]),
})

describe('SECURITY-8 CHECKOUT-11 A forged order', () => {
  let before: { orders: number; stock: number }
  beforeEach(async () => {
    before = { orders: (await ordersOf(mallory)).length, stock: await readStock(database, saffron) }
  })
  const nothingHappened = async () => ({
    orders: (await ordersOf(mallory)).length,
    stock: await readStock(database, saffron),
  })

  test.each([0, 0.01, 12.49, 12.51, 99_999.99])(
    'CHECKOUT-12 a price of %d is refused with the shop’s price',
    async (price) => {
      const response = await sendCheckout(
        mallory,
        createCheckoutForm([{ product: saffron, quantity: 1, price }]),
      )
      expect(response).toMatchObject({
        message: 'Error placing order. Please try again.',
        lines: [{ product_id: saffron.id, problem: 'price-changed', price: 12.5 }],
      })
      expect(await nothingHappened()).toEqual(before)
    },
  )

  test.each<[string, FormFields | (() => FormFields)]>([
    ['a negative quantity', () => json({ quantity: -1 })],
    ['a quantity of nothing', () => json({ quantity: 0 })],
    ['half a piece', () => json({ quantity: 0.5 })],
    ['more than a line may hold', () => json({ quantity: 1000 })],
    ['a huge quantity', () => json({ quantity: 1e300 })],
    ['a quantity that is no number', () => json({ quantity: 'NaN' })],
    ['a quantity as words', () => json({ quantity: '1' })],
    ['no quantity', () => json({ quantity: null })],
    ['a quantity in a list', () => json({ quantity: [1] })],
    ['a negative price', () => json({ price: -12.5 })],
    ['a price above all prices', () => json({ price: 1e9 })],
    ['a price as words', () => json({ price: '12.5' })],
    ['a price that is infinite', { lines: `[{"id":"x","quantity":1,"price":1e999}]` }],
    ['an id that is no id', () => json({ id: "' or 1=1 --" })],
    ['an id that is an object', () => json({ id: { $ne: null } })],
    ['no lines at all', { lines: '[]' }],
    ['lines that are no list', { lines: '{"length":1}' }],
    ['lines that are no JSON', { lines: '[{' }],
    ['lines that are null', { lines: 'null' }],
    [
      '101 lines',
      () => ({
        lines: JSON.stringify(
          Array.from({ length: 101 }, () => ({ id: randomUUID(), quantity: 1, price: 1 })),
        ),
      }),
    ],
    [
      'two quantities that overflow together',
      () => ({ lines: JSON.stringify([0, 1].map(() => ({ id: saffron.id, quantity: 999, price: 12.5 }))) }),
    ],
    [
      'one product at two prices',
      () => ({
        lines: JSON.stringify([12.5, 0.01].map((price) => ({ id: saffron.id, quantity: 1, price }))),
      }),
    ],
    ['another payment method', { payment_method: 'card' }],
    ['paypal', { payment_method: 'paypal' }],
    ['an unknown payment method', { payment_method: 'free' }],
    ['no address', { address: ' ' }],
    ['no key', { idempotency_key: '' }],
    ['a key that is too long', { idempotency_key: 'k'.repeat(256) }],
  ])('%s places nothing and is reported', async (_what, changes) => {
    const checkoutForm = createCheckoutForm(
      [{ product: saffron, quantity: 1 }],
      typeof changes === 'function' ? changes() : changes,
    )
    expect((await sendCheckout(mallory, checkoutForm)).message).toBe('Error placing order. Please try again.')
    const page = await mallory.post('/checkout', checkoutForm)
    expect(page.status).toBeOneOf([409, 422])
    expect(await nothingHappened()).toEqual(before)
  })

  test.each([
    ['not on sale', () => hidden],
    ['unknown', () => ({ ...hidden, id: randomUUID() })],
  ])(
    'CATALOGUE-8 a product that is %s places nothing, and reveals neither name nor price nor stock',
    async (_what, product) => {
      const wanted = product()
      const response = await sendCheckout(
        mallory,
        createCheckoutForm([
          { product: saffron, quantity: 1 },
          { product: wanted, quantity: 1 },
        ]),
      )
      expect(response.lines).toEqual([
        { product_id: wanted.id, problem: 'withdrawn', name: null, price: null, stock: null },
      ])
      expect(await nothingHappened()).toEqual(before)
      expect(await readStock(database, hidden)).toBe(100)
    },
  )

  test('a quantity above the stock places nothing', async () => {
    const response = await sendCheckout(mallory, createCheckoutForm([{ product: saffron, quantity: 101 }]))
    expect(response.lines).toEqual([
      {
        product_id: saffron.id,
        problem: 'not-enough-stock',
        name: saffron.name,
        price: 12.5,
        stock: before.stock,
      },
    ])
    expect(await nothingHappened()).toEqual(before)
  })

  test('duplicate lines of a product are added up', async () => {
    const id = await placeOrderOverHttp(mallory, [
      { product: saffron, quantity: 2 },
      { product: saffron, quantity: 3 },
    ])
    const items = await database.query(
      'select product_id, quantity, price, subtotal from order_items where order_id = $1',
      [id],
    )
    expect(items).toEqual([{ product_id: saffron.id, quantity: 5, price: 12.5, subtotal: 62.5 }])
    expect(await readStock(database, saffron)).toBe(before.stock - 5)
  })

  test('CHECKOUT-11 server-side fields are ignored: total, owner, status, IDs, dates, email', async () => {
    const forged = {
      id: randomUUID(),
      order_id: randomUUID(),
      user_id: await userIdOf(victim.email),
      customer_id: await userIdOf(victim.email),
      total: '0.01',
      total_amount: '0.01',
      subtotal: '0.01',
      price: '0.01',
      discount: '100',
      status: 'delivered',
      actual_delivery: '2026-01-01',
      estimated_delivery: '2030-01-01',
      created_at: '2020-01-01',
      email: victim.email,
      role: 'admin',
      is_admin: 'true',
      shipping_address: JSON.stringify({ ...ADDRESS, email: victim.email }),
      lines: JSON.stringify(
        toCartLines([{ product: saffron, quantity: 2 }]).map((line) => ({
          ...line,
          subtotal: 0.01,
          total: 0.01,
          stock: 9999,
          is_active: true,
          name: 'Free Saffron',
          product_name: 'Free Saffron',
          order_id: randomUUID(),
        })),
      ),
    }
    const victims = (await ordersOf(victim)).length
    const response = await sendCheckout(mallory, createCheckoutForm([], forged))
    const order = (await ordersOf(mallory)).at(-1)!
    expect(order.id).toBe(response.placed!.order_id)
    expect(order.id).not.toBe(forged.id)
    expect(order).toMatchObject({ total_amount: 25, status: 'pending', payment_method: 'cod' })
    expect(order.shipping_address).toEqual({ ...ADDRESS, email: mallory.email })
    expect((await ordersOf(victim)).length).toBe(victims)
    const [rest] = await database.query(
      `select i.product_name, i.price, o.actual_delivery, o.created_at > now() - interval '1 minute' as is_of_now, o.estimated_delivery < now() + interval '14 days' as is_soon
         from orders o join order_items i on i.order_id = o.id where o.id = $1`,
      [order.id],
    )
    expect(rest).toEqual({
      product_name: 'Kashmir Saffron',
      price: 12.5,
      actual_delivery: null,
      is_of_now: true,
      is_soon: true,
    })
  })

  test('JSON instead of a form places nothing', async () => {
    const body = {
      ...createCheckoutForm([{ product: saffron, quantity: 1 }]),
      user_id: await userIdOf(victim.email),
      lines: toCartLines([{ product: saffron, quantity: 1 }]),
    }
    for (const path of ['/checkout', '/_data?u=%2Fcheckout'])
      expect((await mallory.send(path, body)).status).toBe(400)
    expect(await nothingHappened()).toEqual(before)
  })

  test('another customer’s idempotency key gives no access to the order', async () => {
    const checkoutForm = createCheckoutForm([{ product: saffron, quantity: 1 }])
    const theirs = (await sendCheckout(victim, checkoutForm)).placed!.order_id
    const mine = (await sendCheckout(mallory, checkoutForm)).placed!.order_id
    expect(mine).not.toBe(theirs)
    expect((await ordersOf(mallory)).map(({ id }) => id)).not.toContain(theirs)
  })
})

describe('ORDER-15 A forged status transition', () => {
  test.each([
    [{ intent: 'move', expected_status: 'delivered' }, 409],
    [{ intent: 'move', expected_status: 'cancelled' }, 409],
    [{ intent: 'move', expected_status: 'shipped' }, 409],
    [{ intent: 'move', expected_status: 'nonsense' }, 400],
    [{ intent: 'move', to_status: 'delivered' }, 400],
    [{ intent: 'deliver', status: 'delivered' }, 400],
    [{ intent: 'set', total_amount: '0' }, 400],
    [{ status: 'delivered' }, 400],
    [{ intent: 'cancel', reason: 'x'.repeat(2001) }, 400],
  ])('ORDER-15 even the owner cannot skip a status: %j', async (fields, status) => {
    const owner = await signInAsAdmin(url)
    const id = await placeOrderOverHttp(mallory, [{ product: saffron, quantity: 1 }])
    expect((await owner.post('/admin/orders', { order_id: id, ...(fields as FormFields) })).status).toBe(
      status,
    )
    expect((await owner.post(`/admin/orders/${id}`, fields as FormFields)).status).toBe(status)
    expect((await ordersOf(mallory)).at(-1)).toMatchObject({ id, status: 'pending', total_amount: 12.5 })
  })

  test('the order in the URL counts, whatever order_id the form contains', async () => {
    const owner = await signInAsAdmin(url)
    const [one, other] = [
      await placeOrderOverHttp(mallory, [{ product: saffron, quantity: 1 }]),
      await placeOrderOverHttp(mallory, [{ product: saffron, quantity: 1 }]),
    ]
    await owner.post(`/admin/orders/${one}`, { intent: 'move', expected_status: 'pending', order_id: other })
    const status = new Map((await ordersOf(mallory)).map((order) => [order.id, order.status]))
    expect([status.get(one), status.get(other)]).toEqual(['processing', 'pending'])
  })

  test('a customer’s cancellation is recorded as theirs, whatever the form claims', async () => {
    const id = await placeOrderOverHttp(mallory, [{ product: saffron, quantity: 1 }])
    await mallory.post('/profile/orders', {
      order_id: id,
      reason: 'Cancelled by admin',
      actor_kind: 'admin',
      screen: 'detail',
      status: 'delivered',
    })
    const [row] = await database.query(
      `select actor_kind, actor_id, reason, note from order_history where order_id = $1 and event = 'cancelled'`,
      [id],
    )
    expect(row).toEqual({
      actor_kind: 'customer',
      actor_id: await userIdOf(mallory.email),
      reason: 'Cancelled by customer',
      note: null,
    })
  })
})

describe('SECURITY-8 Unknown form fields', () => {
  const profileOf = async (email: string) =>
    (await database.query('select * from user_profiles where email = $1', [email]))[0]

  test('at registration grant no admin role, verification or other identity', async () => {
    const email = `m-${randomUUID()}@example.com`
    const victimId = await userIdOf(victim.email)
    const response = await new HttpClient(url).post('/register', {
      ...ADDRESS,
      email,
      password: PASSWORD,
      confirm_password: PASSWORD,
      id: victimId,
      user_id: victimId,
      role: 'admin',
      is_admin: 'true',
      admin: '1',
      email_verified: 'true',
      emailVerified: 'true',
      image: 'x',
      created_at: '2000-01-01',
      name: 'Root',
      'data[role]': 'admin',
      'app_metadata[role]': 'admin',
      '__proto__[role]': 'admin',
    })
    expect(response.headers.get('location')).toBe('/login?notice=registered')
    const [made] = await database.query(
      `select u.id <> $2 as is_new, u.name, u.email_verified, u.image, a.user_id as admin, u.created_at > now() - interval '1 minute' as is_of_now
         from accounts."user" u left join accounts.administrator a on a.user_id = u.id where u.email = $1`,
      [email, victimId],
    )
    expect(made).toEqual({
      is_new: true,
      name: 'Asha Menon',
      email_verified: false,
      image: null,
      admin: null,
      is_of_now: true,
    })
    expect((await new HttpClient(url).post('/admin', { email, password: PASSWORD })).status).toBe(403)
  })

  test('in the profile change neither its owner nor its email', async () => {
    const [mine, theirs] = [await profileOf(mallory.email), await profileOf(victim.email)]
    const response = await mallory.post('/profile', {
      ...ADDRESS,
      city: 'Leeds',
      user_id: await userIdOf(victim.email),
      id: await userIdOf(victim.email),
      email: victim.email,
      role: 'admin',
      created_at: '2000-01-01',
    })
    expect(response.status).toBe(200)
    expect(await profileOf(victim.email)).toEqual(theirs)
    expect(await profileOf(mallory.email)).toEqual({ ...mine, city: 'Leeds', updated_at: expect.any(String) })
  })

  test('a profile as JSON changes nothing', async () => {
    const before = await profileOf(mallory.email)
    expect((await mallory.send('/profile', { full_name: 'Root', email: 'root@example.com' })).status).toBe(
      400,
    )
    expect(await profileOf(mallory.email)).toEqual(before)
  })
})

test('MONEY-1 STOCK-10 afterwards every total is the sum of its items, and every stock the sum of its ledger', async () => {
  expect(await findInconsistencies(database)).toEqual([])
})
