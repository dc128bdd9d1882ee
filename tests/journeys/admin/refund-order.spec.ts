import { packingSlipsPath } from '#features/orders/packing-slips/admin/packing-slips-url.ts'
import { readStock } from '#tests/fixtures/databases/test-records.ts'
import { checkAccessibility } from '#tests/fixtures/browser/accessibility-views.ts'
import {
  advanceOrder,
  findProductBySlug,
  placeOrderFor,
  signInNewCustomerInBrowser,
  signInOwnerInBrowser,
} from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'

test.use({ expectedStatuses: [409, 422] })

const DELIVER = ['pending', 'processing', 'shipped'] as const

test('REFUND-1 REFUND-12 REFUND-18 a refund of one line: the payment is recorded, goods come back, the customer sees it', async ({
  page,
  newShopper,
  shop,
  database,
}) => {
  const honey = await findProductBySlug(database, 'wayanad-forest-honey')
  const jaggery = await findProductBySlug(database, 'organic-cane-jaggery-powder')
  const shopper = await newShopper()
  const customer = await signInNewCustomerInBrowser(shopper, shop)
  const { id, shortId } = await placeOrderFor(customer, [
    { product: honey, quantity: 2 },
    { product: jaggery, quantity: 1 },
  ])
  await advanceOrder(shop, id, DELIVER)
  const stock = await readStock(database, honey)
  const amount = `£${honey.price.toFixed(2)}`
  const total = (2 * honey.price + jaggery.price).toFixed(2)

  await signInOwnerInBrowser(page)
  await openPage(page, `/admin/orders/${id}`)
  const payment = page.getByRole('region', { name: 'Payment and refunds' })
  await expect(page.getByText('It is not recorded yet how this order was paid.')).toBeVisible()
  await payment.getByRole('button', { name: 'Cash' }).click()
  await expect(payment.getByText('Paid in cash')).toBeVisible()
  await expect(page.getByText('It is not recorded yet how this order was paid.')).toBeHidden()

  await payment.getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog', { name: `Refund order ${shortId}` })
  const confirm = (name: string) => dialog.getByRole('button', { name, exact: true })
  await confirm('Refund').click()
  await expect(dialog.getByRole('alert')).toBeFocused()
  await expect(dialog.getByRole('alert')).toContainText('Please give a reason for the refund')
  await checkAccessibility(page, 'the form with what is wrong')
  await confirm(`One more of ${honey.name}`).click()
  await dialog.getByLabel('How is the money given back?').selectOption('Cash')
  await dialog.getByLabel('Reason').fill('One jar came broken')
  await dialog.getByLabel('Goods come back to stock').check()
  await checkAccessibility(page, 'the form')
  await confirm(`Refund ${amount}`).click()
  await expect(dialog).toBeHidden()
  await expect(page.locator(':focus')).toHaveText(
    `${amount} refunded. The customer gets an email, if the order has an address: at once, or as soon as an unconfirmed address is confirmed.`,
  )
  await expect(payment).toContainText('One jar came broken')
  await expect(page.getByRole('region', { name: 'History' })).toContainText(`1 × ${honey.name}`)
  await checkAccessibility(page, 'the refund that was made')
  expect(await readStock(database, honey)).toBe(stock + 1)

  await payment.getByRole('button', { name: 'Refund' }).click()
  await dialog.getByRole('textbox', { name: `Quantity of ${honey.name}` }).press('ArrowUp')
  await expect(confirm(`Refund ${amount}`)).toBeVisible()
  await expect(confirm(`One more of ${honey.name}`)).toBeDisabled()
  await dialog.getByRole('button', { name: 'Whole order' }).click()
  await expect(confirm(`Refund £${(honey.price + jaggery.price).toFixed(2)}`)).toBeVisible()

  const kept = `£${(Number(total) - honey.price).toFixed(2)}`
  await openPage(page, packingSlipsPath([id]))
  await expect(page.getByRole('article')).toContainText(`Refunded${amount}Total after refunds${kept}`)
  await openPage(shopper, '/profile/orders')
  await expect(shopper.getByRole('article', { name: shortId })).toContainText(`Total after refunds ${kept}`)
  await openPage(shopper, `/profile/orders/${id}`)
  await expect(shopper.getByRole('table', { name: 'Items' })).toContainText(`1 × ${honey.name}: ${amount}`)
  await expect(shopper.locator('main')).not.toContainText('One jar came broken')
  await shopper.emulateMedia({ media: 'print' })
  await expect(shopper.getByRole('row', { name: 'Total after refunds' })).toContainText(kept)
  await shopper.emulateMedia({ media: 'screen' })
  await checkAccessibility(shopper, 'the receipt')
})
