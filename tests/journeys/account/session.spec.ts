import { SIGNED_IN_COOKIE } from '#shop/session.ts'
import { expect, openPage, waitForHydration, test } from '#tests/fixtures/browser/shop-fixture.ts'
import {
  placeOrderFor,
  openCart,
  findProductBySlug,
  addProductToCart,
  signInNewCustomerInBrowser,
  signInOwnerInBrowser,
  fillSignInForm,
  signInAsOwner,
} from '#tests/fixtures/browser/shop-actions.ts'
import { signInNewCustomer } from '#tests/fixtures/http/http-client.ts'
import type { Page } from '@playwright/test'

// 401: a page that listens to events learns that its session has ended.
test.use({ expectedStatuses: [401, 503] })

const storedInBrowser = (page: Page) =>
  page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
const menuOf = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function signOut(page: Page) {
  await menuOf(page, 'Asha').click()
  await page.getByRole('button', { name: 'Sign out' }).click()
}

test('STOREFRONT-4 SESSION-6 the menu shows the first name; signing out clears the storage, opens the home page and signs out every tab', async ({
  page,
  context,
  shop,
}) => {
  const { email } = await signInNewCustomer(shop.url)
  await addProductToCart(page, 'sambar-powder')
  await expect(page.getByRole('link', { name: 'Register' }).first()).toBeVisible()
  await openPage(page, '/login')
  await fillSignInForm(page, email)
  await expect(page).toHaveURL(/\/$/)
  await menuOf(page, 'Asha').click()
  for (const name of ['Profile', 'Orders'])
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await expect(page.getByLabel('Full Name')).toHaveValue('Asha Menon')
  await page.getByLabel('Full Name').fill('Ammu Menon')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
  await expect(menuOf(page, 'Ammu'), 'the header follows a saved name').toBeVisible()
  await page.getByLabel('Full Name').fill('Asha Menon')
  await page.getByRole('button', { name: 'Save Changes' }).click()

  const [category, orders] = [await context.newPage(), await context.newPage()]
  await openPage(category, '/products')
  await openPage(orders, '/profile/orders')
  await expect(menuOf(category, 'Asha')).toBeVisible()
  await expect(menuOf(orders, 'Asha')).toBeVisible()
  await signOut(page)
  await expect(page.getByText('You are signed out.').first()).toBeVisible()
  await expect(page.locator('[data-announcer]'), 'a screen reader says it').toHaveText('You are signed out.')
  await expect(page).toHaveURL(/\/$/)
  await waitForHydration(page)
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  await expect(category.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  await expect(
    category.getByRole('button', { name: 'Cart', exact: true }),
    'the cart went with the storage',
  ).toBeVisible()
  await expect(orders, 'SESSION-31 a private page is left, and says why').toHaveURL(/\/login$/)
  await expect(orders.getByText('You are signed out.').first()).toBeVisible()
  for (const tab of [page, category, orders]) expect(await storedInBrowser(tab)).toEqual([])
  expect((await context.cookies()).filter(({ name }) => name === SIGNED_IN_COOKIE)).toEqual([])
  // A refresh already started by another tab may restore session cookies, but they are not valid.
  await context.addCookies([{ name: SIGNED_IN_COOKIE, value: '1', url: shop.url }])
  await page.goto('/profile')
  await expect(page).toHaveURL(/\/login\?/)
})

test('SESSION-23 the sign-in pages redirect a signed-in user without being shown; after the session has ended they show the form', async ({
  page,
  shop,
  database,
}) => {
  const { email } = await signInNewCustomerInBrowser(page, shop)
  for (const [path, to] of [
    ['/login?return=%2Fprofile%2Forders', '/profile/orders'],
    ['/register', '/'],
  ] as const) {
    const response = await page.goto(path)
    expect(response!.request().redirectedFrom()?.url(), 'the first answer').toBe(shop.url + path)
    expect(response!.url()).toBe(shop.url + to)
  }
  await expect(menuOf(page, 'Asha')).toBeVisible()

  await database.query('delete from accounts.session')
  await menuOf(page, 'Asha').click()
  await page.getByRole('link', { name: 'Orders', exact: true }).click()
  await expect(page.getByText('Please sign in to see this page')).toBeVisible()
  await fillSignInForm(page, email)
  await expect(page.getByRole('heading', { name: 'Your orders' })).toBeVisible()
})

test('SESSION-23 an open sign-in page learns that another tab has signed in, and nothing on it moves', async ({
  page,
  context,
  shop,
}) => {
  let letGo = () => {}
  const isLetGo = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/_data**', async (route) => {
    await isLetGo
    await route.continue()
  })
  for (const path of ['/register', '/login?return=%2Fprofile%2Forders']) {
    await context.clearCookies()
    await openPage(page, path)
    await page.evaluate(() => {
      new PerformanceObserver((list) => {
        const shifts = list.getEntries() as (PerformanceEntry & { value: number })[]
        // Smaller shifts come from the header menu, which shows the name.
        if (shifts.some(({ value }) => value > 0.001)) document.documentElement.dataset['shift'] = ''
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await signInNewCustomerInBrowser(page, shop)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(page.getByText('You are signed in already.')).toBeVisible()
    await expect(page.locator('main form')).toHaveAttribute('inert')
    await expect(page.locator('html'), 'nothing moves').not.toHaveAttribute('data-shift')
  }
  letGo()
  await expect(page.getByRole('heading', { name: 'Your orders' })).toBeVisible()
})

test('SESSION-7 if signing out fails on the server, the storage is cleared, the home page opens and the session is over', async ({
  page,
  shop,
}) => {
  await signInNewCustomerInBrowser(page, shop)
  await addProductToCart(page, 'sambar-powder')
  await page.route('**/api/session', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 503, body: '' }) : route.continue(),
  )
  await signOut(page)
  await expect(page).toHaveURL(/\/$/)
  await waitForHydration(page)
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  expect(await storedInBrowser(page)).toEqual([])
  await page.goto('/profile/orders')
  await expect(page).toHaveURL(/\/login\?/)
})

test('CHECKOUT-3 CHECKOUT-9 CHECKOUT-10 checkout asks a visitor to sign in and continues with the same cart', async ({
  page,
  shop,
}) => {
  const { email } = await signInNewCustomer(shop.url)
  await addProductToCart(page, 'sambar-powder', 2)
  await (await openCart(page)).getByRole('button', { name: 'Checkout' }).click()
  await expect(page.getByText('Please sign in to checkout')).toBeVisible()
  await fillSignInForm(page, email, 'not-the-password')
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid email or password' })).toBeFocused()
  await fillSignInForm(page, email)
  await expect(page.getByRole('heading', { name: 'Shipping Information' })).toBeVisible()
  await expect(page.getByLabel('Full Name'), 'the form starts from the profile').toHaveValue('Asha Menon')
  await expect(page.getByRole('region', { name: 'Order summary' }).getByText('£7.00').first()).toBeVisible()
})

test('ADMIN-9 ADMIN-10 SESSION-25 back-office pages need the session marker, and Logout removes it and signs out the other tab', async ({
  page,
  context,
}) => {
  await openPage(page, '/admin')
  await signInAsOwner(page)
  await expect(page).toHaveURL(/\/admin\/dashboard/)
  await waitForHydration(page)
  expect(await page.evaluate(() => localStorage.getItem('admin-session'))).not.toBeNull()
  // An open admin page would notice, and redirect to sign-in by itself.
  await openPage(page, '/about')
  await page.evaluate(() => localStorage.removeItem('admin-session'))
  await page.goto('/admin/orders')
  await expect(page, 'without the marker').toHaveURL(/\/admin$/)

  await waitForHydration(page)
  await signInAsOwner(page)
  await expect(page).toHaveURL(/\/admin\/dashboard/)
  const other = await context.newPage()
  await openPage(other, '/admin/orders')
  await page.bringToFront()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByText('You are signed out.').first()).toBeVisible()
  await expect(page).toHaveURL(/\/admin$/)
  await expect(other).toHaveURL(/\/admin$/)
  expect(await page.evaluate(() => localStorage.getItem('admin-session'))).toBeNull()
  await page.goto('/admin/dashboard')
  await expect(page, 'the session is over on the server as well').toHaveURL(/\/admin\?return=/)
  await waitForHydration(page)
  await expect(page.getByText('has ended'), 'a user who logged out is not told of an end').toHaveCount(0)
})

test('SESSION-24 SESSION-5 an expired back-office session is reported on the sign-in page of every tab, which refuses a customer and leads back to the order', async ({
  page,
  context,
  shop,
  database,
}) => {
  const ended = page.getByText('Your session has ended. Sign in to the back-office to go on.')
  const customer = await signInNewCustomer(shop.url)
  const { id, shortId } = await placeOrderFor(customer, [
    { product: await findProductBySlug(database, 'malabar-cloves'), quantity: 1 },
  ])
  await signInOwnerInBrowser(page)
  await openPage(page, `/admin/orders/${id}`)
  const other = await context.newPage()
  await openPage(other, '/admin/orders?status=pending')
  await expect(other.getByText(shortId)).toBeVisible()

  // The headless shell draws no frames for a page in the background, and a click waits for one.
  await page.bringToFront()
  await database.query('delete from accounts.session where is_admin_session')
  // A page that comes to the front requests updates, and may leave for the sign-in page before the press or
  // during it. A waiting click would press the button after the next sign-in.
  await page
    .evaluate(() =>
      [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Process')?.click(),
    )
    .catch(() => expect(page).toHaveURL(/\/admin\?/))
  await expect(ended).toBeVisible()
  await expect(page, 'the notice is said once').toHaveURL(
    new RegExp(`/admin\\?return=%2Fadmin%2Forders%2F${id}$`),
  )
  await expect(other, 'it hears of the end by itself').toHaveURL(/\/admin\?return=%2Fadmin%2Forders/)
  await expect(other.getByText('has ended')).toBeVisible()

  await fillSignInForm(page, customer.email)
  await expect(page.getByText('Access denied. Admin privileges required.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('')
  await signInAsOwner(page)
  await expect(page).toHaveURL(new RegExp(`/admin/orders/${id}$`))
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Process' }).click()
  await expect(page.getByRole('button', { name: 'Ship' })).toBeVisible()
})

test('STOREFRONT-22 a notice passed to another page is shown once: not after a reload or Back', async ({
  page,
  shop,
}) => {
  const { email } = await signInNewCustomer(shop.url)
  const notice = page.getByText('Please sign in to checkout')
  await page.goto('/checkout')
  await waitForHydration(page)
  await expect(notice).toBeVisible()
  await expect(page).toHaveURL(/\/login\?return=%2Fcheckout$/)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible()
  await expect(notice).toHaveCount(0)

  await page.goto('/login?notice=sign-in-to-checkout&return=/checkout')
  await waitForHydration(page)
  await expect(notice).toBeVisible()
  await page.waitForFunction(() => !location.search.includes('notice'))
  await page.reload()
  await waitForHydration(page)
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible()
  await expect(notice).toHaveCount(0)
  await fillSignInForm(page, email, 'not-the-password')
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid email or password' })).toBeVisible()
  await expect(page).toHaveURL(/\/login\?return=%2Fcheckout$/)
  await fillSignInForm(page, email)
  await expect(page).toHaveURL(/\/checkout/)
})
