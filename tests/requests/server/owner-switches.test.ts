import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OPTIONAL_EMAILS } from '#features/settings/owner-switches.ts'
import { insertCategory, insertProduct, type TestProduct } from '#tests/fixtures/databases/test-records.ts'
import { connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'
import { HttpClient, signInAsAdmin, type FormFields } from '#tests/fixtures/http/http-client.ts'
import { findLink, pageText } from '#tests/fixtures/http/page-text.ts'
import { MailFolder } from '#tests/fixtures/mails/mail-folder.ts'
import { startShop, type RunningShop } from '#tests/fixtures/shops/running-shop.ts'

const OWNER = { email: 'owner@saffron.example', password: 'a long enough passphrase' }
/** Enough requests to reach each of the two processes. */
const TIMES = 12
const NAMES = ['Breakfast', 'Coffee', 'Honey']

let shop: RunningShop
let database: ReturnType<typeof connectToShopDatabase>
let owner: HttpClient
let visitor: HttpClient
let soldOut: TestProduct
const categories: Record<string, string> = {}
const dataDir = mkdtempSync(join(tmpdir(), 'ninth-bend-switches-'))
beforeAll(async () => {
  shop = await startShop({
    dataDir,
    env: { DEMO: 'off', PROCESSES: '2', ADMIN_EMAIL: OWNER.email, ADMIN_PASSWORD: OWNER.password },
  })
  database = connectToShopDatabase(dataDir)
  for (const name of NAMES) {
    categories[name] = await insertCategory(database, name)
    await insertProduct(database, { name: `${name} mix`, stock: 7, category_id: categories[name] })
  }
  soldOut = await insertProduct(database, { stock: 0, category_id: categories['Honey']! })
  owner = await signInAsAdmin(shop.url, OWNER)
  visitor = new HttpClient(shop.url)
}, 120_000)
afterAll(async () => {
  await database?.close()
  await shop?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const versionOf = async (name: string) =>
  String(
    (await database.query<{ version: number }>('select version from settings where name = $1', [name]))[0]!
      .version,
  )
const save = async (path: string, name: string, fields: FormFields) =>
  (await owner.post(path, { ...fields, version: await versionOf(name) })).status
/** The response of every process. */
async function everywhere(path: string, expectPage: (html: string) => void) {
  for (let times = 0; times < TIMES; times += 1) expectPage(await new HttpClient(shop.url).html(path))
}
const FEEDBACK = { name: 'Priya Nair', email: 'priya@shopper.example', rating: '4', feedback: 'It bites.' }

describe('SETTING-15 Feedback and enquiries', () => {
  test('stay in the browser, until the owner has them sent; each page says so, on each process', async () => {
    await everywhere('/feedback', (html) => expect(pageText(html)).toContain('This form sends nothing yet'))
    await everywhere('/privacy', (html) => expect(pageText(html)).toContain('send us nothing'))
    expect((await visitor.post('/feedback', FEEDBACK)).status).toBe(409)
    expect(
      await save('/admin/settings', 'enquiries_by_email', { intent: 'enquiries', enquiries_by_email: 'on' }),
    ).toBe(200)
    for (const path of ['/feedback', '/business-enquiry'])
      await everywhere(path, (html) => {
        expect(pageText(html)).toContain('is sent to us as an email')
        expect(pageText(html)).not.toContain('needs JavaScript')
        expect(html).not.toMatch(/<button[^>]*\sdisabled/)
      })
    await everywhere('/privacy', (html) => expect(pageText(html)).not.toContain('send us nothing'))
  })

  test('ENQUIRY-4 are sent without scripts, with Reply-To, and wrong ones are refused with what was typed', async () => {
    const wrong = await visitor.post('/feedback', { ...FEEDBACK, email: 'priya' })
    expect(wrong.status).toBe(422)
    expect(await wrong.text()).toMatch(/value="Priya Nair"[\s\S]*value="priya"/)
    const sent = await visitor.post('/feedback', FEEDBACK)
    expect(sent.status).toBe(200)
    expect(pageText(await sent.text())).toContain('It is on its way to us.')
    const mail = await new MailFolder(dataDir).next('owner-feedback', 'hello@ninthbend.example')
    expect(mail.header('reply-to')).toContain('priya@shopper.example')
    expect(mail.text).toContain('It bites')
  })

  test('ENQUIRY-6 with too many waiting, the form keeps what was written and names the address of the shop', async () => {
    await database.query(
      `insert into outbox (kind, dedupe_key, available_at)
       select 'owner-feedback', 'waits ' || n, now() + interval '1 day' from generate_series(1, 500) n`,
    )
    const refused = await visitor.post('/feedback', { ...FEEDBACK, feedback: 'Only mine.' })
    expect(refused.status).toBe(429)
    const html = await refused.text()
    expect(pageText(html)).toContain('please send it to hello@ninthbend.example')
    expect(html).toMatch(/<textarea[^>]*>Only mine\.</)
    await database.query(`delete from outbox where dedupe_key like 'waits %'`)
  })
})

test('SETTING-11 without the email, the page of a sold-out product offers none', async () => {
  const path = `/products/product-${soldOut.id}`
  const form = `/stock-alerts?product=product-${soldOut.id}`
  await everywhere(path, (html) => expect(html).toContain(`action="${form}"`))
  const all = Object.fromEntries(OPTIONAL_EMAILS.map((kind) => [kind, 'on']))
  const { 'stock-alert': _, ...without } = all
  const intent = { intent: 'customer-emails' }
  expect(await save('/admin/settings/mails', 'customer_emails', { ...intent, ...without })).toBe(200)
  await everywhere(path, (html) => expect(html).not.toContain('/stock-alerts'))
  expect((await visitor.fetch(form)).status).toBe(404)
  expect((await visitor.post(form, { email: 'a@shopper.example' })).status).toBe(404)
  expect((await owner.post('/admin/settings/mails', { ...intent, ...all, version: '1' })).status).toBe(409)
  expect(await save('/admin/settings/mails', 'customer_emails', { ...intent, ...all })).toBe(200)
  await everywhere(path, (html) => expect(html).toContain(`action="${form}"`))
})

test('SETTING-12 the dashboard and the list of products follow the threshold at once, on each process', async () => {
  const counted = async (below: number, count: number) => {
    for (let times = 0; times < TIMES; times += 1)
      expect(pageText(await owner.html('/admin/dashboard'))).toContain(
        `Products with stock below ${below} ${count}`,
      )
    const listed = pageText(await owner.html('/admin/products?show=low'))
    expect(listed).toContain(count === 1 ? '1 product' : `${count} products`)
  }
  await counted(10, 4)
  const change = (low_stock_threshold: string) =>
    save('/admin/settings', 'low_stock_threshold', { intent: 'low-stock', low_stock_threshold })
  expect(await change('7')).toBe(200)
  await counted(7, 1)
  await everywhere(`/products?category=category-${categories['Coffee']}`, (html) =>
    expect(html, 'what shoppers see').not.toContain('Out of Stock'),
  )
  for (const wrong of ['', '-1', '1000', '2.5', 'many']) expect(await change(wrong), wrong).toBe(422)
  expect(await change('10')).toBe(200)
})

describe('SETTING-14 The order of categories', () => {
  const tiles = (html: string) => {
    const text = pageText(html)
    return NAMES.filter((name) => text.includes(`${name} `)).toSorted(
      (first, second) => text.indexOf(`${first} `) - text.indexOf(`${second} `),
    )
  }

  test('applies to the home page, /categories and the filter at once, on each process', async () => {
    for (const path of ['/', '/categories'])
      await everywhere(path, (html) => expect(tiles(html), path).toEqual(NAMES))
    const moved = { intent: 'move', id: categories['Coffee']!, neighbour_id: categories['Breakfast']! }
    expect((await owner.post('/admin/categories', moved)).status).toBe(200)
    for (const path of ['/', '/categories', '/products'])
      await everywhere(path, (html) => {
        const main = /<main\b[\s\S]*<\/main>/.exec(html)![0]
        expect(main.indexOf('Coffee'), path).toBeLessThan(main.indexOf('Breakfast'))
      })
    const late = { intent: 'move', id: categories['Breakfast']!, neighbour_id: categories['Honey']! }
    expect((await owner.post('/admin/categories', late)).status).toBe(200)
    const answer = await owner.post('/admin/categories', moved)
    expect(answer.status).toBe(409)
    expect(pageText(await answer.text())).toContain('Somebody else has changed the order')
  })

  test('the home page leaves out what is not ticked, and /categories does not', async () => {
    const edit = { intent: 'edit', id: categories['Honey']!, name: 'Honey', description: '', version: '1' }
    expect((await owner.post('/admin/categories?edit', edit)).status).toBe(302)
    // Products of the category may be further down the page.
    const tilesOf = (html: string) => /<ul class="category-row">[\s\S]*?<\/ul>/.exec(html)![0]
    await everywhere('/', (html) => expect(tilesOf(html)).not.toContain(`category-${categories['Honey']}`))
    await everywhere('/categories', (html) => expect(html).toContain(`category-${categories['Honey']}`))
    expect(pageText(await owner.html('/admin/categories'))).toContain('Not on the home page')
  })
})

describe('SETTING-16 The first steps', () => {
  const text = async () => pageText(await owner.html('/admin/dashboard'))

  test('are on the dashboard until they are hidden, and the settings bring them back', async () => {
    const html = await owner.html('/admin/dashboard')
    expect(pageText(html)).toMatch(/First steps 1 of \d done/)
    expect([findLink(html, 'Invite somebody'), findLink(html, 'View shop')]).toEqual([
      '/admin/settings/people',
      '/',
    ])
    expect((await owner.post('/admin/dashboard', { intent: 'backup-done' })).status).toBe(302)
    expect(await text()).toMatch(/First steps 2 of \d done[\s\S]*Set up a backup Done/)
    expect((await owner.post('/admin/dashboard', { intent: 'hide-first-steps' })).status).toBe(302)
    for (let times = 0; times < TIMES; times += 1) expect(await text()).not.toContain('First steps')
    const form = { intent: 'first-steps', first_steps_shown: 'on', has_backup: 'on' }
    expect(await save('/admin/settings', 'first_steps', form)).toBe(200)
    expect(await text()).toMatch(/First steps 2 of \d done/)
  })
})
