import {
  updateProductRow,
  openCart,
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

test('LIMIT-12 the cart tells of the limit for unverified addresses only those it is for', async ({
  page,
  shop,
  database,
}) => {
  const limits = (unverified: string, verified: string) =>
    database.query(
      `update settings set value = case name when 'max_open_total_unverified' then $1::jsonb else $2::jsonb end
        where name in ('max_open_total_unverified', 'max_open_total_verified')`,
      [unverified, verified],
    )
  await limits('10', '30')
  try {
    const unverified = page.getByText(/^Until your email address is verified, orders of up to £10\.00/)
    /** Opened once the page knows the session. */
    const openCartAs = async (isSignedIn: boolean) => {
      await openPage(page, '/about')
      await expect(page.getByRole('button', { name: 'Asha' })).toHaveCount(isSignedIn ? 1 : 0)
      const drawer = await openCart(page)
      await expect(drawer.getByRole('button', { name: 'Checkout' })).toBeVisible()
    }
    await addProductToCart(page, 'roasted-puttu-flour', 4)
    await openCartAs(false)
    await expect(unverified).toHaveCount(0)
    const { email } = await signInNewCustomerInBrowser(page, shop)
    await openCartAs(true)
    await expect(unverified).toBeVisible()
    await database.query('update accounts."user" set email_verified = true where email = $1', [email])
    await openCartAs(true)
    await expect(unverified).toHaveCount(0)
    await addProductToCart(page, 'roasted-puttu-flour', 6)
    await openCart(page)
    await expect(page.getByText(/^Orders of up to £30\.00 in all can be on their way to you/)).toBeVisible()
  } finally {
    await limits('99999999', '99999999')
  }
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
