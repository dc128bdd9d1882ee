import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PermissionDenied, visitor, type Admin } from '#shop/permissions.ts'
import { readSettings } from '#features/settings/settings.server.ts'
import { readCurrentSettings, writeFirstSettings } from '#features/settings/settings-queries.server.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { createTestShop, insertAdmin, insertCustomer } from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { createPhoto, createTestPictureStore } from '#tests/fixtures/products/picture-uploads.ts'
import {
  readEmailLogo,
  removeHeroPicture,
  removeLogo,
  saveHeroPicture,
  saveLogo,
} from './shop-pictures.server.ts'

let database: TestDatabase
let shop: ShopDependencies
let owner: Admin
let now = 1_000
const bucket = createTestPictureStore()
beforeAll(async () => {
  database = await createTestDatabase()
  shop = createTestShop(database, { pictures: bucket.store, clock: () => new Date((now += 1)) })
  owner = await insertAdmin(database)
})
afterAll(async () => {
  await database.close()
  bucket.remove()
})
beforeEach(async () => {
  await database.query('delete from settings')
  await database.query('delete from pictures')
  await rm(join(bucket.folder, 'shop'), { recursive: true, force: true })
  await writeFirstSettings(database.db.worker, {})
})

const drawing = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 180, g: 80, b: 30, alpha: 0.5 } } })
    .withExif({ IFD0: { Copyright: 'Secret place' } })
    .png()
    .toBuffer()
const version = async (name: 'logo' | 'hero_picture') => (await readSettings(shop, owner)).versions[name]!
const saveDrawnLogo = async (width = 900, height = 300) =>
  saveLogo(shop, owner, { version: await version('logo'), upload: await drawing(width, height) })
const savePhoto = async (alt = 'Bowls of spices') =>
  saveHeroPicture(shop, owner, {
    version: await version('hero_picture'),
    upload: await createPhoto('#b4501e', 2000),
    alt,
  })
const shown = () => readCurrentSettings(database.db.worker)
const files = async () => (await readdir(join(bucket.folder, 'shop')).catch(() => [])).toSorted()
const keyOf = (image_url: string) => image_url.slice('/storage/v1/object/public/product-images/'.length)
const metadataOf = async (key: string) => sharp(await (await shop.pictures.read(key))!.bytes()).metadata()

describe('CONTENT-19 The logo', () => {
  test('keeps its shape and transparency within 480 by 160 pixels, and is a PNG in emails', async () => {
    expect(await saveDrawnLogo()).toMatchObject({ ok: true })
    const { logo } = (await shown()).identity
    expect(logo).toMatchObject({ width: 480, height: 160 })
    const { format, width, hasAlpha, exif } = await metadataOf(keyOf(logo!.image_url))
    expect([format, width, hasAlpha, exif]).toEqual(['webp', 480, true, undefined])
    const bytes = await readEmailLogo({ ...shop, identity: (await shown()).identity })
    const email = await sharp(bytes!).metadata()
    expect([email.format, email.width, email.height, email.exif]).toEqual(['png', 288, 96, undefined])
    expect(await saveDrawnLogo(60, 30)).toMatchObject({ ok: true })
    expect((await shown()).identity.logo).toMatchObject({ width: 60, height: 30 })
  })

  test('CONTENT-21 a replaced or removed one leaves no file, and the name is shown instead', async () => {
    await saveDrawnLogo()
    const first = await files()
    await saveDrawnLogo()
    expect((await files()).filter((file) => first.includes(file))).toEqual([])
    expect(await removeLogo(shop, owner, await version('logo'))).toMatchObject({ ok: true })
    expect((await shown()).identity.logo).toBeNull()
    expect(await files()).toEqual([])
    expect(await database.query('select from pictures')).toEqual([])
    expect(await readEmailLogo({ ...shop, identity: (await shown()).identity })).toBeNull()
  })
})

describe('CONTENT-20 The picture of the home page', () => {
  test('is cut to 3:2, in several widths, and its description can be changed alone', async () => {
    expect(await savePhoto()).toMatchObject({ ok: true })
    const { heroPicture } = await shown()
    expect(heroPicture).toMatchObject({
      width: 1600,
      height: 1067,
      widths: [480, 750, 1080, 1600],
      alt: 'Bowls of spices',
    })
    const small = await metadataOf(keyOf(heroPicture!.image_url).replace('.webp', '@480.avif'))
    expect([small.width, small.height]).toEqual([480, 320])
    expect(
      await saveHeroPicture(shop, owner, {
        version: await version('hero_picture'),
        upload: null,
        alt: 'Six bowls',
      }),
    ).toMatchObject({ ok: true })
    expect((await shown()).heroPicture).toEqual({ ...heroPicture, alt: 'Six bowls' })
    expect(await removeHeroPicture(shop, owner, await version('hero_picture'))).toMatchObject({ ok: true })
    expect((await shown()).heroPicture).toBeNull()
    expect(await files()).toEqual([])
  })
})

describe('CONTENT-21 What is refused', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  test.each<[string, () => Promise<Buffer>]>([
    ['an SVG', async () => Buffer.from(svg)],
    ['a page', async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['half a PNG', async () => (await drawing(300, 100)).subarray(0, 200)],
    ['nothing', async () => Buffer.alloc(0)],
  ])('%s, at its field', async (_what, create) => {
    const upload = await create()
    for (const saved of [
      await saveLogo(shop, owner, { version: 1, upload }),
      await saveHeroPicture(shop, owner, { version: 1, upload, alt: '' }),
    ])
      expect(saved).toMatchObject({ ok: false, refusal: { fields: expect.any(Object) } })
    expect(await saveLogo(shop, owner, { version: 1, upload: null })).toMatchObject({ ok: false })
    expect(await files()).toEqual([])
  })

  test('CONTENT-15 a second owner’s, and it leaves no file', async () => {
    const opened = await version('logo')
    await saveDrawnLogo()
    const before = await files()
    const late = { version: opened, upload: await drawing(300, 100) }
    expect(await saveLogo(shop, owner, late)).toEqual({ ok: false, refusal: { code: 'changed-meanwhile' } })
    expect(await removeLogo(shop, owner, opened)).toEqual({
      ok: false,
      refusal: { code: 'changed-meanwhile' },
    })
    expect(await files()).toEqual(before)
  })

  test('CONTENT-16 everybody but owners', async () => {
    const upload = await drawing(300, 100)
    for (const actor of [await insertAdmin(database, 'manager'), await insertCustomer(database), visitor]) {
      await expect(saveLogo(shop, actor, { version: 1, upload })).rejects.toThrow(PermissionDenied)
      await expect(saveHeroPicture(shop, actor, { version: 1, upload, alt: '' })).rejects.toThrow(
        PermissionDenied,
      )
      await expect(removeLogo(shop, actor, 1)).rejects.toThrow(PermissionDenied)
      await expect(removeHeroPicture(shop, actor, 1)).rejects.toThrow(PermissionDenied)
    }
  })
})
