import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertCategory, insertProduct, createTestShop } from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import type { ShopDatabase } from '#platform/database/connection/connect.server.ts'
import { seoRoutes } from './seo-routes.ts'

let database: TestDatabase
const products: string[] = []
let honey: string
let empty: string

beforeAll(async () => {
  database = await createTestDatabase()
  honey = await insertCategory(database)
  empty = await insertCategory(database, 'Nothing yet')
  for (let count = 0; count < 7; count++)
    products.push((await insertProduct(database, { category_id: honey })).id)
  await insertProduct(database, { category_id: empty, is_active: false })
})
afterAll(() => database.close())

const PUBLIC_URL = 'https://shop.example'
const routes = (maxUrlsPerFile?: number) =>
  seoRoutes(createTestShop(database, { publicUrl: PUBLIC_URL }), maxUrlsPerFile)
const textAt = async (path: string, maxUrlsPerFile?: number) =>
  (await routes(maxUrlsPerFile).request(path)).text()
const locationsIn = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address!)
const productUrls = () => products.map((id) => `${PUBLIC_URL}/products/product-${id}`)

describe('SEO-1 The sitemap', () => {
  test('CATALOGUE-9 lists each product on sale once, with the date of its last change, and no other', async () => {
    const xml = await textAt('/sitemap.xml')
    expect(locationsIn(xml).filter((url) => url.includes('/products/'))).toEqual(productUrls())
    const [row] = await database.query<{ updated_at: string }>(
      'select updated_at from products where id = $1',
      [products[3]],
    )
    expect(xml).toContain(`<url><loc>${productUrls()[3]}</loc><lastmod>${row!.updated_at}</lastmod></url>`)
  })

  test('CATALOGUE-9 omits a category without products on sale', async () => {
    const lists = locationsIn(await textAt('/sitemap.xml')).filter((url) => url.includes('?category='))
    expect(lists).toEqual([`${PUBLIC_URL}/products?category=category-${honey}`])
  })

  test('splits URLs over several files without losing or repeating any', async () => {
    const index = await textAt('/sitemap.xml', 3)
    expect(index).toContain('<sitemapindex ')
    expect(locationsIn(index)).toEqual(
      ['pages', 'products-1', 'products-2', 'products-3'].map((part) => `${PUBLIC_URL}/sitemap-${part}.xml`),
    )
    const parts = await Promise.all(locationsIn(index).map((url) => textAt(url.slice(PUBLIC_URL.length), 3)))
    expect(parts.slice(1).map((part) => locationsIn(part).length)).toEqual([3, 3, 1])
    expect(parts.slice(1).flatMap(locationsIn)).toEqual(productUrls())
    expect(locationsIn(parts[0]!)).toContain(`${PUBLIC_URL}/products?category=category-${honey}`)
  })

  test.each([
    '/sitemap-products-4.xml',
    '/sitemap-products-0.xml',
    '/sitemap-products-12345.xml',
    '/sitemap-products-1xxml',
  ])('%s is not found', async (path) => {
    expect((await routes(3).request(path)).status).toBe(404)
  })

  test('URLs are escaped', async () => {
    const app = seoRoutes(createTestShop(database, { publicUrl: 'https://shop.example/?a=<1>&b=' }))
    expect(await (await app.request('/sitemap.xml')).text()).toContain(
      '<loc>https://shop.example/?a=&lt;1&gt;&amp;b=/about</loc>',
    )
  })

  test('concurrent requests share one read', async () => {
    let reads = 0
    const shop = createTestShop(database)
    const counted = new Proxy(shop.db, {
      get: (db, name: keyof ShopDatabase) => (name === 'visitor' && reads++, db[name]),
    })
    const app = seoRoutes({ ...shop, db: counted })
    await Promise.all(Array.from({ length: 20 }, async () => app.request('/sitemap-pages.xml')))
    expect(reads).toBe(1)
    await app.request('/sitemap-pages.xml')
    expect(reads).toBe(2)
  })
})
