import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestShop } from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase } from '#tests/fixtures/databases/test-database.ts'
import type { TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { folderPictureStore } from '#platform/picture-store/folder-picture-store.server.ts'
import { productPictureKey, sharePictureKey } from '#shop/picture-key.ts'
import { preparePicture } from './picture-pipeline.server.ts'
import type { PreparedPicture } from './picture-pipeline.server.ts'
import { storePicture, removePicture } from './store-picture.server.ts'
import { createSharePicture } from './share-picture.server.ts'

let database: TestDatabase
let folder: string
let shop: ShopDependencies
let picture: PreparedPicture
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'ninth-bend-keep-'))
  shop = createTestShop(database, { pictures: folderPictureStore(folder) })
  const upload = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#2f5d3a' } })
    .png()
    .toBuffer()
  const outcome = await preparePicture(upload)
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  picture = outcome.value
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const key = productPictureKey('honey', 'forest', new Date(1))
const filesOf = async () => (await readdir(join(folder, 'products/honey')).catch(() => [])).sort()
const rows = () => database.query('select key, width, height, widths, placeholder from pictures')

describe('PICTURE-2 Storing pictures', () => {
  test('PICTURE-2 stores all widths, the main file and one row; repeating it overwrites', async () => {
    const storedUrl = await storePicture(shop, key, picture)
    await storePicture(shop, key, picture)
    expect(storedUrl.image_url).toBe('/storage/v1/object/public/product-images/products/honey/forest-1.webp')
    expect(await filesOf()).toEqual([
      'forest-1.webp',
      'forest-1@160.avif',
      'forest-1@160.webp',
      'forest-1@200.avif',
      'forest-1@200.webp',
    ])
    const { width, height, widths, placeholder } = picture
    expect(await rows()).toEqual([{ key, width, height, widths, placeholder }])
    expect((await sharp(await (await shop.pictures.read(key))!.bytes()).metadata()).width).toBe(200)
  })

  test('PICTURE-3 a replaced picture is deleted with its files and row, external URLs are ignored', async () => {
    const { image_url } = await storePicture(shop, key, picture)
    const other = await storePicture(shop, productPictureKey('honey', 'forest', new Date(2)), picture)
    await createSharePicture(shop, sharePictureKey(key))
    expect(await filesOf()).toContain('forest-1@share.jpg')
    await removePicture(shop, image_url)
    await removePicture(shop, image_url)
    await removePicture(shop, 'https://elsewhere.example/x-1.webp')
    expect((await filesOf()).filter((name) => name.startsWith('forest-1'))).toEqual([])
    expect(await filesOf()).toHaveLength(5)
    expect(await rows()).toMatchObject([{ key: other.key }])
  })
})
