import type { Page } from '@playwright/test'
import { addDays, londonDay } from '#shop/dates/dates.ts'
import { button, type ScreenRecorder } from './screen-recorder.ts'

/** Two products are new, and the price between them is ambiguous. */
const PRICE_LIST = [
  ['SKU', 'Name', 'Category', 'Price (£)', 'Stock', 'Active'],
  ['NB-TEA-01', 'Nilgiri Frost Tea', 'Tea & Coffee', '6.40', '30', 'no'],
  ['NB-TEA-02', 'Cardamom Tea Dust', 'Tea & Coffee', '3,999', '50', 'no'],
  ['NB-TEA-03', 'Wild Ginger Tea', 'Tea & Coffee', '4.20', '25', 'no'],
]

/** The chapter about products and prices. */
export async function visitCatalogueScreens(recorder: ScreenRecorder) {
  await changePrices(recorder)
  await makeOffers(recorder)
  await archiveProduct(recorder)
  await orderFeatured(recorder)
  await importProducts(recorder)
}

const chooseProducts = async (page: Page, count: number, what: string) => {
  for (let row = 0; row < count; row += 1)
    await page
      .getByRole('checkbox', { name: /^Choose / })
      .nth(row)
      .check()
  await page.getByLabel('With those chosen').selectOption({ label: what })
  await button(page, 'Apply').click()
}

async function changePrices({ page, openScreen, readTexts, takePicture }: ScreenRecorder) {
  await openScreen('/admin/products')
  await page.getByLabel('Category').first().selectOption({ label: 'Whole Spices' })
  await page.getByRole('link', { name: /^Change prices of all \d+ listed/ }).click()
  await page.getByLabel('By how much').fill('5')
  await page.getByLabel('Round').selectOption({ label: 'Ending in 9' })
  await readTexts()
  await button(page, 'Show new prices').click()
  await page.getByRole('table', { name: 'New prices' }).waitFor()
  await takePicture('price-change', page.locator('main'), { maxHeight: 860 })
  await page.getByRole('button', { name: /^Change \d+ prices/ }).click()
  await page.getByText('The prices are changed.').waitFor()
  await readTexts()
  await button(page, 'Undo').click()
  await page.getByText('The old prices are back.').waitFor()
}

async function makeOffers(recorder: ScreenRecorder) {
  await makeOffer(recorder, { products: 3, beginsInDays: null })
  await makeOffer(recorder, { products: 2, beginsInDays: 10 })
}

async function makeOffer(
  { page, openScreen, readTexts, takePicture }: ScreenRecorder,
  { products, beginsInDays }: { products: number; beginsInDays: number | null },
) {
  const today = londonDay(new Date())
  await openScreen(beginsInDays === null ? '/admin/products?sort=name-down' : '/admin/products')
  await chooseProducts(page, products, 'Make an offer')
  await page.getByLabel('How much').fill('15')
  await page.getByLabel('Last day').fill(addDays(today, 24))
  if (beginsInDays !== null) await page.getByLabel('First day').fill(addDays(today, beginsInDays))
  await readTexts()
  await button(page, 'Show offer prices').click()
  const confirm = page.getByRole('button', { name: new RegExp(`${products} offers`) })
  await confirm.waitFor()
  if (beginsInDays === null) await takePicture('offer', page.locator('main'), { maxHeight: 860 })
  await confirm.click()
  await page
    .getByRole('button', { name: /^(End now|Withdraw)/ })
    .first()
    .waitFor()
  await readTexts()
}

async function archiveProduct({ page, openScreen, readTexts }: ScreenRecorder) {
  await openScreen('/admin/products')
  await chooseProducts(page, 1, 'Archive')
  await page.getByText('1 changed').waitFor()
  await openScreen('/admin/products?show=archived')
  await page
    .getByRole('checkbox', { name: /^Choose / })
    .first()
    .check()
  await readTexts()
}

async function orderFeatured({ page, openScreen, readTexts }: ScreenRecorder) {
  await openScreen('/admin/products/featured')
  await page
    .getByRole('button', { name: /to the top$/ })
    .last()
    .click()
  await readTexts()
  await button(page, 'Save the order').click()
  await button(page, 'Order by name again').waitFor()
  await readTexts()
}

async function importProducts(recorder: ScreenRecorder) {
  const { page, openScreen, readTexts, takePicture } = recorder
  await openScreen('/admin/products')
  await page.getByRole('link', { name: 'Import and export' }).click()
  await page.getByText('What a file looks like').click()
  await page.getByText('Columns of products').first().click()
  await readTexts()
  await checkFile(
    recorder,
    'price list.csv',
    PRICE_LIST.map((row) => row.join(';')),
  )
  await takePicture('import', page.locator('main'), { maxHeight: 980 })
  await importStock(recorder)
}

async function checkFile({ page, openScreen, readTexts }: ScreenRecorder, name: string, lines: string[]) {
  await openScreen('/admin/products/import')
  const buffer = Buffer.from(lines.join('\r\n'))
  await page.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer })
  await button(page, 'Check the file').click()
  await page.getByRole('heading', { name }).waitFor()
  await readTexts()
}

/** The confirmations before a product goes on sale or a stock changes, and the undo. */
async function importStock(recorder: ScreenRecorder) {
  const { page, readTexts } = recorder
  await checkFile(recorder, 'new.csv', [
    'SKU;Name;Category;Price (£);Active',
    'NB-TEA-03;Wild Ginger Tea;Tea & Coffee;4.20;yes',
  ])
  await checkFile(recorder, 'stock.csv', ['Address;Stock', 'rice-murukku;80'])
  await page.getByLabel('Reason of the stock changes').fill('Counted')
  await page.getByRole('button', { name: /^Import 1 / }).click()
  await button(page, 'Undo this import').waitFor()
  await readTexts()
}
