import type { Locator, Page } from '@playwright/test'
import type { RouteDefinition } from '#kit/routing/route-definition.ts'
import { allRoutes } from '#app/all-routes.ts'
import {
  checkAccessibility,
  findProblemsInViews,
  openView,
  VIEWS,
  type AccessibilityView,
} from '#tests/fixtures/browser/accessibility-views.ts'
import { findAccessibilityViolations } from '#tests/fixtures/browser/accessibility-violations.ts'
import { removeNewerApis } from '#tests/fixtures/browser/older-browser.ts'
import {
  placeOrderFor,
  advanceOrder,
  openCart,
  findProductBySlug,
  addProductToCart,
  fillCart,
  signInNewCustomerInBrowser,
  signInOwnerInBrowser,
} from '#tests/fixtures/browser/shop-actions.ts'
import type { DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'
import type { RunningShop } from '#tests/fixtures/shops/running-shop.ts'

test.use({ expectedStatuses: [404, 422, 401] })

const SAMPLE: Record<string, string> = { ':slug': 'wayanad-forest-honey', ':page': 'about', '*': 'nowhere' }
const pathsFor = (access: RouteDefinition['access'], orderId = '') =>
  allRoutes
    .filter((route) => route.access === access)
    .map(({ path }) =>
      path
        .replace(':id', orderId)
        .replace(/:\w+|\*/g, (part) => SAMPLE[part]!)
        .replace(/^(?!\/)/, '/'),
    )

/** States that no list of the route table shows. */
const LISTS = ['/products?q=zzqqxx', '/products?free-from=sesam', '/products?q=cardamon&free-from=milk']

const expectNewerApisRemoved = async (page: Page) =>
  expect(await page.evaluate(() => [typeof AbortSignal.any, typeof [].toSorted])).toEqual([
    'undefined',
    'undefined',
  ])

async function checkPages(
  page: Page,
  paths: readonly string[],
  { view, check }: { view: AccessibilityView; check?: (path: string) => Promise<void> },
) {
  expect(paths.length).toBeGreaterThan(0)
  for (const path of paths) {
    await openView(page, view)
    await openPage(page, path)
    const { pathname, search } = new URL(page.url())
    expect(pathname + search, 'it is this page that is judged').toBe(path)
    expect.soft(await findProblemsInViews(page, [view]), path).toEqual([])
    await check?.(path)
  }
}

/** On the narrowest screen, where the previous check has left the page. */
async function expectDoubledTextFits(page: Page, path: string) {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
    for (const folded of document.querySelectorAll('details')) folded.open = true
  })
  expect.soft(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBe(0)
}

async function placeTwoOrders(page: Page, shop: RunningShop, database: DatabaseClient) {
  const customer = await signInNewCustomerInBrowser(page, shop)
  const product = await findProductBySlug(database, 'organic-cane-jaggery-powder')
  const waiting = await placeOrderFor(customer, [{ product, quantity: 1 }])
  const arrived = await placeOrderFor(customer, [{ product, quantity: 2 }])
  await advanceOrder(shop, arrived.id, ['pending', 'processing', 'shipped'])
  return { customer, product, waiting, arrived }
}

for (const view of VIEWS) {
  test.describe(`ACCESS-1 in ${view.colorScheme} at ${view.width} px`, () => {
    test('ACCESS-1 STOREFRONT-39 ACCESS-5 no accessibility violation on the public pages, also without what a browser of the list lacks, and they fit with twice the text size', async ({
      page,
      context,
    }) => {
      await removeNewerApis(context)
      await checkPages(page, [...pathsFor('public'), ...LISTS], {
        view,
        check: (path) => expectDoubledTextFits(page, path),
      })
      await expectNewerApisRemoved(page)
    })

    test('ACCESS-1 no accessibility violation for a customer', async ({ page, shop, database }) => {
      const { customer, product, waiting, arrived } = await placeTwoOrders(page, shop, database)
      const dropped = await placeOrderFor(customer, [{ product, quantity: 3 }])
      await customer.post('/profile/orders', { order_id: dropped.id })
      await fillCart(page, database, { [product.slug]: 1 })
      await checkPages(
        page,
        [...pathsFor('customer', waiting.id), ...[arrived, dropped].map(({ id }) => `/profile/orders/${id}`)],
        { view },
      )
      // Public pages differ only in the header.
      await page.setViewportSize({ width: 1280, height: 800 })
      await openPage(page, '/')
      await expect(page.getByRole('button', { name: 'Asha' })).toBeVisible()
      expect(await findAccessibilityViolations(page, 'header')).toEqual([])
    })

    test('ACCESS-1 STOREFRONT-39 no accessibility violation for the owner, also without what a browser of the list lacks', async ({
      page,
      context,
      shop,
      database,
    }) => {
      await removeNewerApis(context)
      const { waiting, arrived } = await placeTwoOrders(page, shop, database)
      await signInOwnerInBrowser(page)
      await checkPages(
        page,
        [...pathsFor('admin', waiting.id), `/admin/orders/${arrived.id}`, '/admin/search?word=hing'],
        { view },
      )
      await expectNewerApisRemoved(page)
    })
  })
}

test('a violation is found if there is one', async ({ page }) => {
  await openPage(page, '/about')
  await page.evaluate(() => {
    document
      .querySelector('main')!
      .insertAdjacentHTML(
        'beforeend',
        '<img src="/favicon.svg"><p style="color:#bbb;width:400px">Faint and wide</p>',
      )
  })
  const found = (await findProblemsInViews(page)).join('\n')
  for (const barrier of ['image-alt', 'color-contrast', 'scrolls sideways']) expect(found).toContain(barrier)
})

test('ACCESS-2 no accessibility violation in the dialogs of products, categories and stock', async ({
  page,
  database,
}) => {
  await signInOwnerInBrowser(page)
  const { id } = await findProductBySlug(database, 'organic-cane-jaggery-powder')
  const [category] = await database.query<{ id: string }>('select id from categories limit 1')
  for (const path of [
    `/admin/products?edit=${id}`,
    `/admin/products?stock=${id}`,
    '/admin/categories?add=category',
    `/admin/categories?edit=${category!.id}`,
    '/admin/products?add=product',
  ]) {
    await openPage(page, path)
    await expect(page.locator('dialog:modal')).toBeVisible()
    await checkAccessibility(page, path)
  }
  await page.getByRole('button', { name: 'Add product' }).click()
  await expect(page.getByText('There is a problem')).toBeVisible()
  await checkAccessibility(page, 'a form that was refused')
  await openPage(page, '/admin/products')
  await page.getByRole('checkbox', { name: 'All 24 on this page' }).check()
  await page.getByLabel('With those chosen').selectOption('Set badge')
  await checkAccessibility(page, 'rows chosen')
})

async function checkOpenOverlay(page: Page, what: Locator) {
  await expect(what).toBeVisible()
  await checkAccessibility(page, String(what))
  await page.keyboard.press('Escape')
}

test('ACCESS-2 no accessibility violation in dialogs and menus', async ({ page, shop, database }) => {
  const customer = await signInNewCustomerInBrowser(page, shop)
  const product = await findProductBySlug(database, 'organic-cane-jaggery-powder')
  const [waiting, shipped] = [
    await placeOrderFor(customer, [{ product, quantity: 1 }]),
    await placeOrderFor(customer, [{ product, quantity: 2 }]),
  ]
  await advanceOrder(shop, shipped.id, ['pending', 'processing'])

  await openPage(page, '/products')
  await page.getByRole('button', { name: 'Asha' }).click()
  await checkOpenOverlay(page, page.getByRole('button', { name: 'Sign out' }))
  await page
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .click()
  await checkOpenOverlay(page, page.getByRole('button', { name: /^Increase quantity of/ }))
  await page.getByRole('button', { name: /^Decrease quantity of/ }).click()
  await addProductToCart(page, product.slug)
  await checkOpenOverlay(page, page.getByRole('region', { name: 'Added to your cart' }))
  await checkOpenOverlay(page, await openCart(page))
  const drawer = await openCart(page)
  await drawer.getByRole('button', { name: /^Remove/ }).click()
  await checkOpenOverlay(page, drawer.getByText('Your cart is empty'))
  await page.setViewportSize({ width: 360, height: 800 })
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  expect.soft(await findAccessibilityViolations(page), 'the menu of a phone').toEqual([])

  await page.setViewportSize({ width: 1280, height: 800 })
  await openPage(page, '/profile/orders')
  for (const order of [waiting, shipped]) {
    await page
      .getByRole('article', { name: order.shortId })
      .getByRole('button', { name: 'Cancel Order' })
      .click()
    await checkOpenOverlay(page, page.getByRole('dialog', { name: `Cancel order ${order.shortId}` }))
  }
  await openPage(page, `/profile/orders/${waiting.id}`)
  await page.getByRole('button', { name: 'Cancel Order' }).click()
  await checkOpenOverlay(page, page.getByRole('dialog', { name: `Cancel order ${waiting.shortId}` }))
})

test('ACCESS-3 no accessibility violation in forms with errors and in the checkout steps', async ({
  page,
  shop,
}) => {
  for (const [path, button] of [
    ['/login', 'Sign in'],
    ['/register', 'Create account'],
  ] as const) {
    await openPage(page, path)
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toBeFocused()
    await checkAccessibility(page, path)
  }
  await signInNewCustomerInBrowser(page, shop)
  await addProductToCart(page, 'organic-cane-jaggery-powder')
  await openPage(page, '/checkout')
  await page.getByLabel('City').fill('')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toBeFocused()
  await checkAccessibility(page, 'shipping with something missing')
  await page.getByLabel('City').fill('London')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page.getByRole('heading', { name: 'Payment Method' })).toBeVisible()
  await checkAccessibility(page, 'payment')
})
