import type { Page } from '@playwright/test'
import type { RouteDefinition } from '#kit/routing/route-definition.ts'
import { allRoutes } from '#app/all-routes.ts'
import { placeOrderButton } from '#tests/fixtures/browser/checkout-actions.ts'
import {
  addProductToCart,
  fillSignInForm,
  findProductBySlug,
  openCart,
  placeOrderFor,
  signInNewCustomerInBrowser,
  signInOwnerInBrowser,
} from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, test, waitForHydration } from '#tests/fixtures/browser/shop-fixture.ts'
import { translatePages } from '#tests/fixtures/browser/translation.ts'
import { signInNewCustomer } from '#tests/fixtures/http/http-client.ts'

// Some addresses need a code from an email, or a missing record. React renders a part itself if it was
// translated before hydration. The email preview runs no scripts, not even the translating one.
test.use({ expectedStatuses: [404], expectedError: /React error #418|Blocked script execution/ })

const SAMPLE: Record<string, string> = { slug: 'wayanad-forest-honey', page: 'about' }

/** The router navigates from page to page, which removes all texts of the previous one. */
async function goThroughPages(page: Page, access: RouteDefinition['access'], orderId: string) {
  const paths = allRoutes
    .filter((route) => route.access === access && route.path !== '*')
    .map(({ path }) => path.replace(/:(\w+)/g, (_, name: string) => SAMPLE[name] ?? orderId))
  expect(paths.length).toBeGreaterThan(5)
  for (const path of paths.map((each) => each.replace(/^(?!\/)/, '/'))) {
    await page.evaluate((next) => {
      history.pushState(null, '', next)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
    await expect(page.locator('h1 font').first(), path).toBeVisible()
    await expect(page.getByRole('heading', { name: 'This page could not be shown' }), path).toHaveCount(0)
    await expect.poll(() => page.locator('main').count(), path).toBe(1)
  }
}

test('STOREFRONT-43 a shopper goes through all pages while the browser translates them', async ({
  page,
  shop,
  database,
}) => {
  await translatePages(page)
  const customer = await signInNewCustomerInBrowser(page, shop)
  const product = await findProductBySlug(database, 'organic-cane-jaggery-powder')
  const { id } = await placeOrderFor(customer, [{ product, quantity: 1 }])
  await openPage(page, '/')
  await goThroughPages(page, 'public', id)
  await goThroughPages(page, 'customer', id)
})

test('STOREFRONT-43 a page that is translated before its scripts run keeps the parts whose script comes with the first input', async ({
  page,
}) => {
  const translated = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await translated.promise
    await route.continue()
  })
  await page.goto('/products/malabar-cloves')
  await page.locator('h1').evaluate((heading) => {
    heading.innerHTML = '<font><font>Another language</font></font>'
  })
  translated.resolve()
  await waitForHydration(page)
  await expect(page.getByRole('heading', { name: 'Allergens' })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeVisible()
})

test('STOREFRONT-43 an owner goes through all pages while the browser translates them', async ({
  page,
  shop,
  database,
}) => {
  await translatePages(page)
  const product = await findProductBySlug(database, 'organic-cane-jaggery-powder')
  const { id } = await placeOrderFor(await signInNewCustomer(shop.url), [{ product, quantity: 1 }])
  await signInOwnerInBrowser(page)
  await openPage(page, '/admin/dashboard')
  await goThroughPages(page, 'admin', id)
})

test('STOREFRONT-43 a shopper signs in, orders and cancels, and an owner sends an order, in a translated page', async ({
  page,
  shop,
  database,
  newShopper,
}) => {
  await translatePages(page)
  const product = await findProductBySlug(database, 'malabar-cloves')
  const { email } = await signInNewCustomer(shop.url)
  await addProductToCart(page, product.slug)
  const drawer = await openCart(page)
  await drawer.getByRole('button', { name: `Increase quantity of ${product.name}` }).click()
  await expect(page.getByRole('button', { name: 'Cart, 2 items' })).toBeAttached()
  await expect(drawer.getByText(`£${(2 * product.price).toFixed(2)}`).first()).toBeVisible()
  await drawer
    .getByRole('link', { name: 'Checkout' })
    .or(drawer.getByRole('button', { name: 'Checkout' }))
    .click()
  await fillSignInForm(page, email)
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await placeOrderButton(page).click()
  await expect(page).toHaveURL(/\/profile\/orders/)
  const card = page.getByRole('article').first()
  await card.getByRole('button', { name: 'Cancel Order' }).click()
  await page.getByRole('button', { name: 'Yes, cancel this order' }).click()
  await expect(card.getByText('Order Cancelled')).toBeVisible()

  const { id } = await placeOrderFor(await signInNewCustomer(shop.url), [{ product, quantity: 1 }])
  const ownerPage = await newShopper()
  await translatePages(ownerPage)
  await signInOwnerInBrowser(ownerPage)
  await openPage(ownerPage, `/admin/orders/${id}`)
  await ownerPage.getByRole('button', { name: /^Process/ }).click()
  await expect(ownerPage.getByRole('button', { name: /^Ship/ }).first()).toBeVisible()
})
