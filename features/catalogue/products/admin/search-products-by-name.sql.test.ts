import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { createTestShop, insertAdmin } from '#tests/fixtures/databases/test-records.ts'
import { insertDemoProducts } from '#tests/fixtures/products/insert-demo-products.ts'
import { findPhoneProducts } from '#features/checkout/phone-orders/phone-orders.server.ts'
import { listAllProducts } from './admin-catalogue.server.ts'
import { ADMIN_PRODUCT_SORTS, PRODUCT_LIST_FILTERS } from './admin-product.ts'
import { searchProductsByName } from './search-products-by-name.server.ts'

let database: TestDatabase
let shop: ShopDependencies
let admin: Admin
beforeAll(async () => {
  database = await createTestDatabase({ withSearchWords: true })
  shop = createTestShop(database)
  admin = await insertAdmin(database)
  await insertDemoProducts(database)
})
afterAll(() => database.close())

describe('CATALOGUE-37 Staff who choose a product', () => {
  test.each([
    ['haldi', 'Organic Wayanad Turmeric Powder'],
    ['elakka', 'Wayanad Green Cardamom'],
    ['cardamon', 'Wayanad Green Cardamom'],
    ['tumeric', 'Organic Wayanad Turmeric Powder'],
    ['peper', 'Tellicherry Black Peppercorns'],
    ['mustrad', 'Small Black Mustard Seeds'],
    ['sesame oil', 'Cold-Pressed Gingelly Oil'],
    ['black mus', 'Small Black Mustard Seeds'],
    ['gingelly', 'Cold-Pressed Gingelly Oil'],
  ])('by %j get %s first', async (typed, name) => {
    expect((await searchProductsByName(shop, admin, typed, [null]))[0]?.name).toBe(name)
  })

  test('FOOD-18 ORDER-68 on the phone read the allergens as the label words them, and what it leaves out', async () => {
    const adviceOf = async () =>
      (await findPhoneProducts(shop, admin, 'sambar powder')).products[0]?.allergy_advice
    expect(await adviceOf()).toContain('WHEAT')
    await database.query(
      `update products set allergens = allergens || '{"milk": "may contain", "celery": "not known"}' where slug like 'sambar%'`,
    )
    expect(await adviceOf()).toMatch(/WHEAT.*May contain: MILK\. Not known for this product: celery$/)
  })

  test('get a product that is off sale by its own words', async () => {
    await database.query(`update products set is_active = false where slug = 'malabar-cloves'`)
    expect(await searchProductsByName(shop, admin, 'cloves', ['on'])).not.toContainEqual(
      expect.objectContaining({ slug: 'malabar-cloves' }),
    )
    expect((await searchProductsByName(shop, admin, 'cloves', [null]))[0]?.slug).toBe('malabar-cloves')
    await database.query(`update products set is_active = true where slug = 'malabar-cloves'`)
  })
})

test('CATALOGUE-25 CATALOGUE-37 the table finds by names in use what no product calls so, in the chosen order and filter', async () => {
  const list = async (search: string, sort: 'name' | 'price-down', show: 'on' | 'off' | null = null) => {
    const { products, near } = await listAllProducts(shop, admin, {
      search,
      category_id: null,
      show,
      sort,
      page: 1,
    })
    return { names: products.map(({ name }) => name), prices: products.map(({ price }) => price), near }
  }
  const haldi = await list('haldi', 'name')
  expect(haldi.names).toContain('Organic Wayanad Turmeric Powder')
  expect(haldi.names).toEqual(haldi.names.toSorted())
  expect(haldi.near).toBeNull()
  const { prices } = await list('haldi', 'price-down')
  expect(prices).toEqual(prices.toSorted((one, other) => other - one))
  expect((await list('haldi', 'name', 'off')).names).toEqual([])
  expect((await list('elakka', 'name')).names).toContain('Wayanad Green Cardamom')
  expect(await list('cardmom', 'name')).toMatchObject({ near: 'cardamom' })
})

test.each(ADMIN_PRODUCT_SORTS)(
  'CATALOGUE-37 names in use are found in the order %s and in each filter',
  async (sort) => {
    const totals = new Map<string | null, number>()
    for (const show of [null, ...PRODUCT_LIST_FILTERS]) {
      const { total } = await listAllProducts(shop, admin, {
        search: 'haldi',
        category_id: null,
        show,
        sort,
        page: 1,
      })
      totals.set(show, total)
    }
    expect(totals.get('on')).toBeGreaterThan(0)
    expect(totals.get(null)).toBe(totals.get('on'))
    expect([totals.get('off'), totals.get('archived')]).toEqual([0, 0])
  },
)
