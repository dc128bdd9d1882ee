import { readFile } from 'node:fs/promises'
import { PASSWORD } from '#tests/fixtures/http/http-client.ts'
import { checkAccessibility } from '#tests/fixtures/browser/accessibility-views.ts'
import {
  findProductBySlug,
  placeOrderFor,
  signInNewCustomerInBrowser,
  signInOwnerInBrowser,
} from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'
import type { DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'

test.use({ expectedStatuses: [409, 422] })

test('CUSTOMERS-6 CUSTOMERS-12 CUSTOMERS-17 a shopper downloads their data, and deletes the account once no order is open', async ({
  page,
  shop,
  database,
}) => {
  const customer = await signInNewCustomerInBrowser(page, shop)
  const tea = await findProductBySlug(database, 'wayanad-orthodox-black-tea')
  const { id: order } = await placeOrderFor(customer, [{ product: tea, quantity: 1 }])
  await openPage(page, '/profile')
  await page.getByRole('link', { name: 'Download or delete your data' }).click()
  const downloaded = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download my data' }).click()
  const data = JSON.parse(await readFile(await (await downloaded).path(), 'utf8')) as Record<string, unknown>
  expect(data).toMatchObject({ profile: { email: customer.email }, orders: [{ id: order }] })

  const submit = async (password: string) => {
    await page.getByRole('textbox', { name: 'Your password' }).fill(password)
    await page.getByRole('button', { name: 'Delete my account for good' }).press('Enter')
  }
  await submit('not the password')
  await expect(page.getByRole('textbox', { name: 'Your password' })).toHaveAttribute('aria-invalid', 'true')
  await submit(PASSWORD)
  await expect(page.getByText('One of your orders is still open.')).toBeVisible()
  await checkAccessibility(page, 'an account that cannot be deleted yet')

  await deliver(database, order)
  await page.evaluate(() => {
    for (const storage of [localStorage, sessionStorage])
      for (const key of ['cart-storage', 'recently-seen', 'checkout-address']) storage.setItem(key, '{}')
  })
  await submit(PASSWORD)
  await expect(page.getByText('Your account is deleted.')).toBeVisible()
  // The router stores the new page's scroll positions.
  const isKept = (key: string) => !key.startsWith('react-router') && !key.startsWith('remix-router')
  const stored = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
  expect(stored.filter(isKept)).toEqual([])
  expect(await page.evaluate(() => document.cookie)).not.toContain('account-erased')
  await openPage(page, '/profile')
  await expect(page).toHaveURL(/\/login/)
  expect(await database.query('select from user_profiles where email = $1', [customer.email])).toEqual([])
  expect(
    await database.query(`select from orders where id = $1 and shipping_address ->> 'address' = 'erased'`, [
      order,
    ]),
  ).toHaveLength(1)
})

test('CUSTOMERS-4 CUSTOMERS-5 CUSTOMERS-8 the owner finds a customer, adds a note, exports and erases', async ({
  page,
  shop,
  database,
  newShopper,
}) => {
  const shopper = await newShopper()
  const customer = await signInNewCustomerInBrowser(shopper, shop)
  const tea = await findProductBySlug(database, 'wayanad-orthodox-black-tea')
  const { id: order, shortId } = await placeOrderFor(customer, [{ product: tea, quantity: 1 }])
  await deliver(database, order)
  await signInOwnerInBrowser(page)
  await openPage(page, '/admin/dashboard')
  await page.getByRole('link', { name: 'Customers', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search' }).fill(customer.email)
  await expect(page).toHaveURL(/search=/)
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
  await page.getByRole('table').getByRole('row').nth(1).getByRole('link').click()
  await expect(page.getByRole('link', { name: customer.email })).toHaveAttribute(
    'href',
    `mailto:${customer.email}`,
  )
  const orders = page.getByRole('table', { name: 'Orders, the newest first' })
  await expect(orders.getByRole('row').nth(1)).toContainText(new RegExp(`^${shortId}Today, \\d`))
  await page.getByLabel('New note').fill('Rings before noon')
  await page.getByRole('button', { name: 'Add note' }).press('Enter')
  await expect(page.getByText('The note is added.')).toBeVisible()
  await expect(page.getByText('Rings before noon')).toBeVisible()
  const downloaded = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export as JSON' }).click()
  expect(await readFile(await (await downloaded).path(), 'utf8')).toContain('Rings before noon')
  await checkAccessibility(page, 'a customer')
  await page.getByRole('button', { name: 'Erase customer' }).press('Enter')
  await expect(page.getByText('Confirm that this person asked for it').first()).toBeVisible()
  await page.getByLabel('I have checked that this person asked for it').check()
  await page.getByRole('button', { name: 'Erase customer' }).press('Enter')
  await expect(page.getByText('The customer is erased.')).toBeVisible()
  expect(await database.query('select from user_profiles where email = $1', [customer.email])).toEqual([])
})

async function deliver(database: DatabaseClient, order: string) {
  for (const status of ['processing', 'shipped', 'delivered'])
    await database.query(
      `update orders set status = $2::text, actual_delivery = case when $2::text = 'delivered' then now() end where id = $1`,
      [order, status],
    )
}
