import { signInNewCustomer, signInAsAdmin } from '#tests/fixtures/http/http-client.ts'
import { checkAccessibility } from '#tests/fixtures/browser/accessibility-views.ts'
import {
  placeOrderFor,
  findProductBySlug,
  signInOwnerInBrowser,
} from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'

test.use({ expectedStatuses: [404, 409, 422] })

test('ACCESS-2 no accessibility violation in dialogs, confirmations and errors of products and categories', async ({
  page,
  database,
}) => {
  const { id, name } = await findProductBySlug(database, 'nendran-banana-chips')
  await signInOwnerInBrowser(page)
  await openPage(page, '/admin/products')
  await page.getByRole('button', { name: 'Keys' }).click()
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
  await checkAccessibility(page, 'the keys of the products')
  await page.keyboard.press('Escape')
  await page.getByLabel('All 24 on this page').check()
  await page.getByRole('button', { name: /^Choose all \d+ of this list$/ }).click()
  await page.getByLabel('With those chosen').selectOption('Make inactive')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('heading', { name: /^Change all/ })).toBeFocused()
  await checkAccessibility(page, 'the question before a whole list is changed')
  await page.getByRole('button', { name: 'Leave them' }).click()
  await page.getByRole('button', { name: 'Only those on this page' }).click()
  await page.getByLabel('With those chosen').selectOption('Make active')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText(/ changed/).first()).toBeVisible()
  await checkAccessibility(page, 'the results of those chosen')

  await openPage(page, `/admin/products?stock=${id}`)
  await page.getByLabel('Quantity change').fill('-100000')
  await page.getByLabel('Reason').fill('Counted')
  await page.getByRole('button', { name: 'Adjust stock' }).click()
  await expect(page.getByLabel('Quantity change')).toHaveAccessibleDescription(/Stock cannot go below zero/)
  await checkAccessibility(page, 'a change of stock that was refused')

  await openPage(page, `/admin/products?edit=${id}`)
  await database.query('update products set price = price + 0.01, version = version + 1 where id = $1', [id])
  await page.getByLabel('Price (£)').fill('1.23')
  await page.keyboard.press('Escape')
  await expect(page.getByText('What you typed is not saved.')).toBeVisible()
  await checkAccessibility(page, 'the question before what was typed is discarded')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText(/You have ‘1\.23’/)).toBeVisible()
  await checkAccessibility(page, `${name} with what somebody else changed`)

  await openPage(page, '/admin/categories?add=category')
  await page.getByRole('dialog').getByRole('button', { name: 'Add category' }).click()
  await expect(page.getByText('There is a problem')).toBeVisible()
  await checkAccessibility(page, 'a category that was refused')
})

test('ACCESS-2 no accessibility violation in the cancel dialog, the audit log, the sign-in page and not-found pages', async ({
  page,
  shop,
  database,
}) => {
  const product = await findProductBySlug(database, 'organic-cane-jaggery-powder')
  const customer = await signInNewCustomer(shop.url)
  const { id, shortId } = await placeOrderFor(customer, [{ product, quantity: 1 }])
  const called = await placeOrderFor(customer, [{ product, quantity: 2 }])
  const owner = await signInAsAdmin(shop.url)
  await owner.post('/admin/orders', {
    intent: 'cancel',
    order_id: called.id,
    expected_status: 'pending',
    reason: 'A long reason, '.repeat(20),
  })
  await signInOwnerInBrowser(page)
  await openPage(page, `/admin/orders?search=${shortId}`)
  await page.getByRole('row').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog').getByLabel('Reason')).toBeFocused()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByText('Please provide a cancellation reason')).toBeVisible()
  await checkAccessibility(page, 'a reason that is missing')
  await openPage(page, `/admin/orders/${id}`)
  await page.getByRole('button', { name: 'Cancel Order' }).click()
  await expect(page.getByRole('heading', { name: `Cancel order ${shortId}` })).toBeFocused()
  await checkAccessibility(page, 'the question on an order’s page')

  await openPage(page, `/admin/audit?search=${called.shortId}`)
  await expect(page.getByText('Order cancelled')).toBeVisible()
  const address = page.getByTitle(customer.email).first()
  await expect(address, 'a screen reader reads the whole of a long address').toHaveText(customer.email)
  expect((await address.boundingBox())!.height, 'and keeps to one line').toBeLessThan(32)
  await checkAccessibility(page, 'the record of one order')
  await page.getByRole('button', { name: 'Keys' }).click()
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
  await checkAccessibility(page, 'the keys of the record')
  for (const path of [
    '/admin/audit?search=zzz',
    `/admin/orders/${'0'.repeat(8)}-0000-4000-8000-000000000000`,
    '/admin/nowhere',
  ]) {
    await openPage(page, path)
    await checkAccessibility(page, path)
  }
  await page.context().clearCookies()
  await openPage(page, '/admin')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('There is a problem')).toBeVisible()
  await checkAccessibility(page, 'the door, with what is missing')
})
