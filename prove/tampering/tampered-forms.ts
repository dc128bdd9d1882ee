import { randomUUID } from 'node:crypto'
import { aCategory, aProduct, type Good } from '#tests/fixtures/databases/test-records.ts'
import { aSubmit, place } from '#tests/fixtures/orders/checkout-requests.ts'
import type { Look } from '#tests/fixtures/databases/shop-database.ts'
import { ADDRESS, aCustomer, anAdmin, PASSWORD, Visitor, type Fields } from '#tests/fixtures/http/http-client.ts'
import { atOnce, short } from '#prove/runner/run-concurrently.ts'
import type { SentForm } from '#prove/runner/form-fields.ts'
import type { Step } from '#prove/runner/proof.ts'

const FORGED = { text: 'FORGED', id: '7a7a7a7a-7a7a-4a7a-8a7a-7a7a7a7a7a7a', number: '7777777', time: '2001-02-03T04:05:06Z' }
/** What no row of any table may ever hold. */
const TRACES = [FORGED.text, FORGED.id, FORGED.number, '2001-02-03']
const BESIDE: Fields = {
  role: 'FORGED', roles: 'FORGED', is_admin: 'true', isAdmin: 'true', admin: '1', emailVerified: 'true', status: 'FORGED', to_status: 'FORGED', total: FORGED.number, price_paid: FORGED.number,
  'data[role]': 'FORGED', 'app_metadata[role]': 'FORGED', '__proto__[role]': 'FORGED', 'constructor[prototype][role]': 'FORGED', customer_id: FORGED.id, actor_kind: 'admin', screen: 'detail',
}

type Column = { column: string; type: string }
type Form = { name: string; who: Visitor; path: string; own: SentForm; isDone: (answer: Response) => boolean }

/** Every column that any table has, as fields that no form has. */
const everyColumn: Step['prove'] = async (stage, tries) => {
  const look = await stage.look()
  const { url } = await stage.shop()
  const columns = await look.query<Column>(
    `select distinct column_name as column, data_type as type from information_schema.columns where table_schema in ('public', 'accounts', 'ninth_bend')`,
  )
  const forms = await everyForm(url, look)
  for (const rounds = stage.times(20), round = { at: 0 }; round.at < rounds; round.at += 1) {
    const before = await flags(look)
    await atOnce(4, round.at === 0 ? forms : await everyForm(url, look), async ({ name, who, path, own, isDone }) => {
      const forged: Fields = Object.fromEntries(columns.map(({ column, type }) => [column, forgedAs(type)]))
      // The parts of these two are fields of a product's form; a text in their place is no form of the shop.
      if ('stock_seen' in own) for (const column of ['nutrition_info', 'manufacturer']) delete forged[column]
      const answer = await who.post(path, { ...BESIDE, ...forged, ...own } as Fields)
      tries.expect(isDone(answer), () => `${name}: ${answer.status} ${answer.headers.get('location')}`)
    })
    const after = await flags(look)
    tries.expect(before === after, () => `somebody became what nobody made them: ${before}, then ${after}`)
  }
  const tables = await look.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'accounts')`,
  )
  for (const { name } of tables) {
    const rows = await look.query<{ row: string }>(`select left(to_jsonb(t)::text, 400) as row from ${name} t where to_jsonb(t)::text ~* $1 limit 3`, [TRACES.join('|')])
    tries.expect(rows.length === 0, () => `${name} keeps what was forged: ${short(rows)}`)
  }
  return `${forms.length} forms x ${columns.length + Object.keys(BESIDE).length} fields that they do not have; ${tables.length} tables searched for a trace: none`
}

export const tamperedForms: Step = {
  name: 'forms',
  asks: 'every form that writes, with every column of every table and role, status, totals, prices and ids beside its own fields',
  prove: everyColumn,
}

const forgedAs = (type: string) =>
  type === 'uuid' ? FORGED.id : /int|numeric/.test(type) ? FORGED.number : /time|date/.test(type) ? FORGED.time : type === 'boolean' ? 'true' : /json|ARRAY/.test(type) ? '["FORGED"]' : FORGED.text

/** What a ticked box of somebody else could change: who is verified and who is an administrator. */
async function flags(look: Look) {
  const [row] = await look.query('select (select count(*)::int from accounts.administrator) as administrators, (select count(*)::int from accounts."user" where email_verified) as verified, (select count(*)::int from public.products where is_featured or is_best_seller) as chosen')
  return short(row)
}

async function everyForm(url: string, look: Look): Promise<Form[]> {
  const [owner, customer] = await Promise.all([anAdmin(url), aCustomer(url)])
  const category_id = await aCategory(look, 'Honest')
  const goods: Good[] = []
  for (let number = 0; number < 5; number += 1) goods.push(await aProduct(look, { name: 'Honest Pepper', stock: 100, category_id }))
  const [product, switched, chosen, adjusted, sold] = goods as [Good, Good, Good, Good, Good]
  const orders: string[] = []
  for (let number = 0; number < 6; number += 1) orders.push(await place(customer, [{ product: sold, quantity: 1 }]))
  const [byList, byPage, moved, movedOnPage, cancelled, cancelledOnPage] = orders as [string, string, string, string, string, string]
  const email = `honest-${randomUUID()}@example.com`
  const honest = {
    name: 'Honest Pepper', category_id, price: '4.50', stock: '100', is_active: 'on', is_featured: '', is_best_seller: '', description: 'Black.', badge: 'New', net_weight: '250g', brand: 'Ninth Bend',
    ingredients: 'Pepper.', allergy_advice: 'None.', lifestyle: '', dietary_info: '', storage_instructions: '', confirmed: 'on',
  }
  const is = (...statuses: number[]) => (answer: Response) => statuses.includes(answer.status)
  const leadsTo = (part: string) => (answer: Response) => answer.headers.get('location')?.includes(part) === true
  return [
    { name: 'registration', who: new Visitor(url), path: '/register', own: { ...ADDRESS, email, password: PASSWORD, confirm_password: PASSWORD }, isDone: leadsTo('registered') },
    { name: 'profile', who: customer, path: '/profile', own: { ...ADDRESS, city: 'Leeds' }, isDone: is(200) },
    { name: 'checkout', who: customer, path: '/checkout', own: tamperedSubmit(sold), isDone: is(200) },
    { name: 'cancelling from the list', who: customer, path: '/profile/orders', own: { order_id: byList, intent: 'cancel' }, isDone: leadsTo('order-cancelled') },
    { name: 'cancelling on the page', who: customer, path: `/profile/orders/${byPage}`, own: { intent: 'cancel' }, isDone: leadsTo('order-cancelled') },
    { name: 'a step from the list', who: owner, path: '/admin/orders', own: { intent: 'move', order_id: moved, expected_status: 'pending' }, isDone: is(200) },
    { name: 'a step on the page', who: owner, path: `/admin/orders/${movedOnPage}`, own: { intent: 'move', expected_status: 'pending' }, isDone: is(200) },
    { name: 'cancelling by the office', who: owner, path: '/admin/orders', own: { intent: 'cancel', order_id: cancelled, expected_status: 'pending', reason: 'Asked for', customer_note: '' }, isDone: is(200) },
    { name: 'cancelling by the office on the page', who: owner, path: `/admin/orders/${cancelledOnPage}`, own: { intent: 'cancel', expected_status: 'pending', reason: '', customer_note: '' }, isDone: is(200) },
    { name: 'a product', who: owner, path: `/admin/products?edit=${product.id}`, own: { ...honest, intent: 'edit', id: product.id, version: '1', stock_seen: '100' }, isDone: leadsTo('product-saved') },
    { name: 'its switch', who: owner, path: '/admin/products', own: { intent: 'switch', product_id: switched.id, is_active: 'off' }, isDone: is(200) },
    { name: 'products chosen', who: owner, path: '/admin/products', own: { intent: 'chosen', product_id: chosen.id, what: 'badge', badge: 'Honest' }, isDone: is(200) },
    { name: 'its stock', who: owner, path: `/admin/products?stock=${adjusted.id}`, own: { intent: 'stock', product_id: adjusted.id, change: '3', reason: 'Counted' }, isDone: leadsTo('stock-changed') },
    { name: 'a category', who: owner, path: `/admin/categories?edit=${category_id}`, own: { intent: 'edit', id: category_id, version: '1', name: 'Honest', description: 'Told.' }, isDone: leadsTo('category-saved') },
  ]
}

/** The lines carry what a line does not have as well. */
function tamperedSubmit(product: Good): Fields {
  const line = { subtotal: 7777777, total: 7777777, stock: 7777777, is_active: true, name: 'FORGED', product_name: 'FORGED', order_id: FORGED.id, allergy_advice: 'FORGED', line_number: 7777777 }
  return { ...aSubmit([]), lines: JSON.stringify([{ ...line, id: product.id, quantity: 1, price: product.price }]) }
}
