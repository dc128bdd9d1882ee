import { statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HYDRATION_STATE_ID } from '#kit/page-data/page-data.ts'
import { shopRoutes } from '#app/shop-routes.ts'
import { startShop, type RunningShop } from '#tests/fixtures/shops/running-shop.ts'

/** Ten TCP segments of 1,460 bytes. */
const FIRST_WINDOW = 14_600
const SCRIPT_BUDGET = 100_000
const pages = [
  ...shopRoutes
    .filter(({ access, path }) => access === 'public' && !path.includes('*'))
    .map(({ path }) => path.replace(':slug', 'malabar-cloves')),
  '/products?q=elaichi',
]

let shop: RunningShop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.stop())

/** Compresses like the page cache. */
const compressedSize = (body: Uint8Array) =>
  brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } })
    .length

const sizeOfHeaders = (headers: Headers) =>
  [...headers].reduce(
    (sum, [name, value]) => sum + `${name}: ${value}\r\n`.length,
    'HTTP/1.1 200 OK\r\n\r\n'.length,
  )

/** The build compresses them. */
const sizeOfScript = (path: string) => statSync(join('dist/browser', `${path}.br`)).size

describe.each(pages)('The first visit to %s', (path) => {
  test('PERFORMANCE-7 fetches a page that fits, with its headers, into the first window of the connection', async () => {
    const response = await fetch(shop.url + path, { headers: { 'accept-encoding': 'br' } })
    const headers = sizeOfHeaders(response.headers)
    expect(compressedSize(await response.bytes()) + headers).toBeLessThanOrEqual(FIRST_WINDOW)
  })

  test('PERFORMANCE-8 fetches at most 100 kB of script', async () => {
    const html = await (await fetch(shop.url + path)).text()
    const state = html.match(new RegExp(`id="${HYDRATION_STATE_ID}">(.*?)</script>`, 's'))![1]!
    const { scripts } = JSON.parse(state) as { scripts: string[] }
    const sizes = scripts.map(sizeOfScript)
    expect(sizes.length).toBeGreaterThan(3)
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(SCRIPT_BUDGET)
  })
})

test('the body of a listing has no character above U+00FF: one would double the memory of its string', async () => {
  const html = await (await fetch(`${shop.url}/products`)).text()
  const body = html.slice(html.indexOf('<body')).replace(/<script.*?<\/script>/gs, '')
  expect(body).toContain('£')
  expect(body.match(/.{0,40}[^\0-\u00ff]/g)).toBeNull()
})
