import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { FailedMails } from '#features/mail/outbox/failed-emails.ts'
import type { OrdersToSend } from '#features/dashboard/orders-to-send.ts'
import type { SalesReport } from '#features/figures/sales/sales.ts'
import { PAGE_SIZE } from '#shop/constants.ts'
import { insertProduct } from '#tests/fixtures/databases/test-records.ts'
import {
  signInNewCustomer,
  signInAsAdmin,
  type SignedInClient,
  type HttpClient,
} from '#tests/fixtures/http/http-client.ts'
import { findLink, pageText } from '#tests/fixtures/http/page-text.ts'
import { placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'
import { connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'

type Dashboard = { days: number; toSend: OrdersToSend; sales: SalesReport; failed: FailedMails }

const url = inject('shopUrl')
const database = connectToShopDatabase(inject('shopDataDirectory'))
let customer: SignedInClient
let owner: HttpClient

beforeAll(async () => {
  customer = await signInNewCustomer(url)
  owner = await signInAsAdmin(url)
})
afterAll(() => database.close())

const dashboard = async (query = '') =>
  (await owner.page(`/admin/dashboard${query}`)).loaderData!['admin-dashboard'] as Dashboard

describe('ADMIN-2 /admin/dashboard', () => {
  test('ADMIN-14 a new order waits for dispatch, with its deadline, packing slip and lists', async () => {
    await placeOrderOverHttp(customer, [
      { product: await insertProduct(database, { name: 'Morning Pepper' }), quantity: 1 },
    ])
    const html = await owner.html('/admin/dashboard')
    expect(pageText(html)).toMatch(
      /Orders to send .*\d+ orders? (has|have) to be sent by|Nothing (else )?is due by/,
    )
    expect(pageText(html)).toMatch(/\d+ h \d+ min left|Overdue/)
    expect(html).toMatch(/href="\/admin\/orders\/slips\?ids=[0-9a-f-]{36}/)
    for (const status of ['pending', 'processing'])
      expect(html).toContain(`href="/admin/orders?status=${status}"`)
    const { orders, slips: packingSlips, pending, processing } = (await dashboard()).toSend
    expect(packingSlips).toHaveLength(Math.min(PAGE_SIZE.adminOrders, pending + processing))
    expect(orders.length).toBe(Math.min(10, pending + processing))
  })

  test.each([
    ['?days=7', 7],
    ['?days=30', 30],
    ['?days=90', 90],
    ['', 30],
    ['?days=8', 30],
    ['?days=', 30],
    ['?days=90%00', 30],
    ['?days=7&days=90', 7],
  ])('the address %j shows the sales of %i days, also as a table', async (query, days) => {
    const html = await owner.html(`/admin/dashboard${query}`)
    const table = /<details class="plot-figures">[\s\S]*?<\/details>/.exec(html)![0]
    expect(table.match(/<th scope="row"/g)).toHaveLength(days)
    expect(html).toMatch(new RegExp(`aria-current="page"[^>]*>${days}(<!-- -->)? days`))
    const columns = [...html.matchAll(/class="plot-column"[^>]*? x="([\d.]+)" width="([\d.]+)"/g)].map(
      ([, x, width]) => [Number(x), Number(width)] as const,
    )
    expect(columns, 'a column a day, for pounds and for orders').toHaveLength(2 * days)
    expect(columns.slice(days), 'orders are below the pounds of their day').toEqual(columns.slice(0, days))
    const room = Number(/viewBox="0 0 (\d+) 100"[^>]*class="plot-drawing"/.exec(html)![1])
    expect(room, 'units about as fine as points, so that edges stay sharp').toBe(100 * days)
    const [x, width] = columns.at(-1)!
    expect(x + width).toBeLessThanOrEqual(room)
  })

  test('ADMIN-15 an order counts towards today’s sales and best sellers, until it is cancelled', async () => {
    const product = await insertProduct(database, {
      name: `Best Pepper ${randomUUID()}`,
      price: 1,
      stock: 2000,
    })
    const id = await placeOrderOverHttp(customer, [{ product, quantity: 999 }])
    const best = (await dashboard('?days=7')).sales.bestSellers[0]
    expect(best).toEqual({ product_id: product.id, name: product.name, quantity: 999, pounds: 999 })
    expect(pageText(await owner.html('/admin/dashboard'))).toContain(`${product.name} 999 £999.00`)
    await owner.post('/admin/orders', {
      intent: 'cancel',
      order_id: id,
      expected_status: 'pending',
      reason: 'Rang',
    })
    expect((await dashboard('?days=7')).sales.bestSellers.map(({ name }) => name)).not.toContain(product.name)
  })

  test('STOCK-6 low stock is shown as text and links to its stock dialog', async () => {
    const { id, name } = await insertProduct(database, {
      name: ` 0 Sold-out Pepper ${randomUUID()}`.trim(),
      stock: 0,
    })
    const countLow = async () => (await database.query('select id from products where stock < 10')).length
    const before = await countLow()
    const html = await owner.html('/admin/dashboard')
    // Other tests add products meanwhile.
    const counts = [before, await countLow()]
    const linked = Number(/show=low"[^>]*>All (\d+)</.exec(html)?.[1])
    expect(linked).toBeGreaterThanOrEqual(Math.min(...counts))
    expect(linked).toBeLessThanOrEqual(Math.max(...counts))
    expect(pageText(html)).toContain(`${name} 250g Out of Stock`)
    expect(html).toContain(`href="/admin/products?show=low&amp;stock=${id}"`)
    expect((await owner.fetch(`/admin/products?show=low&stock=${id}`)).status).toBe(200)
  })
})

test('if a panel fails to load it says so, and the others are shown', async () => {
  const rights = 'function find_best_sellers(date, date, integer)'
  await database.query(`revoke execute on ${rights} from ninth_bend_admin`)
  try {
    const response = await owner.fetch('/admin/dashboard?days=7')
    const html = await response.text()
    expect([response.status, pageText(html)]).toEqual([
      200,
      expect.stringMatching(
        /Orders to send.*Sales This could not be read just now\. Try again .*Best sellers of 7 days This could not be read just now\..*Low stock/,
      ),
    ])
    expect(pageText(html)).toContain('Total products')
    expect(html.match(/could not be read/g), 'on those two alone').toHaveLength(2)
    expect(findLink(html, 'Try again')).toBe('/admin/dashboard?days=7')
  } finally {
    await database.query(`grant execute on ${rights} to ninth_bend_admin`)
  }
})

describe('MAIL-5 The dashboard', () => {
  test('MAIL-5 shows where emails go and sends a test email on request, with and without JavaScript', async () => {
    const html = await owner.html('/admin/dashboard')
    expect(pageText(html)).toContain('and reach nobody. Set SMTP_URL to send them.')
    expect(pageText(html)).toContain('Send me a test email to owner@ninthbend.example')
    const response = await owner.post('/admin/dashboard', { intent: 'test-email' })
    expect([response.status, pageText(await response.text())]).toEqual([
      200,
      expect.stringContaining('The test email to owner@ninthbend.example was written to a file'),
    ])
    expect(pageText(await owner.html('/admin/audit?kind=mails'))).toContain('Test email asked for')
    expect(
      (await customer.post('/admin/dashboard', { intent: 'test-email' })).headers.get('location'),
    ).toMatch(/^\/admin\?/)
  })
})

describe('MAIL-12 A failed email', () => {
  const aFailedMail = async () => {
    const [row] = await database.query<{ id: number }>(
      `insert into outbox (kind, dedupe_key, recipient, payload, attempts, last_error, available_at)
       values ('password-changed', $1, 'priya@post.example', '{"full_name":"Priya","url":"http://shop.example/forgot-password"}', 100, '550 no such user', 'infinity')
       returning id`,
      [randomUUID()],
    )
    return row!.id
  }
  const isSent = async (id: number) =>
    (await database.query('select id from outbox where id = $1 and sent_at is not null', [id])).length === 1

  test('is shown with its reason, is retried by the owner once, and leaves the list', async () => {
    const id = await aFailedMail()
    const html = pageText(await owner.html('/admin/dashboard'))
    for (const words of [
      'Notice: password changed',
      'to priya@post.example',
      '550 no such user',
      'Tried 100 times, given up',
      'Send again',
    ])
      expect(html).toContain(words)
    const response = await owner.post('/admin/dashboard?days=7', {
      intent: 'send-again',
      mail_id: String(id),
    })
    expect(response.status).toBe(200)
    expect(pageText(await response.text())).toContain('The email is being sent again now.')
    await expect.poll(() => isSent(id), { timeout: 10_000 }).toBe(true)
    const late = await owner.post('/admin/dashboard', { intent: 'send-again', mail_id: String(id) })
    expect([late.status, pageText(await late.text())]).toEqual([
      409,
      expect.stringContaining('The email has been sent in the meantime.'),
    ])
    expect((await dashboard()).failed).toMatchObject({ mails: [], total: 0 })
    expect(pageText(await owner.html('/admin/dashboard'))).toContain('No email has failed.')
    expect(
      pageText(await owner.html('/admin/audit?kind=mails')),
      'and who asked for it is on record',
    ).toMatch(
      /Email sent again An account that is no more Email Notice: password changed .*owner@ninthbend\.example/,
    )
  })

  test('beyond the fifth is listed by a link, and a form keeps the whole list', async () => {
    const ids: number[] = []
    for (let count = 0; count < 7; count += 1) ids.push(await aFailedMail())
    const listed = (html: string) => html.match(/id="mail-\d+"/g)?.length
    const first = await owner.html('/admin/dashboard?days=7')
    expect(listed(first)).toBe(5)
    const link = /<a[^>]*href="([^"]*)"[^>]*>The first 5 of 7</.exec(first)?.[1]?.replaceAll('&amp;', '&')
    expect(link).toBe('/admin/dashboard?days=7&emails=all')
    const all = await owner.html(link!)
    expect(listed(all)).toBe(7)
    const action = /<form[^>]*action="([^"]*emails=all)"/.exec(all)?.[1]?.replaceAll('&amp;', '&')
    const answer = await owner.post(action!, { intent: 'send-again', mail_id: '999999999' })
    expect(listed(await answer.text())).toBe(7)
    await database.query('delete from outbox where id = any ($1)', [ids])
  })

  test('PERMISSION-2 cannot be retried by others or with an invalid form', async () => {
    const id = await aFailedMail()
    const turnedAway = await customer.post('/admin/dashboard', { intent: 'send-again', mail_id: String(id) })
    expect(turnedAway.headers.get('location')).toMatch(/^\/admin\?/)
    for (const mail_id of ['', 'x', '-1', '1.5', '1e99', `${id}; drop table outbox`]) {
      expect((await owner.post('/admin/dashboard', { intent: 'send-again', mail_id })).status, mail_id).toBe(
        400,
      )
    }
    expect((await owner.post('/admin/dashboard', { intent: 'delete', mail_id: String(id) })).status).toBe(400)
    expect(
      (await owner.post('/admin/dashboard', { intent: 'send-again', mail_id: '999999999' })).status,
    ).toBe(404)
    expect(await isSent(id)).toBe(false)
    await database.query('delete from outbox where id = $1', [id])
  })
})
