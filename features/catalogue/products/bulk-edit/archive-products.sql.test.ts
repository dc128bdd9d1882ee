import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAllProducts } from '#features/catalogue/products/admin/admin-catalogue.server.ts'
import type { AdminProductQuery } from '#features/catalogue/products/admin/admin-product.ts'
import { messages } from '#shop/messages/messages.ts'
import { PermissionDenied, visitor, type Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import {
  callPlaceOrder,
  createTestShop,
  insertAdmin,
  insertCategory,
  insertCustomer,
  insertOrder,
  insertProduct,
  toOrderLines,
} from '#tests/fixtures/databases/test-records.ts'
import { bulkEditProducts, setProductActive } from './bulk-edit-products.server.ts'

let database: TestDatabase
let shop: ShopDependencies
let admin: Admin
let category_id: string
beforeAll(async () => {
  database = await createTestDatabase()
  shop = createTestShop(database)
  admin = await insertAdmin(database, 'manager')
  category_id = await insertCategory(database, 'Teas')
  await insertProduct(database, { name: 'Green tea', category_id })
})
afterAll(() => database.close())

const archive = (ids: string[], isArchived = true, actor: Parameters<typeof bulkEditProducts>[1] = admin) =>
  bulkEditProducts(shop, actor, ids, { kind: 'archive', isArchived })
async function list(query: Partial<AdminProductQuery>) {
  const asked = { search: '', category_id, show: null, sort: 'name', page: 1, ...query } as const
  const { products, total } = await listAllProducts(shop, admin, asked)
  expect(total, JSON.stringify(query)).toBe(products.length)
  return products.map(({ name }) => name)
}
const readState = async (id: string) =>
  (
    await database.query<{ is_active: boolean; is_archived: boolean }>(
      'select is_active, archived_at is not null as is_archived from products where id = $1',
      [id],
    )
  )[0]!

test('CATALOGUE-30 an archived product is off sale, off the lists, and found under Archived', async () => {
  const product = await insertProduct(database, { name: 'Old tea', stock: 3, category_id })
  const asleep = await insertProduct(database, { name: 'Off tea', stock: 3, category_id, is_active: false })
  const order = await insertOrder(database, { lines: [{ product, quantity: 1 }] })
  expect(await list({})).toEqual(['Green tea', 'Off tea', 'Old tea'])
  expect(await archive([product.id, asleep.id])).toMatchObject([
    { outcome: 'changed' },
    { outcome: 'changed' },
  ])
  expect(await archive([product.id])).toMatchObject([{ outcome: 'same' }])

  for (const show of [null, 'on'] as const) expect(await list({ show })).toEqual(['Green tea'])
  for (const show of ['off', 'low'] as const) expect(await list({ show })).toEqual([])
  for (const sort of ['price', 'stock', 'newest'] as const)
    expect(await list({ sort })).toEqual(['Green tea'])
  expect(await list({ search: 'tea' })).toEqual(['Green tea'])
  expect(await list({ search: 'old', category_id: null })).toEqual([])
  expect(await list({ show: 'archived' })).toEqual(['Off tea', 'Old tea'])
  expect(await list({ show: 'archived', search: 'old', category_id: null })).toEqual(['Old tea'])
  const [low] = await database.query<{ names: string[] | null }>(
    'select array_agg(name) as names from low_stock_products(100, true)',
  )
  expect(low!.names ?? []).not.toContain('Old tea')

  // Its orders still contain it.
  const items = await database.query('select product_id, product_name from order_items where order_id = $1', [
    order,
  ])
  expect(items).toEqual([{ product_id: product.id, product_name: 'Old tea' }])
})

test('CATALOGUE-31 no procedure sells an archived product, and the database refuses one that is active', async () => {
  const product = await insertProduct(database, { name: 'Last tea', category_id })
  await archive([product.id])
  const customer = await insertCustomer(database)
  const lines = toOrderLines([{ product, quantity: 1 }])
  expect(await callPlaceOrder(database, customer, lines)).toMatchObject({
    refusal: { code: 'cart-changed', lines: [{ problem: 'withdrawn' }] },
  })
  await expect(
    database.query('update products set is_active = true where id = $1', [product.id]),
  ).rejects.toThrow('archived_is_inactive')
  await expect(
    database.query(`update products set archived_at = now() where name = 'Green tea'`),
  ).rejects.toThrow('archived_is_inactive')
})

test('CATALOGUE-32 what is brought back is listed, inactive, and can then be sold again', async () => {
  const product = await insertProduct(database, { name: 'White tea', category_id })
  await database.query(`update products set ingredients = 'Tea.' where id = $1`, [product.id])
  await archive([product.id])
  const activation = { productId: product.id, isActive: true, isConfirmed: true }
  expect(await setProductActive(shop, admin, activation)).toEqual({
    ok: false,
    refusal: { code: 'archived' },
  })
  expect(await bulkEditProducts(shop, admin, [product.id], { kind: 'switch', isActive: true })).toMatchObject(
    [{ outcome: 'refused', why: messages.productArchived }],
  )
  expect(await archive([product.id], false)).toMatchObject([{ outcome: 'changed' }])
  expect(await readState(product.id)).toEqual({ is_active: false, is_archived: false })
  expect(await setProductActive(shop, admin, activation)).toMatchObject({ ok: true })
  expect(await list({ show: 'on' })).toContain('White tea')
})

test('CATALOGUE-30 packers, customers and visitors archive nothing, in code and in the database', async () => {
  const product = await insertProduct(database, { name: 'Red tea', category_id })
  for (const actor of [visitor, await insertCustomer(database), await insertAdmin(database, 'packer')]) {
    await expect(archive([product.id], true, actor)).rejects.toThrow(PermissionDenied)
    await expect(
      database.db.withActor(actor, (trx) =>
        trx
          .updateTable('products')
          .set({ is_active: false, archived_at: '2026-01-01' })
          .where('id', '=', product.id)
          .execute(),
      ),
    ).rejects.toThrow('permission denied')
  }
  expect(await readState(product.id)).toEqual({ is_active: true, is_archived: false })
})
