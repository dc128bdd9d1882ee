import { randomUUID } from 'node:crypto'
import type { OrderDetail } from '#shop/orders/order.ts'
import { quantityField } from '#web/admin/order/order-draft.ts'
import { aCategory, aProduct } from '#tests/fixtures/databases/test-records.ts'
import { aSubmit, place } from '#tests/fixtures/orders/checkout-requests.ts'
import type { Look } from '#tests/fixtures/databases/shop-database.ts'
import { ADDRESS, aCustomer, anAdmin, PASSWORD, type Fields, type SignedIn, type Visitor } from '#tests/fixtures/http/http-client.ts'
import type { SentForm } from '#prove/runner/form-fields.ts'

/** Who wishes, where, what, and the table that is another one once it is granted. */
export type Wish = [who: Visitor, path: string, form: Fields, table: string]

const ANOTHER = 'planted planted planted'
const honest: SentForm = { price: '4.50', stock: '50', stock_seen: '50', is_active: 'on', ingredients: 'Pepper.', allergy_advice: 'None.', confirmed: 'on' }

/** A form of each kind that writes, none of which stands in the way of another; what ends a session comes last. */
export async function everyWish(url: string, look: Look): Promise<{ customer: SignedIn; staff: SignedIn; wishes: Wish[] }> {
  const [customer, staff] = [await aCustomer(url), await anAdministrator(url, look)]
  const category_id = await aCategory(look, 'Wished For')
  const goods = []
  for (let number = 0; number < 5; number += 1) goods.push(await aProduct(look, { name: 'Wished-for Pepper', stock: 50, category_id }))
  const [sold, edited, switched, chosen, adjusted] = goods.map(({ id }) => id) as [string, string, string, string, string]
  const orders = []
  for (let number = 0; number < 6; number += 1) orders.push(await place(customer, [{ product: goods[0]!, quantity: 1 }]))
  const [byList, byPage, moved, movedOnPage, cancelled, changed] = orders as [string, string, string, string, string, string]
  const { order } = (await staff.page(`/admin/orders/${changed}`)).loaderData!['admin-order'] as { order: OrderDetail }
  const { version, status, estimated_delivery, items } = order
  const seen = JSON.stringify({ version, status, estimated_delivery, items })
  const [pending, twice] = [{ expected_status: 'pending' }, { password: ANOTHER, confirm_password: ANOTHER }]
  // The quantity of an item is a field of its own.
  const edit = { intent: 'edit', seen, estimated_delivery, [quantityField(items[0]!.id)]: '2' } as const
  const wish = (who: Visitor, path: string, form: SentForm, table: string): Wish => [who, path, form as Fields, table]
  const wishes = [
    wish(customer, '/profile', { ...ADDRESS, full_name: 'Planted' }, 'public.user_profiles'),
    wish(customer, '/profile/orders', { intent: 'cancel', order_id: byList }, 'public.orders'),
    wish(customer, `/profile/orders/${byPage}`, { intent: 'cancel' }, 'public.orders'),
    wish(customer, '/checkout', aSubmit([{ product: { ...goods[0]!, id: sold }, quantity: 1 }]), 'public.orders'),
    wish(customer, '/login', { email: customer.email, password: PASSWORD }, 'accounts.session'),
    wish(customer, '/register', { ...ADDRESS, email: `planted-${randomUUID()}@example.com`, ...twice }, 'accounts."user"'),
    wish(customer, '/forgot-password', { email: customer.email }, 'accounts.verification'),
    wish(staff, '/admin/orders', { intent: 'move', order_id: moved, ...pending }, 'public.orders'),
    wish(staff, `/admin/orders/${movedOnPage}`, { intent: 'move', ...pending }, 'public.orders'),
    wish(staff, `/admin/orders/${cancelled}`, { intent: 'cancel', reason: 'Planted', ...pending }, 'public.orders'),
    wish(staff, `/admin/orders/${changed}`, edit, 'public.orders'),
    wish(staff, '/admin/products', { intent: 'edit', id: edited, version: '1', name: 'Planted', category_id, ...honest }, 'public.products'),
    wish(staff, '/admin/products', { intent: 'switch', product_id: switched, is_active: 'off' }, 'public.products'),
    wish(staff, '/admin/products', { intent: 'chosen', product_id: chosen, what: 'badge', badge: 'Planted' }, 'public.products'),
    wish(staff, '/admin/products', { intent: 'stock', product_id: adjusted, change: '5', reason: 'Planted' }, 'public.inventory_adjustments'),
    wish(staff, '/admin/categories', { intent: 'edit', id: category_id, version: '1', name: 'Planted' }, 'public.categories'),
    wish(staff, '/admin/account', { intent: 'begin', begin_password: PASSWORD }, 'accounts.two_factor'),
    wish(staff, '/admin/account', { intent: 'password', current_password: PASSWORD, ...twice }, 'accounts.account'),
    wish(customer, '/profile/password', { current_password: PASSWORD, ...twice }, 'accounts.account'),
    wish(customer, '/logout', {}, 'accounts.session'),
  ]
  return { customer, staff, wishes }
}

async function anAdministrator(url: string, look: Look): Promise<SignedIn> {
  const { email } = await aCustomer(url)
  await look.query('insert into accounts.administrator (user_id) select id from accounts."user" where email = $1', [email])
  return Object.assign(await anAdmin(url, { email, password: PASSWORD }), { email })
}

/** A mail that nobody tries any more until it is asked for. */
export async function aFailedMail(look: Look): Promise<string> {
  const [row] = await look.query<{ id: string }>(
    `insert into outbox (kind, dedupe_key, recipient, payload, attempts, last_error, available_at)
     values ('password-changed', gen_random_uuid(), 'nobody@example.com', '{"full_name":"Nobody","url":"http://shop.example/forgot-password"}', 100, 'Refused', 'infinity') returning id::text as id`,
  )
  return row!.id
}
