import { pageText } from '#tests/fixtures/http/page-text.ts'
import { openPage, expect, waitForHydration, test } from '#tests/fixtures/browser/shop-fixture.ts'
import {
  openCart,
  passwordField,
  fillRegistrationForm,
  fillSignInForm,
  signInAsOwner,
} from '#tests/fixtures/browser/shop-actions.ts'

test.describe('CONTENT-9 /privacy names everything that the shop stores in the browser of a customer', () => {
  test('STOREFRONT-1 CHECKOUT-4 ORDER-6 a shopper browses, buys and follows an order; the owner processes, ships and delivers it', async ({
    page,
    newShopper,
  }) => {
    const email = `asha-${Date.now()}@example.com`
    const privacy = pageText(await (await page.request.get('/privacy')).text())
    const findUnnamed = async () => {
      const cookies = (await page.context().cookies()).map(({ name }) => name.replace(/^__Host-/, ''))
      const stored = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
      return [...cookies, ...stored].filter((name) => !privacy.includes(name))
    }

    await openPage(page, '/')
    expect(await findUnnamed()).toEqual([])
    await expect(page.getByRole('heading', { name: 'Authentic Indian Flavors' })).toBeVisible()
    await page.getByRole('link', { name: 'Shop Now' }).click()
    await expect(page).toHaveURL(/\/products$/)
    await page.getByRole('combobox', { name: 'Category' }).selectOption({ label: 'Honey & Jaggery' })
    await expect(page).toHaveURL(/category=honey-jaggery/)
    await page.getByRole('link', { name: 'Wayanad Forest Honey' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Wayanad Forest Honey' })).toBeVisible()

    await page.getByRole('button', { name: 'Things I avoid' }).click()
    await page.getByLabel('milk', { exact: true }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('avoided-allergens'))).not.toBeNull()
    await page.getByRole('button', { name: 'Increase quantity of Wayanad Forest Honey' }).click()
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
    const cart = await openCart(page)
    await expect(page.getByRole('button', { name: 'Cart, 2 items', includeHidden: true })).toBeAttached()
    await expect(cart.getByText('£23.00').first()).toBeVisible()
    await cart.getByRole('button', { name: 'Checkout' }).click()
    await expect(page).toHaveURL(/\/login/)
    await expect(page.getByText('Please sign in to checkout')).toBeVisible()

    await page.getByRole('link', { name: 'Create an account' }).click()
    await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
    await fillRegistrationForm(page, email)
    await expect(passwordField(page)).toBeVisible()
    await fillSignInForm(page, email)
    await expect(page).toHaveURL(/\/checkout/)
    await expect(page.getByRole('heading', { name: 'Shipping Information' })).toBeVisible()
    await expect(page.getByLabel('Full Name')).toHaveValue('Asha Menon')
    await page.getByLabel('City').fill('Leeds')
    await page.getByRole('button', { name: 'Continue to payment' }).click()
    await expect(page.getByRole('heading', { name: 'Payment Method' })).toBeVisible()
    await expect(page.getByRole('radio', { name: 'Cash / Card on Delivery' })).toBeChecked()
    await expect(page.getByRole('radio', { name: 'Credit / Debit Card' })).toBeDisabled()
    await expect(page.getByText('Coming soon')).toBeVisible()
    await page.reload()
    await waitForHydration(page)
    expect(await findUnnamed()).toEqual([])
    expect((await page.context().cookies()).length, 'somebody signed in holds cookies').toBeGreaterThan(2)
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Shipping Information' })).toBeVisible()
    await page.getByRole('button', { name: 'Continue to payment' }).click()
    await page.getByRole('button', { name: 'pay £23.00' }).click()
    await expect(page.getByText('Order placed successfully!').first()).toBeVisible()
    await expect(page).toHaveURL(/\/profile\/orders/)
    await expect(page.getByRole('button', { name: 'Cart', exact: true })).toBeVisible()
    const order = page.getByRole('article')
    await expect(order).toHaveCount(1)
    await expect(order.getByText('Wayanad Forest Honey')).toBeVisible()
    await expect(order.getByRole('list', { name: 'Order progress' }).getByRole('listitem')).toHaveText([
      /Pending/,
      /Processing/,
      /Shipped/,
      /Delivered/,
    ])
    await expect(order.getByText('Expected delivery')).toBeVisible()
    const shortId = /[0-9A-F]{8}/.exec(await order.getByRole('heading', { name: /^Order/ }).innerText())![0]

    const owner = await newShopper()
    await openPage(owner, '/admin')
    await signInAsOwner(owner)
    await expect(owner).toHaveURL(/\/admin\/dashboard/)
    await waitForHydration(owner)
    await expect(owner.getByText('Total products')).toBeVisible()
    await owner.getByRole('link', { name: 'Orders', exact: true }).click()
    await owner.getByRole('searchbox').fill(shortId)
    await owner.keyboard.press('Enter')
    await expect(owner).toHaveURL(new RegExp(`search=${shortId}`))
    await owner.getByRole('link', { name: shortId }).click()
    // The list that is left has a button of the same name.
    await expect(owner.getByRole('heading', { name: `Order ${shortId}` })).toBeVisible()
    await owner.getByRole('button', { name: 'Process' }).click()
    await owner.getByRole('button', { name: 'Ship', exact: true }).click()
    await owner.getByRole('button', { name: 'Mark Delivered' }).click()
    await expect(owner.getByText('Delivered on')).toBeVisible()
    await expect(owner.getByRole('button', { name: 'Mark Delivered' })).toBeHidden()

    await openPage(page, '/profile/orders')
    await expect(page.getByText('Delivered on')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Cancel Order' })).toBeHidden()
  })
})
