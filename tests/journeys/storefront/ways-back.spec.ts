import {
  findProductBySlug,
  signInNewCustomerInBrowser,
  signInOwnerInBrowser,
  updateProductRow,
} from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'

const TEA = 'hand-rolled-cinnamon-quills'
const CLOVES = 'malabar-cloves'

test.describe('a sold-out product', () => {
  test.beforeEach(({ database }) => updateProductRow(database, TEA, { stock: 0 }))

  test('MAIL-15 STOREFRONT-27 its page takes the address of a customer by keyboard, in a box that has room for it at each width', async ({
    page,
    shop,
    database,
  }) => {
    const { email } = await signInNewCustomerInBrowser(page, shop)
    await openPage(page, `/products/${TEA}`)
    const field = page.getByLabel('Your email')
    await expect(field).toHaveValue(email)
    for (const width of [320, 375, 480, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect((await field.boundingBox())!.width, `${width} px`).toBeGreaterThanOrEqual(14 * 16)
    }
    await field.press('Enter')
    await expect(page.getByText('We write once, as soon as it is back.')).toBeVisible()
    await page.getByRole('link', { name: 'Back to the product' }).click()
    await expect(page).toHaveURL(`/products/${TEA}`)
    const [alert] = await database.query<{ stop_token: string }>(
      'select stop_token from stock_alerts where email = $1',
      [email],
    )
    await openPage(page, `/stock-alerts?token=${alert!.stop_token}`)
    await page.getByRole('button', { name: 'Stop these emails' }).click()
    await expect(page.getByText('Stopped. We have deleted your address')).toBeVisible()
    expect(await database.query('select from stock_alerts where email = $1', [email])).toEqual([])
  })
})

test('STOREFRONT-24 CONTENT-23 products seen before are shown at today’s price until the list is cleared', async ({
  page,
  database,
}) => {
  const cloves = await findProductBySlug(database, CLOVES)
  const seen = page.getByRole('region', { name: 'Recently seen on this device' })
  await openPage(page, `/products/${CLOVES}`)
  await page.mouse.wheel(0, 400)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('recently-seen'))).toBe(`["${CLOVES}"]`)
  await expect(seen).toBeHidden()
  await updateProductRow(database, CLOVES, { price: cloves.price + 1 })
  await openPage(page, `/products/${TEA}`)
  await page.mouse.wheel(0, 400)
  await expect(seen.getByRole('heading', { name: cloves.name })).toBeVisible()
  await expect(seen).toContainText(`£${(cloves.price + 1).toFixed(2)}`)
  await seen.getByRole('button', { name: 'Clear' }).click()
  await expect(seen).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
  expect(await page.evaluate(() => localStorage.getItem('recently-seen'))).toBeNull()
  await page.evaluate(() => localStorage.setItem('search-history', '["cloves"]'))
  await openPage(page, '/privacy#device-memory')
  await page.getByRole('checkbox', { name: /^Remember my searches/ }).uncheck()
  await expect(page.getByText('Switched off, and deleted from this browser.')).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  await openPage(page, '/privacy')
  await expect(page.getByRole('checkbox', { name: /^Remember my searches/ })).not.toBeChecked()
})

test('STOREFRONT-24 products seen before are shown on a page that was scrolled before its scripts had loaded', async ({
  page,
}) => {
  await page.addInitScript(
    ([slug]) => localStorage.setItem('recently-seen', JSON.stringify([slug])),
    [CLOVES],
  )
  const scrolled = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await scrolled.promise
    await route.continue()
  })
  await page.goto(`/products/${TEA}`)
  await page.mouse.wheel(0, 400)
  await page.waitForFunction(() => scrollY > 0)
  scrolled.resolve()
  await expect(page.getByRole('region', { name: 'Recently seen on this device' })).toBeVisible()
})

test('CATALOGUE-28 the owner finds a product by name and picks it, and its page adds it to the cart', async ({
  page,
  database,
}) => {
  const [tea, cloves] = [await findProductBySlug(database, TEA), await findProductBySlug(database, CLOVES)]
  await signInOwnerInBrowser(page)
  await openPage(page, `/admin/products?edit=${tea.id}`)
  const picks = page.getByRole('group', { name: 'Goes well with' })
  await picks.getByLabel('Find a product by name').fill('cloves')
  await picks.getByLabel('Find a product by name').press('Enter')
  await picks.getByRole('button', { name: `Pick ${cloves.name}` }).click()
  await expect(picks.getByRole('checkbox', { name: cloves.name })).toBeChecked()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('The product is saved.')).toBeVisible()
  await openPage(page, `/products/${TEA}`)
  const section = page.getByRole('region', { name: 'Goes well with' })
  // The first input loads the section's scripts, and is replayed once they run.
  await section.getByRole('button', { name: /Add to Cart/ }).click({ force: true })
  await expect(page.getByRole('button', { name: 'Cart, 1 item' })).toBeVisible()
})

test.describe('an address that no page has', () => {
  test.use({ expectedStatuses: [404] })

  test('MESSAGE-16 an address with a control character keeps its not-found page once the scripts run', async ({
    page,
  }) => {
    for (const path of ['/products/%00', '/profile/orders/%00', '/categories/%0A']) {
      await openPage(page, path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(['Page not found'])
    }
  })
})
