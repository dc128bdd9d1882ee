import type { Page } from '@playwright/test'
import { findAccessibilityViolations } from '#tests/fixtures/browser/accessibility-violations.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'

const choice = (page: Page, name: RegExp) => page.getByRole('checkbox', { name })
const total = (page: Page) => page.getByRole('main').getByRole('status').first()
async function countOf(page: Page, name: RegExp) {
  const text = (await choice(page, name).locator('xpath=ancestor::label').textContent())!
  const count = /(\d+) results?$/.exec(text)![1]!
  return count === '1' ? '1 product' : `${count} products`
}

test('SEARCH-10 SEARCH-13 SEARCH-9 choices are applied at once, keep the focus, leave what they announced, and can be removed', async ({
  page,
}) => {
  await openPage(page, '/products')
  const all = (await total(page).textContent())!
  const announced = await countOf(page, /^sesame/i)
  await choice(page, /^sesame/i).focus()
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(/\/products\?free-from=sesame$/)
  await expect(total(page)).toHaveText(announced)
  await expect(choice(page, /^sesame/i)).toBeFocused()
  await expect(page.getByText('Always check the label.').first()).toBeVisible()
  await expect(page.getByText(/^(Hidden: \d+ product|No product is hidden)/)).toBeVisible()
  await choice(page, /^vegan/i).check()
  await expect(page).toHaveURL(/\?free-from=sesame&suitable-for=vegan$/)
  await page.getByRole('link', { name: 'Remove filter: Free from sesame' }).click()
  await expect(page).toHaveURL(/\/products\?suitable-for=vegan$/)
  await expect(page.getByRole('link', { name: 'Remove filter: Vegan' })).toBeFocused()
  await expect(choice(page, /^sesame/i)).not.toBeChecked()
  await page.goBack()
  await expect(choice(page, /^sesame/i)).toBeChecked()
  await page.getByRole('link', { name: 'Clear all' }).click()
  await expect(page).toHaveURL(/\/products$/)
  await expect(total(page)).toHaveText(all)
  await expect(choice(page, /^vegan/i)).not.toBeChecked()
})

test('SEARCH-19 a search that Free from leaves empty says what it hides, and leads to the list without it', async ({
  page,
}) => {
  await openPage(page, '/products?q=pickle+without+mustard&in-stock=1')
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Nothing found for “pickle” with these filters',
  )
  await expect(main).toContainText(
    /\d products match “pickle”, but none has a label that declares it free from mustard\./,
  )
  await expect(main.getByText(/^Hidden: \d products that contain mustard/)).toBeVisible()
  const wayOut = main.getByRole('link', { name: /^See \d products without “Free from”$/ })
  const count = /\d products/.exec((await wayOut.textContent())!)![0]
  await expect(main.getByRole('link', { name: 'Clear filters' })).toBeVisible()
  await wayOut.click()
  await expect(page).toHaveURL(/\/products\?q=pickle&in-stock=1$/)
  await expect(total(page)).toHaveText(count)
})

test('SEARCH-12 prices are applied after a pause, unless the lower is above the upper', async ({ page }) => {
  await openPage(page, '/products')
  await page.getByLabel('To (£)').fill('5')
  await expect(page).toHaveURL(/\/products\?max-price=5$/)
  await page.getByLabel('From (£)').fill('10')
  await expect(page.getByText('From is more than To, so neither is applied.')).toBeVisible()
  await expect(page).toHaveURL(/\/products$/)
  await page.getByLabel('To (£)').fill('20')
  await expect(page).toHaveURL(/\/products\?min-price=10&max-price=20$/)
  await expect(page.getByText('From is more than To')).toHaveCount(0)
})

test('SEARCH-12 what is no price is named at its field and kept, also with the next choice', async ({
  page,
}) => {
  await openPage(page, '/products')
  await page.getByLabel('From (£)').fill('abc')
  await page.getByLabel('To (£)').fill('5.005')
  const problem = page.locator('#price-problem')
  await expect(problem).toContainText('From: “abc” is not applied')
  await expect(problem).toContainText('To: “5.005” is not applied')
  expect(await findAccessibilityViolations(page)).toEqual([])
  await choice(page, /^vegan/i).check()
  await expect(page).toHaveURL(/suitable-for=vegan/)
  await expect(page.getByLabel('From (£)')).toHaveValue('abc')
  await expect(page.getByLabel('From (£)')).toHaveAccessibleDescription(/“abc” is not applied/)
  await page.getByLabel('From (£)').fill('3')
  await expect(problem).not.toContainText('From:')
  await page.getByLabel('To (£)').fill('')
  await expect(problem).toBeEmpty()
  await expect(page).toHaveURL(/\?suitable-for=vegan&min-price=3$/)
})

test('ACCESS-9 ACCESS-10 a link to another page leads to the top of the list, and a link leads past the filters', async ({
  page,
}) => {
  await openPage(page, '/products')
  const heading = page.getByRole('heading', { level: 1 })
  await page.getByRole('link', { name: 'Next' }).focus()
  await page.keyboard.press('Enter')
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport()
  await expect(page.locator('[data-announcer]:not(dialog *)')).toHaveText(/^Page 2 of \d$/)
  await page.getByRole('link', { name: 'Skip to products' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.locator('.product-card a').first()).toBeFocused()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 740 }, hasTouch: true })

  test('SEARCH-14 the sheet shows the number of results before it closes', async ({ page }) => {
    await openPage(page, '/products')
    await page.getByRole('button', { name: 'Filters', exact: true }).tap()
    const announced = await countOf(page, /^vegan/i)
    await choice(page, /^vegan/i).tap()
    const show = page.getByRole('button', { name: `Show ${announced}` })
    await expect(show).toBeVisible()
    expect(await findAccessibilityViolations(page)).toEqual([])
    await show.tap()
    await expect(choice(page, /^vegan/i)).toBeHidden()
    await expect(total(page)).toHaveText(announced)
  })

  test('SEARCH-77 the sheet takes and keeps the focus, and Escape closes it', async ({ page }) => {
    await openPage(page, '/products')
    const button = page.getByRole('button', { name: 'Filters', exact: true })
    const sheet = page.getByRole('dialog', { name: 'Filters' })
    const hasFocus = () => sheet.evaluate((element) => element.contains(document.activeElement))
    await button.tap()
    await expect(sheet.getByRole('heading', { name: 'Filters' })).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Shift+Tab')
    expect(await hasFocus(), 'Tab reaches nothing that the sheet covers').toBe(true)
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expect(button).toBeFocused()
  })
})
