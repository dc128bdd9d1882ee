import { eachAllergen } from '#features/catalogue/labels/allergen-statements.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messages } from '#shop/messages/messages.ts'
import { PermissionDenied, visitor, type Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import {
  insertCategory,
  insertCustomer,
  insertAdmin,
  insertProduct,
  createTestShop,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import {
  bulkEditMatchingProducts,
  listFingerprint,
  readListSnapshot,
  type BulkEdit,
} from './bulk-edit-products.server.ts'
import { MAX_BULK_EDIT_PRODUCTS, type ListSnapshot } from './bulk-edit-result.ts'
import type { MatchingProducts } from '#features/catalogue/products/admin/admin-catalogue-queries.server.ts'

let database: TestDatabase
let shop: ShopDependencies
let admin: Admin
let spices: string
const WHOLE: MatchingProducts = { search: '', category_id: null, show: null }

beforeAll(async () => {
  database = await createTestDatabase()
  shop = createTestShop(database)
  admin = await insertAdmin(database)
  spices = await insertCategory(database, 'Spices')
  for (let count = 1; count <= 30; count++)
    await insertProduct(database, { name: `Pepper ${count}`, category_id: spices })
  await insertProduct(database, { name: 'Honey' })
  await database.query(
    `update products set ingredients = 'Pepper.', allergy_advice = 'None of the 14.', allergens = $1 where name like 'Pepper %'`,
    [JSON.stringify(eachAllergen(() => 'free'))],
  )
  await database.query(`update products set description = 'Sundried.' where name like 'Pepper 2%'`)
  await database.query(
    `update products set ingredients = null, is_active = false where name in ('Pepper 7', 'Pepper 8')`,
  )
})
afterAll(() => database.close())

const see = async (matching: MatchingProducts) => (await readListSnapshot(shop, admin, matching))!
const changeAsSeen = async (matching: MatchingProducts, change: BulkEdit) => {
  const seen = await see(matching)
  return [seen.total, await bulkEditMatchingProducts(shop, admin, matching, seen, change)] as const
}
const badges = async (badge: string) =>
  (
    await database.query<{ count: number }>('select count(*)::int as count from products where badge = $1', [
      badge,
    ])
  )[0]!.count

test('changes all pages of a filtered list and nothing else', async () => {
  const changed = await changeAsSeen({ ...WHOLE, category_id: spices }, { kind: 'badge', badge: 'Spiced' })
  expect(changed).toMatchObject([30, { ok: true, value: { length: 30 } }])
  expect(await badges('Spiced')).toBe(30)
  expect(await changeAsSeen({ ...WHOLE, search: 'sundried' }, { kind: 'badge', badge: 'Two' })).toMatchObject(
    [11, { ok: true }],
  )
  expect(await badges('Two')).toBe(11)
  expect(
    await changeAsSeen({ ...WHOLE, search: 'sun\0dried' }, { kind: 'badge', badge: 'Two' }),
    'no field holds a NUL',
  ).toMatchObject([11, { ok: true }])
})

test('has a result for each: refusals are reported, the others are changed', async () => {
  const [, changed] = await changeAsSeen(WHOLE, { kind: 'switch', isActive: true })
  if (!changed.ok) throw new Error(changed.refusal.code)
  const left = changed.value.filter(({ outcome }) => outcome === 'refused')
  expect(left.map(({ name, why }) => [name, why])).toEqual(
    expect.arrayContaining([
      ['Pepper 7', messages.foodInformationMissing],
      ['Pepper 8', messages.foodInformationMissing],
    ]),
  )
  expect(changed.value.length - left.length).toBe(
    (await database.query('select from products where is_active')).length,
  )
})

test.each([29, 31, 0])(
  'CATALOGUE-26 a list of 30 that was selected with %i stays unchanged, and the current total is returned',
  async (seen) => {
    const list = { ...WHOLE, category_id: spices }
    const changed = await bulkEditMatchingProducts(
      shop,
      admin,
      list,
      { ...(await see(list)), total: seen },
      { kind: 'badge', badge: 'Unseen' },
    )
    expect(changed).toEqual({ ok: false, refusal: { code: 'list-changed', total: 30 } })
    expect(await badges('Unseen')).toBe(0)
  },
)

test('a list with one product replaced by another stays unchanged, although its total is the same', async () => {
  const list = { ...WHOLE, category_id: spices }
  const seen = await see(list)
  const honey = await insertCategory(database, 'Sweets')
  await database.query(
    `update products set category_id = case name when 'Honey' then $1::uuid else $2::uuid end where name in ('Honey', 'Pepper 3')`,
    [spices, honey],
  )
  const change = { kind: 'badge', badge: 'Never seen' } as const
  expect(await bulkEditMatchingProducts(shop, admin, list, seen, change)).toEqual({
    ok: false,
    refusal: { code: 'list-changed', total: 30 },
  })
  expect(await badges('Never seen')).toBe(0)
  await database.query(`update products set price = 9, name = 'A renamed one' where name = 'Pepper 30'`)
  await database.query(
    `update products set category_id = case name when 'Honey' then $2::uuid else $1::uuid end where name in ('Honey', 'Pepper 3')`,
    [spices, honey],
  )
  expect(await see(list), 'what is called otherwise is the same product').toEqual(seen)
})

test('more than the maximum is refused before anything is read', async () => {
  const change = { kind: 'badge', badge: 'Many' } as const
  const seen: ListSnapshot = { ...(await see(WHOLE)), total: MAX_BULK_EDIT_PRODUCTS + 1 }
  expect(await bulkEditMatchingProducts(shop, admin, WHOLE, seen, change)).toEqual({
    ok: false,
    refusal: { code: 'too-many' },
  })
})

test('a search that stopped early cannot be changed as a whole', async () => {
  const [{ usual }] = (await database.query<{ usual: string }>(
    `select pg_get_functiondef('max_search_results'::regproc) as usual`,
  )) as [{ usual: string }]
  const list = { ...WHOLE, search: 'pepper' }
  await database.query(
    'create or replace function max_search_results() returns integer language sql immutable parallel safe return 10',
  )
  try {
    expect(await readListSnapshot(shop, admin, list)).toBeNull()
    const listed = await database.query<{ id: string }>(
      `select id from products where name like 'Pepper %' order by lower(name) collate "C", id limit 10`,
    )
    const seen = { total: 10, mark: listFingerprint(listed.map(({ id }) => id)) }
    const change = { kind: 'badge', badge: 'Some' } as const
    expect(await bulkEditMatchingProducts(shop, admin, list, seen, change)).toEqual({
      ok: false,
      refusal: { code: 'too-many' },
    })
    expect(await badges('Some')).toBe(0)
  } finally {
    await database.query(usual)
  }
})

test('PERMISSION-7 other roles cannot change a list', async () => {
  for (const actor of [visitor, await insertCustomer(database)]) {
    await expect(
      bulkEditMatchingProducts(shop, actor, WHOLE, await see(WHOLE), { kind: 'badge', badge: 'Stolen' }),
    ).rejects.toThrow(PermissionDenied)
    await expect(readListSnapshot(shop, actor, WHOLE)).rejects.toThrow(PermissionDenied)
  }
  expect(await badges('Stolen')).toBe(0)
})
