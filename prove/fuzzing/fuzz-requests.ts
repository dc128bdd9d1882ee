import { ADMIN_EVENTS_PATH } from '#features/orders/events/order-events.ts'
import { ORDER_STATUSES } from '#features/orders/order-status.ts'
import { allRoutes } from '#app/all-routes.ts'
import { SERVICE_PATHS } from '#prove/access/access-expectations.ts'
import { createSeededRandom, pickRandom, type Random } from '#prove/runner/seeded-random.ts'
import { FIELDS, INTENTS, PARAMETERS, type FormField, type Intent } from '#prove/runner/form-fields.ts'
import { createFuzzString, createFuzzJson } from './fuzz-strings.ts'

/** Includes other users' IDs. Hidden products are never activated, because they would become public. */
export type KnownIds = {
  orders: string[]
  products: string[]
  hidden: string[]
  slugs: string[]
  categories: string[]
  keys: string[]
}
export type FuzzRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body: string | Buffer
}

const FORM = 'application/x-www-form-urlencoded'
/** The event stream never ends. */
const SERVICES = SERVICE_PATHS.filter((path) => path !== ADMIN_EVENTS_PATH)
/** Random fields rarely make a complete form; some values of these are still fuzzed. */
type WholeForm = { at: string; intent?: Intent; fields: readonly FormField[] }
const SHIPPING = ['full_name', 'phone', 'address', 'post_code', 'city', 'country'] as const
const FORMS: readonly WholeForm[] = [
  { at: '/admin/orders', intent: 'move', fields: ['order_id', 'expected_status'] },
  { at: '/admin/orders/:id', intent: 'move', fields: ['expected_status'] },
  {
    at: '/admin/orders',
    intent: 'cancel',
    fields: ['order_id', 'expected_status', 'reason', 'customer_note'],
  },
  { at: '/admin/orders/:id', intent: 'edit', fields: ['seen', 'estimated_delivery'] },
  { at: '/admin/products', intent: 'stock', fields: ['product_id', 'change', 'reason'] },
  { at: '/admin/products', intent: 'switch', fields: ['product_id', 'is_active', 'confirmed'] },
  { at: '/admin/products', intent: 'chosen', fields: ['product_id', 'what', 'badge', 'category_id'] },
  { at: '/admin/products', intent: 'chosen', fields: ['what', 'badge', 'category_id', 'all_of', 'all_mark'] },
  {
    at: '/admin/products',
    intent: 'edit',
    fields: [
      'id',
      'version',
      'name',
      'category_id',
      'price',
      'stock',
      'stock_seen',
      'ingredients',
      'allergy_advice',
      'confirmed',
    ],
  },
  {
    at: '/admin/categories',
    intent: 'edit',
    fields: ['id', 'version', 'name', 'description', 'place', 'place_seen'],
  },
  { at: '/admin/dashboard', intent: 'send-again', fields: ['mail_id'] },
  { at: '/admin/dashboard', intent: 'test-email', fields: [] },
  { at: '/admin/account', intent: 'begin', fields: ['begin_password'] },
  { at: '/admin/account', intent: 'confirm', fields: ['code', 'key'] },
  { at: '/admin/account', intent: 'off', fields: ['proof_password', 'proof_code'] },
  { at: '/admin', intent: 'app', fields: ['code'] },
  { at: '/admin', intent: 'recovery', fields: ['recovery_code'] },
  { at: '/profile', fields: SHIPPING },
  { at: '/profile/orders', intent: 'cancel', fields: ['order_id'] },
  { at: '/profile/password', fields: ['current_password', 'password', 'confirm_password'] },
  { at: '/checkout', fields: [...SHIPPING, 'payment_method', 'idempotency_key', 'lines', 'keep_address'] },
  { at: '/verify-email', intent: 'resend', fields: ['email'] },
]
const [COMPLETE_FORM_RATE, STRANGENESS] = [0.3, { ofAnything: 0.45, ofWhole: 0.1 }]
/** The excluded intents would end the owner's session. */
const FUZZED_INTENTS = INTENTS.filter((intent) => intent !== 'sign-out' && intent !== 'owners-second-factor')
/** `u` is the page of a data request. */
const QUERY_PARAMETERS = [...PARAMETERS, 'u'] as const
type Parameter = (typeof QUERY_PARAMETERS)[number]
const NAMES = [...FIELDS, 'manufacturer.city', 'nutrition_info.fat.value', 'nutrition_info.energy.unit']
const METHODS = [
  ...Array<string>(9).fill('GET'),
  ...Array<string>(9).fill('POST'),
  'HEAD',
  'PUT',
  'DELETE',
  'OPTIONS',
]

export function createFuzzRequest(
  seed: number,
  number: number,
  known: KnownIds,
  cookie: string,
  origin: string,
): FuzzRequest {
  const random = createSeededRandom(seed * 1_000_003 + number)
  const odds = (of: number) => random() < of
  const method = pickRandom(METHODS, random)
  const completeForm = method === 'POST' && odds(COMPLETE_FORM_RATE) ? pickRandom(FORMS, random) : undefined
  let path = pathFor(random, known, completeForm?.at)
  if (odds(0.25))
    path = `/_data?u=${odds(0.8) ? encodeURIComponent(path) : asPath(createFuzzString(random, path))}`
  const headers: Record<string, string> = {
    origin,
    cookie: odds(0.05) ? createFuzzString(random, cookie).replace(/[^\x20-\x7e]/g, '') : cookie,
  }
  for (let count = Math.floor(random() * 3); count > 0; count -= 1) {
    const name = pickRandom(
      [
        'accept-encoding',
        'accept',
        'range',
        'if-none-match',
        'if-modified-since',
        'x-forwarded-for',
        'x-forwarded-host',
        'referer',
        'user-agent',
        'accept-language',
        'apikey',
        'authorization',
        'content-encoding',
        'sec-fetch-site',
      ],
      random,
    )
    headers[name] = createFuzzString(random, 'br').replace(/[^\x20-\x7e\x80-\xff]/g, '')
  }
  if (method === 'GET' || method === 'HEAD') return { method, path, headers, body: '' }
  // Further requests need the session; sign-out and renewal are covered elsewhere.
  if (/^\/(logout|api\/session)/i.test(path)) path = '/nowhere'
  return { method, path, ...bodyFor(random, known, headers, completeForm) }
}

function pathFor(random: Random, known: KnownIds, at?: string): string {
  const pattern = at ?? (random() < 0.8 ? pickRandom(allRoutes, random).path : pickRandom(SERVICES, random))
  const id = () =>
    random() < 0.7
      ? pickRandom(known.orders, random)
      : asPath(createFuzzString(random, pickRandom(known.orders, random)))
  const slug = () =>
    random() < 0.6
      ? pickRandom(known.slugs, random)
      : asPath(createFuzzString(random, pickRandom(known.slugs, random)))
  let path: string = pattern
    .replace(':id', id)
    .replace(':slug', slug)
    .replace('*', () => asPath(createFuzzString(random, 'nowhere')))
  if (random() < 0.05) path = asPath(createFuzzString(random, path))
  const parameters = Array.from({ length: Math.floor(random() * 4) }, () => {
    const name = random() < 0.9 ? pickRandom(QUERY_PARAMETERS, random) : createFuzzString(random)
    return `${encode(name)}=${encode(valueFor(random, name, known))}`
  })
  if (parameters.length > 0) path += `?${parameters.join('&')}`
  return path.startsWith('/') ? path : `/${path}`
}

function valueFor(
  random: Random,
  name: string,
  known: KnownIds,
  strangeness = STRANGENESS.ofAnything,
): string {
  const anyOf = (values: readonly string[]) => () => pickRandom(values, random)
  const productIds = [...known.products, ...known.hidden]
  const validValues: Partial<Record<FormField | Parameter, () => string>> = {
    lines: () => JSON.stringify([{ id: pickRandom(productIds, random), quantity: 1, price: 4.5 }]),
    order_id: anyOf(known.orders),
    ids: () => `${pickRandom(known.orders, random)},${pickRandom(known.products, random)}`,
    product_id: anyOf(known.products),
    id: anyOf([...known.products, ...known.orders, ...known.categories]),
    edit: anyOf(productIds),
    about: anyOf([...known.orders, ...productIds]),
    stock: anyOf([...productIds, '12']),
    stock_seen: () => '12',
    category: anyOf(known.categories),
    category_id: anyOf(known.categories),
    intent: anyOf(FUZZED_INTENTS),
    expected_status: anyOf(ORDER_STATUSES),
    status: anyOf(ORDER_STATUSES),
    payment_method: () => 'cod',
    estimated_delivery: () => '2026-12-24',
    idempotency_key: anyOf(known.keys),
    email: () => 'asha@example.com',
    price: () => '4.50',
    version: () => '1',
    page: () => '2',
    search: () => 'pepper',
    change: anyOf(['1', '-1', '5']),
    what: anyOf(['on', 'off', 'badge', 'category']),
    all_of: anyOf(['1', '2', '3']),
    all_mark: () => 'A'.repeat(43),
    mail_id: anyOf(['1', '2', '3']),
    is_active: anyOf(['on', 'off']),
    confirmed: () => 'on',
    code: () => '123456',
    key: () => 'ABCDEFGHIJKLMNOP',
    recovery_code: () => 'abcd-efgh-ijkl',
    seen: () =>
      JSON.stringify({
        version: 0,
        status: 'pending',
        estimated_delivery: '2026-12-24',
        items: [{ id: pickRandom(known.orders, random), product_name: 'Asha', price: 4.5, quantity: 1 }],
      }),
    u: () => '/profile/orders',
  }
  const value = Object.hasOwn(validValues, name) ? validValues[name as FormField]!() : 'Asha'
  if ((name === 'lines' || name === 'seen') && random() < 0.5)
    return createFuzzJson(random, JSON.parse(value))
  return random() < strangeness ? createFuzzString(random, value) : value
}

function bodyFor(
  random: Random,
  known: KnownIds,
  headers: Record<string, string>,
  completeForm?: WholeForm,
): { body: string | Buffer; headers: Record<string, string> } {
  const anything = () =>
    Array.from({ length: Math.floor(random() * 14) }, () =>
      random() < 0.95 ? pickRandom(NAMES, random) : createFuzzString(random),
    )
  const fields = (completeForm?.fields ?? anything()).map(
    (name) => [name, valueFor(random, name, known, completeForm && STRANGENESS.ofWhole)] as [string, string],
  )
  if (completeForm?.intent) fields.unshift(['intent', completeForm.intent])
  const form = fields.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
  const kind = random()
  if (kind < 0.6) return { body: form, headers: { ...headers, 'content-type': FORM } }
  if (kind < 0.75) {
    const parts = fields.map(
      ([name, value]) =>
        `--x\r\ncontent-disposition: form-data; name="${name.replace(/[\r\n"]/g, '')}"${random() < 0.2 ? '; filename="../a.jpg"' : ''}\r\n\r\n${value}\r\n`,
    )
    const end = random() < 0.8 ? '--x--\r\n' : ''
    return {
      body: parts.join('') + end,
      headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
    }
  }
  if (kind < 0.87)
    return {
      body: createFuzzJson(random, { orderId: pickRandom(known.orders, random), quantity: 1 }),
      headers: { ...headers, 'content-type': 'application/json' },
    }
  if (kind < 0.9)
    return {
      body: `a=${'b'.repeat(Math.floor(random() * 400_000))}`,
      headers: { ...headers, 'content-type': FORM },
    }
  const bytes = Buffer.from(
    Array.from({ length: Math.floor(random() * 300) }, () => Math.floor(random() * 256)),
  )
  return {
    body: bytes,
    headers: {
      ...headers,
      'content-type': random() < 0.5 ? FORM : createFuzzString(random, FORM).replace(/[^\x20-\x7e]/g, ''),
    },
  }
}

const encode = (text: string) => encodeURIComponent(text.toWellFormed())
const asPath = (text: string) =>
  text.replace(/[\s\0]/g, '%20').replace(/[^\x21-\xff]/g, (letter) => encode(letter))
