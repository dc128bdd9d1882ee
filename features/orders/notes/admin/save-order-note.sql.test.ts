import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  callProcedure,
  createTestShop,
  insertAdmin,
  insertCustomer,
  insertOrder,
  insertProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { adminForm } from '#tests/fixtures/pages/admin-form.ts'
import type { DatabaseActor } from '#platform/database/connection/connect.server.ts'
import { readAuditLog } from '#features/audit/read-audit-log.server.ts'
import { readLatestChanges } from '#features/orders/events/order-events.server.ts'
import { findOrder, findOwnOrder, listOrders, listOwnOrders } from '#features/orders/orders.server.ts'
import { PermissionDenied, visitor, type Admin, type Customer } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { saveOrderNote } from './save-order-note.server.ts'

const SECRET = 'Rings twice: leave it with No. 14'

let database: TestDatabase
let shop: ShopDependencies
let admin: Admin
let customer: Customer
let order: string
let otherOrder: string

beforeAll(async () => {
  database = await createTestDatabase()
  shop = createTestShop(database)
  admin = await insertAdmin(database)
  customer = await insertCustomer(database)
  const lines = [{ product: await insertProduct(database), quantity: 1 }]
  order = await insertOrder(database, { customer, lines })
  otherOrder = await insertOrder(database, { customer, lines })
})
afterAll(() => database.close())

function save(note: string | null, { id = order, actor = admin, isForPackers = false } = {}) {
  const form = new FormData()
  if (note !== null) form.set('note', note)
  if (isForPackers) form.set('note_for_packers', 'on')
  return saveOrderNote(adminForm(shop, actor, id, form))
}

test('ORDER-62 a note is added with its author and time, and every part of the back-office hears of it', async () => {
  const before = await findOrder(shop, admin, order)
  expect(await save(` ${SECRET}\r\nThen ring. `)).toMatchObject({ status: 200 })
  const found = await findOrder(shop, admin, order)
  expect(found!.notes).toMatchObject([{ text: `${SECRET}\nThen ring.`, author_name: null }])
  expect(found!.version, 'an open edit stays valid').toBe(before!.version)
  const { orders } = await listOrders(shop, admin)
  expect(Object.fromEntries(orders.map(({ id, has_notes }) => [id, has_notes]))).toEqual({
    [order]: true,
    [otherOrder]: false,
  })
  expect(await readLatestChanges(shop, admin)).toContainEqual(
    expect.objectContaining({ about: 'order-note', order_id: order, event: 'noted' }),
  )
  const { rows } = await readAuditLog(shop, admin, {
    kind: 'edits',
    who: null,
    about: null,
    search: order.slice(0, 8),
    from: null,
    to: null,
    cursor: null,
  })
  expect(rows).toMatchObject([
    { event: 'note-added', subject: { kind: 'order', id: order }, actor: { id: admin.userId } },
  ])
})

test('ORDER-62 a customer reads no note: not on the order, not in the list, nor from the table', async () => {
  await save(SECRET)
  const read = [await findOwnOrder(shop, customer, order), await listOwnOrders(shop, customer, { page: 1 })]
  expect(JSON.stringify(read)).not.toContain(SECRET)
  for (const reader of [customer, visitor])
    await expect(
      database.db.queryAs(reader, (db) => db.selectFrom('order_notes').selectAll().execute()),
    ).rejects.toThrow(/permission denied/)
  const former = { ...admin, userId: crypto.randomUUID() }
  expect(
    await database.db.queryAs(former, (db) => db.selectFrom('order_notes').selectAll().execute()),
  ).toEqual([])
  await expect(callProcedure(database, customer, 'add_order_note', [order, 'Tried', true])).rejects.toThrow(
    /permission denied/,
  )
})

test.each([null, '', ' \n ', 'x'.repeat(1001)])('ORDER-62 %j is not added', async (text) => {
  const before = (await findOrder(shop, admin, order))!.notes.length
  expect(await save(text)).toMatchObject({
    status: 422,
    actionResult: { errors: { note: expect.any(String) } },
  })
  const result = await callProcedure(database, admin, 'add_order_note', [order, text, false])
  expect(result).toEqual({ ok: false, refusal: { code: 'note-invalid' } })
  expect((await findOrder(shop, admin, order))!.notes).toHaveLength(before)
})

describe('ORDER-69 Notes for packers', () => {
  const FOR_PACKERS = 'Wrap the jars twice'
  const MANAGERS_ONLY = 'Owes us £12 of last week'
  let packer: Admin
  beforeAll(async () => {
    packer = await insertAdmin(database, 'packer')
  })

  test('a packer reads the notes for packers alone, by no page, list, event or query another', async () => {
    await save(MANAGERS_ONLY, { id: otherOrder })
    const listed = async () =>
      (await listOrders(shop, packer)).orders.find(({ id }) => id === otherOrder)!.has_notes
    expect(await listed()).toBe(false)
    await save(FOR_PACKERS, { id: otherOrder, isForPackers: true })
    expect(await listed()).toBe(true)
    expect((await findOrder(shop, packer, otherOrder))!.notes).toMatchObject([{ text: FOR_PACKERS }])
    expect((await findOrder(shop, admin, otherOrder))!.notes).toMatchObject([
      { text: MANAGERS_ONLY, is_for_packers: false },
      { text: FOR_PACKERS, is_for_packers: true },
    ])
    const read = await database.db.queryAs(packer, (db) =>
      db.selectFrom('order_notes').select(['text', 'is_for_packers']).execute(),
    )
    expect(read).toEqual([{ text: FOR_PACKERS, is_for_packers: true }])
    const events = await readLatestChanges(shop, packer)
    expect(events.filter(({ about }) => about === 'order-note')).toHaveLength(1)
  })

  test('what a packer notes is for packers, whatever the call says, and on record with its author', async () => {
    expect(await save('One jar was short', { actor: packer, id: otherOrder })).toMatchObject({ status: 200 })
    await callProcedure(database, packer, 'add_order_note', [otherOrder, 'By hand', false])
    expect(
      await database.query('select text, is_for_packers from order_notes where author_id = $1 order by id', [
        packer.userId,
      ]),
    ).toEqual([
      { text: 'One jar was short', is_for_packers: true },
      { text: 'By hand', is_for_packers: true },
    ])
  })

  test('a manager’s note is for managers unless the box is ticked', async () => {
    await save('Without a tick', { id: otherOrder })
    expect((await findOrder(shop, admin, otherOrder))!.notes.at(-1)).toMatchObject({ is_for_packers: false })
  })

  test('a packer with the role of managers, or suspended, reads none', async () => {
    const asManager = { kind: 'admin', userId: packer.userId } as const
    const read = (actor: DatabaseActor) =>
      database.db.queryAs(actor, (db) => db.selectFrom('order_notes').select('text').execute())
    expect(await read(asManager)).toEqual([])
    await database.query('update accounts.administrator set suspended_at = now() where user_id = $1', [
      packer.userId,
    ])
    expect(await read(packer)).toEqual([])
    expect(await save('Tried', { actor: packer })).toMatchObject({ status: 404 })
  })
})

test('ORDER-62 a note is never changed or removed', async () => {
  await save('Kept')
  for (const statement of [
    `update order_notes set text = 'x'`,
    'delete from order_notes',
    'truncate order_notes',
  ])
    await expect(database.query(statement)).rejects.toThrow('rows are only ever added')
})

test('PERMISSION-5 only a current administrator adds notes, and only to an order', async () => {
  await expect(save('Tried', { actor: visitor as unknown as Admin })).rejects.toThrow(PermissionDenied)
  expect(await save('Tried', { actor: { ...admin, userId: crypto.randomUUID() } })).toMatchObject({
    status: 404,
  })
  expect(await save('Tried', { id: crypto.randomUUID() })).toMatchObject({ status: 404 })
})
