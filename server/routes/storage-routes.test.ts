import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folderPictureStore } from '#shop/media/folder-picture-store.server.ts'
import { storageRoutes } from './storage-routes.ts'

const HOUSE = '/storage/v1/object/public/product-images'
const AT = `${HOUSE}/products/honey/forest-1.webp`
let folder: string
let ask: (path: string, init?: RequestInit) => Promise<Response>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ninth-bend-storage-'))
  const pictures = folderPictureStore(join(folder, 'bucket'))
  await pictures.write('products/honey/forest-1.webp', Buffer.from('webp bytes'), 'image/webp')
  await pictures.write('products/honey/forest-1@480.avif', Buffer.from('avif bytes'), 'image/avif')
  await writeFile(join(folder, 'secret-1.webp'), 'secret')
  const app = storageRoutes({ pictures, log: pino({ level: 'silent' }) })
  ask = async (path, init) => app.fetch(new Request(`http://shop.example${path}`, init))
})
afterAll(() => rm(folder, { recursive: true }))

describe('PICTURE-4 The bucket as the public sees it', () => {
  test('a picture is served with its type, for good, and as nothing else than a picture', async () => {
    const answer = await ask(AT)
    expect([answer.status, await answer.text()]).toEqual([200, 'webp bytes'])
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp', 'content-length': '10', 'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'; sandbox",
    })
    const variant = await ask(`${HOUSE}/products/honey/forest-1@480.avif`)
    expect([variant.headers.get('content-type'), await variant.text()]).toEqual(['image/avif', 'avif bytes'])
    expect(await (await ask(`${HOUSE}/products/honey/forest-1%40480.avif`)).text()).toBe('avif bytes')
  })

  test('HEAD tells the same headers without the bytes', async () => {
    const [head, get] = await Promise.all([ask(AT, { method: 'HEAD' }), ask(AT)])
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect([...head.headers]).toEqual([...get.headers])
  })

  test('who has it already is told so in 304', async () => {
    const { headers } = await ask(AT)
    const etag = headers.get('etag')!
    const statusOf = async (asked: Record<string, string>) => (await ask(AT, { headers: asked })).status
    expect(await statusOf({ 'if-none-match': etag })).toBe(304)
    expect(await statusOf({ 'if-none-match': `"other", W/${etag}` })).toBe(304)
    expect(await statusOf({ 'if-none-match': '"other"' })).toBe(200)
    expect(await statusOf({ 'if-modified-since': headers.get('last-modified')! })).toBe(304)
    expect(await statusOf({ 'if-modified-since': 'Sat, 01 Jan 2000 00:00:00 GMT' })).toBe(200)
    expect(await statusOf({ 'if-none-match': '"other"', 'if-modified-since': headers.get('last-modified')! })).toBe(200)
  })

  test.each([
    '/', '/products/', '/products/honey', '/products/honey/', '/products/honey/none-1.webp', '/products/honey/forest-1.webp/',
    '/products/honey/forest-1.png', '//products/honey/forest-1.webp', '/products%5choney%5cforest-1.webp',
    '/..%2fsecret-1.webp', '/products/..%2f..%2fsecret-1.webp', '/categories/%2e%2e%2f..%2fsecret-1.webp',
    '/%252e%252e/secret-1.webp', '/products/honey/forest-1.webp%00.png', '/%ff', '/%', `/categories/${'a'.repeat(600)}.webp`,
  ])('PICTURE-8 %j is not there, plainly', async (path) => {
    const answer = await ask(HOUSE + path)
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      404, 'text/plain; charset=utf-8', 'There is no such picture.',
    ])
    expect(answer.headers.get('cache-control')).toBe('no-cache')
  })

  test.each(['POST', 'PUT', 'DELETE', 'PATCH'])('%s writes nothing', async (method) => {
    const answer = await ask(AT, { method })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect(await (await ask(AT)).text()).toBe('webp bytes')
  })
})
