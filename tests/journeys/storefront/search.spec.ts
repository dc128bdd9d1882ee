import type { Page } from '@playwright/test'
import { findAccessibilityViolations } from '#tests/fixtures/browser/accessibility-violations.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'

const SUGGESTIONS = {
  correctedSearch: null,
  products: [
    { slug: 'malabar-cloves', name: 'Malabar Cloves', price: 4.5, net_weight: '50g', picture: null },
    { slug: 'wayanad-forest-honey', name: 'Wayanad Forest Honey', price: 9, net_weight: null, picture: null },
  ],
  categories: [{ slug: 'whole-spices', name: 'Whole Spices' }],
}
const searchBox = (page: Page) => page.locator('#search')
const options = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
const selected = (page: Page) =>
  page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option', { selected: true })

async function suggest(page: Page, answer: object = SUGGESTIONS) {
  await page.route('**/api/search-suggestions?*', (route) => route.fulfill({ json: answer }))
}

test('SEARCH-2 SEARCH-22 SEARCH-21 suggestions are chosen by keyboard, Escape keeps what was typed, and a screen reader is told what is suggested instead of a slip', async ({
  page,
}) => {
  await suggest(page)
  await openPage(page, '/about')
  await searchBox(page).focus()
  await page.keyboard.type('wa')
  await expect(options(page)).toHaveText([
    /^Malabar Cloves.*£4.50$/,
    /Honey/,
    'Whole Spices',
    'Search for “wa”',
  ])
  await expect(searchBox(page)).toHaveRole('combobox')
  await expect(searchBox(page)).toHaveAttribute('aria-expanded', 'true')
  await expect(page.locator('main ~ [role=status]')).toHaveText('2 products and 1 category suggested')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(selected(page)).toHaveText(/Honey/)
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Home')
  await expect(selected(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(options(page)).toHaveCount(0)
  await expect(page.locator('main ~ [role=status]')).toBeEmpty()
  await expect(searchBox(page)).toHaveValue('wa')
  await expect(searchBox(page)).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await expect(selected(page)).toHaveText('Search for “wa”')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/products\?category=whole-spices$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Whole Spices' })).toBeVisible()
  await expect(options(page)).toHaveCount(0)

  await suggest(page, { ...SUGGESTIONS, correctedSearch: 'cardamom' })
  await searchBox(page).fill('cardamon')
  await expect(page.locator('main ~ [role=status]')).toHaveText(
    '2 products and 1 category suggested for “cardamom”',
  )
  await expect(page.getByRole('group', { name: 'Products for “cardamom”' })).toBeVisible()
})

test('SEARCH-2 a request for what was typed before is cancelled, and a suggestion is chosen by mouse', async ({
  page,
}) => {
  await openPage(page, '/')
  const cancelled = page.waitForEvent('requestfailed', (request) => request.url().endsWith('?q=mal'))
  const isHeld = Promise.withResolvers<void>()
  await page.route('**/api/search-suggestions?q=mal', () => isHeld.resolve())
  await page.route('**/api/search-suggestions?q=mala', (route) => route.fulfill({ json: SUGGESTIONS }))
  await searchBox(page).fill('mal')
  await isHeld.promise
  await searchBox(page).fill('mala')
  await cancelled
  await page.getByRole('option', { name: /^Malabar Cloves/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Malabar Cloves' })).toBeVisible()
})

test.describe('without suggestions', () => {
  test.use({ expectedStatuses: [503] })

  test('SEARCH-3 SEARCH-5 Enter searches, and the search is offered again until it is removed', async ({
    page,
  }) => {
    await page.route('**/api/search-suggestions?*', (route) => route.fulfill({ status: 503, json: {} }))
    await openPage(page, '/')
    for (const search of ['black pepper', 'rice']) {
      await searchBox(page).fill(search)
      await expect(searchBox(page)).toHaveRole('combobox')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(new RegExp(`/products\\?q=${search.replace(' ', '\\+')}$`))
      await expect(page.getByRole('heading', { level: 1 })).toContainText(`“${search}”`)
      // Stored after the page is painted.
      await expect.poll(() => page.evaluate(() => localStorage.getItem('search-history'))).toContain(search)
    }
    await openPage(page, '/about')
    await searchBox(page).focus()
    await expect(options(page)).toHaveText([/^rice/, /^black pepper/])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Delete')
    await expect(options(page)).toHaveText([/^black pepper/])
    expect(await findAccessibilityViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Clear searches made before' }).click()
    await expect(options(page)).toHaveCount(0)
    expect(await page.evaluate(() => localStorage.getItem('search-history'))).toBeNull()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 740 }, hasTouch: true })

  test('SEARCH-1 STOREFRONT-45 an icon opens the search box, ready to type in, and what is typed before the scripts come is kept and searched', async ({
    page,
  }) => {
    await suggest(page)
    const scripts = Promise.withResolvers<void>()
    await page.route('**/*.js', async (route) => {
      await scripts.promise
      await route.continue()
    })
    await page.goto('/')
    const icon = page.getByRole('banner').getByRole('button', { name: 'Search' })
    const { width, height } = (await icon.boundingBox())!
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    await icon.tap()
    const box = page.locator('#phone-search')
    await expect(box).toBeFocused()
    await page.keyboard.type('cloves')
    scripts.resolve()
    await expect(page.getByRole('option', { name: 'Search for “cloves”' })).toBeVisible()
    await expect(box).toBeFocused()
    expect(await findAccessibilityViolations(page)).toEqual([])
    await page.getByRole('option', { name: 'Search for “cloves”' }).tap()
    await expect(page).toHaveURL(/\/products\?q=cloves$/)
    await expect(box).toBeHidden()
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 375, height: 740 } })

  test('SEARCH-1 SEARCH-10 search and filters are plain forms', async ({ page }) => {
    await page.goto('/faq')
    await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
    await page.locator('#phone-search').fill('  black   pepper ')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('“black pepper”')
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    await page.getByRole('checkbox', { name: /^in stock only/i }).check()
    await page.getByLabel('To (£)').fill('9.50')
    await page.getByRole('button', { name: 'Apply filters' }).click()
    await expect(page.getByRole('link', { name: 'Remove filter: Up to £9.50' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Remove filter: In stock' })).toBeVisible()
    expect(new URL(page.url()).searchParams.get('in-stock')).toBe('1')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('“black pepper”')
  })
})
