import { eachAllergen } from '#features/catalogue/labels/allergen-statements.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messages } from '#shop/messages/messages.ts'
import { visitor, type Admin } from '#shop/permissions.ts'
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
  bulkEditProducts,
  setProductActive,
} from '#features/catalogue/products/bulk-edit/bulk-edit-products.server.ts'
import { findProduct } from '#features/catalogue/storefront/storefront-catalogue.server.ts'
import type { AdminProductQuery } from './admin-product.ts'
import { findAnyProduct, listAllProducts } from './admin-catalogue.server.ts'

let database: TestDatabase
let shop: ShopDependencies
let admin: Admin
let spices: string
const ids: Record<string, string> = {}
beforeAll(async () => {
  database = await createTestDatabase()
  shop = createTestShop(database)
  admin = await insertAdmin(database)
  spices = await insertCategory(database, 'Spices')
  const honey = await insertCategory(database, 'Honey')
  const productRows = [
    ['Cloves', 3, 5, true, spices],
    ['anise', 9, 200, true, spices],
    ['Bay', 1, 9, false, spices],
    ['100%_Honey', 12, 10, true, honey],
  ] as const
  for (const [name, price, stock, is_active, category_id] of productRows) {
    ids[name] = (await insertProduct(database, { name, price, stock, is_active, category_id })).id
  }
})
afterAll(() => database.close())

const usual: AdminProductQuery = { search: '', category_id: null, show: null, sort: 'name', page: 1 }
const names = async (query: Partial<AdminProductQuery>) =>
  (await listAllProducts(shop, admin, { ...usual, ...query })).products.map(({ name }) => name)

describe('ADMIN-3 The product table', () => {
  test('lists all products, active or not, with all columns', async () => {
    const { products, total, page, pageCount } = await listAllProducts(shop, admin, usual)
    expect([total, page, pageCount]).toEqual([4, 1, 1])
    expect(products.map(({ name }) => name)).toEqual(['100%_Honey', 'anise', 'Bay', 'Cloves'])
    expect(products[2]).toEqual({
      id: ids['Bay'],
      slug: expect.any(String),
      name: 'Bay',
      sku: null,
      barcode: null,
      category_name: 'Spices',
      price: 1,
      offer_ends_at: null,
      stock: 9,
      sellable_stock: 9,
      is_low_stock: true,
      is_active: false,
      badge: null,
      net_weight: '250g',
      picture: null,
    })
  })

  test('CATALOGUE-33 a search for a SKU or barcode lists that product first, also a UPC that was sent as an EAN', async () => {
    await database.query(`update products set sku = 'Bay', barcode = '012345678905' where name = 'Cloves'`)
    expect(await names({ search: 'bAY' })).toEqual(['Cloves', 'Bay'])
    for (const search of ['012345678905', '0012345678905', '0 12345-678905'])
      expect(await names({ search }), search).toEqual(['Cloves'])
    expect(await names({ search: '1234567890' })).toEqual([])
    expect(await names({ search: '012345678905', show: 'off' }), 'the filter counts too').toEqual([])
  })

  test('ADMIN-3 filtered by category_id', async () => {
    expect(await names({ category_id: spices })).toEqual(['anise', 'Bay', 'Cloves'])
    expect(await names({ category_id: 'nonsense' })).toHaveLength(4)
  })

  test('ADMIN-3 a search ignores NUL', async () => {
    expect(await names({ search: 'clo\0ves' })).toEqual(['Cloves'])
  })

  test('STOCK-8 filters by low stock (below 10), active and inactive', async () => {
    expect(await names({ show: 'low' })).toEqual(['Bay', 'Cloves'])
    expect(await names({ show: 'on' })).toEqual(['100%_Honey', 'anise', 'Cloves'])
    expect(await names({ show: 'off' })).toEqual(['Bay'])
    expect(await names({ show: 'low', category_id: spices, search: 'clo' })).toEqual(['Cloves'])
  })

  test.each([
    ['name-down', ['Cloves', 'Bay', 'anise', '100%_Honey']],
    ['price', ['Bay', 'Cloves', 'anise', '100%_Honey']],
    ['price-down', ['100%_Honey', 'anise', 'Cloves', 'Bay']],
    ['stock', ['Cloves', 'Bay', '100%_Honey', 'anise']],
    ['stock-down', ['anise', '100%_Honey', 'Bay', 'Cloves']],
    ['newest', ['100%_Honey', 'Bay', 'anise', 'Cloves']],
  ] as const)('in the order of %s', async (sort, order) => expect(await names({ sort })).toEqual(order))

  test.each([
    ['LOVES', ['Cloves']],
    ['  cl  ', ['Cloves']],
    ['ninth bend', ['100%_Honey', 'anise', 'Bay', 'Cloves']],
    ['0%_h', ['100%_Honey']],
    ['%', ['100%_Honey']],
    ['_', ['100%_Honey']],
    ['\\', []],
    [`' or true --`, []],
    ['nothing', []],
  ])('a search for %j', async (search, found) => expect(await names({ search })).toEqual(found))

  describe('CATALOGUE-25 a search matches words of any field', () => {
    let testCategoryId: string
    beforeAll(async () => {
      testCategoryId = await insertCategory(database, 'Pickles & Chutneys')
      const { id } = await insertProduct(database, {
        name: 'Tender Mango',
        category_id: testCategoryId,
        stock: 0,
      })
      await database.query(
        `update products set description = 'Baby mangoes in brine, from a kitchen in Thalassery.', ingredients = 'Mango, salt, ASAFOETIDA (wheat)',
           allergy_advice = 'Contains: WHEAT.', lifestyle = 'Jain', dietary_info = 'Grower’s own', storage_instructions = 'Refrigerate', badge = 'Festive',
           net_weight = '300 g', brand = 'Churam',
           manufacturer = '{"name": "Salt Kitchen", "address": "Old Court Road", "city": "Kannur", "country": "India"}' where id = $1`,
        [id],
      )
    })
    afterAll(() => database.query('delete from products where category_id = $1', [testCategoryId]))

    test.each([
      'thalassery',
      'asafoet',
      'wheat',
      'chutneys',
      'jain',
      'refrigerate',
      'festive',
      'churam',
      'kannur',
      '300g',
      '300 g',
      `grower's`,
      'growers',
      'tender-mango',
      'salt MANGO court',
      'pickles kannur',
      '(brine)',
    ])('%j', async (search) => expect(await names({ search })).toEqual(['Tender Mango']))

    test.each(['thalassery cloves', 'lassery', 'no such word'])('%j finds nothing', async (search) =>
      expect(await names({ search })).toEqual([]),
    )

    test('matches the current category and current texts', async () => {
      await database.query(`update categories set name = 'Relishes' where id = $1`, [testCategoryId])
      expect([await names({ search: 'relishes' }), await names({ search: 'chutneys' })]).toEqual([
        ['Tender Mango'],
        [],
      ])
      await database.query(`update products set ingredients = 'Mango, vinegar' where name = 'Tender Mango'`)
      expect([await names({ search: 'vinegar' }), await names({ search: 'asafoetida' })]).toEqual([
        ['Tender Mango'],
        [],
      ])
    })

    test.each([
      ['thalasery', 'thalassery'],
      ['thalasssery', 'thalassery'],
      ['thalessery', 'thalassery'],
      ['thlaassery', 'thalassery'],
      ['xhalassery', 'thalassery'],
      ['vniegar', 'vinegar'],
      ['viengar', 'vinegar'],
      ['vinegra', 'vinegar'],
      ['tendr mango', 'tender mango'],
      ['Vinegarr, kannr', 'vinegar kannur'],
    ])('CATALOGUE-25 %j with one typo finds the similar term and reports it', async (search, near) => {
      expect(await listAllProducts(shop, admin, { ...usual, search })).toMatchObject({
        near,
        total: 1,
        products: [{ name: 'Tender Mango' }],
      })
    })

    test.each(['thalasey', 'vinager', 'xyz', '299g'])(
      '%j differs by more than one typo from everything',
      async (search) => {
        expect(await listAllProducts(shop, admin, { ...usual, search })).toMatchObject({
          near: null,
          total: 0,
        })
      },
    )

    test('CATALOGUE-25 of two terms one typo away the more similar one is found', async () => {
      await insertProduct(database, { name: 'Biker mix', category_id: spices })
      await insertProduct(database, { name: 'Bitter root', category_id: spices })
      expect(await listAllProducts(shop, admin, { ...usual, search: 'biter' })).toMatchObject({
        near: 'bitter',
        products: [{ name: 'Bitter root' }],
      })
    })

    test('exact matches report no similar term', async () => {
      expect(await listAllProducts(shop, admin, { ...usual, search: 'vinegar' })).toMatchObject({
        near: null,
        total: 1,
      })
      expect(await listAllProducts(shop, admin, usual)).toMatchObject({ near: null })
    })
  })

  test('24 a page; a page out of range becomes the first', async () => {
    const testCategoryId = await insertCategory(database, 'Many')
    for (let number = 0; number < 25; number++)
      await insertProduct(database, { name: `Many ${number}`, category_id: testCategoryId })
    const page = (wanted: number) =>
      listAllProducts(shop, admin, { ...usual, category_id: testCategoryId, page: wanted })
    const [first, second, third] = [await page(1), await page(2), await page(3)]
    expect([first.products.length, second.products.length, third.page, first.pageCount, first.total]).toEqual(
      [24, 1, 1, 2, 25],
    )
    expect(new Set([...first.products, ...second.products].map(({ id }) => id)).size).toBe(25)
  })

  test('a search lists 1,000 and says whether there are more, without listing the extra row', async () => {
    const { id } = await insertProduct(database, { name: 'Thousandfold' })
    const last = () => listAllProducts(shop, admin, { ...usual, search: 'thousandfold', page: 42 })
    const more = (count: number) =>
      database.query(
        `insert into products (slug, name, category_id, price, stock, brand, manufacturer)
       select gen_random_uuid()::text, name || 'er', category_id, price, 0, brand, manufacturer from products, generate_series(1, $2::int) where id = $1`,
        [id, count],
      )
    await more(999)
    const all = await last()
    expect([all.page, all.pageCount, all.total, all.isMore, all.products.length]).toEqual([
      42,
      42,
      1000,
      false,
      16,
    ])
    await more(1)
    const first = await last()
    expect([first.page, first.pageCount, first.total, first.isMore, first.products.length]).toEqual([
      42,
      42,
      1000,
      true,
      16,
    ])
  })

  test('PERMISSION-2 other roles are refused, revoked administrators included', async () => {
    const customer = await insertCustomer(database)
    for (const actor of [visitor, customer]) {
      await expect(listAllProducts(shop, actor, usual)).rejects.toThrow('may not')
      await expect(findAnyProduct(shop, actor, ids['Bay']!)).rejects.toThrow('may not')
    }
    const forgedAdmin = { ...customer, kind: 'admin', role: 'owner' } as const
    expect(await listAllProducts(shop, forgedAdmin, usual)).toMatchObject({ products: [], total: 0 })
    expect(await findAnyProduct(shop, forgedAdmin, ids['Bay']!)).toBeNull()
  })
})

describe('CATALOGUE-19 Activating and deactivating products', () => {
  const slugOf = async (id: string) => (await findAnyProduct(shop, admin, id))!.slug
  const expectAudited = (id: string) =>
    database.query(
      `update products set ingredients = 'Leaves', allergy_advice = 'None', allergens = $2 where id = $1`,
      [id, JSON.stringify(eachAllergen(() => 'free'))],
    )

  test('CATALOGUE-8 CATALOGUE-19 off and on again: visibility and audit log follow', async () => {
    const { id } = await insertProduct(database)
    await expectAudited(id)
    const slug = await slugOf(id)
    expect(await setProductActive(shop, admin, { productId: id, isActive: false })).toMatchObject({
      ok: true,
      value: { is_active: false },
    })
    expect(await findProduct(shop, slug)).toBeNull()
    expect(await setProductActive(shop, admin, { productId: id, isActive: true })).toMatchObject({
      ok: true,
      value: { is_active: true },
    })
    expect(await findProduct(shop, slug)).not.toBeNull()
    const events = await database.query(
      `select actor_id, before, after from audit_events where subject_id = $1 and actor_id is not null order by id`,
      [id],
    )
    expect(events).toEqual([
      { actor_id: admin.userId, before: { is_active: true }, after: { is_active: false } },
      { actor_id: admin.userId, before: { is_active: false }, after: { is_active: true } },
    ])
  })

  test('a product without food information is activated only after confirmation', async () => {
    const { id } = await insertProduct(database, { is_active: false })
    expect(await setProductActive(shop, admin, { productId: id, isActive: true })).toMatchObject({
      refusal: { code: 'confirm', message: messages.foodInformationMissing },
    })
    expect(await findAnyProduct(shop, admin, id)).toMatchObject({ is_active: false })
    expect(
      await setProductActive(shop, admin, { productId: id, isActive: true, isConfirmed: true }),
    ).toMatchObject({ ok: true })
  })

  test.each([
    ['ingredients', 'SESAME oil', /sesame/],
    ['lifestyle', 'Vegan', /milk/],
  ])(
    'FOOD-17 FOOD-26 a product whose %s contradicts its allergens is activated only after confirmation',
    async (column, text, named) => {
      const { id } = await insertProduct(database, { name: 'Contradicted', is_active: false })
      await expectAudited(id)
      await database.query(
        `update products set ${column} = $2, allergy_advice = 'Contains: MILK.', allergens = allergens || '{"milk": "contains"}' where id = $1`,
        [id, text],
      )
      const activated = await setProductActive(shop, admin, { productId: id, isActive: true })
      expect(activated).toMatchObject({
        refusal: { code: 'confirm', message: expect.stringMatching(named) as string },
      })
      const change = { kind: 'switch', isActive: true } as const
      expect(await bulkEditProducts(shop, admin, [id], change)).toMatchObject([{ outcome: 'refused' }])
      expect(
        await setProductActive(shop, admin, { productId: id, isActive: true, isConfirmed: true }),
      ).toMatchObject({ ok: true })
    },
  )

  test('FOOD-17 a product with an allergen that is not known is activated only after confirmation', async () => {
    const { id } = await insertProduct(database, { name: 'Unsure', is_active: false })
    await expectAudited(id)
    await database.query(
      `update products set allergens = allergens || '{"lupin": "not known"}' where id = $1`,
      [id],
    )
    const why = expect.stringContaining('Not known yet: lupin.')
    expect(await setProductActive(shop, admin, { productId: id, isActive: true })).toMatchObject({
      refusal: { code: 'confirm', message: why },
    })
    expect(await bulkEditProducts(shop, admin, [id], { kind: 'switch', isActive: true })).toEqual([
      { id, name: 'Unsure', outcome: 'refused', why, canConfirm: true },
    ])
    expect(
      await setProductActive(shop, admin, { productId: id, isActive: true, isConfirmed: true }),
    ).toMatchObject({ ok: true })
  })

  test('PERMISSION-7 other roles cannot activate', async () => {
    const customer = await insertCustomer(database)
    await expect(
      setProductActive(shop, customer, { productId: ids['Bay']!, isActive: true }),
    ).rejects.toThrow('may not')
    expect(
      await setProductActive(
        shop,
        { ...customer, kind: 'admin', role: 'owner' },
        { productId: ids['Bay']!, isActive: true, isConfirmed: true },
      ),
    ).toEqual({ ok: false, refusal: { code: 'not-found' } })
    await expect(
      bulkEditProducts(shop, customer, [ids['Bay']!], { kind: 'badge', badge: 'x' }),
    ).rejects.toThrow('may not')
  })

  test('CATALOGUE-26 changes selected rows one by one, with a result for each', async () => {
    const [one, two] = [
      await insertProduct(database, { name: 'One', is_active: false }),
      await insertProduct(database, { name: 'Two', is_active: false }),
    ]
    await expectAudited(one.id)
    const results = await bulkEditProducts(shop, admin, [one.id, two.id, 'x', one.id], {
      kind: 'switch',
      isActive: true,
    })
    expect(results).toEqual([
      { id: one.id, name: 'One', outcome: 'changed', why: null },
      { id: two.id, name: 'Two', outcome: 'refused', why: messages.foodInformationMissing, canConfirm: true },
      { id: 'x', name: null, outcome: 'refused', why: messages.productNotInCatalogue },
    ])
    expect([
      (await findAnyProduct(shop, admin, one.id))!.is_active,
      (await findAnyProduct(shop, admin, two.id))!.is_active,
    ]).toEqual([true, false])
    const confirmed = { kind: 'switch', isActive: true, isConfirmed: true } as const
    expect(await bulkEditProducts(shop, admin, [two.id], confirmed)).toMatchObject([{ outcome: 'changed' }])
  })

  test('sets category and badge of selected products', async () => {
    const { id } = await insertProduct(database)
    expect(await bulkEditProducts(shop, admin, [id], { kind: 'category', categoryId: spices })).toMatchObject(
      [{ outcome: 'changed' }],
    )
    expect(await bulkEditProducts(shop, admin, [id], { kind: 'badge', badge: 'New' })).toMatchObject([
      { outcome: 'changed' },
    ])
    expect(await findAnyProduct(shop, admin, id)).toMatchObject({ badge: 'New', category: { id: spices } })
    expect(await bulkEditProducts(shop, admin, [id], { kind: 'badge', badge: 'New' })).toMatchObject([
      { outcome: 'same' },
    ])
    expect(
      await bulkEditProducts(shop, admin, [id], { kind: 'category', categoryId: crypto.randomUUID() }),
    ).toMatchObject([{ outcome: 'refused', why: messages.categoryNotFound }])
  })
})
