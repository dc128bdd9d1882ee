import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findGoesWellWith } from '#features/catalogue/storefront/storefront-catalogue.server.ts'
import { PermissionDenied, type Admin, type Customer } from '#shop/permissions.ts'
import {
  createTestShop,
  insertAdmin,
  insertCategory,
  insertCustomer,
  insertOrder,
  insertProduct,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { refreshBoughtTogether, setProductPairings } from './product-pairings.server.ts'

let database: TestDatabase
let admin: Admin
let category_id: string
let customers: Customer[]
beforeAll(async () => {
  database = await createTestDatabase()
  admin = await insertAdmin(database)
  category_id = await insertCategory(database)
  customers = []
  for (let each = 0; each < 6; each++) customers.push(await insertCustomer(database))
})
beforeEach(() => database.query('delete from bought_together_refresh'))
afterAll(() => database.close())

const shop = () => createTestShop(database)
const newProduct = (name: string, fields: { stock?: number; is_active?: boolean } = {}) =>
  insertProduct(database, { name, category_id, stock: 100, price: 1, ...fields })
const pair = (product: TestProduct, picks: TestProduct[], actor: Admin | Customer = admin) =>
  setProductPairings(shop(), actor, { productId: product.id, pairsWith: picks.map(({ id }) => id) })
const shownWith = async (product: TestProduct) =>
  (await findGoesWellWith(shop(), `product-${product.id}`)).map(({ name }) => name)
const buyTogether = async (buyers: Customer[], ...products: TestProduct[]) => {
  const orders: string[] = []
  for (const customer of buyers)
    orders.push(
      await insertOrder(database, { customer, lines: products.map((product) => ({ product, quantity: 1 })) }),
    )
  return orders
}
/** Disables the trigger that protects the time of an order. */
const moveOrderBack = (id: string, months: number) =>
  database.query(
    `set session_replication_role = replica; update orders set created_at = now() - interval '${months} months' where id = '${id}'; reset session_replication_role`,
  )
const refresh = () => refreshBoughtTogether(shop())

describe('CATALOGUE-28 The owner’s picks', () => {
  test('are shown in their order, those in stock first and only active ones', async () => {
    const tea = await newProduct('Tea')
    const picks = [
      await newProduct('Sold out', { stock: 0 }),
      await newProduct('Zebra biscuits'),
      await newProduct('Hidden', { is_active: false }),
      await newProduct('Apple cake'),
    ]
    expect(await pair(tea, picks)).toMatchObject({ ok: true })
    expect(await shownWith(tea)).toEqual(['Zebra biscuits', 'Apple cake', 'Sold out'])
    expect(await shownWith(picks[1]!), 'a pick works in one direction').toEqual([])
    await pair(tea, [])
    expect(await shownWith(tea)).toEqual([])
  })

  test('are at most four other products, each once', async () => {
    const [tea, ...others] = [
      await newProduct('Tea'),
      ...(await Promise.all([1, 2, 3, 4, 5].map((number) => newProduct(`Biscuit ${number}`)))),
    ]
    for (const picks of [others, [tea], [others[0]!, others[0]!], [{ ...tea, id: crypto.randomUUID() }]])
      expect(await pair(tea, picks)).toMatchObject({ ok: false, refusal: { code: 'picks-invalid' } })
    expect(await pair({ ...tea, id: crypto.randomUUID() }, [])).toMatchObject({
      refusal: { code: 'not-found' },
    })
  })

  test('CATALOGUE-22 are recorded with before and after, unless nothing changed', async () => {
    const [tea, cake] = [await newProduct('Tea'), await newProduct('Cake')]
    await pair(tea, [cake])
    await pair(tea, [cake])
    expect(
      await database.query(
        `select before, after, actor_id from audit_events where subject_id = $1 and event = 'changed'`,
        [tea.id],
      ),
    ).toEqual([
      { before: { goes_well_with: null }, after: { goes_well_with: 'Cake' }, actor_id: admin.userId },
    ])
  })

  test('PERMISSION-2 are set by administrators alone', async () => {
    const [tea, cake] = [await newProduct('Tea'), await newProduct('Cake')]
    await expect(pair(tea, [cake], customers[0])).rejects.toThrow(PermissionDenied)
    expect(
      await pair(tea, [cake], { ...admin, userId: customers[0]!.userId }),
      'a forged administrator',
    ).toMatchObject({ refusal: { code: 'not-found' } })
    expect(await shownWith(tea)).toEqual([])
  })
})

describe('CATALOGUE-29 Bought together', () => {
  test('four customers show nothing, however often they order, and a fifth shows it on both pages', async () => {
    const [rice, pickle] = [await newProduct('Rice'), await newProduct('Pickle')]
    await buyTogether(customers.slice(0, 4), rice, pickle)
    await buyTogether(customers.slice(0, 2), rice, pickle)
    await buyTogether([customers[4]!], rice)
    await buyTogether([customers[4]!], pickle)
    await refresh()
    expect([await shownWith(rice), await shownWith(pickle)]).toEqual([[], []])
    await database.query('delete from bought_together_refresh')
    await buyTogether([customers[4]!], pickle, rice)
    await refresh()
    expect([await shownWith(rice), await shownWith(pickle)]).toEqual([['Pickle'], ['Rice']])
    await expect(
      database.query('update bought_together set customers = 4 where product_id = $1', [rice.id]),
      'the table refuses fewer',
    ).rejects.toThrow(/check constraint/)
  })

  test('cancelled orders and those older than two years do not count', async () => {
    const [rice, pickle] = [await newProduct('Rice'), await newProduct('Pickle')]
    const [cancelled] = await buyTogether(customers.slice(0, 5), rice, pickle)
    await database.query(`update orders set status = 'cancelled' where id = $1`, [cancelled])
    await refresh()
    expect(await shownWith(rice)).toEqual([])
    const [old] = await buyTogether([customers[5]!], rice, pickle)
    await moveOrderBack(old!, 25)
    await database.query('delete from bought_together_refresh')
    await refresh()
    expect(await shownWith(rice)).toEqual([])
    await moveOrderBack(old!, 23)
    await database.query('delete from bought_together_refresh')
    await refresh()
    expect(await shownWith(rice)).toEqual(['Pickle'])
  })

  test('the four with most customers are shown, unless the owner has picked an active product', async () => {
    const main = await newProduct('Rice')
    const others = await Promise.all([1, 2, 3, 4, 5].map((number) => newProduct(`Side ${number}`)))
    for (const [index, other] of others.entries())
      await buyTogether(index === 2 ? customers : customers.slice(0, 5), main, other)
    await refresh()
    const shown = await shownWith(main)
    expect([shown.length, shown[0]]).toEqual([4, 'Side 3'])
    const pick = await newProduct('Pick')
    await pair(main, [pick])
    expect(await shownWith(main)).toEqual(['Pick'])
    await database.query('update products set is_active = false where id = $1', [pick.id])
    expect(await shownWith(main)).toEqual(shown)
  })

  test('is refreshed at most once a day, by one of several nodes', async () => {
    await Promise.all([refresh(), refresh(), refresh()])
    const [first] = await database.query('select refreshed_at from bought_together_refresh')
    await refresh()
    expect(await database.query('select refreshed_at from bought_together_refresh')).toEqual([first])
    await database.query(`update bought_together_refresh set refreshed_at = now() - interval '24 hours'`)
    await refresh()
    expect(await database.query('select refreshed_at from bought_together_refresh')).not.toEqual([first])
  })
})
