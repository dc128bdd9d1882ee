import { describe, expect, inject, test } from 'vitest'
import { HttpClient } from '#tests/fixtures/http/http-client.ts'
import { parsePageHead } from '#tests/fixtures/http/page-head.ts'
import { findLink, pageText } from '#tests/fixtures/http/page-text.ts'

const url = inject('shopUrl')
const visitor = new HttpClient(url)
const PAGES = [
  ['/about', 'Our Story'],
  ['/contact', 'Talk to us'],
  ['/organic-importance', 'Why organic matters'],
  ['/shipping-policy', 'Shipping policy'],
  ['/returns-refunds', 'Returns and refunds'],
  ['/terms', 'Terms of sale'],
  ['/faq', 'Frequently asked questions'],
  ['/privacy', 'Privacy'],
  ['/feedback', 'Feedback'],
  ['/business-enquiry', 'Business enquiries'],
] as const
const PATHS = PAGES.map(([path]) => path)
const STATUTORY_RIGHTS = 'This does not affect your statutory rights.'

const mainOf = async (path: string) => /<main\b[\s\S]*<\/main>/.exec(await visitor.html(path))![0]
const textOf = async (path: string) => pageText(await mainOf(path))

test('CONTENT-1 every content page has its heading, title, description and canonical URL', async () => {
  const titles = new Set<string>()
  for (const [path, heading] of PAGES) {
    const html = await visitor.html(path)
    const { title, description, canonical, structuredData } = parsePageHead(html)
    expect(pageText(/<h1\b[^>]*>([\s\S]*?)<\/h1>/.exec(html)![1]!)).toBe(heading)
    titles.add(title)
    expect(description.length, path).toBeGreaterThan(50)
    expect(canonical).toBe(url + path)
    expect(structuredData[0]).toMatchObject({ '@type': 'BreadcrumbList' })
    expect(structuredData[0].itemListElement.at(-1).item).toBe(url + path)
  }
  expect(titles.size).toBe(PAGES.length)
})

test('STOREFRONT-5 CONTENT-1 the footer links to every content page', async () => {
  const footer = /<footer\b[\s\S]*<\/footer>/.exec(await visitor.html('/'))![0]
  for (const path of PATHS) expect(footer).toContain(`href="${path}"`)
})

test('CONTENT-4 /contact links its email address and phone, and both forms', async () => {
  const html = await mainOf('/contact')
  for (const card of ['Email', 'Phone', 'Location']) expect(html).toMatch(new RegExp(`<h2[^>]*>${card}</h2>`))
  expect(findLink(html, '020 7946 0123')).toBe('tel:02079460123')
  expect(findLink(html, 'Feedback')).toBe('/feedback')
  expect(findLink(html, 'Business enquiries')).toBe('/business-enquiry')
})

test('CONTENT-6 ORDER-36 the returns page shows its periods beside the statutory rights, and how to cancel', async () => {
  const html = await mainOf('/returns-refunds')
  const text = pageText(html)
  for (const figure of [
    'within 30 days of delivery',
    'within 48 hours of delivery',
    'within 3-5 working days',
  ]) {
    expect(text).toContain(figure)
    expect(text.slice(text.indexOf(figure)).slice(0, 600), figure).toContain(STATUTORY_RIGHTS)
  }
  const list = /<dl\b[\s\S]*?<\/dl>/.exec(html)![0]
  const figures = [...list.matchAll(/<dd\b[^>]*>([\s\S]*?)<\/dd>/g)].map(([, figure]) => pageText(figure!))
  for (const figure of ['30 days', '48 hours', '3-5'])
    expect(figures[figures.indexOf(figure) + 1], figure).toContain(STATUTORY_RIGHTS)
  expect(text).toContain('14 days after the day on which you')
  expect(text).toContain('hereby give notice that I/We [*] cancel my/our [*] contract')
  expect(decodeURIComponent(findLink(html, 'Open this form as an email')!)).toContain('hereby give notice')
})

test('CONTENT-23 the FAQ says where to delete an account, what the browser remembers and where to switch that off', async () => {
  const html = await mainOf('/faq')
  expect(findLink(html, 'your data')).toBe('/profile/data')
  expect(pageText(html)).toContain('your last searches, the products you looked at')
  expect(findLink(html, 'switch that off')).toBe('/privacy#device-memory')
  expect(await mainOf('/privacy')).toMatch(/<input[^>]*id="device-memory"/)
})

test('CONTENT-25 /privacy names sign-ins, and how long each kind of record is kept', async () => {
  const text = await textOf('/privacy')
  for (const words of [
    'Each time you sign in or out',
    'the address that you leave for news of a product',
    'Sign-ins and the like, even of a deleted account: 2 years.',
    'What we changed or read of your data: 7 years.',
    'Which emails we sent you: 90 days.',
    'The number that keeps an order from being placed twice: 30 days.',
  ])
    expect(text).toContain(words)
})

test('CONTENT-24 the terms of sale name the seller, the contract, the price and the right to cancel', async () => {
  const text = await textOf('/terms')
  for (const words of [
    'The contract is made when',
    'You pay when your parcel arrives',
    'within 14 days of delivery',
  ])
    expect(text).toContain(words)
})

test('CONTENT-7 no content page names a payment method that checkout does not offer', async () => {
  for (const path of PATHS)
    expect(await textOf(path), path).not.toMatch(
      /paypal|credit|debit|apple pay|google pay|klarna|bank transfer/i,
    )
  for (const path of ['/shipping-policy', '/faq'])
    expect(await textOf(path)).toContain('Cash / Card on Delivery')
})

test('FOOD-10 no content page makes health claims', async () => {
  for (const path of PATHS)
    expect(await textOf(path), path).not.toMatch(
      /immun|detox|antioxidant|superfood|\bcures?\b|\bheal(s|ing|thy|thier)?\b|anti-inflam|good for you/i,
    )
})

test('FOOD-11 the code of the control body is where the page about organic food says', async () => {
  expect(await textOf('/organic-importance')).toContain('under “Good to know”')
  const html = await mainOf('/products/organic-wayanad-turmeric-powder')
  const section = html.split('<section').find((part) => /<h[23][^>]*>Good to know</.test(part))
  expect(section && pageText(section)).toContain('GB-ORG')
})

test('CONTENT-8 every FAQ answer is in the HTML, in a part that a browser opens by itself', async () => {
  const questions = [
    ...(await mainOf('/faq')).matchAll(
      /<details\b([^>]*)>\s*<summary\b[^>]*>([\s\S]*?)<\/summary>([\s\S]*?)<\/details>/g,
    ),
  ].map(([, attributes, question, answer]) => ({
    isOpen: /\bopen\b/.test(attributes!),
    question: pageText(question!),
    answer: pageText(answer!),
  }))
  expect(questions.length).toBeGreaterThan(20)
  expect(questions.filter(({ isOpen, answer }) => isOpen || answer.length < 30)).toEqual([])
  expect(questions).toContainEqual(
    expect.objectContaining({
      question: 'How can I pay?',
      answer: expect.stringContaining('you pay the driver when your parcel arrives'),
    }),
  )
})

describe('ENQUIRY-3 without scripts', () => {
  test.each([
    ['/feedback', 'Submit feedback'],
    ['/business-enquiry', 'Submit enquiry'],
  ])(
    'STOREFRONT-19 ENQUIRY-3 the form of %s says that it needs them, offers the email address and cannot be submitted',
    async (path, button) => {
      const html = await mainOf(path)
      expect(pageText(/<noscript>([\s\S]*?)<\/noscript>/.exec(html)![1]!)).toBe(
        'This form needs JavaScript. Write to hello@ninthbend.example instead.',
      )
      expect(html).toMatch(new RegExp(`<button[^>]*\\sdisabled=""[^>]*>(<[^>]*>)*${button}`))
      expect(pageText(html)).toContain('This form sends nothing yet')
      expect(html).toContain('href="mailto:hello@ninthbend.example')
    },
  )

  test('ENQUIRY-2 the business type is one of four, retail by default', async () => {
    const select = /<select\b[\s\S]*?<\/select>/.exec(await mainOf('/business-enquiry'))![0]
    expect([...select.matchAll(/<option\b[^>]*value="([^"]*)"/g)].map(([, value]) => value)).toEqual([
      'retail',
      'restaurant',
      'distributor',
      'other',
    ])
    expect(select).toMatch(/<option(?=[^>]*value="retail")[^>]*\sselected/)
  })
})
