import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { RouteDefinition } from '#kit/routing/route-definition.ts'
import { allRoutes } from '#app/all-routes.ts'
import { ADMIN } from '#tests/fixtures/shops/running-shop.ts'
import {
  signInNewCustomer,
  signInAsAdmin,
  signInCustomer,
  HttpClient,
  type SignedInClient,
} from '#tests/fixtures/http/http-client.ts'
import { decodeEntities, pageText } from '#tests/fixtures/http/page-text.ts'
import { placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'
import { insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'

/** New routes are included automatically. */
const url = inject('shopUrl')
const database = connectToShopDatabase(inject('shopDataDirectory'))
const actors = {} as { visitor: HttpClient; customer: SignedInClient; admin: HttpClient }
let orderId: string
let customerId: string

beforeAll(async () => {
  actors.visitor = new HttpClient(url)
  actors.customer = await signInNewCustomer(url)
  actors.admin = await signInAsAdmin(url)
  const product = await insertProduct(database, { name: 'Guarded Pepper', stock: 1000 })
  orderId = await placeOrderOverHttp(await signInNewCustomer(url), [{ product, quantity: 1 }])
  const [buyer] = await database.query<{ user_id: string }>('select user_id from orders where id = $1', [
    orderId,
  ])
  customerId = buyer!.user_id
})
afterAll(() => database.close())

const SAMPLE: Record<string, () => string> = {
  ':slug': () => 'wayanad-forest-honey',
  ':id': () => orderId,
  ':page': () => 'about',
  '*': () => 'nowhere',
}
/** The ID in this path is a customer's, not an order's. */
const CUSTOMER_PATH = '/admin/customers/:id'
const pathOf = ({ path }: RouteDefinition) =>
  path === CUSTOMER_PATH
    ? path.replace(':id', customerId)
    : path.replace(/:\w+|\*/g, (part) => SAMPLE[part]!()).replace(/^(?!\/)/, '/')

const followedLinks = new Set<string>()

/** An administrator may also act as a customer. */
const mayEnter = (access: RouteDefinition['access'], actor: keyof typeof actors) =>
  access === 'public' || (access === 'customer' ? actor !== 'visitor' : actor === 'admin')

const doorOf = (access: RouteDefinition['access']) =>
  access === 'admin' ? /^\/admin\?return=%2Fadmin%2F/ : /^\/login\?/
/** Where sign-in pages send signed-in users, an administrator's shop session included. */
const pathWhenSignedIn = (id: string, actor: keyof typeof actors) => {
  if (id === 'admin-login') return actor === 'admin' ? '/admin/dashboard' : null
  return actor !== 'visitor' && (id === 'login' || id === 'register') ? '/' : null
}
const statusOf = async (id: string) => {
  const [order] = await database.query<{ status: string }>('select status from orders where id = $1', [id])
  return order!.status
}

describe.each(allRoutes)('PERMISSION-1 PERMISSION-9 PERMISSION-14 $path', (entry) => {
  test.each(['visitor', 'customer', 'admin'] as const)('as %s', async (actor) => {
    const client = actors[actor]
    const path = pathOf(entry)
    const isAllowed = mayEnter(entry.access, actor)
    // A visitor or customer tries a valid step, an administrator one that is refused.
    const step = { intent: 'move', order_id: orderId, expected_status: isAllowed ? 'shipped' : 'pending' }
    const page = await client.fetch(path)
    const data = await client.page(path)
    const submit = await client.post(path, step)
    const script = await client.submit(path, step)

    const away = pathWhenSignedIn(entry.id, actor)
    if (away) {
      expect([page.status, page.headers.get('location'), data.redirect?.to]).toEqual([302, away, away])
    } else if (isAllowed) {
      // Another customer's order is a 404 like an unknown URL; a stock alert needs its product.
      const isThere =
        !path.includes('nowhere') &&
        entry.id !== 'stock-alerts' &&
        !(entry.access === 'customer' && path.includes(orderId))
      expect(page.status, 'the page').toBe(isThere ? 200 : 404)
      expect(data.loaderData, 'its data').toBeDefined()
      expect(submit.status, 'a submit').toBeOneOf(entry.action ? [200, 302, 400, 401, 404, 409, 422] : [405])
      expect(submit.headers.get('location') ?? '', 'a submit is not turned away').not.toMatch(
        doorOf(entry.access),
      )
    } else {
      expect(page.status, 'the page').toBe(302)
      expect(page.headers.get('location'), 'the page').toMatch(doorOf(entry.access))
      expect(await page.text(), 'the page').toBe('')
      expect(data.redirect?.to, 'its data').toMatch(doorOf(entry.access))
      expect(data.loaderData, 'its data').toBeUndefined()
      expect(submit.status, 'a submit').toBe(302)
      expect(submit.headers.get('location'), 'a submit').toMatch(doorOf(entry.access))
      expect(script.redirect?.to, 'a submit by the script').toMatch(doorOf(entry.access))
      expect(script.actionData, 'a submit by the script').toBeUndefined()
    }
    if (entry.access !== 'public') expect(page.headers.get('cache-control')).toBe('no-store')
    expect(await statusOf(orderId)).toBe('pending')
  })
})

const ID_PATTERN = /[\da-f]{8}-[\da-f-]{27}|\d+/g

test.each([
  ['public', 'visitor'],
  ['customer', 'customer'],
  ['admin', 'admin'],
] as const)(
  'ACCESS-1 every %s page has one heading of the first level and no dead link',
  async (area, actor) => {
    const client = actors[actor]
    const wrong: string[] = []
    const paths = allRoutes.filter(({ access }) => access === area).map(pathOf)
    // Links that differ only in an ID lead to the same page.
    const links = new Map<string, { href: string; path: string }>()
    for (const path of paths) {
      const html = await client.html(path)
      if (html.match(/<h1\b/g)?.length !== 1) wrong.push(`${path} has not one heading of the first level`)
      for (const [, href = ''] of html.matchAll(/<a\b[^>]*\bhref="(\/[^"]*)"/g))
        links.set(decodeEntities(href).replace(ID_PATTERN, '{id}'), { href: decodeEntities(href), path })
    }
    for (const { href, path } of links.values()) {
      if (followedLinks.has(href)) continue
      followedLinks.add(href)
      const response = await client.fetch(href, { redirect: 'follow' })
      await response.body?.cancel()
      if (response.status !== 200) wrong.push(`${response.status}: ${href}, a link on ${path}`)
    }
    expect(wrong).toEqual([])
    expect(links.size).toBeGreaterThan(paths.length / 2)
  },
)

test('PERMISSION-14 the loader and action of every route agree with the route table', async () => {
  const { loadRouteHandlers } = await import('#app/route-handlers.server.ts')
  const handlers = await loadRouteHandlers()
  for (const entry of allRoutes) {
    const routeHandlers = handlers[entry.id]!
    expect(Boolean(routeHandlers.loader), `${entry.id} loader`).toBe(Boolean(entry.loader))
    expect(Boolean(routeHandlers.action), `${entry.id} action`).toBe(Boolean(entry.action))
  }
})

test('SECURITY-1 a cross-site write is refused', async () => {
  const foreign = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
  for (const path of ['/profile', '/_data?u=%2Fprofile']) {
    const response = await actors.customer.fetch(path, {
      method: 'POST',
      body: new URLSearchParams({ full_name: 'Mallory' }),
      headers: foreign,
    })
    expect(response.status).toBe(403)
  }
  expect(await actors.customer.html('/profile')).not.toContain('Mallory')
  expect((await actors.customer.fetch('/logout', { method: 'POST', headers: foreign })).status).toBe(403)
  expect((await actors.customer.fetch('/api/session', { method: 'DELETE', headers: foreign })).status).toBe(
    403,
  )
  expect((await actors.customer.fetch('/profile')).status).toBe(200)
})

describe('PERMISSION-3 Another customer’s order', () => {
  test('PERMISSION-3 is not in a customer’s list, neither as page nor as data', async () => {
    expect(await actors.customer.html('/profile/orders')).not.toContain(orderId.slice(0, 8).toUpperCase())
    expect(JSON.stringify(await actors.customer.page('/profile/orders'))).not.toContain(orderId)
  })

  test('PERMISSION-4 cannot be cancelled by a customer who knows its id', async () => {
    const response = await actors.customer.post('/profile/orders', {
      order_id: orderId,
      intent: 'cancel',
      reason: 'Mine',
    })
    expect(response.status).toBe(409)
    expect(await response.text()).toContain('Order not found')
    expect(await statusOf(orderId)).toBe('pending')
  })
})

describe('PERMISSION-15 A former administrator', () => {
  test('is refused at the next request: page, data and form post', async () => {
    const helper = await signInNewCustomer(url)
    const [{ user_id }] = (await database.query<{ user_id: string }>(
      `insert into accounts.administrator (user_id) select id from accounts."user" where email = $1 returning user_id`,
      [helper.email],
    )) as [{ user_id: string }]
    const adminClient = await signInAsAdmin(url, { email: helper.email, password: 'nine-bends-to-wayanad' })
    expect((await adminClient.fetch(`/admin/orders/${orderId}`)).status).toBe(200)

    await database.query('delete from accounts.administrator where user_id = $1', [user_id])
    const page = await adminClient.fetch(`/admin/orders/${orderId}`)
    expect([page.status, page.headers.get('location')]).toEqual([
      302,
      `/admin?notice=admin-session-ended&return=%2Fadmin%2Forders%2F${orderId}`,
    ])
    expect((await adminClient.page('/admin/orders')).redirect?.to).toBe('/admin?return=%2Fadmin%2Forders')
    const move = await adminClient.post('/admin/orders', {
      intent: 'move',
      order_id: orderId,
      expected_status: 'pending',
    })
    expect(move.headers.get('location')).toBe('/admin?return=%2Fadmin%2Forders')
    expect(await statusOf(orderId)).toBe('pending')
    const again = await new HttpClient(url).post('/admin', {
      email: helper.email,
      password: 'nine-bends-to-wayanad',
    })
    expect(again.status).toBe(403)
    expect(await again.text()).toContain('Access denied. Admin privileges required.')
    expect(again.headers.getSetCookie().join()).not.toContain('access=')
  })

  test('PERMISSION-9 a customer with the session marker alone is refused', async () => {
    const pretender = actors.customer.copy()
    pretender.cookie += '; admin-signed-in=1; admin-session=1; admin=true; role=admin'
    expect((await pretender.fetch('/admin/dashboard')).headers.get('location')).toBe(
      '/admin?return=%2Fadmin%2Fdashboard',
    )
  })

  test('SESSION-3 PERMISSION-13 an administrator’s shop session does not open the back-office', async () => {
    const owner = new HttpClient(url)
    await signInCustomer(owner, 'owner@ninthbend.example', 'pepper-vines-at-dawn')
    expect((await owner.fetch('/profile')).status).toBe(200)
    expect((await owner.fetch('/admin/dashboard')).headers.get('location')).toBe(
      '/admin?return=%2Fadmin%2Fdashboard',
    )
  })
})

describe('SESSION-24 An expired back-office session', () => {
  const path = '/admin/orders?status=pending'
  const ended = '/admin?notice=admin-session-ended&return=%2Fadmin%2Forders%3Fstatus%3Dpending'
  const enter = (client: HttpClient, to: string) =>
    client.post(to, ADMIN).then((response) => response.headers.get('location'))

  test.each([
    ['a page', async (client: HttpClient) => (await client.fetch(path)).headers.get('location')],
    ['its data', async (client: HttpClient) => (await client.page(path)).redirect?.to],
    [
      'a step',
      async (client: HttpClient) =>
        (
          await client.post(path, { intent: 'move', order_id: orderId, expected_status: 'pending' })
        ).headers.get('location'),
    ],
    [
      'a step by the script',
      async (client: HttpClient) =>
        (await client.submit(path, { intent: 'move', order_id: orderId, expected_status: 'pending' }))
          .redirect?.to,
    ],
  ])(
    'is reported on the sign-in page when %s was requested, does nothing, and returns there',
    async (_what, ask) => {
      const adminClient = await signInAsAdmin(url)
      const left = adminClient.copy()
      await adminClient.post('/logout', { area: 'admin' })
      expect(await ask(left)).toBe(ended)
      expect(await statusOf(orderId)).toBe('pending')
      expect(await left.html(ended)).toContain('Your session has ended. Sign in to the back-office to go on.')
      expect(await enter(left, ended)).toBe(path)
    },
  )

  test('an expired customer session is not reported as one of the back-office', async () => {
    const customer = await signInNewCustomer(url)
    const left = customer.copy()
    await customer.post('/logout', {})
    const signInPath = (await left.fetch(path)).headers.get('location')!
    expect(pageText(await left.html(signInPath))).toMatch(
      /Your session has ended\..*Sign in to the back-office/,
    )
  })

  test('without any session no expiry is reported, and sign-in returns to the page', async () => {
    const otherClient = new HttpClient(url)
    const signInPath = (await otherClient.fetch(path)).headers.get('location')!
    expect(signInPath).toBe('/admin?return=%2Fadmin%2Forders%3Fstatus%3Dpending')
    expect(await otherClient.html(signInPath)).not.toContain('has ended')
    expect((await actors.customer.fetch(path)).headers.get('location'), 'a customer').toBe(signInPath)
    expect(await enter(otherClient, signInPath)).toBe(path)
  })

  test.each([
    'https://evil.example/admin/x',
    '//evil.example/admin/x',
    '/admin/../checkout',
    '/checkout',
    '/admin',
  ])('the sign-in never leads to %s', async (wanted) => {
    expect(await enter(new HttpClient(url), `/admin?${new URLSearchParams({ return: wanted })}`)).toBe(
      '/admin/dashboard',
    )
  })
})

describe('SESSION-6 A session', () => {
  test.each([
    [
      'the session keeper',
      (client: HttpClient) => client.fetch('/api/session', { method: 'DELETE', headers: { origin: url } }),
    ],
    ['the form of a page without scripts', (client: HttpClient) => client.post('/logout', {})],
  ])('SESSION-6 SESSION-18 stolen before a sign-out by %s is invalid afterwards', async (_way, signOut) => {
    const signedIn = await signInNewCustomer(url)
    const copiedClient = signedIn.copy()
    expect((await copiedClient.fetch('/profile')).status).toBe(200)
    expect((await signOut(signedIn)).status).toBeOneOf([200, 303])
    expect(signedIn.cookie).not.toContain('access')

    expect((await copiedClient.copy().fetch('/profile')).headers.get('location')).toMatch(/^\/login/)
    expect((await copiedClient.copy().page('/profile/orders')).redirect?.to).toMatch(/^\/login/)
    const renewal = await copiedClient
      .copy()
      .fetch('/api/session', { method: 'POST', headers: { origin: url } })
    expect([renewal.status, await renewal.json()]).toEqual([401, { user: null, expires_at: null }])
  })

  test('signing out does not affect another browser of the same user', async () => {
    const phone = await signInNewCustomer(url)
    const laptop = new HttpClient(url)
    await signInCustomer(laptop, phone.email)
    await phone.post('/logout', {})
    expect((await laptop.fetch('/profile')).status).toBe(200)
  })
})
