import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { folderPictureStore } from '#platform/picture-store/folder-picture-store.server.ts'
import { sharePictureKey } from '#shop/picture-key.ts'
import { createSharePicture } from './share-picture.server.ts'

const PRODUCT = 'products/honey/forest-1.webp'
const CATEGORY = 'categories/honey-1.webp'
const log = pino({ level: 'silent' })
let folder: string
let pictures: ReturnType<typeof folderPictureStore>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ninth-bend-shared-'))
  pictures = folderPictureStore(folder)
  const red = { width: 500, height: 500, channels: 3, background: '#a02020' } as const
  const dot = await sharp({ create: { ...red, width: 100, height: 100, background: '#2020a0' } })
    .png()
    .toBuffer()
  const bytes = await sharp({ create: red })
    .composite([{ input: dot, left: 0, top: 0 }])
    .webp()
    .toBuffer()
  for (const key of [PRODUCT, CATEGORY]) await pictures.write(key, bytes, 'image/webp')
})
afterAll(() => rm(folder, { recursive: true }))

const colourAt = async (jpeg: Uint8Array, left: number, top: number) => {
  const { data } = await sharp(jpeg)
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return data[2]! > data[0]! ? 'blue' : 'red'
}

test.each([
  { key: PRODUCT, what: 'the whole square in the middle', corner: 'blue' },
  { key: CATEGORY, what: 'as much of the photograph as fills it', corner: 'red' },
])('the share image is $what, a JPEG of 1200 × 630', async ({ key, corner }) => {
  const picture = await createSharePicture({ pictures, log }, sharePictureKey(key))
  const jpeg = await picture!.bytes()
  const { format, width, height } = await sharp(jpeg).metadata()
  expect([picture!.contentType, format, width, height]).toEqual(['image/jpeg', 'jpeg', 1200, 630])
  expect(await colourAt(jpeg, 300, 15)).toBe(corner)
})

test('is generated once for concurrent requests', async () => {
  const key = sharePictureKey('products/honey/other-1.webp')
  await pictures.write(
    'products/honey/other-1.webp',
    await (await pictures.read(PRODUCT))!.bytes(),
    'image/webp',
  )
  let writes = 0
  const counted = {
    ...pictures,
    write: (...parts: Parameters<typeof pictures.write>) => (writes++, pictures.write(...parts)),
  }
  const made = await Promise.all(
    Array.from({ length: 5 }, () => createSharePicture({ pictures: counted, log }, key)),
  )
  expect([writes, new Set(made.map((each) => each!.etag)).size]).toEqual([1, 1])
})

test('is not generated for a missing picture or another key', async () => {
  expect(
    await createSharePicture({ pictures, log }, sharePictureKey('products/honey/none-1.webp')),
  ).toBeNull()
  expect(await createSharePicture({ pictures, log }, 'products/honey/forest-1@480.webp')).toBeNull()
  expect(await readdir(join(folder, 'products/honey'))).not.toContain('none-1@share.jpg')
})

test('PICTURE-11 with a full disk it is served, and each failure is logged', async () => {
  const key = sharePictureKey('products/honey/unkept-1.webp')
  await pictures.write(
    'products/honey/unkept-1.webp',
    await (await pictures.read(PRODUCT))!.bytes(),
    'image/webp',
  )
  const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
  const onFullDisk = { ...pictures, write: () => Promise.reject(full) }
  const logged = vi.spyOn(log, 'error')
  const shown = (await createSharePicture({ pictures: onFullDisk, log }, key))!
  const again = (await createSharePicture({ pictures: onFullDisk, log }, key))!
  expect(logged.mock.calls.map(([details]) => details)).toEqual([
    { error: full, key },
    { error: full, key },
  ])
  expect(shown.etag).toBe(again.etag)

  const stored = (await createSharePicture({ pictures, log }, key))!
  const { contentType, size } = shown
  expect({ contentType, size, bytes: Buffer.from(await shown.bytes()) }).toEqual({
    contentType: 'image/jpeg',
    size: stored.size,
    bytes: Buffer.from(await stored.bytes()),
  })
})
