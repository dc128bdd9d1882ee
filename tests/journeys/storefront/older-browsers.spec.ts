import { removeNewerApis, removePopovers } from '#tests/fixtures/browser/older-browser.ts'
import { addProductToCart, openCart } from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'

test.use({ viewport: { width: 375, height: 740 }, hasTouch: true })

test('STOREFRONT-37 in a browser without popovers the menu, the search and the filters open and close', async ({
  page,
  context,
}) => {
  await removeNewerApis(context)
  await removePopovers(context)
  await openPage(page, '/products')
  expect(await page.evaluate(() => document.body.matches(':is(:popover_-open, body)'))).toBe(true)
  const menuButton = page.getByRole('button', { name: 'Menu' })
  const menu = page.locator('#phone-menu')
  await expect(menu).toBeHidden()
  await menuButton.click()
  await expect(menu).toBeInViewport()
  await expect(menuButton).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(menuButton).toBeFocused()
  await menuButton.click()

  const search = page.getByRole('searchbox').or(page.getByRole('combobox', { name: 'Search products' }))
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(menu, 'one at a time').toBeHidden()
  await expect(search).toBeFocused()
  await page.touchscreen.tap(5, 700)
  await expect(search).toBeHidden()

  const filters = page.getByRole('dialog', { name: 'Filters' })
  await page.getByRole('button', { name: 'Filters' }).click()
  await expect(filters).toBeInViewport()
  await filters.getByRole('checkbox', { name: /^vegan/i }).check()
  await filters.getByRole('button', { name: /^Show \d+ products/ }).click()
  await expect(filters).toBeHidden()

  await menuButton.click()
  await menu.getByRole('link', { name: 'Categories', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Categories' })).toBeFocused()
  await expect(menu).toBeHidden()

  await addProductToCart(page, 'malabar-cloves')
  await openCart(page)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog', { name: 'Your cart' })).toBeHidden()
})

test('STOREFRONT-37 without scripts too, the page contains what they would show', async ({ newShopper }) => {
  const page = await newShopper({ javaScriptEnabled: false, viewport: { width: 375, height: 740 } })
  await removePopovers(page.context())
  await page.goto('/products')
  await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden()
  await page.getByRole('banner').getByRole('searchbox').fill('cloves')
  await page.getByRole('checkbox', { name: /^vegan/i }).check()
  await page.getByRole('button', { name: 'Apply filters' }).click()
  await expect(page).toHaveURL(/suitable-for=vegan/)
  await page.getByRole('banner').getByRole('link', { name: 'Categories' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Categories' })).toBeVisible()
})
