import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { MAX_PRODUCT_PICTURES } from '#shop/constants.ts'
import { findProduct } from '#features/catalogue/storefront/storefront-catalogue.server.ts'
import { pictureKeyFromUrl } from '#shop/picture-key.ts'
import { pictureErrorMessages } from '#features/pictures/picture-error-messages.ts'
import type { Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { createTestShop, insertAdmin, insertCategory } from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { createProductEditor } from '#tests/fixtures/products/product-editor.ts'
import { createPhoto, createTestPictureStore } from '#tests/fixtures/products/picture-uploads.ts'
import { productPictureMessages } from './product-picture-messages.ts'
import { toPictureReferences, type PictureReference, type SubmittedPicture } from './product-pictures.ts'
import { addProductWithPicture } from './save-product.server.ts'

const bucket = createTestPictureStore()
let database: TestDatabase
let shop: ShopDependencies
let admin: Admin
let photo: Buffer
let editor: ReturnType<typeof createProductEditor>
beforeAll(async () => {
  database = await createTestDatabase()
  shop = createTestShop(database, { pictures: bucket.store })
  admin = await insertAdmin(database, 'manager')
  photo = await createPhoto()
  editor = createProductEditor({ shop, admin, photo, category: await insertCategory(database, 'Honey') })
})
afterAll(async () => {
  await database.close()
  bucket.remove()
})

const isStored = ({ image_url }: PictureReference) =>
  existsSync(join(bucket.folder, pictureKeyFromUrl(image_url)!))
const picturesOf = async (id: string) => toPictureReferences(await editor.readProduct(id))
const save = (id: string, pictures: readonly SubmittedPicture[]) => editor.change(id, {}, { pictures })
const upload = (alt: string | null = null) => ({ upload: photo, alt })
const refusal = (code: string, message: string) => ({
  ok: false,
  refusal: { code, fields: { image: message } },
})

/** Adds three pictures: 'front', 'back' and one without a text. */
async function addThree(): Promise<string> {
  const product = editor.form()
  const pictures = [upload('front'), upload('back'), upload()]
  const added = await addProductWithPicture(shop, admin, { product, pictures, isConfirmed: true })
  if (!added.ok) throw new Error(added.refusal.code)
  return added.value.id
}

describe('PICTURE-12 Several pictures of a product', () => {
  test('are kept in their order with their texts; the first is the main one', async () => {
    const id = await addThree()
    const pictures = await picturesOf(id)
    expect(pictures.map(({ alt }) => alt)).toEqual(['front', 'back', null])
    expect(new Set(pictures.map(({ image_url }) => image_url)).size).toBe(3)
    expect(pictures.every(isStored)).toBe(true)
    const { slug, image_url } = await editor.readProduct(id)
    expect(image_url).toBe(pictures[0]!.image_url)
    expect(await findProduct(shop, slug)).toMatchObject({
      image_alt: 'front',
      picture: { image_url, width: 200 },
      more_pictures: [
        { ...pictures[1], width: 200, height: 200, widths: [160, 200] },
        { ...pictures[2], alt: null },
      ],
    })
  })

  test('PICTURE-14 are put in another order, described, added and removed; only the files of removed ones go', async () => {
    const id = await addThree()
    const [front, back, third] = (await picturesOf(id)) as [
      PictureReference,
      PictureReference,
      PictureReference,
    ]
    expect(await save(id, [{ ...back, alt: 'label' }, upload('new'), front])).toMatchObject({ ok: true })
    const saved = await picturesOf(id)
    expect(saved.map(({ alt }) => alt)).toEqual(['label', 'new', 'front'])
    expect([saved[0]!.image_url, saved[2]!.image_url]).toEqual([back.image_url, front.image_url])
    expect([...saved, third].map(isStored)).toEqual([true, true, true, false])
    expect(await database.query('select from pictures where image_url = $1', [third.image_url])).toEqual([])
  })

  test('AUDIT-1 a change is recorded, and a form that says nothing of them changes none', async () => {
    const id = await addThree()
    const before = await picturesOf(id)
    await editor.change(id, { badge: 'New' })
    expect(await picturesOf(id)).toEqual(before)
    await save(id, before.slice(0, 2))
    const [event] = await database.query<{ before: object; after: object }>(
      `select before, after from audit_events where subject_id = $1 and after ? 'more_pictures' and event = 'changed'`,
      [id],
    )
    expect(event).toMatchObject({
      before: { more_pictures: before.slice(1) },
      after: { more_pictures: before.slice(1, 2) },
    })
  })

  test('are at most eight, and one is left at least', async () => {
    const id = await editor.added()
    const main = await picturesOf(id)
    const tooMany = Array.from({ length: MAX_PRODUCT_PICTURES }, () => upload())
    expect(await save(id, [...main, ...tooMany])).toEqual(
      refusal('too-many-pictures', productPictureMessages.tooMany),
    )
    expect(await save(id, [])).toEqual(refusal('picture-missing', pictureErrorMessages['picture-missing']))
    expect(await picturesOf(id)).toEqual(main)
  })

  test('PICTURE-9 one that is no picture is refused, and the others of the form are not kept', async () => {
    const id = await editor.added()
    const main = await picturesOf(id)
    const answer = await save(id, [...main, upload(), { upload: new Uint8Array([1, 2, 3]), alt: null }])
    expect(answer).toEqual(refusal('picture-kind-unknown', pictureErrorMessages['picture-kind-unknown']))
    expect(await picturesOf(id)).toEqual(main)
    const { slug } = await editor.readProduct(id)
    expect(await database.query('select from pictures where key like $1', [`%${slug}%`])).toHaveLength(1)
  })
})

test('PICTURE-13 a form may name only pictures that the product has', async () => {
  const id = await editor.added()
  const [main] = (await picturesOf(id)) as [PictureReference]
  const [foreign] = await picturesOf(await editor.added())
  const gone = refusal('picture-gone', productPictureMessages.gone)
  expect(await save(id, [main, foreign!])).toEqual(gone)
  expect(await save(id, [{ image_url: 'https://elsewhere.example/a.webp', alt: null }])).toEqual(gone)
  expect(await save(id, [main, main])).toEqual(gone)
  const product = editor.form()
  expect(await addProductWithPicture(shop, admin, { product, pictures: [main], isConfirmed: true })).toEqual(
    gone,
  )
})

test('CATALOGUE-21 PICTURE-12 a second editor is told which pictures were changed, and nothing of theirs is stored', async () => {
  const id = await addThree()
  const opened = await editor.readProduct(id)
  const pictures = toPictureReferences(opened)
  await save(id, pictures.toReversed())
  const late = await editor.change(id, {}, { version: opened.version, pictures: [...pictures, upload()] })
  expect(late).toMatchObject({
    ok: false,
    refusal: {
      code: 'changed-meanwhile',
      changes: expect.arrayContaining([
        expect.objectContaining({ field: 'more_pictures', was: pictures.slice(1) }),
      ]),
    },
  })
  expect(await picturesOf(id)).toEqual(pictures.toReversed())
  expect(await database.query('select from pictures where key like $1', [`%${opened.slug}%`])).toHaveLength(3)
})

test.each(['one process', 'two processes'])(
  'CATALOGUE-21 of two saves with new pictures in one millisecond of %s, those of the one that succeeds stay, and no others',
  async (where) => {
    const id = await addThree()
    const opened = await editor.readProduct(id)
    const pictures = toPictureReferences(opened)
    const now = new Date(Date.now() + 60_000)
    const options = { shop: { ...shop, clock: () => now }, admin, photo, category: opened.category_id }
    const first = createProductEditor(options)
    if (where === 'two processes') vi.resetModules()
    const { createProductEditor: createOther } = await import('#tests/fixtures/products/product-editor.ts')
    const answers = await Promise.all(
      [first, createOther(options)].map((editing, index) =>
        editing.change(id, {}, { version: opened.version, pictures: [...pictures, upload(`new ${index}`)] }),
      ),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    const saved = await picturesOf(id)
    expect(saved.map(({ alt }) => alt)).toEqual([
      ...pictures.map(({ alt }) => alt),
      answers[0]!.ok ? 'new 0' : 'new 1',
    ])
    expect(saved.map(isStored)).toEqual([true, true, true, true])
    expect(await database.query('select from pictures where key like $1', [`%${opened.slug}%`])).toHaveLength(
      4,
    )
  },
)
