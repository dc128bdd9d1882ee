import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { AdministratorRole } from '#shop/administrator-role.ts'
import {
  signInNewAdministrator,
  type SignedInAdministrator,
} from '#tests/fixtures/accounts/signed-in-administrators.ts'
import { connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'
import {
  countRows,
  insertProduct,
  readStock,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import {
  HttpClient,
  signInNewCustomer,
  type FormFields,
  type SignedInClient,
} from '#tests/fixtures/http/http-client.ts'
import { PlainPage } from '#tests/fixtures/http/plain-page.ts'
import { placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'

const PATH = '/admin/orders/new'
const url = inject('shopUrl')
const database = connectToShopDatabase(inject('shopDataDirectory'))
const admins = {} as Record<AdministratorRole, SignedInAdministrator>
let product: TestProduct
let customer: SignedInClient

beforeAll(async () => {
  for (const role of ['owner', 'manager', 'packer'] as const)
    admins[role] = await signInNewAdministrator(url, database, role)
  product = await insertProduct(database, { name: 'Phoned Pepper', price: 4.5, stock: 1000 })
  customer = await signInNewCustomer(url)
  await placeOrderOverHttp(customer, [{ product, quantity: 1 }])
})
afterAll(() => database.close())

const form = (changes: FormFields = {}): FormFields => ({
  intent: 'phone-order',
  idempotency_key: randomUUID(),
  customer_id: '',
  lines: JSON.stringify([{ product_id: product.id, price: product.price }]),
  [`quantity-${product.id}`]: '30',
  full_name: 'Phone Caller',
  phone: '020 7946 0777',
  address: '3 Ghat Road',
  post_code: 'sw1a 1aa',
  city: 'London',
  email: '',
  note: '',
  ...changes,
})
const placedId = (answer: Response) => {
  expect(answer.status).toBe(303)
  return answer.headers.get('location')!.split('/').at(-1)!
}

test('ORDER-65 PERMISSION-16 owners and managers place an order; packers, customers and visitors do not', async () => {
  const before = await countRows(database, 'orders')
  const { packer, owner, manager } = admins
  expect((await packer.client.post(PATH, form())).status).toBe(403)
  for (const intent of ['find-customers', 'find-products', 'find-customers-live', 'find-products-live'])
    expect((await packer.client.post(PATH, form({ intent, customer_search: 'Phone' }))).status).toBe(403)
  for (const client of [customer, new HttpClient(url)])
    expect((await client.post(PATH, form())).headers.get('location')).toMatch(/^\/admin/)
  expect(await countRows(database, 'orders')).toBe(before)
  for (const { client } of [owner, manager]) placedId(await client.post(PATH, form()))
  expect(await countRows(database, 'orders')).toBe(before + 2)
})

test('ORDER-66 a form that is sent twice places one order, and takes the stock once', async () => {
  const { client } = admins.owner
  const sent = form({ email: `${randomUUID()}@phone.example` })
  const stock = await readStock(database, product)
  const answers = await Promise.all([client.post(PATH, sent), client.post(PATH, sent)])
  expect(new Set(answers.map(placedId)).size).toBe(1)
  expect(await readStock(database, product)).toBe(stock - 30)
  const page = await client.html(`/admin/orders/${placedId(answers[0])}`)
  expect(page).toContain('Placed by phone, by')
  expect(await client.html('/admin/audit?kind=orders')).toContain('Order placed by phone')
})

test('ORDER-67 a known customer is found, and has the order among the own ones', async () => {
  const { client } = admins.manager
  const { actionData } = await client.submit(PATH, {
    intent: 'find-customers-live',
    idempotency_key: 'x',
    customer_search: customer.email,
  })
  const found = actionData!['admin-phone-order'] as { foundCustomers: { customers: { user_id: string }[] } }
  expect(found.foundCustomers.customers).toMatchObject([{ email: customer.email, has_account: true }])
  const [{ user_id }] = found.foundCustomers.customers as [{ user_id: string }]
  const id = placedId(await client.post(PATH, form({ customer_id: user_id })))
  expect(await customer.html(`/profile/orders/${id}`)).toContain('Phoned Pepper')
  expect(await customer.html(`/profile/orders/${id}`)).not.toContain(admins.manager.email)
})

test('ORDER-65 what is wrong is named, and nothing is placed', async () => {
  const { client } = admins.owner
  const before = await countRows(database, 'orders')
  for (const [changes, status] of [
    [{ lines: '[]' }, 422],
    [{ lines: 'x' }, 422],
    [{ post_code: 'JE2 3AB' }, 422],
    [{ email: 'nobody' }, 422],
    [{ [`quantity-${product.id}`]: '1000' }, 422],
    [{ customer_id: randomUUID() }, 409],
    [{ customer_id: 'x' }, 400],
    [{ lines: JSON.stringify([{ product_id: product.id, price: 4.49 }]) }, 409],
    [{ lines: JSON.stringify([{ product_id: randomUUID(), price: 4.49 }]) }, 422],
  ] as [FormFields, number][])
    expect((await client.post(PATH, form(changes))).status, JSON.stringify(changes)).toBe(status)
  expect(await countRows(database, 'orders')).toBe(before)
})

test('ORDER-69 ORDER-62 packers read and add notes for packers alone, and the slip has no other', async () => {
  const { owner, packer } = admins
  const id = placedId(await owner.client.post(PATH, form({ note: 'Owes us since May' })))
  const note = (client: HttpClient, text: string, more: FormFields = {}) =>
    client.submit(`/admin/orders/${id}`, { intent: 'note', note: text, ...more })
  await note(owner.client, 'Wrap the jars twice', { note_for_packers: 'on' })
  await note(packer.client, 'One jar was short')
  const pages = [`/admin/orders/${id}`, '/admin/orders', `/admin/orders/slips?ids=${id}`]
  for (const path of pages) {
    const read = (await packer.client.html(path)) + JSON.stringify(await packer.client.page(path))
    expect(read, path).not.toContain('Owes us')
    if (path !== '/admin/orders') {
      expect(read, path).toContain('Wrap the jars twice')
      expect(read, path).toContain('One jar was short')
    }
  }
  const slip = JSON.stringify(await owner.client.page(`/admin/orders/slips?ids=${id}`))
  expect(slip).toContain('Wrap the jars twice')
  expect(slip).not.toContain('Owes us')
  expect(await owner.client.html(`/admin/orders/${id}`)).toContain('Owes us')
})

test('ORDER-68 without scripts the customer and the products are found and ordered by buttons', async () => {
  const { client } = admins.owner
  const full_name = `Devi ${randomUUID()}`
  const empty = await PlainPage.open(client, PATH)
  const found = await empty.press('Add a product', {
    full_name,
    phone: '020 7946 0556',
    address: '8 Mill Lane',
    post_code: 'LS1 4AP',
    city: 'Leeds',
    product_search: product.name,
  })
  const quantity = { [`quantity-${product.id}`]: '3' }
  const changed = await (await found.press(`Add ${product.name}`)).pressEnter('Place order', quantity)
  expect(changed.text).toContain('Total £13.50')
  const placed = await changed.press('Place order')
  expect(placed.text).toContain('Placed by phone, by')

  const again = await (
    await PlainPage.open(client, PATH)
  ).press('Find a customer', { customer_search: full_name })
  const chosen = await again.press(`Choose ${full_name}`)
  expect(chosen.text).toContain(`Known customer: ${full_name}`)
  expect(chosen.html).toMatch(/<input[^>]*name="city"[^>]*value="Leeds"/)
})
