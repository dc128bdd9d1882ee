import { signInNewCustomer } from '#tests/fixtures/http/http-client.ts'
import { checkAccessibility } from '#tests/fixtures/browser/accessibility-views.ts'
import {
  placeOrderFor,
  advanceOrder,
  findProductBySlug,
  signInOwnerInBrowser,
} from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'

test.use({ expectedStatuses: [409, 422] })

test('ACCESS-2 no accessibility violation on order pages: edit form with errors, shortcut help, packing slips', async ({
  page,
  shop,
  database,
}) => {
  const product = await findProductBySlug(database, 'organic-cane-jaggery-powder')
  const customer = await signInNewCustomer(shop.url)
  const { id, shortId } = await placeOrderFor(customer, [{ product, quantity: 2 }])
  await signInOwnerInBrowser(page)
  await openPage(page, `/admin/orders/${id}`)
  await page.getByRole('button', { name: 'Edit order' }).click()
  const dialog = page.getByRole('dialog', { name: `Edit order ${shortId}` })
  await checkAccessibility(page, 'the edit form')
  await dialog.getByRole('textbox', { name: /^Quantity/ }).fill('0')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog.getByRole('alert')).toBeFocused()
  await checkAccessibility(page, 'the edit form with what is wrong')
  await advanceOrder(shop, id, ['pending'])
  await dialog.getByRole('textbox', { name: /^Quantity/ }).fill('3')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog.getByRole('row', { name: 'Status' })).toBeVisible()
  await checkAccessibility(page, 'the edit form with what somebody else changed')
  await page.keyboard.press('Escape')
  await advanceOrder(shop, id, ['processing'])
  await expect(page.getByRole('button', { name: 'Show' })).toBeVisible()
  await checkAccessibility(page, 'the order that somebody else changed')
  await page.keyboard.press('?')
  await checkAccessibility(page, 'the keys of an order')
  await openPage(page, `/admin/orders?search=${shortId}`)
  await page.getByRole('button', { name: 'Packing slips' }).click()
  await checkAccessibility(page, 'the list with nothing chosen')
  await page.getByRole('checkbox', { name: 'Choose all on this page' }).check()
  await checkAccessibility(page, 'the list with a chosen order')
  await page.keyboard.press('?')
  await checkAccessibility(page, 'the keys of the list')
  await openPage(page, `/admin/orders/slips?ids=${id}`)
  await checkAccessibility(page, 'a packing slip')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('ADMIN-7 ADMIN-17 an order is edited and packing slips are selected with plain forms', async ({
    page,
    shop,
    database,
  }) => {
    const product = await findProductBySlug(database, 'organic-cane-jaggery-powder')
    const customer = await signInNewCustomer(shop.url)
    const { id, shortId } = await placeOrderFor(customer, [{ product, quantity: 2 }])
    await page.goto('/admin')
    await page.getByLabel('Email').fill('owner@ninthbend.example')
    await page.getByRole('textbox', { name: 'Password' }).fill('pepper-vines-at-dawn')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.goto(`/admin/orders/${id}`)
    await page.getByRole('button', { name: 'Edit order' }).click()
    const form = page.getByRole('region', { name: `Edit order ${shortId}` })
    const quantity = form.getByRole('textbox', { name: /^Quantity/ })
    await quantity.fill('0')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await expect(form.getByRole('alert')).toContainText('must be a whole number from 1 to 999')
    await expect(quantity).toHaveValue('0')
    await quantity.fill('4')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('The order is saved.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'History' })).toContainText('2 to 4')
    await page.goto(`/admin/orders?search=${shortId}`)
    await page.getByRole('checkbox', { name: `Choose order ${shortId}` }).check()
    await page.getByRole('button', { name: 'Packing slips' }).click()
    await expect(page.getByRole('article', { name: shortId })).toContainText(product.name)
  })
})
