import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { formatLondonDate } from '#shop/dates/dates.ts'
import type { OrderDetail, OrderRow } from '#features/orders/order.ts'
import { insertProduct, readStock, type TestProduct } from '#tests/fixtures/databases/test-records.ts'
import { ADDRESS, signInAsAdmin, PASSWORD, HttpClient } from '#tests/fixtures/http/http-client.ts'
import { MailFolder } from '#tests/fixtures/mails/mail-folder.ts'
import { findLink, pageText, readPageTitle, findFieldValue } from '#tests/fixtures/http/page-text.ts'
import { createCheckoutForm, sendCheckout } from '#tests/fixtures/orders/checkout-requests.ts'
import { connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'

/** Without JavaScript, except that the checkout request is sent as the shop's scripts would, because the cart needs them. */
const url = inject('shopUrl')
const dataDir = inject('shopDataDirectory')
const database = connectToShopDatabase(dataDir)
const mails = new MailFolder(dataDir)
const email = `asha-${randomUUID()}@example.com`
const shopper = new HttpClient(url)
let owner: HttpClient
let pepper: TestProduct
let honey: TestProduct

beforeAll(async () => {
  pepper = await insertProduct(database, { name: 'Tellicherry <Pepper> & Salt', price: 3.35, stock: 40 })
  honey = await insertProduct(database, { name: 'Ninth Bend Honey', price: 11.5, stock: 12 })
})
afterAll(() => database.close())

const read = async (response: Response) => ({
  status: response.status,
  to: response.headers.get('location'),
  text: pageText(await response.text()),
})
const registration = (changes: Record<string, string> = {}) => ({
  ...ADDRESS,
  email,
  password: PASSWORD,
  confirm_password: PASSWORD,
  ...changes,
})

describe('ACCOUNT-1 Registration', () => {
  test('ACCOUNT-1 the page is titled Create your account and shows its hint', async () => {
    const html = await shopper.html('/register')
    const text = pageText(html)
    for (const words of [
      'Create your account',
      'Password must be at least 8 characters long',
      'Confirm Password',
      'Create account',
    ]) {
      expect(text).toContain(words)
    }
    expect(findFieldValue(html, 'country')).toBe('United Kingdom')
  })

  test.each([
    [{ password: 'short', confirm_password: 'short' }, 'Password must be at least 8 characters long'],
    [{ confirm_password: 'something-else-entirely' }, 'Passwords do not match'],
    [{ full_name: '  ' }, 'Enter your full name'],
    [{ phone: '' }, 'Enter your phone number'],
    [{ email: 'asha@' }, 'Enter an email address in the correct format, like name@example.com'],
  ])(
    'ACCOUNT-29 ACCOUNT-2 CHECKOUT-6 %j is refused with its message, and form values are kept',
    async (changes, sentence) => {
      const response = await shopper.post('/register', registration({ city: 'Kozhikode & Co', ...changes }))
      const html = await response.text()
      expect(response.status).toBe(422)
      expect(pageText(html)).toContain('There is a problem')
      expect(
        pageText(html).split(sentence).length - 1,
        'in the summary and at the field',
      ).toBeGreaterThanOrEqual(2)
      expect(findFieldValue(html, 'city')).toBe('Kozhikode & Co')
      expect(html, 'a password is never sent back').not.toContain(PASSWORD)
    },
  )

  test('ACCOUNT-6 a successful one redirects to /login with a message and does not sign in', async () => {
    const { status, to } = await read(await shopper.post('/register', registration()))
    expect([status, to]).toEqual([302, '/login?notice=registered'])
    const login = await read(await shopper.fetch(to!))
    expect(login.text).toContain('Registration successful! Please check your email to verify your account.')
    expect((await shopper.fetch('/profile')).status).toBe(302)
  })

  test('ACCOUNT-10 a repeated one gets the same response; only the owner of the address is notified', async () => {
    const visitor = new HttpClient(url)
    const again = await read(
      await visitor.post(
        '/register',
        registration({ password: 'another-long-one', confirm_password: 'another-long-one' }),
      ),
    )
    expect([again.status, again.to]).toEqual([302, '/login?notice=registered'])
    const mail = await mails.next('already-registered', email)
    expect(mail.header('subject')).toBe('You already have an account with Ninth Bend')
    expect((await visitor.post('/login', { email, password: 'another-long-one' })).status).toBe(401)
  })

  test('MAIL-3 ACCOUNT-12 the verification email is written, and its link verifies the address on confirmation, not on opening', async () => {
    const mail = await mails.next('verify-email', email)
    expect(mails.to('verify-email', email)).toHaveLength(1)
    const link = /http\S+\/verify-email\?token=[\w.-]+/.exec(mail.text)![0]
    expect(link.startsWith(url)).toBe(true)
    const path = link.slice(url.length)
    const isVerified = async () =>
      (
        await database.query<{ email_verified: boolean }>(
          'select email_verified from accounts."user" where email = $1',
          [email],
        )
      )[0]!.email_verified

    const looking = await new HttpClient(url).fetch(path)
    expect(looking.headers.get('cache-control')).toBe('no-store')
    const inPlace = await new HttpClient(url).fetch(`/_data?u=${encodeURIComponent(path)}`)
    expect(inPlace.headers.get('cache-control')).toBe('no-store')
    expect((await read(looking)).text).toContain(`Confirm that ${email} is your email address.`)
    expect(await isVerified()).toBe(false)
    const altered = await read(await new HttpClient(url).post(`${path.slice(0, -2)}xx`, { intent: 'verify' }))
    expect([altered.status, altered.text]).toEqual([
      422,
      expect.stringContaining('This link is too old or not complete.'),
    ])
    expect(await isVerified()).toBe(false)
    const confirmed = await read(await new HttpClient(url).post(path, { intent: 'verify' }))
    expect([confirmed.status, confirmed.text]).toEqual([
      200,
      expect.stringContaining('Your email address is verified. You can sign in now.'),
    ])
    expect(await isVerified()).toBe(true)
  })
})

describe('SESSION-2 Login', () => {
  test.each([
    ['a wrong password', () => ({ email, password: 'not-the-password' })],
    ['an unknown address', () => ({ email: 'nobody@example.com', password: PASSWORD })],
    ['nothing', () => ({ email: '', password: '' })],
    ['no address at all', () => ({ email: 'asha', password: PASSWORD })],
  ])('SESSION-2 with %s always shows the same message Invalid email or password', async (_what, fields) => {
    const response = await read(await shopper.post('/login', fields()))
    expect(response.status).toBe(401)
    expect(response.text).toContain('Invalid email or password')
    expect(response.text).not.toContain('Enter your')
  })

  test('CHECKOUT-9 checkout without session redirects to /login with a message, and back', async () => {
    const turned = await read(await shopper.fetch('/checkout'))
    expect([turned.status, turned.to]).toEqual([302, '/login?notice=sign-in-to-checkout&return=%2Fcheckout'])
    expect((await read(await shopper.fetch(turned.to!))).text).toContain('Please sign in to checkout')
    const signedIn = await read(
      await shopper.post(turned.to!, {
        email: ` ${email.toUpperCase()} `,
        password: PASSWORD,
        remember: 'on',
      }),
    )
    expect([signedIn.status, signedIn.to]).toEqual([302, '/checkout'])
  })
})

describe('ACCOUNT-14 Profile', () => {
  test('shows the registered data, with the email read-only', async () => {
    const html = await shopper.html('/profile')
    expect(findFieldValue(html, 'full_name')).toBe('Asha Menon')
    expect(pageText(html) + (findFieldValue(html, 'email') ?? '')).toContain(email)
  })

  test('ACCOUNT-15 saves a change, confirms it, and checkout uses it', async () => {
    const response = await read(
      await shopper.post('/profile', {
        ...ADDRESS,
        full_name: 'Asha "O’Hara" Menon',
        post_code: 'm1 1ae',
        email: 'other@example.com',
      }),
    )
    expect([response.status, response.text]).toEqual([
      200,
      expect.stringContaining('Profile updated successfully!'),
    ])
    expect(findFieldValue(await shopper.html('/profile'), 'full_name')).toBe('Asha "O’Hara" Menon')
    const checkout = (await shopper.page('/checkout')).loaderData!['checkout'] as {
      profile: Record<string, unknown>
    }
    expect(checkout.profile).toMatchObject({ full_name: 'Asha "O’Hara" Menon', post_code: 'M1 1AE' })
    expect((await shopper.page('/profile')).loaderData!['profile']).toMatchObject({ email })
  })
})

describe('An order from checkout to delivery', () => {
  let id: string
  const shortId = () => id.slice(0, 8).toUpperCase()

  test('ORDER-33 before the first order the list says No orders yet and links to the products', async () => {
    const html = await shopper.html('/profile/orders')
    expect(pageText(html)).toContain('No orders yet')
    expect(findLink(html, 'Start Shopping')).toBe('/products')
  })

  test('checkout places it at the shop’s prices and reduces the stock', async () => {
    const phone = `07700 900${String(Math.floor(Math.random() * 1000)).padStart(3, '0')}`
    const response = await sendCheckout(
      shopper,
      createCheckoutForm(
        [
          { product: pepper, quantity: 3 },
          { product: honey, quantity: 1 },
        ],
        { phone, post_code: 'ze2 9aq', address: '9 Ghat Road\nUpper <flat>' },
      ),
    )
    expect(response).toEqual({
      placed: { order_id: expect.stringMatching(/^[0-9a-f-]{36}$/), repeated: false },
    })
    id = response.placed!.order_id
    expect([await readStock(database, pepper), await readStock(database, honey)]).toEqual([37, 11])
  })

  test('ORDER-32 ORDER-34 the customer’s list shows all required data', async () => {
    const text = pageText(await shopper.html('/profile/orders?notice=order-placed'))
    expect(text).toContain('Order placed successfully!')
    for (const words of [
      `Order ${shortId()}`,
      `Placed on ${formatLondonDate(new Date())}`,
      'Cancel Order',
      'Tellicherry <Pepper> & Salt',
      'Ninth Bend Honey',
      'Cash / Card on Delivery',
      '£21.55',
      'Pending Processing Shipped Delivered',
      'Expected delivery',
      'Upper <flat>',
      'London ZE2 9AQ',
    ]) {
      expect(text).toContain(words)
    }
    expect(text).not.toContain('Delivered on')
  })

  test('MAIL-1 its confirmation is written once, with items and address', async () => {
    const mail = await mails.next('order-confirmation', email)
    expect(mail.header('subject')).toContain(shortId())
    for (const words of [
      'Tellicherry <Pepper> & Salt',
      '250g',
      'Contains none of the 14.',
      '£10.05',
      '£11.50',
      '£21.55',
      'Upper <flat>',
      'ZE2 9AQ',
    ]) {
      expect(mail.text, 'the text').toContain(words)
      expect(pageText(mail.html), 'the html').toContain(words)
    }
    expect(mail.html).not.toContain('<flat>')
    expect(mail.text).toContain(`${url}/profile/orders/${id}`)
    const queued = await database.query(
      `select from outbox where kind = 'order-confirmation' and payload ->> 'order_id' = $1`,
      [id],
    )
    expect(queued).toHaveLength(1)
    expect(mails.to('order-confirmation', email)).toHaveLength(1)
  })

  test('SESSION-3 SESSION-4 the back-office refuses a customer and admits the owner', async () => {
    const submitSignIn = async (fields: Record<string, string>) =>
      read(await new HttpClient(url).post('/admin', fields))
    expect(await submitSignIn({ email, password: PASSWORD })).toMatchObject({
      status: 403,
      text: expect.stringContaining('Access denied. Admin privileges required.'),
    })
    expect(await submitSignIn({ email, password: 'wrong-password' })).toMatchObject({
      status: 401,
      text: expect.stringContaining('Invalid email or password'),
    })
    expect(await submitSignIn({ email: '', password: '' })).toMatchObject({
      status: 422,
      text: expect.stringContaining('Enter your email address'),
    })
    owner = await signInAsAdmin(url)
    const dashboard = await read(await owner.fetch('/admin/dashboard'))
    expect(dashboard.status).toBe(200)
  })

  test('ORDER-29 the owner finds it by short ID, full ID, email, phone and post code only', async () => {
    const found = async (search: string, status = '') => {
      const page = await owner.page(`/admin/orders?${new URLSearchParams({ search, status })}`)
      return (page.loaderData!['admin-orders'] as { list: { orders: OrderRow[] } }).list.orders.map(
        (order) => order.id,
      )
    }
    const order = (
      (await owner.page(`/admin/orders/${id}`)).loaderData!['admin-order'] as { order: OrderDetail }
    ).order
    const { phone } = order.shipping_address
    for (const search of [
      shortId(),
      `#${shortId().toLowerCase()}`,
      id,
      email,
      email.slice(0, 20).toUpperCase(),
      phone,
      phone.replaceAll(' ', ''),
      `+44 ${phone.slice(1)}`,
    ]) {
      expect(await found(search), search).toEqual([id])
    }
    expect(await found('ZE2 9AQ')).toContain(id)
    expect(await found('ze29aq')).toContain(id)
    expect(await found(shortId(), 'pending')).toEqual([id])
    expect(await found(shortId(), 'shipped')).toEqual([])
    expect(await found('nobody ever ordered this')).toEqual([])
    const list = await owner.html(`/admin/orders?search=${shortId()}`)
    expect(findLink(list, shortId())).toBe(`/admin/orders/${id}?search=${shortId()}`)
  })

  test('ORDER-4 ORDER-12 it is processed and shipped from the list, after which the customer is asked to phone', async () => {
    const step = (expected_status: string) =>
      owner.post('/admin/orders', { intent: 'move', order_id: id, expected_status })
    expect(pageText(await owner.html(`/admin/orders/${id}`))).toContain('Process')
    expect((await step('pending')).status).toBe(200)
    expect((await step('pending')).status, 'the same step again').toBe(409)
    expect(pageText(await owner.html(`/admin/orders?search=${shortId()}`))).toContain('Ship')
    expect((await step('processing')).status).toBe(200)
    const refused = await read(await shopper.post('/profile/orders', { order_id: id }))
    expect(refused.status).toBe(409)
    expect(refused.text).toContain(
      'This order has already been shipped. To cancel it, please phone us on 020 7946 0123.',
    )
    expect(refused.text).not.toContain('Order Cancelled')
  })

  test('ORDER-7 a cancellation from the list needs a reason', async () => {
    const path = `/admin/orders?${new URLSearchParams({ search: shortId(), cancel: id })}`
    expect(pageText(await owner.html(path))).toContain(`Cancel order ${shortId()}`)
    const response = await read(
      await owner.post(path, { intent: 'cancel', order_id: id, expected_status: 'shipped', reason: '  ' }),
    )
    expect([response.status, response.text]).toEqual([
      422,
      expect.stringContaining('Please provide a cancellation reason'),
    ])
    expect(pageText(await shopper.html('/profile/orders'))).not.toContain('Order Cancelled')
  })

  test('ORDER-5 ORDER-6 ORDER-14 it is delivered from its own page, and the customer sees Delivered on', async () => {
    const path = `/admin/orders/${id}`
    expect(pageText(await owner.html(path))).toContain('Mark Delivered')
    expect((await owner.post(path, { intent: 'move', expected_status: 'shipped' })).status).toBe(200)
    const text = pageText(await shopper.html('/profile/orders'))
    expect(text).toContain(`Delivered on ${formatLondonDate(new Date())}`)
    expect(text).not.toContain('Expected delivery')
    expect(text).not.toContain('Cancel Order')
    const late = await read(await shopper.post('/profile/orders', { order_id: id }))
    expect([late.status, late.text]).toEqual([
      409,
      expect.stringContaining('has been delivered in the meantime'),
    ])
  })

  test('ORDER-13 another order is cancelled by its customer, and its units are restocked', async () => {
    const before = await readStock(database, honey)
    const { placed } = await sendCheckout(shopper, createCheckoutForm([{ product: honey, quantity: 2 }]))
    expect(await readStock(database, honey)).toBe(before - 2)
    const response = await read(await shopper.post('/profile/orders', { order_id: placed!.order_id }))
    expect([response.status, response.to]).toEqual([302, '/profile/orders?notice=order-cancelled'])
    const text = pageText(await shopper.html('/profile/orders'))
    expect(text).toContain(`Order Cancelled on ${formatLondonDate(new Date())}`)
    expect(text).toContain('Cancelled by you')
    expect(await readStock(database, honey)).toBe(before)
  })
})

describe('Missing pages', () => {
  test('ADMIN-8 an unknown order is Order not found, with a back link', async () => {
    for (const id of [randomUUID(), 'no-id', "1' or '1'='1"]) {
      const response = await owner.fetch(`/admin/orders/${encodeURIComponent(id)}`)
      const html = await response.text()
      expect(response.status).toBe(404)
      expect(pageText(html)).toContain('Order not found')
      expect(html).toMatch(/href="\/admin\/orders"[^>]*>(<svg.*?<\/svg>)?\s*Back to Orders/i)
    }
  })

  test('STOREFRONT-11 an unknown or inactive product is Product Not Found', async () => {
    const hidden = await insertProduct(database, { name: 'Withdrawn Halwa', is_active: false })
    for (const slug of ['no-such-thing', `product-${hidden.id}`]) {
      const response = await shopper.fetch(`/products/${slug}`)
      const html = await response.text()
      expect(response.status).toBe(404)
      expect(pageText(html)).toContain('Product Not Found')
      expect(readPageTitle(html)).toContain('Product Not Found')
      expect(html).toContain('href="/products"')
      expect(html).not.toContain('Withdrawn Halwa')
    }
  })

  test('CATALOGUE-8 an inactive product is in no list', async () => {
    const [row] = await database.query<{ slug: string }>(
      `select slug from products where name = 'Withdrawn Halwa' limit 1`,
    )
    for (const path of ['/', '/products?sort=newest', '/products?sort=price-low-to-high']) {
      expect(await shopper.html(path)).not.toContain(row!.slug)
    }
  })

  test('MESSAGE-16 any other URL is Page not found', async () => {
    for (const [client, path] of [
      [shopper, '/nowhere'],
      [shopper, '/products/a/b'],
      [owner, '/admin/nowhere'],
    ] as const) {
      const response = await read(await client.fetch(path))
      expect([response.status, response.text]).toEqual([404, expect.stringContaining('Page not found')])
    }
  })
})
