import { expect, inject, test } from 'vitest'
import { HttpClient } from '#tests/fixtures/http/http-client.ts'
import { findLink, pageText, readPageTitle } from '#tests/fixtures/http/page-text.ts'

const visitor = new HttpClient(inject('shopUrl'))

const mainOf = (html: string) => /<main\b[\s\S]*<\/main>/.exec(html)![0]
const chip = (html: string, label: string) => findLink(mainOf(html), `${label} : remove this filter`)
const chosen = (html: string, select: string) =>
  pageText(
    new RegExp(`<select\\b[^>]*name="${select}"[\\s\\S]*?<option[^>]*selected=""[^>]*>([^<]*)`).exec(
      html,
    )?.[1] ?? '',
  )

test('STOREFRONT-12 each active filter is a link that removes only this filter and returns to page 1', async () => {
  const both = await visitor.html('/products?category=honey-jaggery&filter=best-sellers&sort=newest&page=2')
  expect(chip(both, 'Honey & Jaggery')).toBe('/products?filter=best-sellers&sort=newest')
  expect(chip(both, 'Best sellers')).toBe('/products?category=honey-jaggery&sort=newest')

  const category = await visitor.html(chip(both, 'Best sellers')!)
  expect(chip(category, 'Honey & Jaggery')).toBe('/products?sort=newest')
  expect(chip(category, 'Best sellers')).toBeUndefined()
  expect(await visitor.html(chip(category, 'Honey & Jaggery')!)).not.toContain('remove this filter')
})

test('STOREFRONT-16 the title names the page number, if there are several', async () => {
  expect(readPageTitle(await visitor.html('/products?page=2'))).toMatch(/^All products \(page 2 of \d+\) – /)
  expect(readPageTitle(await visitor.html('/products?category=honey-jaggery'))).toBe(
    'Honey & Jaggery – Ninth Bend',
  )
})

test.each(['0', '-1', 'two'])(
  'STOREFRONT-7 page %s, which is no number of a page, is page 1',
  async (page) => {
    const first = await visitor.html('/products')
    const html = await visitor.html(`/products?page=${page}`)
    expect(readPageTitle(html)).toBe(readPageTitle(first))
    expect(pageText(mainOf(html))).toBe(pageText(mainOf(first)))
    expect(html).toMatch(/<link rel="canonical" href="[^"?]*\/products">/)
  },
)

test('STOREFRONT-14 an unknown category is reported, and all categories are offered', async () => {
  const response = await visitor.fetch('/products?category=no-such-shelf')
  expect(response.status).toBe(404)
  const html = await response.text()
  expect(pageText(mainOf(html))).toContain('Category not found')
  expect(chosen(html, 'category')).toBe('All Categories')
  expect(html).not.toContain('remove this filter')
  expect(findLink(mainOf(html), 'See all products')).toBe('/products')
})

const rowOn = (html: string) =>
  /<section\b[^>]*aria-labelledby="more-title"[\s\S]*?<\/section>/.exec(html)?.[0] ?? ''

test('CATALOGUE-24 a product page links to at most four other products of its category', async () => {
  expect(
    rowOn(await visitor.html('/products/nendran-banana-chips')).match(/class="product-card"/g),
  ).toHaveLength(4)
  const row = rowOn(await visitor.html('/products/wayanad-forest-honey'))
  expect(pageText(row)).toMatch(/^More from Honey & Jaggery See them all /)
  expect(findLink(row, 'See them all')).toBe('/products?category=honey-jaggery')
  expect(findLink(row, 'Wayanad Forest Honey')).toBeUndefined()
  expect(findLink(row, 'Ginger in Forest Honey')).toBe('/products/ginger-in-forest-honey')
  expect(pageText(row).indexOf('Out of Stock'), 'what is sold out comes last').toBeGreaterThan(
    pageText(row).lastIndexOf('Add to Cart'),
  )
})

test('CATALOGUE-10 the demonstration’s Featured order begins with at least 5 categories and is stable', async () => {
  type List = { products: { slug: string; category_slug: string }[] }
  const first16 = async () =>
    Object.values((await visitor.page('/products')).loaderData ?? {}).find(
      (part): part is List => 'products' in (part as object),
    )!.products
  const products = await first16()
  expect(products).toHaveLength(16)
  expect(new Set(products.map(({ category_slug }) => category_slug)).size).toBeGreaterThanOrEqual(5)
  expect((await first16()).map(({ slug }) => slug)).toEqual(products.map(({ slug }) => slug))
})

test('STOREFRONT-20 a sold-out product shows no delivery date', async () => {
  const offerOn = async (slug: string) =>
    /class="product-offer"[\s\S]*?class="product-facts"/.exec(await visitor.html(`/products/${slug}`))![0]
  expect(pageText(await offerOn('wayanad-forest-honey'))).toContain('With you in 2-3 working days.')
  expect(pageText(await offerOn('stingless-bee-honey'))).not.toContain('With you in')
})
