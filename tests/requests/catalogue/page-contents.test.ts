import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { orderStatusLabels } from '#features/orders/order-status.ts'
import { insertProduct } from '#tests/fixtures/databases/test-records.ts'
import {
  signInNewCustomer,
  signInAsAdmin,
  HttpClient,
  type SignedInClient,
} from '#tests/fixtures/http/http-client.ts'
import { findLink, pageText, readPageTitle, findFieldValue } from '#tests/fixtures/http/page-text.ts'
import { placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'
import { connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'

const url = inject('shopUrl')
const database = connectToShopDatabase(inject('shopDataDirectory'))
const visitor = new HttpClient(url)
let customer: SignedInClient
let owner: HttpClient

beforeAll(async () => {
  customer = await signInNewCustomer(url)
  owner = await signInAsAdmin(url)
  // Two more than the demo's eight give the list a second page.
  for (const name of ['Screens One', 'Screens Two']) await insertProduct(database, { name })
})
afterAll(() => database.close())

const mainOf = (html: string) => /<main\b[\s\S]*<\/main>/.exec(html)![0]
const optionsOf = (html: string, select: string) =>
  [
    ...new RegExp(`<select\\b[^>]*name="${select}"[\\s\\S]*?</select>`)
      .exec(html)![0]
      .matchAll(/<option[^>]*>([^<]*)/g),
  ].map(([, label]) => pageText(label!))
const isRequired = (html: string, field: string) =>
  new RegExp(`<input\\b(?=[^>]*\\bname="${field}")[^>]*\\brequired`).test(html)
const hasField = (html: string, field: string) =>
  new RegExp(`<(input|textarea|select)\\b[^>]*\\bname="${field}"`).test(html)

describe('STOREFRONT-2 The public layout', () => {
  test('STOREFRONT-3 header: Home, Products, About, Contact, and signed out Login and Register', async () => {
    const html = await visitor.html('/')
    const links = {
      Home: '/',
      Products: '/products',
      About: '/about',
      Contact: '/contact',
      Login: '/login',
      Register: '/register',
    }
    for (const [label, path] of Object.entries(links)) expect(findLink(html, label), label).toBe(path)
    expect(html).toMatch(/<button[^>]*aria-label="Cart"/)
  })

  test('STOREFRONT-5 DELIVERY-8 IDENTITY-1 footer: quick links, customer service links, social links; the demonstration company is marked as invented', async () => {
    const html = await visitor.html('/about')
    const footer = /<footer\b[\s\S]*<\/footer>/.exec(html)![0]
    for (const label of ['Quick links', 'Customer service', 'Follow us'])
      expect(footer).toContain(`<nav aria-label="${label}"`)
    for (const network of ['Instagram', 'Facebook', 'YouTube'])
      expect(findLink(footer, network)).toMatch(/^https:/)
    for (const words of [
      'Ninth Bend Foods Ltd, 9 Peppercorn Yard, London, United Kingdom',
      'Demonstration data',
      '020 7946 0123',
      'within the United Kingdom only',
    ]) {
      expect(pageText(footer)).toContain(words)
    }
  })

  test('STOREFRONT-23 pages are the same for all visitors', async () => {
    for (const path of ['/about', '/products/wayanad-forest-honey', '/faq']) {
      const html = await visitor.html(path)
      expect(await customer.html(path)).toBe(html)
      expect(await owner.html(path)).toBe(html)
    }
  })
})

describe('DELIVERY-10 The waived delivery charge', () => {
  const text = async (path: string) => pageText(mainOf(await visitor.html(path)))

  const noExpress =
    'Express delivery for £4.99, on the next working day if you order before 2 PM, is not offered at present.'

  test('CONTENT-5 DELIVERY-10 DELIVERY-20 the shipping policy names the express rate and its time as not offered, and BFPO', async () => {
    const said = await text('/shipping-policy')
    expect(said).toContain(noExpress)
    expect(said).toContain('United Kingdom only')
    expect(said).toContain('Nor do we deliver to BFPO addresses.')
  })

  test.each(['/shipping-policy', '/faq'])(
    'DELIVERY-9 DELIVERY-10 %s names the standard rates, says that they are waived, and offers no express',
    async (path) => {
      const said = await text(path)
      expect(said).toContain('At present our delivery charges are waived: checkout adds nothing')
      expect(said).toContain(
        'Our standard rate is £3.99 for each order; an order over £50.00 goes free. These rates are waived at present.',
      )
      expect(said.indexOf('waived'), 'before the rates').toBeLessThan(said.indexOf('£3.99'))
      expect(said).toContain('2-3 working days')
      expect(said.replace(noExpress, '')).not.toMatch(/express|4\.99|2 PM|next working day/i)
    },
  )

  test('DELIVERY-10 no other page mentions a delivery rate', async () => {
    for (const path of ['/', '/products', '/products/wayanad-forest-honey', '/returns-refunds', '/about'])
      expect(await text(path), path).not.toMatch(/3\.99|4\.99|express/i)
  })
})

describe('Catalogue pages', () => {
  test('STOREFRONT-6 home: hero with Shop Now, at most 6 categories and at most 8 best sellers', async () => {
    const html = mainOf(await visitor.html('/'))
    expect(pageText(html)).toContain('Authentic Indian Flavors')
    expect(findLink(html, 'Shop Now')).toBe('/products')
    expect(html.match(/class="category-tile"/g)).toHaveLength(6)
    expect(html.match(/class="product-card"/g)).toHaveLength(8)
  })

  test('STOREFRONT-6 home shows the shelves that its first words speak of: pepper, honey and chips', async () => {
    const html = mainOf(await visitor.html('/'))
    expect(pageText(html)).toContain('Pepper from the hill farms, forest honey, chips fried in coconut oil')
    const shelves = [...html.matchAll(/href="\/products\?category=([^"&]+)"/g)].map(([, slug]) => slug)
    expect(shelves).toEqual(expect.arrayContaining(['whole-spices', 'honey-jaggery', 'snacks-sweets']))
  })

  test('STOREFRONT-8 STOREFRONT-9 listing: both dropdowns with all options, 16 per page, and a next page', async () => {
    const html = mainOf(await visitor.html('/products'))
    const names = ['Coconut & Pantry', 'Honey & Jaggery', 'Honey', 'Tea & Coffee', 'Whole Spices']
    expect(optionsOf(html, 'category')).toEqual(expect.arrayContaining(names))
    expect(optionsOf(html, 'category')[0]).toBe('All Categories')
    expect(optionsOf(html, 'sort')).toEqual([
      'Featured',
      'Price: Low to High',
      'Price: High to Low',
      'Newest',
      'Unit price: Low to High',
    ])
    expect(html.match(/class="product-card"/g)).toHaveLength(16)
    expect(findLink(html, 'Next')).toBe('/products?page=2')
  })

  test('STOREFRONT-7 URL parameters: category={slug}, filter=best-sellers', async () => {
    const honey = mainOf(await visitor.html('/products?category=honey-jaggery'))
    expect(readPageTitle(await visitor.html('/products?category=honey-jaggery'))).toContain('Honey & Jaggery')
    expect(findLink(honey, 'Wayanad Forest Honey')).toBe('/products/wayanad-forest-honey')
    expect(findLink(honey, 'Malabar Cloves')).toBeUndefined()
    const best = mainOf(await visitor.html('/products?category=honey-jaggery&filter=best-sellers'))
    expect(findLink(best, 'Wayanad Forest Honey')).toBe('/products/wayanad-forest-honey')
    expect(findLink(best, 'Palm Jaggery Blocks')).toBeUndefined()
  })

  test('STOREFRONT-10 CART-10 product: name, price, picture, Add to Cart and quantity; Out of Stock if sold out', async () => {
    const html = mainOf(await visitor.html('/products/wayanad-forest-honey'))
    for (const words of ['Wayanad Forest Honey', '£11.50', 'Add to Cart'])
      expect(pageText(html)).toContain(words)
    expect(html).toContain('role="spinbutton"')
    expect(html).toMatch(/<img[^>]*alt="Wayanad Forest Honey"/)
    const soldOut = mainOf(await visitor.html('/products/stingless-bee-honey'))
    expect(soldOut).toMatch(/<button[^>]*disabled=""[^>]*>(<span>)?Out of Stock/)
    expect(soldOut).not.toContain('role="spinbutton"')
  })

  test('CATALOGUE-24 STOREFRONT-20 out of stock: similar products in stock come before the label information', async () => {
    const html = mainOf(await visitor.html('/products/stingless-bee-honey'))
    const text = pageText(html)
    expect(findLink(html, 'See what is like it')).toBe('#more-title')
    expect(text.indexOf('In stock from Honey')).toBeGreaterThan(0)
    // Otherwise the allergens would seem to belong to the products above.
    const about = text.indexOf('About Stingless Bee Honey')
    expect(text.indexOf('In stock from Honey')).toBeLessThan(about)
    expect(about).toBeLessThan(text.indexOf('Allergens'))
    expect(html.match(/Out of Stock/g), 'of the others none is out of stock').toHaveLength(1)
    expect(pageText(mainOf(await visitor.html('/products/malabar-cloves')))).not.toContain(
      'See what is like it',
    )
  })

  test.each([
    ['/products?page=9999', 'There is no page 9999', '/products?page='],
    ['/products?category=honey-jaggery&page=2', 'There is no page 2', '/products?category=honey-jaggery'],
    ['/categories?page=99', 'There is no page 99', '/categories?page='],
  ])(
    'STOREFRONT-15 %s says that the page is out of range and links to the last page',
    async (path, words, last) => {
      const response = await visitor.fetch(path)
      const html = await response.text()
      expect([response.status, readPageTitle(html).includes(words)]).toEqual([404, true])
      expect(html).toContain('<meta name="robots" content="noindex">')
      expect(pageText(mainOf(html))).toContain(words)
      const way = /<a [^>]*class="button"[^>]*href="([^"]*)"[^>]*>Go to (?:page \d+|the first page)/
        .exec(mainOf(html))?.[1]
        ?.replaceAll('&amp;', '&')
      expect(way).toContain(last)
      expect((await visitor.fetch(way!)).status).toBe(200)
    },
  )

  test('CATALOGUE-12 STOREFRONT-13 categories: 9 per page', async () => {
    const html = mainOf(await visitor.html('/categories'))
    expect(html.match(/class="category-tile"/g)).toHaveLength(9)
    expect(findLink(html, 'Next')).toBe('/categories?page=2')
    expect(pageText(mainOf(await visitor.html('/categories?page=2')))).toContain('Page 2 of')
  })
})

describe('Other public pages', () => {
  test('CONTENT-2 /about is Our Story', async () => {
    expect(mainOf(await visitor.html('/about'))).toMatch(/<h1[^>]*>Our Story<\/h1>/)
  })

  test('CONTENT-3 /contact has cards for e-mail, phone and location', async () => {
    const html = mainOf(await visitor.html('/contact'))
    // The email address may wrap after its @.
    for (const href of ['mailto:hello@ninthbend.example', 'tel:02079460123'])
      expect(html).toContain(`href="${href}"`)
    expect(pageText(html)).toContain('9 Peppercorn Yard')
  })

  test('SESSION-1 /login: email, password, remember me, links to password reset and registration', async () => {
    const html = mainOf(await visitor.html('/login?return=/checkout'))
    for (const field of ['email', 'password', 'remember']) expect(hasField(html, field), field).toBe(true)
    expect(pageText(html)).toContain('Forgot your password?')
    expect(findLink(html, 'Create an account')).toBe('/register?return=%2Fcheckout')
    expect(pageText(mainOf(await visitor.html('/login?notice=sign-in-to-checkout')))).toContain(
      'Please sign in to checkout',
    )
    expect(pageText(mainOf(await visitor.html('/login?notice=<b>Buy</b>')))).not.toContain('Buy')
  })

  test('ACCOUNT-1 /register: every field, required ones starred, and a link to sign in', async () => {
    const html = mainOf(await visitor.html('/register'))
    const required = ['full_name', 'email', 'phone', 'password', 'confirm_password']
    for (const field of required) expect(isRequired(html, field), field).toBe(true)
    for (const field of ['address', 'post_code', 'city', 'country']) {
      expect(hasField(html, field), field).toBe(true)
      expect(isRequired(html, field), field).toBe(false)
    }
    expect(findFieldValue(html, 'country')).toBe('United Kingdom')
    expect(findLink(html, 'Sign in')).toBe('/login')
  })

  test('ACCOUNT-14 /profile: read-only email, six editable fields, Save Changes', async () => {
    const html = mainOf(await customer.html('/profile'))
    expect(html).toMatch(
      new RegExp(`<input(?=[^>]*name="email")(?=[^>]*readOnly|[^>]*readonly)[^>]*value="${customer.email}"`),
    )
    for (const field of ['full_name', 'phone', 'address', 'post_code', 'city', 'country'])
      expect(hasField(html, field), field).toBe(true)
    expect(pageText(html)).toContain('Save Changes')
  })
})

describe('Back-office pages', () => {
  test('ADMIN-2 dashboard: total products, those with stock below 10, categories', async () => {
    // Other tests add products to the same shop, so the comparison is retried.
    const doTheyAgree = async () => {
      const [count] = await database.query<{ products: number; low: number; categories: number }>(
        `select (select count(*) from products) as products, (select count(*) from products where stock < 10) as low,
                (select count(*) from categories) as categories`,
      )
      const text = pageText(mainOf(await owner.html('/admin/dashboard')))
      return text.includes(
        `Total products ${count!.products} Products with stock below 10 ${count!.low} Categories ${count!.categories}`,
      )
    }
    await expect.poll(doTheyAgree, { timeout: 10_000 }).toBe(true)
  })

  test('ADMIN-5 MONEY-3 order list: search box, status filter, 24 per page; times in en-GB with a 12-hour clock', async () => {
    const product = await insertProduct(database, { name: 'Listed Pepper', stock: 100 })
    const buyer = await signInNewCustomer(url)
    for (let order = 0; order < 25; order++) await placeOrderOverHttp(buyer, [{ product, quantity: 1 }])
    const html = await owner.html(`/admin/orders?search=${buyer.email}`)
    expect(hasField(html, 'search')).toBe(true)
    expect(optionsOf(html, 'status')).toEqual([
      'All statuses',
      'To send, overdue first',
      ...Object.values(orderStatusLabels),
    ])
    expect(html.match(/class="link order-id"/g)).toHaveLength(24)
    expect(findLink(html, 'Next')).toBe(`/admin/orders?search=${encodeURIComponent(buyer.email)}&page=2`)
    expect(pageText(html)).toMatch(/(?:Today|Yesterday), \d{1,2}:\d{2} [ap]m/)
    expect(
      (await owner.html(`/admin/orders?search=${buyer.email}&page=2`)).match(/class="link order-id"/g),
    ).toHaveLength(1)
    const mine = await buyer.html('/profile/orders')
    expect(mine.match(/<article/g), '6 a page for the customer').toHaveLength(6)
    expect(findLink(mine, 'Next')).toBe('/profile/orders?page=2')
  })

  test('ADMIN-6 order: items, address, status actions, time left for dispatch, and a back link', async () => {
    const product = await insertProduct(database, {
      name: `Detailed Pepper ${randomUUID()}`,
      price: 3.35,
      stock: 9,
    })
    const id = await placeOrderOverHttp(customer, [{ product, quantity: 2 }])
    const html = await owner.html(`/admin/orders/${id}`)
    for (const words of [
      product.name,
      '£6.70',
      customer.email,
      '9 Ghat Road',
      'Process',
      'Cancel Order',
      'Cash / Card on Delivery',
    ]) {
      expect(pageText(html), words).toContain(words)
    }
    expect(pageText(html)).toMatch(/\d+ h \d+ min left/)
    expect(pageText(html)).toMatch(/Send by .* 9:30 pm/)
    expect(findLink(html, 'Back to Orders')).toBe('/admin/orders')
  })

  test('ADMIN-1 layout: top bar, side menu and Logout', async () => {
    const html = await owner.html('/admin/dashboard')
    const [, menu] = /<nav aria-label="Back-office"[^>]*>(.*?)<\/nav>/s.exec(html)!
    const groups = [...menu!.matchAll(/<ul>.*?<\/ul>/gs)].map(([list]) => pageText(list))
    expect(groups).toEqual([
      'Dashboard Products Categories Orders',
      'Customers Search Figures Record Settings View shop',
    ])
    expect(findLink(html, 'Dashboard')).toBe('/admin/dashboard')
    expect(findLink(html, 'Orders')).toBe('/admin/orders')
    expect(pageText(html)).toContain('Logout')
  })
})
