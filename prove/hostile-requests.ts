import { allRoutes } from '#web/routes.ts'
import { chanceOf, someoneAmong, type Chance } from './chance.ts'
import { strange, strangeJson } from './hostile-words.ts'

/** What a stranger may know of: ids and slugs, those of others included. */
export type Known = { orders: string[]; products: string[]; slugs: string[]; categories: string[]; keys: string[] }
export type Hostile = { method: string; path: string; headers: Record<string, string>; body: string | Buffer }

const FORM = 'application/x-www-form-urlencoded'
const SERVICES = [
  '/api/cart', '/api/session', '/functions/v1/send-order-email', '/storage/v1/object/public/product-images/products/x.webp', '/sitemap.xml', '/sitemap-products-1.xml',
  '/robots.txt', '/healthz', '/assets/x.js', '/favicon.svg', '/nowhere',
]
const PARAMETERS = [
  'page', 'sort', 'filter', 'category', 'search', 'status', 'notice', 'return', 'ids', 'order', 'edit', 'add', 'stock', 'kind', 'who', 'about', 'from', 'to', 'after', 'before',
  'days', 'step', 'token', 'show', 'cancel', 'u', '_data', 'product',
]
const FIELDS = [
  'email', 'password', 'confirm_password', 'full_name', 'phone', 'address', 'post_code', 'city', 'country', 'payment_method', 'idempotency_key', 'lines', 'order_id', 'intent',
  'expected_status', 'reason', 'name', 'description', 'price', 'stock', 'stock_seen', 'category_id', 'id', 'version', 'is_active', 'code', 'ids', 'mail', 'quantity_change', 'note',
  'items', 'area', 'remember', 'token', 'manufacturer', 'nutrition_info', 'badge',
]
const INTENTS = ['move', 'cancel', 'add', 'edit', 'stock', 'switch', 'chosen', 'save', 'retry', 'begin', 'confirm', 'off', 'renew', 'preview']
const METHODS = [...Array<string>(9).fill('GET'), ...Array<string>(9).fill('POST'), 'HEAD', 'PUT', 'DELETE', 'OPTIONS']
const STATUSES = ['pending', 'processing', 'shipped', 'delivered', 'cancelled']

/** The request of that number: the same for the same seed, whatever came before it. */
export function hostileRequest(seed: number, number: number, known: Known, cookie: string, origin: string): Hostile {
  const chance = chanceOf(seed * 1_000_003 + number)
  const odds = (of: number) => chance() < of
  const method = someoneAmong(METHODS, chance)
  let path = pathFor(chance, known)
  if (odds(0.25)) path = `/_data?u=${odds(0.8) ? encodeURIComponent(path) : asPath(strange(chance, path))}`
  const headers: Record<string, string> = { origin, cookie: odds(0.05) ? strange(chance, cookie).replace(/[^\x20-\x7e]/g, '') : cookie }
  for (let count = Math.floor(chance() * 3); count > 0; count -= 1) {
    const name = someoneAmong(['accept-encoding', 'accept', 'range', 'if-none-match', 'if-modified-since', 'x-forwarded-for', 'x-forwarded-host', 'referer', 'user-agent', 'accept-language', 'apikey', 'authorization', 'content-encoding', 'sec-fetch-site'], chance)
    headers[name] = strange(chance, 'br').replace(/[^\x20-\x7e\x80-\xff]/g, '')
  }
  if (method === 'GET' || method === 'HEAD') return { method, path, headers, body: '' }
  // Signing out, and renewing a session, are asked for elsewhere: this one is needed for the next request.
  if (/^\/(logout|api\/session)/i.test(path)) path = '/nowhere'
  return { method, path, ...bodyFor(chance, known, headers) }
}

function pathFor(chance: Chance, known: Known): string {
  const pattern = chance() < 0.8 ? someoneAmong(allRoutes, chance).path : someoneAmong(SERVICES, chance)
  const id = () => (chance() < 0.7 ? someoneAmong(known.orders, chance) : asPath(strange(chance, someoneAmong(known.orders, chance))))
  const slug = () => (chance() < 0.6 ? someoneAmong(known.slugs, chance) : asPath(strange(chance, someoneAmong(known.slugs, chance))))
  let path: string = pattern.replace(':id', id).replace(':slug', slug).replace('*', () => asPath(strange(chance, 'nowhere')))
  if (chance() < 0.05) path = asPath(strange(chance, path))
  const parameters = Array.from({ length: Math.floor(chance() * 4) }, () => {
    const name = chance() < 0.9 ? someoneAmong(PARAMETERS, chance) : strange(chance)
    return `${encode(name)}=${encode(valueFor(chance, name, known))}`
  })
  if (parameters.length > 0) path += `?${parameters.join('&')}`
  return path.startsWith('/') ? path : `/${path}`
}

/** Mostly what the field takes, of others too; sometimes nothing that anybody would type. */
function valueFor(chance: Chance, name: string, known: Known): string {
  const right: Record<string, () => string> = {
    lines: () => JSON.stringify([{ id: someoneAmong(known.products, chance), quantity: 1, price: 4.5 }]),
    order_id: () => someoneAmong(known.orders, chance), order: () => someoneAmong(known.orders, chance), ids: () => `${someoneAmong(known.orders, chance)},${someoneAmong(known.products, chance)}`,
    id: () => someoneAmong([...known.products, ...known.orders, ...known.categories], chance), edit: () => someoneAmong(known.products, chance), about: () => someoneAmong(known.orders, chance),
    stock: () => someoneAmong(known.products, chance), product: () => someoneAmong(known.products, chance), category: () => someoneAmong(known.categories, chance), category_id: () => someoneAmong(known.categories, chance),
    intent: () => someoneAmong(INTENTS, chance), expected_status: () => someoneAmong(STATUSES, chance), status: () => someoneAmong(STATUSES, chance), payment_method: () => 'cod',
    idempotency_key: () => someoneAmong(known.keys, chance), email: () => 'asha@example.com', price: () => '4.50', version: () => '1', page: () => '2', search: () => 'pepper', u: () => '/profile/orders',
  }
  const value = Object.hasOwn(right, name) ? right[name]!() : 'Asha'
  if (name === 'lines' && chance() < 0.5) return strangeJson(chance, JSON.parse(value))
  return chance() < 0.55 ? value : strange(chance, value)
}

function bodyFor(chance: Chance, known: Known, headers: Record<string, string>): { body: string | Buffer; headers: Record<string, string> } {
  const names = Array.from({ length: Math.floor(chance() * 14) }, () => (chance() < 0.95 ? someoneAmong(FIELDS, chance) : strange(chance)))
  const fields = names.map((name) => [name, valueFor(chance, name, known)] as const)
  const form = fields.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
  const kind = chance()
  if (kind < 0.6) return { body: form, headers: { ...headers, 'content-type': FORM } }
  if (kind < 0.75) {
    const parts = fields.map(([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name.replace(/[\r\n"]/g, '')}"${chance() < 0.2 ? '; filename="../a.jpg"' : ''}\r\n\r\n${value}\r\n`)
    const end = chance() < 0.8 ? '--x--\r\n' : ''
    return { body: parts.join('') + end, headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' } }
  }
  if (kind < 0.87) return { body: strangeJson(chance, { orderId: someoneAmong(known.orders, chance), quantity: 1 }), headers: { ...headers, 'content-type': 'application/json' } }
  if (kind < 0.9) return { body: `a=${'b'.repeat(Math.floor(chance() * 400_000))}`, headers: { ...headers, 'content-type': FORM } }
  const bytes = Buffer.from(Array.from({ length: Math.floor(chance() * 300) }, () => Math.floor(chance() * 256)))
  return { body: bytes, headers: { ...headers, 'content-type': chance() < 0.5 ? FORM : strange(chance, FORM).replace(/[^\x20-\x7e]/g, '') } }
}

const encode = (text: string) => encodeURIComponent(text.toWellFormed())
/** As it can stand in the first line of a request: the rest is for the server's own parser to refuse. */
const asPath = (text: string) => text.replace(/[\s\0]/g, '%20').replace(/[^\x21-\xff]/g, (letter) => encode(letter))
