import type { Page } from '@playwright/test'
import {
  openCart,
  addProductToCart,
  fillRegistrationForm,
  fillSignInForm,
} from '#tests/fixtures/browser/shop-actions.ts'
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

async function textOf(page: Page, path: string): Promise<string> {
  await page.goto(path)
  return ((await page.getByRole('main').textContent()) ?? '').replace(/\s+/g, ' ')
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('CONTENT-1 every content page has its heading, title, description and canonical URL', async ({
    page,
    shop,
  }) => {
    const titles = new Set<string>()
    for (const [path, heading] of PAGES) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      titles.add(await page.title())
      expect(
        (await page.locator('meta[name=description]').getAttribute('content'))!.length,
        path,
      ).toBeGreaterThan(50)
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', shop.url + path)
      const [trail] = await page.locator('script[type="application/ld+json"]').allTextContents()
      expect(JSON.parse(trail!)).toMatchObject({ '@type': 'BreadcrumbList' })
      expect(JSON.parse(trail!).itemListElement.at(-1).item).toBe(shop.url + path)
    }
    expect(titles.size).toBe(PAGES.length)
  })

  test('CONTENT-5 DELIVERY-10 the shipping policy shows the standard rates in the same text size, and that they are waived', async ({
    page,
  }) => {
    await page.goto('/shipping-policy')
    const rates = page.getByText('£3.99')
    await expect(rates).toContainText('waived at present')
    const sizeOf = (selector: ReturnType<Page['locator']>) =>
      selector.evaluate((element) => getComputedStyle(element).fontSize)
    expect(await sizeOf(rates)).toBe(await sizeOf(page.getByText('Working days are Monday to Friday')))
  })

  test('CONTENT-6 ORDER-36 the returns page shows its periods beside the statutory rights, and how to cancel', async ({
    page,
  }) => {
    const text = await textOf(page, '/returns-refunds')
    for (const figure of [
      'within 30 days of delivery',
      'within 48 hours of delivery',
      'within 3-5 working days',
    ]) {
      const sentences = text.slice(text.indexOf(figure))
      expect(text).toContain(figure)
      expect(sentences.slice(0, 600), figure).toContain(STATUTORY_RIGHTS)
    }
    await page.goto('/returns-refunds')
    const figures = await page.locator('dl').getByRole('definition').allTextContents()
    for (const figure of ['30 days', '48 hours', '3-5'])
      expect(figures[figures.indexOf(figure) + 1], figure).toContain(STATUTORY_RIGHTS)
    expect(text).toContain('14 days after the day on which you')
    expect(text).toContain('hereby give notice that I/We [*] cancel my/our [*] contract')
    const form = await page.getByRole('link', { name: 'Open this form as an email' }).getAttribute('href')
    expect(decodeURIComponent(form!)).toContain('hereby give notice')
  })

  test('CONTENT-7 no content page names a payment method that checkout does not offer', async ({ page }) => {
    for (const [path] of PAGES)
      expect(await textOf(page, path), path).not.toMatch(
        /paypal|credit|debit|apple pay|google pay|klarna|bank transfer/i,
      )
    expect(await textOf(page, '/shipping-policy')).toContain('Cash / Card on Delivery')
    expect(await textOf(page, '/faq')).toContain('Cash / Card on Delivery')
  })

  test('FOOD-10 no content page makes health claims', async ({ page }) => {
    for (const [path] of PAGES) {
      expect(await textOf(page, path), path).not.toMatch(
        /immun|detox|antioxidant|superfood|\bcures?\b|\bheal(s|ing|thy|thier)?\b|anti-inflam|good for you/i,
      )
    }
  })

  test('CONTENT-8 every FAQ answer is in the HTML and opens without JavaScript', async ({ page }) => {
    await page.goto('/faq')
    const question = page.getByText('How can I pay?')
    const response = page.getByText('you pay the driver when your parcel arrives')
    await expect(response).toBeHidden()
    await question.click()
    await expect(response).toBeVisible()
    expect(await page.locator('details').count()).toBeGreaterThan(20)
    expect(
      await page
        .locator('details > :not(summary)')
        .evaluateAll((all) => all.filter((each) => each.textContent.length < 30)),
    ).toEqual([])
  })

  test('CONTENT-4 /contact has cards for email, phone and location, and links to both forms', async ({
    page,
  }) => {
    await page.goto('/contact')
    const main = page.getByRole('main')
    for (const card of ['Email', 'Phone', 'Location'])
      await expect(main.getByRole('heading', { name: card })).toBeVisible()
    await expect(main.getByRole('link', { name: 'hello@ninthbend.example' })).toHaveAttribute(
      'href',
      'mailto:hello@ninthbend.example',
    )
    await expect(main.getByRole('link', { name: '020 7946 0123' })).toHaveAttribute('href', 'tel:02079460123')
    await expect(main.getByText('9 Peppercorn Yard')).toBeVisible()
    await expect(main.getByRole('link', { name: 'Feedback' })).toHaveAttribute('href', '/feedback')
    await expect(main.getByRole('link', { name: 'Business enquiries' })).toHaveAttribute(
      'href',
      '/business-enquiry',
    )
  })

  test('STOREFRONT-5 CONTENT-1 the footer links to every customer service page', async ({ page }) => {
    await page.goto('/')
    const links = await page
      .getByRole('contentinfo')
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    expect(links).toEqual(
      expect.arrayContaining([
        '/about',
        '/contact',
        '/feedback',
        '/business-enquiry',
        '/organic-importance',
        '/shipping-policy',
        '/returns-refunds',
        '/faq',
        '/privacy',
      ]),
    )
    for (const name of ['Quick links', 'Customer service', 'Follow us'])
      await expect(page.getByRole('navigation', { name })).toBeVisible()
  })
})

test('ACCESS-5 no content page scrolls horizontally at 320 px with twice the text size', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 })
  for (const [path] of PAGES) {
    await openPage(page, path)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
      for (const folded of document.querySelectorAll('details')) folded.open = true
    })
    expect.soft(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBe(0)
  }
})

test('CONTENT-9 /privacy names everything that the shop stores in the browser of a customer', async ({
  page,
  context,
}) => {
  const text = await textOf(page, '/privacy')
  const unnamed = async () => {
    const cookies = (await context.cookies()).map(({ name }) => name.replace(/^__Host-/, ''))
    const stored = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
    return [...cookies, ...stored].filter((name) => !text.includes(name))
  }
  await openPage(page, '/')
  expect(await unnamed()).toEqual([])
  await openPage(page, '/products/kerala-garam-masala')
  await page.getByRole('button', { name: 'Things I avoid' }).click()
  await page.getByLabel('milk', { exact: true }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('avoided-allergens'))).not.toBeNull()
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

test('FOOD-11 the code of the control body is where the page about organic food says', async ({ page }) => {
  await openPage(page, '/organic-importance')
  await expect(page.getByText('under “Good to know”')).toBeVisible()
  await openPage(page, '/products/organic-wayanad-turmeric-powder')
  const section = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Good to know' }) })
  await expect(section).toContainText('GB-ORG')
})
