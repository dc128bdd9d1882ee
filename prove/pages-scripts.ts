import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { browserPath } from '#scripts/browser-path.ts'
import { aCategory, aProduct } from '#tests/arrange.ts'
import { MailFolder } from '#tests/requests/mail-folder.ts'
import { place } from '#tests/requests/placing.ts'
import { lookInto, type Look } from '#tests/requests/shop-database.ts'
import { aPhoto } from '#tests/uploads.ts'
import { aCustomer, anAdmin, type SignedIn, type Visitor } from '#tests/visitor.ts'
import type { SentForm } from './form-words.ts'
import type { Step, Tries } from './part.ts'
import { payloads } from './pages-payloads.ts'
import { isForTests, leftOut } from './shortest.ts'

/** About so many texts stand in one product, one order and what is done to them. */
const TEXTS_OF_ONE = 40
const ENOUGH_WRONG = 5
type Planted = { product: string; slug: string; order: string; other: string; reason: string; cancelledFor: string }

export const scripts: Step = {
  name: 'scripts',
  asks: 'scripts in every text that anybody can write, on every screen, mail and packing slip that shows it, in Chromium: none runs, none becomes an element, and the page’s policy has nothing to stop',
  async prove(stage, tries) {
    if (isForTests(stage)) return leftOut(tries)
    const shop = await stage.open({ env: { LOG_LEVEL: 'fatal' } })
    const look = lookInto(shop.dataDir)
    const text = payloads()
    const [customer, owner] = [await aCustomer(shop.url), await anAdmin(shop.url)]
    const all: Planted[] = []
    for (let one = 0; one < stage.times(5000 / TEXTS_OF_ONE, 2); one += 1) all.push(await plant(look, customer, owner, text.next))
    const planted = text.count()
    const browser = await chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox'] })
    try {
      const seen = await aWatched(await browser.newContext(), customer, shop.url)
      const office = await aWatched(await browser.newContext(), owner, shop.url)
      for (const path of ['/', '/products', '/categories', '/profile', '/profile/orders', '/checkout', '/login?notice=%3Cscript%3Eplanted(1)%3C/script%3E&return=javascript:planted(1)', '/products?search=%3Cimg%20src=x%20onerror=planted(1)%20data-planted%3E&category=%22%3E%3Cscript%3Eplanted(1)%3C/script%3E']) {
        await seen.look(path, tries)
      }
      for (const path of ['/admin/dashboard', '/admin/products', '/admin/categories', '/admin/orders', '/admin/audit', '/admin/account', '/admin/orders?search=%3Cimg%20src=x%20onerror=planted(1)%20data-planted%3E', '/admin/audit?search=%22%3E%3Cscript%3Eplanted(1)%3C/script%3E&who=%3Csvg%20onload=planted(1)%20data-planted%3E']) {
        await office.look(path, tries)
      }
      for (const { product, slug, order, other, reason, cancelledFor } of all) {
        await seen.look(`/products/${slug}`, tries)
        await seen.look(`/profile/orders/${order}`, tries)
        await office.look(`/admin/orders/${order}`, tries)
        await office.look(`/admin/orders/${other}`, tries, cancelledFor)
        await office.look(`/admin/products?edit=${product}`, tries)
        await office.look(`/admin/products?stock=${product}`, tries, reason)
        await office.look(`/admin/audit?about=${product}`, tries, reason)
        await office.look(`/admin/audit?about=${other}`, tries, cancelledFor)
        await office.look(`/admin/orders/slips?ids=${order},${other}`, tries)
      }
      const mails = new MailFolder(shop.dataDir).all('order-confirmation')
      // In a mail program there is no policy of ours: what stands in the letter has to be harmless by itself.
      const letters = await aWatched(await browser.newContext(), null, shop.url)
      for (const { html } of mails) await letters.read(html, tries)
      tries.expect(mails.length > 0, () => 'no mail was written')
      return `${planted} texts, ${all.length} products and ${all.length * 2} orders, ${mails.length} mails`
    } finally {
      await browser.close()
      await look.close()
    }
  },
}

/** Every text of a product, an order and of what is done to them; where a rule of a form would refuse one, past the form. */
async function plant(look: Look, customer: SignedIn, owner: Visitor, next: (most?: number) => string): Promise<Planted> {
  const category = await aCategory(look, next())
  await look.query('update categories set description = $2, image_url = $3 where id = $1', [category, next(), next().replace(/\s/g, '')])
  const product = await aProduct(look, { name: next(), stock: 5, category_id: category })
  const [{ slug }] = (await look.query<{ slug: string }>('select slug from products where id = $1', [product.id])) as [{ slug: string }]
  const manufacturer = { name: next(), address: next(), city: next(), country: next(80) }
  const address = { full_name: next(100), phone: next(40), address: next(), post_code: next(20), city: next(80), country: next(80) }
  // An order keeps what the product said when it was placed.
  await look.query(
    `update products set brand = $2, net_weight = $3, allergy_advice = $4, description = $5, ingredients = $6, storage_instructions = $7, dietary_info = $8,
       lifestyle = $9, badge = $10, manufacturer = $11, nutrition_info = $12, image_url = $13 where id = $1`,
    [product.id, next(), next(60), next(), next(), next(), next(), next(), next(), next(40), JSON.stringify(manufacturer), JSON.stringify(nutritionOf(next)), next().replace(/\s/g, '')],
  )
  await look.query(`update user_profiles set full_name = $2, phone = $3, address = $4, post_code = $5, city = $6, country = $7 where email = $1`, [customer.email, ...Object.values(address)])
  // What an address of the United Kingdom cannot hold is refused; the profile above holds it all the same.
  const deliverable = { ...address, phone: '07700 900123', post_code: 'SW1A 1AA', country: 'United Kingdom' }
  const order = await place(customer, [{ product, quantity: 1 }], deliverable)
  const other = await place(customer, [{ product, quantity: 1 }], deliverable)
  const [reason, cancelledFor] = [next(), next()]
  await accepted(owner, `/admin/products?stock=${product.id}`, { intent: 'stock', product_id: product.id, change: '3', reason })
  await accepted(owner, '/admin/orders', { intent: 'cancel', order_id: other, expected_status: 'pending', reason: cancelledFor })
  await look.query(`update outbox set last_error = $2 where payload ->> 'order_id' = $1`, [order, next()])
  const image = new File([new Uint8Array(await aPhoto())], `${next()}.jpg`, { type: 'image/jpeg' })
  await accepted(owner, '/admin/categories?add=category', { intent: 'add', name: next(100), description: next() }, image)
  return { product: product.id, slug, order, other, reason, cancelledFor }
}

/** Posts a form; what was refused has planted nothing, and nothing would be found. */
async function accepted(owner: Visitor, path: string, fields: SentForm, image?: File) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...fields, ...(image && { image }) })) form.set(name, value)
  const answer = await owner.fetch(path, { method: 'POST', body: form, headers: { origin: owner.url } })
  if (answer.status >= 400) throw new Error(`${path} refused what was to be planted: ${answer.status} ${JSON.stringify(fields)}`)
}

const nutritionOf = (next: (most?: number) => string) => {
  const entry = () => ({ value: 1, unit: next(60), per: next(60) })
  return { energy: entry(), protein: entry(), carbohydrates: entry(), fat: entry(), [next(60)]: entry() }
}

/** A browser that notes every script that ran, and every one that only the policy of the page held back. */
async function aWatched(context: BrowserContext, who: Visitor | null, url: string) {
  const ran: string[] = []
  if (who) await context.addCookies(who.cookie.split('; ').map((pair) => ({ name: pair.slice(0, pair.indexOf('=')), value: pair.slice(pair.indexOf('=') + 1), url })))
  await context.exposeFunction('planted', (number: unknown) => void ran.push(`script ${String(number)} ran`))
  await context.exposeFunction('heldBack', (what: string) => void ran.push(`the policy had to hold back ${what}`))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      const told = (globalThis as unknown as { heldBack(what: string): void }).heldBack
      told(`${violatedDirective} ${blockedURI} ${sample}`)
    })
  })
  const page = await context.newPage()
  page.on('dialog', (dialog) => void dialog.dismiss())
  async function judge(what: string, tries: Tries) {
    const elements = await harmfulIn(page)
    // An address of a picture that is none is refused by the policy for pictures, and runs nothing.
    const scriptsRan = ran.splice(0).filter((line) => !/hold back img-src/.test(line))
    tries.expect(scriptsRan.length === 0 && elements.length === 0, () => `${what}: ${[...scriptsRan, ...elements].slice(0, 3).join('; ')}`)
  }
  return {
    /** `shown` is a text that the page has to show as it was written. */
    async look(path: string, tries: Tries, shown = '') {
      // Where scripts do run, no page can be relied on to load in time.
      if (tries.wrong.length >= ENOUGH_WRONG) return
      await page.goto(url + path, { waitUntil: 'load' })
      await page.waitForFunction(() => document.documentElement.classList.contains('has-started'), null, { timeout: 1500 }).catch(() => {})
      await page.waitForTimeout(30)
      await judge(path, tries)
      const text = await page.evaluate(() => document.body.innerText)
      tries.expect(oneLine(text).includes(oneLine(shown)), () => `${path} does not show ${shown}`)
    },
    async read(html: string, tries: Tries) {
      await page.setContent(html, { waitUntil: 'domcontentloaded' })
      await page.waitForTimeout(10)
      await judge(`a mail: ${html.slice(0, 60)}`, tries)
    },
  }
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Elements and addresses that came out of a planted text. */
const harmfulIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const made = [...document.querySelectorAll('[data-planted], [onerror], [onload], [onfocus], [onmouseover], [ontoggle], iframe, object, base, body script:not([type]):not(:last-of-type)')]
    const links = [...document.querySelectorAll('a[href], form[action], iframe[src]')].filter((element) =>
      /^\s*(javascript|data):/i.test(element.getAttribute('href') ?? element.getAttribute('action') ?? element.getAttribute('src') ?? ''),
    )
    return [...made, ...links].map((element) => `an element: ${element.outerHTML.slice(0, 100)}`)
  })
