import { PAGE_SIZE } from '#shop/constants.ts'
import { signInNewCustomer, PASSWORD } from '#tests/fixtures/http/http-client.ts'
import {
  placeOrderFor,
  findProductBySlug,
  signInNewCustomerInBrowser,
  fillSignInForm,
} from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'

test('ORDER-44 a customer who cancels an order sees it cancelled in the list, reached by link, Back and Forward', async ({
  page,
  shop,
  database,
}) => {
  const customer = await signInNewCustomerInBrowser(page, shop)
  const order = await placeOrderFor(customer, [
    { product: await findProductBySlug(database, 'malabar-cloves'), quantity: 1 },
  ])
  const card = page.getByRole('article', { name: order.shortId })
  await openPage(page, '/profile')
  await page.getByRole('button', { name: 'Asha', exact: true }).click()
  await page.getByRole('link', { name: 'Orders', exact: true }).click()
  await expect(card.getByText('Order Cancelled')).toHaveCount(0)
  await page.getByRole('link', { name: `Details for order ${order.shortId}` }).click()
  await expect(page.getByRole('button', { name: 'Cancel Order' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Back' }).getByRole('link', { name: 'Your orders' }).click()
  await expect(page.getByRole('heading', { name: order.shortId })).toBeFocused()

  await card.getByRole('button', { name: 'Cancel Order' }).click()
  await page.getByRole('button', { name: 'Yes, cancel this order' }).click()
  await expect(card.getByText('Order Cancelled')).toBeVisible()

  await page.getByRole('link', { name: `Details for order ${order.shortId}` }).click()
  await expect(page.getByText('Cancelled by you').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel Order' })).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Back' }).getByRole('link', { name: 'Your orders' }).click()
  const isCancelled = async (how: string) => {
    await expect(page.getByText('Cancelled by you').first(), how).toBeVisible()
    await expect(page.getByRole('button', { name: 'Cancel Order' }), how).toHaveCount(0)
  }
  await isCancelled('by a link')
  // The history entries before the cancellation (order, list, order, list) must show it too.
  for (const times of [1, 2, 3, 4]) {
    await page.goBack()
    await isCancelled(`by Back, ${times} times`)
  }
  await page.goForward()
  await isCancelled('by Forward')
})

test.describe('before hydration', () => {
  test.use({ javaScriptEnabled: false })

  test('ORDER-44 the cancel dialog opens in place, and its link returns to the order on its list page', async ({
    page,
    shop,
    database,
  }) => {
    const customer = await signInNewCustomer(shop.url)
    const product = await findProductBySlug(database, 'wayanad-orthodox-black-tea')
    const oldest = await placeOrderFor(customer, [{ product, quantity: 1 }])
    const second = await placeOrderFor(customer, [{ product, quantity: 1 }])
    for (let count = 0; count < PAGE_SIZE.customerOrders; count++)
      await placeOrderFor(customer, [{ product, quantity: 1 }])
    await page.goto('/login?return=/profile/orders?page=2')
    await fillSignInForm(page, customer.email, PASSWORD)
    await expect(page.getByRole('article', { name: second.shortId })).toBeVisible()
    await page
      .getByRole('article', { name: oldest.shortId })
      .getByRole('button', { name: 'Cancel Order' })
      .click()
    await expect(page.getByRole('button', { name: 'Yes, cancel this order' })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('heading', { name: `Cancel order ${oldest.shortId}` })).toBeInViewport({
      ratio: 1,
    })
    await page.getByRole('link', { name: 'Keep order' }).click()
    await expect(page.getByRole('button', { name: 'Yes, cancel this order' })).toHaveCount(0)
    await page.getByRole('navigation', { name: 'Back' }).getByRole('link', { name: 'Your orders' }).click()
    await expect(page).toHaveURL(`${shop.url}/profile/orders?page=2#order-${oldest.id}`)
    await expect(page.getByRole('heading', { name: oldest.shortId })).toBeInViewport({ ratio: 1 })
  })
})
