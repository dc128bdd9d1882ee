import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  callProcedure,
  countRows,
  findInconsistencies,
  insertAdmin,
  insertCustomer,
  insertProduct,
  readOrderHistory,
  readStock,
  resultCode,
  testAddress,
  toOrderLines,
  type ProcedureResult,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import {
  countByResultCode,
  openConcurrentConnections,
  repeat,
} from '#tests/fixtures/databases/concurrent-connections.ts'
import { CHARGED, setDelivery } from '#tests/fixtures/orders/delivery-settings.ts'
import { withDatabaseName } from '#tests/fixtures/databases/setup-databases.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { visitor, type Admin } from '#shop/permissions.ts'
import type { DatabaseActor } from '#platform/database/connection/connect.server.ts'

let database: TestDatabase
let owner: Admin
let manager: Admin
let packer: Admin
let honey: TestProduct

beforeAll(async () => {
  database = await createTestDatabase()
  owner = await insertAdmin(database)
  manager = await insertAdmin(database, 'manager')
  packer = await insertAdmin(database, 'packer')
  honey = await insertProduct(database, { name: 'Forest Honey', price: 6.95, stock: 5000 })
})
afterAll(() => database.close())

type Phoned = {
  key?: string | null
  customerId?: string | null
  email?: string | null
  lines?: unknown
  address?: unknown
  note?: string | null
  isForPackers?: boolean | null
  delivery?: { service: string; charge: number } | null
}
const phoned = ({
  key = crypto.randomUUID(),
  customerId = null,
  email = '',
  lines = toOrderLines([{ product: honey, quantity: 1 }]),
  address = testAddress,
  note = '',
  isForPackers = false,
  delivery = null,
}: Phoned) => [key, customerId, email, lines, address, note, isForPackers, delivery]
const placeAs = (actor: DatabaseActor, order: Phoned = {}): Promise<ProcedureResult> =>
  callProcedure(database, actor, 'place_phone_order', phoned(order))
const place = (order: Phoned = {}) => placeAs(owner, order)
const orderIdOf = (result: ProcedureResult) => {
  expect(result).toMatchObject({ ok: true })
  return result.ok ? (result.value.order_id as string) : ''
}
const readOrder = async (id: string) => {
  const [order] = await database.query<{
    user_id: string
    total_amount: number
    status: string
    shipping_address: Record<string, string>
  }>('select user_id, total_amount, status, shipping_address from orders where id = $1', [id])
  return order!
}
const newEmail = () => `${crypto.randomUUID()}@phone.example`

describe('ORDER-65 Placing an order by phone', () => {
  test('stock, ledger, history and audit log name the administrator, and the total is that of the prices seen', async () => {
    const before = await readStock(database, honey)
    const id = orderIdOf(await place({ lines: toOrderLines([{ product: honey, quantity: 3 }]) }))
    expect(await readOrder(id)).toMatchObject({ total_amount: 20.85, status: 'pending' })
    expect(await readStock(database, honey)).toBe(before - 3)
    expect(await readOrderHistory(database, id)).toMatchObject([
      { event: 'placed', actor_kind: 'admin', actor_id: owner.userId, to_status: 'pending' },
    ])
    expect(
      await database.query(
        'select actor_kind, actor_id, action_type from inventory_adjustments where order_id = $1',
        [id],
      ),
    ).toEqual([{ actor_kind: 'admin', actor_id: owner.userId, action_type: 'order_placed' }])
    expect(
      await database.query('select actor_id, event, subject_kind from audit_events where subject_id = $1', [
        id,
      ]),
    ).toEqual([{ actor_id: owner.userId, event: 'placed-by-phone', subject_kind: 'phone-order' }])
    expect(await database.query('select placed_by from phone_orders where order_id = $1', [id])).toEqual([
      { placed_by: owner.userId },
    ])
    expect(await findInconsistencies(database)).toEqual([])
  })

  test('a manager places one too', async () => {
    expect(resultCode(await placeAs(manager))).toBe('done')
  })

  test('PERMISSION-16 packers, customers and visitors place none by hand-made calls', async () => {
    const before = await countRows(database, 'orders')
    for (const actor of [packer, await insertCustomer(database), visitor])
      await expect(placeAs(actor)).rejects.toThrow('permission denied for function place_phone_order')
    // The role of managers, used by a packer, a suspended and a former administrator.
    const suspended = await insertAdmin(database)
    await database.query('update accounts.administrator set suspended_at = now() where user_id = $1', [
      suspended.userId,
    ])
    for (const userId of [packer.userId, suspended.userId, crypto.randomUUID()])
      expect(await placeAs({ kind: 'admin', userId })).toEqual({ ok: false, refusal: { code: 'not-found' } })
    for (const actor of [owner, packer])
      await expect(callProcedure(database, actor, 'place_orders', ['[]', owner.userId])).rejects.toThrow(
        'permission denied',
      )
    expect(await countRows(database, 'orders')).toBe(before)
  })

  test('the limits of customers do not hold, 999 of a product does', async () => {
    const limit = (name: string, value: number) =>
      database.query(
        `insert into settings (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value`,
        [name, value],
      )
    await limit('max_quantity_per_product', 20)
    await limit('max_orders_per_hour_per_account', 1)
    await limit('max_open_total_verified', 10)
    const customer = await insertCustomer(database)
    const many = (quantity: number) => ({
      customerId: customer.userId,
      lines: toOrderLines([{ product: honey, quantity }]),
    })
    expect(resultCode(await place(many(999)))).toBe('done')
    expect(resultCode(await place(many(21)))).toBe('done')
    expect(resultCode(await place(many(1000)))).toBe('quantity-invalid')
    expect(
      resultCode(
        await callProcedure(database, customer, 'place_order', [
          crypto.randomUUID(),
          toOrderLines([{ product: honey, quantity: 21 }]),
          testAddress,
          'cod',
        ]),
      ),
    ).toBe('too-many-orders')
    await database.query('delete from settings')
  })

  test.each([
    ['a price that was not seen', { price: 6.94 }, 'price-changed'],
    ['more than the stock', { quantity: 3 }, 'not-enough-stock'],
    ['a withdrawn product', { is_active: false }, 'withdrawn'],
  ])(
    '%s is refused by name, and nothing is made',
    async (
      _what,
      { price, quantity = 1, is_active }: { price?: number; quantity?: number; is_active?: boolean },
      problem,
    ) => {
      const product = await insertProduct(database, { price: 6.95, stock: 2, is_active: is_active ?? true })
      const profiles = await countRows(database, 'user_profiles')
      const refused = await place({
        email: newEmail(),
        lines: [{ product_id: product.id, quantity, price: price ?? 6.95 }],
      })
      expect(refused).toMatchObject({
        ok: false,
        refusal: { code: 'cart-changed', lines: [{ product_id: product.id, problem }] },
      })
      expect(await readStock(database, product)).toBe(2)
      expect(await countRows(database, 'user_profiles')).toBe(profiles)
    },
  )

  test.each<[string, Phoned, string]>([
    ['no products', { lines: [] }, 'cart-empty'],
    ['lines that are no list', { lines: { a: 1 } }, 'cart-empty'],
    ['half a product', { lines: [{ product_id: 'x', quantity: 1.5, price: 1 }] }, 'quantity-invalid'],
    [
      'a post code outside the UK',
      { address: { ...testAddress, post_code: 'JE2 3AB' } },
      'address-incomplete',
    ],
    ['no name', { address: { ...testAddress, full_name: ' ' } }, 'address-incomplete'],
    ['no address', { address: null }, 'address-incomplete'],
    [
      'a name that is too long',
      { address: { ...testAddress, full_name: 'x'.repeat(121) } },
      'address-incomplete',
    ],
    ['no key', { key: ' ' }, 'key-missing'],
    ['two addresses', { email: 'a@b.example,c@d.example' }, 'email-invalid'],
    ['a long note', { note: 'x'.repeat(1001) }, 'note-invalid'],
    ['an unknown customer', { customerId: crypto.randomUUID() }, 'customer-gone'],
  ])('%s: refused', async (_what, order, code) => {
    const [orders, profiles] = [
      await countRows(database, 'orders'),
      await countRows(database, 'user_profiles'),
    ]
    expect(resultCode(await place(order))).toBe(code)
    expect(await countRows(database, 'orders')).toBe(orders)
    expect(await countRows(database, 'user_profiles')).toBe(profiles)
  })

  test('an administrator is no customer', async () => {
    await database.query(`insert into user_profiles (user_id, full_name) values ($1, 'Staff')`, [
      manager.userId,
    ])
    expect(resultCode(await place({ customerId: manager.userId }))).toBe('customer-gone')
  })

  test('DELIVERY-13 its delivery charge is that of checkout, and one that was not seen is refused', async () => {
    await setDelivery(database, CHARGED)
    const withCharge = (charge: number) => place({ delivery: { service: 'standard', charge } })
    const refused = { code: 'delivery-changed', is_offered: true, charge: 3.99 }
    expect(await place()).toMatchObject({ refusal: { ...refused, seen_charge: 0 } })
    expect(await withCharge(4)).toMatchObject({ refusal: refused })
    expect(await readOrder(orderIdOf(await withCharge(3.99)))).toMatchObject({ total_amount: 10.94 })
    await database.query(`delete from settings where name = 'delivery'`)
    expect(await withCharge(3.99)).toMatchObject({ refusal: { code: 'delivery-changed', charge: 0 } })
    expect(await findInconsistencies(database)).toEqual([])
  })

  test('its note is for managers, or for packers too', async () => {
    for (const isForPackers of [false, true]) {
      const id = orderIdOf(await place({ note: 'Ring twice', isForPackers }))
      expect(
        await database.query('select text, author_id, is_for_packers from order_notes where order_id = $1', [
          id,
        ]),
      ).toEqual([{ text: 'Ring twice', author_id: owner.userId, is_for_packers: isForPackers }])
    }
  })

  test('who placed an order by phone never changes', async () => {
    orderIdOf(await place())
    for (const statement of [
      'update phone_orders set placed_by = gen_random_uuid()',
      'delete from phone_orders',
      'truncate phone_orders',
    ])
      await expect(database.query(statement)).rejects.toThrow('rows are only ever added')
  })
})

describe('ORDER-66 A form that is sent twice', () => {
  test('places one order, also for a new customer, and another order under its key is refused', async () => {
    const order = { key: crypto.randomUUID(), email: newEmail(), note: 'Once' }
    const first = await place(order)
    const again = await place(order)
    expect(again).toEqual({ ok: true, value: { ...(first.ok && first.value), repeated: true } })
    expect(await countRows(database, 'user_profiles', 'email = $1', [order.email])).toBe(1)
    expect(await countRows(database, 'order_notes', 'order_id = $1', [orderIdOf(first)])).toBe(1)
    expect(resultCode(await place({ ...order, note: 'Twice' }))).toBe('key-reused')
    expect(
      resultCode(await placeAs(manager, { ...order, email: newEmail() })),
      'of another administrator',
    ).toBe('done')
  })

  test('a refused form may be sent again under its key', async () => {
    const order = { key: crypto.randomUUID(), email: newEmail() }
    expect(resultCode(await place({ ...order, lines: [] }))).toBe('cart-empty')
    expect(resultCode(await place(order))).toBe('done')
  })

  test('20 times at once it places one order', async () => {
    const clients = await openConcurrentConnections(database)
    const order = phoned({ email: newEmail() }).map((value) =>
      typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
    )
    const results = await Promise.all(
      repeat(20, () => clients.as(owner, 'public.place_phone_order($1, $2, $3, $4, $5, $6, $7, $8)', order)),
    )
    await clients.close()
    expect(new Set(results.map(orderIdOf)).size).toBe(1)
    expect(results.filter((result) => result.ok && result.value.repeated === false)).toHaveLength(1)
    expect(await countRows(database, 'user_profiles', 'email = $1', [order[2]])).toBe(1)
  })
})

test('ORDER-65 of an order by phone and a shopper for the last piece one gets it, in each of 30 rounds', async () => {
  const clients = await openConcurrentConnections(database)
  const shopper = await insertCustomer(database)
  for (let round = 0; round < 30; round++) {
    const last = await insertProduct(database, { stock: 1 })
    const lines = toOrderLines([{ product: last, quantity: 1 }])
    const order = phoned({ lines }).map((value) =>
      typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
    )
    const calls = [
      () => clients.as(owner, 'public.place_phone_order($1, $2, $3, $4, $5, $6, $7, $8)', order),
      () => clients.place(shopper, lines),
    ]
    const started = round % 2 === 0 ? calls : calls.toReversed()
    const results = await Promise.all(started.map((call) => call()))
    expect(countByResultCode(results)).toEqual({ done: 1, 'cart-changed': 1 })
    expect(await readStock(database, last)).toBe(0)
  }
  await clients.close()
  expect(await findInconsistencies(database)).toEqual([])
})

describe('ORDER-67 The customer of an order by phone', () => {
  test('a known account keeps its email and has the order among its own', async () => {
    const customer = await insertCustomer(database)
    const id = orderIdOf(await place({ customerId: customer.userId, email: 'other@phone.example' }))
    expect((await readOrder(id)).shipping_address.email).toBe(customer.email)
    expect(
      await database.db.queryAs(customer, (db) =>
        db.selectFrom('orders').select('id').where('id', '=', id).execute(),
      ),
    ).toEqual([{ id }])
    expect(
      await database.query(`select recipient, kind from outbox where payload ->> 'order_id' = $1`, [id]),
    ).toEqual([{ recipient: customer.email, kind: 'order-confirmation' }])
  })

  test('a new one gets a profile without an account, and nobody else reads the order', async () => {
    const email = newEmail()
    const id = orderIdOf(await place({ email: ` ${email.toUpperCase()} ` }))
    const { user_id, shipping_address } = await readOrder(id)
    expect(shipping_address).toEqual({ ...testAddress, email })
    expect(
      await database.query(
        'select full_name, email, post_code, avoided_allergens from user_profiles where user_id = $1',
        [user_id],
      ),
    ).toEqual([{ full_name: 'Priya Nair', email, post_code: 'SW1A 1AA', avoided_allergens: null }])
    expect(await countRows(database, 'accounts."user"', 'id = $1', [user_id])).toBe(0)
    const stranger = await insertCustomer(database)
    expect(
      await database.db.queryAs(stranger, (db) =>
        db.selectFrom('orders').select('id').where('id', '=', id).execute(),
      ),
    ).toEqual([])
  })

  test('without an email address no email is queued, also not of later steps', async () => {
    const id = orderIdOf(await place({ email: null }))
    for (const [from, to] of [
      ['pending', 'processing'],
      ['processing', 'shipped'],
    ])
      await callProcedure(database, owner, 'move_order', [id, from, to])
    await callProcedure(database, owner, 'cancel_order', [id, 'Cancelled by admin', null, true, null, null])
    expect((await readOrder(id)).status).toBe('cancelled')
    expect(
      await countRows(database, 'outbox', `payload ->> 'order_id' = $1 and kind like 'order-%'`, [id]),
    ).toBe(0)
  })

  test('somebody known by an email is named instead of doubled, and may order again with a new address', async () => {
    const email = newEmail()
    const { user_id } = await readOrder(orderIdOf(await place({ email })))
    expect(await place({ email })).toEqual({
      ok: false,
      refusal: { code: 'email-known', customer_id: user_id },
    })
    const account = await insertCustomer(database)
    expect(await place({ email: account.email })).toMatchObject({
      refusal: { code: 'email-known', customer_id: account.userId },
    })
    const moved = newEmail()
    const again = await readOrder(orderIdOf(await place({ customerId: user_id, email: moved })))
    expect(again).toMatchObject({ user_id, shipping_address: { email: moved } })
    expect(resultCode(await place({ customerId: user_id, email: account.email }))).toBe('email-known')
  })

  test('an address that the customer has given up gets no email any more', async () => {
    const { user_id } = await readOrder(orderIdOf(await place({ email: newEmail() })))
    const id = orderIdOf(await place({ customerId: user_id, email: '' }))
    expect((await readOrder(id)).shipping_address).not.toHaveProperty('email')
    expect(await countRows(database, 'user_profiles', 'user_id = $1 and email is null', [user_id])).toBe(1)
    expect(await countRows(database, 'outbox', `payload ->> 'order_id' = $1`, [id])).toBe(0)
  })

  test('the address of an administrator is refused as such, for a new customer and for a known one', async () => {
    const { userId, email } = await insertCustomer(database)
    await database.query('insert into accounts.administrator (user_id) values ($1)', [userId])
    const { user_id } = await readOrder(orderIdOf(await place({ email: newEmail() })))
    for (const customerId of [null, user_id])
      expect(resultCode(await place({ customerId, email }))).toBe('email-of-staff')
  })

  test('an account that only registered the address does not get the order before it verifies it', async () => {
    const stranger = await insertCustomer(database, { email: newEmail(), isVerified: false })
    const id = orderIdOf(await place({ email: stranger.email }))
    const placed = await readOrder(id)
    expect(placed.user_id).not.toBe(stranger.userId)
    await database.query('update accounts."user" set email_verified = true where id = $1', [stranger.userId])
    expect((await readOrder(id)).user_id).toBe(stranger.userId)
    expect(await countRows(database, 'user_profiles', 'user_id = $1', [placed.user_id])).toBe(0)
    expect(resultCode(await place({ customerId: placed.user_id })), 'the form was open').toBe('customer-gone')
  })

  test('no other statement gives an order to another customer', async () => {
    const id = orderIdOf(await place())
    await expect(
      database.query('update orders set user_id = gen_random_uuid() where id = $1', [id]),
    ).rejects.toThrow('an order keeps its id, its customer and its time')
  })

  test('its emails are not held, although nobody has verified the address', async () => {
    const customer = await insertCustomer(database, { isVerified: false })
    await database.query('delete from outbox')
    for (const order of [
      { email: newEmail() },
      { customerId: customer.userId },
      { customerId: customer.userId },
    ])
      orderIdOf(await place(order))
    const claimed = await database.query<{ unverified_user_id: string | null }>(
      `select unverified_user_id from claim_emails(10, 60, 'shop.example') where kind = 'order-confirmation'`,
    )
    expect(claimed).toEqual(repeat(3, () => ({ unverified_user_id: null })))
  })

  test('MAIL-6 an own order beside one by phone is not said to be held, and none by phone is', async () => {
    const isHeld = (customer: DatabaseActor) =>
      database.db.withActor(customer, async (trx) => {
        const { rows } = await sql<{ held: boolean }>`select is_own_confirmation_held() as held`.execute(trx)
        return rows[0]!.held
      })
    const order = (customer: DatabaseActor) =>
      callProcedure(database, customer, 'place_order', [
        crypto.randomUUID(),
        toOrderLines([{ product: honey, quantity: 1 }]),
        testAddress,
        'cod',
      ])
    const first = await insertCustomer(database, { isVerified: false })
    orderIdOf(await place({ customerId: first.userId }))
    orderIdOf(await order(first))
    expect(await isHeld(first), 'own after phone').toBe(false)
    const second = await insertCustomer(database, { isVerified: false })
    orderIdOf(await order(second))
    orderIdOf(await place({ customerId: second.userId }))
    expect(await isHeld(second), 'phone after own').toBe(false)
  })
})

describe('ORDER-67 Finding the customer', () => {
  const find = (search: string, actor: DatabaseActor = owner) =>
    database.db.withActor(actor, async (trx) => {
      const { rows } = await sql<{ user_id: string; city: string; has_account: boolean }>`
        select user_id, city, has_account from find_phone_customers(${search}, 6)`.execute(trx)
      return rows
    })

  test('by name, email, phone and post code of the profile or of an order, with the last address', async () => {
    const email = newEmail()
    const address = {
      ...testAddress,
      full_name: 'Quentin O’Zappa',
      phone: '+44 20 7946 0777',
      post_code: 'EH1 1YZ',
      city: 'Edinburgh',
    }
    const { user_id } = await readOrder(orderIdOf(await place({ email, address })))
    orderIdOf(await place({ customerId: user_id, email, address: { ...address, city: 'Leith' } }))
    for (const search of [
      'quentin',
      'O Zappa'.replace(' ', "'"),
      email.slice(0, 20),
      '020 7946 0777',
      'eh11yz',
      'EH1 1YZ',
    ])
      expect(await find(search), search).toEqual([{ user_id, city: 'Leith', has_account: false }])
    const account = await insertCustomer(database, { full_name: 'Yolanda Account' })
    expect(await find('yolanda')).toEqual([{ user_id: account.userId, city: null, has_account: true }])
  })

  test('not by one letter or a wildcard, and no administrator is found', async () => {
    for (const search of ['', 'q', '%', '%%', '__']) expect(await find(search), search).toEqual([])
    expect(await find('Staff')).toEqual([])
  })

  test('PERMISSION-2 nobody but owners and managers finds anybody', async () => {
    expect(await find('Priya', manager)).not.toEqual([])
    for (const actor of [packer, await insertCustomer(database), visitor])
      await expect(find('Priya', actor)).rejects.toThrow('permission denied')
    expect(await find('Priya', { kind: 'admin', userId: packer.userId })).toEqual([])
  })
})

test('ORDER-65 CUSTOMERS-8 an order by phone and the erasure of its customer wait for each other in one order', async () => {
  const { userId } = await insertCustomer(database)
  const [row] = await database.query<{ name: string }>('select current_database() as name')
  const eraser = new Client({
    connectionString: withDatabaseName(inject('testServer').administrator, row!.name),
  })
  await eraser.connect()
  try {
    // The locks of erase_customer(); the first is taken before the order begins.
    await eraser.query('begin')
    await eraser.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [userId])
    const placing = place({ customerId: userId }).then(resultCode, (error: Error) => error.message)
    await expect
      .poll(() =>
        database.query(`select from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`),
      )
      .toHaveLength(1)
    await eraser.query('select from user_profiles where user_id = $1 for update', [userId])
    await eraser.query('commit')
    expect(await placing).toBe('done')
  } finally {
    await eraser.end()
  }
})
