import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { readAuditLog } from '#features/audit/read-audit-log.server.ts'
import { listProducts, readHomePage } from '#features/catalogue/storefront/storefront-catalogue.server.ts'
import { DEFAULT_PRODUCT_SORT, FEATURED_ORDER_LIMIT } from '#shop/constants.ts'
import { refused } from '#shop/outcome.ts'
import { PermissionDenied, visitor, type Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import {
  createTestShop,
  insertAdmin,
  insertCategory,
  insertCustomer,
  insertProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { featuredOrderForm } from './featured-order.ts'
import { readFeaturedOrder, saveFeaturedOrder } from './featured-order.server.ts'

const FEATURED = ['Anise', 'Basil', 'Cloves', 'Dill', 'Fennel']
let database: TestDatabase
let shop: ShopDependencies
let admin: Admin
let category: string
const ids: Record<string, string> = {}
beforeAll(async () => {
  database = await createTestDatabase()
  shop = createTestShop(database)
  admin = await insertAdmin(database, 'manager')
  category = await insertCategory(database, 'Spices')
  for (const name of [...FEATURED, 'Ajwain', 'Zest'])
    ids[name] = (await insertProduct(database, { name, category_id: category })).id
})
afterAll(() => database.close())
beforeEach(() =>
  database.query(
    `update products set is_featured = name = any ($1), is_active = true, archived_at = null, featured_position = null`,
    [FEATURED],
  ),
)

const idsOf = (names: readonly string[]) => names.map((name) => ids[name]!)
const names = (products: readonly { name: string }[]) => products.map(({ name }) => name)
const owners = async () => names((await readFeaturedOrder(shop, admin)).products)
const list = { category: null, bestSellersOnly: false, sort: DEFAULT_PRODUCT_SORT, page: 1 } as const
const listed = async (query: object = {}) => names((await listProducts(shop, { ...list, ...query })).products)
const save = (order: readonly string[], seen: readonly string[] = FEATURED) =>
  saveFeaturedOrder(shop, admin, { order: idsOf(order), seen: idsOf(seen) })

describe('CATALOGUE-35 The owner’s order within Featured', () => {
  test('CATALOGUE-10 is that by name at first, and then the owner’s in lists, filters, search and on the home page', async () => {
    expect(await owners()).toEqual(FEATURED)
    expect(await listed()).toEqual([...FEATURED, 'Ajwain', 'Zest'])
    const order = ['Fennel', 'Basil', 'Anise', 'Cloves', 'Dill']
    expect(await save(order)).toMatchObject({ ok: true })
    expect(await owners()).toEqual(order)
    const all = [...order, 'Ajwain', 'Zest']
    expect(await listed()).toEqual(all)
    const [{ slug }] = (await database.query<{ slug: string }>('select slug from categories where id = $1', [
      category,
    ])) as [{ slug: string }]
    expect(await listed({ category: slug })).toEqual(all)
    expect(await listed({ inStockOnly: true, minPrice: 1 }), 'with filters').toEqual(all)
    expect(names((await readHomePage(shop)).otherProducts)).toEqual(all)
  })

  test('a product that the owner has not placed comes after those placed, by name', async () => {
    expect(await save(['Dill', 'Basil'])).toMatchObject({ ok: true })
    expect(await owners()).toEqual(['Dill', 'Basil', 'Anise', 'Cloves', 'Fennel'])
    await database.query(`update products set is_featured = true where name = 'Ajwain'`)
    expect((await listed()).slice(0, 4)).toEqual(['Dill', 'Basil', 'Ajwain', 'Anise'])
    expect(await save([], ['Dill', 'Basil', 'Ajwain', 'Anise', 'Cloves', 'Fennel'])).toMatchObject({
      ok: true,
    })
    expect((await listed()).slice(0, 3), 'by name again').toEqual(['Ajwain', 'Anise', 'Basil'])
  })

  test('a product keeps its place while it is switched off, and loses it if it is no longer featured', async () => {
    await save(['Fennel', 'Anise', 'Basil', 'Cloves', 'Dill'])
    await database.query(`update products set is_active = false where name = 'Fennel'`)
    expect((await listed())[0]).toBe('Anise')
    await database.query(`update products set is_active = true where name = 'Fennel'`)
    expect((await listed())[0]).toBe('Fennel')
    const versionOf = async () =>
      (
        await database.query<{ version: number }>('select version from products where id = $1', [
          ids['Fennel'],
        ])
      )[0]!.version
    const version = await versionOf()
    await database.query(`update products set is_featured = false where name = 'Fennel'`)
    expect(await versionOf(), 'an edit all the same').toBe(version + 1)
    await database.query(`update products set is_featured = true where name = 'Fennel'`)
    expect(await owners()).toEqual(FEATURED)
  })

  test('an archived product has no place in it', async () => {
    await database.query(`update products set is_active = false, archived_at = now() where name = 'Basil'`)
    expect(await owners()).not.toContain('Basil')
    const others = FEATURED.filter((name) => name !== 'Basil')
    expect(await save(others.toReversed(), others)).toMatchObject({ ok: true })
  })

  test('leaves open forms of products valid', async () => {
    const versions = () => database.query('select id, version from products order by id')
    const before = await versions()
    await save(FEATURED.toReversed())
    expect(await versions()).toEqual(before)
  })

  test('without scripts, each place is a number', () => {
    const [a, b, c] = idsOf(FEATURED) as [string, string, string]
    expect(
      featuredOrderForm.parse({ product: [a, b, c], place: ['3', '1', ''], seen: [a, b, c] }).order,
    ).toEqual([b, c, a])
  })
})

describe('CATALOGUE-36 A second editor of the order', () => {
  test('is refused if it, or which products are featured, was changed meanwhile', async () => {
    expect(await save(['Basil', 'Anise'])).toMatchObject({ ok: true })
    const saved = await owners()
    expect(await save(['Dill'])).toEqual(refused('changed-meanwhile'))
    await database.query(`update products set is_featured = true where name = 'Zest'`)
    expect(await save(['Dill'], saved)).toEqual(refused('changed-meanwhile'))
    expect(await owners()).toEqual([...saved, 'Zest'])
  })

  test('of two concurrent saves of one order, one succeeds', async () => {
    const answers = await Promise.all([save(['Dill']), save(['Fennel'])])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('a product that was not in the order, or is in it twice, is refused', async () => {
    for (const order of [['Zest'], ['Dill', 'Dill']])
      expect(await save(order)).toEqual(refused('order-invalid'))
    expect(await owners()).toEqual(FEATURED)
  })

  test('AUDIT-1 the change is recorded once, with the names before and after', async () => {
    const order = ['Dill', 'Anise', 'Basil', 'Cloves', 'Fennel']
    const readChanges = async () =>
      (await readAuditLog(shop, admin, {})).rows.filter(({ after }) => after && 'featured_order' in after)
    const before = await readChanges()
    await save(order)
    await save(order, order)
    const changes = await readChanges()
    expect(changes).toHaveLength(before.length + 1)
    expect(changes[0]).toMatchObject({
      before: { featured_order: FEATURED.join(', ') },
      after: { featured_order: order.join(', ') },
      actor: { kind: 'admin' },
    })
  })
})

test('PERMISSION-7 CATALOGUE-35 only owners and managers change the order, also in the database', async () => {
  const packer = await insertAdmin(database, 'packer')
  const customer = await insertCustomer(database)
  for (const actor of [visitor, customer, packer]) {
    await expect(saveFeaturedOrder(shop, actor, { order: [], seen: [] })).rejects.toThrow(PermissionDenied)
    await expect(readFeaturedOrder(shop, actor)).rejects.toThrow(PermissionDenied)
  }
  const form = { order: idsOf(['Dill']), seen: idsOf(FEATURED) }
  const pretended: Admin = { ...customer, kind: 'admin', role: 'owner' }
  expect(await saveFeaturedOrder(shop, pretended, form)).toEqual(refused('not-found'))
  const callAs = (actor: Admin) =>
    database.db.withActor(actor, (trx) => sql`select set_featured_order('{}', '{}')`.execute(trx))
  await expect(callAs(packer)).rejects.toThrow('permission denied')
  await expect(
    database.db.withActor(admin, (trx) =>
      sql`update products set featured_position = 1 where id = ${ids['Dill']}`.execute(trx),
    ),
    'not without the procedure',
  ).rejects.toThrow('permission denied')
  expect(await owners()).toEqual(FEATURED)
})

test('CATALOGUE-35 the database puts as many in order as the form', async () => {
  const [row] = await database.query<{ definition: string }>(
    `select pg_get_functiondef('first_featured_products'::regproc) as definition`,
  )
  expect(/limit (\d+)/i.exec(row!.definition)?.[1]).toBe(String(FEATURED_ORDER_LIMIT))
})
