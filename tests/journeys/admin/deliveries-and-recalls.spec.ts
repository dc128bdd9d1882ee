import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { findAccessibilityViolations } from '#tests/fixtures/browser/accessibility-violations.ts'
import {
  findProductBySlug,
  placeOrderFor,
  signInNewCustomerInBrowser,
  signInOwnerInBrowser,
} from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'
import { ADMIN } from '#tests/fixtures/shops/running-shop.ts'
import { readStock } from '#tests/fixtures/databases/test-records.ts'

test.use({ expectedStatuses: [409, 422] })

const HONEY = 'wayanad-forest-honey'

async function expectFitting(page: Page, what: string) {
  for (const width of [1440, 375]) {
    await page.setViewportSize({ width, height: 900 })
    expect.soft(await findAccessibilityViolations(page), `${what}, ${width} px`).toEqual([])
    const isTooWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth
    expect.soft(await page.evaluate(isTooWide), `${what}, ${width} px, too wide`).toBe(false)
  }
  await page.setViewportSize({ width: 1280, height: 900 })
}

test('STOCK-21 a delivery of twelve products takes one search for each and one save', async ({
  page,
  database,
}) => {
  const products = await database.query<{ id: string; name: string }>(
    'select id, name from products where is_active order by name limit 12',
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
  // It was kept as a draft: nothing is in stock, and nothing is lost.
  expect(await Promise.all(products.map(({ id }) => readStock(database, { id } as never)))).toEqual(stocks)
  await expect(page.locator('#quantity-11')).toHaveValue('12')
  await expectFitting(page, 'a delivery')
  await page.locator('#quantity-3').fill('4')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('The delivery is in stock.')).toBeVisible()
  expect(await Promise.all(products.map(({ id }) => readStock(database, { id } as never)))).toEqual(
    stocks.map((stock, index) => stock + index + 1),
  )
  await expectFitting(page, 'a received delivery')
})

test('STOCK-18 STOCK-21 a delivery is saved and received without JavaScript, and told of by the dashboard', async ({
  newShopper,
  database,
}) => {
  const page = await newShopper({ javaScriptEnabled: false })
  const { id, name } = await findProductBySlug(database, HONEY)
  const stock = await readStock(database, { id } as never)
  await page.request.post('/admin', { form: ADMIN, maxRedirects: 0 })
  await page.goto('/admin/stock/deliveries/new')
  await page.getByLabel('Find or scan a product').fill(name)
  await page.getByRole('button', { name: 'Find or scan a product' }).click()
  await page.getByRole('button', { name: `Add ${name}` }).click()
  await page.getByLabel('Pieces').fill('3')
  await page.getByLabel('Batch number').fill('SOON')
  const [day] = await database.query<{ day: string }>(
    `select to_char((now() at time zone 'Europe/London')::date + 5, 'YYYY-MM-DD') as day`,
  )
  await page.getByLabel('Best before').fill(day!.day)
  await page.getByLabel('Cost of one, £').fill('2.40')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('The draft is saved.')).toBeVisible()
  expect(await readStock(database, { id } as never)).toBe(stock)
  await page.getByRole('button', { name: 'Receive all' }).click()
  await expect(page.getByText('The delivery is in stock.')).toBeVisible()
  expect(await readStock(database, { id } as never)).toBe(stock + 3)
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('region', { name: 'Best before soon' })).toContainText('SOON')
})

test('RECALL-7 RECALL-9 RECALL-10 from the question to the emails: a recalled product is off sale, its buyers are listed, emailed and exported, and its pieces exchanged', async ({
  page,
  newShopper,
  shop,
  database,
}) => {
  // No other journey uses this product, which cannot be bought afterwards.
  const product = await findProductBySlug(database, 'whole-nutmeg-in-mace')
  const shopper = await newShopper()
  const customer = await signInNewCustomerInBrowser(shopper, shop)
  const { id: order } = await placeOrderFor(customer, [{ product, quantity: 2 }])
  await signInOwnerInBrowser(page)
  await openPage(page, '/admin/products')
  await page.getByRole('link', { name: 'Recalls' }).click()
  await page.getByLabel('Find the product').fill('nutmeg')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('link', { name: product.name }).click()
  await page.getByRole('button', { name: 'Show who has it' }).click()
  await expect(page.getByText(/orders? of \d+ customers?, with/)).toBeVisible()
  await page.getByRole('button', { name: 'Stop selling it now' }).click()
  await expect(page.getByRole('alert')).toContainText('Please give a reason')
  await page.getByLabel('Reason').fill('Undeclared sesame')
  await expectFitting(page, 'a new recall')
  await page.getByRole('button', { name: 'Stop selling it now' }).click()
  await expect(page.getByText('The batches are off sale.')).toBeVisible()
  await expect(page.getByText(customer.email)).toBeVisible()
  await openPage(shopper, `/products/whole-nutmeg-in-mace`)
  await expect(shopper.getByText('Out of Stock').first()).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'All orders as CSV' }).click()
  expect(readFileSync(await (await download).path(), 'utf8')).toContain(customer.email)
  await page.getByRole('button', { name: 'Email these customers now' }).click()
  await expect(page.getByText(/customers? gets? an email now/)).toBeVisible()
  await expectFitting(page, 'a recall')
  const mails = await database.query(
    `select 1 from outbox where kind = 'product-recall' and recipient = $1`,
    [customer.email],
  )
  expect(mails).toHaveLength(1)
  await openPage(page, `/admin/orders?search=${order.slice(0, 8)}`)
  await expect(page.getByRole('row').nth(1)).toContainText('Recalled, do not send')
  await expectFitting(page, 'an order with recalled pieces in the list')
  await openPage(page, `/admin/orders/${order}`)
  await expect(page.getByText(`Recalled, do not send: 2 × ${product.name}`)).toBeVisible()
  await page.getByRole('button', { name: 'Process' }).click()
  await page.getByRole('button', { name: 'Ship', exact: true }).click()
  await expect(page.getByText(`It holds recalled pieces: 2 × ${product.name}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Exchange recalled pieces' }).click()
  await expect(page.getByText(`No piece of ${product.name} may be sold`)).toBeVisible()
  await expectFitting(page, 'recalled pieces that cannot be exchanged')
  await database.query(
    `with batch as (insert into product_batches (product_id, batch_number) values ($1, 'SAFE') returning id, product_id),
          product as (update products p set stock = stock + 3 from batch b where p.id = b.product_id returning p.id, p.stock, b.id as batch_id)
     insert into inventory_adjustments (product_id, quantity_change, reason, action_type, actor_kind, stock_after, batch_id)
     select p.id, 3, 'Set by a test', 'delivery_received', 'system', p.stock, p.batch_id from product p`,
    [product.id],
  )
  await page.getByRole('button', { name: 'Exchange recalled pieces' }).click()
  await expect(page.getByText(`Exchanged: 2 × ${product.name}.`)).toBeVisible()
  await expect(page.getByText(`${product.name}: 2 recalled pieces exchanged`)).toBeVisible()
  await page.getByRole('button', { name: 'Ship', exact: true }).click()
  await expect(page.getByText('Shipped', { exact: true }).first()).toBeVisible()
})
