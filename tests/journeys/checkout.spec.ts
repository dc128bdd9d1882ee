import type { Page } from '@playwright/test'
import { lookInto, type Look } from '../requests/shop-database.ts'
import { expect, register, signIn, test } from './shop-fixture.ts'

let database: Look
test.beforeAll(({ shop }) => {
  database = lookInto(shop.dataDir)
})
test.afterAll(() => database.close())

let shoppers = 0
async function aShopper(page: Page): Promise<string> {
  const email = `shopper-${(shoppers += 1)}-${Date.now()}@example.com`
  await page.goto('/register')
  await register(page, email)
  await signIn(page, email)
  await expect(page).not.toHaveURL(/login/)
  return email
}
async function addToCart(page: Page, slug: string) {
  await page.goto(`/products/${slug}`)
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(page.getByRole('button', { name: 'View cart' })).toBeVisible()
}
async function toPayment(page: Page) {
  await page.goto('/checkout')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page.getByRole('heading', { name: 'Payment Method' })).toBeVisible()
}
const ordersOf = (email: string) =>
  database.query(`select o.id, o.total_amount from orders o join user_profiles u using (user_id) where u.email = $1`, [email])
const placeButton = (page: Page) => page.getByRole('button', { name: /^Place order and pay/ })

test('B15 both steps keep what is typed: through Back, a reload and the address bar', async ({ page }) => {
  await aShopper(page)
  await addToCart(page, 'malabar-cloves')
  await page.goto('/checkout')
  await page.getByLabel('City').fill('')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page.getByRole('alert')).toBeFocused()
  await page.getByRole('link', { name: 'Enter your town or city' }).click()
  await expect(page.getByLabel('City')).toBeFocused()
  await page.getByLabel('City').fill('York')
  await page.getByLabel('Post Code').fill('12345')
  await page.getByLabel('Post Code').blur()
  await expect(page.getByText('This does not look like a UK post code')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('City')).toHaveValue('York')
  await page.getByLabel('Post Code').fill('yo1 7hh')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page.getByText('York YO1 7HH')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Credit / Debit Card' })).toBeDisabled()
  await page.reload()
  await expect(placeButton(page)).toHaveAccessibleName('Place order and pay £3.60 on delivery')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByLabel('City')).toHaveValue('York')
})

test('D16 a price that changed under the shopper is named, nothing is ordered, and the new one can be accepted', async ({ page }) => {
  const email = await aShopper(page)
  await addToCart(page, 'tellicherry-black-peppercorns')
  await toPayment(page)
  await database.query(`update products set price = 5.25 where slug = 'tellicherry-black-peppercorns'`)
  await placeButton(page).click()
  await expect(page.getByText(/Error placing order\. Please try again\./)).toBeVisible()
  await expect(page.getByText('The price of Tellicherry Black Peppercorns has changed from £4.75 to £5.25.')).toBeVisible()
  expect(await ordersOf(email)).toEqual([])
  await placeButton(page).click()
  await expect(page.getByText('Order placed successfully!')).toBeVisible()
  expect(await ordersOf(email)).toMatchObject([{ total_amount: 5.25 }])
  await expect(page.getByRole('button', { name: 'Cart', exact: true })).toBeVisible()
  await database.query(`update products set price = 4.75 where slug = 'tellicherry-black-peppercorns'`)
})

test('D11 a cart whose only product was withdrawn says so instead of ordering', async ({ page }) => {
  const email = await aShopper(page)
  await addToCart(page, 'nendran-banana-chips')
  await toPayment(page)
  await database.query(`update products set is_active = false where slug = 'nendran-banana-chips'`)
  await placeButton(page).click()
  await expect(page.getByText(/Nendran Banana Chips is no longer sold/)).toBeVisible()
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  expect(await ordersOf(email)).toEqual([])
  await database.query(`update products set is_active = true where slug = 'nendran-banana-chips'`)
})

test('D17 an answer that is lost on its way costs neither the entries nor a second order', async ({ page }) => {
  const email = await aShopper(page)
  await addToCart(page, 'malabar-cloves')
  await toPayment(page)
  let isLost = true
  await page.route('**/_data**', async (route) => {
    if (!isLost || route.request().method() !== 'POST') return route.continue()
    isLost = false
    await route.fetch()
    return route.fulfill({ contentType: 'text/html', body: 'a wall in between' })
  })
  await placeButton(page).click()
  await expect(page.getByText(/We could not reach the shop/)).toBeVisible()
  expect(await ordersOf(email)).toHaveLength(1)
  await placeButton(page).dblclick()
  await expect(page.getByText('Order placed successfully!')).toBeVisible()
  expect(await ordersOf(email)).toHaveLength(1)
})

test('§4 cancelling: asked before it ships, phoned once it has, not offered when it is there', async ({ page }) => {
  const email = await aShopper(page)
  for (let order = 0; order < 2; order += 1) {
    await addToCart(page, 'malabar-cloves')
    await toPayment(page)
    await placeButton(page).click()
    await expect(page.getByText('Order placed successfully!')).toBeVisible()
  }
  await page.getByRole('button', { name: 'Cancel Order' }).first().click()
  const question = page.getByRole('dialog')
  await expect(question.getByText('£3.60')).toBeVisible()
  await question.getByRole('button', { name: 'Yes, cancel this order' }).click()
  await expect(page.getByText('Order Cancelled')).toBeVisible()
  await expect(page.locator(':focus')).toContainText('Your order is cancelled.')

  const [open] = await database.query(
    `select o.id from orders o join user_profiles u using (user_id) where u.email = $1 and o.status = 'pending'`, [email])
  for (const status of ['processing', 'shipped']) await database.query(`update orders set status = $2 where id = $1`, [open!['id'], status])
  await page.reload()
  await page.getByRole('button', { name: 'Cancel Order' }).click()
  await expect(question.getByText('020 7946 0123').first()).toBeVisible()
  await expect(question.getByRole('button', { name: /yes/i })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await database.query(`update orders set status = 'delivered', actual_delivery = now() where id = $1`, [open!['id']])
  await page.reload()
  await expect(page.getByText('Delivered on')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel Order' })).toHaveCount(0)
})
