import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messages } from '#shop/messages/messages.ts'
import { visitor, type Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { PLENTIFUL_STOCK } from '#features/stock/displayed-stock.ts'
import { insertCustomer, insertAdmin, createTestShop } from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { categoryForm, productForm } from '#features/catalogue/product-form/catalogue-forms.ts'
import { findProduct } from '#features/catalogue/storefront/storefront-catalogue.server.ts'
import { addCategory, addProduct } from './insert-catalogue.server.ts'

let database: TestDatabase
let shop: ShopDependencies
let admin: Admin
let honeyShelf: string
beforeAll(async () => {
  database = await createTestDatabase()
  shop = createTestShop(database)
  admin = await insertAdmin(database)
  const added = await addCategory(shop, admin, {
    ...categoryForm.parse({ name: 'Honey & Jaggery' }),
    image_url: null,
  })
  if (!added.ok) throw new Error('The category of these tests was refused.')
  honeyShelf = added.value.id
})
afterAll(() => database.close())

const aProduct = (name: string, entries: object = {}) => ({
  ...productForm.parse({ name, price: '11.50', stock: '40', category_id: honeyShelf, ...entries }),
  image_url: null,
})
const slugs = async () =>
  (await database.query<{ slug: string }>('select slug from products order by slug')).map(({ slug }) => slug)

describe('CATALOGUE-19 Adding to the catalogue', () => {
  test('CATALOGUE-4 CATALOGUE-5 CATALOGUE-3 a product gets its slug from its name, the shop’s brand and the default manufacturer', async () => {
    const added = await addProduct(shop, admin, aProduct('Wild Honey!'))
    expect(added).toEqual({ ok: true, value: { id: expect.any(String), slug: 'wild-honey-' } })
    expect(await findProduct(shop, 'wild-honey-')).toMatchObject({
      name: 'Wild Honey!',
      price: 11.5,
      stock: PLENTIFUL_STOCK,
      brand: shop.identity.brand,
      manufacturer: shop.identity.defaultManufacturer,
      is_active: true,
      description: null,
      category: { slug: 'honey-jaggery' },
    })
  })

  test('CATALOGUE-19 values set by the owner are stored', async () => {
    const manufacturer = { name: 'Churam Growers', address: 'Ghat Road', city: 'Vythiri', country: 'India' }
    const nutrition_info = { energy: { value: '327', unit: 'kcal' }, sugars: { value: 80, unit: 'g' } }
    await addProduct(
      shop,
      admin,
      aProduct('Forest Honey', {
        brand: 'Churam',
        manufacturer,
        nutrition_info,
        net_weight: '340g',
        badge: 'New',
      }),
    )
    expect(await findProduct(shop, 'forest-honey')).toMatchObject({
      brand: 'Churam',
      manufacturer,
      net_weight: '340g',
      badge: 'New',
      nutrition_info: {
        energy: { value: 327, unit: 'kcal', per: '100g' },
        sugars: { value: 80, unit: 'g', per: '100g' },
        fat: { value: null, unit: 'g', per: '100g' },
      },
    })
  })

  test('CATALOGUE-7 the second of two names with one slug is refused at its field and changes nothing', async () => {
    await addProduct(shop, admin, aProduct('Palm Jaggery'))
    const before = await slugs()
    expect(await addProduct(shop, admin, aProduct('palm   jaggery'))).toEqual({
      ok: false,
      refusal: { code: 'name-taken', fields: { name: messages.productNameTaken } },
    })
    expect(
      await addCategory(shop, admin, { name: 'HONEY / jaggery', description: null, image_url: null }),
    ).toEqual({ ok: false, refusal: { code: 'name-taken', fields: { name: messages.categoryNameTaken } } })
    expect(await slugs()).toEqual(before)
  })

  test('CATALOGUE-7 of twenty concurrent products with one name, one is added', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => addProduct(shop, admin, aProduct('Rush Honey'))),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect((await slugs()).filter((slug) => slug === 'rush-honey')).toHaveLength(1)
  })

  test.each(['!!!', 'കുരുമുളക്'])('a name without a slug is refused: %s', async (name) => {
    const refusal = { code: 'name-without-letters', fields: { name: messages.nameWithoutLetters } }
    expect(await addProduct(shop, admin, aProduct(name))).toEqual({ ok: false, refusal })
    expect(await addCategory(shop, admin, { name, description: null, image_url: null })).toEqual({
      ok: false,
      refusal,
    })
  })

  test('CATALOGUE-16 the category must exist', async () => {
    expect(
      await addProduct(shop, admin, aProduct('Lost Honey', { category_id: crypto.randomUUID() })),
    ).toEqual({
      ok: false,
      refusal: { code: 'category-not-found', fields: { category_id: messages.categoryNotFound } },
    })
  })

  test('STOCK-1 the initial stock is in the ledger, with the administrator as actor', async () => {
    const added = await addProduct(shop, admin, aProduct('Counted Honey', { stock: '7' }))
    const id = added.ok ? added.value.id : ''
    expect(
      await database.query(
        'select quantity_change, actor_kind, actor_id from inventory_adjustments where product_id = $1',
        [id],
      ),
    ).toEqual([{ quantity_change: 7, actor_kind: 'admin', actor_id: admin.userId }])
  })

  test('PERMISSION-7 other roles cannot add anything, also in the database', async () => {
    const customer = await insertCustomer(database)
    const impostor = { ...customer, kind: 'admin', role: 'owner' } as const
    await expect(addProduct(shop, customer, aProduct('Stolen Honey'))).rejects.toThrow('may not')
    await expect(
      addCategory(shop, visitor, { name: 'Stolen', description: null, image_url: null }),
    ).rejects.toThrow('may not')
    await expect(addProduct(shop, impostor, aProduct('Stolen Honey'))).rejects.toThrow('row-level security')
    await expect(
      addCategory(shop, impostor, { name: 'Stolen', description: null, image_url: null }),
    ).rejects.toThrow('row-level security')
    expect(await slugs()).not.toContain('stolen-honey')
  })
})
