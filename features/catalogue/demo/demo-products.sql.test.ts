import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Admin } from '#shop/permissions.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import {
  createTestShop,
  insertAdmin,
  insertCategory,
  insertCustomer,
  insertOrder,
  insertProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { receiveDelivery } from '#tests/fixtures/products/delivered-batches.ts'
import { DEMO_PICTURE_TIME, type Demonstration } from './demo-products.ts'
import { findDemonstration, removeDemonstration } from './demo-products.server.ts'

let database: TestDatabase
let owner: Admin
beforeAll(async () => {
  database = await createTestDatabase()
  owner = await insertAdmin(database)
})
afterAll(() => database.close())

const PICTURE = `/images/demo-${DEMO_PICTURE_TIME.getTime()}.webp`
const insertDemoCategory = async () => {
  const id = await insertCategory(database)
  await database.query('update categories set image_url = $2 where id = $1', [id, PICTURE])
  return id
}
const insertDemoProduct = async (category_id: string, { stock = 10, is_active = true } = {}) => {
  const product = await insertProduct(database, { category_id, stock, is_active })
  await database.query('update products set image_url = $2 where id = $1', [product.id, PICTURE])
  return product
}

const counts = (demonstration: Demonstration) =>
  Object.fromEntries(Object.entries(demonstration).map(([fate, names]) => [fate, names.length]))

describe('SETTING-8 Leaving the demonstration', () => {
  test('what is announced is what happens, also to products with batches and to those off sale', async () => {
    const [emptied, kept, mixed] = [
      await insertDemoCategory(),
      await insertDemoCategory(),
      await insertDemoCategory(),
    ]
    await insertDemoProduct(emptied)
    await insertDemoProduct(emptied, { is_active: false })
    const ordered = await insertDemoProduct(kept)
    const orderedAndOff = await insertDemoProduct(kept)
    const delivered = await insertDemoProduct(kept, { stock: 0 })
    const own = await insertProduct(database, { category_id: mixed })
    await insertDemoProduct(mixed)
    await insertOrder(database, {
      customer: await insertCustomer(database),
      lines: [ordered, orderedAndOff].map((product) => ({ product, quantity: 1 })),
    })
    await database.query('update products set is_active = false where id = $1', [orderedAndOff.id])
    await receiveDelivery(database, owner, [
      { product: delivered, quantity: 5, number: 'D-1', bestBefore: '2099-01-01' },
    ])

    const shop = createTestShop(database)
    const announced = await findDemonstration(shop, owner)
    expect(counts(announced)).toEqual({
      deleted: 3,
      switched_off: 2,
      kept: 0,
      categories_deleted: 1,
      categories_left: 2,
    })
    expect(announced.switched_off).toEqual([delivered.name, ordered.name].toSorted())
    expect(await removeDemonstration(shop, owner)).toEqual({
      ok: true,
      value: { deleted: 3, switched_off: 2, categories_deleted: 1 },
    })
    const left = await database.query<{ id: string; is_active: boolean }>('select id, is_active from products')
    expect(new Map(left.map(({ id, is_active }) => [id, is_active]))).toEqual(
      new Map([
        [ordered.id, false],
        [orderedAndOff.id, false],
        [delivered.id, false],
        [own.id, true],
      ]),
    )

    const nothing = { deleted: 0, switched_off: 0, categories_deleted: 0 }
    expect(counts(await findDemonstration(shop, owner))).toEqual({ ...nothing, kept: 0, categories_left: 2 })
    expect(await removeDemonstration(shop, owner)).toEqual({ ok: true, value: nothing })
    expect(
      await database.query(`select from audit_events where event = 'removed' and subject_kind = 'setting'`),
    ).toHaveLength(1)
  })

  test('what the owner has changed stays as it is, and only being off sale is no change', async () => {
    const change = (table: 'products' | 'categories', id: string, assignment: string) =>
      database.db.withActor(owner, (trx) =>
        sql`update ${sql.table(table)} set ${sql.raw(assignment)} where id = ${id}`.execute(trx),
      )
    const [renamedCategory, category] = [await insertDemoCategory(), await insertDemoCategory()]
    const renamed = await insertDemoProduct(renamedCategory)
    const priced = await insertDemoProduct(category)
    const offSale = await insertDemoProduct(category)
    const recalled = await insertDemoProduct(category)
    await change('categories', renamedCategory, `name = 'Own teas'`)
    await change('products', renamed.id, `name = 'Own tea', is_active = false`)
    await change('products', priced.id, 'price = 7.77')
    await change('products', offSale.id, 'is_active = false')
    await database.query(
      `insert into recalls (id, product_id, reason, customer_text, created_by) values (gen_random_uuid(), $1, 'Glass', 'Stop', $2)`,
      [recalled.id, owner.userId],
    )

    const shop = createTestShop(database)
    const found = await findDemonstration(shop, owner)
    expect(found.deleted).toEqual([offSale.name])
    expect(found.kept).toEqual(['Own tea', priced.name].toSorted())
    expect(await removeDemonstration(shop, owner)).toMatchObject({
      ok: true,
      value: { deleted: 1, switched_off: 1 },
    })
    const left = (id: string) => database.query('select is_active from products where id = $1', [id])
    expect(await left(priced.id)).toEqual([{ is_active: true }])
    expect(await left(renamed.id)).toEqual([{ is_active: false }])
    expect(await left(offSale.id)).toEqual([])
    expect(await database.query('select name from categories where id = $1', [renamedCategory])).toEqual([
      { name: 'Own teas' },
    ])
  })

  test('managers get a message and remove nothing', async () => {
    const manager = await insertAdmin(database, 'manager')
    await expect(findDemonstration(createTestShop(database), manager)).rejects.toThrow()
    await expect(removeDemonstration(createTestShop(database), manager)).rejects.toThrow()
  })
})
