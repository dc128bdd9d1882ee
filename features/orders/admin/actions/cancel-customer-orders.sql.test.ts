import { afterAll, beforeAll, expect, test } from 'vitest'
import { findOrder } from '#features/orders/orders.server.ts'
import { MAX_CUSTOMER_NOTE_LENGTH } from '#shop/constants.ts'
import type { Admin } from '#shop/permissions.ts'
import {
  insertAdmin,
  insertOrder,
  insertProduct,
  createTestShop,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { adminForm } from '#tests/fixtures/pages/admin-form.ts'
import { cancelCustomerOrders } from './cancel-customer-orders.server.ts'

let database: TestDatabase
let admin: Admin
beforeAll(async () => {
  database = await createTestDatabase()
  admin = await insertAdmin(database)
})
afterAll(() => database.close())

test('the customer note is saved with the cancellation, and returned if the reason is missing', async () => {
  const shop = createTestShop(database)
  const id = await insertOrder(database, { lines: [{ product: await insertProduct(database), quantity: 1 }] })
  const send = (reason: string, customer_note: string) => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ order_ids: id, reason, customer_note }))
      form.set(name, value)
    return cancelCustomerOrders(adminForm(shop, admin, id, form))
  }
  expect(await send('', 'Sorry.')).toMatchObject({
    status: 422,
    actionResult: { values: { reason: '', customer_note: 'Sorry.' } },
  })
  expect((await send('Never pays', 'x'.repeat(MAX_CUSTOMER_NOTE_LENGTH + 1))).status).toBe(400)
  expect((await send('Never pays', ' Sorry.\r\nThe harvest failed. ')).status).toBe(200)
  expect((await findOrder(shop, admin, id))?.history.at(-1)).toMatchObject({
    event: 'cancelled',
    note: 'Never pays',
    customer_note: 'Sorry.\nThe harvest failed.',
  })
})
