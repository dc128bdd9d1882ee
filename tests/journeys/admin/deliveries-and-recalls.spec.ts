import { checkAccessibility } from '#tests/fixtures/browser/accessibility-views.ts'
import { placeOrderFor, signInOwnerInBrowser } from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'
import { insertProduct, readStock } from '#tests/fixtures/databases/test-records.ts'
import { signInAsAdmin, signInNewCustomer } from '#tests/fixtures/http/http-client.ts'

test.use({ expectedStatuses: [409, 422] })

test('STOCK-21 a delivery of four products takes one search for each and one save', async ({
  page,
  database,
}) => {
  const products = await database.query<{ id: string; name: string }>(
    'select id, name from products where is_active order by name limit 4',
  )
  const stocks = await Promise.all(products.map(({ id }) => readStock(database, { id } as never)))
  await signInOwnerInBrowser(page)
  await openPage(page, '/admin/stock/deliveries/new')
  const search = page.getByRole('combobox', { name: 'Find or scan a product' })
  await expect(search).toBeFocused()
  for (const [index, { name }] of products.entries()) {
    await page.keyboard.type(name)
    await expect(page.getByRole('option', { name, selected: true })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.locator(`#quantity-${index}`)).toBeFocused()
    await page.keyboard.type(String(index + 1))
    await page.keyboard.press('Enter')
    await expect(search).toBeFocused()
  }
  await page.locator('#quantity-3').fill('x')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('alert')).toContainText('pieces from 1 to 100,000')
  // Kept as a draft: nothing is in stock, and nothing is lost.
  expect(await Promise.all(products.map(({ id }) => readStock(database, { id } as never)))).toEqual(stocks)
  await expect(page.locator('#quantity-2')).toHaveValue('3')
  const error = await page.locator('#quantity-3-error').boundingBox()
  expect(error!.height, 'three lines of the message').toBeLessThan(70)
  await checkAccessibility(page, 'a delivery')
  await page.locator('#quantity-3').fill('4')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('The delivery is in stock.')).toBeVisible()
  expect(await Promise.all(products.map(({ id }) => readStock(database, { id } as never)))).toEqual(
    stocks.map((stock, index) => stock + index + 1),
  )
  await checkAccessibility(page, 'a received delivery')
})

test('ACCESS-1 a recall, its batches and an order that holds recalled pieces have no accessibility violation', async ({
  page,
  shop,
  database,
}) => {
  const product = await insertProduct(database, { name: 'Recalled Nutmeg', stock: 9 })
  const { id } = await placeOrderFor(await signInNewCustomer(shop.url), [{ product, quantity: 2 }])
  const owner = await signInAsAdmin(shop.url)
  const recall_id = crypto.randomUUID()
  const recall = {
    intent: 'start',
    recall_id,
    product_id: product.id,
    whole: 'on',
    reason: 'Undeclared sesame',
  }
  const started = await owner.post('/admin/recalls', { ...recall, customer_text: 'Please do not eat it.' })
  expect(started.status).toBe(303)
  await signInOwnerInBrowser(page)
  for (const [path, words] of [
    [started.headers.get('location')!, 'Undeclared sesame'],
    [`/admin/stock/batches?product=${product.id}`, '7 left'],
    [`/admin/orders?search=${id}`, 'Recalled, do not send'],
    [`/admin/orders/${id}`, 'Recalled, do not send: 2 ×'],
  ] as const) {
    await openPage(page, path)
    await expect(page.getByRole('main')).toContainText(words)
    await checkAccessibility(page, path)
  }
})
