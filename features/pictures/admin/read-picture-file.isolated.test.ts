import { afterEach, expect, test, vi } from 'vitest'
import { MAX_PHOTO_BYTES } from '#shop/constants.ts'
import { photoMessages } from '#features/pictures/picture-error-messages.ts'
import { readPictureFile } from './read-picture-file.tsx'

const MEGABYTE = 1024 * 1024
const file = (type: string, name: string, size: number) => ({ type, name, size }) as File
const photo = file('image/jpeg', 'photo.jpg', 40 * MEGABYTE)

/** Simulates a browser that decodes files; a second argument requests another size. */
function decodeAs(width: number, height: number) {
  const close = vi.fn()
  const create = vi.fn(async (_source: unknown, size?: { resizeWidth: number; resizeHeight: number }) => ({
    width: size?.resizeWidth ?? width,
    height: size?.resizeHeight ?? height,
    close,
  }))
  vi.stubGlobal('createImageBitmap', create)
  return { create, close }
}

afterEach(() => vi.unstubAllGlobals())

test('PICTURE-15 a photo of 100 megapixels and 40 MB is shrunk, and only the small one is kept', async () => {
  const { close } = decodeAs(12_500, 8_000)
  const picture = await readPictureFile(photo)
  expect(picture).toMatchObject({ bitmap: { width: 2_500, height: 1_600 }, isWide: true, isSquare: false })
  expect(close).toHaveBeenCalledOnce()
})

test('PICTURE-15 a small picture stays as it is; one with more pixels or bytes is refused by name of the limit', async () => {
  const { create } = decodeAs(240, 240)
  expect(await readPictureFile(photo)).toMatchObject({ bitmap: { width: 240 }, isSquare: true })
  expect(create).toHaveBeenCalledOnce()
  decodeAs(12_600, 8_000)
  expect(await readPictureFile(photo)).toEqual({ problem: photoMessages.tooManyPixels })
  expect(await readPictureFile(file('image/jpeg', 'a.jpg', MAX_PHOTO_BYTES + 1))).toEqual({
    problem: 'Choose an image of at most 40 MB',
  })
})

test.each([
  ['image/heic', 'IMG_1.HEIC'],
  ['', 'IMG_1.HEIC'],
  ['image/heif', 'a'],
])(
  'PICTURE-15 HEIC (%s, %s) is read where the browser can; otherwise a way round is named',
  async (type, name) => {
    const heic = file(type, name, MEGABYTE)
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('cannot be decoded')))
    expect(await readPictureFile(heic)).toEqual({ problem: photoMessages.heicNotRead })
    decodeAs(4_000, 3_000)
    expect(await readPictureFile(heic)).toMatchObject({ bitmap: { height: 1_600 } })
  },
)
