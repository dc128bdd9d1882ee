import type { Page } from '@playwright/test'
import { hurrySecondTries } from '#tests/fixtures/browser/second-tries.ts'
import { eachAllergen } from '#features/catalogue/labels/allergen-statements.ts'
import { checkAccessibility } from '#tests/fixtures/browser/accessibility-views.ts'
import {
  addProductToCart,
  findProductBySlug,
  openCart,
  signInNewCustomerInBrowser,
  updateProductRow,
} from '#tests/fixtures/browser/shop-actions.ts'
import {
  expect,
  openPage,
  test,
  waitForHydration,
  waitForScriptOf,
} from '#tests/fixtures/browser/shop-fixture.ts'

const CLOVES = 'malabar-cloves'
const LABEL = { ...eachAllergen(() => 'free'), milk: 'contains', sesame: 'may contain', celery: 'not known' }

const storedList = (page: Page) => page.evaluate(() => localStorage.getItem('avoided-allergens'))
const editor = (page: Page) => page.getByRole('dialog', { name: 'Things I avoid' })
const mainMarks = (page: Page) => page.getByRole('main').locator('.avoided-mark')

test.beforeEach(({ database }) => updateProductRow(database, CLOVES, { allergens: LABEL }))
test.afterEach(({ database }) =>
  updateProductRow(database, CLOVES, { allergens: eachAllergen(() => 'free') }),
)

test('FOOD-21 FOOD-22 by keyboard: a list is made and cards, product page, cart and checkout are marked', async ({
  page,
  shop,
  database,
}) => {
  const { name } = await findProductBySlug(database, CLOVES)
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await signInNewCustomerInBrowser(page, shop)
  await openPage(page, `/products/${CLOVES}`)
  await page.mouse.wheel(0, 400)
  await expect(page.getByRole('button', { name: 'Things I avoid' })).toBeVisible()
  await expect(mainMarks(page)).toHaveCount(0)
  expect(scripts.filter((url) => url.includes('avoided-marks'))).toEqual([])

  const opener = page.getByRole('button', { name: 'Things I avoid' })
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(editor(page)).toBeVisible()
  for (const label of ['milk', 'sesame', 'celery']) {
    await editor(page).getByLabel(label, { exact: true }).focus()
    await page.keyboard.press('Space')
  }
  await checkAccessibility(page, 'the editor')
  await page.keyboard.press('Enter')
  await expect(editor(page)).toBeHidden()
  await expect(opener).toBeFocused()
  await expect(page.locator('[data-announcer]').first()).toHaveText(
    'Saved. Products are marked for celery, milk and sesame',
  )
  const whole = 'Contains milk; may contain sesame; label does not say: celery'
  const pageMarks = page.locator('.product-offer .avoided-mark, .product-fact-allergens .avoided-mark')
  await expect(pageMarks).toContainText([whole, whole])
  await checkAccessibility(page, 'the product page')

  await page.reload()
  await expect(pageMarks).toContainText([whole, whole])
  await openPage(page, '/products?q=cloves')
  const card = page.locator('.product-card').filter({ hasText: name })
  await expect(card.locator('.avoided-mark')).toContainText('Contains milk; may contain sesame; and 1 more')
  await checkAccessibility(page, 'the list')

  await addProductToCart(page, CLOVES)
  await openCart(page)
  await expect(page.getByRole('dialog').locator('.avoided-mark')).toContainText(whole)
  await checkAccessibility(page, 'the cart')
  await page.getByRole('button', { name: 'Checkout' }).click()
  await expect(page.getByRole('heading', { name: 'Shipping Information' })).toBeVisible()
  await expect(mainMarks(page).filter({ visible: true })).toContainText(whole)
  await checkAccessibility(page, 'the checkout')
  await page.setViewportSize({ width: 375, height: 812 })
  await expect(mainMarks(page).filter({ visible: true })).toContainText(whole)
  await page.getByText('Order summary').click()
  await expect(mainMarks(page).filter({ visible: true })).toContainText(whole)
})

test('FOOD-23 FOOD-24 signed in: kept in the account, used on another device, removed', async ({
  page,
  shop,
  database,
  newShopper,
}) => {
  const { email } = await signInNewCustomerInBrowser(page, shop)
  const kept = async () =>
    (
      await database.query<{ avoided_allergens: string[] | null }>(
        'select avoided_allergens from user_profiles where email = $1',
        [email],
      )
    )[0]!.avoided_allergens
  await openPage(page, '/profile')
  await page.getByRole('button', { name: 'Things I avoid' }).click()
  await editor(page).getByLabel('milk', { exact: true }).check()
  await editor(page).getByRole('button', { name: 'Save' }).click()
  await expect(editor(page)).toBeHidden()
  expect(await kept()).toBeNull()
  await page.getByRole('button', { name: 'Things I avoid' }).click()
  await editor(page).getByLabel('Also keep this in my account').check()
  await checkAccessibility(page, 'the editor of an account')
  await editor(page).getByRole('button', { name: 'Save' }).click()
  await expect(editor(page)).toBeHidden()
  expect(await kept()).toEqual(['milk'])

  // A device with another list: both lists are marked, and the customer is informed.
  const other = await newShopper()
  await openPage(other, '/')
  await other.evaluate(() =>
    localStorage.setItem('avoided-allergens', '{"keys":["sesame"],"isInAccount":false}'),
  )
  await other.request.post('/login', {
    form: { email, password: 'nine-bends-to-wayanad', remember: 'on' },
    maxRedirects: 0,
  })
  await openPage(other, `/products/${CLOVES}`)
  await expect(editor(other)).toContainText('Your account and this browser avoided different things')
  await checkAccessibility(other, 'what two lists differ in')
  expect(await kept()).toEqual(['milk', 'sesame'])
  await other.keyboard.press('Escape')
  await expect(other.locator('.product-offer .avoided-mark')).toContainText(
    'Contains milk; may contain sesame',
  )

  await page.reload()
  await expect.poll(() => storedList(page)).toBe('{"keys":["milk","sesame"],"isInAccount":true}')
  await page.getByRole('button', { name: 'Things I avoid' }).click()
  await editor(page).getByLabel('Also keep this in my account').uncheck()
  await editor(page).getByRole('button', { name: 'Save' }).click()
  await expect(editor(page)).toBeHidden()
  expect(await kept()).toBeNull()
  expect(await storedList(page)).toBe('{"keys":["milk","sesame"],"isInAccount":false}')
  await page.getByRole('button', { name: 'Things I avoid' }).click()
  await editor(page).getByRole('button', { name: 'Clear the list' }).click()
  await expect(editor(page)).toBeHidden()
  expect(await storedList(page)).toBeNull()
})

test('FOOD-22 the filters on a phone open again after the list is saved', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 740 })
  await openPage(page, '/products')
  await page.getByRole('button', { name: /^Filters/ }).click()
  const opener = page.getByRole('button', { name: 'Things I avoid' })
  await waitForScriptOf(opener)
  await opener.click()
  await editor(page).getByLabel('milk', { exact: true }).check()
  await editor(page).getByRole('button', { name: 'Save' }).click()
  await expect(opener).toBeFocused()
  await expect(opener).toBeVisible()
})

test.describe('a connection that fails', () => {
  test.use({ expectedStatuses: [503] })

  test('FOOD-29 where a part of the list is not loaded, the page says so, and trying again reloads it', async ({
    page,
    context,
    shop,
  }) => {
    await hurrySecondTries(context)
    await signInNewCustomerInBrowser(page, shop)
    for (const path of ['/profile', `/products/${CLOVES}`])
      for (const part of ['avoided-marks', 'avoided-editor']) {
        await openPage(page, path)
        await page.route(`**/assets/${part}-*.js*`, (route) => route.fulfill({ status: 503 }), { times: 2 })
        const opener = page.getByRole('button', { name: 'Things I avoid' })
        const problem = page.getByRole('main').getByRole('alert')
        await opener.click()
        await expect(problem).toContainText(
          'We could not reach the shop. Check your connection, then try again.',
        )
        await expect(opener).toBeFocused()
        if (part === 'avoided-marks') await checkAccessibility(page, `${path} without a part`)
        await opener.click()
        await expect(problem).toHaveCount(0)
        await waitForHydration(page)
        await opener.click()
        await expect(editor(page)).toBeVisible()
      }
  })
})

test('FOOD-22 two clicks on a slow connection open one list', async ({ page }) => {
  await openPage(page, `/products/${CLOVES}`)
  const isReleased = Promise.withResolvers<void>()
  await page.route('**/assets/avoided-marks-*.js', async (route) => {
    await isReleased.promise
    await route.continue()
  })
  const opener = page.getByRole('button', { name: 'Things I avoid' })
  await opener.click()
  await opener.click()
  isReleased.resolve()
  await expect(editor(page)).toBeVisible()
  await expect(page.locator('dialog[open]')).toHaveCount(1)
})
