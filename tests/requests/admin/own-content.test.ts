import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOME_TEXT_FIELDS, TEXT_PAGE_NAMES, TEXT_PAGES } from '#features/content/content-pages.ts'
import { shopRoutes } from '#app/shop-routes.ts'
import { ADDRESS, HttpClient, PASSWORD, signInAsAdmin } from '#tests/fixtures/http/http-client.ts'
import { parsePageHead } from '#tests/fixtures/http/page-head.ts'
import { pageText } from '#tests/fixtures/http/page-text.ts'
import { MailFolder } from '#tests/fixtures/mails/mail-folder.ts'
import { createPhoto } from '#tests/fixtures/products/picture-uploads.ts'
import { demonstrationWords, findWords } from '#tests/fixtures/shops/demonstration-words.ts'
import { startShop, type RunningShop } from '#tests/fixtures/shops/running-shop.ts'

const OWNER = { email: 'priya@saffronlane.example', password: 'saffron-and-patience' }
const IDENTITY = {
  intent: 'identity',
  name: 'Saffron Lane',
  tagline: 'Spices from Mill Street',
  company: 'Saffron Lane Trading Ltd',
  address: '4 Mill Street\nLeeds\nUnited Kingdom',
  phone: '0113 496 0700',
  email: 'hello@saffronlane.example',
}
const PAGES = shopRoutes
  .filter(({ access, path }) => access === 'public' && !/[:*]/.test(path))
  .map(({ path }) => path)
/** New connections are distributed over the processes. */
const TIMES = 8

let shop: RunningShop
let owner: HttpClient
const dataDir = mkdtempSync(join(tmpdir(), 'ninth-bend-own-content-'))
beforeAll(async () => {
  const env = { DEMO: 'off', PROCESSES: '2', ADMIN_EMAIL: OWNER.email, ADMIN_PASSWORD: OWNER.password }
  shop = await startShop({ env, dataDir })
  owner = await signInAsAdmin(shop.url, OWNER)
})
afterAll(async () => {
  await shop?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const textPath = (page: string) => `/admin/settings/texts/${page}`
const read = (path: string) => new HttpClient(shop.url).html(path)
async function readOften(path: string) {
  const pages = []
  for (let times = 0; times < TIMES; times += 1) pages.push(await read(path))
  return pages
}
function upload(fields: Record<string, string>, file: string, bytes: Buffer) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set(file, new File([new Uint8Array(bytes)], 'picture.png', { type: 'image/png' }))
  return owner.fetch('/admin/settings/pictures', {
    method: 'POST',
    body: form,
    headers: { origin: owner.url },
  })
}

function expectSaved({ status, url }: Response) {
  if (status !== 200) throw new Error(`A save of this test was answered ${status}: ${url}`)
}

describe('CONTENT-10 A text of the owner', () => {
  test('CONTENT-18 is on every process with the next request, and so is one that is brought back', async () => {
    await readOften('/about')
    for (const [version, text] of ['First words', 'Second words'].entries()) {
      expect(
        (await owner.post(textPath('about'), { intent: 'save', version: String(version), text })).status,
      ).toBe(200)
      for (const html of await readOften('/about')) expect(pageText(html)).toContain(text)
    }
    const restored = await owner.post(textPath('about'), {
      intent: 'restore',
      version: '2',
      restored_version: '1',
    })
    expect(restored.status).toBe(200)
    for (const html of await readOften('/about')) expect(pageText(html)).toContain('First words')
  })

  test('CONTENT-14 a preview shows it without scripts, and saves nothing', async () => {
    const form = {
      intent: 'preview',
      version: '0',
      text: '## Opening hours\n\n<b>Always</b>',
      keeps_standard: 'on',
    }
    const response = await owner.post(textPath('faq'), form)
    expect(response.status).toBe(200)
    const html = await response.text()
    expect(html).toContain('<h2>Opening hours</h2>')
    expect(html).toContain('&lt;b&gt;Always&lt;/b&gt;')
    expect(/<textarea[^>]*name="text"[^>]*>([^<]*)/.exec(html)![1]).toContain('## Opening hours')
    expect(pageText(await read('/faq'))).not.toContain('Opening hours')
  })

  test('CONTENT-12 CONTENT-11 a refused one stays in the form, with its reason', async () => {
    const form = { intent: 'save', version: '0', text: 'See [us](javascript:alert(1))' }
    const response = await owner.post(textPath('faq'), form)
    expect(response.status).toBe(422)
    const html = await response.text()
    expect(pageText(html)).toContain('The link to “javascript:alert(1)” is not possible')
    expect(html).toContain('See [us](javascript:alert(1))</textarea>')
    const long = await owner.post(textPath('faq'), { ...form, text: 'x'.repeat(20_001) })
    expect([long.status, pageText(await long.text())]).toEqual([
      422,
      expect.stringContaining('Your text must be 20000 characters or fewer'),
    ])
  })

  test('CONTENT-15 a second owner sees what is shown now', async () => {
    const response = await owner.post(textPath('about'), { intent: 'save', version: '1', text: 'Mine' })
    expect(response.status).toBe(409)
    const html = await response.text()
    for (const words of ['Somebody else saved this page while you wrote', 'What is shown now', 'First words'])
      expect(pageText(html)).toContain(words)
    expect(html).toContain('Mine</textarea>')
    expect(/name="version" value="(\d+)"/.exec(html)![1]).toBe('3')
  })

  test('an earlier version can be looked at; unknown pages and versions are missing', async () => {
    expect(pageText(await owner.html(`${textPath('about')}?saved=2`))).toContain('Second words')
    for (const path of [`${textPath('about')}?saved=99`, textPath('contact'), textPath('constructor')])
      expect((await owner.fetch(path)).status, path).toBe(404)
    expect((await owner.post(textPath('contact'), { intent: 'save', version: '0', text: 'x' })).status).toBe(
      404,
    )
  })
})

describe('CONTENT-17 What a law asks for', () => {
  test.each<[string, string[], string[]]>([
    [
      'shipping-policy',
      ['What it costs', 'How long it takes', 'Where we deliver', 'At your door', 'working days'],
      ['Late, lost or damaged'],
    ],
    [
      'returns-refunds',
      [
        'Your right to cancel within 14 days',
        'Model cancellation form',
        'hereby give notice that I/We',
        'Consumer Rights Act 2015',
        'How you get your money',
      ],
      ['If we cannot agree', 'While an order is pending'],
    ],
    [
      'privacy',
      [
        'What is kept in your browser',
        'cart-storage',
        'Your rights',
        'Information Commissioner',
        'Who is responsible',
      ],
      ['In short'],
    ],
  ])('%s keeps it beside the owner’s text', async (page, kept, replaced) => {
    const before = pageText(await read(`/${page}`))
    for (const words of replaced) expect(before).toContain(words)
    await owner.post(textPath(page), {
      intent: 'save',
      version: '0',
      text: '## In our words\n\nWe are kind.',
    })
    const text = pageText(await read(`/${page}`))
    expect(text).toContain('In our words We are kind.')
    for (const words of kept) expect(text, page).toContain(words)
    for (const words of replaced) expect(text, page).not.toContain(words)
    const keeping = { intent: 'save', version: '1', text: 'We are kind.', keeps_standard: 'on' }
    await owner.post(textPath(page), keeping)
    for (const words of [...kept, ...replaced])
      expect(pageText(await read(`/${page}`)), page).toContain(words)
    expect(pageText(await owner.html(textPath(page)))).toContain('Always shown on this page')
  })
})

describe('CONTENT-22 A shop that is set up in the browser alone', () => {
  let logo: string
  let hero: string
  beforeAll(async () => {
    expectSaved(await owner.post('/admin/settings', { ...IDENTITY, version: '1' }))
    for (const page of TEXT_PAGE_NAMES) {
      const html = await owner.html(textPath(page))
      const version = /name="version" value="(\d+)"/.exec(html)![1]!
      const text = `## Words of ${page}\n\nWritten in Leeds.`
      expectSaved(await owner.post(textPath(page), { intent: 'save', version, text }))
    }
    const home = Object.fromEntries(HOME_TEXT_FIELDS.map((field) => [field, `Own ${field}`]))
    expectSaved(await owner.post(textPath('home'), { ...home, intent: 'save', version: '0' }))
    const drawn = await sharp({ create: { width: 400, height: 100, channels: 4, background: '#b3541e' } })
      .png()
      .toBuffer()
    expectSaved(await upload({ intent: 'logo', version: '1' }, 'logo_image', drawn))
    const photo = await createPhoto('#c98a3d', 900)
    const heroForm = { intent: 'hero-picture', version: '1', hero_alt: 'Bowls of spices' }
    expectSaved(await upload(heroForm, 'hero_image', photo))
    const html = await read('/')
    logo = /<img src="([^"]+)"[^>]*class="wordmark-logo"/.exec(html)![1]!
    hero = /<source sizes="[^"]*" type="image\/avif" srcSet="([^" ]+)/.exec(html)![1]!
  }, 60_000)

  test('IDENTITY-4 shows nothing of the demonstration on any page of any process', async () => {
    const words = [...(await demonstrationWords()), 'Authentic Indian', '/drawn/']
    for (const path of PAGES) {
      for (const html of [await read(path), await read(path), await read(path)]) {
        expect(findWords(html, words), path).toEqual([])
        expect(html, path).toContain('Saffron Lane Trading Ltd')
        expect(html.split(logo).length, path).toBeGreaterThan(2)
      }
      const data = JSON.stringify(await new HttpClient(shop.url).page(path))
      expect(findWords(data, words), `${path} as data`).toEqual([])
    }
    for (const page of TEXT_PAGE_NAMES)
      expect(pageText(await read(TEXT_PAGES[page])), page).toContain(`Words of ${page} Written in Leeds.`)
  })

  test('CONTENT-20 the home page has the owner’s words and picture, which is loaded first', async () => {
    const html = await read('/')
    for (const field of HOME_TEXT_FIELDS) expect(pageText(html)).toContain(`Own ${field}`)
    const picture = /<img[^>]*alt="Bowls of spices"[^>]*>/.exec(html)![0]
    expect(picture).toContain('fetchPriority="high"')
    expect(picture).toMatch(/width="900" height="600"/)
    const head = parsePageHead(html)
    expect(head.title).toBe('Saffron Lane: Own hero_title')
    expect(head.structuredData[0]).toMatchObject({ logo: shop.url + logo })
    const { pathname } = new URL(head.meta('og:image')!)
    expect(pathname).toMatch(/shop\/hero-\d+@share\.jpg$/)
    for (const path of [logo, hero, pathname]) {
      const response = await new HttpClient(shop.url).fetch(path)
      expect(response.status, path).toBe(200)
      await response.arrayBuffer()
    }
  })

  test('CONTENT-19 the logo has the name, is on the receipt’s letterhead and comes with emails', async () => {
    const html = await read('/contact')
    expect(html).toMatch(/<img src="[^"]+" width="400" height="100" alt="Saffron Lane" class="wordmark-logo"/)
    const email = 'asha@example.com'
    const form = { ...ADDRESS, email, password: PASSWORD, confirm_password: PASSWORD }
    await new HttpClient(shop.url).post('/register', form)
    const mail = await new MailFolder(dataDir).next('verify-email', email)
    expect(mail.html).toMatch(/<img src="cid:logo@shop" alt="Saffron Lane" width="160" height="40"/)
    expect(mail.header('content-type')).not.toContain('text/')
    const preview = await owner.html('/admin/settings/mails')
    expect(preview).toContain('data:image/png;base64,')
  })

  test('CONTENT-19 CONTENT-20 the name and the shop’s own picture come back', async () => {
    await owner.post('/admin/settings/pictures', { intent: 'remove-logo', version: '2' })
    await owner.post('/admin/settings/pictures', { intent: 'remove-hero-picture', version: '2' })
    for (const html of await readOften('/')) {
      expect(html).not.toContain('class="wordmark-logo"')
      expect(html).not.toContain('Bowls of spices')
      expect(html).toContain('/drawn/')
    }
    expect((await new HttpClient(shop.url).fetch(logo)).status).toBe(404)
  })
})
