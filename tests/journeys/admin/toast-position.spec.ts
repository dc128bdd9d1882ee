import { placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'
import { signInNewCustomer } from '#tests/fixtures/http/http-client.ts'
import { findProductBySlug, signInOwnerInBrowser } from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'

/** A message must not move rows while it slides in. */
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('ORDER-26 at each width, messages about handled orders are as wide as their text and cover no row, and the rows below stay', async ({
  page,
  shop,
  database,
}) => {
  const tea = await findProductBySlug(database, 'wayanad-orthodox-black-tea')
  const customer = await signInNewCustomer(shop.url)
  for (let order = 0; order < 9; order++) await placeOrderOverHttp(customer, [{ product: tea, quantity: 1 }])
  await signInOwnerInBrowser(page)
  for (const width of [375, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await openPage(page, `/admin/orders?search=${customer.email}`)
    const table = page.getByRole('table')
    const process = table.getByRole('button', { name: 'Process' })
    await process.first().scrollIntoViewIfNeeded()
    // Includes space for Undo.
    const heightBefore = (await table.boundingBox())!.height
    for (const undoable of [1, 2]) {
      await process.first().click()
      await expect(table.getByRole('button', { name: 'Undo' })).toHaveCount(undoable)
    }
    const toast = page.locator('.outcome:visible').last()
    await expect(toast).toContainText('is now processing')
    expect((await table.boundingBox())!.height, `${width}`).toBe(heightBefore)
    const list = (await table.boundingBox())!
    const bar = (await page.getByRole('banner').boundingBox())!
    // Polled, because the message moves while it appears.
    const coversNoRow = async () => {
      const box = (await toast.boundingBox())!
      return box.y + box.height < bar.y + bar.height + 1 || box.x + box.width <= list.x
    }
    await expect.poll(coversNoRow, `${width}`).toBe(true)
    const [shown, ofText] = await toast.evaluate((box) => {
      const before = box.getBoundingClientRect().width
      box.style.cssText = 'width: max-content; max-width: none'
      return [before, box.getBoundingClientRect().width] as const
    })
    expect(shown, `${width}`).toBeLessThan(ofText + 1)
  }
})
