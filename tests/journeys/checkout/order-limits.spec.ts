import {
  updateProductRow,
  addProductToCart,
  signInNewCustomerInBrowser,
} from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'

test('LIMIT-11 order limits are shown in the cart, and an older cart is reduced with a notice', async ({
  page,
  database,
}) => {
  await updateProductRow(database, 'malabar-cloves', { stock: 500 })
  await addProductToCart(page, 'malabar-cloves', 2)
  await page.evaluate(() => {
    const cart = JSON.parse(localStorage.getItem('cart-storage')!) as { lines: { quantity: number }[] }
    cart.lines[0]!.quantity = 300
    localStorage.setItem('cart-storage', JSON.stringify(cart))
  })
  await openPage(page, '/about')
  await page.getByRole('button', { name: 'Cart, 300 items' }).click()
  const drawer = page.getByRole('dialog', { name: 'Your cart' })
  await expect(
    drawer.getByText('At most 20 of one product in an order, so your cart now has 20 of Malabar Cloves.'),
  ).toBeVisible()
  await expect(drawer.getByRole('spinbutton')).toHaveValue('20')
})

test('LIMIT-12 the open-total limit is shown at the first checkout step, with a link to verify the email', async ({
  page,
  shop,
  database,
}) => {
  await database.query(`update settings set value = '10' where name = 'max_open_total_unverified'`)
  try {
    await signInNewCustomerInBrowser(page, shop)
    await addProductToCart(page, 'roasted-puttu-flour', 5)
    await openPage(page, '/checkout')
    const notice = page.getByText(/until your email address is verified, orders of up to £10\.00 in all/)
    await expect(notice).toBeVisible()
    const newLink = page.getByRole('button', { name: 'Send me a new link' })
    await newLink.click()
    await expect(page.getByText(/^A new link is on its way to \S+@\S+\.$/)).toBeVisible()
    await expect(newLink, 'the focus stays where it was').toBeFocused()
    await page.getByRole('button', { name: 'Continue to payment' }).click()
    await expect(page.getByRole('heading', { name: 'Payment Method' })).toBeVisible()
    await expect(notice, 'and again where the order is placed').toBeVisible()
    // Playwright clicks aria-disabled elements only with `force`.
    await page.getByRole('button', { name: /^Place order/ }).click({ force: true })
    await expect(
      page.getByRole('group', { name: /^This order cannot be placed yet/ }),
      'which leads to the reason',
    ).toBeFocused()
    await expect(page.getByText('Please try again')).toHaveCount(0)
  } finally {
    await database.query(`update settings set value = '99999999' where name = 'max_open_total_unverified'`)
  }
})
