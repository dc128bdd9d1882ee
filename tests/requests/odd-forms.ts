import { randomUUID } from 'node:crypto'
import type { adminDoorRoutes, adminRoutes } from '#web/admin-routes.ts'
import { allRoutes } from '#web/routes.ts'
import type { shopRoutes } from '#web/shop-routes.ts'
import type { RouteEntry } from '#web/kernel/route-entry.ts'
import { aCategory, aProduct } from '../arrange.ts'
import { ADDRESS, aCustomer, anAdmin, PASSWORD, Visitor, type Fields } from '../visitor.ts'
import { aSubmit, place } from './placing.ts'
import { ODD_BODIES, ODD_VALUES } from './odd-values.ts'
import type { Look } from './shop-database.ts'

type ActionOf<Routes extends readonly RouteEntry[]> = Extract<Routes[number], { action: true }>['id']
/** Every route that takes a form: one that is new has to have its forms below, or this does not compile. */
type ActionRoute = ActionOf<typeof shopRoutes> | ActionOf<typeof adminDoorRoutes> | ActionOf<typeof adminRoutes>

export type Tried = { name: string; who: Visitor; method: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: BodyInit }

export const actionRoutes = allRoutes.filter(({ action }) => action)

/** Everything that the forms of a shop name: goods, orders, people. */
async function arrange(url: string, look: Look) {
  const [customer, owner] = await Promise.all([aCustomer(url), anAdmin(url)])
  const category_id = await aCategory(look, 'Odd')
  const [product, sold] = [await aProduct(look, { name: 'Odd Pepper', category_id }), await aProduct(look, { name: 'Odd Tea', stock: 100_000 })]
  const order = await place(customer, [{ product: sold, quantity: 1 }])
  const [item] = await look.query<{ id: string }>('select id from order_items where order_id = $1', [order])
  return { look, customer, owner, category_id, product, sold, order, item: item!.id }
}
type Arranged = Awaited<ReturnType<typeof arrange>>

const email = () => `odd-${randomUUID()}@example.com`
const versionOf = async (look: Look, table: 'products' | 'categories' | 'orders', id: string) =>
  String((await look.query<{ version: number }>(`select version from ${table} where id = $1`, [id]))[0]!.version)

/** Each form of the shop as it is sound, route by route; made anew for each try, which may use it up. */
const formsOf = ({ look, customer, category_id, product, sold, order, item }: Arranged) => {
  const honest = {
    name: 'Odd Pepper', category_id, price: '4.50', stock: '100', description: 'Black.', badge: 'New', net_weight: '250g', brand: 'Ninth Bend', ingredients: 'Pepper.', allergy_advice: 'None.',
    lifestyle: 'Vegan', dietary_info: 'Vegan', storage_instructions: 'Dry.', is_active: 'on', is_featured: '', is_best_seller: '', confirmed: 'on', 'manufacturer.name': 'A', 'manufacturer.city': 'B',
    'nutrition_info.energy.value': '1', 'nutrition_info.energy.unit': 'kcal', 'nutrition_info.energy.per': '100g', 'nutrition_info.salt.value': '1', 'nutrition_info.salt.unit': 'g',
  }
  const twoPasswords = { password: PASSWORD, confirm_password: PASSWORD }
  const seen = async () => {
    const [row] = await look.query<{ version: number; status: string; estimated_delivery: string }>('select version, status, estimated_delivery from orders where id = $1', [order])
    return JSON.stringify({ ...row, items: [{ id: item, product_name: 'Odd Tea', price: sold.price, quantity: 1 }] })
  }
  const anOrder = () => place(customer, [{ product: sold, quantity: 1 }])
  const table: Record<ActionRoute, Record<string, { path?: string; sound: () => Fields | Promise<Fields> }>> = {
    login: { form: { sound: () => ({ email: customer.email, password: 'not the password', remember: 'on' }) } },
    register: { form: { sound: () => ({ ...ADDRESS, email: email(), ...twoPasswords }) } },
    'verify-email': { verify: { path: '/verify-email?token=x', sound: () => ({ intent: 'verify' }) }, resend: { sound: () => ({ intent: 'resend', email: email() }) } },
    'forgot-password': { form: { sound: () => ({ email: email() }) } },
    'reset-password': { form: { path: '/reset-password?token=x', sound: () => twoPasswords } },
    profile: { form: { sound: () => ({ ...ADDRESS }) } },
    'own-password': { form: { sound: () => ({ current_password: 'not the password', ...twoPasswords }) } },
    orders: { cancel: { sound: async () => ({ intent: 'cancel', order_id: order }) } },
    order: { cancel: { sound: () => ({ intent: 'cancel' }) } },
    checkout: { form: { sound: () => ({ ...aSubmit([{ product: sold, quantity: 1 }]), keep_address: 'on' }) } },
    'admin-login': {
      form: { sound: () => ({ email: email(), password: PASSWORD }) },
      app: { path: '/admin?step=code', sound: () => ({ intent: 'app', code: '123456' }) },
      recovery: { path: '/admin?step=code', sound: () => ({ intent: 'recovery', recovery_code: 'abcd-efgh-jkmn' }) },
    },
    'admin-dashboard': { 'send-again': { sound: () => ({ intent: 'send-again', mail_id: '1' }) } },
    'admin-products': {
      add: { sound: () => ({ ...honest, intent: 'add' }) },
      edit: { sound: async () => ({ ...honest, intent: 'edit', id: product.id, stock_seen: '100', version: await versionOf(look, 'products', product.id) }) },
      stock: { sound: () => ({ intent: 'stock', product_id: product.id, change: '1', reason: 'Counted' }) },
      switch: { sound: () => ({ intent: 'switch', product_id: product.id, is_active: 'on', confirmed: 'on' }) },
      badge: { sound: () => ({ intent: 'chosen', product_id: product.id, what: 'badge', badge: 'Odd' }) },
      category: { sound: () => ({ intent: 'chosen', product_id: product.id, what: 'category', category_id }) },
      all: { path: '/admin/products?search=odd', sound: () => ({ intent: 'chosen', what: 'on', all_of: '1', all_mark: 'x' }) },
    },
    'admin-categories': {
      add: { sound: () => ({ intent: 'add', name: 'Odd', description: '' }) },
      edit: { sound: async () => ({ intent: 'edit', id: category_id, name: 'Odd', description: 'Odd.', version: await versionOf(look, 'categories', category_id) }) },
    },
    'admin-orders': {
      move: { sound: () => ({ intent: 'move', order_id: order, expected_status: 'processing' }) },
      cancel: { sound: async () => ({ intent: 'cancel', order_id: await anOrder(), expected_status: 'pending', reason: 'Odd' }) },
    },
    'admin-order': {
      edit: {
        path: `/admin/orders/${order}`,
        sound: async () => ({ intent: 'edit', seen: await seen(), [`quantity-${item}`]: '1', estimated_delivery: new Date().toISOString().slice(0, 10) }),
      },
      cancel: { path: `/admin/orders/${randomUUID()}`, sound: () => ({ intent: 'cancel', expected_status: 'pending', reason: 'Odd' }) },
    },
    'admin-account': {
      password: { sound: () => ({ intent: 'password', current_password: 'not the password', ...twoPasswords }) },
      begin: { sound: () => ({ intent: 'begin', begin_password: 'not the password' }) },
      confirm: { sound: () => ({ intent: 'confirm', code: '123456', key: 'A'.repeat(32) }) },
      off: { sound: () => ({ intent: 'off', proof_password: 'not the password', proof_code: '123456' }) },
      'recovery-codes': { sound: () => ({ intent: 'recovery-codes', proof_password: 'not the password', proof_code: '123456' }) },
    },
  }
  return table
}

/** Parameters of an address that stand beside those of a page's own. */
const withParameter = (path: string, name: string, value: string) => {
  const [pathname, query = ''] = path.split('?')
  const parameters = new URLSearchParams(query)
  parameters.set(name, value)
  return `${pathname}?${parameters}`
}
/** As the shop's own script asks for a page: the same loaders and actions, without drawing it. */
const asData = (path: string) => `/_data?u=${encodeURIComponent(path)}`

/**
 * Every form of every route with one odd value after another in each of its fields, doubled, left out and in no form at all; and every
 * page with odd values in its address. In: a shop, a way into its database, what addresses carry, and which of the tries are wanted, by name.
 */
export async function* oddTries(url: string, look: Look, parameters: readonly string[], isWanted: (name: string) => boolean): AsyncGenerator<Tried> {
  const arranged = await arrange(url, look)
  const { customer, owner, order } = arranged
  const whoAt = (access: string) => (access === 'admin' ? owner : access === 'customer' ? customer : new Visitor(url))
  // Limits on guessing are of one address; proxies name others.
  let caller = 0
  const headers = () => ({ origin: url, 'x-forwarded-for': `10.${(caller += 1) >> 16}.${(caller >> 8) & 255}.${caller & 255}` })
  const forms = formsOf(arranged)

  for (const { id, path, access } of actionRoutes) {
    for (const [form, { path: own, sound }] of Object.entries(forms[id as ActionRoute])) {
      const at = own ?? path.replace(':id', order)
      const who = whoAt(access)
      const posted = (name: string, body: BodyInit, more: Record<string, string> = {}): Tried =>
        ({ name, who, method: 'POST', path: caller % 2 === 0 ? asData(at) : at, headers: { ...headers(), ...more }, body })
      for (const [what, change] of Object.entries(oddChanges(Object.keys(await again(sound))))) {
        const name = `${id} ${form}: ${what}`
        if (isWanted(name)) yield posted(name, change(await again(sound)))
      }
      for (const [what, { type, body }] of Object.entries(ODD_BODIES)) {
        const name = `${id} ${form}: ${what}`
        if (isWanted(name)) yield posted(name, body as BodyInit, type ? { 'content-type': type } : {})
      }
    }
  }

  for (const { id, path, access, loader } of allRoutes) {
    if (!loader) continue
    const who = whoAt(access)
    const at = path.replace(':id', order).replace(':slug', 'odd').replace('*', 'odd')
    for (const [what, value] of Object.entries(ODD_VALUES)) {
      const addresses = {
        ...Object.fromEntries(parameters.map((name) => [`${id}?${name}: ${what}`, withParameter(at, name, value)])),
        [`${id}?: everything is ${what}`]: parameters.reduce((so, name) => withParameter(so, name, value), at),
        ...(/[:*]/.test(path) && { [`${id}: its address is ${what}`]: path.replace(/:id|:slug|\*/, encodeURIComponent(value.toWellFormed().slice(0, 500))) }),
      }
      for (const [name, address] of Object.entries(addresses)) if (isWanted(name)) yield { name, who, method: 'GET', path: asData(address) }
    }
  }
}

/** A line that was idle may be closed at the moment when it is used again; a shop that closes the next one as well has a fault. */
export async function again<Result>(ask: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await ask()
  } catch (problem) {
    if (problem instanceof TypeError) return ask()
    throw problem
  }
}

type Change = (sound: Fields) => BodyInit
const form = (entries: string[][]) => new URLSearchParams(entries)
const without = (sound: Fields, field: string) => Object.entries(sound).filter(([one]) => one !== field)

/** What is done to a sound form, by what it is. */
function oddChanges(fields: readonly string[]): Record<string, Change> {
  const changes: Record<string, Change> = { sound: (sound) => form(Object.entries(sound)) }
  for (const [what, value] of Object.entries(ODD_VALUES)) {
    for (const field of fields) changes[`${field} is ${what}`] = (sound) => form(Object.entries({ ...sound, [field]: value }))
    // What a form is for stays, or nothing would read the rest.
    changes[`everything is ${what}`] = (sound) => form(fields.map((field) => [field, field === 'intent' ? sound[field]! : value]))
  }
  for (const field of fields) {
    changes[`${field} is missing`] = (sound) => form(without(sound, field))
    changes[`${field} comes twice`] = (sound) => form([...Object.entries(sound), [field, '1e400']])
    changes[`${field} is a list`] = (sound) => form([...without(sound, field), [`${field}[]`, 'a'], [`${field}[a]`, 'b']])
    changes[`${field} is a file`] = (sound) => {
      const multipart = new FormData()
      for (const [one, value] of Object.entries(sound)) multipart.set(one, one === field ? new File(['a'], 'a\0\u202e.jpg') : value)
      return multipart
    }
  }
  return changes
}
