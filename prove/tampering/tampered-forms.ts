import { randomUUID } from 'node:crypto'
import { insertCategory, insertProduct, type TestProduct } from '#tests/fixtures/databases/test-records.ts'
import { createCheckoutForm, placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'
import type { DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import {
  ADDRESS,
  signInNewCustomer,
  signInAsAdmin,
  PASSWORD,
  HttpClient,
  type FormFields,
} from '#tests/fixtures/http/http-client.ts'
import { runConcurrently, toShortJson } from '#prove/runner/run-concurrently.ts'
import type { FormSubmission } from '#prove/runner/form-fields.ts'
import type { ProofStep } from '#prove/runner/proof.ts'

const FORGED = {
  text: 'FORGED',
  id: '7a7a7a7a-7a7a-4a7a-8a7a-7a7a7a7a7a7a',
  number: '7777777',
  time: '2001-02-03T04:05:06Z',
}
/** The number counts only at the start of a word, because digits of stored files may contain it by chance. */
const FORGED_MARKS = [FORGED.text, FORGED.id, `\\m${FORGED.number}`, '2001-02-03']
const EXTRA_FIELDS: FormFields = {
  role: 'FORGED',
  roles: 'FORGED',
  is_admin: 'true',
  isAdmin: 'true',
  admin: '1',
  emailVerified: 'true',
  status: 'FORGED',
  to_status: 'FORGED',
  total: FORGED.number,
  price_paid: FORGED.number,
  'data[role]': 'FORGED',
  'app_metadata[role]': 'FORGED',
  '__proto__[role]': 'FORGED',
  'constructor[prototype][role]': 'FORGED',
  customer_id: FORGED.id,
  actor_kind: 'admin',
  screen: 'detail',
}

type Column = { column: string; type: string }
type Form = {
  name: string
  client: HttpClient
  path: string
  own: FormSubmission
  isDone: (answer: Response) => boolean
}

const everyColumn: ProofStep['runProof'] = async (proofContext, checks) => {
  const db = await proofContext.db()
  const { url } = await proofContext.shop()
  const columns = await db.query<Column>(
    `select distinct column_name as column, data_type as type from information_schema.columns where table_schema in ('public', 'accounts', 'ninth_bend')`,
  )
  const forms = await createForms(url, db)
  for (const rounds = proofContext.times(20), round = { at: 0 }; round.at < rounds; round.at += 1) {
    const before = await readPrivilegeFlags(db)
    await runConcurrently(
      4,
      round.at === 0 ? forms : await createForms(url, db),
      async ({ name, client, path, own, isDone }) => {
        const forged: FormFields = Object.fromEntries(
          columns.map(({ column, type }) => [column, forgedAs(type)]),
        )
        // A text in these structured fields would make the form invalid.
        if ('stock_seen' in own)
          for (const column of ['nutrition_info', 'manufacturer', 'allergens']) delete forged[column]
        // Fields of checkout, which refuses any charge other than its own (DELIVERY-13).
        if ('idempotency_key' in own)
          for (const column of ['delivery_service', 'delivery_charge']) delete forged[column]
        const answer = await client.post(path, { ...EXTRA_FIELDS, ...forged, ...own })
        checks.expect(isDone(answer), () => `${name}: ${answer.status} ${answer.headers.get('location')}`)
      },
    )
    const after = await readPrivilegeFlags(db)
    checks.expect(before === after, () => `somebody became what nobody made them: ${before}, then ${after}`)
  }
  const tables = await db.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'accounts') and tablename <> 'common_words'`,
  )
  for (const { name } of tables) {
    const rows = await db.query<{ row: string }>(
      `select left(to_jsonb(t)::text, 400) as row from ${name} t where to_jsonb(t)::text ~* $1 limit 3`,
      [FORGED_MARKS.join('|')],
    )
    checks.expect(rows.length === 0, () => `${name} keeps what was forged: ${toShortJson(rows)}`)
  }
  return `${forms.length} forms x ${columns.length + Object.keys(EXTRA_FIELDS).length} fields that they do not have; ${tables.length} tables searched for a trace: none`
}

export const tamperedForms: ProofStep = {
  name: 'forms',
  scenario:
    'each form that writes, with each column of each table and role, status, totals, prices and ids beside its own fields',
  runProof: everyColumn,
}

const forgedAs = (type: string) =>
  type === 'uuid'
    ? FORGED.id
    : /int|numeric/.test(type)
      ? FORGED.number
      : /time|date/.test(type)
        ? FORGED.time
        : type === 'boolean'
          ? 'true'
          : /json|ARRAY/.test(type)
            ? '["FORGED"]'
            : FORGED.text

async function readPrivilegeFlags(db: DatabaseClient) {
  const [row] = await db.query(
    'select (select count(*)::int from accounts.administrator) as administrators, (select count(*)::int from accounts."user" where email_verified) as verified, (select count(*)::int from public.products where is_featured or is_best_seller) as chosen',
  )
  return toShortJson(row)
}

async function createForms(url: string, db: DatabaseClient): Promise<Form[]> {
  const [owner, customer] = await Promise.all([signInAsAdmin(url), signInNewCustomer(url)])
  const category_id = await insertCategory(db, 'Honest')
  const products: TestProduct[] = []
  for (let number = 0; number < 5; number += 1)
    products.push(await insertProduct(db, { name: 'Honest Pepper', stock: 100, category_id }))
  const [product, switched, chosen, adjusted, sold] = products as [
    TestProduct,
    TestProduct,
    TestProduct,
    TestProduct,
    TestProduct,
  ]
  const orders: string[] = []
  for (let number = 0; number < 6; number += 1)
    orders.push(await placeOrderOverHttp(customer, [{ product: sold, quantity: 1 }]))
  const [byList, byPage, moved, movedOnPage, cancelled, cancelledOnPage] = orders as [
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  const email = `honest-${randomUUID()}@example.com`
  const honest = {
    name: 'Honest Pepper',
    category_id,
    price: '4.50',
    stock: '100',
    is_active: 'on',
    is_featured: '',
    is_best_seller: '',
    description: 'Black.',
    badge: 'New',
    net_weight: '250g',
    brand: 'Ninth Bend',
    ingredients: 'Pepper.',
    allergy_advice: 'Contains none of the 14 named allergens as ingredients.',
    country_of_origin: 'India',
    lifestyle: '',
    dietary_info: '',
    vat_rate: '0',
    sku: '',
    barcode: '',
    storage_instructions: '',
    confirmed: 'on',
  }
  const is =
    (...statuses: number[]) =>
    (answer: Response) =>
      statuses.includes(answer.status)
  const leadsTo = (part: string) => (answer: Response) =>
    answer.headers.get('location')?.includes(part) === true
  return [
    {
      name: 'registration',
      client: new HttpClient(url),
      path: '/register',
      own: { ...ADDRESS, email, password: PASSWORD, confirm_password: PASSWORD },
      isDone: leadsTo('registered'),
    },
    {
      name: 'profile',
      client: customer,
      path: '/profile',
      own: { ...ADDRESS, city: 'Leeds' },
      isDone: is(200),
    },
    { name: 'checkout', client: customer, path: '/checkout', own: tamperedSubmit(sold), isDone: is(200) },
    {
      name: 'cancelling from the list',
      client: customer,
      path: '/profile/orders',
      own: { order_id: byList, intent: 'cancel' },
      isDone: leadsTo('order-cancelled'),
    },
    {
      name: 'cancelling on the page',
      client: customer,
      path: `/profile/orders/${byPage}`,
      own: { intent: 'cancel' },
      isDone: leadsTo('order-cancelled'),
    },
    {
      name: 'a step from the list',
      client: owner,
      path: '/admin/orders',
      own: { intent: 'move', order_id: moved, expected_status: 'pending' },
      isDone: is(200),
    },
    {
      name: 'a step on the page',
      client: owner,
      path: `/admin/orders/${movedOnPage}`,
      own: { intent: 'move', expected_status: 'pending' },
      isDone: is(200),
    },
    {
      name: 'cancelling by the office',
      client: owner,
      path: '/admin/orders',
      own: {
        intent: 'cancel',
        order_id: cancelled,
        expected_status: 'pending',
        reason: 'Asked for',
        customer_note: '',
      },
      isDone: is(200),
    },
    {
      name: 'cancelling by the office on the page',
      client: owner,
      path: `/admin/orders/${cancelledOnPage}`,
      own: { intent: 'cancel', expected_status: 'pending', reason: '', customer_note: '' },
      isDone: is(200),
    },
    {
      name: 'a product',
      client: owner,
      path: `/admin/products?edit=${product.id}`,
      own: { ...honest, intent: 'edit', id: product.id, version: '1', stock_seen: '100' },
      isDone: leadsTo('product-saved'),
    },
    {
      name: 'its switch',
      client: owner,
      path: '/admin/products',
      own: { intent: 'switch', product_id: switched.id, is_active: 'off' },
      isDone: is(200),
    },
    {
      name: 'products chosen',
      client: owner,
      path: '/admin/products',
      own: { intent: 'chosen', product_id: chosen.id, what: 'badge', badge: 'Honest' },
      isDone: is(200),
    },
    {
      name: 'its stock',
      client: owner,
      path: `/admin/products?stock=${adjusted.id}`,
      own: { intent: 'stock', product_id: adjusted.id, change: '3', reason: 'Counted' },
      isDone: leadsTo('stock-changed'),
    },
    {
      name: 'a category',
      client: owner,
      path: `/admin/categories?edit=${category_id}`,
      own: { intent: 'edit', id: category_id, version: '1', name: 'Honest', description: 'Plain.' },
      isDone: leadsTo('category-saved'),
    },
  ]
}

function tamperedSubmit(product: TestProduct): FormFields {
  const line = {
    subtotal: 7777777,
    total: 7777777,
    stock: 7777777,
    is_active: true,
    name: 'FORGED',
    product_name: 'FORGED',
    order_id: FORGED.id,
    allergy_advice: 'FORGED',
    line_number: 7777777,
  }
  return {
    ...createCheckoutForm([]),
    lines: JSON.stringify([{ ...line, id: product.id, quantity: 1, price: product.price }]),
  }
}
