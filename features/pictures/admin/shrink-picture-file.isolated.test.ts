import { afterEach, expect, test, vi } from 'vitest'
import { photoMessages } from '#features/pictures/picture-error-messages.ts'
import { shrinkPictureFile } from './shrink-picture-file.tsx'

const file = (type: string, bytes: number) => new File([new Uint8Array(bytes)], 'photo', { type })

/** Simulates a browser that decodes files at this size, and draws them as a picture of 5 bytes. */
function decodeAs(width: number, height: number) {
  vi.stubGlobal(
    'createImageBitmap',
    async (_source: unknown, size?: { resizeWidth: number; resizeHeight: number }) => ({
      width: size?.resizeWidth ?? width,
      height: size?.resizeHeight ?? height,
      close() {},
    }),
  )
  const canvas = {
    width: 0,
    height: 0,
    getContext: () => ({ drawImage() {} }),
    toBlob: (take: (blob: Blob) => void, type: string) => take(new Blob(['small'], { type })),
  }
  vi.stubGlobal('document', { createElement: () => canvas })
  return canvas
}
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['of many pixels', file('image/png', 1_000), 6_000, 4_000],
  ['of many bytes', file('image/png', 2_000_000), 300, 200],
  ['that the shop does not read', file('image/heic', 1_000), 300, 200],
])('PICTURE-15 a picture %s is sent as a smaller one, whole', async (_what, chosen, width, height) => {
  const canvas = decodeAs(width, height)
  const read = await shrinkPictureFile(chosen)
  expect(read).toMatchObject({ file: { size: 5, type: 'image/webp' } })
  expect(canvas.width / canvas.height).toBe(1.5)
  expect(canvas.height).toBeLessThanOrEqual(1_600)
})

test('PICTURE-15 a small picture is sent as it is, and an impossible one is refused at once', async () => {
  decodeAs(300, 200)
  const small = file('image/png', 1_000)
  expect(await shrinkPictureFile(small)).toEqual({ file: small })
  decodeAs(12_600, 8_000)
  expect(await shrinkPictureFile(small)).toEqual({ problem: photoMessages.tooManyPixels })
})
