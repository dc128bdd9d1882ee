import { checkAccessibility } from '#tests/fixtures/browser/accessibility-views.ts'
import { signInOwnerInBrowser } from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'

test.use({ expectedStatuses: [409, 422] })

const PRODUCTS = 30

/** Excel in continental Europe writes semicolons, Windows-1252 and Windows line ends. */
const asExcelWritesIt = (rows: readonly (readonly string[])[]) =>
  Buffer.from(`sep=;\r\n${rows.map((row) => row.join(';')).join('\r\n')}\r\n`, 'latin1')

test('IMPORT-4 IMPORT-5 IMPORT-7 products with ten faulty lines are understood, mended, imported and undone', async ({
  page,
  database,
}) => {
  const header = ['Our number', 'Product name', 'Category', 'Price', 'Qty', 'On sale', 'EAN']
  const rows = Array.from({ length: PRODUCTS }, (_, index) => [
    `IMP-${index}`,
    `Café mix ${index}`,
    'Honey',
    '4,50',
    '12',
    'no',
    '',
  ])
  const faults: [number, number, string][] = [
    [0, 3, 'four'],
    [3, 4, '-2'],
    [6, 2, 'Rocks'],
    [9, 5, 'maybe'],
    [12, 6, '5,01235E+12'],
    [15, 6, '5012345678901'],
    [18, 1, ''],
    [21, 0, 'IMP-0'],
    [24, 3, ''],
    [27, 4, '1.5'],
  ]
  const [category] = await database.query<{ name: string }>(
    'select name from categories order by name limit 1',
  )
  for (const row of rows) row[2] = category!.name
  const faulty = rows.map((row) => [...row])
  for (const [row, cell, value] of faults) faulty[row]![cell] = value

  await signInOwnerInBrowser(page)
  await openPage(page, '/admin/products')
  await page.getByRole('link', { name: 'Import and export' }).click()
  await expect(page.getByRole('heading', { name: 'Import products' })).toBeVisible()
  const choose = async (buffer: Buffer) => {
    await page.getByLabel('CSV file').setInputFiles({ name: 'price list.csv', mimeType: 'text/csv', buffer })
    await page.getByRole('button', { name: 'Check the file' }).click()
    await expect(page.getByRole('heading', { name: 'price list.csv' })).toBeVisible()
  }
  await choose(asExcelWritesIt([header, ...faulty]))
  await expect(page.getByRole('button', { name: 'Check again' })).toHaveCount(1)
  await page.getByLabel('Our number').selectOption('SKU')
  await expect(page.getByText('You have changed what a column is')).toBeVisible()
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByText('20 new products, 10 lines cannot be imported')).toBeVisible()
  await expect(page.getByText('Format its column as text')).toBeVisible()
  await expect(page.locator('[data-outcome=faulty]')).toHaveCount(10)
  await expect(page.getByRole('button', { name: /^Import \d/ })).toHaveCount(0)
  await checkAccessibility(page, 'faulty')

  await page.getByRole('link', { name: 'Import products' }).click()
  await choose(asExcelWritesIt([header, ...rows]))
  await page.getByLabel('Our number').selectOption('SKU')
  await expect(page.getByRole('button', { name: 'Import 30 lines' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: 'Import 30 lines' }).click({ force: true })
  await checkAccessibility(page, 'columns changed')
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByText('30 new products are added off sale')).toBeVisible()
  await page.getByRole('button', { name: 'Import 30 lines' }).click()
  await expect(page.getByText('The products are imported.')).toBeVisible()
  await expect(page.getByText('Added off sale, where shoppers do not see them: 30.')).toBeVisible()
  const count = async () =>
    (
      await database.query<{ products: number; stock: number }>(
        `select count(*)::integer as products, sum(stock)::integer as stock from products where sku like 'IMP-%'`,
      )
    )[0]
  expect(await count()).toEqual({ products: PRODUCTS, stock: PRODUCTS * 12 })

  await page.getByRole('link', { name: 'Import products' }).click()
  await choose(
    asExcelWritesIt([
      ['SKU', ...header.slice(1)],
      ...rows.map((row) => [...row.slice(0, 3), '5,25', '15', 'no', '']),
    ]),
  )
  await expect(page.getByText('Price (£): 4.50 → 5.25').first()).toBeVisible()
  await checkAccessibility(page, 'changes')
  await page.getByLabel('Reason of the stock changes').fill('New list')
  await page.getByRole('button', { name: 'Import 30 lines' }).click()
  await expect(page.getByText('The products are imported.')).toBeVisible()
  expect(await count()).toEqual({ products: PRODUCTS, stock: PRODUCTS * 15 })
  await database.query(`update products set price = 6 where sku = 'IMP-7'`)
  await page.getByRole('button', { name: 'Undo this import' }).click()
  await expect(page.getByText('The import is undone.')).toBeVisible()
  await expect(page.getByText('Stays: somebody has changed it since')).toBeVisible()
  await checkAccessibility(page, 'undone')
  expect(await count()).toEqual({ products: PRODUCTS, stock: PRODUCTS * 12 + 3 })
})
