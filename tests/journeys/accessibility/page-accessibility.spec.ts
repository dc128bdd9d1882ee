import type { Locator, Page } from '@playwright/test'
import type { RouteEntry } from '#web/client/routing/route-definition.ts'
import { allRoutes } from '#web/all-routes.ts'
import { violationsOn } from '#tests/fixtures/browser/accessibility-violations.ts'
import { anOrderOf, moveOn, openCart, productAt, putIntoCart, signedInCustomer, signedInOwner } from '#tests/fixtures/browser/shop-actions.ts'
import { expect, open, test } from '#tests/fixtures/browser/shop-fixture.ts'

/** Movement is switched off, so that nothing is judged halfway through it. */
test.use({ contextOptions: { reducedMotion: 'reduce' }, expectedStatuses: [404, 422, 401] })

const WIDTHS = [1280, 768, 360]
/** Of the back-office the first and the last: its tablet layout is judged in office-barriers.spec.ts. */
const OFFICE_WIDTHS = [1280, 360]
const NARROWEST = 320
const HEIGHT = 800

/** Says what is wrong with the page as it stands, at the widths of a desk, a tablet and a phone. */
async function barriersOn(page: Page, widths = WIDTHS): Promise<string[]> {
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHT })
    found.push(...(await violationsOn(page)).map((violation) => `${violation} at ${width} px`))
  }
  await page.setViewportSize({ width: NARROWEST, height: HEIGHT })
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  if (tooWide > 0) found.push(`scrolls sideways by ${tooWide} px at ${NARROWEST} px`)
  await page.setViewportSize({ width: WIDTHS[0]!, height: HEIGHT })
  return found
}

/** The layout is the same in the dark, so that one width tells of its colours. */
const barriersInDark = async (page: Page) => {
  await page.setViewportSize({ width: WIDTHS[0]!, height: HEIGHT })
  return violationsOn(page)
}

const SAMPLE: Record<string, string> = { ':slug': 'wayanad-forest-honey', '*': 'nowhere' }
const pathOf = ({ path }: RouteEntry, orderId = '') =>
  path.replace(':id', orderId).replace(/:\w+|\*/g, (part) => SAMPLE[part]!).replace(/^(?!\/)/, '/')

const alreadyFollowed = new Set<string>()

/** Judges the page of a route, and follows the links that it shows to this person. */
async function judge(page: Page, path: string, widths = WIDTHS) {
  await open(page, path)
  expect(new URL(page.url()).pathname, 'it is this page that is judged').toBe(path)
  expect.soft(await barriersOn(page, widths), path).toEqual([])
  await expect.soft(page.locator('h1'), `${path} has one heading of the first level`).toHaveCount(1)
  const links = await page.locator('a[href^="/"]').evaluateAll((all) => all.map((link) => link.getAttribute('href')!))
  for (const href of links.filter((link) => !alreadyFollowed.has(link))) {
    alreadyFollowed.add(href)
    expect.soft((await page.request.get(href)).status(), `${href}, a link on ${path}`).toBe(200)
  }
}

const routesFor = (access: RouteEntry['access']) => allRoutes.filter((route) => route.access === access)

for (const route of routesFor('public')) {
  test(`§2 no barrier and no dead link on ${route.path}`, async ({ page }) => judge(page, pathOf(route)))
}

test('§2 no barrier and no dead link for a customer', async ({ page, shop, database }) => {
  const customer = await signedInCustomer(page, shop)
  const product = await productAt(database, 'organic-cane-jaggery-powder')
  const orders = await Promise.all([1, 2, 3].map((quantity) => anOrderOf(customer, [{ product, quantity }])))
  await moveOn(shop, orders[0]!.id, ['pending', 'processing', 'shipped'])
  await customer.post('/profile/orders', { order_id: orders[1]!.id })
  await putIntoCart(page, product.slug)
  for (const route of routesFor('customer')) await judge(page, pathOf(route, orders[0]!.id))
  await judge(page, `/profile/orders/${orders[1]!.id}`)
  // Public pages are the same for everybody but for their header.
  await open(page, '/')
  await expect(page.getByRole('button', { name: 'Asha' })).toBeVisible()
  expect(await violationsOn(page, 'header')).toEqual([])
})

test('§2 no barrier and no dead link for the owner, in light and dark', async ({ page, shop, database }) => {
  const customer = await signedInCustomer(page, shop)
  const product = await productAt(database, 'organic-cane-jaggery-powder')
  const [waiting, arrived] = [await anOrderOf(customer, [{ product, quantity: 1 }]), await anOrderOf(customer, [{ product, quantity: 2 }])]
  await moveOn(shop, arrived.id, ['pending', 'processing', 'shipped'])
  await signedInOwner(page)
  for (const route of routesFor('admin')) await judge(page, pathOf(route, waiting.id), OFFICE_WIDTHS)
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const path of ['/admin/dashboard', '/admin/products', '/admin/categories', '/admin/account', '/admin/orders', '/admin/audit', `/admin/orders/${waiting.id}`, `/admin/orders/${arrived.id}`]) {
    await open(page, path)
    expect.soft(await barriersInDark(page), `${path} in dark`).toEqual([])
  }
})

test('§2 no barrier in the dialogs of products, categories and stock, in light and dark', async ({ page, database }) => {
  await signedInOwner(page)
  const { id } = await productAt(database, 'organic-cane-jaggery-powder')
  const [category] = await database.query<{ id: string }>('select id from categories limit 1')
  const paths = ['/admin/products?add=product', `/admin/products?edit=${id}`, `/admin/products?stock=${id}`, '/admin/categories?add=category', `/admin/categories?edit=${category!.id}`]
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const path of paths) {
      await open(page, path)
      await expect(page.locator('dialog:modal')).toBeVisible()
      const barriers = colorScheme === 'dark' ? barriersInDark(page) : barriersOn(page, OFFICE_WIDTHS)
      expect.soft(await barriers, `${path} in ${colorScheme}`).toEqual([])
    }
  }
  // Refused as it is, the form tells why; with rows chosen, the table offers what can be done with them.
  await open(page, paths[0]!)
  await page.getByRole('button', { name: 'Add product' }).click()
  await expect(page.getByText('There is a problem')).toBeVisible()
  expect.soft(await barriersOn(page), 'a form that was refused, in dark').toEqual([])
  await open(page, '/admin/products')
  await page.getByRole('checkbox', { name: 'All 24 on this page' }).check()
  await page.getByLabel('With those chosen').selectOption('Set badge')
  expect.soft(await barriersOn(page), 'rows chosen, in dark').toEqual([])
})

test('a barrier is found where there is one', async ({ page }) => {
  await open(page, '/about')
  await page.evaluate(() => {
    document.querySelector('main')!.insertAdjacentHTML('beforeend', '<img src="/favicon.svg"><p style="color:#bbb;width:400px">Faint and wide</p>')
  })
  const found = (await barriersOn(page)).join('\n')
  for (const barrier of ['image-alt', 'color-contrast', 'scrolls sideways']) expect(found).toContain(barrier)
})

/** Judges what has just opened, and closes it again. */
async function judgeOpen(page: Page, what: Locator) {
  await expect(what).toBeVisible()
  expect.soft(await barriersOn(page), String(what)).toEqual([])
  await page.keyboard.press('Escape')
}

test('§2 nothing that opens over a page shuts anybody out', async ({ page, shop, database }) => {
  const customer = await signedInCustomer(page, shop)
  const product = await productAt(database, 'organic-cane-jaggery-powder')
  const [waiting, shipped] = [await anOrderOf(customer, [{ product, quantity: 1 }]), await anOrderOf(customer, [{ product, quantity: 2 }])]
  await moveOn(shop, shipped.id, ['pending', 'processing'])

  await open(page, '/products')
  await page.getByRole('button', { name: 'Asha' }).click()
  await judgeOpen(page, page.getByRole('button', { name: 'Sign out' }))
  await page.getByRole('button', { name: /^Add to Cart/ }).first().click()
  await judgeOpen(page, page.getByRole('button', { name: /^Increase quantity of/ }))
  await page.getByRole('button', { name: /^Decrease quantity of/ }).click()
  await putIntoCart(page, product.slug)
  await judgeOpen(page, page.getByRole('region', { name: 'Added to your cart' }))
  await judgeOpen(page, await openCart(page))
  const drawer = await openCart(page)
  await drawer.getByRole('button', { name: /^Remove/ }).click()
  await judgeOpen(page, drawer.getByText('Your cart is empty'))
  await page.setViewportSize({ width: 360, height: HEIGHT })
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  expect.soft(await violationsOn(page), 'the menu of a phone').toEqual([])

  await page.setViewportSize({ width: 1280, height: HEIGHT })
  await open(page, '/profile/orders')
  for (const order of [waiting, shipped]) {
    await page.getByRole('article', { name: order.shortId }).getByRole('button', { name: 'Cancel Order' }).click()
    await judgeOpen(page, page.getByRole('dialog', { name: `Cancel order ${order.shortId}` }))
  }
  await open(page, `/profile/orders/${waiting.id}`)
  await page.getByRole('button', { name: 'Cancel Order' }).click()
  await judgeOpen(page, page.getByRole('dialog', { name: `Cancel order ${waiting.shortId}` }))

  await signedInOwner(page)
  await open(page, `/admin/orders?search=${waiting.shortId}`)
  await page.getByRole('row').getByRole('button', { name: 'Cancel' }).click()
  const dialog = page.getByRole('dialog', { name: `Cancel order ${waiting.shortId}` })
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await judgeOpen(page, dialog.getByText('Please provide a cancellation reason'))
  await open(page, `/admin/orders/${waiting.id}`)
  await page.getByRole('button', { name: 'Cancel Order' }).click()
  await judgeOpen(page, page.getByRole('dialog', { name: `Cancel order ${waiting.shortId}` }))
})

test('§2 §5 no form shuts anybody out when it says what is wrong, nor the steps of the checkout', async ({ page, shop }) => {
  for (const [path, button] of [['/login', 'Sign in'], ['/register', 'Create account'], ['/admin', 'Sign in']] as const) {
    await open(page, path)
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toBeFocused()
    expect.soft(await barriersOn(page), path).toEqual([])
  }
  await signedInCustomer(page, shop)
  await putIntoCart(page, 'organic-cane-jaggery-powder')
  await open(page, '/checkout')
  await page.getByLabel('City').fill('')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toBeFocused()
  expect.soft(await barriersOn(page), 'shipping with something missing').toEqual([])
  await page.getByLabel('City').fill('London')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page.getByRole('heading', { name: 'Payment Method' })).toBeVisible()
  expect.soft(await barriersOn(page), 'payment').toEqual([])
})
