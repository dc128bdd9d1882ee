import type { Page, Route } from '@playwright/test'
import {
  readOrderTotals,
  placeOrderButton,
  goToPaymentStep,
} from '#tests/fixtures/browser/checkout-actions.ts'
import {
  fillCart,
  updateProductRow,
  findProductBySlug,
  addProductToCart,
  openCart,
  signInNewCustomerInBrowser,
} from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'

/** An aborted request would log a console error, which fails every test. */
const BLOCKED_RESPONSE = { contentType: 'text/html', body: 'a wall in between' }

async function interceptNextCheckout(page: Page, handle: (route: Route) => Promise<void>) {
  let isNext = true
  await page.route('**/_data**', (route) => {
    if (!isNext || route.request().method() !== 'POST') return route.continue()
    isNext = false
    return handle(route)
  })
}

async function dropNextResponse(page: Page) {
  await interceptNextCheckout(page, async (route) => {
    await route.fetch()
    await route.fulfill(BLOCKED_RESPONSE)
  })
  await placeOrderButton(page).click()
  await expect(page.getByText(/We could not reach the shop/).first()).toBeVisible()
}
async function cancelPlacedOrder(page: Page) {
  await openPage(page, '/profile/orders')
  await page.getByRole('article').first().getByRole('button', { name: 'Cancel Order' }).click()
  await page.getByRole('button', { name: 'Yes, cancel this order' }).click()
  await expect(page.getByText('Your order is cancelled.').first()).toBeVisible()
}

test('CHECKOUT-1 CHECKOUT-7 both steps keep form values after Back, a reload and a typed URL; payment on delivery is the only option, the other is marked Coming soon', async ({
  page,
  shop,
  database,
}) => {
  await signInNewCustomerInBrowser(page, shop)
  const { price } = await findProductBySlug(database, 'malabar-cloves')
  await fillCart(page, database, { 'malabar-cloves': 1 })
  await openPage(page, '/checkout')
  await page.getByLabel('City').fill('')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toBeFocused()
  await page.getByRole('link', { name: 'Enter your town or city' }).click()
  await expect(page.getByLabel('City')).toBeFocused()
  await page.getByLabel('City').fill('York')
  await page.getByLabel('Post Code').fill('12345')
  await page.getByLabel('Post Code').blur()
  await expect(
    page.getByText('This cannot be a UK post code').first(),
    'a hint once the field is left',
  ).toBeVisible()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(
    page.getByRole('link', { name: /^This cannot be a UK post code/ }),
    'and a refusal',
  ).toBeVisible()
  for (const island of ['JE2 3AB', 'GY1 1AA', 'IM1 1AA']) {
    await page.getByLabel('Post Code').fill(island)
    await page.getByLabel('Post Code').blur()
    await expect(page.getByText(/^Jersey, Guernsey and the Isle of Man are outside/).first()).toBeVisible()
  }
  await page.getByLabel('Phone').fill('12')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(
    page.getByRole('link', { name: /^Enter a phone number with at least 10 digits/ }),
  ).toBeVisible()
  await page.getByLabel('Phone').fill('020 7946 0018')
  await expect(page.getByLabel('Country'), 'the only one').toHaveValue('United Kingdom')
  await expect(page.getByLabel('Country')).not.toBeEditable()
  await page.reload()
  await expect(page.getByLabel('City')).toHaveValue('York')
  await page.getByLabel('Post Code').fill('yo17hh')
  await page.getByLabel('Post Code').blur()
  await expect(page.getByLabel('Post Code'), 'upper-case with its space').toHaveValue('YO1 7HH')
  const keep = page.getByRole('checkbox', { name: 'Keep this address for next time' })
  await expect(keep, 'nobody’s address is kept unasked').not.toBeChecked()
  await keep.check()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page.getByText('York YO1 7HH')).toBeVisible()
  await page.reload()
  await expect(placeOrderButton(page)).toHaveAccessibleName(
    `Place order and pay £${price.toFixed(2)} on delivery`,
  )
  await expect(page.getByText('Kept in your profile for next time.')).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(2)
  await expect(page.getByRole('radio', { name: 'Cash / Card on Delivery' })).toBeChecked()
  const card = page.getByRole('radio', { name: 'Credit / Debit Card' })
  await expect(card).toBeDisabled()
  await expect(card).toHaveAccessibleDescription('Coming soon')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page.getByLabel('City')).toHaveValue('York')
  await expect(keep).toBeChecked()
  await page.getByLabel('City').fill('London')
  await page.getByLabel('Post Code').fill('SW1A 1AA')
  await expect(keep, 'nothing is offered that the profile says already').toHaveCount(0)
})

test('ACCESS-6 the footer does not move when checkout finds the cart empty', async ({ page, shop }) => {
  await signInNewCustomerInBrowser(page, shop)
  for (const viewport of [
    { width: 375, height: 667 },
    { width: 768, height: 1024 },
  ]) {
    await page.setViewportSize(viewport)
    await openPage(page, '/checkout')
    await expect(page.getByText('Your cart is empty')).toBeInViewport()
    await expect(page.getByRole('contentinfo')).not.toBeInViewport()
  }
})

test('CHECKOUT-4 CHECKOUT-2 a placed order opens the orders page without reloading checkout data, and Back starts at the top of the page, which says that the cart is empty', async ({
  shop,
  database,
  newShopper,
}) => {
  const page = await newShopper({ viewport: { width: 375, height: 740 }, hasTouch: true })
  await signInNewCustomerInBrowser(page, shop)
  await fillCart(page, database, { 'malabar-cloves': 1 })
  await openPage(page, '/checkout')
  await page.getByRole('button', { name: 'Continue to payment' }).tap()
  await expect(page.getByRole('heading', { name: 'Payment Method' })).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/_data') asked.push(`${request.method()} ${searchParams.get('u')}`)
  })
  const placing = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().includes('/_data'),
  )
  await placeOrderButton(page).tap()
  expect(Object.keys((await (await placing).json()) as object)).toEqual(['build', 'settings', 'actionData'])
  await expect(page).toHaveURL(/\/profile\/orders/)
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(asked).toEqual(['POST /checkout', 'GET /profile/orders?notice=order-placed'])
  await page.goBack()
  await expect(page.getByText('Your cart is empty')).toBeInViewport()
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('CHECKOUT-12 CHECKOUT-26 MESSAGE-2 a price changed at the last moment: nothing is ordered, the change is shown until the cart changes, and the next click orders at the new price', async ({
  page,
  shop,
  database,
}) => {
  const { email } = await signInNewCustomerInBrowser(page, shop)
  await fillCart(page, database, { 'rice-murukku': 2 })
  await goToPaymentStep(page)
  await expect(placeOrderButton(page)).toHaveAccessibleName(/£6\.50/)
  await updateProductRow(database, 'rice-murukku', { price: 3.55 })
  await placeOrderButton(page).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Error placing order. Please try again.' }),
  ).toBeVisible()
  await expect(page.getByText('The price of Rice Murukku has changed from £3.25 to £3.55.')).toBeVisible()
  expect(await readOrderTotals(database, email)).toEqual([])
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('submitted') && asked.push(request.url()))
  await page.reload()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Error placing order. Please try again.' }),
    'a reload does not lose the reason',
  ).toBeVisible()
  await expect(page.getByText('The price of Rice Murukku has changed from £3.25 to £3.55.')).toBeVisible()

  const drawer = await openCart(page)
  await drawer.getByRole('button', { name: /^Increase quantity/ }).click()
  await page.keyboard.press('Escape')
  await expect(placeOrderButton(page)).toHaveAccessibleName(/£10\.65/)
  await expect(page.getByText('Error placing order. Please try again.')).toBeHidden()
  await placeOrderButton(page).click()
  await expect(page.getByText('Order placed successfully!').first()).toBeVisible()
  await expect(page.getByRole('article')).toContainText('£10.65')
  expect(await readOrderTotals(database, email)).toEqual([{ total_amount: 10.65 }])
  expect(asked, 'a refusal is an answer: there is nothing to ask about').toEqual([])
  await openPage(page, '/checkout')
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Continue Shopping' })).toBeVisible()
})

test('CATALOGUE-8 a cart whose only product was withdrawn shows that instead of ordering', async ({
  page,
  shop,
  database,
}) => {
  const { email } = await signInNewCustomerInBrowser(page, shop)
  await fillCart(page, database, { 'nendran-banana-chips': 1 })
  await goToPaymentStep(page)
  await updateProductRow(database, 'nendran-banana-chips', { is_active: false })
  await placeOrderButton(page).click()
  await expect(page.getByText(/Nendran Banana Chips is no longer sold/).first()).toBeVisible()
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  expect(await readOrderTotals(database, email)).toEqual([])
})

test('CHECKOUT-18 CHECKOUT-15 a lost response costs neither the form values nor a second order', async ({
  page,
  shop,
  database,
}) => {
  const { email } = await signInNewCustomerInBrowser(page, shop)
  await fillCart(page, database, { 'malabar-cloves': 1 })
  await goToPaymentStep(page)
  await dropNextResponse(page)
  expect(await readOrderTotals(database, email)).toHaveLength(1)
  await placeOrderButton(page).dblclick()
  await expect(page.getByText('Order placed successfully!').first()).toBeVisible()
  expect(await readOrderTotals(database, email)).toHaveLength(1)
})

test('CHECKOUT-18 CHECKOUT-15 a response lost before a reload: the shopper is led to the one order, although its stock has changed the cart', async ({
  page,
  shop,
  database,
}) => {
  const { email } = await signInNewCustomerInBrowser(page, shop)
  await fillCart(page, database, { 'rice-murukku': 2 })
  await goToPaymentStep(page)
  await updateProductRow(database, 'rice-murukku', { stock: 3 })
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('submitted') && asked.push(request.url()))
  await dropNextResponse(page)
  await page.reload()
  await expect(page.getByText('This order was placed already: here it is.').first()).toBeVisible()
  await expect(page).toHaveURL(/\/profile\/orders$/)
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(
    page.getByRole('button', { name: 'Cart', exact: true }),
    'nothing of it is left in the cart',
  ).toBeVisible()
  expect(await readOrderTotals(database, email)).toHaveLength(1)
  expect(asked).toHaveLength(1)

  await addProductToCart(page, 'rice-murukku')
  await goToPaymentStep(page)
  await placeOrderButton(page).click()
  await expect(
    page.getByText('Order placed successfully!').first(),
    'bought again on purpose it is another order',
  ).toBeVisible()
  expect(await readOrderTotals(database, email)).toHaveLength(2)
  expect(asked, 'a visit without a lost answer asks nothing').toHaveLength(1)
})

test('CHECKOUT-18 CHECKOUT-15 a response lost before a cart change: the next click leads to the one order, and added products stay in the cart', async ({
  page,
  shop,
  database,
}) => {
  const { email } = await signInNewCustomerInBrowser(page, shop)
  await fillCart(page, database, { 'sambar-powder': 2 })
  await goToPaymentStep(page)
  await dropNextResponse(page)
  await page.getByRole('button', { name: 'Change your cart' }).click()
  const drawer = page.getByRole('dialog', { name: 'Your cart' })
  await drawer.getByRole('button', { name: /^Increase quantity/ }).click()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await placeOrderButton(page).click()
  await expect(page.getByText('This order was placed already: here it is.').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cart, 1 item' })).toBeVisible()
  expect(await readOrderTotals(database, email)).toHaveLength(1)
})

test('CHECKOUT-19 CHECKOUT-15 an order whose response was lost and that was cancelled is shown as cancelled: the cart stays, and the next click places a new order', async ({
  page,
  shop,
  database,
}) => {
  const { email } = await signInNewCustomerInBrowser(page, shop)
  await fillCart(page, database, { 'malabar-cloves': 1 })
  await goToPaymentStep(page)
  await dropNextResponse(page)
  const cancelling = await page.context().newPage()
  await cancelPlacedOrder(cancelling)
  await placeOrderButton(page).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'The order that you sent before was cancelled' }),
  ).toBeVisible()
  expect(
    await readOrderTotals(database, email),
    'the user who cancelled it may have had a reason',
  ).toHaveLength(1)

  await dropNextResponse(page)
  expect(await readOrderTotals(database, email), 'asked for once more it is a new order').toHaveLength(2)
  await cancelPlacedOrder(cancelling)
  await page.getByRole('button', { name: 'Change your cart' }).click()
  await page
    .getByRole('dialog', { name: 'Your cart' })
    .getByRole('button', { name: /^Increase quantity/ })
    .click()
  await page.keyboard.press('Escape')
  await placeOrderButton(page).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'was cancelled' }),
    'also where the cart has changed',
  ).toBeVisible()

  await dropNextResponse(page)
  await cancelPlacedOrder(cancelling)
  await goToPaymentStep(page)
  await expect(page.getByRole('button', { name: 'Cart, 2 items' }), 'the cart is as it was').toBeVisible()
  await placeOrderButton(page).click()
  await expect(page.getByText('Order placed successfully!').first()).toBeVisible()
  expect(await readOrderTotals(database, email)).toHaveLength(4)
})

test('CHECKOUT-18 a lost request: checkout queries the attempt, finds no order, and the next click places one', async ({
  page,
  shop,
  database,
}) => {
  const { email } = await signInNewCustomerInBrowser(page, shop)
  await fillCart(page, database, { 'malabar-cloves': 1 })
  await goToPaymentStep(page)
  await interceptNextCheckout(page, (route) => route.fulfill(BLOCKED_RESPONSE))
  await placeOrderButton(page).click()
  await expect(page.getByText(/We could not reach the shop/).first()).toBeVisible()
  await page.close()
  const later = await page.context().newPage()
  await goToPaymentStep(later)
  await placeOrderButton(later).click()
  await expect(later.getByText('Order placed successfully!').first()).toBeVisible()
  expect(await readOrderTotals(database, email)).toHaveLength(1)
})
