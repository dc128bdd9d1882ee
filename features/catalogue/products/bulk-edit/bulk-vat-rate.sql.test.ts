import { afterAll, beforeAll, expect, test } from 'vitest'
import { PermissionDenied, visitor, type Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import {
  createTestShop,
  insertAdmin,
  insertCustomer,
  insertProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { bulkEditProducts } from './bulk-edit-products.server.ts'

let database: TestDatabase
let shop: ShopDependencies
let manager: Admin
beforeAll(async () => {
  database = await createTestDatabase()
  shop = createTestShop(database)
  manager = await insertAdmin(database, 'manager')
})
afterAll(() => database.close())

const setRate = (ids: string[], actor: Parameters<typeof bulkEditProducts>[1] = manager) =>
  bulkEditProducts(shop, actor, ids, { kind: 'vat-rate', vatRate: 20 })
const readRate = async (id: string) =>
  (
    await database.query<{ vat_rate: number | null; version: number }>(
      'select vat_rate, version from products where id = $1',
      [id],
    )
  )[0]!

test('CATALOGUE-38 the VAT rate of chosen products is set, each with a new version and on record', async () => {
  const [tea, sweets, other] = [
    await insertProduct(database, { name: 'Tea' }),
    await insertProduct(database, { name: 'Sweets' }),
    await insertProduct(database, { name: 'Other' }),
  ]
  await database.query('update products set vat_rate = 20 where id = $1', [sweets.id])
  const before = await readRate(tea.id)
  expect(await setRate([tea.id, sweets.id, crypto.randomUUID()])).toMatchObject([
    { name: 'Tea', outcome: 'changed' },
    { name: 'Sweets', outcome: 'same' },
    { name: null, outcome: 'refused' },
  ])
  expect(await readRate(tea.id)).toEqual({ vat_rate: 20, version: before.version + 1 })
  expect(await readRate(other.id)).toMatchObject({ vat_rate: null })
  expect(
    await database.query(
      `select actor_id, before, after from audit_events where subject_id = $1 and event = 'changed'`,
      [tea.id],
    ),
  ).toEqual([{ actor_id: manager.userId, before: { vat_rate: null }, after: { vat_rate: 20 } }])
})

test('CATALOGUE-38 packers, customers and visitors set no VAT rate, in code and in the database', async () => {
  const { id } = await insertProduct(database)
  for (const actor of [visitor, await insertCustomer(database), await insertAdmin(database, 'packer')]) {
    await expect(setRate([id], actor)).rejects.toThrow(PermissionDenied)
    const changed = database.db.withActor(actor, (trx) =>
      trx.updateTable('products').set({ vat_rate: 20 }).where('id', '=', id).execute(),
    )
    await expect(changed).rejects.toThrow('permission denied')
  }
  expect(await readRate(id)).toMatchObject({ vat_rate: null })
})
