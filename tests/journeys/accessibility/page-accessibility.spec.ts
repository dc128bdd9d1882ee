import type { Locator, Page } from '@playwright/test'
import type { RouteDefinition } from '#web/client/routing/route-definition.ts'
import { allRoutes } from '#web/all-routes.ts'
import { findAccessibilityViolations } from '#tests/fixtures/browser/accessibility-violations.ts'
import {
  placeOrderFor,
  advanceOrder,
  openCart,
  findProductBySlug,
  addProductToCart,
  signInNewCustomerInBrowser,
  signInOwnerInBrowser,
} from '#tests/fixtures/browser/shop-actions.ts'
import type { DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'
import type { RunningShop } from '#tests/fixtures/shops/running-shop.ts'

test.use({ expectedStatuses: [404, 422, 401] })

const WIDTHS = [1280, 768, 360]
/** For the first and the last page; admin-order-accessibility.spec.ts covers the tablet layout. */
const ADMIN_WIDTHS = [1280, 360]
const ADMIN_PARTS = [1, 2, 3, 4]
const NARROWEST = 320
const HEIGHT = 800

async function checkAccessibility(page: Page, widths = WIDTHS): Promise<string[]> {
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHT })
    // Colours take most of the time of a check; those of the widths on both sides are checked.
    const rules = width === WIDTHS[1] ? 'allButColours' : 'all'
    found.push(
      ...(await findAccessibilityViolations(page, 'html', rules)).map(
        (violation) => `${violation} at ${width} px`,
      ),
    )
  }
  await page.setViewportSize({ width: NARROWEST, height: HEIGHT })
  const tooWide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  if (tooWide > 0) found.push(`scrolls sideways by ${tooWide} px at ${NARROWEST} px`)
  await page.setViewportSize({ width: WIDTHS[0]!, height: HEIGHT })
  return found
}

/** Only colours differ, so one width is enough. */
const checkAccessibilityInDark = async (page: Page) => {
  await page.setViewportSize({ width: WIDTHS[0]!, height: HEIGHT })
  return findAccessibilityViolations(page, 'html', 'colours')
}

const SAMPLE: Record<string, string> = { ':slug': 'wayanad-forest-honey', ':page': 'about', '*': 'nowhere' }
const pathOf = ({ path }: RouteDefinition, orderId = '') =>
  path
    .replace(':id', orderId)
    .replace(/:\w+|\*/g, (part) => SAMPLE[part]!)
    .replace(/^(?!\/)/, '/')

const alreadyFollowed = new Set<string>()

async function checkPage(page: Page, path: string, widths = WIDTHS) {
  await openPage(page, path)
  expect(new URL(page.url()).pathname, 'it is this page that is judged').toBe(path)
  expect.soft(await checkAccessibility(page, widths), path).toEqual([])
  await expect.soft(page.locator('h1'), `${path} has one heading of the first level`).toHaveCount(1)
  const links = await page
    .locator('a[href^="/"]')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')!))
  for (const href of links.filter((link) => !alreadyFollowed.has(link))) {
    alreadyFollowed.add(href)
    expect.soft((await page.request.get(href)).status(), `${href}, a link on ${path}`).toBe(200)
  }
}

const routesFor = (access: RouteDefinition['access']) => allRoutes.filter((route) => route.access === access)

for (const route of routesFor('public')) {
  test(`ACCESS-1 STOREFRONT-2 no accessibility violation and no dead link on ${route.path}`, async ({
    page,
  }) => checkPage(page, pathOf(route)))
}

test('ACCESS-1 no accessibility violation and no dead link for a customer', async ({
  page,
  shop,
  database,
}) => {
  const customer = await signInNewCustomerInBrowser(page, shop)
  const product = await findProductBySlug(database, 'organic-cane-jaggery-powder')
  const orders = await Promise.all(
    [1, 2, 3].map((quantity) => placeOrderFor(customer, [{ product, quantity }])),
  )
  await advanceOrder(shop, orders[0]!.id, ['pending', 'processing', 'shipped'])
  await customer.post('/profile/orders', { order_id: orders[1]!.id })
  await addProductToCart(page, product.slug)
  for (const route of routesFor('customer')) await checkPage(page, pathOf(route, orders[0]!.id))
  await checkPage(page, `/profile/orders/${orders[1]!.id}`)
  // Public pages differ only in the header.
  await openPage(page, '/')
  await expect(page.getByRole('button', { name: 'Asha' })).toBeVisible()
  expect(await findAccessibilityViolations(page, 'header')).toEqual([])
})

async function placeOrdersAndSignInOwner(page: Page, shop: RunningShop, database: DatabaseClient) {
  const customer = await signInNewCustomerInBrowser(page, shop)
  const product = await findProductBySlug(database, 'organic-cane-jaggery-powder')
  const [waiting, arrived] = [
    await placeOrderFor(customer, [{ product, quantity: 1 }]),
    await placeOrderFor(customer, [{ product, quantity: 2 }]),
  ]
  await advanceOrder(shop, arrived.id, ['pending', 'processing', 'shipped'])
  await signInOwnerInBrowser(page)
  await openPage(page, '/admin/dashboard')
  return { waiting, arrived }
}

// All of them in one test would take as long as a busy machine gives a test.
for (const part of ADMIN_PARTS) {
  test(`ACCESS-1 no accessibility violation and no dead link for the owner, part ${part} of ${ADMIN_PARTS.length}`, async ({
    page,
    shop,
    database,
  }) => {
    const { waiting } = await placeOrdersAndSignInOwner(page, shop, database)
    const routes = routesFor('admin').filter((_route, index) => index % ADMIN_PARTS.length === part - 1)
    expect(routes.length).toBeGreaterThan(0)
    for (const route of routes) await checkPage(page, pathOf(route, waiting.id), ADMIN_WIDTHS)
  })
}

test('ACCESS-1 no accessibility violation for the owner in dark', async ({ page, shop, database }) => {
  const { waiting, arrived } = await placeOrdersAndSignInOwner(page, shop, database)
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const path of [
    '/admin/dashboard',
    '/admin/products',
    '/admin/categories',
    '/admin/account',
    '/admin/orders',
    '/admin/audit',
    `/admin/orders/${waiting.id}`,
  ]) {
    await openPage(page, path)
    expect.soft(await checkAccessibilityInDark(page), `${path} in dark`).toEqual([])
  }
  // No test has them in light.
  for (const path of ['/admin/search?word=hing', `/admin/orders/${arrived.id}`]) {
    await openPage(page, path)
    expect.soft(await findAccessibilityViolations(page), `${path} in dark`).toEqual([])
  }
})

test('ACCESS-2 no accessibility violation in the dialogs of products, categories and stock, in light and dark', async ({
  page,
  database,
}) => {
  await signInOwnerInBrowser(page)
  const { id } = await findProductBySlug(database, 'organic-cane-jaggery-powder')
  const [category] = await database.query<{ id: string }>('select id from categories limit 1')
  const paths = [
    '/admin/products?add=product',
    `/admin/products?edit=${id}`,
    `/admin/products?stock=${id}`,
    '/admin/categories?add=category',
    `/admin/categories?edit=${category!.id}`,
  ]
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const path of paths) {
      await openPage(page, path)
      await expect(page.locator('dialog:modal')).toBeVisible()
      const barriers =
        colorScheme === 'dark' ? checkAccessibilityInDark(page) : checkAccessibility(page, ADMIN_WIDTHS)
      expect.soft(await barriers, `${path} in ${colorScheme}`).toEqual([])
    }
  }
  // With error messages in the form; with selected rows, the table shows its bulk actions.
  await openPage(page, paths[0]!)
  await page.getByRole('button', { name: 'Add product' }).click()
  await expect(page.getByText('There is a problem')).toBeVisible()
  expect.soft(await checkAccessibility(page), 'a form that was refused, in dark').toEqual([])
  await openPage(page, '/admin/products')
  await page.getByRole('checkbox', { name: 'All 24 on this page' }).check()
  await page.getByLabel('With those chosen').selectOption('Set badge')
  expect.soft(await checkAccessibility(page), 'rows chosen, in dark').toEqual([])
})

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
  const found = (await checkAccessibility(page)).join('\n')
  for (const barrier of ['image-alt', 'color-contrast', 'scrolls sideways']) expect(found).toContain(barrier)
})

async function checkOpenOverlay(page: Page, what: Locator) {
  await expect(what).toBeVisible()
  expect.soft(await checkAccessibility(page), String(what)).toEqual([])
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
  await page.setViewportSize({ width: 360, height: HEIGHT })
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  expect.soft(await findAccessibilityViolations(page), 'the menu of a phone').toEqual([])

  await page.setViewportSize({ width: 1280, height: HEIGHT })
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

  await signInOwnerInBrowser(page)
  await openPage(page, `/admin/orders?search=${waiting.shortId}`)
  await page.getByRole('row').getByRole('button', { name: 'Cancel' }).click()
  const dialog = page.getByRole('dialog', { name: `Cancel order ${waiting.shortId}` })
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await checkOpenOverlay(page, dialog.getByText('Please provide a cancellation reason'))
  await openPage(page, `/admin/orders/${waiting.id}`)
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
    ['/admin', 'Sign in'],
  ] as const) {
    await openPage(page, path)
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toBeFocused()
    expect.soft(await checkAccessibility(page), path).toEqual([])
  }
  await signInNewCustomerInBrowser(page, shop)
  await addProductToCart(page, 'organic-cane-jaggery-powder')
  await openPage(page, '/checkout')
  await page.getByLabel('City').fill('')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toBeFocused()
  expect.soft(await checkAccessibility(page), 'shipping with something missing').toEqual([])
  await page.getByLabel('City').fill('London')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page.getByRole('heading', { name: 'Payment Method' })).toBeVisible()
  expect.soft(await checkAccessibility(page), 'payment').toEqual([])
})
