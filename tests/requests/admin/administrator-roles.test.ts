import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { AdministratorRole } from '#shop/administrator-role.ts'
import { ROUTE_ROLES } from '#prove/access/access-expectations.ts'
import { INTENTS } from '#prove/runner/form-fields.ts'
import {
  signInNewAdministrator,
  type SignedInAdministrator,
} from '#tests/fixtures/accounts/signed-in-administrators.ts'
import { connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'
import { insertProduct, type TestProduct } from '#tests/fixtures/databases/test-records.ts'
import { HttpClient, PASSWORD, signInNewCustomer } from '#tests/fixtures/http/http-client.ts'
import { placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'
import type { RouteDefinition } from '#kit/routing/route-definition.ts'
import { adminRoutes } from '#app/admin-routes.ts'

const url = inject('shopUrl')
const database = connectToShopDatabase(inject('shopDataDirectory'))
const admins = {} as Record<AdministratorRole, SignedInAdministrator>
const ROLES = ['owner', 'manager', 'packer'] as const
const PACKER_INTENTS = new Set<string>(['move', 'undo', 'packing-slips'])
const OTHER_INTENTS = INTENTS.filter((intent) => !PACKER_INTENTS.has(intent))
const routes: readonly RouteDefinition[] = adminRoutes

let product: TestProduct
let orderId: string
let customerId: string
let customerEmail: string
beforeAll(async () => {
  for (const role of ROLES) admins[role] = await signInNewAdministrator(url, database, role)
  product = await insertProduct(database, { name: 'Priced Pepper', price: 61.37, stock: 1000 })
  const customer = await signInNewCustomer(url)
  customerEmail = customer.email
  orderId = await placeOrderOverHttp(customer, [{ product, quantity: 2 }])
  const [order] = await database.query<{ user_id: string }>('select user_id from orders where id = $1', [
    orderId,
  ])
  customerId = order!.user_id
})
afterAll(() => database.close())

const pathOf = ({ id, path }: RouteDefinition) =>
  path
    .replace(':id', id === 'admin-customer' ? customerId : orderId)
    .replace(':page', 'about')
    .replace('*', 'nowhere') + (id === 'admin-slips' ? `?ids=${orderId}` : '')
const mayOpen = (entry: RouteDefinition, role: AdministratorRole) =>
  ROUTE_ROLES[entry.id as keyof typeof ROUTE_ROLES].includes(role)

/** The order's price, subtotal or total, another amount, or a field with one. No seconds of a time are 61.37. */
const AMOUNT = /61\.37|122\.74|£|"(?:price|subtotal|total_amount|pence)":[^n]|"(?:from|to)":\d+\.\d/
const amountIn = (text: string) => AMOUNT.exec(text)?.[0]

const readState = async () =>
  JSON.stringify(
    await database.query(
      `select (select to_jsonb(o) from orders o where id = $1) as "order", (select to_jsonb(p) from products p where id = $2) as product,
              (select count(*) from order_history where order_id = $1) as events,
              (select md5(string_agg(a::text, ',' order by a.user_id)) from (select user_id, role, suspended_at from accounts.administrator) a) as people,
              (select md5(string_agg(s::text, ',' order by s.name)) from settings s) as settings`,
      [orderId, product.id],
    ),
  )

describe.each(routes)('PEOPLE-7 PERMISSION-14 $path', (entry) => {
  test.each(ROLES)('a page is open to a %s or answers 403', async (role) => {
    const { client } = admins[role]
    const page = await client.fetch(pathOf(entry))
    const data = await client.page(pathOf(entry))
    const text = await page.text()
    if (mayOpen(entry, role)) {
      expect(page.status).toBe(entry.id === 'admin-not-found' ? 404 : 200)
      expect(data.errors ?? null).toBeNull()
    } else {
      expect(page.status).toBe(403)
      expect(text).toContain('This page is not open to you')
      expect(Object.values(data.errors ?? {})).toEqual([expect.objectContaining({ status: 403 })])
      expect(data.loaderData?.[entry.id]).toBeUndefined()
    }
    if (role === 'packer') {
      expect(amountIn(text)).toBeUndefined()
      expect(amountIn(JSON.stringify(data))).toBeUndefined()
      expect(text + JSON.stringify(data)).not.toContain(customerEmail)
    }
  })

  test('PEOPLE-6 no form that a packer makes by hand changes anything but the steps of orders, or shows an amount', async () => {
    if (entry.id === 'admin-account') return
    const { client } = admins.packer
    const before = await readState()
    // A closed page refuses before it reads the intent; `npm run prove -- access` sends all intents there
    // too.
    const intents = mayOpen(entry, 'packer') ? OTHER_INTENTS : OTHER_INTENTS.slice(0, 2)
    for (const [index, intent] of intents.entries()) {
      const fields = {
        intent,
        order_id: orderId,
        order_ids: orderId,
        ids: orderId,
        id: product.id,
        expected_status: 'pending',
        reason: 'Tried',
        name: 'Tried',
        version: '1',
      }
      // Both ways read a form alike, so each intent is sent in only one of them.
      if (index % 2 === 1) {
        const refused = await client.submit(pathOf(entry), fields)
        expect(amountIn(JSON.stringify(refused)), intent).toBeUndefined()
        if (!mayOpen(entry, 'packer'))
          expect(Object.values(refused.errors ?? {}), intent).toEqual([
            expect.objectContaining({ status: 403 }),
          ])
        continue
      }
      const answer = await client.post(pathOf(entry), fields)
      expect(amountIn(await answer.text()), intent).toBeUndefined()
      expect(answer.status, intent).toBeGreaterThanOrEqual(400)
      if (!mayOpen(entry, 'packer')) expect(answer.status, intent).toBe(403)
    }
    expect(await readState()).toBe(before)
  })
})

test('PEOPLE-7 AUDIT-3 an attempt is on record with the request and the permission', async () => {
  const { id, client } = await signInNewAdministrator(url, database, 'packer')
  await client.fetch('/admin/settings')
  await client.post('/admin/products', { intent: 'edit' })
  await client.post(`/admin/orders/${orderId}`, { intent: 'cancel', expected_status: 'pending', reason: 'x' })
  expect(
    await database.query(
      `select details from access_events where user_id = $1 and event = 'refused' order by id`,
      [id],
    ),
  ).toEqual([
    { details: { method: 'GET', path: '/admin/settings', reason: 'settings.read' } },
    { details: { method: 'POST', path: '/admin/products', reason: 'catalogue.read-all' } },
    { details: { method: 'POST', path: `/admin/orders/${orderId}`, reason: 'orders.cancel-any' } },
  ])
})

test('PEOPLE-2 a packer moves an order and takes the step back', async () => {
  const { client } = admins.packer
  const step = (intent: string, expected_status: string) =>
    client.submit(`/admin/orders/${orderId}`, { intent, expected_status })
  const moved = await step('move', 'pending')
  expect(moved.actionData?.['admin-order']).toMatchObject({ kind: 'done', status: 'processing' })
  const undone = await step('undo', 'processing')
  expect(undone.actionData?.['admin-order']).toMatchObject({ kind: 'done', status: 'pending' })
  expect(amountIn(JSON.stringify([moved, undone]))).toBeUndefined()
})

test('PEOPLE-16 packers find no order by an email, which is in no data of theirs', async () => {
  const search = `/admin/orders?search=${encodeURIComponent(customerEmail)}`
  const dataFor = async (role: AdministratorRole, path: string) =>
    JSON.stringify((await admins[role].client.page(path)).loaderData)
  expect(await dataFor('manager', search)).toContain(orderId)
  expect(await dataFor('packer', search)).not.toContain(orderId)
  expect(await dataFor('manager', `/admin/orders/${orderId}`)).toContain(customerEmail)
  expect(await dataFor('packer', `/admin/orders/${orderId}`)).not.toContain(customerEmail)
})

test('PEOPLE-8 the sign-in leads a packer to the orders, others to the dashboard', async () => {
  for (const role of ROLES) {
    const signedIn = await new HttpClient(url).post('/admin', {
      email: admins[role].email,
      password: PASSWORD,
    })
    expect(signedIn.headers.get('location')).toBe(role === 'packer' ? '/admin/orders' : '/admin/dashboard')
  }
})

test('PEOPLE-8 SESSION-23 the address of the sign-in leads somebody who is signed in to where the role starts, or back', async () => {
  for (const role of ROLES) {
    const { client } = admins[role]
    const first = await client.fetch('/admin')
    expect([first.status, first.headers.get('location'), first.headers.get('cache-control')]).toEqual([
      302,
      role === 'packer' ? '/admin/orders' : '/admin/dashboard',
      'no-store',
    ])
    const back = await client.fetch('/admin?return=%2Fadmin%2Forders%3Fpage%3D2')
    expect(back.headers.get('location')).toBe('/admin/orders?page=2')
    const elsewhere = await client.fetch('/admin?return=https%3A%2F%2Felsewhere.example')
    expect(elsewhere.headers.get('location')).toBe(first.headers.get('location'))
  }
})

test('SESSION-23 the sign-in is shown to customers, whose session stays, and after the access was taken away', async () => {
  const customer = await signInNewCustomer(url)
  expect(await customer.html('/admin')).toContain('Sign in')
  expect((await customer.fetch('/profile')).status).toBe(200)
  const { id, client } = await signInNewAdministrator(url, database, 'manager')
  await database.query('update accounts.administrator set suspended_at = now() where user_id = $1', [id])
  expect((await client.fetch('/admin')).status).toBe(200)
})

test('PEOPLE-7 the menu names what the role may open', async () => {
  const menuOf = async (role: AdministratorRole) => {
    const [menu] = /<nav aria-label="Back-office".*?<\/nav>/.exec(
      await admins[role].client.html('/admin/orders'),
    )!
    return [...menu.matchAll(/href="([^"]+)"/g)].map(([, path]) => path)
  }
  expect(await menuOf('packer')).toEqual(['/admin/orders', '/'])
  expect(await menuOf('manager')).not.toContain('/admin/settings')
  expect(await menuOf('owner')).toContain('/admin/settings')
})

test('PEOPLE-3 a role that is lowered, and a suspension, apply to the next request', async () => {
  const { id, client } = await signInNewAdministrator(url, database, 'owner')
  const change = (assignment: string) =>
    database.query(`update accounts.administrator set ${assignment} where user_id = $1`, [id])
  expect((await client.fetch('/admin/settings')).status).toBe(200)
  await change(`role = 'packer'`)
  expect((await client.fetch('/admin/settings')).status).toBe(403)
  expect(await client.html(`/admin/orders/${orderId}`)).not.toMatch(AMOUNT)
  await change('suspended_at = now()')
  expect((await client.fetch('/admin/orders')).status).toBe(302)
})
