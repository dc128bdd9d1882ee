import { checkAccessibility } from '#tests/fixtures/browser/accessibility-views.ts'
import {
  findProductBySlug,
  placeOrderFor,
  signInNewCustomerInBrowser,
  signInOwnerInBrowser,
} from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'
import { readStock } from '#tests/fixtures/databases/test-records.ts'
import { ADMIN } from '#tests/fixtures/shops/running-shop.ts'

test.use({ expectedStatuses: [409, 422] })

test('STOCK-22 STOCK-26 products are counted by keyboard, kept, taken up on a phone and applied at once', async ({
  page,
  newShopper,
  shop,
  database,
}) => {
  // No other journey uses these products, because few units are left afterwards.
  const [first, second] = [
    await findProductBySlug(database, 'palm-jaggery-blocks'),
    await findProductBySlug(database, 'soya-chunks'),
  ]
  const stocks = [await readStock(database, first), await readStock(database, second)] as const
  const shopper = await newShopper()
  const customer = await signInNewCustomerInBrowser(shopper, shop)
  await signInOwnerInBrowser(page)
  await openPage(page, '/admin/products')
  await page.getByRole('link', { name: 'Stock-takes' }).click()
  await page.getByLabel('What to count').selectOption('Only products that I search or scan')
  await page.getByRole('button', { name: 'Start counting' }).click()
  const search = page.getByRole('combobox', { name: 'Find or scan another product' })
  for (const { name } of [first, second]) {
    await search.fill(name)
    await expect(page.getByRole('option', { name, selected: true })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: `Counted ${name}` }).first()).toBeFocused()
  }
  const fields = page.locator('input[name^="counted-"]')
  const lines = await fields.count()
  await fields.first().focus()
  for (let line = 0; line < lines; line += 1) {
    await expect(fields.nth(line)).toBeFocused()
    await page.keyboard.type(line === 0 ? 'x' : String(line))
    await page.keyboard.press(line === 1 ? 'Tab' : 'Enter')
  }
  await expect(search).toBeFocused()
  await expect(page.getByText('pieces from 0 to 1,000,000')).toBeVisible()
  await fields.first().fill('3')
  // The second key comes while the first save is on its way and not yet shown.
  await page.evaluate(() => {
    const send = globalThis.fetch
    globalThis.fetch = (input, init) => {
      globalThis.fetch = send
      const answer = send(input, { ...init, signal: null })
      const key = { key: 'Enter', bubbles: true, cancelable: true }
      document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', key))
      return answer
    }
  })
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${lines} of ${lines} counted`)).toBeVisible()
  await expect(page.getByText('Somebody else has saved')).toBeHidden()
  expect([await readStock(database, first), await readStock(database, second)]).toEqual(stocks)
  // Ordered after the count: its unit is on the shelf, but no longer in stock.
  await placeOrderFor(customer, [{ product: second, quantity: 1 }])

  const phone = await newShopper({ javaScriptEnabled: false, viewport: { width: 375, height: 800 } })
  await phone.request.post('/admin', { form: ADMIN, maxRedirects: 0 })
  await phone.goto('/admin/stock/takes')
  await phone
    .getByRole('link', { name: /Chosen products/ })
    .first()
    .click()
  await expect(phone.locator('input[name^="counted-"]').first()).toHaveValue('3')
  await phone.getByRole('button', { name: 'Save counts' }).click()
  await expect(phone.getByText('The counts are saved.')).toBeVisible()
  // The first device's later entries are not lost, and replace nothing.
  await page.getByRole('button', { name: 'Apply to the stock' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Somebody else has saved' })).toBeVisible()
  await phone.getByRole('button', { name: 'Apply to the stock' }).click()
  await expect(phone.getByText('The counts are in the stock.')).toBeVisible()
  const [{ counted }] = (await database.query<{ counted: number }>(
    `select sum(l.counted)::integer as counted from stock_take_lines l join stock_takes t on t.id = l.stock_take_id
      where l.product_id = $1 and t.applied_at is not null`,
    [second.id],
  )) as [{ counted: number }]
  expect(await readStock(database, second)).toBe(counted - 1)
  const changes = await database.query(
    `select distinct reason, action_type from inventory_adjustments where product_id = $1 and action_type = 'stock_taken'`,
    [second.id],
  )
  expect(changes).toEqual([{ reason: 'Stock-take', action_type: 'stock_taken' }])
  for (const address of ['/admin/stock/takes', phone.url()]) {
    await openPage(page, address)
    await checkAccessibility(page, address)
  }
})
