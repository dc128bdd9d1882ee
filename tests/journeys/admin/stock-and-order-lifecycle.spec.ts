import type { Page } from '@playwright/test'
import { readStock, findInconsistencies, type TestProduct } from '#tests/fixtures/databases/test-records.ts'
import { createPhoto } from '#tests/fixtures/products/picture-uploads.ts'
import {
  openCart,
  findProductBySlug,
  addProductToCart,
  signInNewCustomerInBrowser,
  signInOwnerInBrowser,
} from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'

const NAME = 'Monsoon Pepper'
const TEA = 'wayanad-orthodox-black-tea'
const statusOf = (page: Page) => page.locator('.screen-head .status')

async function buy(shopper: Page) {
  const cart = await openCart(shopper)
  await cart.getByRole('button', { name: 'Checkout' }).click()
  await shopper.getByRole('button', { name: 'Continue to payment' }).click()
  await shopper.getByRole('button', { name: /^Place order and pay/ }).click()
  await expect(shopper.getByText('Order placed successfully!').first()).toBeVisible()
  const heading = await shopper
    .getByRole('article')
    .first()
    .getByRole('heading', { name: /^Order/ })
    .innerText()
  return /[0-9A-F]{8}/.exec(heading)![0]
}

test('ADMIN-19 a day in the shop: stock is added, a product is created and repriced, orders are placed, edited, shipped and cancelled, and the ledger is exact', async ({
  page,
  newShopper,
  shop,
  database,
}) => {
  const tea = await findProductBySlug(database, TEA)
  const ledgerOf = async ({ id }: TestProduct) =>
    (
      await database.query<{ sum: number }>(
        'select sum(quantity_change)::int as sum from inventory_adjustments where product_id = $1',
        [id],
      )
    )[0]!.sum
  const booked = await ledgerOf(tea)
  await signInOwnerInBrowser(page)

  await openPage(page, '/admin/products?search=orthodox+black')
  await page
    .getByRole('row', { name: new RegExp(tea.name) })
    .getByRole('link', { name: 'Stock' })
    .click()
  const stock = page.getByRole('dialog', { name: `Stock of ${tea.name}` })
  await stock.getByLabel('Quantity change').fill('24')
  await stock.getByLabel('Reason').fill('Two cases came in')
  await expect(stock.locator('.stock-preview')).toHaveText(new RegExp(`New stock\\s*${tea.stock + 24}`))
  await stock.getByRole('button', { name: 'Adjust stock' }).click()
  await expect(stock.getByText('The stock is changed.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(stock).toBeHidden()

  await page.getByRole('link', { name: 'Add product' }).click()
  const add = page.getByRole('dialog', { name: 'Add product' })
  await add.getByRole('textbox', { name: 'Name', exact: true }).fill(NAME)
  await add.getByLabel('Category').selectOption({ label: 'Whole Spices' })
  await add.getByLabel('Price (£)').fill('3.50')
  await add.getByRole('textbox', { name: 'Stock', exact: true }).fill('20')
  await add.getByLabel('Net weight').fill('100g')
  await add.getByLabel('Ingredients').fill('Black pepper.')
  await add.getByRole('button', { name: 'Mark all others as free' }).click()
  await add
    .getByLabel('Add pictures')
    .setInputFiles({ name: 'pepper.jpg', mimeType: 'image/jpeg', buffer: await createPhoto('#33302a', 700) })
  await expect(add.getByRole('img', { name: 'As the shop will show it' })).toBeVisible()
  await add.getByRole('button', { name: 'Add product' }).click()
  await expect(page.getByText('The product is added.')).toBeVisible()
  const pepper = await findProductBySlug(database, 'monsoon-pepper')
  await page.getByRole('searchbox').fill(NAME)
  await page.keyboard.press('Enter')
  await page
    .getByRole('row', { name: new RegExp(NAME) })
    .getByRole('link', { name: NAME })
    .click()
  const edit = page.getByRole('dialog', { name: `Edit ${NAME}` })
  await edit.getByLabel('Price (£)').fill('3.95')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('The product is saved.')).toBeVisible()

  const shopper = await newShopper()
  await signInNewCustomerInBrowser(shopper, shop)
  await addProductToCart(shopper, pepper.slug, 3)
  await addProductToCart(shopper, TEA, 2)
  const sent = await buy(shopper)
  await addProductToCart(shopper, pepper.slug, 2)
  const dropped = await buy(shopper)
  await expect(shopper.getByRole('article', { name: sent })).toContainText(
    `£${(3 * 3.95 + 2 * tea.price).toFixed(2)}`,
  )
  expect([await readStock(database, pepper), await readStock(database, tea)]).toEqual([15, tea.stock + 22])

  await openPage(page, `/admin/orders?search=${sent}`)
  await page.getByRole('link', { name: sent }).click()
  await page.getByRole('button', { name: 'Edit order' }).click()
  const change = page.getByRole('dialog', { name: `Edit order ${sent}` })
  await change.getByRole('textbox', { name: `Quantity of ${NAME}` }).fill('2')
  const day = await page.evaluate(() => new Date(Date.now() + 8 * 86_400_000).toISOString().slice(0, 10))
  await change.getByLabel('Expected delivery').fill(day)
  await change.getByRole('button', { name: 'Save changes' }).click()
  await expect(change).toBeHidden()
  await expect(page.locator('.total-row')).toContainText(`£${(2 * 3.95 + 2 * tea.price).toFixed(2)}`)
  for (const [button, status] of [
    ['Process', 'Processing'],
    ['Ship', 'Shipped'],
    ['Mark Delivered', 'Delivered'],
  ] as const) {
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect(statusOf(page)).toHaveText(status)
  }

  await openPage(page, `/admin/orders?search=${dropped}`)
  const row = page.getByRole('row').filter({ hasText: dropped })
  await row.getByRole('button', { name: 'Cancel' }).click()
  const cancel = page.getByRole('dialog', { name: `Cancel order ${dropped}` })
  await cancel.getByLabel('Reason').fill('Ordered twice by mistake')
  await cancel.getByRole('button', { name: 'Cancel order' }).click()
  await expect(row).toContainText('Cancelled')

  expect([await readStock(database, pepper), await readStock(database, tea)]).toEqual([18, tea.stock + 22])
  const ledger = await database.query(
    `select action_type, quantity_change, stock_after from inventory_adjustments where product_id = $1 order by created_at, id`,
    [pepper.id],
  )
  expect(ledger.map(Object.values)).toEqual([
    ['initial_stock', 20, 20],
    ['order_placed', -3, 17],
    ['order_placed', -2, 15],
    ['order_edited', 1, 16],
    ['order_cancelled', 2, 18],
  ])
  expect(await ledgerOf(tea)).toBe(booked + 22)
  const orders = await database.query<{ id: string }>(
    `select id from orders where upper(left(id::text, 8)) = any ($1)`,
    [[sent, dropped]],
  )
  const ours = new Set([pepper.id, ...orders.map(({ id }) => id)])
  const wrong = (await findInconsistencies(database)) as { id: string }[]
  expect(wrong.filter(({ id }) => ours.has(id))).toEqual([])
  await openPage(shopper, '/profile/orders')
  await expect(shopper.getByRole('article', { name: sent })).toContainText('Delivered on')
  await expect(shopper.getByRole('article', { name: sent })).toContainText(
    `£${(2 * 3.95 + 2 * tea.price).toFixed(2)}`,
  )
  await expect(shopper.getByRole('article', { name: dropped })).toContainText('Order Cancelled')

  const readAuditEntries = async (search: string) => {
    await openPage(page, `/admin/audit?search=${encodeURIComponent(search)}`)
    return (await page.locator('.audit-table .event').allInnerTexts()).toReversed()
  }
  expect(await readAuditEntries(NAME)).toEqual(['First stock', 'Product added', 'Price changed'])
  await expect(page.getByRole('row', { name: /Price changed/ })).toContainText(/£3\.50.*£3\.95/)
  expect((await readAuditEntries(tea.name)).at(-1)).toBe('Stock changed')
  await expect(page.getByRole('row', { name: /Stock changed/ }).first()).toContainText('Two cases came in')
  expect(await readAuditEntries(sent)).toEqual([
    'Order placed',
    'Order edited',
    'Order moved on',
    'Order moved on',
    'Order moved on',
  ])
  await expect(page.getByRole('row', { name: /Order edited/ })).toContainText(`${NAME}: 3 to 2`)
  expect(await readAuditEntries(dropped)).toEqual(['Order placed', 'Order cancelled'])
  await expect(page.getByRole('row', { name: /Order cancelled/ })).toContainText('Ordered twice by mistake')
})
