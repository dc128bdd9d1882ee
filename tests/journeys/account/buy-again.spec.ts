import {
  findProductBySlug,
  placeOrderFor,
  signInNewCustomerInBrowser,
  updateProductRow,
} from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'

// 503: while the server does not answer, the cart stays unchanged.
test.use({ expectedStatuses: [503] })

const CINNAMON = 'hand-rolled-cinnamon-quills'

test('ORDER-48 an order’s lines go into the cart by keyboard, and each change since is named', async ({
  page,
  shop,
  database,
}) => {
  const customer = await signInNewCustomerInBrowser(page, shop)
  const cinnamon = await findProductBySlug(database, CINNAMON)
  const [other] = await database.query<typeof cinnamon>(
    `select id, slug, name, price, stock from products where slug <> $1 and is_active and stock > 20 order by name limit 1`,
    [CINNAMON],
  )
  const { id } = await placeOrderFor(customer, [
    { product: cinnamon, quantity: 2 },
    { product: other!, quantity: 3 },
  ])
  await updateProductRow(database, CINNAMON, { price: cinnamon.price + 1 })
  await updateProductRow(database, other!.slug, { stock: 1 })
  await openPage(page, '/profile/orders')
  const button = page.getByRole('button', { name: 'Buy again' })
  await button.focus()
  await page.keyboard.press('Enter')
  const answer = page.getByRole('group', { name: '3 of 5 items added to your cart' })
  await expect(answer).toBeFocused()
  await expect(answer.getByRole('listitem')).toHaveCount(2)
  await expect(answer).toContainText(
    `${cinnamon.name} now costs £${(cinnamon.price + 1).toFixed(2)}, up from`,
  )
  await expect(answer).toContainText(`${other!.name}: 1 of 3 added. Only 1 left.`)
  await expect(page.getByRole('button', { name: 'Cart, 3 items' })).toBeVisible()

  // Otherwise the cart could be compared with the changes below.
  const compared = page.waitForResponse(/\/api\/cart\?/)
  await answer.getByRole('button', { name: 'View cart' }).click()
  await compared
  await expect(page.getByRole('dialog', { name: 'Your cart' })).toContainText(other!.name)
  await expect(page.getByText('Some things in your cart have changed')).toBeHidden()

  await updateProductRow(database, CINNAMON, { is_active: false })
  await updateProductRow(database, other!.slug, { stock: 0 })
  await openPage(page, `/profile/orders/${id}`)
  await page.getByRole('button', { name: 'Buy again' }).click()
  const nothing = page.getByRole('group', { name: 'Nothing was added to your cart' })
  await expect(nothing).toContainText(`${cinnamon.name} is no longer sold`)
  await expect(nothing).toContainText(`${other!.name} is sold out`)

  await page.route('**/api/cart?*', (route) => route.fulfill({ status: 503 }))
  await page.getByRole('button', { name: 'Buy again' }).click()
  await expect(page.getByRole('alert')).toContainText('nothing was added to your cart')
  await expect(page.getByRole('button', { name: 'Cart, 3 items' })).toBeVisible()
})
