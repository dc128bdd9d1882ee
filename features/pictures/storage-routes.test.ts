import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folderPictureStore } from '#platform/picture-store/folder-picture-store.server.ts'
import { storageRoutes } from './storage-routes.server.ts'

const BUCKET_PATH = '/storage/v1/object/public/product-images'
const PICTURE_PATH = `${BUCKET_PATH}/products/honey/forest-1.webp`
let folder: string
let request: (path: string, init?: RequestInit) => Promise<Response>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ninth-bend-storage-'))
  const pictures = folderPictureStore(join(folder, 'bucket'))
  await pictures.write('products/honey/forest-1.webp', Buffer.from('webp bytes'), 'image/webp')
  await pictures.write('products/honey/forest-1@480.avif', Buffer.from('avif bytes'), 'image/avif')
  await writeFile(join(folder, 'secret-1.webp'), 'secret')
  const app = storageRoutes({ pictures, log: pino({ level: 'silent' }) })
  request = async (path, init) => app.fetch(new Request(`http://shop.example${path}`, init))
})
afterAll(() => rm(folder, { recursive: true }))

describe('PICTURE-4 The public bucket', () => {
  test('a picture is served with its type, immutable and sandboxed', async () => {
    const response = await request(PICTURE_PATH)
    expect([response.status, await response.text()]).toEqual([200, 'webp bytes'])
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-length': '10',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    const variant = await request(`${BUCKET_PATH}/products/honey/forest-1@480.avif`)
    expect([variant.headers.get('content-type'), await variant.text()]).toEqual(['image/avif', 'avif bytes'])
    expect(await (await request(`${BUCKET_PATH}/products/honey/forest-1%40480.avif`)).text()).toBe(
      'avif bytes',
    )
  })

  test('HEAD returns the same headers without the body', async () => {
    const [head, get] = await Promise.all([request(PICTURE_PATH, { method: 'HEAD' }), request(PICTURE_PATH)])
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect([...head.headers]).toEqual([...get.headers])
  })

  test('a conditional request for the same version is answered 304', async () => {
    const { headers } = await request(PICTURE_PATH)
    const etag = headers.get('etag')!
    const statusOf = async (conditions: Record<string, string>) =>
      (await request(PICTURE_PATH, { headers: conditions })).status
    expect(await statusOf({ 'if-none-match': etag })).toBe(304)
    expect(await statusOf({ 'if-none-match': `"other", W/${etag}` })).toBe(304)
    expect(await statusOf({ 'if-none-match': '"other"' })).toBe(200)
    expect(await statusOf({ 'if-modified-since': headers.get('last-modified')! })).toBe(304)
    expect(await statusOf({ 'if-modified-since': 'Sat, 01 Jan 2000 00:00:00 GMT' })).toBe(200)
    expect(
      await statusOf({ 'if-none-match': '"other"', 'if-modified-since': headers.get('last-modified')! }),
    ).toBe(200)
  })

  test.each([
    '/',
    '/products/',
    '/products/honey',
    '/products/honey/',
    '/products/honey/none-1.webp',
    '/products/honey/forest-1.webp/',
    '/products/honey/forest-1.png',
    '//products/honey/forest-1.webp',
    '/products%5choney%5cforest-1.webp',
    '/..%2fsecret-1.webp',
    '/products/..%2f..%2fsecret-1.webp',
    '/categories/%2e%2e%2f..%2fsecret-1.webp',
    '/%252e%252e/secret-1.webp',
    '/products/honey/forest-1.webp%00.png',
    '/%ff',
    '/%',
    `/categories/${'a'.repeat(600)}.webp`,
  ])('PICTURE-8 %j is answered 404 in plain text', async (path) => {
    const response = await request(BUCKET_PATH + path)
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      404,
      'text/plain; charset=utf-8',
      'There is no such picture.',
    ])
    expect(response.headers.get('cache-control')).toBe('no-cache')
  })

  test.each(['POST', 'PUT', 'DELETE', 'PATCH'])('%s is answered 405', async (method) => {
    const response = await request(PICTURE_PATH, { method })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect(await (await request(PICTURE_PATH)).text()).toBe('webp bytes')
  })
})
