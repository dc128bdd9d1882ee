import { afterAll, expect, inject, test } from 'vitest'
import { connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'
import { HttpClient } from '#tests/fixtures/http/http-client.ts'
import { parsePageHead } from '#tests/fixtures/http/page-head.ts'
import { findFieldValue, findLink, pageText, readPageTitle } from '#tests/fixtures/http/page-text.ts'

const visitor = new HttpClient(inject('shopUrl'))
const database = connectToShopDatabase(inject('shopDataDirectory'))
afterAll(() => database.close())

const mainOf = (html: string) => /<main\b[\s\S]*<\/main>/.exec(html)![0]
const chip = (html: string, label: string) => findLink(mainOf(html), label)
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
  expect(await visitor.html(chip(category, 'Honey & Jaggery')!)).not.toContain('Remove filter')
})

test('SEARCH-13 each filter is a link that removes only this filter', async () => {
  const html = await visitor.html(
    '/products?free-from=milk&free-from=sesame&suitable-for=vegan&in-stock=1&max-price=10&page=2',
  )
  const rest = 'suitable-for=vegan&in-stock=1&max-price=10'
  expect(chip(html, 'Free from milk')).toBe(`/products?free-from=sesame&${rest}`)
  expect(html).toContain('aria-label="Remove filter: Free from milk"')
  expect(chip(html, 'In stock')).toBe(
    '/products?free-from=milk&free-from=sesame&suitable-for=vegan&max-price=10',
  )
  expect(chip(html, 'Up to £10.00')).toBe(
    '/products?free-from=milk&free-from=sesame&suitable-for=vegan&in-stock=1',
  )
  expect(chip(html, 'Clear all')).toBe('/products')
})

test('SEARCH-16 a search for freedom from an allergen becomes the filter', async () => {
  const answer = await visitor.fetch('/products?q=sesame+free+snacks&in-stock=1&sort=newest')
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toBe('/products?q=snacks&free-from=sesame&in-stock=1&sort=newest')
})

test('SEARCH-11 an allergen that is not known shows nothing, and says so', async () => {
  const html = await visitor.html('/products?free-from=sesam')
  expect(pageText(mainOf(html))).toContain('0 products')
  expect(pageText(mainOf(html))).toContain('We know no allergen called “sesam”')
  expect(html).not.toContain('class="product-card"')
  expect(chip(html, 'Free from sesam')).toBe('/products')
})

test('SEARCH-7 a slip is forgiven, and the page says so', async () => {
  const html = await visitor.html('/products?q=cardamon')
  expect(pageText(mainOf(html))).toContain('Nothing found for “cardamon”. Showing results for cardamom')
  expect(readPageTitle(html)).toContain('Results for “cardamom”')
})

test.each([
  ['min-price=900', ' with these filters'],
  ['category=honey-jaggery', ' in Honey & Jaggery'],
])('SEARCH-7 of a slip that %s leaves without results, both texts are named', async (choice, place) => {
  const html = await visitor.html(`/products?q=cardamon&${choice}`)
  const title = `Nothing found for “cardamon” or “cardamom”${place}`
  expect(readPageTitle(html)).toBe(`${title} – Ninth Bend`)
  const text = pageText(mainOf(html))
  expect(text).toContain(title)
  expect(text).toContain(
    'We found nothing for “cardamon”. We searched for “cardamom” instead, and found nothing within what you chose.',
  )
  expect(text).not.toContain('Showing results')
})

test('SEARCH-8 a search without results shows what is nearest and the categories, as such', async () => {
  const text = pageText(mainOf(await visitor.html('/products?q=zzqqxx')))
  expect(text).toContain('Nothing found for “zzqqxx”')
  expect(text).toContain('0 products')
  expect(findLink(mainOf(await visitor.html('/products?q=zzqqxx')), 'Whole Spices')).toBe(
    '/products?category=whole-spices',
  )
})

test.each([
  ['elak', 'Results for “elak”', 'Wayanad Green Cardamom'],
  ['card', 'The products below have a word that begins like it', 'Wayanad Green Cardamom'],
  ['fish curry', 'The products below go into “fish curry” or are served with it', 'Malabar Fish Masala'],
  ['sadhya', 'The products below go into “sadhya” or are served with it', 'Puli Inji Relish'],
  [
    'brown sugar',
    'Its words are in the names and descriptions of these products',
    'Organic Cane Jaggery Powder',
  ],
  ['chicken', 'The descriptions of these products mention it', 'Varutharacha Coconut Masala'],
])('SEARCH-60 SEARCH-61 SEARCH-62 a search for %s says “%s”', async (search, sentence, product) => {
  const text = pageText(mainOf(await visitor.html(`/products?q=${encodeURIComponent(search)}`)))
  expect(text).toContain(sentence)
  expect(text).toContain(product)
})

test.each([
  ['q=pepper', '/products'],
  ['free-from=milk', '/products'],
  ['suitable-for=vegan&page=2', '/products'],
  ['in-stock=1&category=whole-spices', '/products?category=whole-spices'],
  ['max-price=10&filter=best-sellers', '/products?filter=best-sellers'],
])('SEARCH-15 search engines keep the list of %s without it', async (query, list) => {
  const { canonical, robots } = parsePageHead(await visitor.html(`/products?${query}`))
  expect([canonical, robots]).toEqual([visitor.url + list, undefined])
})

test('SEARCH-15 search engines do not index a search that finds nothing', async () => {
  expect(parsePageHead(await visitor.html('/products?q=zzqqxx')).robots).toBe('noindex')
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
  expect(html).not.toContain('Remove filter')
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
  type List = { products: { slug: string }[] }
  const first16 = async () =>
    Object.values((await visitor.page('/products')).loaderData ?? {}).find(
      (part): part is List => 'products' in (part as object),
    )!.products
  const slugs = (await first16()).map(({ slug }) => slug)
  expect(slugs).toHaveLength(16)
  const categories = await database.query(
    'select distinct category_id from products where slug = any ($1::text[])',
    [slugs],
  )
  expect(categories.length).toBeGreaterThanOrEqual(5)
  expect((await first16()).map(({ slug }) => slug)).toEqual(slugs)
})

test('STOREFRONT-20 a sold-out product shows no delivery date', async () => {
  const offerOn = async (slug: string) =>
    /class="product-offer"[\s\S]*?class="product-facts"/.exec(await visitor.html(`/products/${slug}`))![0]
  expect(pageText(await offerOn('wayanad-forest-honey'))).toContain('With you in 2-3 working days.')
  expect(pageText(await offerOn('stingless-bee-honey'))).not.toContain('With you in')
})

test('SEARCH-12 without scripts too, what is no price is named and kept in its field', async () => {
  const html = mainOf(await visitor.html('/products?max-price=5.005'))
  expect(pageText(html)).toContain('To: “5.005” is not applied')
  expect(findFieldValue(html, 'max-price')).toBe('5.005')
})
