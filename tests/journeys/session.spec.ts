import { expect, open, takenOver, test } from './shop-fixture.ts'
import { openCart, putIntoCart, signedInCustomer, signedInOwner, signIn, signInAsOwner } from './people.ts'
import { aCustomer } from '../visitor.ts'
import type { Page } from '@playwright/test'

test.use({ expectedStatuses: [503] })

const keptInBrowser = (page: Page) => page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
const menuOf = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function signOut(page: Page) {
  await menuOf(page, 'Asha').click()
  await page.getByRole('button', { name: 'Sign out' }).click()
}

test('§2 §4 the menu carries the first name; signing out clears the storage, leads home and takes every tab along', async ({ page, context, shop }) => {
  const { email } = await aCustomer(shop.url)
  await putIntoCart(page, 'sambar-powder')
  await expect(page.getByRole('link', { name: 'Register' }).first()).toBeVisible()
  await open(page, '/login')
  await signIn(page, email)
  await expect(page).toHaveURL(/\/$/)
  await menuOf(page, 'Asha').click()
  for (const name of ['Profile', 'Orders']) await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await expect(page.getByLabel('Full Name')).toHaveValue('Asha Menon')
  await page.getByLabel('Full Name').fill('Ammu Menon')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
  await expect(menuOf(page, 'Ammu'), 'the header follows a saved name').toBeVisible()
  await page.getByLabel('Full Name').fill('Asha Menon')
  await page.getByRole('button', { name: 'Save Changes' }).click()

  const [shelf, orders] = [await context.newPage(), await context.newPage()]
  await open(shelf, '/products')
  await open(orders, '/profile/orders')
  await expect(menuOf(shelf, 'Asha')).toBeVisible()
  await expect(menuOf(orders, 'Asha')).toBeVisible()
  await signOut(page)
  await expect(page).toHaveURL(/\/$/)
  await takenOver(page)
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  await expect(shelf.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  await expect(shelf.getByRole('button', { name: 'Cart', exact: true }), 'the cart went with the storage').toBeVisible()
  await expect(orders, 'a private page is left').toHaveURL(/\/$/)
  for (const tab of [page, shelf, orders]) expect(await keptInBrowser(tab)).toEqual([])
  expect((await context.cookies()).filter(({ name }) => /signed-in|access|refresh/.test(name))).toEqual([])
  await page.goto('/profile')
  await expect(page).toHaveURL(/\/login\?/)
})

test('§4 §8 when signing out fails on the server, the storage is cleared, the page leads home and the session is over', async ({ page, shop }) => {
  await signedInCustomer(page, shop)
  await putIntoCart(page, 'sambar-powder')
  await page.route('**/api/session', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 503, body: '' }) : route.continue(),
  )
  await signOut(page)
  await expect(page).toHaveURL(/\/$/)
  await takenOver(page)
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  expect(await keptInBrowser(page)).toEqual([])
  await page.goto('/profile/orders')
  await expect(page).toHaveURL(/\/login\?/)
})

test('§5 D20 checkout asks a visitor to sign in, and goes on from there with the cart as it was', async ({ page, shop }) => {
  const { email } = await aCustomer(shop.url)
  await putIntoCart(page, 'sambar-powder', 2)
  await (await openCart(page)).getByRole('button', { name: 'Checkout' }).click()
  await expect(page.getByText('Please sign in to checkout')).toBeVisible()
  await signIn(page, email, 'not-the-password')
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid email or password' })).toBeFocused()
  await signIn(page, email)
  await expect(page.getByRole('heading', { name: 'Shipping Information' })).toBeVisible()
  await expect(page.getByLabel('Full Name'), 'D20 the form starts from the profile').toHaveValue('Asha Menon')
  await expect(page.getByRole('region', { name: 'Order summary' }).getByText('£7.00').first()).toBeVisible()
})

test('§2 §4 back-office pages need the marker, and Logout removes it', async ({ page }) => {
  await open(page, '/admin')
  await signInAsOwner(page)
  await expect(page).toHaveURL(/\/admin\/dashboard/)
  await takenOver(page)
  expect(await page.evaluate(() => localStorage.getItem('admin-session'))).not.toBeNull()
  await page.evaluate(() => localStorage.removeItem('admin-session'))
  await page.goto('/admin/orders')
  await expect(page, 'without the marker').toHaveURL(/\/admin$/)

  await takenOver(page)
  await signInAsOwner(page)
  await expect(page).toHaveURL(/\/admin\/dashboard/)
  await takenOver(page)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/admin$/)
  expect(await page.evaluate(() => localStorage.getItem('admin-session'))).toBeNull()
  await page.goto('/admin/dashboard')
  await expect(page, 'the session is over on the server as well').toHaveURL(/\/admin$/)
})

test('§6 a customer at the back-office’s door is told so, and the form is cleared (§8)', async ({ page, shop }) => {
  const { email } = await aCustomer(shop.url)
  await open(page, '/admin')
  await signIn(page, email)
  await expect(page.getByText('Access denied. Admin privileges required.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('')
  await page.goto('/admin/dashboard')
  await expect(page).toHaveURL(/\/admin$/)
})

test('§4 signing out of the back-office in one tab closes the other', async ({ page, context }) => {
  await signedInOwner(page)
  const other = await context.newPage()
  await open(other, '/admin/orders')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/admin$/)
  await expect(other).toHaveURL(/\/admin$/)
})
