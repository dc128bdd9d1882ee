import { readStock } from '#tests/fixtures/databases/test-records.ts'
import { signInNewCustomer } from '#tests/fixtures/http/http-client.ts'
import {
  placeOrderFor,
  advanceOrder,
  findProductBySlug,
  signInNewCustomerInBrowser,
  signInOwnerInBrowser,
} from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'

test('ORDER-11 ORDER-12 ORDER-14 a customer cancels unshipped orders, is asked to phone about shipped ones, and cannot cancel delivered ones', async ({
  page,
  shop,
  database,
}) => {
  const customer = await signInNewCustomerInBrowser(page, shop)
  const cinnamon = await findProductBySlug(database, 'hand-rolled-cinnamon-quills')
  const wanted = [{ product: cinnamon, quantity: 2 }]
  const [open_, shipped, arrived] = [
    await placeOrderFor(customer, wanted),
    await placeOrderFor(customer, wanted),
    await placeOrderFor(customer, wanted),
  ]
  await advanceOrder(shop, shipped.id, ['pending', 'processing'])
  await advanceOrder(shop, arrived.id, ['pending', 'processing', 'shipped'])
  const before = await readStock(database, cinnamon)
  await openPage(page, '/profile/orders')
  const card = (order: { shortId: string }) => page.getByRole('article', { name: order.shortId })

  await card(shipped).getByRole('button', { name: 'Cancel Order' }).click()
  const phone = page.getByRole('dialog', { name: `Cancel order ${shipped.shortId}` })
  await expect(phone).toContainText('020 7946 0123')
  await expect(phone.getByRole('link', { name: 'Phone 020 7946 0123' })).toHaveAttribute(
    'href',
    'tel:02079460123',
  )
  await expect(phone.getByRole('button', { name: /cancel/i }), 'nothing to press').toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(phone).toBeHidden()

  await expect(card(arrived)).toContainText('Delivered on')
  await expect(card(arrived)).not.toContainText('Expected delivery')
  await expect(card(arrived).getByRole('button', { name: 'Cancel Order' })).toHaveCount(0)

  const cancel = card(open_).getByRole('button', { name: 'Cancel Order' })
  await cancel.click()
  const question = page.getByRole('dialog', { name: `Cancel order ${open_.shortId}` })
  await question.getByRole('button', { name: 'Keep order' }).click()
  await expect(card(open_).getByText('Order Cancelled')).toHaveCount(0)
  await cancel.click()
  await question.getByRole('button', { name: 'Yes, cancel this order' }).click()
  await expect(question).toBeHidden()
  await expect(card(open_).getByText('Order Cancelled')).toBeVisible()
  await expect(page.locator(':focus')).toContainText('Your order is cancelled.')
  await expect(card(open_)).toContainText('Cancelled by you')
  await expect(card(open_)).not.toContainText('Expected delivery')
  await expect(card(open_).getByRole('button', { name: 'Cancel Order' })).toHaveCount(0)
  expect(await readStock(database, cinnamon)).toBe(before + 2)
})

test('ORDER-7 ORDER-9 ORDER-44 the owner cancels from the list with a reason, and on an order’s page in any status except cancelled; older pages show it', async ({
  page,
  shop,
  database,
}) => {
  const customer = await signInNewCustomer(shop.url)
  const nutmeg = await findProductBySlug(database, 'slow-cooked-garlic-pickle')
  const [waiting, arrived] = [
    await placeOrderFor(customer, [{ product: nutmeg, quantity: 1 }]),
    await placeOrderFor(customer, [{ product: nutmeg, quantity: 1 }]),
  ]
  await advanceOrder(shop, arrived.id, ['pending', 'processing', 'shipped'])
  await signInOwnerInBrowser(page)
  await openPage(page, `/admin/orders?search=${customer.email}`)
  const row = (order: { shortId: string }) => page.getByRole('row').filter({ hasText: order.shortId })
  await expect(row(arrived).getByRole('button', { name: 'Cancel' })).toHaveCount(0)

  await row(waiting).getByRole('link', { name: waiting.shortId }).click()
  await expect(page.getByRole('button', { name: 'Cancel Order' })).toBeVisible()
  await page.goBack()
  await row(waiting).getByRole('button', { name: 'Cancel' }).click()
  const dialog = page.getByRole('dialog', { name: `Cancel order ${waiting.shortId}` })
  await dialog.getByLabel('Reason').fill('   ')
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await expect(dialog.getByText('Please provide a cancellation reason')).toBeVisible()
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await dialog.getByLabel('Reason').fill('Rang to say so')
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await expect(dialog).toBeHidden()
  await expect(row(waiting)).toContainText('Cancelled')
  await expect(row(waiting).getByRole('button')).toHaveCount(0)

  await row(waiting).getByRole('link', { name: waiting.shortId }).click()
  await expect(page.getByRole('heading', { level: 1, name: waiting.shortId })).toBeVisible()
  await expect(page.getByText('Rang to say so')).toBeVisible()
  await expect(page.getByText('Cancelled by admin').first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('Cancelled')
  await expect(page.getByRole('button', { name: 'Cancel Order' })).toHaveCount(0)
  await page.goBack()
  await expect(row(waiting)).toContainText('Cancelled')

  const before = await readStock(database, nutmeg)
  await openPage(page, `/admin/orders/${arrived.id}`)
  await page.getByRole('button', { name: 'Cancel Order' }).click()
  const question = page.getByRole('dialog', { name: `Cancel order ${arrived.shortId}` })
  await expect(question).toContainText('not put back into stock')
  await question.getByRole('button', { name: 'Cancel order' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByRole('button', { name: 'Cancel Order' })).toHaveCount(0)
  expect(await readStock(database, nutmeg), 'delivered goods stay with the customer').toBe(before)
})
