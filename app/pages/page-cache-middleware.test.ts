import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  servePageCache,
  createKeyReader,
  MAX_REMEMBERED_LENGTH,
  type PageFormat,
} from './page-cache-middleware.ts'
import { createPageCache, type RenderedPage } from '#platform/page-cache/page-cache.ts'

test.each([
  ['/products?page=2', 'html /products?page=2'],
  ['/products?utm_source=a&page=2', 'html /products?page=2'],
  ['/_data?u=%2Fproducts%3Fpage%3D2', 'data /products?page=2'],
  ['/_data?x=1&u=/products?utm=b', 'data /products'],
  ['/products?sort=newest?x', 'html /products'],
  ['/_data', null],
  ['/_data?u=', null],
  ['/_data?u=//elsewhere.example/', null],
  ['/_data?u=/login', null],
  ['/_data?u=/products%23x', null],
  ['/products?page=2#x', null],
  ['/products?pa\tge=2', null],
  ['http://elsewhere.example/products', null],
  ['*', null],
  ['/login', null],
])('%s has the cache key %s', (target, key) => {
  const keyFor = createKeyReader()
  expect([keyFor(target), keyFor(target)]).toEqual([key, key])
})

test('the key of a long URL is not memoised', () => {
  const known = new Map<string, string | null>()
  const keyFor = createKeyReader(known)
  const short = '/products?utm_source='.padEnd(MAX_REMEMBERED_LENGTH, 'a')
  const long = `/_data?u=${encodeURIComponent(`${short}a`)}`
  expect([short, `${short}a`, long].map((target) => keyFor(target))).toEqual([
    'html /products',
    'html /products',
    'data /products',
  ])
  expect([...known.keys()]).toEqual([short])
})

const cache = createPageCache({ isCurrent: () => true, log: { error: vi.fn() } })
const fallback = vi.fn<(request: unknown, response: { end: (text: string) => void }) => void>(
  (_request, response) => response.end('otherwise'),
)
const body = 'pepper '.repeat(500)
const renderedPage = (): RenderedPage => ({
  status: 200,
  headers: new Headers({ 'content-type': 'text/html; charset=utf-8' }),
  body: Buffer.from(body),
  tags: [],
})
const render = vi.fn<(form: PageFormat, address: string) => Promise<RenderedPage>>(async () => renderedPage())
const server = createServer(servePageCache({ cache, render, fallback: fallback }))
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  await cache.page('html /', async () => renderedPage())
})
afterAll(() => void server.close())

async function request(method: string, headers: Record<string, string> = {}, path = '/') {
  const clientRequest = get({
    port: (server.address() as AddressInfo).port,
    host: '127.0.0.1',
    method,
    headers,
    path,
  })
  const [response] = (await once(clientRequest, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  return { status: response.statusCode, headers: response.headers, text: Buffer.concat(chunks).toString() }
}

test('a cached page is served before other routes, to GET and HEAD only', async () => {
  const plain = await request('GET')
  expect(plain).toMatchObject({
    status: 200,
    text: body,
    headers: {
      'content-length': String(body.length),
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
    },
  })
  const head = await request('HEAD')
  expect(head).toMatchObject({ status: 200, text: '' })
  expect(head.headers['content-length']).toBe(plain.headers['content-length'])
  expect(await request('GET', { 'if-none-match': plain.headers.etag! })).toMatchObject({
    status: 304,
    text: '',
  })
  expect(await request('GET', { 'accept-encoding': 'br' })).toMatchObject({
    status: 200,
    headers: { 'content-encoding': 'br' },
  })
  expect(fallback).not.toHaveBeenCalled()
  expect(render).not.toHaveBeenCalled()
  expect(await request('POST')).toMatchObject({ text: 'otherwise' })
  expect(await request('GET', {}, '/login')).toMatchObject({ text: 'otherwise' })
})

test('an uncached page is rendered for its canonical URL and cached', async () => {
  const first = await request('GET', {}, '/products?utm_source=x&page=2')
  expect(first).toMatchObject({
    status: 200,
    text: body,
    headers: { etag: expect.any(String), 'x-content-type-options': 'nosniff' },
  })
  expect(await request('GET', {}, '/products?page=2')).toMatchObject({
    status: 200,
    text: body,
    headers: { etag: first.headers.etag },
  })
  expect(await request('HEAD', {}, '/_data?u=%2Fproducts%3Fpage%3D2')).toMatchObject({
    status: 200,
    text: '',
  })
  expect(render.mock.calls).toEqual([
    ['html', '/products?page=2'],
    ['data', '/products?page=2'],
  ])
})

test('a page that fails to render is left to the fallback', async () => {
  render.mockRejectedValueOnce(new Error('the database is gone'))
  expect(await request('GET', {}, '/categories')).toMatchObject({ text: 'otherwise' })
})
