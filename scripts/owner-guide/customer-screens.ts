import type { GuideOrders } from './guide-orders.ts'
import { createScreenRecorder, region, type ScreenRecorder } from './screen-recorder.ts'

/** The chapters about customers and figures. */
export async function visitCustomerScreens({ page, openScreen, readTexts, takePicture }: ScreenRecorder) {
  await openScreen('/admin/customers')
  await page.getByRole('link', { name: 'Priya Nair' }).click()
  await page.getByLabel('New note').fill('Prefers deliveries after six.')
  await takePicture('customer', page.locator('main'), { maxHeight: 900 })
  // She has no open orders, so she can be erased.
  await openScreen('/admin/customers')
  await page.getByRole('link', { name: 'Meera Das' }).click()
  await page.getByRole('button', { name: 'Erase customer' }).waitFor()
  await readTexts()
}

/** What the chapter about customers says about their own pages. */
export async function visitOwnDataOfCustomer({ page, texts }: ScreenRecorder, { customer }: GuideOrders) {
  const context = await page.context().browser()!.newContext({ locale: 'en-GB' })
  await context.addCookies(
    customer.cookie.split('; ').map((cookie) => {
      const [name, ...value] = cookie.split('=')
      return { name: name!, value: value.join('='), url: customer.url }
    }),
  )
  const shopper = await context.newPage()
  await createScreenRecorder(shopper, {}, texts).openScreen(`${customer.url}/profile/data`)
  await context.close()
}

export async function visitFigures({ page, openScreen, takePicture }: ScreenRecorder) {
  await openScreen('/admin/figures')
  await takePicture('figures', page.locator('main'), { maxHeight: 900 })
  await takePicture('margins', region(page, 'Margins of products'), { margin: 16 })
}
