import type { Page } from '@playwright/test'
import type { GuideOrders } from './guide-orders.ts'
import { button, type ScreenRecorder } from './screen-recorder.ts'

export async function visitOrderScreens(recorder: ScreenRecorder, orders: GuideOrders) {
  await visitOrderList(recorder)
  await visitOrder(recorder, orders)
  await visitDeliveredOrder(recorder, orders)
  await visitPhoneOrder(recorder)
  await recorder.openScreen(`/admin/orders/${orders.processing}`)
  await recorder.page.getByRole('link', { name: 'Packing slip', exact: true }).click()
  await recorder.takePicture('packing-slip', recorder.page.locator('.slip').first(), { maxHeight: 740 })
}

async function visitOrderList({ page, openScreen, readTexts, takePicture }: ScreenRecorder) {
  await openScreen('/admin/orders')
  await button(page, 'Keys').click()
  await readTexts()
  await page.keyboard.press('Escape')
  await openScreen('/admin/orders?status=to-send')
  const rows = page.locator('.orders-table tbody tr')
  for (const row of [1, 2]) await rows.nth(row).getByRole('checkbox').check()
  await takePicture('orders-to-send', page.locator('main'), { maxHeight: 480 })
  await rows.nth(1).getByRole('button', { name: 'Process' }).click()
  await button(page, 'Undo').first().waitFor()
  await readTexts()
  await button(page, 'Undo').first().click()
  await rows.nth(1).getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').waitFor()
  await readTexts()
  await button(page, 'Keep order').click()
}

async function visitOrder({ page, openScreen, readTexts, takePicture }: ScreenRecorder, orders: GuideOrders) {
  await openScreen(`/admin/orders/${orders.shipped}`)
  await openScreen(`/admin/orders/${orders.processing}`)
  // Whether it is still there depends on the speed of the machine.
  await button(page, 'Undo').waitFor({ state: 'hidden' })
  await takePicture('order', page.locator('main'))
  await button(page, 'Cancel Order').click()
  await page.getByRole('dialog').waitFor()
  await readTexts()
  await button(page, 'Keep order').click()
  await button(page, 'Edit order').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Product name').fill('cardamom')
  await dialog.getByRole('button', { name: 'Find' }).click()
  await dialog.getByRole('button', { name: /^Add/ }).first().click()
  await takePicture('edit-order', dialog, { maxHeight: 900 })
  await page.keyboard.press('Escape')
}

async function visitDeliveredOrder(
  { page, openScreen, readTexts, takePicture }: ScreenRecorder,
  orders: GuideOrders,
) {
  await openScreen(`/admin/orders/${orders.delivered}`)
  await button(page, 'Cash').click()
  await page.getByText('Paid in cash').first().waitFor()
  await page.getByText('Correct it').click()
  await readTexts()
  await button(page, 'Refund').click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByRole('button', { name: /^One more of/ })
    .first()
    .click()
  await dialog.getByLabel('How is the money given back?').selectOption('Cash')
  await dialog.getByLabel('Reason').fill('One jar came broken')
  await takePicture('refund', dialog, { maxHeight: 900 })
  await page.keyboard.press('Escape')
}

async function visitPhoneOrder({ page, openScreen, readTexts, takePicture }: ScreenRecorder) {
  await openScreen('/admin/orders')
  await page.getByRole('link', { name: 'New phone order' }).click()
  await page.getByLabel('Email (optional)').waitFor()
  await readTexts()
  await chooseFound(page, 'Find a customer', 'priya')
  await chooseFound(page, 'Add a product', 'honey')
  await takePicture('phone-order', page.locator('main'))
}

async function chooseFound(page: Page, field: string, search: string) {
  await page.getByRole('combobox', { name: field }).fill(search)
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
}
