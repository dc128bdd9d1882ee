import { findAccessibilityViolations } from '#tests/fixtures/browser/accessibility-violations.ts'
import {
  placeOrderFor,
  signInNewCustomerInBrowser,
  signInOwnerInBrowser,
} from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'
import { insertProduct, readStock } from '#tests/fixtures/databases/test-records.ts'
import { signInAsAdmin } from '#tests/fixtures/http/http-client.ts'

test.use({ expectedStatuses: [409, 422] })

test('STOCK-27 STOCK-28 RECALL-8 a batch is packed, corrected, written off, recalled and sold again', async ({
  page,
  newShopper,
  shop,
  database,
}) => {
  const product = await insertProduct(database, { name: 'Packed by Batch', stock: 1 })
  const owner = await signInAsAdmin(shop.url)
  const delivered = await owner.submit('/admin/stock/deliveries/new', {
    intent: 'receive',
    delivery_id: crypto.randomUUID(),
    version: '0',
    reason: 'Delivery',
    products: product.id,
    'quantity-0': '6',
    'batch_number-0': 'SB-1',
    'best_before-0': '2099-02-28',
  })
  expect(delivered.redirect).toBeTruthy()
  const shopper = await newShopper()
  const customer = await signInNewCustomerInBrowser(shopper, shop)
  const order = await placeOrderFor(customer, [{ product, quantity: 2 }])
  await signInOwnerInBrowser(page)
  await openPage(page, `/admin/orders/slips?ids=${order.id}`)
  await expect(page.getByText('1 of SB-1, best before 28 February 2099')).toBeVisible()

  await openPage(page, `/admin/products?stock=${product.id}`)
  await page.getByRole('link', { name: 'Batches: correct or write off' }).click()
  await page.getByText('Correct SB-1').click()
  await page.getByLabel('Batch number').fill('SB-2')
  await page.getByRole('button', { name: 'Save correction' }).click()
  await expect(page.getByText('The batch is corrected.')).toBeVisible()
  await page.locator('summary').filter({ hasText: 'Write off SB-2' }).click()
  await page.getByLabel('Pieces').fill('6')
  await page.getByLabel('Reason').fill('Broken')
  await page.getByRole('button', { name: 'Write off SB-2' }).click()
  await expect(page.getByRole('alert')).toContainText('Only 5 of this batch are left')
  await page.getByLabel('Pieces').fill('2')
  await page.getByRole('button', { name: 'Write off SB-2' }).click()
  await expect(page.getByText('2 pieces are written off.')).toBeVisible()
  expect(await readStock(database, product)).toBe(3)
  for (const width of [1440, 375]) {
    await page.setViewportSize({ width, height: 900 })
    expect.soft(await findAccessibilityViolations(page), `batches, ${width} px`).toEqual([])
    const isTooWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth
    expect.soft(await page.evaluate(isTooWide), `batches, ${width} px, too wide`).toBe(false)
  }

  await openPage(page, `/admin/recalls?product=${product.id}`)
  await page.getByLabel(/SB-2/).check()
  await page.getByLabel('Reason').fill('Undeclared sesame')
  await page.getByRole('button', { name: 'Stop selling it now' }).click()
  await expect(page.getByText('The batches are off sale.')).toBeVisible()
  await page.getByRole('button', { name: 'Sell them again' }).click()
  await expect(page.getByRole('alert')).toContainText('Please give a reason')
  await page.getByLabel('Reason for the end').fill('The laboratory found none')
  await page.getByRole('button', { name: 'Sell them again' }).click()
  await expect(page.getByText('Its batches are for sale again.')).toBeVisible()
  const [{ sellable_stock }] = (await database.query<{ sellable_stock: number }>(
    'select sellable_stock from products where id = $1',
    [product.id],
  )) as [{ sellable_stock: number }]
  expect(sellable_stock).toBe(3)
})
