import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { OrderDetail } from '#features/orders/order.ts'
import { FORM_USER_ID_FIELD } from '#kit/actions/form-user-id-field.ts'
import { quantityField } from '#features/orders/admin/order/order-draft.ts'
import {
  signInNewAdministrator,
  type SignedInAdministrator,
} from '#tests/fixtures/accounts/signed-in-administrators.ts'
import { connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'
import { insertProduct, type TestProduct } from '#tests/fixtures/databases/test-records.ts'
import { signInNewCustomer, type FormFields, type HttpClient } from '#tests/fixtures/http/http-client.ts'
import { placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'
import { createRefundForm, deliverOrder } from '#tests/fixtures/orders/refund-requests.ts'
import { createPhoto } from '#tests/fixtures/products/picture-uploads.ts'

const url = inject('shopUrl')
const database = connectToShopDatabase(inject('shopDataDirectory'))
const PRICE = 58.43
// The lookahead excludes the seconds of a time.
const AMOUNT = /58\.43(?![\dZ])|116\.86|£/

let packer: SignedInAdministrator
let manager: SignedInAdministrator
let product: TestProduct
const orders = { pending: '', shipped: '', delivered: '' }
beforeAll(async () => {
  packer = await signInNewAdministrator(url, database, 'packer')
  manager = await signInNewAdministrator(url, database, 'manager')
  product = await insertProduct(database, { name: 'Guarded Pepper', price: PRICE, stock: 1000 })
  const customer = await signInNewCustomer(url)
  for (const name of ['pending', 'shipped', 'delivered'] as const)
    orders[name] = await placeOrderOverHttp(customer, [{ product, quantity: 2 }])
  await deliverOrder(manager.client, orders.delivered)
  for (const expected_status of ['pending', 'processing'])
    await manager.client.post(`/admin/orders/${orders.shipped}`, { intent: 'move', expected_status })
})
afterAll(() => database.close())

const readOrder = async (id: string) =>
  ((await manager.client.page(`/admin/orders/${id}`)).loaderData!['admin-order'] as { order: OrderDetail })
    .order
const editForm = async () => {
  const { version, status, estimated_delivery, items } = await readOrder(orders.pending)
  return {
    intent: 'edit',
    seen: JSON.stringify({ version, status, estimated_delivery, items }),
    estimated_delivery,
    [quantityField(items[0]!.id)]: '3',
  }
}

/** Everything that a form of these orders can change. */
const readState = async () =>
  JSON.stringify(
    await database.query(
      `select (select jsonb_agg(to_jsonb(o) order by o.id) from orders o where o.id = any ($1)) as orders,
              (select jsonb_agg(to_jsonb(i) order by i.id) from order_items i where i.order_id = any ($1)) as items,
              (select count(*) from order_history h where h.order_id = any ($1)) as events,
              (select count(*) from refunds r where r.order_id = any ($1)) as refunds,
              (select to_jsonb(p) from products p where p.id = $2) as product`,
      [Object.values(orders), product.id],
    ),
  )

/** Each as the page renders it for a manager: [page, form]. The last one ends the order. */
const FORMS: Record<string, () => Promise<readonly [string, FormFields]> | readonly [string, FormFields]> = {
  'an edit': async () => [`/admin/orders/${orders.pending}`, await editForm()],
  'a tracking number': async () => [
    `/admin/orders/${orders.shipped}`,
    {
      intent: 'tracking',
      version: String((await readOrder(orders.shipped)).version),
      carrier: 'evri',
      tracking_number: 'H00HYA1234',
    },
  ],
  'a payment': async () => [
    `/admin/orders/${orders.delivered}`,
    {
      intent: 'record-payment',
      version: String((await readOrder(orders.delivered)).version),
      door_payment: 'cash',
    },
  ],
  'a refund': async () => [
    `/admin/orders/${orders.delivered}`,
    await createRefundForm(database, orders.delivered, 1),
  ],
  'a cancellation in the list': () => [
    '/admin/orders',
    { intent: 'cancel', order_id: orders.shipped, expected_status: 'shipped', reason: 'Tried' },
  ],
  'all orders of the customer': () => [
    `/admin/orders/${orders.pending}`,
    { intent: 'cancel-customer', order_ids: orders.pending, reason: 'Tried' },
  ],
}

const expectRefused = async (path: string, fields: FormFields) => {
  const form = { ...fields, [FORM_USER_ID_FIELD]: packer.id }
  const answer = await packer.client.post(path, form)
  expect(answer.status).toBe(403)
  expect(await answer.text()).not.toMatch(AMOUNT)
  const data = await packer.client.submit(path, form)
  expect(Object.values(data.errors ?? {})).toEqual([expect.objectContaining({ status: 403 })])
  expect(JSON.stringify(data)).not.toMatch(AMOUNT)
}

describe('PEOPLE-6 PERMISSION-14 A packer who sends what a manager may send', () => {
  test.each(Object.keys(FORMS))('%s is refused and changes nothing; the same form is valid', async (name) => {
    const before = await readState()
    const [path, fields] = await FORMS[name]!()
    await expectRefused(path, fields)
    expect(await readState()).toBe(before)
    const accepted = await manager.client.post(path, { ...fields, [FORM_USER_ID_FIELD]: manager.id })
    expect(accepted.status).toBeLessThan(400)
    expect(await readState()).not.toBe(before)
  })

  test.each([
    ['/admin/products', 'image', { intent: 'add', name: 'Tried', price: '0.01', stock: '1' }],
    ['/admin/settings/pictures', 'logo_image', { intent: 'logo', version: '0' }],
  ])('a picture for %s is refused before it is stored', async (path, field, fields) => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ ...fields, [FORM_USER_ID_FIELD]: packer.id }))
      form.set(name, value)
    form.set(field, new File([new Uint8Array(await createPhoto())], 'p.jpg', { type: 'image/jpeg' }))
    const pictures = () => database.query('select count(*) from pictures')
    const before = await pictures()
    const answer = await packer.client.fetch(path, {
      method: 'POST',
      body: form,
      headers: { origin: packer.client.origin },
    })
    expect(answer.status).toBe(403)
    expect(await pictures()).toEqual(before)
  })

  test('the form names another user: refused as the own one', async () => {
    const before = await readState()
    const [path, fields] = await FORMS['a tracking number']!()
    const answer = await packer.client.post(path, { ...fields, [FORM_USER_ID_FIELD]: manager.id })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(await readState()).toBe(before)
  })
})

describe('PEOPLE-6 PEOPLE-7 A packer who writes an address by hand', () => {
  const idsShown = async (client: HttpClient, query: string) => {
    const { loaderData } = await client.page(`/admin/orders?${query}`)
    const { list } = loaderData!['admin-orders'] as { list: { orders: { id: string }[] } }
    return list.orders.map(({ id }) => id)
  }

  test.each(['search=116.86', 'search=£116.86', 'search=116.86&status=to-send', 'search=116'])(
    'finds no order by its total: %s',
    async (query) => {
      const id = await placeOrderOverHttp(await signInNewCustomer(url), [{ product, quantity: 2 }])
      expect(await idsShown(packer.client, query)).not.toContain(id)
      if (query.includes('116.86')) expect(await idsShown(manager.client, query)).toContain(id)
    },
  )

  test.each([
    '/admin/settings/',
    '/admin//settings',
    '/admin/./settings',
    '/admin/orders/../settings',
    '/admin/%73ettings',
    '/ADMIN/settings',
    '/admin/settings?_data=admin-settings',
    '/admin/products;x',
    `/_data?u=${encodeURIComponent('/admin/settings/')}`,
    `/_data?u=${encodeURIComponent('//admin/settings')}`,
    `/_data?u=${encodeURIComponent('/admin/orders')}&u=${encodeURIComponent('/admin/settings')}`,
    `/_data?u=${encodeURIComponent('/admin/settings')}&u=${encodeURIComponent('/admin/orders')}`,
    `/_data?u=${encodeURIComponent('/admin/orders/../products')}`,
  ])('%s opens nothing that is closed', async (path) => {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const body = method === 'POST' ? new URLSearchParams({ intent: 'identity', name: randomUUID() }) : null
      const answer = await packer.client.fetch(path, {
        method,
        body,
        headers: { origin: packer.client.origin },
      })
      const text = await answer.text()
      expect(text, method).not.toMatch(AMOUNT)
      expect(text, method).not.toMatch(/"admin-(?:settings|products)":\{"(?!status)|identityVersion/)
    }
  })
})
