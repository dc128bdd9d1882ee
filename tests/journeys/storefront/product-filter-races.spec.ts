import type { Page } from '@playwright/test'
import { signInOwnerInBrowser } from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'

/** Resolves when the request is sent; its response never arrives. */
async function delayNextResponse(page: Page, isMeant: (address: URLSearchParams) => boolean) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const isIt = (url: URL) =>
    url.pathname === '/_data' && isMeant(new URL(url.searchParams.get('u')!, url).searchParams)
  await page.route(isIt, () => resolve(), { times: 1 })
  return promise
}

test('STOREFRONT-17 a sort order selected while a category is loading applies to that category', async ({
  page,
}) => {
  await openPage(page, '/products?filter=best-sellers')
  const [category, sort] = [
    page.getByRole('combobox', { name: 'Category' }),
    page.getByRole('combobox', { name: 'Sort by' }),
  ]
  const held = delayNextResponse(page, (address) => address.has('category') && !address.has('sort'))
  await category.selectOption({ label: 'Whole Spices' })
  await held
  await sort.selectOption({ label: 'Price: Low to High' })
  await expect(page).toHaveURL(/\/products\?category=whole-spices&filter=best-sellers&sort=[a-z-]+$/)
  await expect(category).toHaveValue('whole-spices')
  await expect(sort.locator('option:checked')).toHaveText('Price: Low to High')
  await expect(page.getByRole('heading', { level: 1, name: 'Best sellers: Whole Spices' })).toBeVisible()
})

test('STOREFRONT-38 a sort order selected before the scripts run is applied once they do', async ({
  page,
}) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/products?filter=best-sellers')
  const sort = page.getByRole('combobox', { name: 'Sort by' })
  await sort.selectOption({ label: 'Price: Low to High' })
  await sort.evaluate((box) => box.blur())
  release()
  await expect(page).toHaveURL(/\/products\?filter=best-sellers&sort=[a-z-]+$/)
  await expect(sort.locator('option:checked')).toHaveText('Price: Low to High')
})

test('STOREFRONT-17 a filter reverted while it is loading is not applied later', async ({ page }) => {
  await signInOwnerInBrowser(page)
  await openPage(page, '/admin/products')
  const category = page.getByRole('combobox', { name: 'Category' })
  const held = delayNextResponse(page, (address) => address.has('category'))
  await category.selectOption({ label: 'Whole Spices' })
  await held
  const whole = page.waitForResponse(
    (response) => new URL(response.url()).searchParams.get('u') === '/admin/products',
  )
  await category.selectOption({ label: 'All categories' })
  await whole
  await expect(page).toHaveURL(/\/admin\/products$/)
  await expect(category.locator('option:checked')).toHaveText('All categories')
})
