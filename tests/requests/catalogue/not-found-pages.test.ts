import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { PLACEHOLDER_PAGE_NUMBER } from '#shop/paging/paging.ts'
import { insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { connectToShopDatabase, type DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'

/** All slugs, words and numbers are new. */
const url = inject('shopUrl')
let database: DatabaseClient
let run = 0
beforeAll(() => {
  database = connectToShopDatabase(inject('shopDataDirectory'))
})
afterAll(() => database.close())
const uniqueWord = () => `nowhere-${process.pid}-${++run}`

const ask = async (path: string) => {
  const response = await fetch(url + path)
  return { status: response.status, body: await response.text(), headers: response.headers }
}

describe('Missing resources share one 404 page without their URL', () => {
  test.each([
    ['a path', () => `/${uniqueWord()}/${uniqueWord()}`, 'Page not found'],
    ['a product', () => `/products/${uniqueWord()}`, 'Product Not Found'],
    ['a category', () => `/products?category=${uniqueWord()}`, 'Category not found'],
    ['a slug that can be none', () => `/products/${uniqueWord()}%20X`, 'Product Not Found'],
  ])('%s', async (_what, path, title) => {
    const [first, second] = [await ask(path()), await ask(path())]
    expect([first.status, second.status]).toEqual([404, 404])
    expect(first.body).toContain(`<title>${title}`)
    expect(first.body).toMatch(/<h1[^>]*>[^<]+<\/h1>/)
    expect(first.body).not.toMatch(/nowhere-|rel="canonical"|og:url/)
    expect(second.body).toBe(first.body)
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'))
    const data = await ask(`/_data?u=${encodeURIComponent(path())}`)
    expect(data.body).not.toContain('nowhere-')
  })

  test('a list page out of range shows its own number', async () => {
    const [first, second] = [
      await ask('/_data?u=/products?page=777001'),
      await ask('/_data?u=/products?page=777002'),
    ]
    expect(first.body).toContain('"page":777001')
    expect(second.body).toBe(first.body.replaceAll('777001', '777002'))
    expect(first.body).not.toContain(String(PLACEHOLDER_PAGE_NUMBER))
  })
})

describe('MESSAGE-16 an address with a character that no address has shows the not-found page', () => {
  test.each([
    '/products/%00',
    '/profile/orders/%00',
    '/products/%E0%A4%A',
    '/categories/%0A',
    '/admin/orders/%00',
  ])('%s', async (path) => {
    const { status, body, headers } = await ask(path)
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(body).toContain('<title>Page not found')
    expect(body).toMatch(/<h1[^>]*>Page not found<\/h1>/)
  })
})

describe('New resources are found at once', () => {
  test('a product that is created, deactivated and activated', async () => {
    const [slug, model] = [uniqueWord(), await insertProduct(database)]
    const status = async () => (await ask(`/products/${slug}`)).status
    expect(await status()).toBe(404)
    const { slug: modelled } = (
      await database.query<{ slug: string }>('select slug from products where id = $1', [model.id])
    )[0]!
    expect((await ask(`/products/${modelled}`)).status, 'the page of what is not there is made again').toBe(
      200,
    )
    expect(await status()).toBe(404)
    await database.query(
      `insert into products (name, slug, category_id, price, stock, brand, allergy_advice, ingredients, manufacturer)
       select $1::text, $1::text, category_id, price, stock, brand, allergy_advice, ingredients, manufacturer from products where id = $2`,
      [slug, model.id],
    )
    await expect.poll(status).toBe(200)
    for (const isActive of [false, true]) {
      await database.query('update products set is_active = $2 where slug = $1', [slug, isActive])
      await expect.poll(status).toBe(isActive ? 200 : 404)
    }
  })

  test('a category', async () => {
    const slug = uniqueWord()
    const status = async () => (await ask(`/products?category=${slug}`)).status
    expect([await status(), await status()]).toEqual([404, 404])
    await database.query('insert into categories (name, slug) values ($1::text, $1::text)', [slug])
    await expect.poll(status).toBe(200)
    expect((await ask(`/products?category=${uniqueWord()}`)).status).toBe(404)
    expect(await status()).toBe(200)
  })
})

test('pictures may be embedded by other sites, pages may not', async () => {
  const policyOf = async (path: string) =>
    (await fetch(url + path)).headers.get('cross-origin-resource-policy')
  expect([await policyOf('/'), await policyOf('/login'), await policyOf('/favicon.ico')]).toEqual([
    'same-origin',
    'same-origin',
    'cross-origin',
  ])
  expect((await fetch(url)).headers.get('permissions-policy')).toContain('geolocation=()')
})
