import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORDER_STATUSES } from '#features/orders/order-status.ts'
import type { Admin } from '#shop/permissions.ts'
import { insertAdmin } from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'

let database: TestDatabase
let admin: Admin
beforeAll(async () => {
  database = await createTestDatabase()
  admin = await insertAdmin(database)
})
afterAll(() => database.close())

/** count_orders() counts as delivered whatever has no other status, so a new status must be added there too. */
const COUNTED_STATUSES = ['pending', 'processing', 'shipped', 'delivered', 'cancelled']

const readStatusesOfDatabase = async () =>
  (
    await database.query<{ status: string }>(
      `select (regexp_matches(pg_get_constraintdef(oid), '''([^'']+)''::text', 'g'))[1] as status from pg_constraint where contypid = 'order_status'::regtype`,
    )
  ).map(({ status }) => status)

const countOrders = (status: string | null) =>
  database.db.withActor(
    admin,
    async (trx) =>
      (
        await trx
          .selectNoFrom((from) => from.fn<number>('count_orders', [from.val(status)]).as('orders'))
          .executeTakeFirstOrThrow()
      ).orders,
  )

test('the statuses of the database are those that count_orders() counts', async () => {
  expect(await readStatusesOfDatabase()).toEqual(COUNTED_STATUSES)
  expect([...ORDER_STATUSES]).toEqual(COUNTED_STATUSES)
})

test('the orders of each status of the database are counted, and all of them', async () => {
  const statuses = await readStatusesOfDatabase()
  // Powers of 2, so that no sum of some statuses equals the count of another.
  const expected = Object.fromEntries(statuses.map((status, index) => [status, 2 ** index]))
  for (const [status, count] of Object.entries(expected)) {
    await database.query(
      `insert into orders (user_id, total_amount, shipping_address, status, estimated_delivery, actual_delivery)
       select gen_random_uuid(), 1, '{"full_name": "A", "phone": "1", "address": "B", "post_code": "C", "city": "D", "country": "E"}', $1::text, current_date,
              case $1::text when 'delivered' then now() end from generate_series(1, $2)`,
      [status, count],
    )
  }
  expect(
    Object.fromEntries(
      await Promise.all(statuses.map(async (status) => [status, await countOrders(status)])),
    ),
  ).toEqual(expected)
  expect(await countOrders(null)).toBe(2 ** statuses.length - 1)
})
