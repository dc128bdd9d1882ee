import type { Page } from '@playwright/test'
import {
  readOrderTotals,
  placeOrderButton,
  goToPaymentStep,
} from '#tests/fixtures/browser/checkout-actions.ts'
import {
  addProductToCart,
  fillCart,
  signInNewCustomerInBrowser,
} from '#tests/fixtures/browser/shop-actions.ts'
import { CHECKOUT_ATTEMPT_STORAGE_KEY } from '#kit/storage/storage-keys.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'

const REDIRECTING_MESSAGE = 'Your order is placed. Taking you to it...'
const ALREADY_PLACED_MESSAGE = 'This order was placed already: here it is.'
const cartOf = (page: Page, items: string) => page.getByRole('button', { name: `Cart${items}`, exact: true })
const isOrdersPage = (url: URL) =>
  url.pathname === '/_data' && (url.searchParams.get('u') ?? '').startsWith('/profile/orders?')

/** This tab's navigation to the orders page stays pending; `answerLater` lets only later requests through. */
async function placeAndWait(page: Page) {
  await goToPaymentStep(page)
  let isHeld = true
  await page.route(isOrdersPage, (route) => (isHeld ? undefined : route.continue()))
  const asked = page.waitForRequest((request) => isOrdersPage(new URL(request.url())))
  await placeOrderButton(page).click()
  await expect(page.getByText(REDIRECTING_MESSAGE)).toBeVisible()
  await asked
  return { answerLater: () => void (isHeld = false) }
}

test('CHECKOUT-18 reloading while the orders page is loading leads to the order, repeatedly', async ({
  page,
  shop,
  database,
}) => {
  const { email } = await signInNewCustomerInBrowser(page, shop)
  await fillCart(page, database, { 'roasted-puttu-flour': 2 })
  const { answerLater } = await placeAndWait(page)
  await page.reload()
  await expect(page.getByText(REDIRECTING_MESSAGE), 'again on the way').toBeVisible()
  answerLater()
  await page.reload()
  await expect(page.getByText(ALREADY_PLACED_MESSAGE).first()).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(cartOf(page, '')).toBeVisible()

  await openPage(page, '/checkout')
  await expect(
    page.getByText('Your cart is empty'),
    'once it was shown there is nothing more to tell',
  ).toBeVisible()
  expect(await readOrderTotals(database, email)).toHaveLength(1)
})

test('CHECKOUT-21 a tab closed during the navigation: an identical order placed right after is a separate one', async ({
  page,
  shop,
  database,
}) => {
  const { email } = await signInNewCustomerInBrowser(page, shop)
  await fillCart(page, database, { 'roasted-puttu-flour': 1 })
  await placeAndWait(page)
  const later = await page.context().newPage()
  await page.close()
  await addProductToCart(later, 'roasted-puttu-flour', 2)
  await expect(cartOf(later, ', 2 items'), 'the order is taken out of the cart once').toBeVisible()
  await goToPaymentStep(later)
  await expect(
    later.getByText('Your last order was placed; what is in your cart now is another one.'),
  ).toBeVisible()
  await expect(later.getByRole('link', { name: 'See that order' })).toHaveAttribute(
    'href',
    /^\/profile\/orders\/[0-9a-f-]{36}$/,
  )
  await placeOrderButton(later).click()
  await expect(later.getByText('Order placed successfully!').first()).toBeVisible()
  expect(await readOrderTotals(database, email), 'bought again on purpose it is another order').toHaveLength(
    2,
  )
})

test('CHECKOUT-21 two tabs: an order placed in one while the other is navigating to its own is a separate order', async ({
  page,
  shop,
  database,
}) => {
  const { email } = await signInNewCustomerInBrowser(page, shop)
  await fillCart(page, database, { 'roasted-puttu-flour': 1 })
  const other = await page.context().newPage()
  await goToPaymentStep(other)
  const { answerLater } = await placeAndWait(page)
  await expect(other.getByRole('heading', { name: 'This cart was ordered already' })).toBeVisible()
  await expect(other.getByRole('link', { name: 'See the order' })).toHaveAttribute(
    'href',
    /^\/profile\/orders\/[0-9a-f-]{36}$/,
  )
  await other.reload()
  await expect(other.getByText(ALREADY_PLACED_MESSAGE).first()).toBeVisible()
  await addProductToCart(other, 'jeerakasala-biryani-rice')
  await goToPaymentStep(other)
  await placeOrderButton(other).click()
  await expect(other.getByText('Order placed successfully!').first()).toBeVisible()
  expect(await readOrderTotals(database, email)).toHaveLength(2)
  // A shopper does not reload another tab within the milliseconds that the browser needs to share this.
  await expect
    .poll(() => page.evaluate((key) => localStorage.getItem(key), CHECKOUT_ATTEMPT_STORAGE_KEY))
    .toContain('"isShown":true')
  answerLater()
  await page.reload()
  await expect(page.getByText('Your cart is empty'), 'both were shown in the other tab').toBeVisible()
})

test('CHECKOUT-20 CHECKOUT-15 two tabs clicked at the same time make one order, and the other tab says so', async ({
  page,
  shop,
  database,
}) => {
  const { email } = await signInNewCustomerInBrowser(page, shop)
  await fillCart(page, database, { 'roasted-puttu-flour': 1 })
  const other = await page.context().newPage()
  await Promise.all([goToPaymentStep(page), goToPaymentStep(other)])
  // Neither tab knows about the other's order.
  const bothPressed = Promise.withResolvers<void>()
  let pressed = 0
  for (const tab of [page, other]) {
    await tab.route('**/_data**', async (route) => {
      if (route.request().method() === 'POST' && ++pressed === 2) bothPressed.resolve()
      if (route.request().method() === 'POST') await bothPressed.promise
      await route.continue()
    })
  }
  await Promise.all([placeOrderButton(page).click(), placeOrderButton(other).click()])
  const duplicateNotice = (tab: Page) => tab.getByRole('heading', { name: 'This cart was ordered already' })
  const successMessage = (tab: Page) => tab.getByText('Order placed successfully!').first()
  for (const tab of [page, other]) await expect(successMessage(tab).or(duplicateNotice(tab))).toBeVisible()
  expect(await readOrderTotals(database, email)).toHaveLength(1)
  const [first] = (await duplicateNotice(page).isVisible()) ? [page] : [other]
  await expect(duplicateNotice(first)).toBeVisible()
  await first.getByRole('link', { name: 'See the order' }).click()
  await expect(first.getByRole('heading', { name: /^Order / })).toBeVisible()
})

test('CHECKOUT-25 going back within checkout does not lose the placed order', async ({
  page,
  shop,
  database,
}) => {
  await signInNewCustomerInBrowser(page, shop)
  await fillCart(page, database, { 'roasted-puttu-flour': 1 })
  const { answerLater } = await placeAndWait(page)
  answerLater()
  await page.goBack()
  await expect(page.getByText('Order placed successfully!').first()).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
})

test('CHECKOUT-18 if the orders page fails to load, the message says that the order was placed', async ({
  page,
  shop,
  database,
}) => {
  await signInNewCustomerInBrowser(page, shop)
  await fillCart(page, database, { 'roasted-puttu-flour': 1 })
  await goToPaymentStep(page)
  // An aborted request would log a console error, which fails every test.
  await page.route(isOrdersPage, (route) =>
    route.fulfill({ contentType: 'text/html', body: 'a wall in between' }),
  )
  await placeOrderButton(page).click()
  await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible()
  await expect(page, 'the title of an error page').toHaveTitle('Ninth Bend')
  await expect(page.getByText('Order placed successfully!')).toBeVisible()
  await page.unroute(isOrdersPage)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByText('Order placed successfully!').first()).toBeVisible()
})
