import type { Page } from '@playwright/test'
import { openCart, addProductToCart, fillRegistrationForm, fillSignInForm } from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'

const PAGES = [
  ['/about', 'Our Story'],
  ['/contact', 'Talk to us'],
  ['/organic-importance', 'Why organic matters'],
  ['/shipping-policy', 'Shipping policy'],
  ['/returns-refunds', 'Returns and refunds'],
  ['/faq', 'Frequently asked questions'],
  ['/privacy', 'Privacy'],
  ['/feedback', 'Feedback'],
  ['/business-enquiry', 'Business enquiries'],
] as const
const STATUTORY_RIGHTS = 'This does not affect your statutory rights.'

/** Text of the server-rendered page, including collapsed sections. */
async function textOf(page: Page, path: string): Promise<string> {
  await page.goto(path)
  return ((await page.getByRole('main').textContent()) ?? '').replace(/\s+/g, ' ')
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('CONTENT-1 every page of text has its heading, title, description and address', async ({ page, shop }) => {
    const titles = new Set<string>()
    for (const [path, heading] of PAGES) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      titles.add(await page.title())
      expect((await page.locator('meta[name=description]').getAttribute('content'))!.length, path).toBeGreaterThan(50)
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', shop.url + path)
      const [trail] = await page.locator('script[type="application/ld+json"]').allTextContents()
      expect(JSON.parse(trail!)).toMatchObject({ '@type': 'BreadcrumbList' })
      expect(JSON.parse(trail!).itemListElement.at(-1).item).toBe(shop.url + path)
    }
    expect(titles.size).toBe(PAGES.length)
  })

  test('CONTENT-5 DELIVERY-10 the shipping policy says the standard rates in letters like the rest, and that they are waived', async ({ page }) => {
    await page.goto('/shipping-policy')
    const rates = page.getByText('£3.99')
    await expect(rates).toContainText('waived at present')
    const sizeOf = (selector: ReturnType<Page['locator']>) => selector.evaluate((element) => getComputedStyle(element).fontSize)
    expect(await sizeOf(rates)).toBe(await sizeOf(page.getByText('Working days are Monday to Friday')))
  })

  test('CONTENT-6 ORDER-36 the returns page says its figures, each beside the statutory rights, and how to cancel by law', async ({ page }) => {
    const text = await textOf(page, '/returns-refunds')
    for (const figure of ['within 30 days of delivery', 'within 48 hours of delivery', 'within 3-5 working days']) {
      const sentences = text.slice(text.indexOf(figure))
      expect(text).toContain(figure)
      expect(sentences.slice(0, 600), figure).toContain(STATUTORY_RIGHTS)
    }
    await page.goto('/returns-refunds')
    const figures = await page.locator('dl').getByRole('definition').allTextContents()
    for (const figure of ['30 days', '48 hours', '3-5']) expect(figures[figures.indexOf(figure) + 1], figure).toContain(STATUTORY_RIGHTS)
    expect(text).toContain('14 days after the day on which you')
    expect(text).toContain('hereby give notice that I/We [*] cancel my/our [*] contract')
    const form = await page.getByRole('link', { name: 'Open this form as an email' }).getAttribute('href')
    expect(decodeURIComponent(form!)).toContain('hereby give notice')
  })

  test('CONTENT-7 no page of text names a way to pay that checkout does not offer', async ({ page }) => {
    for (const [path] of PAGES) expect(await textOf(page, path), path).not.toMatch(/paypal|credit|debit|apple pay|google pay|klarna|bank transfer/i)
    expect(await textOf(page, '/shipping-policy')).toContain('Cash / Card on Delivery')
    expect(await textOf(page, '/faq')).toContain('Cash / Card on Delivery')
  })

  test('FOOD-10 no page of text says that food heals', async ({ page }) => {
    for (const [path] of PAGES) {
      expect(await textOf(page, path), path).not.toMatch(/immun|detox|antioxidant|superfood|\bcures?\b|\bheal(s|ing|thy|thier)?\b|anti-inflam|good for you/i)
    }
  })

  test('CONTENT-8 every answer of the FAQ is in the page, and a question opens without a script', async ({ page }) => {
    await page.goto('/faq')
    const question = page.getByText('How can I pay?')
    const answer = page.getByText('you pay the driver when your parcel arrives')
    await expect(answer).toBeHidden()
    await question.click()
    await expect(answer).toBeVisible()
    expect(await page.locator('details').count()).toBeGreaterThan(20)
    expect(await page.locator('details > :not(summary)').evaluateAll((all) => all.filter((each) => each.textContent!.length < 30))).toEqual([])
  })

  test('CONTENT-4 /contact has cards for email, phone and location, and leads to both forms', async ({ page }) => {
    await page.goto('/contact')
    const main = page.getByRole('main')
    for (const card of ['Email', 'Phone', 'Location']) await expect(main.getByRole('heading', { name: card })).toBeVisible()
    await expect(main.getByRole('link', { name: 'hello@ninthbend.example' })).toHaveAttribute('href', 'mailto:hello@ninthbend.example')
    await expect(main.getByRole('link', { name: '020 7946 0123' })).toHaveAttribute('href', 'tel:02079460123')
    await expect(main.getByText('9 Peppercorn Yard')).toBeVisible()
    await expect(main.getByRole('link', { name: 'Feedback' })).toHaveAttribute('href', '/feedback')
    await expect(main.getByRole('link', { name: 'Business enquiries' })).toHaveAttribute('href', '/business-enquiry')
  })

  test('STOREFRONT-5 CONTENT-1 the footer leads to every page of customer service', async ({ page }) => {
    await page.goto('/')
    const links = await page.getByRole('contentinfo').getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    expect(links).toEqual(expect.arrayContaining([
      '/about', '/contact', '/feedback', '/business-enquiry', '/organic-importance', '/shipping-policy', '/returns-refunds', '/faq', '/privacy',
    ]))
    for (const name of ['Quick links', 'Customer service', 'Follow us']) await expect(page.getByRole('navigation', { name })).toBeVisible()
  })
})

test('ACCESS-5 no page of text scrolls sideways at 320 px with letters twice as large', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 })
  for (const [path] of PAGES) {
    await page.goto(path)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
      for (const folded of document.querySelectorAll('details')) folded.open = true
    })
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBe(0)
  }
})

test('CONTENT-9 /privacy names everything that the shop keeps in the browser of somebody who signs in and orders', async ({ page, context }) => {
  const text = await textOf(page, '/privacy')
  const unnamed = async () => {
    const cookies = (await context.cookies()).map(({ name }) => name.replace(/^__Host-/, ''))
    const stored = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
    return [...cookies, ...stored].filter((name) => !text.includes(name))
  }
  await openPage(page, '/')
  expect(await unnamed()).toEqual([])
  await addProductToCart(page, 'kerala-garam-masala')
  await (await openCart(page)).getByRole('button', { name: /checkout/i }).click()
  await expect(page).toHaveURL(/\/login/)
  const email = `privacy-${Date.now()}@example.com`
  await page.getByRole('link', { name: 'Create an account' }).click()
  await fillRegistrationForm(page, email)
  await fillSignInForm(page, email)
  await expect(page.getByRole('heading', { name: 'Shipping Information' })).toBeVisible()
  await page.getByLabel('City').fill('Leeds')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page.getByRole('heading', { name: 'Payment Method' })).toBeVisible()
  await page.reload()
  expect(await unnamed()).toEqual([])
  expect((await context.cookies()).length, 'somebody signed in holds cookies').toBeGreaterThan(2)
})
