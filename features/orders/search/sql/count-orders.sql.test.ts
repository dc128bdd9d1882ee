import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORDER_STATUSES, type OrderStatus } from '#features/orders/order-status.ts'
import type { Admin } from '#shop/permissions.ts'
import { insertAdmin, stepsToStatus } from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'

let database: TestDatabase
let admin: Admin
beforeAll(async () => {
  database = await createTestDatabase()
  admin = await insertAdmin(database)
})
afterAll(() => database.close())

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

test('the orders of each status of the database are counted, and all of them', async () => {
  // Powers of 2, so that no sum of some statuses equals the count of another.
  const expected = Object.fromEntries(ORDER_STATUSES.map((status, index) => [status, 2 ** index]))
  for (const [status, count] of Object.entries(expected)) {
    await database.query(
      `insert into orders (user_id, total_amount, shipping_address, status, estimated_delivery, actual_delivery)
       select gen_random_uuid(), 1, '{"full_name": "A", "phone": "1", "address": "B", "post_code": "C", "city": "D", "country": "E"}', $1::text, current_date,
              case when $3 then now() end from generate_series(1, $2)`,
      [status, count, stepsToStatus(status as OrderStatus).includes('delivered')],
    )
  }
  expect(
    Object.fromEntries(
      await Promise.all(ORDER_STATUSES.map(async (status) => [status, await countOrders(status)])),
    ),
  ).toEqual(expected)
  expect(await countOrders(null)).toBe(2 ** ORDER_STATUSES.length - 1)
})
