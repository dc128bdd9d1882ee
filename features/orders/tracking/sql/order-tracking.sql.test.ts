import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  callProcedure,
  countRows,
  createTestShop,
  insertAdmin,
  insertCustomer,
  insertOrderWithStatus,
  readOrderHistory,
  resultCode,
} from '#tests/fixtures/databases/test-records.ts'
import { openConcurrentConnections, repeat } from '#tests/fixtures/databases/concurrent-connections.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { findOrder } from '#features/orders/orders.server.ts'
import { CARRIER_CODES } from '#features/orders/tracking/carriers.ts'
import { ORDER_STATUSES } from '#features/orders/order-status.ts'
import type { Admin, Customer } from '#shop/permissions.ts'

let database: TestDatabase
let admin: Admin
let customer: Customer
let order: string

beforeAll(async () => {
  database = await createTestDatabase()
  admin = await insertAdmin(database)
  customer = await insertCustomer(database)
})
afterAll(() => database.close())
beforeEach(async () => {
  order = (await insertOrderWithStatus(database, 'processing', { admin, customer })).id
})

type Row = { status: string; version: number; carrier: string | null; tracking_number: string | null }
const read = async (id = order) =>
  (
    await database.query<Row>('select status, version, carrier, tracking_number from orders where id = $1', [
      id,
    ])
  )[0]!
const ship = (carrier: string | null, number: string | null, actor: Admin | Customer = admin) =>
  callProcedure(database, actor, 'ship_order', [order, 'processing', carrier, number])
const save = (version: number | null, carrier: string | null, number: string | null) =>
  callProcedure(database, admin, 'save_order_tracking', [order, version, carrier, number])

test('ORDER-60 ORDER-16 shipping keeps carrier and number with a row of history of their own', async () => {
  expect(resultCode(await ship('evri', 'H00 HYA-1'))).toBe('done')
  expect(await read()).toMatchObject({ status: 'shipped', carrier: 'evri', tracking_number: 'H00 HYA-1' })
  const [moved, tracked] = (await readOrderHistory(database, order)).slice(-2)
  expect(moved).toMatchObject({ event: 'moved', to_status: 'shipped' })
  expect(tracked).toMatchObject({
    event: 'tracked',
    actor_kind: 'admin',
    actor_id: admin.userId,
    details: { tracking: { from: null, to: { carrier: 'evri', tracking_number: 'H00 HYA-1' } } },
  })
  expect(await countRows(database, 'outbox', 'dedupe_key = $1', [`order-shipped:${order}`])).toBe(1)
})

test('ORDER-60 shipping without a number ships, and the number is added, corrected and removed later', async () => {
  expect(resultCode(await ship(null, null))).toBe('done')
  const { version } = await read()
  expect(await save(version, 'dpd', '15501')).toEqual({ ok: true, value: { version: version + 1 } })
  expect(resultCode(await save(version, 'ups', '15502'))).toBe('changed-meanwhile')
  expect(await read()).toMatchObject({ carrier: 'dpd', tracking_number: '15501' })
  expect(resultCode(await save(version + 1, 'ups', '15502'))).toBe('done')
  expect(resultCode(await save(version + 2, null, null))).toBe('done')
  expect(await read()).toMatchObject({ carrier: null, tracking_number: null, version: version + 3 })
  // Saving the same values again changes nothing.
  expect(await save(version + 3, null, null)).toEqual({ ok: true, value: { version: version + 3 } })
  expect(await countRows(database, 'order_history', `order_id = $1 and event = 'tracked'`, [order])).toBe(3)
})

test.each([
  ['evri', null],
  [null, 'H00HYA'],
  ['owl', 'H00HYA'],
  ['evri', 'H00_HYA'],
  ['evri', '1234'],
  ['evri', ' H00HYA'],
  ['evri', 'H00HYA\n'],
  ['evri', 'x'.repeat(41)],
])('ORDER-60 %j with %j is refused, and nothing is shipped or saved', async (carrier, number) => {
  expect(resultCode(await ship(carrier, number))).toBe('tracking-invalid')
  expect(await read()).toMatchObject({ status: 'processing', carrier: null })
  await ship(null, null)
  const { version } = await read()
  expect(resultCode(await save(version, carrier, number))).toBe('tracking-invalid')
  expect(await read()).toMatchObject({ carrier: null, version })
})

test.each(ORDER_STATUSES)('ORDER-60 tracking is saved while shipped only: %s', async (status) => {
  order = (await insertOrderWithStatus(database, status, { admin, customer })).id
  const { version } = await read()
  expect(resultCode(await save(version, 'evri', 'H00HYA'))).toBe(
    status === 'shipped' ? 'done' : 'not-shipped',
  )
  expect((await read()).carrier).toBe(status === 'shipped' ? 'evri' : null)
})

test('ORDER-24 ORDER-74 undoing the step takes the number back and keeps it for the next; undoing the delivery keeps it', async () => {
  await ship('evri', 'H00HYA')
  await callProcedure(database, admin, 'move_order', [order, 'shipped', 'delivered'])
  await callProcedure(database, admin, 'undo_order_move', [order, 'delivered'])
  expect(await read()).toMatchObject({ status: 'shipped', carrier: 'evri' })
  order = (await insertOrderWithStatus(database, 'processing', { admin, customer })).id
  const shop = createTestShop(database)
  const packer = await insertAdmin(database, 'packer')
  const kept = async (actor: Admin) => (await findOrder(shop, actor, order))!.undone_tracking
  await ship('evri', 'H00HYA')
  expect(await kept(packer)).toBeNull()
  await callProcedure(database, admin, 'undo_order_move', [order, 'shipped'])
  expect(await read()).toMatchObject({ status: 'processing', carrier: null, tracking_number: null })
  for (const actor of [admin, packer])
    expect(await kept(actor)).toEqual({ carrier: 'evri', tracking_number: 'H00HYA' })
  await ship(null, null)
  await callProcedure(database, admin, 'undo_order_move', [order, 'shipped'])
  expect(await kept(packer), 'nothing was typed the last time').toBeNull()
})

test('PERMISSION-5 a customer neither ships nor saves a tracking number', async () => {
  await expect(ship('evri', 'H00HYA', customer)).rejects.toThrow(/permission denied/)
  await expect(
    callProcedure(database, customer, 'save_order_tracking', [order, 1, 'evri', 'H00HYA']),
  ).rejects.toThrow(/permission denied/)
  const former: Admin = { ...admin, userId: crypto.randomUUID() }
  expect(resultCode(await ship('evri', 'H00HYA', former))).toBe('not-found')
})

test('the carriers of the database are those of the table', async () => {
  const [row] = await database.query<{ definition: string }>(
    `select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'carrier_code_check'`,
  )
  expect([...row!.definition.matchAll(/'([a-z-]+)'/g)].map(([, code]) => code)).toEqual(CARRIER_CODES)
})

test('ORDER-60 ORDER-46 a correction and the delivery at once: the correction is of the order as it was seen, or refused', async () => {
  const clients = await openConcurrentConnections(database)
  const ends = await Promise.all(
    repeat(30, async (index) => {
      const { id } = await insertOrderWithStatus(database, 'shipped', { admin, customer })
      const { version } = await read(id)
      const correct = (number: string) =>
        clients.as(admin, 'public.save_order_tracking($1, $2, $3, $4)', [id, version, 'evri', number])
      const deliver = clients.as(admin, 'public.move_order($1, $2, $3)', [id, 'shipped', 'delivered'])
      const results = await Promise.all([correct(`FIRST ${index}`), deliver, correct(`OTHER ${index}`)])
      const { status, tracking_number } = await read(id)
      const saved = results.filter((result, place) => result.ok && place !== 1).length
      return `${status} ${resultCode(results[1])} ${saved} ${tracking_number === null ? 'none' : 'one'}`
    }),
  )
  await clients.close()
  for (const end of ends) expect(['delivered done 1 one', 'delivered done 0 none']).toContain(end)
})
