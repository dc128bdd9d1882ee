import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { demonstrationIdentity } from '#shop/identity/shop-identity.ts'
import { brandAssets } from '#kit/document-head/brand-assets.ts'
import { insertCategory, insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { signInNewCustomer, signInAsAdmin, HttpClient } from '#tests/fixtures/http/http-client.ts'
import { parsePageHead } from '#tests/fixtures/http/page-head.ts'
import { connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'
import { parseXml } from '#tests/fixtures/http/parse-xml.ts'

const url = inject('shopUrl')
const database = connectToShopDatabase(inject('shopDataDirectory'))
const visitor = new HttpClient(url)
const HOSTILE = `</script><script>alert("1")</script></title><b>&amp;'"<!--`
let hostile: string
let inactive: string

beforeAll(async () => {
  hostile = `/products/product-${(await insertProduct(database, { name: HOSTILE })).id}`
  inactive = `/products/product-${(await insertProduct(database, { is_active: false })).id}`
})
afterAll(() => database.close())

const headAt = async (path: string) => parsePageHead(await visitor.html(path))
const answerOf = async (path: string) => {
  const response = await visitor.fetch(path)
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    cache: response.headers.get('cache-control'),
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}
async function sitemap(): Promise<string[]> {
  const { name, attributes, children } = parseXml((await answerOf('/sitemap.xml')).bytes.toString())
  expect([name, attributes['xmlns']]).toEqual(['urlset', 'http://www.sitemaps.org/schemas/sitemap/0.9'])
  return children.map((entry) => {
    const [index, changed, ...others] = entry.children
    expect([entry.name, index!.name, changed?.name ?? 'lastmod', others]).toEqual([
      'url',
      'loc',
      'lastmod',
      [],
    ])
    if (changed) expect(changed.text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
    return index!.text
  })
}
/** Other tests add and remove their own products. */
const staysThere = (address: string) => !/(product|category)-[0-9a-f]{8}-/.test(address)

describe('SEO-1 Search engine metadata', () => {
  test('CATALOGUE-9 the sitemap is well-formed XML with every page, category and active product, and no other product', async () => {
    const addresses = await sitemap()
    expect(new Set(addresses).size).toBe(addresses.length)
    const active = await database.query<{ slug: string }>(
      `select slug from products where is_active and slug not like 'product-%'`,
    )
    const expected = [
      '/',
      '/products',
      '/categories',
      '/about',
      '/faq',
      '/products?category=honey-jaggery',
      ...active.map(({ slug }) => `/products/${slug}`),
    ]
    for (const path of [...expected, hostile]) expect(addresses, path).toContain(url + path)
    const hidden = await database.query<{ slug: string }>('select slug from products where not is_active')
    for (const path of [inactive, ...hidden.map(({ slug }) => `/products/${slug}`)])
      expect(addresses, path).not.toContain(url + path)
  })

  test('every URL of it responds, is canonical, and has title, description and share image', async () => {
    const heads = new Map<string, ReturnType<typeof parsePageHead>>()
    for (const address of [...(await sitemap()).filter(staysThere), `${url}/login`, `${url}/register`]) {
      const response = await visitor.fetch(address.slice(url.length))
      expect(response.status, address).toBe(200)
      heads.set(address, parsePageHead(await response.text()))
    }
    expect(heads.size).toBeGreaterThan(60)
    for (const [address, head] of heads) {
      expect([head.canonical, head.robots], address).toEqual([address, undefined])
      expect(head.description.length, `${address}: ${head.description}`).toBeGreaterThan(40)
      expect(head.description.length, `${address}: ${head.description}`).toBeLessThanOrEqual(160)
      const isProduct = address.startsWith(`${url}/products/`)
      expect([head.meta('og:url'), head.meta('og:title'), head.meta('og:description')], address).toEqual([
        address,
        head.title,
        head.description,
      ])
      expect([head.meta('og:type'), head.meta('og:site_name'), head.meta('og:locale')], address).toEqual([
        isProduct ? 'product' : 'website',
        'Ninth Bend',
        'en_GB',
      ])
      expect(
        [head.meta('og:image:width'), head.meta('og:image:height'), head.meta('twitter:card')],
        address,
      ).toEqual(['1200', '630', 'summary_large_image'])
      expect(head.meta('og:image'), address).toMatch(new RegExp(`^${url}/.+\\.jpg$`))
      expect(head.meta('og:image:alt')!.length, address).toBeGreaterThan(5)
    }
    for (const what of ['title', 'description'] as const) {
      const said = [...heads.values()].map((head) => head[what])
      expect(
        said.filter((words, index) => said.indexOf(words) !== index),
        what,
      ).toEqual([])
    }
  })

  test('robots.txt excludes private and technical paths, names the sitemap, and excludes none of its pages', async () => {
    const { status, type, bytes } = await answerOf('/robots.txt')
    expect([status, type]).toEqual([200, 'text/plain; charset=utf-8'])
    const lines = bytes.toString().split('\n')
    expect(lines[0]).toBe('User-agent: *')
    expect(lines).toContain(`Sitemap: ${url}/sitemap.xml`)
    const closed = lines
      .filter((line) => line.startsWith('Disallow: '))
      .map((line) => url + line.slice('Disallow: '.length))
    for (const path of ['/admin', '/profile', '/checkout', '/_data']) expect(closed).toContain(url + path)
    const addresses = [
      ...(await sitemap()),
      `${url}/login`,
      `${url}${brandAssets(demonstrationIdentity).sharePicture.url}`,
    ]
    expect(addresses.filter((address) => closed.some((start) => address.startsWith(start)))).toEqual([])
  })

  test.each([
    ['/products?sort=newest&page=2&utm_source=mail', '/products?page=2'],
    ['/products?sort=price-low-to-high&category=honey-jaggery', '/products?category=honey-jaggery'],
    ['/products?filter=best-sellers&sort=newest', '/products?filter=best-sellers'],
    ['/products/wayanad-forest-honey/?from=mail', '/products/wayanad-forest-honey'],
    ['/About', '/about'],
    ['/login?return=/checkout&notice=sign-in-to-checkout', '/login'],
  ])('%s is another URL of %s', async (path, canonical) => {
    expect((await headAt(path)).canonical).toBe(url + canonical)
  })

  test('further pages of a list are canonical, with their own title', async () => {
    const [first, second, best] = await Promise.all(
      ['/products', '/products?page=2', '/products?filter=best-sellers'].map(headAt),
    )
    expect(new Set([first, second, best].map((head) => head!.title)).size).toBe(3)
    expect(new Set([first, second, best].map((head) => head!.description)).size).toBe(3)
  })

  test('private and missing pages are not indexed and have no share metadata', async () => {
    const [customer, owner] = [await signInNewCustomer(url), await signInAsAdmin(url)]
    const pages: [HttpClient, string][] = [
      ...[
        '/forgot-password',
        '/reset-password',
        '/verify-email',
        '/no-such-page',
        '/products/no-such-product',
        inactive,
        '/products?category=no-such-category',
        '/admin',
      ].map((path): [HttpClient, string] => [visitor, path]),
      ...['/profile', '/profile/orders', '/checkout'].map((path): [HttpClient, string] => [customer, path]),
      ...['/admin/dashboard', '/admin/orders'].map((path): [HttpClient, string] => [owner, path]),
    ]
    for (const [client, path] of pages) {
      const head = parsePageHead(await client.html(path))
      expect([head.robots, head.hasShareTags, head.structuredData], path).toEqual(['noindex', false, []])
      expect(head.title.length, path).toBeGreaterThan('Ninth Bend'.length)
    }
  })
})

describe('SEO-2 Structured data', () => {
  type Item = { '@type': string; image?: string; itemListElement?: Record<string, unknown>[] }
  const ofType = (data: Item[], type: string) => data.find((item) => item['@type'] === type)!

  test('a product has name, picture, price in pounds, stock, weight and breadcrumb, and no ratings', async () => {
    const path = '/products/wayanad-forest-honey'
    const { structuredData } = await headAt(path)
    const product = ofType(structuredData, 'Product')
    expect(product).toMatchObject({
      '@context': 'https://schema.org',
      name: 'Wayanad Forest Honey',
      sku: 'wayanad-forest-honey',
      brand: { '@type': 'Brand', name: 'Ninth Bend' },
      weight: { '@type': 'QuantitativeValue', value: 340, unitCode: 'GRM' },
      offers: {
        '@type': 'Offer',
        url: url + path,
        price: '11.50',
        priceCurrency: 'GBP',
        availability: 'https://schema.org/InStock',
      },
    })
    expect((await answerOf(product.image!.slice(url.length))).type).toBe('image/webp')
    const { itemListElement } = ofType(structuredData, 'BreadcrumbList')
    expect(itemListElement!.map(({ position, name, item }) => [position, name, item])).toEqual([
      [1, 'Home', `${url}/`],
      [2, 'Products', `${url}/products`],
      [3, 'Honey & Jaggery', `${url}/products?category=honey-jaggery`],
      [4, 'Wayanad Forest Honey', url + path],
    ])
    expect(JSON.stringify(structuredData)).not.toMatch(/rating|review/i)
  })

  test('a sold-out product says so, and a volume is not a weight', async () => {
    const soldOut = ofType((await headAt('/products/stingless-bee-honey')).structuredData, 'Product')
    expect(soldOut).toMatchObject({ offers: { availability: 'https://schema.org/OutOfStock' } })
    const oil = ofType((await headAt('/products/cold-pressed-virgin-coconut-oil')).structuredData, 'Product')
    expect(oil).not.toHaveProperty('weight')
  })

  test('IDENTITY-1 the home page names organisation and site', async () => {
    const { structuredData } = await headAt('/')
    expect(ofType(structuredData, 'Organization')).toMatchObject({
      name: 'Ninth Bend',
      legalName: 'Ninth Bend Foods Ltd',
      url: `${url}/`,
      telephone: '020 7946 0123',
      address: { '@type': 'PostalAddress', streetAddress: '9 Peppercorn Yard, London', addressCountry: 'GB' },
    })
    expect(ofType(structuredData, 'WebSite')).toMatchObject({ name: 'Ninth Bend', url: `${url}/` })
  })
})

test('SECURITY-6 a product name cannot break out of title, tags, structured data or sitemap', async () => {
  const html = await visitor.html(hostile)
  expect(html).not.toContain('<script>alert')
  expect(html).not.toContain('</title><b>')
  const { title, meta, structuredData } = parsePageHead(html)
  expect(title).toBe(`${HOSTILE}, 250g – Ninth Bend`)
  expect(meta('og:title')).toBe(title)
  expect(meta('description')).toContain(HOSTILE)
  expect(structuredData[0]).toMatchObject({ '@type': 'Product', name: HOSTILE })
  expect(await sitemap()).toContain(url + hostile)
})

test('CATALOGUE-39 CATALOGUE-40 a stored description is shown with its paragraphs and lists, and published without tags', async () => {
  const description = '<p>Bold &amp; green.</p>\n<ul><li>100 g</li><li>From India</li></ul>Good\n\nin tea'
  const category = await insertCategory(database, 'Written shelf')
  const { id } = await insertProduct(database, { category_id: category })
  await database.query('update products set description = $2 where id = $1', [id, description])
  await database.query('update categories set description = $2 where id = $1', [category, description])
  const html = await visitor.html(`/products/product-${id}`)
  expect(html).toContain(
    '<p>Bold &amp; green.</p><ul><li>100 g</li><li>From India</li></ul><p>Good</p><p>in tea</p>',
  )
  expect(html).not.toContain('&lt;')
  const { meta, structuredData } = parsePageHead(html)
  const line = 'Bold & green. 100 g, From India. Good in tea'
  expect([meta('description'), meta('og:description')]).toEqual([line, line])
  expect(structuredData[0]).toMatchObject({ description: line })
  const list = await visitor.html(`/products?category=category-${category}`)
  expect(list).toContain('<ul><li>100 g</li>')
  expect(parsePageHead(list).meta('description')).toBe(line)
})

describe('SEO-3 Icons and share images', () => {
  test('the manifest names the shop, and each icon has its declared size', async () => {
    const { status, type, bytes } = await answerOf('/manifest.webmanifest')
    expect([status, type]).toEqual([200, 'application/manifest+json'])
    const manifest = JSON.parse(bytes.toString()) as {
      name: string
      icons: { src: string; sizes: string; type: string; purpose: string }[]
    }
    expect(manifest).toMatchObject({ name: 'Ninth Bend', start_url: '/', lang: 'en-GB' })
    expect(manifest.icons.map(({ sizes, purpose }) => `${purpose} ${sizes}`)).toEqual([
      'any 192x192',
      'any 512x512',
      'maskable 192x192',
      'maskable 512x512',
    ])
    for (const icon of manifest.icons) {
      const file = await answerOf(icon.src)
      const { width, height } = await sharp(file.bytes).metadata()
      expect([`${width}x${height}`, file.type, file.cache], icon.src).toEqual([
        icon.sizes,
        icon.type,
        'public, max-age=31536000, immutable',
      ])
    }
  })

  test('default icon paths exist and are cached for a day', async () => {
    const [ico, touch, svg] = await Promise.all(
      ['/favicon.ico', '/apple-touch-icon.png', '/favicon.svg'].map(answerOf),
    )
    expect([ico!.status, ico!.type, ico!.bytes.readUInt32LE(0), ico!.bytes.readUInt16LE(4)]).toEqual([
      200,
      'image/x-icon',
      0x10000,
      3,
    ])
    expect([svg!.status, svg!.type]).toEqual([200, 'image/svg+xml'])
    expect([touch!.status, touch!.type, (await sharp(touch!.bytes).metadata()).width]).toEqual([
      200,
      'image/png',
      180,
    ])
    for (const file of [ico, touch, svg]) expect(file!.cache).toBe('public, max-age=3600')
  })

  test.each(['/', '/products?category=honey-jaggery', '/products/wayanad-forest-honey'])(
    'the picture of a shared link to %s is a light JPEG of the size it promises',
    async (path) => {
      const index = (await headAt(path)).meta('og:image')!
      const { type, bytes } = await answerOf(index.slice(url.length))
      const { format, width, height } = await sharp(bytes).metadata()
      expect([type, format, width, height]).toEqual(['image/jpeg', 'jpeg', 1200, 630])
      expect(bytes.length).toBeLessThan(150_000)
    },
  )
})
