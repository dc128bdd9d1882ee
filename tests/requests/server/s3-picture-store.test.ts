import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messages } from '#shop/messages/messages.ts'
import { startShop, type RunningShop } from '#tests/fixtures/shops/running-shop.ts'
import { startFakeS3Store } from '#tests/fixtures/shops/fake-s3-store.ts'
import { createPhoto } from '#tests/fixtures/products/picture-uploads.ts'
import { signInAsAdmin, HttpClient, type FormFields } from '#tests/fixtures/http/http-client.ts'

const PICTURE = /\/storage\/v1\/object\/public\/product-images\/[^"' ]*/g
let s3: Awaited<ReturnType<typeof startFakeS3Store>>
let shop: RunningShop
beforeAll(async () => {
  s3 = await startFakeS3Store()
  shop = await startShop({ env: s3.settings })
})
afterAll(async () => {
  await shop?.stop()
  await s3.stop()
})

const picturesOn = async (path: string, who = new HttpClient(shop.url)) =>
  (await who.html(path)).match(PICTURE) ?? []
async function save(owner: HttpClient, path: string, fields: FormFields, colour: string) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set(
    'image',
    new File([new Uint8Array(await createPhoto(colour))], 'photo.jpg', { type: 'image/jpeg' }),
  )
  const response = await owner.fetch(path, { method: 'POST', body: form, headers: { origin: shop.url } })
  return { status: response.status, html: await response.text() }
}

describe('PICTURE-6 The shop with an S3-compatible store', () => {
  test('PICTURE-6 contains the demo pictures after the first start, and serves uploads', async () => {
    const home = await picturesOn('/')
    expect(home.length).toBeGreaterThan(8)
    expect((await fetch(shop.url + home[0])).headers.get('content-type')).toMatch(/^image\/(avif|webp)$/)
    expect(s3.state.mostAtOnce).toBeLessThanOrEqual(24)

    const owner = await signInAsAdmin(shop.url)
    const add = { intent: 'add', name: 'Kept elsewhere', description: '' }
    expect((await save(owner, '/admin/categories?add=category', add, '#2f5d3a')).status).toBe(302)
    const mine = [...s3.objects.keys()].filter((key) => key.startsWith('categories/kept-elsewhere-'))
    expect(mine.length).toBeGreaterThanOrEqual(3)
    const picture = (await picturesOn('/admin/categories', owner)).find((address) =>
      address.includes('kept-elsewhere'),
    )!
    const got = await fetch(shop.url + picture)
    expect([got.status, got.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ])
    const key = decodeURIComponent(picture.split('/product-images/')[1]!)
    expect(Buffer.from(await got.arrayBuffer()).equals(s3.objects.get(key)!.bytes)).toBe(true)
    const again = await fetch(shop.url + picture, { headers: { 'if-none-match': got.headers.get('etag')! } })
    expect(again.status).toBe(304)
    expect(readdirSync(shop.dataDir)).not.toContain('storage')
  })

  test('MESSAGE-11 a failing store is an error if a picture is needed, and a warning if one is deleted', async () => {
    const owner = await signInAsAdmin(shop.url)
    const page = await owner.html('/admin/categories')
    const card = page.split('<li').find((part) => part.includes('Kept elsewhere') && part.includes('edit='))!
    const id = /edit=([0-9a-f-]{36})/.exec(card)![1]!
    s3.state.mood = 'failing to remove'
    const before = s3.objects.size
    const edited = await save(
      owner,
      `/admin/categories?edit=${id}`,
      { intent: 'edit', id, version: '1', name: 'Kept elsewhere', description: '' },
      '#aa3333',
    )
    expect(edited.status).toBe(302)
    expect(s3.objects.size).toBeGreaterThan(before)
    await shop.waitForOutput('an old picture could not be removed')
    s3.state.mood = 'failing'
    const refused = await save(
      owner,
      '/admin/categories?add=category',
      { intent: 'add', name: 'Never kept', description: '' },
      '#aa3333',
    )
    expect([refused.status, refused.html.includes(messages.anErrorOccurred)]).toEqual([503, true])
    const [shown] = await picturesOn('/categories')
    const picture = await fetch(shop.url + shown!)
    expect([picture.status, await picture.text()]).toEqual([
      503,
      expect.stringContaining(messages.somethingWentWrong),
    ])
    s3.state.mood = 'well'
    expect((await fetch(shop.url + shown!)).status).toBe(200)
    expect(await owner.html('/admin/categories')).not.toContain('Never kept')
    expect(shop.output()).not.toContain(s3.at.secretKey)
  })
})
