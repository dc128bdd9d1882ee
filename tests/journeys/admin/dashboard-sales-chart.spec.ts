import { signInNewCustomer } from '#tests/fixtures/http/http-client.ts'
import {
  placeOrderFor,
  findProductBySlug,
  signInOwnerInBrowser,
} from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'

test('the sales chart shows a day by pointer, touch and keyboard, and its period changes in place', async ({
  page,
  shop,
  database,
}) => {
  const tea = await findProductBySlug(database, 'wayanad-orthodox-black-tea')
  await placeOrderFor(await signInNewCustomer(shop.url), [{ product: tea, quantity: 2 }])
  await signInOwnerInBrowser(page)
  await openPage(page, '/admin/dashboard?days=7')
  const plot = page.getByRole('slider', { name: 'Sales by day' })
  const readout = page.locator('.plot-readout')
  const today = await readout.innerText()
  expect(today).toMatch(/\(so far\): £\d+\.\d\d, \d+ orders?$/)

  const { width, height } = (await plot.boundingBox())!
  await plot.hover({ position: { x: width / 14, y: height / 2 } })
  await expect(readout).toHaveText(/£0\.00, 0 orders$/)
  await expect(page.locator('.plot-chosen')).toHaveCount(2)
  await page.mouse.move(0, 0)
  await expect(readout).toHaveText(today)

  await page.getByRole('link', { name: '90 days' }).focus()
  await page.keyboard.press('Tab')
  await expect(plot).toBeFocused()
  await expect(plot).toHaveAttribute('aria-valuetext', today)
  await page.keyboard.press('ArrowLeft')
  await expect(plot).toHaveAttribute('aria-valuenow', '6')
  await page.keyboard.press('Home')
  await expect(plot).toHaveAttribute('aria-valuetext', /£0\.00, 0 orders$/)
  await page.keyboard.press('End')
  await expect(plot).toHaveAttribute('aria-valuetext', today)
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowLeft')
  await expect(plot).toHaveAttribute('aria-valuenow', '1')

  await page.getByText('The figures as a table').click()
  await expect(page.getByRole('table', { name: /^Sales of the last 7 days/ }).getByRole('row')).toHaveCount(8)
  await page.getByRole('link', { name: '90 days' }).click()
  await expect(page).toHaveURL(/\?days=90$/)
  await expect(plot).toHaveAttribute('aria-valuemax', '90')
  await page.goBack()
  await expect(plot).toHaveAttribute('aria-valuemax', '7')
})
