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
import { signInAsAdmin } from '#tests/fixtures/http/http-client.ts'

test.use({ expectedStatuses: [422] })

test('ORDER-62 ORDER-63 ORDER-64 an order gets a note, another address, a product more and its tracking number', async ({
  page,
  newShopper,
  shop,
  database,
}) => {
  const honey = await findProductBySlug(database, 'wayanad-forest-honey')
  const jaggery = await findProductBySlug(database, 'organic-cane-jaggery-powder')
  const shopper = await newShopper()
  const customer = await signInNewCustomerInBrowser(shopper, shop)
  const { id, shortId } = await placeOrderFor(customer, [{ product: honey, quantity: 2 }])
  await advanceOrder(shop, id, ['pending'])
  const stock = await readStock(database, jaggery)

  await signInOwnerInBrowser(page)
  await openPage(page, `/admin/orders/${id}`)

  const notes = page.getByRole('region', { name: 'Internal notes' })
  await notes.getByRole('button', { name: 'Add note' }).click()
  await expect(notes.getByLabel('Add a note')).toHaveAccessibleDescription(/Please write the note first/)
  await notes.getByLabel('Add a note').fill('Asked for a quiet delivery')
  await (
    await signInAsAdmin(shop.url)
  ).submit(`/admin/orders/${id}`, { intent: 'note', note: 'Prefers mornings' })
  await expect(notes.getByRole('listitem')).toContainText('Prefers mornings')
  await expect(notes.getByLabel('Add a note')).toHaveValue('Asked for a quiet delivery')
  await notes.getByRole('button', { name: 'Add note' }).click()
  await expect(notes.getByRole('listitem').first()).toContainText('Asked for a quiet delivery')
  await expect(notes.getByLabel('Add a note')).toHaveValue('')

  await page.getByRole('button', { name: 'Edit order' }).click()
  const dialog = page.getByRole('dialog', { name: `Edit order ${shortId}` })
  await dialog.getByLabel('Product name').fill('jaggery')
  await dialog.getByLabel('Product name').press('Enter')
  await checkAccessibility(page, 'the products found')
  await dialog.getByRole('button', { name: `Add ${jaggery.name}` }).click()
  const quantity = dialog.getByRole('textbox', { name: `Quantity of ${jaggery.name}` })
  await expect(quantity).toBeFocused()
  await quantity.press('ArrowUp')
  await dialog.getByRole('textbox', { name: 'Address', exact: true }).fill('7 Mill Lane')
  await dialog.getByLabel('Post code').fill('nowhere')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog.getByRole('alert')).toBeFocused()
  await expect(dialog.getByLabel('Post code')).toHaveAttribute('aria-invalid', 'true')
  await checkAccessibility(page, 'the form with what is wrong')
  await dialog.getByLabel('Post code').fill('sw1a1aa')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog).toBeHidden()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history).toContainText(`${jaggery.name}: 2 added`)
  await expect(history).toContainText('to 7 Mill Lane')
  expect(await readStock(database, jaggery)).toBe(stock - 2)

  await page.getByRole('combobox', { name: 'Carrier' }).selectOption('Evri')
  await page.getByLabel('Tracking number').fill('H00')
  await page.getByRole('button', { name: 'Ship', exact: true }).click()
  await expect(page.getByLabel('Tracking number')).toHaveAccessibleDescription(/5 to 40 letters/)
  await checkAccessibility(page, 'a number that is wrong')
  await page.getByLabel('Tracking number').fill('H00 HYA-1234')
  await page.getByRole('button', { name: 'Ship', exact: true }).click()
  const tracking = page.getByRole('region', { name: 'Tracking' })
  await expect(tracking.getByRole('link', { name: 'Follow the parcel' })).toHaveAttribute(
    'href',
    'https://www.evri.com/track/parcel/H00HYA-1234',
  )
  await tracking.getByLabel('Tracking number').fill('H00HYA-9999')
  await tracking.getByRole('button', { name: 'Save tracking' }).click()
  await expect(tracking).toContainText('The tracking number is saved.')
  await expect(history).toContainText('Evri H00 HYA-1234 to Evri H00HYA-9999')
  await checkAccessibility(page, 'a shipped order')

  await openPage(page, `/admin/orders?search=${shortId}`)
  await expect(page.locator('main').getByText('Has notes').first()).toBeVisible()

  for (const path of ['/profile/orders', `/profile/orders/${id}`]) {
    await openPage(shopper, path)
    await expect(shopper.locator('main')).toContainText('H00HYA-9999')
    await expect(shopper.getByRole('link', { name: 'Follow the parcel' })).toBeVisible()
    await expect(shopper.locator('main')).not.toContainText('quiet delivery')
    await checkAccessibility(shopper, `customer ${path.length > 20 ? 'order' : 'list'}`)
  }
  await expect(shopper.locator('main')).toContainText('7 Mill Lane')
})
