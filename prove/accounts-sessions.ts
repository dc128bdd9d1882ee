import { randomUUID } from 'node:crypto'
import { aProduct } from '#tests/arrange.ts'
import { place } from '#tests/requests/placing.ts'
import type { Look } from '#tests/requests/shop-database.ts'
import { ADDRESS, aCustomer, anAdmin, PASSWORD, signIn, Visitor } from '#tests/visitor.ts'
import type { Step } from './part.ts'
import { isForTests } from './shortest.ts'

const whoIs = async (browser: Visitor): Promise<string | null> => {
  const answer = (await (await browser.copy().fetch('/api/session')).json()) as { user: { email: string } | null }
  return answer.user?.email ?? null
}

export const sessions: Step = {
  name: 'sessions',
  asks: 'a session planted before the sign-in, a copy of the cookies after signing out, a role or an account that is gone, a shopper at the office’s door: refused at the next request',
  async prove(stage, tries) {
    const { url } = await stage.shop()
    const look = await stage.look()
    const makeAdmin = (email: string) => look.query('insert into accounts.administrator (user_id) select id from accounts."user" where email = $1', [email])
    for (let round = 0; round < stage.times(200); round += 1) {
      const [attacker, victim] = [await aCustomer(url), await aCustomer(url)]
      const planted = attacker.copy()
      await signIn(planted, victim.email)
      tries.expect((await whoIs(planted)) === victim.email && (await whoIs(attacker)) !== victim.email, () => 'a planted session became that of whoever signed in')

      const stolen = victim.copy()
      await victim.post('/logout', {})
      tries.expect((await whoIs(stolen)) === null && (await stolen.copy().fetch('/profile')).status === 302, () => 'cookies copied before the sign-out still open the account')
      const order = await stolen.copy().post('/checkout', { ...ADDRESS, payment_method: 'cod', idempotency_key: randomUUID(), lines: '[]' })
      tries.expect(order.status === 302 || order.status === 401, () => `an order with stolen cookies was answered ${order.status}`)

      const shopper = await aCustomer(url)
      tries.expect((await shopper.fetch('/admin/dashboard')).status === 302, () => 'a shopper’s session opened the back-office')
      await makeAdmin(shopper.email)
      tries.expect((await shopper.fetch('/admin/orders')).status === 302, () => 'a session from before the role opened the back-office')
      const office = await anAdmin(url, { email: shopper.email, password: PASSWORD })
      tries.expect((await office.copy().fetch('/admin/orders')).status === 200, () => 'a new administrator could not open the back-office')
      await look.query('delete from accounts.administrator where user_id = (select id from accounts."user" where email = $1)', [shopper.email])
      const after = await office.copy().fetch('/admin/orders')
      tries.expect(after.status === 302, () => `the back-office answered ${after.status} to somebody who had lost the role`)
    }
  },
}

const ELSEWHERE: Record<string, string>[] = [
  { origin: 'https://elsewhere.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' },
  { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site', referer: 'https://elsewhere.example/' }, { origin: 'HTTP://127.0.0.1' }, { origin: 'http://127.0.0.1.elsewhere.example' },
]
const TYPES = ['application/x-www-form-urlencoded', 'text/plain', 'application/json', 'multipart/form-data; boundary=x'] as const

export const foreign: Step = {
  name: 'foreign',
  asks: 'every form and service, sent from another site’s page with somebody’s cookies, in every kind that browsers send: refused, and nothing in the database has changed',
  async prove(stage, tries) {
    const shop = await stage.shop()
    const look = await stage.look()
    const product = await aProduct(look)
    const [customer, owner] = [await aCustomer(shop.url), await anAdmin(shop.url)]
    const order_id = await place(customer, [{ product, quantity: 1 }])
    const email = `planted-${randomUUID()}@example.com`
    const wishes: [Visitor, string, Record<string, string>][] = [
      [customer, '/profile', { ...ADDRESS, full_name: 'Planted' }], [customer, '/profile/orders', { order_id, intent: 'cancel' }], [customer, `/profile/orders/${order_id}`, { order_id }],
      [customer, '/profile/password', { current_password: PASSWORD, password: 'planted planted', confirm_password: 'planted planted' }],
      [customer, '/checkout', { ...ADDRESS, payment_method: 'cod', idempotency_key: randomUUID(), lines: JSON.stringify([{ id: product.id, quantity: 1, price: product.price }]) }],
      [customer, '/logout', {}], [customer, '/api/session', {}], [customer, '/login', { email: customer.email, password: PASSWORD }],
      [customer, '/register', { ...ADDRESS, email, password: PASSWORD, confirm_password: PASSWORD }], [customer, '/forgot-password', { email: customer.email }],
      [owner, '/admin/orders', { order_id, intent: 'move', expected_status: 'pending' }], [owner, `/admin/orders/${order_id}`, { order_id, intent: 'cancel', expected_status: 'pending', reason: 'planted' }],
      [owner, '/admin/products', { intent: 'stock', id: product.id, product_id: product.id, quantity_change: '5', reason: 'planted' }], [owner, '/admin/categories', { intent: 'add', name: 'Planted' }],
      [owner, '/admin/account', { intent: 'begin', password: 'x' }], [owner, '/admin/dashboard', { intent: 'retry', mail: '1' }],
    ]
    // The mail of the order above is still being sent.
    await stillness(look)
    const before = await allRows(look)
    for (let round = 0; round < stage.times(20); round += 1) {
      for (const [who, path, fields] of wishes) {
        for (const target of [path, `/_data?u=${encodeURIComponent(path)}`]) {
          for (const elsewhere of ELSEWHERE) {
            for (const type of isForTests(stage) ? TYPES.slice(0, 1) : TYPES) {
              const headers = { 'content-type': type, cookie: who.cookie, ...elsewhere }
              const answer = await new Visitor(shop.url).fetch(target, { method: 'POST', headers, body: bodyOf(type, fields) })
              await answer.text()
              tries.expect(answer.status === 403, () => `${target} as ${type} with ${JSON.stringify(elsewhere)} was answered ${answer.status}`)
            }
          }
        }
      }
      for (const method of ['DELETE', 'PUT', 'PATCH']) {
        const answer = await customer.copy().fetch('/api/session', { method, headers: { origin: 'https://elsewhere.example' } })
        tries.expect(answer.status === 403, () => `${method} /api/session from elsewhere was answered ${answer.status}`)
      }
    }
    const after = await allRows(look)
    for (const [table, rows] of after) tries.expect(rows === before.get(table), () => `${table} has changed`)
    tries.expect((await whoIs(customer)) === customer.email, () => 'somebody was signed out from elsewhere')
    return `${wishes.length} forms, ${ELSEWHERE.length} kinds of elsewhere, ${TYPES.length} kinds of body; ${after.size} tables compared`
  },
}

function bodyOf(type: (typeof TYPES)[number], fields: Record<string, string>): string {
  if (type === 'application/json') return JSON.stringify(fields)
  if (type.startsWith('multipart')) {
    return `${Object.entries(fields).map(([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`).join('')}--x--\r\n`
  }
  return new URLSearchParams(fields).toString()
}

async function stillness(look: Look) {
  for (const until = Date.now() + 20_000; Date.now() < until; await new Promise((resolve) => setTimeout(resolve, 100))) {
    if ((await look.query('select from outbox where sent_at is null')).length === 0) return
  }
}

/** A fingerprint of every row of every table but the one in which the processes of the shop say that they are there. */
async function allRows(look: Look): Promise<Map<string, string>> {
  const tables = await look.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'accounts') and tablename <> 'page_nodes'`,
  )
  const prints = new Map<string, string>()
  for (const { name } of tables) {
    const [row] = await look.query<{ print: string }>(`select count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as print from ${name} t`)
    prints.set(name, row!.print)
  }
  return prints
}
