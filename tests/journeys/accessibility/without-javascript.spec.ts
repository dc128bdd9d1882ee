import { randomUUID } from 'node:crypto'
import { signInNewCustomer, PASSWORD } from '#tests/fixtures/http/http-client.ts'
import {
  placeOrderFor,
  findProductBySlug,
  fillRegistrationForm,
  fillSignInForm,
  signInAsOwner,
} from '#tests/fixtures/browser/shop-actions.ts'
import { expect, test } from '#tests/fixtures/browser/shop-fixture.ts'

test.use({ javaScriptEnabled: false, expectedStatuses: [404, 422] })

test('STOREFRONT-1 browsing, sorting and pagination work without JavaScript', async ({ page, database }) => {
  const [active] = await database.query<{ count: number }>(
    'select count(*) as count from products where is_active',
  )
  await page.goto('/')
  await page.getByRole('link', { name: 'Shop Now' }).click()
  await expect(page.getByText(`${active!.count} products`)).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(16)
  await page.getByRole('link', { name: 'Page 2', exact: true }).click()
  await expect(page).toHaveURL(/\?page=2$/)
  await expect(page.getByText('Page 2 of 3')).toBeAttached()

  await page.getByRole('combobox', { name: 'Category' }).selectOption({ label: 'Whole Spices' })
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'Price: Low to High' })
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Whole Spices' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText(
    'Small Black Mustard Seeds',
  )

  await page.getByRole('link', { name: 'Small Black Mustard Seeds' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Small Black Mustard Seeds' })).toBeVisible()
  await expect(page.getByText('£1.95').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to Cart', exact: true })).toBeDisabled()
  await expect(page.locator('noscript p')).toHaveText(
    'Your cart lives in your browser, so it needs JavaScript.',
  )
  await expect(page.locator('noscript p')).toBeVisible()
  await expect(
    page.getByRole('button', { name: /^Cart/ }),
    'nothing is offered that cannot answer',
  ).toBeHidden()

  await page.goto('/products/no-such-thing')
  await expect(page.getByRole('heading', { level: 1, name: 'Product Not Found' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to Products' }).click()
  await expect(page).toHaveURL(/\/products$/)
})

test('STOREFRONT-19 the notice about JavaScript is above the first pictures of a list, and an empty list does not mention delivery', async ({
  page,
}) => {
  await page.goto('/products')
  const noscriptText = (await page.locator('noscript p').boundingBox())!
  const picture = (await page.locator('.product-card img').first().boundingBox())!
  expect(picture.y - noscriptText.y - noscriptText.height).toBeGreaterThan(15)
  await expect(page.getByText('No delivery charge is added')).toHaveCount(1)
  await page.goto('/products?category=nowhere')
  await expect(page.getByText('0 products')).toBeVisible()
  await expect(page.getByText('No delivery charge is added')).toHaveCount(0)
})

test('ACCOUNT-14 ACCOUNT-32 registration, sign-in, profile and sign-out work without JavaScript', async ({
  page,
}) => {
  const email = `leela-${randomUUID()}@example.com`
  await page.goto('/register')
  await page.getByLabel('Full Name').fill('Leela')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'There is a problem' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Enter your phone number' })).toBeVisible()
  await expect(page.getByLabel('Full Name'), 'what was typed is kept').toHaveValue('Leela')
  await fillRegistrationForm(page, email)
  await fillSignInForm(page, email)

  await page.goto('/')
  await page.getByRole('link', { name: 'Account', exact: true }).click()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  const header = page.getByRole('banner')
  await expect(
    header.getByRole('link', { name: 'Login' }),
    'nobody who is signed in is asked to',
  ).toBeHidden()
  await expect(header.getByRole('link', { name: 'Orders' })).toBeVisible()
  await expect(page.getByLabel('Email')).not.toBeEditable()
  await page.getByLabel('City').fill('Leeds')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByLabel('City')).toHaveValue('Leeds')

  await page.goto('/checkout')
  await expect(page.locator('noscript .notice')).toContainText(
    'Your cart lives in your browser, so checkout needs JavaScript.',
  )

  await page.goto('/profile')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('You are signed out.')).toBeVisible()
  await page.goto('/profile')
  await expect(page).toHaveURL(/\/login\?/)
})

test('ADMIN-17 cancelling an order and the owner’s transitions work without JavaScript', async ({
  page,
  shop,
  database,
  newShopper,
}) => {
  const customer = await signInNewCustomer(shop.url)
  const tea = await findProductBySlug(database, 'wayanad-orthodox-black-tea')
  const kept = await placeOrderFor(customer, [{ product: tea, quantity: 1 }])
  const dropped = await placeOrderFor(customer, [{ product: tea, quantity: 2 }])
  await page.goto('/login?return=/profile/orders')
  await fillSignInForm(page, customer.email, PASSWORD)
  await page
    .getByRole('article', { name: dropped.shortId })
    .getByRole('button', { name: 'Cancel Order' })
    .click()
  await expect(page.getByRole('heading', { name: `Cancel order ${dropped.shortId}` })).toBeInViewport()
  await page.getByRole('button', { name: 'Yes, cancel this order' }).click()
  await expect(page.getByText('Your order is cancelled.')).toBeVisible()
  await expect(page.getByRole('article', { name: dropped.shortId })).toContainText('Order Cancelled')
  await page.getByRole('link', { name: 'Your orders' }).first().click()
  await expect(page.getByRole('article', { name: dropped.shortId })).toContainText('Order Cancelled')
  await expect(page.getByRole('article', { name: kept.shortId })).not.toContainText('Order Cancelled')

  const owner = await newShopper({ javaScriptEnabled: false })
  await owner.goto('/admin')
  await signInAsOwner(owner)
  await owner.goto(`/admin/orders?search=${kept.shortId}`)
  await owner.getByRole('button', { name: 'Process', exact: true }).click()
  await expect(owner.getByText('is now processing.')).toBeVisible()
  await owner.getByRole('button', { name: 'Cancel', exact: true }).click()
  await owner.getByRole('button', { name: 'Cancel order' }).click()
  await expect(
    owner
      .getByRole('link', { name: 'Please provide a cancellation reason' })
      .or(owner.getByText('Please provide a cancellation reason'))
      .first(),
  ).toBeVisible()
  await owner.getByLabel('Reason').fill('The last packet was torn')
  await owner.getByRole('button', { name: 'Cancel order' }).click()
  await expect(owner.getByText('is now cancelled.')).toBeVisible()
  await owner.getByRole('button', { name: 'Logout' }).click()
  await expect(owner.getByText('You are signed out.')).toBeVisible()
  await owner.goto('/admin/orders')
  await expect(owner).toHaveURL(/\/admin\?return=/)
})
