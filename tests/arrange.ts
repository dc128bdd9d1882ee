import { sql } from 'kysely'
import { pino } from 'pino'
import type { ActingAs } from '#db/connect.server.ts'
import { createTill } from '#shop/checkout/till.server.ts'
import { demonstrationIdentity } from '#shop/identity.ts'
import type { Admin, Customer } from '#shop/permissions.ts'
import type { Shop } from '#shop/shop.server.ts'
import { DEFAULT_ORDER_LIMITS } from '#shop/settings/order-limits.ts'
import type { OrderStatus } from '#shop/spec.ts'
import type { TestDatabase } from './database.ts'

/** People, goods and orders for tests on a real database, with everything that a test does not care about filled in. */
export const anAddress = {
  full_name: 'Priya Nair',
  phone: '020 7946 0100',
  address: '12 Ghat Road',
  post_code: 'SW1A 1AA',
  city: 'London',
  country: 'United Kingdom',
}

/** What use-cases are handed, on a test's own database; a test that needs a real store or log hands in its own. */
export function aShop(database: Pick<TestDatabase, 'db'>, parts: Partial<Shop> = {}): Shop {
  const nothing = () => {
    throw new Error('This test has no picture store. Hand one in.')
  }
  return {
    db: database.db,
    pictures: new Proxy({} as Shop['pictures'], { get: nothing }),
    outbox: { wake: () => {} },
    mail: { route: { kind: 'files', folder: '/data/mail' }, transport: { send: async () => {}, close() {} } },
    till: createTill(database.db),
    identity: demonstrationIdentity,
    limits: DEFAULT_ORDER_LIMITS,
    clock: () => new Date(),
    log: pino({ level: 'silent' }),
    publicUrl: 'http://localhost:3000',
    ...parts,
  }
}

export async function anAdmin(database: TestDatabase): Promise<Admin> {
  const userId = crypto.randomUUID()
  await database.query('insert into accounts.administrator (user_id) values ($1)', [userId])
  return { kind: 'admin', userId, email: `${userId}@staff.example` }
}

export async function aCustomer(
  database: TestDatabase,
  profile: { full_name?: string; email?: string; isVerified?: boolean } = {},
): Promise<Customer> {
  const userId = crypto.randomUUID()
  const email = profile.email ?? `${userId}@shopper.example`
  await database.query('insert into accounts."user" (id, name, email, email_verified) values ($1, $2, $3, $4)', [
    userId,
    profile.full_name ?? 'Priya Nair',
    email.toLowerCase(),
    profile.isVerified ?? true,
  ])
  await database.query('insert into user_profiles (user_id, full_name, email) values ($1, $2, $3)', [
    userId,
    profile.full_name ?? 'Priya Nair',
    email,
  ])
  return { kind: 'customer', userId, email }
}

/** Any way into a database will do: a test's own, or that of a running shop. */
type Query = Pick<TestDatabase, 'query'>

export async function aCategory(database: Query, name = 'Honey'): Promise<string> {
  const id = crypto.randomUUID()
  await database.query('insert into categories (id, name, slug) values ($1, $2, $3)', [id, name, `category-${id}`])
  return id
}

export type Good = { id: string; name: string; price: number; stock: number }

export async function aProduct(
  database: Query,
  {
    name = 'Forest Honey',
    price = 4.5,
    stock = 10,
    is_active = true,
    category_id,
  }: Partial<Omit<Good, 'id'>> & { is_active?: boolean; category_id?: string } = {},
): Promise<Good> {
  const id = crypto.randomUUID()
  const category = category_id ?? (await aCategory(database))
  const manufacturer = {
    name: 'Ninth Bend Foods Ltd',
    address: '9 Peppercorn Yard',
    city: 'London',
    country: 'United Kingdom',
  }
  await database.query(
    `insert into products (id, slug, name, category_id, price, stock, is_active, brand, net_weight, allergy_advice, image_url, manufacturer)
     values ($1, $2, $3, $4, $5, $6, $7, 'Ninth Bend', '250g', 'Contains none of the 14.', '/honey.webp', $8)`,
    [id, `product-${id}`, name, category, price, stock, is_active, JSON.stringify(manufacturer)],
  )
  return { id, name, price, stock }
}

/** What a procedure answers, as it came. */
export type Answer =
  { ok: true; value: Record<string, unknown> } | { ok: false; refusal: { code: string } & Record<string, unknown> }

/** Calls a procedure of the database as somebody: `await call(database, customer, 'cancel_order', [order, 'Cancelled by customer'])`. */
export async function call(
  database: TestDatabase,
  actor: ActingAs,
  procedure: string,
  values: unknown[],
): Promise<Answer> {
  const list = sql.join(
    values.map((value) => sql.val(typeof value === 'object' && value !== null ? JSON.stringify(value) : value)),
  )
  return database.db.as(actor, async (trx) => {
    const { rows } = await sql<{ answer: Answer }>`select ${sql.ref(procedure)}(${list}) as answer`.execute(trx)
    return rows[0]!.answer
  })
}

export type Wanted = { product: Good; quantity: number; price?: number }

export const linesOf = (wanted: Wanted[]) =>
  wanted.map(({ product, quantity, price }) => ({
    product_id: product.id,
    quantity,
    price: price ?? product.price,
  }))

/** Places an order as a shopper does, and gives its id. */
export async function anOrder(
  database: TestDatabase,
  {
    customer,
    lines,
    address = anAddress,
  }: { customer?: Customer; lines: Wanted[]; address?: Record<string, string> },
): Promise<string> {
  const buyer = customer ?? (await aCustomer(database))
  const answer = await call(database, buyer, 'place_order', [crypto.randomUUID(), linesOf(lines), address, 'cod'])
  if (!answer.ok) throw new Error(`The order of this test was refused: ${JSON.stringify(answer.refusal)}`)
  return answer.value.order_id as string
}

/** Sends any lines, address and payment to place_order, sound or not, under a new key unless one is given. */
export const place = (
  database: TestDatabase,
  customer: ActingAs,
  lines: unknown,
  {
    key = crypto.randomUUID() as string | null,
    address = anAddress as unknown,
    payment = 'cod' as string | null,
  } = {},
) => call(database, customer, 'place_order', [key, lines, address, payment])

/** 'done', or the code of the refusal. */
export const codeOf = (answer: Answer): string => (answer.ok ? 'done' : answer.refusal.code)

const WAY: Record<OrderStatus, OrderStatus[]> = {
  pending: [],
  processing: ['processing'],
  shipped: ['processing', 'shipped'],
  delivered: ['processing', 'shipped', 'delivered'],
  cancelled: [],
}

/** An order of 3 pieces out of 5, brought to a status as the shop brings it there. */
export async function anOrderAt(
  database: TestDatabase,
  status: OrderStatus,
  { admin, customer }: { admin: Admin; customer: Customer },
): Promise<{ id: string; product: Good }> {
  const product = await aProduct(database, { stock: 5 })
  const id = await anOrder(database, { customer, lines: [{ product, quantity: 3 }] })
  let from: OrderStatus = 'pending'
  for (const to of WAY[status]) {
    await call(database, admin, 'move_order', [id, from, to])
    from = to
  }
  if (status === 'cancelled') await call(database, customer, 'cancel_order', [id, 'Cancelled by customer'])
  return { id, product }
}

export async function statusOf(
  database: Query,
  order: string,
): Promise<{ status: OrderStatus; actual_delivery: string | null }> {
  const [row] = await database.query<{ status: OrderStatus; actual_delivery: string | null }>(
    'select status, actual_delivery from orders where id = $1',
    [order],
  )
  return row!
}

export const historyOf = (database: Query, order: string) =>
  database.query('select * from order_history where order_id = $1 order by id', [order])

export async function countOf(database: Query, table: string, where = 'true', values: unknown[] = []): Promise<number> {
  const [row] = await database.query<{ n: number }>(`select count(*) as n from ${table} where ${where}`, values)
  return row!.n
}

export async function stockOf(database: Query, product: Good): Promise<number> {
  const [row] = await database.query<{ stock: number }>('select stock from products where id = $1', [product.id])
  return row!.stock
}

/** Every product whose ledger does not add up to its stock, and every order whose items do not add up to its total. */
export async function whatDoesNotAddUp(database: Query): Promise<unknown[]> {
  return database.query(`
    select p.id, 'stock' as what, p.stock::text as stands, sum(a.quantity_change)::text as adds_up_to
      from products p left join inventory_adjustments a on a.product_id = p.id
     group by p.id having p.stock <> coalesce(sum(a.quantity_change), 0)
    union all
    select o.id, 'total', o.total_amount::text, sum(i.subtotal)::text
      from orders o left join order_items i on i.order_id = o.id
     group by o.id having o.total_amount is distinct from sum(i.subtotal)
    union all
    select o.id, 'goods given out', sum(i.quantity)::text, a.taken::text
      from orders o join order_items i on i.order_id = o.id
      left join (select order_id, -sum(quantity_change) as taken, bool_or(action_type = 'order_cancelled') as is_back
                   from inventory_adjustments where order_id is not null group by order_id) a on a.order_id = o.id
     group by o.id, a.taken, a.is_back having a.taken is distinct from (case when a.is_back then 0 else sum(i.quantity) end)`)
}
