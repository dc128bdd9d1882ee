import { randomUUID } from 'node:crypto'
import type { OrderDetail } from '#features/orders/order.ts'
import { quantityField } from '#features/orders/admin/order/order-draft.ts'
import { insertCategory, insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { createCheckoutForm, placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'
import type { DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import {
  ADDRESS,
  signInNewCustomer,
  signInAsAdmin,
  PASSWORD,
  type FormFields,
  type SignedInClient,
  type HttpClient,
} from '#tests/fixtures/http/http-client.ts'
import type { FormSubmission } from '#prove/runner/form-fields.ts'

export type WriteRequest = [who: HttpClient, path: string, form: FormFields, table: string]

const OTHER_VALUE = 'planted planted planted'
const honest: FormSubmission = {
  price: '4.50',
  stock: '50',
  stock_seen: '50',
  is_active: 'on',
  ingredients: 'Pepper.',
  allergy_advice: 'Contains none of the 14 named allergens as ingredients.',
  confirmed: 'on',
}

/** Independent of each other; those that end a session come last. */
export async function createWriteRequests(
  url: string,
  db: DatabaseClient,
): Promise<{ customer: SignedInClient; staff: SignedInClient; writeRequests: WriteRequest[] }> {
  const [customer, staff] = [await signInNewCustomer(url), await signInNewAdministrator(url, db)]
  const category_id = await insertCategory(db, 'Wished For')
  const products = []
  for (let number = 0; number < 5; number += 1)
    products.push(await insertProduct(db, { name: 'Wished-for Pepper', stock: 50, category_id }))
  const [sold, edited, switched, chosen, adjusted] = products.map(({ id }) => id) as [
    string,
    string,
    string,
    string,
    string,
  ]
  const orders = []
  for (let number = 0; number < 6; number += 1)
    orders.push(await placeOrderOverHttp(customer, [{ product: products[0]!, quantity: 1 }]))
  const [byList, byPage, moved, movedOnPage, cancelled, changed] = orders as [
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  const { order } = (await staff.page(`/admin/orders/${changed}`)).loaderData!['admin-order'] as {
    order: OrderDetail
  }
  const { version, status, estimated_delivery, items } = order
  const seen = JSON.stringify({ version, status, estimated_delivery, items })
  const [pending, twice] = [
    { expected_status: 'pending' },
    { password: OTHER_VALUE, confirm_password: OTHER_VALUE },
  ]
  // Each item has its own quantity field.
  const edit = { intent: 'edit', seen, estimated_delivery, [quantityField(items[0]!.id)]: '2' } as const
  const writeRequest = (who: HttpClient, path: string, form: FormSubmission, table: string): WriteRequest => [
    who,
    path,
    form,
    table,
  ]
  const writeRequests = [
    writeRequest(customer, '/profile', { ...ADDRESS, full_name: 'Planted' }, 'public.user_profiles'),
    writeRequest(customer, '/profile/orders', { intent: 'cancel', order_id: byList }, 'public.orders'),
    writeRequest(customer, `/profile/orders/${byPage}`, { intent: 'cancel' }, 'public.orders'),
    writeRequest(
      customer,
      '/checkout',
      createCheckoutForm([{ product: { ...products[0]!, id: sold }, quantity: 1 }]),
      'public.orders',
    ),
    writeRequest(customer, '/login', { email: customer.email, password: PASSWORD }, 'accounts.session'),
    writeRequest(
      customer,
      '/register',
      { ...ADDRESS, email: `planted-${randomUUID()}@example.com`, ...twice },
      'accounts."user"',
    ),
    writeRequest(customer, '/forgot-password', { email: customer.email }, 'accounts.verification'),
    writeRequest(staff, '/admin/orders', { intent: 'move', order_id: moved, ...pending }, 'public.orders'),
    writeRequest(staff, `/admin/orders/${movedOnPage}`, { intent: 'move', ...pending }, 'public.orders'),
    writeRequest(
      staff,
      `/admin/orders/${cancelled}`,
      { intent: 'cancel', reason: 'Planted', ...pending },
      'public.orders',
    ),
    writeRequest(staff, `/admin/orders/${changed}`, edit, 'public.orders'),
    writeRequest(
      staff,
      '/admin/products',
      { intent: 'edit', id: edited, version: '1', name: 'Planted', category_id, ...honest },
      'public.products',
    ),
    writeRequest(
      staff,
      '/admin/products',
      { intent: 'switch', product_id: switched, is_active: 'off' },
      'public.products',
    ),
    writeRequest(
      staff,
      '/admin/products',
      { intent: 'chosen', product_id: chosen, what: 'badge', badge: 'Planted' },
      'public.products',
    ),
    writeRequest(
      staff,
      '/admin/products',
      { intent: 'stock', product_id: adjusted, change: '5', reason: 'Planted' },
      'public.inventory_adjustments',
    ),
    writeRequest(
      staff,
      '/admin/categories',
      { intent: 'edit', id: category_id, version: '1', name: 'Planted' },
      'public.categories',
    ),
    writeRequest(
      staff,
      '/admin/account',
      { intent: 'begin', begin_password: PASSWORD },
      'accounts.two_factor',
    ),
    writeRequest(
      staff,
      '/admin/account',
      { intent: 'password', current_password: PASSWORD, ...twice },
      'accounts.account',
    ),
    writeRequest(customer, '/profile/password', { current_password: PASSWORD, ...twice }, 'accounts.account'),
    writeRequest(customer, '/logout', {}, 'accounts.session'),
  ]
  return { customer, staff, writeRequests }
}

async function signInNewAdministrator(url: string, db: DatabaseClient): Promise<SignedInClient> {
  const { email } = await signInNewCustomer(url)
  await db.query(
    'insert into accounts.administrator (user_id) select id from accounts."user" where email = $1',
    [email],
  )
  return Object.assign(await signInAsAdmin(url, { email, password: PASSWORD }), { email })
}

export async function insertFailedMail(db: DatabaseClient): Promise<string> {
  const [row] = await db.query<{ id: string }>(
    `insert into outbox (kind, dedupe_key, recipient, payload, attempts, last_error, available_at)
     values ('password-changed', gen_random_uuid(), 'nobody@example.com', '{"full_name":"Nobody","url":"http://shop.example/forgot-password"}', 100, 'Refused', 'infinity') returning id::text as id`,
  )
  return row!.id
}
