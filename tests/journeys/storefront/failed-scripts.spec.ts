import type { Browser, BrowserContext, Page } from '@playwright/test'
import { hurrySecondTries } from '#tests/fixtures/browser/second-tries.ts'
import { fillSignInForm } from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, test, waitForHydration } from '#tests/fixtures/browser/shop-fixture.ts'
import { signInNewCustomer } from '#tests/fixtures/http/http-client.ts'
import { ADMIN, type RunningShop } from '#tests/fixtures/shops/running-shop.ts'

const SENTENCE = 'Not everything on this page works at the moment.'
const BROKEN_PAGE = "export default () => { throw new Error('Broken on purpose') }"

/** Errors are expected in this context. */
async function openContext(browser: Browser, shop: RunningShop): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: shop.url, locale: 'en-GB' })
  await hurrySecondTries(context)
  return context
}

const replaceScripts = (page: Page, names: string, body: string) =>
  page.route(new RegExp(`/assets/(${names})-`), (route) =>
    /\.js/.test(route.request().url())
      ? route.fulfill({ contentType: 'text/javascript', body })
      : route.continue(),
  )
const refuseScripts = (page: Page, names: RegExp) =>
  page.route(
    (url) => names.test(url.pathname) && url.pathname.endsWith('.js'),
    (route) => route.fulfill({ status: 503 }),
  )
const failure = (page: Page) => page.getByRole('alert').filter({ hasText: SENTENCE })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const isLoadedAsWhole = (page: Page) => page.evaluate(() => !('isFormerDocument' in window))
const markDocument = (page: Page) =>
  page.evaluate(() => void Object.assign(window, { isFormerDocument: true }))

test('MESSAGE-21 in every area, the page of the server stays after an error of its scripts', async ({
  browser,
  shop,
}) => {
  const context = await openContext(browser, shop)
  const page = await context.newPage()
  await page.request.post('/admin', { form: ADMIN, maxRedirects: 0 })
  await replaceScripts(page, '[\\w-]+-page', BROKEN_PAGE)
  for (const [path, title] of [
    ['/about', /./],
    ['/login', /./],
    ['/admin/dashboard', 'Dashboard'],
    ['/admin/orders', 'Orders'],
  ] as const) {
    await page.goto(path)
    await expect(failure(page), path).toBeVisible()
    await expect(heading(page, title), path).toBeVisible()
    await expect(page.getByText('Broken on purpose')).toHaveCount(0)
    await expect(page.locator('html[data-scripts]')).toHaveCount(0)
  }
  await page.getByRole('link', { name: 'Products', exact: true }).click()
  await expect(heading(page, 'Products')).toBeVisible()
  await context.close()
})

test('MESSAGE-21 a later page that fails is replaced by one of the shop that says what to do, also if the header fails', async ({
  browser,
  shop,
}) => {
  const context = await openContext(browser, shop)
  const page = await context.newPage()
  await replaceScripts(page, 'contact-page', BROKEN_PAGE)
  await openPage(page, '/about')
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
  await expect(heading(page, 'This page could not be shown')).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  await page.evaluate(() => {
    HTMLElement.prototype.hidePopover = () => {
      throw new Error('Broken on purpose')
    }
  })
  await page.getByRole('banner').getByRole('link', { name: 'Products' }).click()
  await expect(heading(page, 'This page could not be shown')).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.getByText('Broken on purpose')).toHaveCount(0)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(heading(page, 'All products')).toBeVisible()
  await waitForHydration(page)
  await context.close()
})

test('MESSAGE-20 without its scripts a page says so, works as without scripts and offers another try', async ({
  browser,
  shop,
}) => {
  const context = await openContext(browser, shop)
  const page = await context.newPage()
  await refuseScripts(page, /./)
  await page.goto('/products?category=whole-spices')
  const add = page.getByRole('button', { name: 'Add to Cart: Malabar Cloves' })
  await add.dispatchEvent('click')
  await expect(failure(page)).toBeVisible()
  await expect(add).not.toHaveAttribute('data-pressed')
  await add.dispatchEvent('click')
  await expect(add).not.toHaveAttribute('data-pressed')
  await page.mouse.wheel(0, 400)
  await expect.poll(() => page.evaluate(() => scrollY), 'the page scrolls').toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(failure(page), 'it covers the foot of the screen').toBeHidden()
  await expect(page.getByRole('button', { name: /^Cart/ })).toBeHidden()
  await page.getByRole('link', { name: 'Malabar Cloves' }).click()
  await expect(heading(page, 'Malabar Cloves')).toBeVisible()
  await expect(failure(page)).toBeVisible()
  await page.unrouteAll()
  await failure(page).getByRole('link', { name: 'Try again' }).click()
  await waitForHydration(page)
  await expect(failure(page)).toHaveCount(0)
  await context.close()
})

test('MESSAGE-20 a script that fails once is loaded again without a word', async ({ browser, shop }) => {
  const context = await openContext(browser, shop)
  const page = await context.newPage()
  const refused = new Set<string>()
  // Only files of a later page and its parts: Chromium would not request the files that these import again.
  await page.route(/assets\/(shop|about|contact|cart-panel|search-form)[\w-]*\.js/, (route) => {
    const { pathname } = new URL(route.request().url())
    if (refused.has(pathname)) return route.continue()
    refused.add(pathname)
    return route.abort()
  })
  await openPage(page, '/about')
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
  await expect(heading(page, /./)).toBeFocused()
  await page.getByRole('button', { name: /^Cart/ }).click()
  await expect(page.getByRole('dialog', { name: 'Your cart' })).toBeVisible()
  expect(refused.size).toBeGreaterThan(5)
  await expect(failure(page)).toHaveCount(0)
  await context.close()
})

test('MESSAGE-20 without the script of a part, the page says so and links and forms are loaded as whole pages', async ({
  browser,
  shop,
}) => {
  const customer = await signInNewCustomer(shop.url)
  const context = await openContext(browser, shop)
  const page = await context.newPage()
  await refuseScripts(page, /shop-footer|cart-panel|search-form/)
  await openPage(page, '/about')
  await page.getByRole('button', { name: /^Cart/ }).click()
  await expect(failure(page)).toBeVisible()
  await markDocument(page)
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/login/)
  expect(await isLoadedAsWhole(page)).toBe(true)
  await waitForHydration(page)
  await page.getByLabel('Email').click()
  await expect(failure(page)).toBeVisible()
  await fillSignInForm(page, customer.email, 'wrong-password-entirely')
  await expect(page.getByText('Invalid email or password')).toBeVisible()
  await waitForHydration(page)
  await page.unrouteAll()
  await page.getByRole('button', { name: /^Cart/ }).click()
  await expect(page.getByRole('dialog', { name: 'Your cart' })).toBeVisible()
  await context.close()
})

test('MESSAGE-20 a page whose script cannot be loaded is loaded as a whole', async ({ browser, shop }) => {
  const context = await openContext(browser, shop)
  const page = await context.newPage()
  await openPage(page, '/about')
  await refuseScripts(page, /contact-page/)
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
  await expect(page).toHaveURL(/\/contact$/)
  await expect(failure(page)).toBeVisible()
  await expect(heading(page, 'Talk to us')).toBeVisible()
  await context.close()
})
