import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { createTestShop } from '#tests/fixtures/databases/test-records.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import type { Asset } from './built-assets.ts'
import { answerStoredAsset, deleteExpiredAssets, storeAssets } from './stored-assets.ts'

let database: TestDatabase
let shop: ShopDependencies
beforeAll(async () => {
  database = await createTestDatabase()
  shop = createTestShop(database)
})
afterAll(() => database.close())

const file = (text: string): Asset => ({
  type: 'text/javascript; charset=utf-8',
  etag: 'unused',
  immutable: true,
  plain: Buffer.from(text),
  br: Buffer.from(`br of ${text}`),
  gzip: Buffer.from(`gzip of ${text}`),
})
const build = (...paths: string[]) => ({
  hashedFiles: () => paths.map((path): [string, Asset] => [path, file(path)]),
})
async function ask(path: string, headers: Record<string, string> = {}) {
  const response = await answerStoredAsset(shop, new Request(`http://shop.invalid${path}`, { headers }), path)
  return response && { status: response.status, headers: response.headers, text: await response.text() }
}
const age = (path: string, days: number) =>
  database.query(`update built_assets set last_seen_at = now() - make_interval(days => $2) where path = $1`, [
    path,
    days,
  ])

test('FLEET-12 a file of another build is answered in each encoding, for good', async () => {
  const path = '/assets/home-page-AbCd1234.js'
  await storeAssets(shop, build(path, '/assets/cart-AbCd1234.js'))
  expect((await ask(path))?.text).toBe(path)
  expect((await ask(path, { 'accept-encoding': 'gzip' }))?.text).toBe(`gzip of ${path}`)
  const brotli = await ask(path, { 'accept-encoding': 'gzip, br' })
  expect(brotli?.text).toBe(`br of ${path}`)
  expect(Object.fromEntries(brotli!.headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect((await ask(path, { 'if-none-match': brotli!.headers.get('etag')! }))?.status).toBe(304)
})

test('FLEET-12 what no build had is no file, and other paths are not looked up', async () => {
  await database.query(
    `insert into built_assets (path, content_type, plain) values ('/admin', 'text/html', 'x')`,
  )
  for (const path of ['/assets/nothing-AbCd1234.js', '/admin', '/assets/../admin'])
    expect(await ask(path)).toBeUndefined()
})

test('FLEET-12 files are deleted 7 days after the last node of their build, and not before', async () => {
  const [running, old, recent] = ['/assets/a-11111111.js', '/assets/b-11111111.js', '/assets/c-11111111.js']
  await storeAssets(shop, build(running, old, recent))
  await age(running, 30)
  await age(old, 8)
  await age(recent, 6)
  await storeAssets(shop, build(running))
  await deleteExpiredAssets(shop)
  expect([await ask(running), await ask(old), await ask(recent)].map((answer) => answer?.status)).toEqual([
    200,
    undefined,
    200,
  ])
})

test('while the database is away, a file that this node does not have is not said to be missing', async () => {
  const closed = await createTestDatabase()
  const closedShop = createTestShop(closed)
  await closed.close()
  const response = await answerStoredAsset(
    closedShop,
    new Request('http://shop.invalid/assets/a-11111111.js'),
    '/assets/a-11111111.js',
  )
  expect([response?.status, response?.headers.get('retry-after')]).toEqual([503, '5'])
})
