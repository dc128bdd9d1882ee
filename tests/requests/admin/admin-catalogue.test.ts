import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { listFingerprint } from '#features/catalogue/products/bulk-edit/bulk-edit-products.server.ts'
import type { ListSnapshot } from '#features/catalogue/products/bulk-edit/bulk-edit-result.ts'
import type { AdminProductPage } from '#features/catalogue/products/admin/admin-product.ts'
import { pictureKeyFromUrl } from '#shop/picture-key.ts'
import { ALLERGEN_KEYS, eachAllergen } from '#features/catalogue/labels/allergen-statements.ts'
import { categoryMessages } from '#features/catalogue/products/product-messages.ts'
import { messages } from '#shop/messages/messages.ts'
import { pictureErrorMessages } from '#features/pictures/picture-error-messages.ts'
import type { CatalogueActionResult } from '#features/catalogue/product-form/admin/catalogue-action-result.ts'
import { insertCategory, insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { createPhoto, createPngWithDimensions } from '#tests/fixtures/products/picture-uploads.ts'
import {
  signInNewCustomer,
  signInAsAdmin,
  HttpClient,
  type FormFields,
} from '#tests/fixtures/http/http-client.ts'
import { findLink, pageText, readPageTitle, findFieldValue } from '#tests/fixtures/http/page-text.ts'
import { connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'

const url = inject('shopUrl')
const dataDir = inject('shopDataDirectory')
const database = connectToShopDatabase(dataDir)
let owner: HttpClient
let photo: Buffer
let categoryId: string
beforeAll(async () => {
  owner = await signInAsAdmin(url)
  photo = await createPhoto()
  categoryId = await insertCategory(database, `Shelf ${randomUUID()}`)
})
afterAll(() => database.close())

type Upload = { bytes: Uint8Array; name?: string; type?: string }
async function send(path: string, fields: FormFields, upload?: Upload | null, client: HttpClient = owner) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const { bytes = new Uint8Array(), name = upload ? 'photo.jpg' : '', type = 'image/jpeg' } = upload ?? {}
  form.set('image', new File([new Uint8Array(bytes)], name, { type }))
  const response = await client.fetch(path, { method: 'POST', body: form, headers: { origin: url } })
  const html = await response.text()
  return { status: response.status, to: response.headers.get('location'), html, text: pageText(html) }
}
async function sendAsScript(path: string, fields: FormFields, upload?: Upload) {
  const { html } = await send(`/_data?u=${encodeURIComponent(path)}`, fields, upload)
  const page = JSON.parse(html) as {
    actionData?: Record<string, CatalogueActionResult>
    redirect?: { to: string }
  }
  return { redirect: page.redirect, answer: Object.values(page.actionData ?? {})[0] }
}

const ADD = '/admin/products?add=product'
const productFormFields = (more: FormFields = {}): FormFields => ({
  intent: 'add',
  name: `Honey ${randomUUID()}`,
  category_id: categoryId,
  price: '4.50',
  stock: '12',
  is_active: 'on',
  ingredients: 'Honey.',
  allergy_advice: 'Contains none of the 14 named allergens as ingredients.',
  ...more,
})
type Row = {
  id: string
  slug: string
  name: string
  price: number
  stock: number
  version: number
  image_url: string
  is_active: boolean
  [field: string]: unknown
}
const named = async (name: string) =>
  (await database.query<Row>('select * from products where name = $1', [name]))[0]
const withId = async (id: string) =>
  (await database.query<Row>('select * from products where id = $1', [id]))[0]!
async function added(more: FormFields = {}): Promise<Row> {
  const form = productFormFields(more)
  const { status, text } = await send(ADD, form, { bytes: photo })
  if (status !== 302) throw new Error(`The product of this test was refused: ${text}`)
  return (await named(form['name']!))!
}
const editPath = (id: string) => `/admin/products?edit=${id}`
const editForm = ({ id, version, stock, name }: Row, more: FormFields = {}) =>
  productFormFields({
    intent: 'edit',
    id,
    version: String(version),
    stock_seen: String(stock),
    stock: String(stock),
    name,
    ...more,
  })
const isPictureStored = (image_url: string) =>
  existsSync(join(dataDir, 'storage/product-images', pictureKeyFromUrl(image_url)!))

describe('ADMIN-3 /admin/products', () => {
  test('ADMIN-3 STOCK-8 a table with category filter, search, sort order and page in the URL; low stock in red and as text', async () => {
    const mine = await insertCategory(database, 'Filtered')
    const low = await insertProduct(database, { name: 'Lowest Clove', stock: 9, category_id: mine, price: 9 })
    await insertProduct(database, { name: 'Highest Clove', stock: 10, category_id: mine, price: 3 })
    const html = await owner.html(`/admin/products?category=${mine}&sort=price`)
    expect(pageText(html)).toContain('Name Category Price ↑ Stock Active')
    expect(pageText(html)).toMatch(
      /Highest Clove .* £3\.00 (?:Stock )?10 .*Lowest Clove .* £9\.00 (?:Stock )?9 Low stock/,
    )
    expect(html.match(/class="low-stock"/g)).toHaveLength(1)
    expect(html.match(/role="switch" aria-checked="true"/g)).toHaveLength(2)
    expect(html).toContain(`aria-sort="ascending"`)
    expect(findLink(html, 'Lowest Clove')).toBe(`/admin/products?category=${mine}&sort=price&edit=${low.id}`)
    expect(pageText(await owner.html(`/admin/products?category=${mine}&search=lowest`))).toContain(
      '1 product',
    )
    const slip = pageText(await owner.html(`/admin/products?category=${mine}&search=lowset+cloev`))
    expect(slip).toContain('1 product. No product has ‘lowset cloev’: these have ‘lowest clove’.')
    expect(pageText(await owner.html('/admin/products?search=no+such+thing+anywhere'))).toContain(
      'No matching products',
    )
    const all = await owner.html('/admin/products')
    expect(all.match(/class="cell-choose"/g)).toHaveLength(24)
    expect(findLink(all, 'Next')).toBe('/admin/products?page=2')
  })

  test('ADMIN-1 the menu and the dashboard counters link to it', async () => {
    const html = await owner.html('/admin/dashboard')
    expect([
      findLink(html, 'Products'),
      findLink(html, 'Total products'),
      findLink(html, 'Products with stock below 10'),
    ]).toEqual(['/admin/products', '/admin/products', '/admin/products?show=low'])
    expect(html.match(/href="\/admin\/categories"/g)).toHaveLength(2)
  })

  test('CATALOGUE-19 the form of a new product has every field with its default', async () => {
    const html = await owner.html(ADD)
    expect(readPageTitle(html)).toMatch(/^Add product/)
    const defaults: FormFields = {
      name: '',
      price: '',
      stock: '',
      badge: '',
      net_weight: '',
      brand: '',
      lifestyle: '',
      dietary_info: '',
      'nutrition_info.energy.value': '',
      'nutrition_info.energy_kj.value': '',
      'nutrition_info.protein.value': '',
      'nutrition_info.salt.value': '',
      'nutrition_info.energy.unit': 'kcal',
      'nutrition_info.fat.per': '100g',
      'manufacturer.name': 'Ninth Bend Foods Ltd',
      'manufacturer.city': 'London',
      'manufacturer.country': 'United Kingdom',
    }
    for (const [field, value] of Object.entries(defaults))
      expect(findFieldValue(html, field), field).toBe(value)
    for (const field of ['description', 'ingredients', 'allergy_advice', 'storage_instructions'])
      expect(html).toMatch(new RegExp(`<textarea[^>]*name="${field}"`))
    for (const field of ['is_active', 'is_featured', 'is_best_seller', 'image', 'manufacturer.address'])
      expect(html, field).toContain(`name="${field}"`)
  })

  test('FOOD-2 FOOD-30 the whole declaration is saved; shoppers see what was entered, including 0, and nothing else', async () => {
    const values = {
      energy_kj: '1391',
      energy: '327',
      fat: '0',
      carbohydrates: '81.5',
      sugars: '80.3',
      protein: '',
      salt: '0.01',
    }
    const units = { energy_kj: 'kJ', energy: 'kcal' } as Record<string, string>
    const typed = Object.fromEntries(
      Object.entries(values).flatMap(([key, value]) => [
        [`nutrition_info.${key}.value`, value],
        [`nutrition_info.${key}.unit`, units[key] ?? 'g'],
        [`nutrition_info.${key}.per`, '100g'],
      ]),
    )
    const asked = await send(ADD, productFormFields(typed), { bytes: photo })
    expect([asked.status, asked.text.includes('Is the value for protein missing?')]).toEqual([422, true])
    const product = await added({ ...typed, confirmed: 'on' })
    expect(product['nutrition_info']).toMatchObject({
      energy_kj: { value: 1391, unit: 'kJ' },
      fat: { value: 0 },
      protein: { value: null },
      salt: { value: 0.01 },
    })
    const pageContent = pageText(await new HttpClient(url).html(`/products/${product.slug}`))
    expect(pageContent).toContain(
      'Energy 1391 kJ / 327 kcal Fat 0 g Carbohydrate 81.5 g of which sugars 80.3 g Salt 0.01 g',
    )
    expect(pageContent).not.toMatch(/Protein|saturates|Fibre/)
    const form = await owner.html(editPath(product.id))
    expect([
      findFieldValue(form, 'nutrition_info.fat.value'),
      findFieldValue(form, 'nutrition_info.protein.value'),
    ]).toEqual(['0', ''])
    expect(pageText(form)).toContain('Still missing: saturates and protein.')
  })

  test('FOOD-5 a claim without its value is saved after confirmation', async () => {
    const form = productFormFields({ dietary_info: 'High fibre' })
    const asked = await send(ADD, form, { bytes: photo })
    expect([
      asked.status,
      asked.text.includes('‘High fibre’ is allowed with at least 6 g per 100 g'),
    ]).toEqual([422, true])
    expect((await send(ADD, { ...form, confirmed: 'on' }, { bytes: photo })).status).toBe(302)
    const proved = productFormFields({
      dietary_info: 'High fibre',
      'nutrition_info.fibre.value': '6',
      'nutrition_info.fibre.unit': 'g',
    })
    expect((await send(ADD, proved, { bytes: photo })).status).toBe(302)
  })

  test('FOOD-4 CATALOGUE-19 a product is added with its picture; shoppers see it, and a non-numeric nutrition value is saved as 0 after confirmation', async () => {
    const typed = {
      net_weight: '250g',
      'nutrition_info.energy.value': 'x',
      'nutrition_info.energy.unit': 'kcal',
      badge: '',
      'manufacturer.name': ' ',
    }
    const asked = await send(ADD, productFormFields(typed), { bytes: photo })
    expect([asked.status, asked.text.includes('Energy (kcal): enter a number, 0 or more')]).toEqual([
      422,
      true,
    ])
    const product = await added({ ...typed, confirmed: 'on' })
    expect(product).toMatchObject({
      price: 4.5,
      stock: 12,
      badge: null,
      description: null,
      brand: 'Ninth Bend',
      is_active: true,
      is_featured: false,
    })
    expect(product['nutrition_info']).toMatchObject({ energy: { value: 0, unit: 'kcal' } })
    expect(product['manufacturer']).toMatchObject({ name: 'Ninth Bend Foods Ltd', city: 'London' })
    expect(pictureKeyFromUrl(product.image_url)).toMatch(
      new RegExp(`^products/category-[0-9a-f-]+/${product.slug}-\\d{13}\\.webp$`),
    )
    expect((await new HttpClient(url).fetch(product.image_url)).headers.get('content-type')).toBe(
      'image/webp',
    )
    const pageContent = pageText(await new HttpClient(url).html(`/products/${product.slug}`))
    expect(pageContent).toContain(product.name)
    expect(pageContent).toContain('0 kcal')
  })

  test.each<[FormFields, string]>([
    [{ name: ' ' }, messages.enterProductName],
    [{ name: '!!!' }, messages.nameWithoutLetters],
    [{ name: 'x'.repeat(201) }, 'Name must be 200 characters or fewer'],
    [{ name: 'Wayanad FOREST honey' }, 'A product with this name already exists'],
    [{ category_id: '' }, messages.chooseCategory],
    [{ category_id: randomUUID() }, 'Category not found'],
    [{ price: '' }, messages.enterPrice],
    [{ price: '-1' }, messages.enterPrice],
    [{ price: '1.005' }, messages.enterPrice],
    [{ price: '100000' }, messages.enterPrice],
    [{ stock: '' }, messages.enterStock],
    [{ stock: '-1' }, messages.enterStock],
    [{ stock: '1.5' }, messages.enterStock],
    [{ net_weight: 'a handful' }, messages.netWeightUnreadable],
    [{ badge: 'x'.repeat(41) }, 'Badge must be'],
    [{ description: 'x'.repeat(5001) }, 'Description must be'],
    [{ brand: 'x'.repeat(121) }, 'Brand must be'],
    [{ ingredients: 'x'.repeat(5001) }, 'Ingredients must be'],
    [{ 'manufacturer.city': 'x'.repeat(301) }, 'Manufacturer must be'],
  ])(
    'MESSAGE-5 CATALOGUE-14 %j is refused at its field, and form values are kept',
    async (wrong, sentence) => {
      const before = (
        await database.query<{ count: number }>(
          'select count(*)::int as count from products where category_id = $1',
          [categoryId],
        )
      )[0]!.count
      const { status, text, html } = await send(
        ADD,
        productFormFields({ brand: 'Typed by hand', ...wrong }),
        { bytes: photo },
      )
      expect(status).toBe(422)
      expect(text).toContain('There is a problem')
      const [field] = Object.keys(wrong)
      expect(html).toContain(`href="#${field}"`)
      expect(html).toContain(`id="${field}-error"`)
      expect(text.split(sentence).length - 1, 'above and at the field').toBeGreaterThanOrEqual(2)
      expect(findFieldValue(html, 'brand')).toBe(wrong['brand'] ?? 'Typed by hand')
      const after = (
        await database.query<{ count: number }>(
          'select count(*)::int as count from products where category_id = $1',
          [categoryId],
        )
      )[0]!.count
      expect(after).toBe(before)
    },
  )

  test('CATALOGUE-15 an image is required when adding, but not when editing', async () => {
    expect((await send(ADD, productFormFields())).text).toContain(messages.chooseImage)
    const product = await added()
    expect(
      await send(editPath(product.id), editForm(product, { price: '5.25', name: 'Renamed' })),
    ).toMatchObject({ status: 302, to: '/admin/products?notice=product-saved' })
    expect(await withId(product.id)).toMatchObject({
      price: 5.25,
      name: 'Renamed',
      slug: product.slug,
      image_url: product.image_url,
    })
  })

  test('PICTURE-3 a new picture replaces the old one, which is deleted from the store', async () => {
    const product = await added()
    expect(
      (await send(editPath(product.id), editForm(product), { bytes: await createPhoto('#a33') })).status,
    ).toBe(302)
    const { image_url } = await withId(product.id)
    expect([
      image_url === product.image_url,
      isPictureStored(product.image_url),
      isPictureStored(image_url),
    ]).toEqual([false, false, true])
    expect((await new HttpClient(url).fetch(product.image_url)).status).toBe(404)
  })

  test('FOOD-8 an active product without ingredients is saved after confirmation', async () => {
    const form = productFormFields({ allergy_advice: '' })
    const first = await send(ADD, form, { bytes: photo })
    expect([
      first.status,
      first.text.includes(messages.foodInformationMissing),
      first.text.includes(messages.saveAnyway),
    ]).toEqual([422, true, true])
    expect(
      first.html.indexOf('id="confirmed"'),
      'the box stands where the sentence about it does',
    ).toBeLessThan(first.html.indexOf('id="name"'))
    expect(first.html).toContain('id="allergy_advice-error"')
    const unticked = await send(
      ADD,
      { ...form, was_asked: findFieldValue(first.html, 'was_asked')! },
      { bytes: photo },
    )
    expect([unticked.status, unticked.text.split(messages.tickToSaveAnyway).length - 1]).toEqual([422, 2])
    expect((await send(ADD, { ...form, was_asked: 'on', confirmed: 'on' }, { bytes: photo })).status).toBe(
      302,
    )
    const pageContent = pageText(
      await new HttpClient(url).html(`/products/${(await named(form['name']!))!.slug}`),
    )
    expect(pageContent).toMatch(/ask us/i)
  })

  test('FOOD-13 FOOD-16 FOOD-17 allergens are saved as chosen, and an edit without them keeps them', async () => {
    const chosen = Object.fromEntries(
      ALLERGEN_KEYS.map((key) => [`allergens.${key}`, key === 'sesame' ? 'contains' : 'free']),
    )
    const allergens = eachAllergen((key) => (key === 'sesame' ? 'contains' : 'free'))
    const product = await added({ ...chosen, allergy_advice: '', country_of_origin: 'India' })
    expect(product).toMatchObject({
      allergens,
      allergy_advice: 'Contains: SESAME.',
      country_of_origin: 'India',
    })
    const page = await new HttpClient(url).html(`/products/${product.slug}`)
    expect(pageText(page)).toContain('Country of origin India')
    expect(page).toContain('<strong>SESAME</strong>')
    expect(page).toContain('"countryOfOrigin":{"@type":"Country","name":"India"}')

    const withoutAllergens = editForm(product, { allergy_advice: 'Contains: SESAME.', badge: 'Old client' })
    expect((await send(editPath(product.id), withoutAllergens)).status).toBe(302)
    const kept = await withId(product.id)
    expect(kept).toMatchObject({ allergens, badge: 'Old client' })

    const contradicting = editForm(kept, {
      ...chosen,
      'allergens.sesame': 'free',
      allergy_advice: 'Contains: SESAME.',
    })
    const refused = await send(editPath(product.id), contradicting)
    expect([refused.status, refused.html.includes('id="allergens.sesame-error"')]).toEqual([422, true])
    expect(refused.text).toContain('The allergy advice names sesame, which is marked ‘free’ in the list.')
    expect(await withId(product.id)).toMatchObject({ allergens, version: kept.version })
    const wrong = await send(editPath(product.id), editForm(kept, { 'allergens.milk': 'maybe' }))
    expect([wrong.status, wrong.text.includes(messages.chooseAllergenStatement)]).toEqual([422, true])
    expect(
      (await send(editPath(product.id), { ...contradicting, was_asked: 'on', confirmed: 'on' })).status,
    ).toBe(302)
    expect(await withId(product.id)).toMatchObject({ allergens: { sesame: 'free' } })
  })

  test('unknown form fields are ignored', async () => {
    const id = randomUUID()
    const product = await added({
      id,
      slug: 'forged',
      version: '99',
      created_at: '2000-01-01',
      image_url: '/x.webp',
      '__proto__.x': '1',
    })
    expect(product).toMatchObject({ version: 1 })
    expect([product.id === id, product.slug === 'forged', product.image_url === '/x.webp']).toEqual([
      false,
      false,
      false,
    ])
  })

  test('ADMIN-16 an unknown product is reported above the list', async () => {
    for (const kind of ['edit', 'stock']) {
      const page = await owner.fetch(`/admin/products?${kind}=${randomUUID()}`)
      expect(page.status).toBe(404)
      expect(pageText(await page.text())).toContain(messages.productNotInCatalogue)
    }
    const gone = await send(
      `/admin/products?edit=${randomUUID()}`,
      productFormFields({ intent: 'edit', id: randomUUID(), version: '1' }),
    )
    expect([gone.status, gone.text.includes(messages.productNotInCatalogue)]).toEqual([404, true])
    expect((await owner.post('/admin/products', { intent: '__proto__' })).status).toBe(400)
  })
})

describe('CATALOGUE-21 Two editors', () => {
  test('the second save is refused with both values; form values are kept, and fields changed only by the other editor are merged', async () => {
    const product = await added()
    await send(editPath(product.id), editForm(product, { price: '5.00', badge: 'New' }))
    const second = await send(
      editPath(product.id),
      editForm(product, { price: '3.00', brand: 'Typed by hand' }),
    )
    expect(second.status).toBe(409)
    expect(second.text).toContain(messages.editConflict)
    expect(second.text).toMatch(/Changed by owner@ninthbend\.example at .* [ap]m/)
    expect(second.text).toContain('Price (£) was ‘4.50’, is now ‘5.00’. You have ‘3.00’')
    expect(second.text).toContain('Badge was nothing, is now ‘New’. Taken over into this form.')
    expect([
      findFieldValue(second.html, 'price'),
      findFieldValue(second.html, 'badge'),
      findFieldValue(second.html, 'brand'),
    ]).toEqual(['3.00', 'New', 'Typed by hand'])
    expect(await withId(product.id)).toMatchObject({ price: 5, badge: 'New' })
    // The form now contains the new version, so saving again overwrites the change.
    const version = findFieldValue(second.html, 'version')!
    expect(
      (await send(editPath(product.id), editForm(product, { price: '3.00', badge: 'New', version }))).status,
    ).toBe(302)
    expect(await withId(product.id)).toMatchObject({ price: 3, badge: 'New' })
  })

  test('the same as page data', async () => {
    const product = await added()
    expect(
      (await sendAsScript(editPath(product.id), editForm(product, { price: '5.00' }))).redirect?.to,
    ).toBe('/admin/products?notice=product-saved')
    const { answer: response } = await sendAsScript(
      editPath(product.id),
      editForm(product, { price: '3.00' }),
    )
    expect(response).toMatchObject({
      kind: 'refused',
      merged: {
        version: 2,
        fields: [{ field: 'price', was: '4.50', theirs: '5.00', mine: '3.00', isTaken: false }],
      },
    })
  })
})

describe('The active switch and bulk actions', () => {
  test('CATALOGUE-8 CATALOGUE-20 deactivating hides a product from shoppers, activating shows it again', async () => {
    const product = await added()
    const press = (is_active: string, more = {}) =>
      owner.post('/admin/products', { intent: 'switch', product_id: product.id, is_active, ...more })
    expect(pageText(await (await press('off')).text())).toContain(`${product.name} is inactive.`)
    expect((await new HttpClient(url).fetch(`/products/${product.slug}`)).status).toBe(404)
    expect((await press('on')).status).toBe(200)
    expect((await new HttpClient(url).fetch(`/products/${product.slug}`)).status).toBe(200)
    await database.query('update products set ingredients = null, is_active = false where id = $1', [
      product.id,
    ])
    const refused = await press('on')
    expect([
      refused.status,
      pageText(await refused.text()).includes(messages.foodInformationMissing),
    ]).toEqual([409, true])
    expect((await press('on', { confirmed: 'on' })).status).toBe(200)
    expect(
      (await owner.post('/admin/products', { intent: 'switch', product_id: randomUUID(), is_active: 'on' }))
        .status,
    ).toBe(404)
  })

  test('each selected row has its own result', async () => {
    const [one, two] = [await added({ is_active: '' }), await added({ is_active: '', ingredients: '' })]
    const chosen = async (fields: FormFields, ids: string[], path = '/admin/products') => {
      const body = new URLSearchParams({ intent: 'chosen', ...fields })
      for (const id of ids) body.append('product_id', id)
      const response = await owner.fetch(path, { method: 'POST', body, headers: { origin: url } })
      return { status: response.status, text: pageText(await response.text()) }
    }
    expect(await chosen({ what: 'on' }, [])).toMatchObject({
      status: 422,
      text: expect.stringContaining(messages.chooseProducts),
    })
    const { text } = await chosen({ what: 'on' }, [one.id, two.id])
    expect(text).toContain('1 changed, 1 left as they are')
    expect(text).toContain(`${one.name} : changed.`)
    expect(text).toContain(`${two.name} : not changed. ${messages.foodInformationMissing}`)
    const onPageTwo = await chosen(
      { what: 'badge', badge: 'Chosen' },
      [one.id, two.id],
      '/admin/products?page=2',
    )
    expect(onPageTwo.text).toMatch(/Products 25 to \d+ of/)
    const other = await insertCategory(database, 'Other shelf')
    await chosen({ what: 'category', category_id: other }, [one.id])
    expect(await withId(one.id)).toMatchObject({ badge: 'Chosen', category_id: other, is_active: true })
    expect(await withId(two.id)).toMatchObject({ badge: 'Chosen', is_active: false })
    expect((await chosen({ what: 'category', category_id: '' }, [one.id])).status).toBe(422)
    for (const vat_rate of ['', '5', 'twenty'])
      expect(await chosen({ what: 'vat-rate', vat_rate }, [one.id])).toMatchObject({
        status: 422,
        text: expect.stringContaining(messages.chooseVatRate),
      })
    await chosen({ what: 'vat-rate', vat_rate: '0' }, [one.id])
    expect([(await withId(one.id))['vat_rate'], (await withId(two.id))['vat_rate']]).toEqual([0, null])
    expect(await chosen({ what: '' }, [one.id])).toMatchObject({
      status: 422,
      text: expect.stringContaining(messages.chooseWhatToDo),
    })
    expect(await chosen({ what: 'badge', badge: ' ' }, [one.id])).toMatchObject({
      status: 422,
      text: expect.stringContaining(messages.enterBadge),
    })
    expect((await withId(one.id))['badge'], 'nothing is taken away by a field left empty').toBe('Chosen')
    expect((await chosen({ what: 'archive' }, [two.id])).text).toContain(`${two.name} : archived.`)
    await chosen({ what: 'bring-back' }, [two.id])
    expect((await chosen({ what: 'no-badge' }, [two.id])).text).toContain(`${two.name} : changed.`)
    expect((await withId(two.id))['badge']).toBeNull()
    const again = await chosen({ what: 'badge', badge: 'Chosen' }, [one.id, two.id])
    expect(again.text).toContain('1 changed, 1 had nothing to change')
    expect(again.text).toContain(`${one.name} : had nothing to change.`)
    expect((await chosen({ what: 'on' }, [one.id])).text).toContain('0 changed, 1 had nothing to change')
    const list = `/admin/products?category=${other}`
    const wholeList = (all_of: string, all_mark = listFingerprint([one.id])) =>
      owner.post(list, { intent: 'chosen', what: 'badge', badge: 'Whole list', all_of, all_mark })
    expect((await wholeList('1')).status).toBe(200)
    expect([(await withId(one.id))['badge'], (await withId(two.id))['badge']]).toEqual([
      'Whole list',
      'Chosen',
    ])
    expect(pageText(await (await wholeList('2')).text())).toContain(
      'it had 2 products and has 1 product now. Nothing was changed.',
    )
    expect([
      (await wholeList('2')).status,
      (await wholeList('1001')).status,
      (await wholeList('all')).status,
      (await wholeList('1', '')).status,
    ]).toEqual([409, 422, 400, 400])
    const another = await wholeList('1', listFingerprint([two.id]))
    expect([another.status, pageText(await another.text())]).toEqual([
      409,
      expect.stringContaining('it has 1 product as before, but not the same ones. Nothing was changed.'),
    ])
    const last = await chosen({ what: 'off' }, [one.id], `${list}&show=on`)
    expect(last.text, 'what became of the last row of a list is told over the empty list').toMatch(
      /0 products .* 1 changed .*: changed\. No matching products/,
    )
    const { products, wholeList: seen } = (await owner.page('/admin/products')).loaderData![
      'admin-products'
    ] as { products: AdminProductPage; wholeList: ListSnapshot }
    expect(seen).toEqual({ total: products.total, mark: expect.stringMatching(/^[\w-]{43}$/) })
  })
})

describe('The stock dialog', () => {
  const adjust = (id: string, change: string, reason: string) =>
    owner.post(`/admin/products?stock=${id}`, { intent: 'stock', product_id: id, change, reason })

  test('STOCK-1 STOCK-31 PERMISSION-8 the stock changes with its reason, and the history shows actor, time, reason and both values', async () => {
    const product = await added()
    const response = await adjust(product.id, '-2', ' Two jars broke ')
    const list = response.headers.get('location')!
    expect(list, 'the dialog is closed').toMatch(/^\/admin\/products\?notice=/)
    expect(pageText(await owner.html(list))).toContain(
      `The stock of ${product.name} is changed by −2: it was 12, and is now 10.`,
    )
    const text = pageText(await owner.html(`/admin/products?stock=${product.id}`))
    expect(text).toContain('Current stock 10 New stock 10')
    expect(text).toMatch(/\d+ \w+ \d{4}, \d+:\d\d [ap]m −2 12 10 Two jars broke owner@ninthbend\.example/)
    expect((await withId(product.id)).stock).toBe(10)
  })

  test.each([
    ['0', 'x'],
    ['', 'x'],
    ['1', ' '],
    ['1.5', 'x'],
    ['x', 'x'],
  ])('STOCK-3 a change of %j because of %j asks to fill in all fields', async (change, reason) => {
    const product = await added()
    const response = await adjust(product.id, change, reason)
    expect([response.status, pageText(await response.text()).includes('Please fill in all fields')]).toEqual([
      422,
      true,
    ])
    expect((await withId(product.id)).stock).toBe(12)
  })

  test('STOCK-2 a stock below zero is refused with its message, and form values are kept', async () => {
    const product = await added()
    const response = await adjust(product.id, '-13', 'Counted')
    const html = await response.text()
    expect([
      response.status,
      pageText(html).includes('Stock cannot go below zero'),
      findFieldValue(html, 'change'),
      findFieldValue(html, 'reason'),
    ]).toEqual([409, true, '-13', 'Counted'])
    expect((await adjust(product.id, '999999', 'Counted')).status).toBe(409)
    expect((await adjust(randomUUID(), '1', 'x')).status).toBe(404)
  })
})

test.each([
  ['/admin/products/import', 'Products'],
  ['/admin/stock/deliveries', 'Products'],
  ['/admin/stock/batches', 'Products'],
  ['/admin/stock/takes', 'Products'],
  ['/admin/recalls', 'Products'],
  ['/admin/orders/new', 'Orders'],
  ['/admin/figures', 'Figures'],
])('ADMIN-23 on %s the menu marks %s alone', async (path, label) => {
  const menu = /<nav aria-label="Back-office".*?<\/nav>/s.exec(await owner.html(path))![0]
  const marked = menu.match(/<a [^>]*aria-current="page".*?<\/a>/gs) ?? []
  expect(marked.map(pageText)).toEqual([label])
})

describe('ADMIN-4 /admin/categories', () => {
  const path = '/admin/categories?add=category'
  test('ADMIN-4 CATALOGUE-21 a card per category; one is added with its picture, changed, and protected against concurrent edits', async () => {
    const name = `Sweets ${randomUUID()}`
    expect((await send(path, { intent: 'add', name })).text).toContain(messages.chooseImage)
    expect((await send(path, { intent: 'add', name: ' ' }, { bytes: photo })).text).toContain(
      messages.enterCategoryName,
    )
    expect(
      await send(
        path,
        { intent: 'add', name, description: 'Halwa', is_on_home_page: 'on' },
        { bytes: photo },
      ),
    ).toMatchObject({ status: 302, to: '/admin/categories?notice=category-added' })
    const find = async () =>
      (
        await database.query<Row>('select * from categories where slug = $1', [
          name.toLowerCase().replaceAll(' ', '-'),
        ])
      )[0]!
    const category = await find()
    expect(pictureKeyFromUrl(category.image_url)).toMatch(
      new RegExp(`^categories/${category.slug}-\\d{13}\\.webp$`),
    )
    const cards = await owner.html('/admin/categories')
    expect(pageText(cards)).toMatch(
      new RegExp(
        `${name} Halwa 0 products on sale ${messages.categoryEmptyForShoppers} ${categoryMessages.beyondHomePage} Edit`,
      ),
    )
    const visitor = new HttpClient(url)
    expect(await visitor.html('/products')).toContain(`<option value="${category.slug}">${name}</option>`)
    const shelf = pageText(await visitor.html(`/products?category=${category.slug}`))
    expect(shelf).toContain(`Nothing on this shelf yet Nothing of ${name} is on sale yet.`)
    expect((await send(path, { intent: 'add', name: name.toUpperCase() }, { bytes: photo })).text).toContain(
      'A category with this name already exists',
    )

    const edit = (fields: FormFields, upload?: Upload) =>
      send(
        `/admin/categories?edit=${category.id}`,
        { intent: 'edit', id: category.id, version: '1', ...fields },
        upload,
      )
    expect(
      (await edit({ name: 'Renamed sweets', description: '' }, { bytes: await createPhoto('#a33') })).status,
    ).toBe(302)
    expect(await find()).toMatchObject({ name: 'Renamed sweets', description: null, version: 2 })
    expect(isPictureStored(category.image_url)).toBe(false)
    const second = await edit({ name: 'My sweets', description: 'Halwa' })
    expect([
      second.status,
      second.text.includes('was ‘') || second.text.includes('is now Renamed sweets'),
    ]).toEqual([409, true])
    expect(findFieldValue(second.html, 'name')).toBe('My sweets')
    expect((await find()).name).toBe('Renamed sweets')
    expect(
      (
        await send(`/admin/categories?edit=${randomUUID()}`, {
          intent: 'edit',
          id: randomUUID(),
          version: '1',
          name: 'x',
        })
      ).status,
    ).toBe(404)
    expect((await owner.post('/admin/categories', { intent: 'delete', id: category.id })).status).toBe(400)
  })
})

describe('PICTURE-9 Malicious uploads', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const noise = (side: number) =>
    sharp({
      create: {
        width: side,
        height: side,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    })
  test.each<[string, () => Promise<Upload>, string]>([
    [
      'an SVG with a script',
      async () => ({ bytes: Buffer.from(svg), name: 'logo.svg', type: 'image/svg+xml' }),
      pictureErrorMessages['picture-kind-unknown'],
    ],
    [
      'an SVG named .jpg',
      async () => ({ bytes: Buffer.from(svg) }),
      pictureErrorMessages['picture-kind-unknown'],
    ],
    [
      'HTML named .jpg',
      async () => ({ bytes: Buffer.from('<!doctype html><script>alert(1)</script>') }),
      pictureErrorMessages['picture-kind-unknown'],
    ],
    [
      'half a photo',
      async () => ({ bytes: (await noise(400).jpeg().toBuffer()).subarray(0, 9000) }),
      pictureErrorMessages['picture-damaged'],
    ],
    ['0 bytes', async () => ({ bytes: new Uint8Array() }), pictureErrorMessages['picture-missing']],
    [
      '14,000 × 14,000 pixels',
      async () => ({ bytes: await createPngWithDimensions(14_000, 14_000) }),
      pictureErrorMessages['picture-too-many-pixels'],
    ],
    [
      'a little over 10 MB',
      async () => ({ bytes: Buffer.concat([photo, Buffer.alloc(10 * 1024 * 1024)]) }),
      pictureErrorMessages['picture-too-heavy'],
    ],
  ])('%s is refused with a clear message, and nothing is stored', async (_what, make, sentence) => {
    const form = productFormFields()
    const { status, text, html } = await send(ADD, form, await make())
    expect([status, text.includes(sentence)]).toEqual([422, true])
    expect(findFieldValue(html, 'name')).toBe(form['name'])
    expect(await named(form['name']!)).toBeUndefined()
    const kept = readdirSync(join(dataDir, 'storage/product-images'), { recursive: true }).map(String)
    expect(kept.filter((file) => file.includes(form['name']!.toLowerCase().replaceAll(' ', '-')))).toEqual([])
  })

  test('50 MB are refused unread, as a form and as page data with form values kept', async () => {
    const upload = { bytes: Buffer.alloc(50 * 1024 * 1024, 1) }
    expect(await send(ADD, productFormFields(), upload)).toMatchObject({
      status: 413,
      text: messages.requestTooLarge,
    })
    expect((await sendAsScript(ADD, productFormFields(), upload)).answer).toEqual({
      message: messages.requestTooLarge,
    })
  })

  test('SECURITY-11 users without permission cannot make the shop read a large body', async () => {
    for (const client of [new HttpClient(url), await signInNewCustomer(url)]) {
      const { status, to } = await send(
        ADD,
        productFormFields(),
        { bytes: Buffer.alloc(50 * 1024 * 1024, 1) },
        client,
      )
      expect([status, to]).toEqual([302, expect.stringMatching(/^\/admin(\?|$)/)])
    }
    const elsewhere = await send('/admin/orders', {}, { bytes: Buffer.alloc(200 * 1024) })
    expect(elsewhere.status).toBe(413)
  })

  test('PICTURE-10 location data of a photo is not served; of an animation only the first frame', async () => {
    const photographed = await sharp(photo)
      .withExif({
        IFD0: { Artist: 'Planted Marker' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
      })
      .jpeg()
      .toBuffer()
    const frames = await Promise.all(['#ff0000', '#0000ff'].map((colour) => createPhoto(colour, 170)))
    const animation = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer()
    for (const bytes of [photographed, animation]) {
      const form = productFormFields()
      expect((await send(ADD, form, { bytes })).status).toBe(302)
      const { image_url } = (await named(form['name']!))!
      for (const path of [
        image_url,
        image_url.replace('.webp', '@160.avif'),
        image_url.replace('.webp', '@160.webp'),
      ]) {
        const served = Buffer.from(await (await new HttpClient(url).fetch(path)).arrayBuffer())
        const { exif, icc, xmp, pages = 1 } = await sharp(served).metadata()
        expect({ exif, icc, xmp, pages, isMarked: served.includes('Planted Marker') }).toEqual({
          pages: 1,
          isMarked: false,
        })
      }
    }
  })
})
