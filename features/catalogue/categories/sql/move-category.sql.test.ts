import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listAllCategories } from '#features/catalogue/products/admin/admin-catalogue.server.ts'
import { changeCategory, moveCategory } from '#features/catalogue/categories/save-category.server.ts'
import { readHomePage } from '#features/catalogue/storefront/storefront-catalogue.server.ts'
import { readAuditLog } from '#features/audit/read-audit-log.server.ts'
import { refused } from '#shop/outcome.ts'
import { PermissionDenied, visitor, type Admin, type Customer } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import {
  callProcedure,
  createTestShop,
  insertAdmin,
  insertCategory,
  insertCustomer,
  insertProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'

const NAMES = ['Breakfast', 'Coffee', 'Honey', 'Pickles', 'Rice', 'Spices', 'Tea']
let database: TestDatabase
let shop: ShopDependencies
let admin: Admin
let customer: Customer
const ids: Record<string, string> = {}
beforeAll(async () => {
  database = await createTestDatabase()
  shop = createTestShop(database)
  admin = await insertAdmin(database, 'manager')
  customer = await insertCustomer(database)
  for (const name of NAMES) {
    ids[name] = await insertCategory(database, name)
    await insertProduct(database, { category_id: ids[name] })
  }
})
afterAll(() => database.close())
beforeEach(() => database.query('update categories set position = null, is_on_home_page = true'))

const names = (categories: readonly { name: string }[]) => categories.map(({ name }) => name)
const order = async () => names(await listAllCategories(shop, admin))
const home = async () => names((await readHomePage(shop)).categories)
const move = (name: string, past: string, actor: Admin | Customer | typeof visitor = admin) =>
  moveCategory(shop, actor, { id: ids[name]!, neighbourId: ids[past]! })

describe('SETTING-14 The order of categories', () => {
  test('starts as it is today, and one moves past its neighbour, in the back-office and in the shop', async () => {
    expect(await order()).toEqual(NAMES)
    expect(await home()).toEqual(NAMES.slice(0, 6))
    expect(await move('Coffee', 'Breakfast')).toMatchObject({ ok: true })
    expect((await order()).slice(0, 3)).toEqual(['Coffee', 'Breakfast', 'Honey'])
    expect(await move('Coffee', 'Breakfast')).toMatchObject({ ok: true })
    expect((await order()).slice(0, 3)).toEqual(['Breakfast', 'Coffee', 'Honey'])
    expect(await move('Spices', 'Tea')).toMatchObject({ ok: true })
    expect(await home()).toEqual([...NAMES.slice(0, 5), 'Tea'])
    const { rows } = await readAuditLog(shop, await insertAdmin(database), {})
    const moved = rows.find(({ after }) => after !== null && 'position' in after)
    expect([moved?.before, moved?.after]).toEqual([{ position: 6 }, { position: 7 }])
  })

  test('SETTING-5 is refused if somebody else has moved one of the two', async () => {
    await move('Breakfast', 'Coffee')
    await move('Breakfast', 'Honey')
    const before = await order()
    expect(await move('Coffee', 'Breakfast')).toEqual(refused('changed-meanwhile'))
    expect(await move('Tea', 'Breakfast')).toEqual(refused('changed-meanwhile'))
    expect(await move('Tea', 'Tea')).toEqual(refused('changed-meanwhile'))
    expect(await moveCategory(shop, admin, { id: ids['Tea']!, neighbourId: crypto.randomUUID() })).toEqual(
      refused('changed-meanwhile'),
    )
    for (const id of [crypto.randomUUID(), 'nonsense'])
      expect(await moveCategory(shop, admin, { id, neighbourId: ids['Tea']! })).toEqual(refused('not-found'))
    expect(await order()).toEqual(before)
  })

  test('concurrent moves do not deadlock', async () => {
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => move('Coffee', 'Breakfast')),
      ...Array.from({ length: 5 }, () => move('Tea', 'Spices')),
    ])
    // Each move swaps neighbours, so an odd number of swaps equals one.
    expect(answers.every(({ ok }) => ok)).toBe(true)
    expect(await order()).toEqual(['Coffee', 'Breakfast', ...NAMES.slice(2, 5), 'Tea', 'Spices'])
  })

  test('PERMISSION-14 nobody but a manager moves one, in the code and in the database', async () => {
    await expect(move('Coffee', 'Breakfast', customer)).rejects.toThrow(PermissionDenied)
    await expect(move('Coffee', 'Breakfast', visitor)).rejects.toThrow(PermissionDenied)
    expect(await move('Coffee', 'Breakfast', { ...admin, userId: customer.userId })).toEqual(
      refused('not-found'),
    )
    await expect(
      callProcedure(database, customer, 'move_category', [ids['Coffee'], ids['Breakfast']]),
    ).rejects.toThrow('permission denied')
    expect(await order()).toEqual(NAMES)
  })

  test('the home page shows the first six of those that are ticked', async () => {
    const categories = await listAllCategories(shop, admin)
    const coffee = categories.find(({ name }) => name === 'Coffee')!
    const change = (is_on_home_page: boolean, version: number) =>
      changeCategory(shop, admin, {
        id: coffee.id,
        version,
        category: { name: 'Coffee', description: null, is_on_home_page },
        upload: null,
      })
    expect(await change(false, coffee.version)).toMatchObject({ ok: true })
    expect(await home()).toEqual(NAMES.filter((name) => name !== 'Coffee'))
    expect(await order(), 'every other list has it').toEqual(NAMES)
    expect(await change(true, coffee.version)).toMatchObject({
      refusal: { code: 'changed-meanwhile', changes: [{ field: 'is_on_home_page', was: true, is: false }] },
    })
  })
})
