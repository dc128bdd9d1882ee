import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  insertCustomer,
  insertAdmin,
  insertOrder,
  insertProduct,
  callProcedure,
  readStock,
  stepsToStatus,
  findInconsistencies,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { isOrderOpen, ORDER_STATUSES, type OrderStatus } from '#features/orders/order-status.ts'
import type { Admin, Customer } from '#shop/permissions.ts'

let database: TestDatabase
let admin: Admin
let customer: Customer
let honey: TestProduct
let pepper: TestProduct
let order: string
let items: { id: string; product_id: string }[]

beforeAll(async () => {
  database = await createTestDatabase()
  admin = await insertAdmin(database)
  customer = await insertCustomer(database)
})
afterAll(() => database.close())
beforeEach(async () => {
  honey = await insertProduct(database, { name: 'Forest Honey', price: 6.95, stock: 10 })
  pepper = await insertProduct(database, { name: 'Black Pepper', price: 4.05, stock: 10 })
  order = await insertOrder(database, {
    customer,
    lines: [
      { product: honey, quantity: 2 },
      { product: pepper, quantity: 3 },
    ],
  })
  items = await database.query(
    'select id, product_id from order_items where order_id = $1 order by line_number',
    [order],
  )
})

const edit = (
  itemList: unknown,
  {
    version = 1,
    date = null,
    actor = admin,
  }: { version?: number | null; date?: string | null; actor?: Admin | Customer } = {},
) => callProcedure(database, actor, 'edit_order', [order, version, itemList, date])
const keep = (...quantities: (number | null)[]) =>
  quantities.flatMap((quantity, index) => (quantity === null ? [] : [{ id: items[index]!.id, quantity }]))
const refusal = (code: string) => ({ ok: false, refusal: { code } })
const readItems = async () => ({
  total: (
    await database.query<{ total_amount: number }>('select total_amount from orders where id = $1', [order])
  )[0]!.total_amount,
  items: (
    await database.query<{ quantity: number }>(
      'select quantity from order_items where order_id = $1 order by line_number',
      [order],
    )
  ).map(({ quantity }) => quantity),
  stock: [await readStock(database, honey), await readStock(database, pepper)],
})
const untouched = { total: 26.05, items: [2, 3], stock: [8, 7] }

test('ORDER-20 ORDER-21 quantities change, an item is removed, and total and stock follow', async () => {
  expect(await edit(keep(5, 1))).toEqual({ ok: true, value: { total_amount: 38.8, version: 2 } })
  expect(await readItems()).toEqual({ total: 38.8, items: [5, 1], stock: [5, 9] })
  expect(await edit(keep(null, 4), { version: 2 })).toEqual({
    ok: true,
    value: { total_amount: 16.2, version: 3 },
  })
  expect(await readItems()).toEqual({ total: 16.2, items: [4], stock: [10, 6] })
})

test('ORDER-22 a price in an order does not follow the product', async () => {
  await database.query('update products set price = 99 where id = $1', [honey.id])
  expect(await edit(keep(3, 3))).toMatchObject({ ok: true, value: { total_amount: 33 } })
})

test('ORDER-16 an edit is recorded in the history and the ledger with its actor', async () => {
  const [before] = await database.query<{ estimated_delivery: string }>(
    'select estimated_delivery from orders where id = $1',
    [order],
  )
  await edit(keep(5, null), { date: before!.estimated_delivery })
  const history = await database.query('select * from order_history where order_id = $1 order by id', [order])
  expect(history.at(-1)).toMatchObject({
    event: 'edited',
    actor_kind: 'admin',
    actor_id: admin.userId,
    details: {
      items: [
        { product_id: honey.id, name: 'Forest Honey', from: 2, to: 5 },
        { product_id: pepper.id, name: 'Black Pepper', from: 3, to: 0 },
      ],
      total_amount: { from: 26.05, to: 34.75 },
      estimated_delivery: { from: before!.estimated_delivery, to: before!.estimated_delivery },
    },
  })
  expect(
    await database.query(
      `select product_id, quantity_change, stock_after, actor_id from inventory_adjustments
                                where order_id = $1 and action_type = 'order_edited' order by quantity_change`,
      [order],
    ),
  ).toEqual([
    { product_id: honey.id, quantity_change: -3, stock_after: 5, actor_id: admin.userId },
    { product_id: pepper.id, quantity_change: 3, stock_after: 10, actor_id: admin.userId },
  ])
})

test('PERMISSION-6 the delivery estimate can be changed alone; dates before the order or years later are refused', async () => {
  const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  expect(await edit(keep(2, 3), { date: dayFromNow(9) })).toMatchObject({ ok: true, value: { version: 2 } })
  const [row] = await database.query('select estimated_delivery from orders where id = $1', [order])
  expect(row).toEqual({ estimated_delivery: dayFromNow(9) })
  for (const days of [-3, 500])
    expect(await edit(keep(2, 3), { version: 2, date: dayFromNow(days) })).toEqual(refusal('date-invalid'))
})

test('an edit without changes writes nothing', async () => {
  expect(await edit(keep(2, 3))).toEqual({ ok: true, value: { total_amount: 26.05, version: 1 } })
  expect(await database.query('select event from order_history where order_id = $1', [order])).toEqual([
    { event: 'placed' },
  ])
})

test('insufficient stock is reported, and nothing is changed', async () => {
  expect(await edit(keep(11, 1))).toEqual({
    ok: false,
    refusal: {
      code: 'not-enough-stock',
      lines: [{ product_id: honey.id, name: 'Forest Honey', stock: 8, still_to_come: 9 }],
    },
  })
  expect(await readItems()).toEqual(untouched)
  expect(await edit(keep(10, 3))).toMatchObject({ ok: true })
})

test.each([0, -1, 1.5, 1000, '2', null])('ORDER-20 a quantity of %j is refused', async (quantity) => {
  expect(
    await edit([
      { id: items[0]!.id, quantity },
      { id: items[1]!.id, quantity: 3 },
    ]),
  ).toEqual(refusal('quantity-invalid'))
  expect(await readItems()).toEqual(untouched)
})

test.each([[[]], [null], [{}]])('ORDER-19 an order needs at least one item: %j', async (itemList) => {
  expect(await edit(itemList)).toEqual(refusal('no-items-left'))
  expect(await readItems()).toEqual(untouched)
})

test('a duplicate item, one of another order or an unknown one is refused', async () => {
  const other = await insertOrder(database, { customer, lines: [{ product: honey, quantity: 1 }] })
  const [foreign] = await database.query<{ id: string }>('select id from order_items where order_id = $1', [
    other,
  ])
  expect(await edit([...keep(2), ...keep(2)])).toEqual(refusal('quantity-invalid'))
  for (const id of [foreign!.id, crypto.randomUUID(), 'x'])
    expect(await edit([...keep(2), { id, quantity: 1 }])).toEqual(refusal('changed-meanwhile'))
})

test('a concurrent change is not overwritten', async () => {
  await edit(keep(1, 1))
  expect(await edit(keep(5, 5))).toEqual(refusal('changed-meanwhile'))
  await callProcedure(database, admin, 'move_order', [order, 'pending', 'processing'])
  expect(await edit(keep(5, 5), { version: 2 })).toEqual(refusal('changed-meanwhile'))
  expect(await edit(keep(5, 5), { version: null })).toEqual(refusal('changed-meanwhile'))
  expect((await readItems()).items).toEqual([1, 1])
})

test.each(ORDER_STATUSES)(
  'ORDER-19 an order that is %s is edited or not as features/orders/order-status.ts says',
  async (status) => {
    let version = 1
    let from: OrderStatus = 'pending'
    for (const to of stepsToStatus(status)) {
      await callProcedure(database, admin, 'move_order', [order, from, to])
      version += 1
      from = to
    }
    if (status === 'cancelled')
      await callProcedure(database, admin, 'cancel_order', [order, 'Cancelled by admin'])
    expect((await edit(keep(1, 1), { version: status === 'cancelled' ? 2 : version })).ok).toBe(
      isOrderOpen(status),
    )
  },
)

test('a cancelled edited order restores its current quantities', async () => {
  await edit(keep(5, null))
  await callProcedure(database, customer, 'cancel_order', [order, 'Cancelled by customer'])
  expect((await readItems()).stock).toEqual([10, 10])
})

test('PERMISSION-6 customers, even the order’s own, and former administrators cannot edit', async () => {
  await expect(edit(keep(1, 1), { actor: customer })).rejects.toThrow(/permission denied/)
  expect(
    await edit(keep(1, 1), { actor: { kind: 'admin', role: 'owner', userId: customer.userId, email: '' } }),
  ).toEqual(refusal('not-found'))
  expect(await callProcedure(database, admin, 'edit_order', [crypto.randomUUID(), 1, keep(1), null])).toEqual(
    refusal('not-found'),
  )
  expect(await readItems()).toEqual(untouched)
})

test('afterwards, stock and ledger are consistent', async () => {
  expect(await findInconsistencies(database)).toEqual([])
})
