import { ADMIN } from '../running-shop.ts'
import { expect, register, signIn, test } from './shop-fixture.ts'

test('§1 a shopper browses, buys and follows an order; the owner processes, ships and delivers it', async ({ page, newShopper }) => {
  const email = `asha-${Date.now()}@example.com`

  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Authentic Indian Flavors' })).toBeVisible()
  await page.getByRole('link', { name: 'Shop Now' }).click()
  await expect(page).toHaveURL(/\/products$/)
  await page.getByRole('combobox', { name: 'Category' }).selectOption({ label: 'Honey & Jaggery' })
  await expect(page).toHaveURL(/category=honey-jaggery/)
  await page.getByRole('link', { name: 'Wayanad Forest Honey' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Wayanad Forest Honey' })).toBeVisible()

  await page.getByRole('button', { name: /increase|one more|add one/i }).first().click()
  await page.getByRole('button', { name: /^add to cart/i }).first().click()
  await page.getByRole('button', { name: /cart, 2 items/i }).click()
  const cart = page.getByRole('dialog', { name: /cart/i })
  await expect(cart.getByText('£23.00').first()).toBeVisible()
  await cart.getByRole('button', { name: /checkout/i }).or(cart.getByRole('link', { name: /checkout/i })).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText('Please sign in to checkout')).toBeVisible()

  await page.getByRole('link', { name: 'Create an account' }).click()
  await register(page, email)
  await signIn(page, email)
  await expect(page).toHaveURL(/\/checkout/)
  await expect(page.getByRole('heading', { name: 'Shipping Information' })).toBeVisible()
  await expect(page.getByLabel('Full Name')).toHaveValue('Asha Menon')
  await page.getByRole('button', { name: /continue|payment/i }).click()
  await expect(page.getByRole('heading', { name: 'Payment Method' })).toBeVisible()
  await page.getByRole('button', { name: /pay £23\.00/i }).click()
  await expect(page.getByText('Order placed successfully!')).toBeVisible()
  const order = page.getByRole('article').first()
  await expect(order.getByText('Wayanad Forest Honey')).toBeVisible()
  const shortId = /[0-9A-F]{8}/.exec((await order.textContent()) ?? '')![0]

  const owner = await newShopper()
  await owner.goto('/admin')
  await owner.getByLabel('Email').fill(ADMIN.email)
  await owner.getByLabel('Password', { exact: false }).first().fill(ADMIN.password)
  await owner.getByRole('button', { name: /sign in|log in|login/i }).click()
  await expect(owner).toHaveURL(/\/admin\/dashboard/)
  await owner.getByRole('link', { name: 'Orders', exact: true }).click()
  await owner.getByRole('searchbox').fill(shortId)
  await owner.keyboard.press('Enter')
  await owner.getByRole('link', { name: new RegExp(shortId) }).first().click()
  await owner.getByRole('button', { name: 'Process' }).click()
  await owner.getByRole('button', { name: 'Ship', exact: true }).click()
  await owner.getByRole('button', { name: 'Mark Delivered' }).click()
  await expect(owner.getByText(/delivered/i).first()).toBeVisible()

  await page.goto('/profile/orders')
  await expect(page.getByText(/Delivered on/).first()).toBeVisible()
})
