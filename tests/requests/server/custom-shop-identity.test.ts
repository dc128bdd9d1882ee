import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { readDemoCatalogue } from '#features/catalogue/demo/demo-files.server.ts'
import { shopRoutes } from '#app/shop-routes.ts'
import { demonstrationWords, findWords } from '#tests/fixtures/shops/demonstration-words.ts'
import { insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { startShop, type RunningShop } from '#tests/fixtures/shops/running-shop.ts'
import {
  ADDRESS,
  signInAsAdmin,
  PASSWORD,
  signInCustomer,
  HttpClient,
} from '#tests/fixtures/http/http-client.ts'
import { MailFolder } from '#tests/fixtures/mails/mail-folder.ts'
import { parsePageHead } from '#tests/fixtures/http/page-head.ts'
import { findLink, pageText } from '#tests/fixtures/http/page-text.ts'
import { fetchProduct, placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'
import { connectToShopDatabase, type DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'

const OWNER = { email: 'priya@saffronlane.example', password: 'saffron-and-patience' }
const IDENTITY = {
  SHOP_NAME: 'Saffron Lane',
  SHOP_COMPANY: 'Saffron Lane Trading Ltd',
  SHOP_ADDRESS: '4 Mill Street, Leeds, LS1 4AB, United Kingdom',
  SHOP_PHONE: '0113 496 0700',
  SHOP_EMAIL: 'hello@saffronlane.example',
  SHOP_COMPANY_NUMBER: '01234567',
  SHOP_PLACE_OF_REGISTRATION: 'England and Wales',
  SHOP_VAT_NUMBER: 'GB123456782',
  ADMIN_EMAIL: OWNER.email,
  ADMIN_PASSWORD: OWNER.password,
}
const REGISTERED = [
  'Registered in England and Wales, company number 01234567',
  'VAT registration number GB 123 4567 82',
]
const PAGES = shopRoutes
  .filter(({ access, path }) => access === 'public' && !/[:*]/.test(path))
  .map(({ path }) => path)

let shop: RunningShop
let database: DatabaseClient
let visitor: HttpClient
let ofDemonstration: string[]

beforeAll(async () => {
  shop = await startShop({ env: IDENTITY })
  database = connectToShopDatabase(shop.dataDir)
  visitor = new HttpClient(shop.url)
  ofDemonstration = await demonstrationWords()
})
afterAll(async () => {
  await database?.close()
  await shop?.stop()
})

const foundIn = (text: string) => findWords(text, ofDemonstration)
const expectNothingOf = async (who: HttpClient, path: string) => {
  const html = await who.html(path)
  expect(foundIn(html), path).toEqual([])
  expect(foundIn(JSON.stringify(await who.page(path))), `${path} as data`).toEqual([])
  return html
}

describe('A shop with its own name, empty', () => {
  test('IDENTITY-4 it starts without demonstration products', async () => {
    expect(await database.query('select count(*)::integer as n from products')).toEqual([{ n: 0 }])
  })

  test.each(['/', '/products', '/products?filter=best-sellers', '/categories'])(
    '%s tells shoppers so, without empty lists',
    async (path) => {
      const html = await expectNothingOf(visitor, path)
      expect(pageText(html)).toContain('Our shelves are being filled')
      expect(findLink(html, 'Get in touch')).toBe('/contact')
      const text = pageText(/<main\b[\s\S]*<\/main>/.exec(html)![0])
      expect(text).not.toMatch(
        /0 products|Shop by category|Best sellers All|Every shelf|matches what you chose/,
      )
      expect(html).not.toContain('<select')
    },
  )

  test('IDENTITY-7 the home page keeps its hero, and empty lists are not indexed', async () => {
    expect(findLink(await visitor.html('/'), 'Shop Now')).toBe('/products')
    expect(pageText(await visitor.html('/'))).toContain('Authentic Indian Flavors')
    for (const path of ['/products', '/categories'])
      expect(parsePageHead(await visitor.html(path)).robots, path).toBe('noindex')
  })

  test('ADMIN-2 IDENTITY-7 the dashboard shows setup steps instead of counters', async () => {
    const owner = await signInAsAdmin(shop.url, OWNER)
    const html = await owner.html('/admin/dashboard')
    const text = pageText(html)
    for (const words of [
      'First steps',
      'Say who you are Done',
      'Send yourself a test email',
      'Add your first product',
      'It goes into a category, so add that first.',
      'Place a test order',
      'Invite a second owner',
      'Set up a backup',
    ]) {
      expect(text).toContain(words)
    }
    for (const counter of ['Total products', 'Products with stock below 10'])
      expect(text).not.toContain(counter)
    expect(text).not.toMatch(/SHOP_\w+ (is|are) missing|of the demonstration/)
    expect([findLink(html, 'Add a category'), findLink(html, 'View shop')]).toEqual([
      '/admin/categories?add=category',
      '/',
    ])
    expect(findLink(html, 'Go to emails')).toBe('#emails')
    expect(html).toContain('id="emails"')
    expect((await owner.fetch(findLink(html, 'Add a category')!)).status).toBe(200)
  })
})

describe('A shop with its own name and products', () => {
  let slug: string
  let productId: string
  beforeAll(async () => {
    const { id } = await insertProduct(database, { name: 'Saffron Threads', price: 6.5 })
    productId = id
    slug = `product-${id}`
    const maker = {
      name: 'Saffron Lane Trading Ltd',
      address: '4 Mill Street',
      city: 'Leeds',
      country: 'United Kingdom',
    }
    await database.query(
      `update products set brand = 'Saffron Lane', is_best_seller = true, manufacturer = $2 where id = $1`,
      [id, JSON.stringify(maker)],
    )
    await database.query(`update categories set name = 'Threads'`)
  })

  test('IDENTITY-4 no public page contains anything of the demonstration, and each names the company and its registration and VAT numbers', async () => {
    const pages = [
      ...PAGES,
      `/products/${slug}`,
      '/products?sort=newest',
      '/products?search=xylophone',
      '/products/nothing',
      '/nowhere',
      '/forgot-password?from=admin',
    ]
    for (const path of pages) {
      const html = await expectNothingOf(visitor, path)
      const footer = pageText(/<footer\b[\s\S]*<\/footer>/.exec(html)![0])
      for (const words of ['Saffron Lane Trading Ltd, 4 Mill Street, Leeds', ...REGISTERED])
        expect(footer, path).toContain(words)
    }
    expect(foundIn(await visitor.html('/admin'))).toEqual([])
  })

  test('IDENTITY-4 its own texts are present', async () => {
    expect(pageText(await visitor.html('/about'))).toContain('Saffron Lane Trading Ltd runs the shop')
    expect(pageText(await visitor.html('/about'))).toMatch(/Our Story/)
    expect(pageText(await visitor.html('/contact'))).toContain(REGISTERED[0])
    const home = await visitor.html('/')
    expect(home).toContain('/drawn/')
    const [organisation] = parsePageHead(home).structuredData
    expect(organisation).toMatchObject({
      name: 'Saffron Lane',
      legalName: 'Saffron Lane Trading Ltd',
      vatID: 'GB123456782',
      sameAs: [],
    })
  })

  test('IDENTITY-4 every referenced picture exists', async () => {
    for (const path of ['/', '/about']) {
      const html = await visitor.html(path)
      const head = parsePageHead(html)
      const named = [...html.matchAll(/(?:src|srcSet|srcset)="(\/[^" ]+)/g)].map(([, address]) => address!)
      for (const address of new Set([...named, new URL(head.meta('og:image')!).pathname]))
        expect((await visitor.fetch(address)).status, address).toBe(200)
    }
  })

  test('IDENTITY-4 manifest, sitemap, robots and icons contain nothing of the demonstration', async () => {
    for (const path of ['/manifest.webmanifest', '/sitemap.xml', '/robots.txt', '/favicon.svg'])
      expect(foundIn(await visitor.html(path)), path).toEqual([])
    const manifest = (await (await visitor.fetch('/manifest.webmanifest')).json()) as {
      name: string
      icons: { src: string }[]
    }
    expect(manifest.name).toBe('Saffron Lane')
    for (const { src } of manifest.icons) expect((await visitor.fetch(src)).status, src).toBe(200)
    for (const file of ['favicon.ico', 'favicon.svg', 'apple-touch-icon.png']) {
      const response = await visitor.fetch(`/${file}`)
      expect(response.status).toBe(200)
      const bytes = Buffer.from(await response.arrayBuffer())
      expect(bytes.equals(readFileSync(`app/public/neutral/${file}`)), file).toBe(true)
    }
  })

  test('IDENTITY-4 registration, order and all emails contain nothing of the demonstration, and each email has the legal details', async () => {
    const email = 'asha@example.com'
    const customer = new HttpClient(shop.url)
    const home = { ...ADDRESS, address: '7 Station Road' }
    await customer.post('/register', { ...home, email, password: PASSWORD, confirm_password: PASSWORD })
    await signInCustomer(customer, email)
    const product = await fetchProduct(customer, productId)
    const order = await placeOrderOverHttp(customer, [{ product, quantity: 2 }], { address: home.address })
    await customer.post('/forgot-password', { email })
    for (const path of [
      '/profile',
      '/profile/orders',
      `/profile/orders/${order}`,
      '/profile/password',
      '/checkout',
    ])
      await expectNothingOf(customer, path)
    const receipt = pageText(await customer.html(`/profile/orders/${order}`))
    for (const words of ['Saffron Lane Trading Ltd, trading as Saffron Lane', ...REGISTERED])
      expect(receipt).toContain(words)
    const mails = new MailFolder(shop.dataDir)
    for (const kind of ['verify-email', 'order-confirmation', 'reset-password'] as const) {
      const mail = await mails.next(kind, email)
      expect(
        foundIn(`${mail.header('subject')} ${mail.header('from')} ${mail.text} ${mail.html}`),
        kind,
      ).toEqual([])
      for (const words of REGISTERED) expect(mail.text, kind).toContain(words)
    }
  })

  test('IDENTITY-7 SETTING-16 the dashboard shows counters beside the setup steps that are left', async () => {
    const text = pageText(await (await signInAsAdmin(shop.url, OWNER)).html('/admin/dashboard'))
    expect(text).toMatch(/Add your first product Done[\s\S]*Place a test order Done/)
    expect(text).toContain('Total products')
  })
})

describe('SETTING-1 A demonstration that is named in the back-office alone', () => {
  const FORM = {
    intent: 'identity',
    name: 'Saffron Lane',
    company: 'Saffron Lane Trading Ltd',
    company_number: '01234567',
    place_of_registration: 'England and Wales',
    vat_number: 'GB123456782',
    address: '4 Mill Street\nLeeds\nUnited Kingdom',
    phone: '0113 496 0700',
    email: 'hello@saffronlane.example',
  }

  test(
    'SETTING-2 shows nothing of the demonstration with the next request, on each process and after the next start',
    { timeout: 120_000 },
    async () => {
      const env = { DEMO: 'off', PROCESSES: '2', ADMIN_EMAIL: OWNER.email, ADMIN_PASSWORD: OWNER.password }
      const dataDir = mkdtempSync(join(tmpdir(), 'ninth-bend-named-'))
      const named = await startShop({ env, dataDir })
      let running = named
      try {
        const reader = new HttpClient(named.url)
        // Each process has cached it.
        for (let times = 0; times < 12; times += 1)
          expect(await reader.html('/contact')).toContain('020 7946 0123')
        const owner = await signInAsAdmin(named.url, OWNER)
        expect((await owner.post('/admin/settings', { ...FORM, version: '1' })).status).toBe(200)
        for (let times = 0; times < 12; times += 1) {
          const html = await new HttpClient(named.url).html('/contact')
          expect(foundIn(html)).toEqual([])
          expect(html).toContain('0113 496 0700')
        }
        for (const path of PAGES) {
          const html = await new HttpClient(named.url).html(path)
          expect(foundIn(html), path).toEqual([])
          const footer = pageText(/<footer\b[\s\S]*<\/footer>/.exec(html)![0])
          for (const words of ['Saffron Lane Trading Ltd, 4 Mill Street, Leeds', ...REGISTERED])
            expect(footer, path).toContain(words)
        }
        for (const path of ['/manifest.webmanifest', '/favicon.svg'])
          expect(foundIn(await reader.html(path)), path).toEqual([])
        const email = 'ravi@example.com'
        await reader.post('/register', { ...ADDRESS, email, password: PASSWORD, confirm_password: PASSWORD })
        const mail = await new MailFolder(named.dataDir).next('verify-email', email)
        expect(foundIn(`${mail.header('subject')} ${mail.header('from')} ${mail.text} ${mail.html}`)).toEqual(
          [],
        )
        expect(mail.header('from')).toContain('Saffron Lane')

        await named.stop()
        running = await startShop({ env: { ...env, PROCESSES: '1' }, dataDir })
        expect(foundIn(await new HttpClient(running.url).html('/about'))).toEqual([])
      } finally {
        await running.stop()
        rmSync(dataDir, { recursive: true, force: true })
      }
    },
  )
})

test(
  'IDENTITY-5 SETTING-8 a company with demonstration products and without registration numbers is warned; its products are removed in the back-office; one with an order goes off sale',
  { timeout: 120_000 },
  async () => {
    const { SHOP_COMPANY_NUMBER: _number, SHOP_PLACE_OF_REGISTRATION: _place, ...incomplete } = IDENTITY
    const other = await startShop({ env: { ...incomplete, DEMO: 'on' } })
    const query = connectToShopDatabase(other.dataDir)
    try {
      const owner = await signInAsAdmin(other.url, OWNER)
      const dashboard = pageText(await owner.html('/admin/dashboard'))
      expect(dashboard).toContain('Still missing: company number and registered in')
      expect(dashboard).toMatch(/\d\d products of the demonstration are on sale/)
      expect(dashboard).toMatch(/Add your first product With its price/)
      const customer = new HttpClient(other.url)
      const email = 'meera@example.com'
      await customer.post('/register', { ...ADDRESS, email, password: PASSWORD, confirm_password: PASSWORD })
      await signInCustomer(customer, email)
      const [ordered] = await query.query<{ id: string; name: string }>(
        `select id, name from products where slug = 'malabar-cloves'`,
      )
      const [own] = await query.query<{ id: string }>(
        `update products set image_url = '/images/own.webp' where slug = 'wayanad-forest-honey' returning id`,
      )
      const product = await fetchProduct(customer, ordered!.id)
      const order = await placeOrderOverHttp(customer, [{ product, quantity: 2 }])
      const intent = 'remove-demonstration'
      expect((await owner.post('/admin/settings', { intent })).status).toBe(422)
      expect((await customer.post('/admin/settings', { intent, confirmed: 'on' })).status).not.toBe(200)
      expect(await query.query('select from products')).not.toHaveLength(2)
      expect((await owner.post('/admin/settings', { intent, confirmed: 'on' })).status).toBe(200)
      expect(await query.query('select id, is_active from products order by is_active')).toEqual([
        { id: ordered!.id, is_active: false },
        { id: own!.id, is_active: true },
      ])
      expect(await query.query('select from categories')).toHaveLength(2)
      expect(pageText(await new HttpClient(other.url).html('/products'))).not.toContain(ordered!.name)
      expect(pageText(await customer.html(`/profile/orders/${order}`))).toContain(ordered!.name)
      expect(pageText(await owner.html('/admin/audit?kind=settings'))).toContain('Demonstration removed')
      const after = await owner.html('/admin/settings')
      expect(after).not.toContain('Remove the demonstration')
      expect(after).toMatch(
        /Kept with the demonstration’s picture and text: 2 categories with products.*href="\/admin\/categories"/,
      )
      const again = await owner.post('/admin/settings', { intent, confirmed: 'on' })
      expect(await again.text()).toContain('Nothing of the demonstration was left to remove.')
      await expect(query.query('delete from inventory_adjustments')).rejects.toThrow(
        'rows are only ever added',
      )
    } finally {
      await query.close()
      await other.stop()
    }
  },
)

test('IDENTITY-4 the demonstration contains them', async () => {
  const demonstration = new HttpClient(inject('shopUrl'))
  const all = (
    await Promise.all(
      [...PAGES, '/products/wayanad-forest-honey', '/manifest.webmanifest', '/favicon.svg'].map((path) =>
        demonstration.html(path),
      ),
    )
  ).join('\n')
  const missing = ofDemonstration.filter((words) => !all.toLowerCase().includes(words.toLowerCase()))
  const { products } = await readDemoCatalogue()
  const names = new Set(products.map(({ name }) => name))
  // The visited pages do not show every product, but all texts about the shop.
  expect(missing.filter((words) => !names.has(words))).toEqual([])
  expect(await demonstration.html('/about')).toContain('The Thamarassery ghat road')
})
