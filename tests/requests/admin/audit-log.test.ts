import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { AuditLogPage } from '#features/audit/audit-log-entry.ts'
import { shortId } from '#features/orders/order.ts'
import { insertProduct, type TestProduct } from '#tests/fixtures/databases/test-records.ts'
import { ADMIN } from '#tests/fixtures/shops/running-shop.ts'
import {
  signInNewCustomer,
  signInAsAdmin,
  HttpClient,
  type SignedInClient,
} from '#tests/fixtures/http/http-client.ts'
import { findLink, pageText, readPageTitle, findFieldValue } from '#tests/fixtures/http/page-text.ts'
import { placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'
import { connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'

const url = inject('shopUrl')
const database = connectToShopDatabase(inject('shopDataDirectory'))
const name = `Record Pepper ${randomUUID().slice(0, 8)}`
let owner: HttpClient
let asha: SignedInClient
let pepper: TestProduct
let order: string

beforeAll(async () => {
  owner = await signInAsAdmin(url)
  asha = await signInNewCustomer(url)
  pepper = await insertProduct(database, { name, stock: 9, price: 4.5 })
  order = await placeOrderOverHttp(asha, [{ product: pepper, quantity: 2 }])
})
afterAll(() => database.close())

const rowsOf = async (query: string, customerId = owner) =>
  (
    (await customerId.page(`/admin/audit?${query}`)).loaderData?.['admin-audit'] as
      | { auditLog: AuditLogPage }
      | undefined
  )?.auditLog.rows
const readAuditLog = async (query: string) => {
  const html = await owner.html(`/admin/audit?${query}`)
  return { html, text: pageText(html) }
}
const idOf = async (email: string) =>
  (await database.query<{ id: string }>('select id from accounts."user" where email = $1', [email]))[0]!.id

test('AUDIT-1 a price, a stock and a status change are recorded with actor and both values, and link to their subject', async () => {
  await owner.post('/admin/orders', { intent: 'move', order_id: order, expected_status: 'pending' })
  await owner.post(`/admin/products?stock=${pepper.id}`, {
    intent: 'stock',
    product_id: pepper.id,
    change: '5',
    reason: 'Sacks counted',
  })
  const price = `begin; set local app.user_id = '${await idOf(ADMIN.email)}'; update products set price = 4.75 where id = '${pepper.id}'; commit`
  await database.query(price)

  const product = await readAuditLog(`search=${encodeURIComponent(name)}`)
  expect(product.text).toMatch(/Price changed .*Price before: £4\.50 → , after: £4\.75 .*Administrator/)
  expect(product.text).toMatch(/Stock changed .*before: 7 → , after: 12 Sacks counted/)
  expect(findLink(product.html, name)).toBe(`/admin/products?edit=${pepper.id}`)
  const steps = await readAuditLog(`search=${shortId(order)}`)
  expect(steps.text).toMatch(
    /Order moved on: processing .*Status before: Pending → , after: Processing .*Order placed/,
  )
  expect(findLink(steps.html, `#${shortId(order)}`)).toBe(`/admin/orders/${order}`)
  expect((await owner.fetch(findLink(steps.html, `#${shortId(order)}`)!)).status).toBe(200)
})

test('AUDIT-3 a customer who requests a back-office page or posts to one is recorded; a visitor is redirected and not recorded', async () => {
  const customer = await signInNewCustomer(url)
  const customerId = await idOf(customer.email)
  const before = await database.query<{ n: number }>(
    'select count(*) as n from access_events where user_id is null',
  )
  await new HttpClient(url).fetch('/admin/orders')
  expect(await database.query('select count(*) as n from access_events where user_id is null')).toEqual(
    before,
  )
  await customer.fetch('/admin/products')
  await customer.post('/admin/orders', { intent: 'move', order_id: order, expected_status: 'processing' })
  await customer.submit('/admin/categories', { intent: 'add' })
  expect((await rowsOf(`kind=refusals&who=${customerId}`))!.map(({ details }) => details)).toEqual([
    { method: 'POST', path: '/admin/categories', reason: 'no-administrator' },
    { method: 'POST', path: '/admin/orders', reason: 'no-administrator' },
    { method: 'GET', path: '/admin/products', reason: 'no-administrator' },
  ])
})

test('AUDIT-2 back-office sign-ins, failed ones too, and sign-outs are recorded', async () => {
  await new HttpClient(url).post('/admin', { email: ADMIN.email, password: 'not the password' })
  await new HttpClient(url).post('/admin', {
    email: 'stranger@nowhere.example',
    password: 'not the password',
  })
  const adminClient = await signInAsAdmin(url)
  await adminClient.post('/logout', { area: 'admin' })
  const rows = (await rowsOf('kind=sign-ins'))!.slice(0, 4)
  expect(rows.map(({ event, subject }) => [event, subject.name])).toEqual([
    ['signed-out', ADMIN.email],
    ['signed-in', ADMIN.email],
    ['sign-in-failed', null],
    ['sign-in-failed', ADMIN.email],
  ])
  expect((await readAuditLog('kind=sign-ins&who=visitor')).text).toMatch(
    /Sign-in failed An address without an account/,
  )
  expect(JSON.stringify(await rowsOf(''))).not.toContain('stranger@nowhere')
})

test('AUDIT-8 filters are in the URL and the form; an empty result says so and links to all entries', async () => {
  const days = 'from=2026-01-01&to=2099-12-31'
  const { html, text } = await readAuditLog(`kind=orders&who=customer&${days}&search=${shortId(order)}`)
  expect(findFieldValue(html, 'search')).toBe(shortId(order))
  expect(findFieldValue(html, 'from')).toBe('2026-01-01')
  expect(html).toMatch(/<option value="orders" selected=""/)
  expect(html).toMatch(/<option value="customer" selected=""/)
  expect(readPageTitle(html)).toBe(
    `Record of orders placed matching ‘${shortId(order)}’ from 1 January 2026 to 31 December 2099 – Ninth Bend`,
  )
  expect(text).toContain('1 entry')
  expect(await rowsOf(`kind=orders&search=${shortId(order)}&to=2020-01-01`)).toEqual([])
  const nothing = await readAuditLog('search=no+such+thing+anywhere')
  expect(nothing.text).toContain('Nothing on record like this')
  expect(findLink(nothing.html, 'Show everything')).toBe('/admin/audit')
})

test('a reversed date range is reported, with a link that swaps it', async () => {
  const { html, text } = await readAuditLog('kind=orders&from=2026-11-25&to=2026-11-20')
  expect(text).toContain(
    'The days are the wrong way round Nothing can have happened from 25 November 2026 until 20 November 2026.',
  )
  expect(findLink(html, 'Turn them round')).toBe('/admin/audit?kind=orders&from=2026-11-20&to=2026-11-25')
  expect((await readAuditLog('kind=orders&from=2000-01-01&to=2000-01-01')).text).not.toContain(
    'wrong way round',
  )
})

test('AUDIT-8 fifty per page; Older and Newer navigate', async () => {
  await database.query(
    `insert into audit_events (at, actor_kind, subject_kind, subject_id, event, before, after)
     select '2026-03-01T10:00:00Z', 'system', 'product', $1, 'changed', '{"badge": null}', jsonb_build_object('badge', n) from generate_series(1, 120) n`,
    [pepper.id],
  )
  const badges = (text: string) =>
    [...text.matchAll(/Badge before: – → , after: (\d+)/g)].map(([, badge]) => Number(badge))
  const path = 'kind=products&from=2026-03-01&to=2026-03-01'
  const first = await readAuditLog(path)
  expect(badges(first.text)).toEqual(Array.from({ length: 50 }, (_, before) => 120 - before))
  expect(findLink(first.html, 'Newer')).toBeUndefined()
  const second = pageText(await owner.html(findLink(first.html, 'Older')!))
  expect(badges(second)).toEqual(Array.from({ length: 50 }, (_, before) => 70 - before))
  const third = await owner.html(findLink(await owner.html(findLink(first.html, 'Older')!), 'Older')!)
  expect(badges(pageText(third))).toEqual(Array.from({ length: 20 }, (_, before) => 20 - before))
  expect(findLink(third, 'Older')).toBeUndefined()
  expect(badges(pageText(await owner.html(findLink(third, 'Newer')!)))).toEqual(badges(second))
})
