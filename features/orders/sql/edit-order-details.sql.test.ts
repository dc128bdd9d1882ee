import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  callProcedure,
  findInconsistencies,
  insertAdmin,
  insertCustomer,
  insertOrder,
  insertProduct,
  readOrderHistory,
  readStock,
  resultCode,
  testAddress,
  toOrderLines,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import {
  countByResultCode,
  openConcurrentConnections,
  repeat,
} from '#tests/fixtures/databases/concurrent-connections.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import type { Admin, Customer } from '#shop/permissions.ts'

let database: TestDatabase
let admin: Admin
let customer: Customer
let honey: TestProduct
let pepper: TestProduct
let order: string

beforeAll(async () => {
  database = await createTestDatabase()
  admin = await insertAdmin(database)
  customer = await insertCustomer(database)
})
afterAll(() => database.close())
beforeEach(async () => {
  honey = await insertProduct(database, { name: 'Forest Honey', price: 6.95, stock: 10 })
  pepper = await insertProduct(database, { name: 'Black Pepper', price: 4.05, stock: 10 })
  order = await insertOrder(database, { lines: [{ product: honey, quantity: 2 }] })
})

const itemsOf = async (id = order) =>
  JSON.stringify(
    await database.query('select id, quantity from order_items where order_id = $1 order by line_number', [
      id,
    ]),
  )
const edit = async (address: unknown, added: unknown = [], version = 1) =>
  callProcedure(database, admin, 'edit_order', [order, version, await itemsOf(), null, address, added])
const add = (product: TestProduct, quantity: unknown, price: unknown = product.price) =>
  edit(null, [{ product_id: product.id, quantity, price }])
const readAddress = async () =>
  (
    await database.query<{ address: Record<string, string> }>(
      'select shipping_address as address from orders where id = $1',
      [order],
    )
  )[0]!.address
const move = (from: string, to: string) => callProcedure(database, admin, 'move_order', [order, from, to])
const { country: _country, ...edited } = testAddress

test('ORDER-63 ORDER-16 an address is normalised as at checkout, keeps its email, and the history has both values', async () => {
  const before = await readAddress()
  expect(resultCode(await edit({ ...edited, phone: ' 07700  900123', post_code: 'e16an' }))).toBe('done')
  expect(await readAddress()).toEqual({ ...before, phone: '07700 900123', post_code: 'E1 6AN' })
  expect(before).toHaveProperty('email')
  expect((await readOrderHistory(database, order)).at(-1)).toMatchObject({
    event: 'edited',
    actor_id: admin.userId,
    details: {
      address: {
        phone: { from: before['phone'], to: '07700 900123' },
        post_code: { from: before['post_code'], to: 'E1 6AN' },
      },
    },
  })
})

test.each([
  ['full_name', ' '],
  ['phone', '020 7946'],
  ['address', ''],
  ['post_code', 'JE2 3AB'],
  ['post_code', '75001'],
  ['city', 'x'.repeat(101)],
])('ORDER-63 an address with %s %j is refused by the procedure', async (field, value) => {
  const before = await readAddress()
  expect(await edit({ ...edited, [field]: value })).toEqual({
    ok: false,
    refusal: { code: 'address-incomplete', fields: [field] },
  })
  expect(await readAddress()).toEqual(before)
})

test('ORDER-63 the country is the United Kingdom, whatever is sent, and other fields are not kept', async () => {
  await edit({ ...edited, country: 'France', email: 'evil@example.org', city: 'Leeds' })
  expect(await readAddress()).toMatchObject({ country: 'United Kingdom', city: 'Leeds' })
  expect((await readAddress())['email']).not.toBe('evil@example.org')
})

test('ORDER-63 ORDER-64 a shipped order keeps its address and gets no product', async () => {
  await move('pending', 'processing')
  await move('processing', 'shipped')
  expect(resultCode(await edit({ ...edited, city: 'Leeds' }, [], 3))).toBe('already-shipped')
  const added = [{ product_id: pepper.id, quantity: 1, price: 4.05 }]
  expect(resultCode(await edit(null, added, 3))).toBe('already-shipped')
  expect(await readStock(database, pepper)).toBe(10)
})

test('ORDER-64 a product is added at today’s price, and total, stock and ledger follow', async () => {
  expect(await add(pepper, 3)).toEqual({ ok: true, value: { total_amount: 26.05, version: 2 } })
  expect(await readStock(database, pepper)).toBe(7)
  const rows = await database.query(
    'select line_number, quantity, price, product_name from order_items where order_id = $1 order by line_number',
    [order],
  )
  expect(rows.at(-1)).toEqual({ line_number: 2, quantity: 3, price: 4.05, product_name: 'Black Pepper' })
  expect(resultCode(await callProcedure(database, admin, 'cancel_order', [order, 'x']))).toBe('done')
  expect(await readStock(database, pepper)).toBe(10)
  expect(await findInconsistencies(database)).toEqual([])
})

test('ORDER-64 limits of the shop do not apply, 999 pieces do', async () => {
  const rice = await insertProduct(database, { price: 1, stock: 5000 })
  for (const quantity of [1000, 0, -1, 1.5, '2', null])
    expect(resultCode(await add(rice, quantity))).toBe('quantity-invalid')
  expect(resultCode(await add(rice, 999))).toBe('done')
})

test('ORDER-64 refused: a price that was not seen, too little stock, a product that is off sale, unknown or in the order', async () => {
  expect(await add(pepper, 1, 4)).toMatchObject({
    refusal: { code: 'price-changed', lines: [{ product_id: pepper.id, price: 4.05 }] },
  })
  expect(await add(pepper, 11)).toMatchObject({
    refusal: { code: 'not-enough-stock', lines: [{ product_id: pepper.id, stock: 10 }] },
  })
  const off = await insertProduct(database, { is_active: false })
  expect(resultCode(await add(off, 1))).toBe('withdrawn')
  expect(resultCode(await add({ ...off, id: crypto.randomUUID() }, 1))).toBe('withdrawn')
  expect(resultCode(await add(honey, 1))).toBe('already-in-order')
  expect(resultCode(await add({ ...off, id: 'none' }, 1))).toBe('quantity-invalid')
  expect(await readStock(database, pepper)).toBe(10)
})

test('ORDER-46 an edit against the step to shipped, and against the cancellation by the customer: one of them', async () => {
  const clients = await openConcurrentConnections(database)
  for (let round = 0; round < 20; round++) {
    const isShip = round % 2 === 0
    const product = await insertProduct(database, { price: 4.05, stock: 5 })
    order = await insertOrder(database, { customer, lines: [{ product: honey, quantity: 1 }] })
    await move('pending', 'processing')
    const added = JSON.stringify([{ product_id: product.id, quantity: 2, price: 4.05 }])
    const address = JSON.stringify({ ...edited, city: 'Leeds' })
    const items = await itemsOf()
    const [change, other] = await Promise.all([
      clients.as(admin, 'public.edit_order($1, $2, $3, null, $4, $5)', [order, 2, items, address, added]),
      isShip
        ? clients.as(admin, 'public.move_order($1, $2, $3)', [order, 'processing', 'shipped'])
        : clients.as(customer, 'public.cancel_order($1, $2)', [order, 'Cancelled by customer']),
    ])
    const end = [resultCode(change), resultCode(other), (await readAddress())['city']].join(' ')
    const refused = isShip ? 'changed-meanwhile' : 'not-editable'
    expect(['done done Leeds', `${refused} done London`]).toContain(end)
    expect(await readStock(database, product)).toBe(isShip && change.ok ? 3 : 5)
    await callProcedure(database, admin, 'cancel_order', [order, 'x'])
  }
  await clients.close()
  expect(await findInconsistencies(database)).toEqual([])
})

test('ORDER-46 ORDER-64 added products against checkouts of the same products in opposite order: no deadlock, no oversale', async () => {
  const clients = await openConcurrentConnections(database)
  const products = await Promise.all(repeat(4, () => insertProduct(database, { price: 1, stock: 30 })))
  const orders: string[] = []
  for (let index = 0; index < 20; index++)
    orders.push(
      await insertOrder(database, {
        lines: [{ product: await insertProduct(database, { price: 1 }), quantity: 1 }],
      }),
    )
  const buyers: Customer[] = []
  for (let index = 0; index < 20; index++) buyers.push(await insertCustomer(database))
  const items = await Promise.all(orders.map((id) => itemsOf(id)))
  const results = await Promise.all(
    repeat(40, (index) => {
      const sorted = index % 4 < 2 ? products : products.toReversed()
      const lines = toOrderLines(sorted.map((product) => ({ product, quantity: 1 })))
      const place = Math.floor(index / 2)
      return index % 2 === 0
        ? clients.as(admin, 'public.edit_order($1, $2, $3, null, null, $4)', [
            orders[place],
            1,
            items[place],
            JSON.stringify(lines),
          ])
        : clients.place(buyers[place]!, lines)
    }),
  )
  await clients.close()
  expect(countByResultCode(results)['done']).toBe(30)
  for (const product of products) expect(await readStock(database, product)).toBe(0)
  expect(await findInconsistencies(database)).toEqual([])
})
