import { addDays, londonDay } from '#shop/dates/dates.ts'
import type { GuideOrders } from './guide-orders.ts'
import { button, type ScreenRecorder } from './screen-recorder.ts'

type DeliveredProduct = {
  name: string
  pieces: string
  batch: string
  bestBeforeInDays: number
  cost: string
}
const DELIVERY: readonly DeliveredProduct[] = [
  // Sold out before, so that later sales have this cost.
  { name: 'Stingless Bee Honey', pieces: '24', batch: 'SB-2611', bestBeforeInDays: 540, cost: '5.60' },
  { name: 'Kerala Garam Masala', pieces: '40', batch: 'GM-118', bestBeforeInDays: 300, cost: '1.85' },
  { name: 'Nendran Banana Chips', pieces: '60', batch: 'BC-0412', bestBeforeInDays: 25, cost: '1.10' },
]

const COUNTED_LINES = 3

/** The chapters about stock and recalls. */
export async function visitStockScreens(recorder: ScreenRecorder, orders: GuideOrders) {
  await receiveDelivery(recorder)
  await orders.placeLater([['stingless-bee-honey', 2]])
  await countStock(recorder)
  await visitBatches(recorder)
  await recallProduct(recorder, orders)
}

async function receiveDelivery({ page, openScreen, readTexts, takePicture }: ScreenRecorder) {
  await openScreen('/admin/products')
  await page.getByRole('link', { name: 'Deliveries' }).click()
  await page.getByRole('link', { name: 'Receive a delivery' }).first().waitFor()
  await readTexts()
  await openScreen('/admin/stock/deliveries/new')
  const search = page.getByRole('combobox', { name: 'Find or scan a product' })
  for (const [index, { name, pieces, batch, bestBeforeInDays, cost }] of DELIVERY.entries()) {
    await search.fill(name)
    await page.getByRole('option', { name, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.locator(`#quantity-${index}`).fill(pieces)
    await page.locator(`[name="batch_number-${index}"]`).fill(batch)
    await page.locator(`[name="best_before-${index}"]`).fill(addDays(londonDay(new Date()), bestBeforeInDays))
    await page.locator(`[name="unit_cost-${index}"]`).fill(cost)
  }
  await takePicture('delivery', page.locator('main'), { maxHeight: 820 })
  await button(page, 'Receive all').click()
  await page.getByText('The delivery is in stock.').waitFor()
  await readTexts()
  await openScreen('/admin/dashboard')
  await page.getByRole('region', { name: 'Best before soon' }).waitFor()
  await readTexts()
}

async function countStock({ page, openScreen, takePicture }: ScreenRecorder) {
  await openScreen('/admin/stock/takes')
  const shelf = page.getByLabel('What to count').locator('option', { hasText: 'Honey & Jaggery' })
  await page.getByLabel('What to count').selectOption(await shelf.getAttribute('value'))
  await button(page, 'Start counting').click()
  const counts = page.locator('input[name^="counted-"]')
  await counts.first().waitFor()
  for (let line = 0; line < COUNTED_LINES; line += 1) {
    const expected = await page
      .locator('.count-line .minor')
      .filter({ hasText: 'should be there' })
      .nth(line)
      .textContent()
    await counts.nth(line).fill(String(Number.parseInt(expected!, 10) - (line === 1 ? 2 : 0)))
    await page.keyboard.press('Enter')
  }
  await page
    .getByRole('button', { name: /^Count again/ })
    .first()
    .waitFor()
  await takePicture('stock-take', page.locator('main'), { maxHeight: 720 })
}

async function visitBatches({ page, openScreen, readTexts }: ScreenRecorder) {
  await openScreen('/admin/products?search=banana+chips')
  await page.getByRole('link', { name: /stock/i }).first().waitFor()
  await page.locator('a[href*="stock="]').first().click()
  await page.getByRole('link', { name: 'Batches: correct or write off' }).waitFor()
  await readTexts()
  await page.getByRole('link', { name: 'Batches: correct or write off' }).click()
  await page.getByText('Correct BC-0412').waitFor()
  await readTexts()
}

async function recallProduct(
  { page, openScreen, readTexts, takePicture }: ScreenRecorder,
  orders: GuideOrders,
) {
  await openScreen('/admin/recalls')
  await page.getByLabel('Find the product').fill('garam masala')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('link', { name: 'Kerala Garam Masala' }).click()
  await page.getByLabel(/^All of it/).check()
  await button(page, 'Show who has it').click()
  await page.getByText(/orders? of \d+ customers?, with/).waitFor()
  await page.getByLabel('Reason').fill('The supplier reports mustard that the label does not name')
  await takePicture('recall', page.locator('main'), { maxHeight: 900 })
  await button(page, 'Stop selling it now').click()
  await page.getByText('The batches are off sale.').waitFor()
  await readTexts()
  await openScreen(`/admin/orders/${orders.pending[0]}`)
  await button(page, 'Exchange recalled pieces').waitFor()
  await readTexts()
}
