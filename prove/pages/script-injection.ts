import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { findChromium } from '#scripts/chromium-path.ts'
import { insertCategory, insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { MailFolder } from '#tests/fixtures/mails/mail-folder.ts'
import { placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'
import { connectToShopDatabase, type DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import { createPhoto } from '#tests/fixtures/products/picture-uploads.ts'
import {
  signInNewCustomer,
  signInAsAdmin,
  type SignedInClient,
  type HttpClient,
} from '#tests/fixtures/http/http-client.ts'
import type { FormSubmission } from '#prove/runner/form-fields.ts'
import type { ProofStep, CheckCounter } from '#prove/runner/proof.ts'
import { createXssPayloads } from './xss-payloads.ts'
import { toBrowserCookies } from '#prove/runner/browser-cookies.ts'

const TEXTS_PER_BATCH = 40
const MAX_FAULTS = 5
type InsertedRecords = {
  product: string
  slug: string
  order: string
  other: string
  reason: string
  cancelledFor: string
}

export const scriptInjection: ProofStep = {
  name: 'scripts',
  scenario:
    'scripts in each text that users can write, on each screen, email and packing slip that shows it, in Chromium: none runs, none becomes an element, and the policy reports no violation',
  async runProof(proofContext, checks) {
    const shop = await proofContext.open({ env: { LOG_LEVEL: 'fatal' } })
    const db = connectToShopDatabase(shop.dataDir)
    const text = createXssPayloads()
    const [customer, owner] = [await signInNewCustomer(shop.url), await signInAsAdmin(shop.url)]
    const all: InsertedRecords[] = []
    for (let one = 0; one < proofContext.times(5000 / TEXTS_PER_BATCH, 2); one += 1)
      all.push(await insertPayloads(db, customer, owner, text.next))
    const planted = text.count()
    const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
    try {
      const customerBrowser = await openMonitoredBrowser(await browser.newContext(), customer, shop.url)
      const adminBrowser = await openMonitoredBrowser(await browser.newContext(), owner, shop.url)
      for (const path of [
        '/',
        '/products',
        '/categories',
        '/profile',
        '/profile/orders',
        '/checkout',
        '/login?notice=%3Cscript%3Eplanted(1)%3C/script%3E&return=javascript:planted(1)',
        '/products?search=%3Cimg%20src=x%20onerror=planted(1)%20data-planted%3E&category=%22%3E%3Cscript%3Eplanted(1)%3C/script%3E',
      ]) {
        await customerBrowser.checkPage(path, checks)
      }
      for (const path of [
        '/admin/dashboard',
        '/admin/products',
        '/admin/categories',
        '/admin/orders',
        '/admin/audit',
        '/admin/account',
        '/admin/orders?search=%3Cimg%20src=x%20onerror=planted(1)%20data-planted%3E',
        '/admin/audit?search=%22%3E%3Cscript%3Eplanted(1)%3C/script%3E&who=%3Csvg%20onload=planted(1)%20data-planted%3E',
      ]) {
        await adminBrowser.checkPage(path, checks)
      }
      for (const { product, slug, order, other, reason, cancelledFor } of all) {
        await customerBrowser.checkPage(`/products/${slug}`, checks)
        await customerBrowser.checkPage(`/profile/orders/${order}`, checks)
        await adminBrowser.checkPage(`/admin/orders/${order}`, checks)
        await adminBrowser.checkPage(`/admin/orders/${other}`, checks, cancelledFor)
        await adminBrowser.checkPage(`/admin/products?edit=${product}`, checks)
        await adminBrowser.checkPage(`/admin/products?stock=${product}`, checks, reason)
        await adminBrowser.checkPage(`/admin/audit?about=${product}`, checks, reason)
        await adminBrowser.checkPage(`/admin/audit?about=${other}`, checks, cancelledFor)
        await adminBrowser.checkPage(`/admin/orders/slips?ids=${order},${other}`, checks)
      }
      const mails = new MailFolder(shop.dataDir).all('order-confirmation')
      // Mail clients have no CSP of the shop, so the HTML itself must be harmless.
      const mailBrowser = await openMonitoredBrowser(await browser.newContext(), null, shop.url)
      for (const { html } of mails) await mailBrowser.read(html, checks)
      checks.expect(mails.length > 0, () => 'no mail was written')
      return `${planted} texts, ${all.length} products and ${all.length * 2} orders, ${mails.length} mails`
    } finally {
      await browser.close()
      await db.close()
    }
  },
}

async function insertPayloads(
  db: DatabaseClient,
  customer: SignedInClient,
  owner: HttpClient,
  next: (maxLength?: number) => string,
): Promise<InsertedRecords> {
  const category = await insertCategory(db, next())
  await db.query('update categories set description = $2, image_url = $3 where id = $1', [
    category,
    next(),
    next().replace(/\s/g, ''),
  ])
  const product = await insertProduct(db, { name: next(), stock: 5, category_id: category })
  const [{ slug }] = (await db.query<{ slug: string }>('select slug from products where id = $1', [
    product.id,
  ])) as [{ slug: string }]
  const manufacturer = { name: next(), address: next(), city: next(), country: next(80) }
  const address = {
    full_name: next(100),
    phone: next(40),
    address: next(),
    post_code: next(20),
    city: next(80),
    country: next(80),
  }
  await db.query(
    `update products set brand = $2, net_weight = $3, allergy_advice = $4, description = $5, ingredients = $6, storage_instructions = $7, dietary_info = $8,
       lifestyle = $9, badge = $10, manufacturer = $11, nutrition_info = $12, image_url = $13 where id = $1`,
    [
      product.id,
      next(),
      next(60),
      next(),
      next(),
      next(),
      next(),
      next(),
      next(),
      next(40),
      JSON.stringify(manufacturer),
      JSON.stringify(nutritionOf(next)),
      next().replace(/\s/g, ''),
    ],
  )
  await db.query(
    `update user_profiles set full_name = $2, phone = $3, address = $4, post_code = $5, city = $6, country = $7 where email = $1`,
    [customer.email, ...Object.values(address)],
  )
  // Checkout refuses an invalid address, but the profile above keeps it.
  const deliverable = { ...address, phone: '07700 900123', post_code: 'SW1A 1AA', country: 'United Kingdom' }
  const order = await placeOrderOverHttp(customer, [{ product, quantity: 1 }], deliverable)
  const other = await placeOrderOverHttp(customer, [{ product, quantity: 1 }], deliverable)
  const [reason, cancelledFor] = [next(), next()]
  await postAccepted(owner, `/admin/products?stock=${product.id}`, {
    intent: 'stock',
    product_id: product.id,
    change: '3',
    reason,
  })
  await postAccepted(owner, '/admin/orders', {
    intent: 'cancel',
    order_id: other,
    expected_status: 'pending',
    reason: cancelledFor,
  })
  await db.query(`update outbox set last_error = $2 where payload ->> 'order_id' = $1`, [order, next()])
  const image = new File([new Uint8Array(await createPhoto())], `${next()}.jpg`, { type: 'image/jpeg' })
  await postAccepted(
    owner,
    '/admin/categories?add=category',
    { intent: 'add', name: next(100), description: next() },
    image,
  )
  return { product: product.id, slug, order, other, reason, cancelledFor }
}

/** A refused form would omit its payloads. */
async function postAccepted(owner: HttpClient, path: string, fields: FormSubmission, image?: File) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...fields, ...(image && { image }) })) form.set(name, value)
  const answer = await owner.fetch(path, { method: 'POST', body: form, headers: { origin: owner.url } })
  if (answer.status >= 400)
    throw new Error(`${path} refused what was to be planted: ${answer.status} ${JSON.stringify(fields)}`)
}

const nutritionOf = (next: (maxLength?: number) => string) => {
  const entry = () => ({ value: 1, unit: next(60), per: next(60) })
  return { energy: entry(), protein: entry(), carbohydrates: entry(), fat: entry(), [next(60)]: entry() }
}

async function openMonitoredBrowser(context: BrowserContext, client: HttpClient | null, url: string) {
  const ran: string[] = []
  if (client) await context.addCookies(toBrowserCookies(client, url))
  await context.exposeFunction('planted', (number: unknown) => void ran.push(`script ${String(number)} ran`))
  await context.exposeFunction(
    'heldBack',
    (what: string) => void ran.push(`the policy had to hold back ${what}`),
  )
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      const notifyViolation = (globalThis as unknown as { heldBack(what: string): void }).heldBack
      notifyViolation(`${violatedDirective} ${blockedURI} ${sample}`)
    })
  })
  const page = await context.newPage()
  page.on('dialog', (dialog) => void dialog.dismiss())
  async function checkDocument(what: string, checks: CheckCounter) {
    const elements = await findFaultsIn(page)
    // An invalid image URL is blocked by img-src and runs nothing.
    const scriptsRan = ran.splice(0).filter((line) => !/hold back img-src/.test(line))
    checks.expect(
      scriptsRan.length === 0 && elements.length === 0,
      () => `${what}: ${[...scriptsRan, ...elements].slice(0, 3).join('; ')}`,
    )
  }
  return {
    async checkPage(path: string, checks: CheckCounter, shown = '') {
      // If scripts run, pages may not load in time.
      if (checks.wrong.length >= MAX_FAULTS) return
      await page.goto(url + path, { waitUntil: 'load' })
      await page
        .waitForFunction(() => document.documentElement.classList.contains('has-started'), null, {
          timeout: 1500,
        })
        .catch(() => {})
      await page.waitForTimeout(30)
      await checkDocument(path, checks)
      const text = await page.evaluate(() => document.body.innerText)
      checks.expect(oneLine(text).includes(oneLine(shown)), () => `${path} does not show ${shown}`)
    },
    async read(html: string, checks: CheckCounter) {
      await page.setContent(html, { waitUntil: 'domcontentloaded' })
      await page.waitForTimeout(10)
      await checkDocument(`a mail: ${html.slice(0, 60)}`, checks)
    },
  }
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

const findFaultsIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const elements = [
      ...document.querySelectorAll(
        '[data-planted], [onerror], [onload], [onfocus], [onmouseover], [ontoggle], iframe, object, base, body script:not([type]):not(:last-of-type)',
      ),
    ]
    const links = [...document.querySelectorAll('a[href], form[action], iframe[src]')].filter((element) =>
      /^\s*(javascript|data):/i.test(
        element.getAttribute('href') ?? element.getAttribute('action') ?? element.getAttribute('src') ?? '',
      ),
    )
    return [...elements, ...links].map((element) => `an element: ${element.outerHTML.slice(0, 100)}`)
  })
