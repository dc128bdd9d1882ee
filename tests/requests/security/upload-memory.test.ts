import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messages } from '#shop/messages/messages.ts'
import { pictureErrorMessages } from '#features/pictures/picture-error-messages.ts'
import { startShop, type RunningShop } from '#tests/fixtures/shops/running-shop.ts'
import { createPngWithDimensions } from '#tests/fixtures/products/picture-uploads.ts'
import { signInAsAdmin, type HttpClient } from '#tests/fixtures/http/http-client.ts'

/** The shop runs alone, so that its memory can be measured. */
const MAX_MEGABYTES = 600
let shop: RunningShop
let owner: HttpClient
beforeAll(async () => {
  shop = await startShop({ env: { DEMO: 'off' } })
  owner = await signInAsAdmin(shop.url)
})
afterAll(() => shop.stop())

const peakMegabytes = () =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${shop.process.pid}/status`, 'utf8'))![1]) / 1024

async function send(bytes: Uint8Array<ArrayBuffer>) {
  const form = new FormData()
  form.set('intent', 'add')
  form.set('name', 'Heavy Honey')
  form.set('image', new File([bytes], 'photo.jpg', { type: 'image/jpeg' }))
  const response = await owner.fetch('/admin/categories?add=category', {
    method: 'POST',
    body: form,
    headers: { origin: shop.url },
  })
  return { status: response.status, text: await response.text() }
}
const atOnce = (times: number, bytes: Uint8Array<ArrayBuffer>) =>
  Promise.all(Array.from({ length: times }, () => send(bytes)))

/** The header is that of a picture with these dimensions. */
async function createOversizedPicture(side: number, bytes: number) {
  const flood = new Uint8Array(bytes)
  flood.set(await createPngWithDimensions(side, side))
  return flood
}

test.runIf(process.platform === 'linux')(
  'PICTURE-9 however many large pictures come at once, the shop stays small, and each sender reads why',
  async () => {
    for (const { status, text } of await atOnce(8, await createOversizedPicture(14_000, 10 * 1024 * 1024))) {
      expect([status, text.includes(pictureErrorMessages['picture-too-many-pixels'])]).toEqual([422, true])
    }
    expect(await atOnce(2, new Uint8Array(50 * 1024 * 1024))).toEqual(
      Array.from({ length: 2 }, () => ({ status: 413, text: messages.requestTooLarge })),
    )
    expect(peakMegabytes()).toBeLessThan(MAX_MEGABYTES)
  },
  120_000,
)
