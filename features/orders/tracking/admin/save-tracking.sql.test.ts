import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  createTestShop,
  insertAdmin,
  insertCustomer,
  insertOrderWithStatus,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { adminForm } from '#tests/fixtures/pages/admin-form.ts'
import { findOrder } from '#features/orders/orders.server.ts'
import { PermissionDenied, visitor, type Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { handleOrderAction } from '#features/orders/admin/actions/order-actions.server.ts'
import { saveOrderTracking } from './save-tracking.server.ts'

let database: TestDatabase
let shop: ShopDependencies
let admin: Admin
let order: string

beforeAll(async () => {
  database = await createTestDatabase()
  shop = createTestShop(database)
  admin = await insertAdmin(database)
})
afterAll(() => database.close())
beforeEach(async () => {
  const customer = await insertCustomer(database)
  order = (await insertOrderWithStatus(database, 'processing', { admin, customer })).id
})

function toForm(entries: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(entries)) form.set(name, value)
  return form
}
const ship = (entries: Record<string, string>) =>
  handleOrderAction(
    shop,
    admin,
    'detail',
    toForm({ intent: 'move', order_id: order, expected_status: 'processing', ...entries }),
  )
const save = (entries: Record<string, string>, actor = admin) =>
  saveOrderTracking(adminForm(shop, actor, order, toForm({ intent: 'tracking', ...entries })))
const read = async () => (await findOrder(shop, admin, order))!

test('ORDER-60 a wrong number stays in its field, and the order is not shipped', async () => {
  expect(await ship({ carrier: '', tracking_number: 'H00_HYA' })).toMatchObject({
    status: 422,
    actionResult: {
      kind: 'refused',
      errors: { carrier: expect.any(String), tracking_number: expect.any(String) },
      values: { tracking_number: 'H00_HYA' },
    },
  })
  expect((await read()).status).toBe('processing')
  expect(await ship({ carrier: 'evri', tracking_number: ' H00HYA ' })).toMatchObject({ status: 200 })
  expect(await read()).toMatchObject({ status: 'shipped', carrier: 'evri', tracking_number: 'H00HYA' })
})

test('ORDER-60 a number is added and removed afterwards; a stale form is refused and keeps what was typed', async () => {
  await ship({})
  const version = String((await read()).version)
  const added = await save({ version, carrier: 'ups', tracking_number: '1Z 999' })
  expect(added).toMatchObject({ status: 200, actionResult: { message: 'The tracking number is saved.' } })
  expect(await save({ version, carrier: 'dpd', tracking_number: '15501' })).toMatchObject({
    status: 409,
    actionResult: { kind: 'refused', values: { carrier: 'dpd', tracking_number: '15501' } },
  })
  expect(await read()).toMatchObject({ carrier: 'ups', tracking_number: '1Z 999' })
  const removed = await save({ version: String((await read()).version), carrier: '', tracking_number: '' })
  expect(removed).toMatchObject({ status: 200, actionResult: { message: 'The tracking number is removed.' } })
})

test('ORDER-60 before and after it is shipped, and without a version, nothing is saved', async () => {
  const tracking = { carrier: 'ups', tracking_number: '1Z 999' }
  expect(await save({ version: '2', ...tracking })).toMatchObject({ status: 409 })
  expect(await save(tracking)).toMatchObject({ status: 400 })
  expect(await save({ version: '2', carrier: 'ups', tracking_number: '1' })).toMatchObject({
    status: 422,
    actionResult: { errors: { tracking_number: expect.stringContaining('5 to 40') } },
  })
  expect((await read()).carrier).toBeNull()
})

test('PERMISSION-5 only an administrator saves a tracking number', async () => {
  await expect(
    save({ version: '2', carrier: 'ups', tracking_number: '1Z 999' }, visitor as unknown as Admin),
  ).rejects.toThrow(PermissionDenied)
})
