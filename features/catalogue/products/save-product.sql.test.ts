import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  ALLERGEN_KEYS,
  ALLERGEN_STATEMENTS,
  allergyAdviceOf,
  eachAllergen,
} from '#features/catalogue/labels/allergen-statements.ts'
import { pictureKeyFromUrl } from '#shop/picture-key.ts'
import { messages } from '#shop/messages/messages.ts'
import { visitor, type Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { listStockMovements } from '#features/stock/stock.server.ts'
import {
  insertCategory,
  insertCustomer,
  insertAdmin,
  createTestShop,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { createProductEditor } from '#tests/fixtures/products/product-editor.ts'
import { createPhoto, createTestPictureStore } from '#tests/fixtures/products/picture-uploads.ts'
import { addProductWithPicture, changeProduct } from './save-product.server.ts'

const bucket = createTestPictureStore()
const warnings: string[] = []
let database: TestDatabase
let shop: ShopDependencies
let admin: Admin
let other: Admin
let photo: Buffer
let categoryId: string
type Editing = ReturnType<typeof createProductEditor>
let form: Editing['form']
let readProduct: Editing['readProduct']
let added: Editing['added']
let change: Editing['change']
beforeAll(async () => {
  database = await createTestDatabase()
  const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) })
  shop = createTestShop(database, { pictures: bucket.store, log })
  admin = await insertAdmin(database)
  other = await insertAdmin(database)
  await database.query(`insert into user_profiles (user_id, full_name) values ($1, 'Devika')`, [other.userId])
  photo = await createPhoto()
  categoryId = await insertCategory(database, 'Honey')
  ;({ form, readProduct, added, change } = createProductEditor({ shop, admin, photo, category: categoryId }))
})
afterAll(async () => {
  await database.close()
  bucket.remove()
})

const isStored = (image_url: string) => existsSync(join(bucket.folder, pictureKeyFromUrl(image_url)!))

describe('Adding a product with its picture', () => {
  test('CATALOGUE-15 adding requires an image; without one nothing is added', async () => {
    const product = form({ name: 'Unseen Honey' })
    expect(await addProductWithPicture(shop, admin, { product, pictures: null, isConfirmed: false })).toEqual(
      { ok: false, refusal: { code: 'picture-missing', fields: { image: 'Choose an image' } } },
    )
    expect(await database.query(`select from products where name = 'Unseen Honey'`)).toEqual([])
  })

  test('PICTURE-1 the picture is stored at products/{category slug}/{slug}-{timestamp}, in all widths', async () => {
    const id = await added({ name: 'Cliff Honey' })
    const { image_url, picture, category } = await readProduct(id)
    expect(pictureKeyFromUrl(image_url!)).toMatch(
      new RegExp(`^products/${category.slug}/cliff-honey-\\d{13}\\.webp$`),
    )
    expect(isStored(image_url!)).toBe(true)
    expect(picture?.widths).toEqual([160, 200])
  })

  test('CATALOGUE-16 the category must exist; no picture is stored otherwise', async () => {
    const product = form({ category_id: crypto.randomUUID() })
    const before = readdirSync(bucket.folder, { recursive: true }).length
    expect(
      await addProductWithPicture(shop, admin, {
        product,
        pictures: [{ upload: photo, alt: null }],
        isConfirmed: false,
      }),
    ).toMatchObject({
      refusal: { code: 'category-not-found', fields: { category_id: 'Category not found' } },
    })
    expect(readdirSync(bucket.folder, { recursive: true })).toHaveLength(before)
  })

  test('CATALOGUE-7 of five concurrent products with one name one is added, and the other pictures are deleted', async () => {
    const entries = {
      product: form({ name: 'Rush Honey' }),
      pictures: [{ upload: photo, alt: null }],
      isConfirmed: false,
    }
    let instant = Date.now()
    const racing = { ...shop, clock: () => new Date(instant++) }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => addProductWithPicture(racing, admin, entries)),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    for (const answer of answers)
      if (!answer.ok) expect(answer.refusal.fields).toEqual({ name: messages.productNameTaken })
    const files = readdirSync(bucket.folder, { recursive: true })
      .map(String)
      .filter((name) => /rush-honey-\d+\.webp$/.test(name))
    expect(files).toHaveLength(1)
  })

  test.each([
    [{ ingredients: '' }, { ingredients: messages.foodInformationMissing }],
    [{ allergy_advice: '' }, { allergy_advice: messages.foodInformationMissing }],
    [{ badge: 'Organic' }, { description: messages.organicCodeMissing }],
  ])('an active product with %j is saved only after confirmation', async (entries, fields) => {
    const product = form(entries)
    const add = (isConfirmed: boolean) =>
      addProductWithPicture(shop, admin, { product, pictures: [{ upload: photo, alt: null }], isConfirmed })
    expect(await add(false)).toEqual({ ok: false, refusal: { code: 'confirm', fields } })
    expect(await add(true)).toMatchObject({ ok: true })
  })

  test('CATALOGUE-7 a slug that differs from another only by a hyphen at its end needs confirmation', async () => {
    await added({ name: 'Banana Wafers' })
    const add = (name: string, isConfirmed: boolean) =>
      addProductWithPicture(shop, admin, {
        product: form({ name }),
        pictures: [{ upload: photo, alt: null }],
        isConfirmed,
      })
    expect(await add('Banana Wafers!', false)).toEqual({
      ok: false,
      refusal: {
        code: 'confirm',
        fields: {
          name: expect.stringMatching(
            /\/products\/banana-wafers-, .* Banana Wafers: \/products\/banana-wafers\./,
          ),
        },
      },
    })
    expect(await add('Banana Wafers!', true)).toMatchObject({ ok: true })
    expect(await add('Banana Wafers', true), 'the very same is refused all the same').toMatchObject({
      refusal: { code: 'name-taken' },
    })
    expect(await add('Banana Wafer', false)).toMatchObject({ ok: true })
  })

  test('inactive products, and those with a control body code, need no confirmation', async () => {
    const free = [
      { ingredients: '', is_active: false },
      { name: `Organic honey ${crypto.randomUUID()}`, description: 'Certified by GB-ORG-XX.' },
    ]
    for (const entries of free) expect(await added(entries)).toEqual(expect.any(String))
  })
})

describe('CATALOGUE-19 Changing a product', () => {
  test('CATALOGUE-19 saves all fields but the slug, and the time of the change', async () => {
    const id = await added()
    const before = await readProduct(id)
    const manufacturer = { name: 'Churam', address: 'Ghat Road', city: 'Vythiri', country: 'India' }
    const shelves = await insertCategory(database, 'Jaggery')
    const entries = {
      name: 'New name',
      category_id: shelves,
      price: '7.25',
      stock: '41',
      sku: 'HON-1',
      barcode: '5012345678900',
      vat_rate: '0',
      description: 'D',
      is_active: true,
      is_featured: 'on',
      is_best_seller: 'on',
      badge: 'New',
      net_weight: '250g',
      brand: 'Churam',
      ingredients: 'Honey',
      country_of_origin: 'India',
      allergy_advice: 'Contains none of the 14 named allergens as ingredients.',
      allergens: eachAllergen(() => 'free'),
      lifestyle: 'Vegan',
      dietary_info: 'Gluten free',
      storage_instructions: 'Dry',
      nutrition_info: { energy: { value: '300', unit: 'kcal' } },
      manufacturer,
    }
    expect(await change(id, entries)).toEqual({ ok: true, value: { id } })
    const after = await readProduct(id)
    expect(after).toMatchObject({
      ...entries,
      price: 7.25,
      stock: 41,
      vat_rate: 0,
      is_featured: true,
      is_best_seller: true,
      slug: before.slug,
      image_url: before.image_url,
      nutrition_info: { energy: { value: 300, unit: 'kcal', per: '100g' }, fat: { value: null } },
      version: before.version + 1,
    })
    expect(after.updated_at > before.updated_at).toBe(true)
  })

  test('CATALOGUE-33 a SKU, in any case, and a barcode belong to one product; nothing is saved otherwise', async () => {
    const first = await added({ name: 'Coded Honey', sku: 'Code-7', barcode: '036000291452' })
    const second = await added({ name: 'Other Honey' })
    const taken = (fields: object) => ({ ok: false, refusal: { code: 'code-taken', fields } })
    expect(await change(second, { name: 'Lost', sku: 'cODE-7' })).toEqual(taken({ sku: messages.skuTaken }))
    expect(await change(second, { barcode: '0036000291452' })).toEqual(
      taken({ barcode: messages.barcodeTaken }),
    )
    const product = form({ name: 'Third Honey', sku: 'code-7' })
    expect(
      await addProductWithPicture(shop, admin, {
        product,
        pictures: [{ upload: photo, alt: null }],
        isConfirmed: true,
      }),
    ).toEqual(taken({ sku: messages.skuTaken }))
    expect(await readProduct(second)).toMatchObject({ name: 'Other Honey', sku: null, barcode: null })
    expect(await change(first, { sku: '', barcode: '' })).toMatchObject({ ok: true })
    expect(await change(second, { sku: 'cODE-7', barcode: '0036000291452' })).toMatchObject({ ok: true })
  })

  test.each([
    ['name and city emptied', { name: '', city: ' ' }],
    ['a part emptied', { address: '' }],
    ['no name beside an address of somebody else', { name: ' ', address: 'Ghat Road', city: 'Vythiri' }],
  ])('CATALOGUE-3 a half-emptied manufacturer is the whole default: %s', async (_what, emptied) => {
    const id = await added({ manufacturer: { name: 'Churam', address: 'Ghat Road', city: 'Vythiri' } })
    await change(id, { manufacturer: { ...shop.identity.defaultManufacturer, ...emptied } })
    expect((await readProduct(id)).manufacturer).toEqual(shop.identity.defaultManufacturer)
  })

  test('CATALOGUE-3 an empty part of another manufacturer is null', async () => {
    const manufacturer = { name: 'Churam', address: 'Ghat Road', city: '', country: ' ' }
    const stored = { ...manufacturer, city: null, country: null }
    expect((await readProduct(await added({ manufacturer }))).manufacturer).toEqual(stored)
    const id = await added()
    await change(id, { manufacturer })
    expect((await readProduct(id)).manufacturer).toEqual(stored)
  })

  test('CATALOGUE-3 an empty brand and manufacturer become the shop’s own', async () => {
    const id = await added({ brand: 'Churam' })
    await change(id, { brand: ' ', manufacturer: { name: '', address: '', city: '', country: ' ' } })
    expect(await readProduct(id)).toMatchObject({
      brand: shop.identity.brand,
      manufacturer: shop.identity.defaultManufacturer,
    })
  })

  test('PICTURE-3 without a new picture the old one stays; a new one replaces it, and the old files are deleted', async () => {
    const id = await added()
    const { image_url: first } = await readProduct(id)
    await change(id, {})
    expect((await readProduct(id)).image_url).toBe(first)
    await change(id, {}, { pictures: [{ upload: await createPhoto('#a33'), alt: null }] })
    const { image_url: second } = await readProduct(id)
    expect([second === first, isStored(first!), isStored(second!)]).toEqual([false, false, true])
    expect(await database.query('select from pictures where image_url = $1', [first])).toEqual([])
  })

  test('MESSAGE-11 PICTURE-3 a failure to delete the old picture is logged, and the save succeeds', async () => {
    const id = await added()
    const { image_url: first } = await readProduct(id)
    const broken = {
      ...shop,
      pictures: { ...bucket.store, remove: () => Promise.reject(new Error('disk full')) },
    }
    const { version, stock } = await readProduct(id)
    warnings.length = 0
    const answer = await changeProduct(broken, admin, {
      id,
      version,
      expectedStock: stock,
      product: form({ stock: String(stock) }),
      pictures: [{ upload: photo, alt: null }],
      isConfirmed: false,
    })
    expect(answer).toMatchObject({ ok: true })
    expect((await readProduct(id)).image_url).not.toBe(first)
    expect(warnings.join()).toContain('an old picture could not be removed')
  })

  test('STOCK-1 a changed stock is in the ledger as a difference, so that sales meanwhile are preserved', async () => {
    const id = await added({ stock: '10' })
    const { version } = await readProduct(id)
    await database.query('update products set stock = stock - 3 where id = $1', [id])
    const answer = await changeProduct(shop, admin, {
      id,
      version,
      expectedStock: 10,
      product: form({ stock: '15' }),
      pictures: null,
      isConfirmed: false,
    })
    expect(answer).toMatchObject({ ok: true })
    expect((await readProduct(id)).stock).toBe(12)
    expect((await listStockMovements(shop, admin, id))[0]).toMatchObject({
      quantity_change: 5,
      stock_after: 12,
      actor_kind: 'admin',
      reason: messages.stockEditedInForm,
    })
  })

  test('STOCK-2 a stock below zero is refused, and no field is saved', async () => {
    const id = await added({ stock: '10' })
    const { version, name } = await readProduct(id)
    await database.query('update products set stock = 1 where id = $1', [id])
    const answer = await changeProduct(shop, admin, {
      id,
      version,
      expectedStock: 10,
      product: form({ name: 'Never', stock: '2' }),
      pictures: [{ upload: photo, alt: null }],
      isConfirmed: false,
    })
    expect(answer).toEqual({
      ok: false,
      refusal: { code: 'below-zero', fields: { stock: 'Stock cannot go below zero' } },
    })
    expect(await readProduct(id)).toMatchObject({ name, stock: 1, version })
  })

  test('an unknown product is refused', async () => {
    const entries = { version: 1, expectedStock: 0, product: form(), pictures: null, isConfirmed: false }
    for (const id of ['x', crypto.randomUUID()])
      expect(await changeProduct(shop, admin, { id, ...entries })).toEqual({
        ok: false,
        refusal: { code: 'not-found' },
      })
  })

  test('PERMISSION-7 other roles cannot add or change a product, also in the database', async () => {
    const id = await added()
    const entries = {
      version: 1,
      expectedStock: 40,
      product: form(),
      pictures: [{ upload: photo, alt: null }],
      isConfirmed: true,
    }
    const customer = await insertCustomer(database)
    for (const actor of [visitor, customer]) {
      await expect(addProductWithPicture(shop, actor, entries)).rejects.toThrow('may not')
      await expect(changeProduct(shop, actor, { id, ...entries })).rejects.toThrow('may not')
    }
    expect(
      await changeProduct(shop, { ...customer, kind: 'admin', role: 'owner' }, { id, ...entries }),
    ).toMatchObject({ refusal: { code: 'not-found' } })
    expect((await readProduct(id)).version).toBe(1)
  })
})

describe('CATALOGUE-21 Two editors of one product', () => {
  test('the second save is refused with actor and values of the changes, and nothing is overwritten', async () => {
    const id = await added({ price: '4.00', badge: 'New' })
    const { version, name } = await readProduct(id)
    await change(id, { price: '4.50', badge: 'New' }, {}, other)
    await change(id, { price: '5.00', badge: 'New' }, {}, other)
    const second = await changeProduct(shop, admin, {
      id,
      version,
      expectedStock: 40,
      product: form({ name, price: '3.00' }),
      pictures: [{ upload: photo, alt: null }],
      isConfirmed: false,
    })
    expect(second).toMatchObject({
      ok: false,
      refusal: {
        code: 'changed-meanwhile',
        current: { price: 5, badge: 'New', version: version + 2 },
        changes: [{ field: 'price', was: 4, is: 5, by: 'Devika' }],
      },
    })
    expect(await readProduct(id)).toMatchObject({ price: 5, badge: 'New' })
  })

  test('of 20 concurrent saves of one version, one succeeds; the others are refused', async () => {
    const id = await added()
    const { version, name } = await readProduct(id)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, turn) =>
        changeProduct(shop, turn % 2 ? admin : other, {
          id,
          version,
          expectedStock: 40,
          product: form({ name, price: `${turn + 1}.00` }),
          pictures: null,
          isConfirmed: false,
        }),
      ),
    )
    const winner = answers.findIndex(({ ok }) => ok)
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(
      answers.filter((answer) => !answer.ok && answer.refusal.code === 'changed-meanwhile'),
    ).toHaveLength(19)
    expect(await readProduct(id)).toMatchObject({ price: winner + 1, version: version + 1 })
  })

  test('a sale does not change the version', async () => {
    const id = await added()
    const { version } = await readProduct(id)
    await database.query('update products set stock = stock - 1 where id = $1', [id])
    expect((await readProduct(id)).version).toBe(version)
  })
})

describe('FOOD-16 Allergens of a saved product', () => {
  const free = eachAllergen(() => 'free' as const)
  const NONE = 'Contains none of the 14 named allergens as ingredients.'
  const allergensOf = async (id: string) => (await readProduct(id)).allergens

  test.each(ALLERGEN_KEYS)('%s is saved as ticked', async (key) => {
    for (const statement of ALLERGEN_STATEMENTS) {
      const allergens = { ...free, [key]: statement }
      const id = await added({ allergy_advice: '', allergens, is_active: false })
      expect(await readProduct(id)).toMatchObject({ allergens, allergy_advice: allergyAdviceOf(allergens) })
    }
  })

  test('FOOD-16 an edit without allergens keeps those that are known', async () => {
    const allergens = { ...free, milk: 'contains', nuts: 'may contain', lupin: 'not known' } as const
    const id = await added({ allergy_advice: '', allergens, is_active: false })
    const { allergy_advice } = await readProduct(id)
    expect(allergy_advice).toBe('Contains: MILK. May contain: NUTS. Not known: LUPIN.')
    expect(await change(id, { allergy_advice, is_active: false, badge: 'New' })).toMatchObject({ ok: true })
    expect(await allergensOf(id)).toEqual(allergens)
    await change(id, { allergy_advice: 'Contains: MILK.', is_active: false }, { isConfirmed: true })
    expect(await allergensOf(id), 'a shorter text frees nothing').toEqual(allergens)
    await change(id, { allergy_advice, ingredients: 'SESAME.', is_active: false }, { isConfirmed: true })
    expect(await allergensOf(id), 'what the texts name is contained').toEqual({
      ...allergens,
      sesame: 'contains',
    })
    await change(
      id,
      { ingredients: null, is_active: false, allergens: { milk: 'free' } },
      { isConfirmed: true },
    )
    expect(await allergensOf(id)).toEqual({ ...allergens, sesame: 'contains', milk: 'free' })
  })

  test('FOOD-14 a new product without allergens has those that its texts declare', async () => {
    expect(await allergensOf(await added({ allergy_advice: NONE }))).toEqual(free)
    const unsure = await added({ allergy_advice: 'Ask us.', is_active: false })
    expect(new Set(Object.values(await allergensOf(unsure)))).toEqual(new Set(['not known']))
  })

  test('FOOD-17 a text that names an allergen that is not ticked is saved only after confirmation', async () => {
    const product = form({ allergy_advice: 'Contains: SESAME.', allergens: free })
    const add = (isConfirmed: boolean) =>
      addProductWithPicture(shop, admin, { product, pictures: [{ upload: photo, alt: null }], isConfirmed })
    expect(await add(false)).toMatchObject({
      refusal: { code: 'confirm', fields: { 'allergens.sesame': expect.stringContaining('names sesame') } },
    })
    expect(await add(true)).toMatchObject({ ok: true })
  })

  test('AUDIT-1 a change is recorded with all 14 before and after', async () => {
    const id = await added({ allergens: free })
    await change(id, { allergy_advice: '', allergens: { ...free, milk: 'contains' } })
    const [event] = await database.query(
      `select before -> 'allergens' ->> 'milk' as was, after -> 'allergens' ->> 'milk' as now, after ->> 'allergy_advice' as advice
         from audit_events where subject_id = $1 and event = 'changed'`,
      [id],
    )
    expect(event).toEqual({ was: 'free', now: 'contains', advice: 'Contains: MILK.' })
  })
})
