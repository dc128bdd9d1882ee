import { afterAll, beforeAll, expect, test } from 'vitest'
import { dispatchCountdown } from './dispatch-countdown.ts'
import { ORDER_STATUSES } from '#features/orders/order-status.ts'
import { listOrders } from '#features/orders/orders.server.ts'
import {
  createTestShop,
  insertAdmin,
  insertCustomer,
  insertOrderWithStatus,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('ORDER-51 orders to send are those pending or processing, overdue ones first, and pages and search keep the order', async () => {
  const admin = await insertAdmin(database)
  const customer = await insertCustomer(database)
  const shop = createTestShop(database)
  const ids: string[] = []
  for (let index = 0; index < 40; index++) {
    const { id } = await insertOrderWithStatus(database, ORDER_STATUSES[index % 5]!, { admin, customer })
    ids.push(id)
  }
  await database.query('alter table orders disable trigger all')
  await database.query(
    `update orders set created_at = now() - interval '7 hours' * (hashtext(id::text) & 15) where id = any ($1)`,
    [ids],
  )
  await database.query('alter table orders enable trigger all')
  const expected = await database.query<{ id: string }>(
    `select id from orders where status in ('pending', 'processing') order by created_at, id desc`,
  )
  for (const search of ['', 'ghat road', 'forest honey']) {
    const list = await listOrders(shop, admin, { status: 'to-send', search })
    expect(list).toMatchObject({ total: 16, page: 1, pageCount: 1, isMore: false })
    expect(list.orders.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
    const isOverdue = list.orders.map((order) => dispatchCountdown(order, new Date()).isOverdue)
    expect(isOverdue.includes(true) && isOverdue.includes(false)).toBe(true)
    expect(isOverdue).toEqual(isOverdue.toSorted((one, other) => Number(other) - Number(one)))
  }
  expect(await listOrders(shop, admin, { status: 'to-send', search: 'nobody' })).toMatchObject({
    total: 0,
    orders: [],
  })
  expect(
    await listOrders(shop, { ...customer, kind: 'admin', role: 'owner' }, { status: 'to-send' }),
    'the database checks the administrator, too',
  ).toMatchObject({ total: 0, orders: [] })
})
