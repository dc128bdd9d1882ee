import { checkAccessibility } from '#tests/fixtures/browser/accessibility-views.ts'
import { signInOwnerInBrowser } from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'

test.use({ expectedStatuses: [409] })

test('SETTING-11 SETTING-5 emails to customers are switched by keyboard, and the second of two owners sees what stands', async ({
  page,
  context,
}) => {
  await signInOwnerInBrowser(page)
  await openPage(page, '/admin/settings/mails')
  const other = await context.newPage()
  await openPage(other, '/admin/settings/mails')
  const delivered = page.getByRole('checkbox', { name: 'Order delivered' })
  await expect(page.getByRole('checkbox', { name: 'Order confirmation' })).toBeDisabled()
  await delivered.focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Saved. It holds from the next email on.')).toBeVisible()
  await expect(delivered).not.toBeChecked()
  await checkAccessibility(page, 'the emails')

  await other.bringToFront()
  await other.getByRole('checkbox', { name: 'Order on its way' }).uncheck()
  await other.getByRole('button', { name: 'Save Emails to your customers' }).click()
  await expect(other.getByText('Somebody else changed these settings')).toBeVisible()
  await expect(other.getByText('Now saved: not ticked')).toBeVisible()
  await other.getByRole('checkbox', { name: 'Order on its way' }).check()
  await other.getByRole('button', { name: 'Save Emails to your customers' }).click()
  await expect(other.getByText('Saved. It holds from the next email on.')).toBeVisible()
  await other.getByRole('link', { name: 'See it: Order refunded' }).click()
  await expect(other).toHaveURL(/kind=order-refunded/)
  await expect(other.getByRole('checkbox', { name: 'Order delivered' })).toBeChecked()
})

test('SETTING-14 SETTING-5 a category is moved by keyboard, the focus stays, and a second administrator is told', async ({
  page,
  context,
}) => {
  await signInOwnerInBrowser(page)
  await openPage(page, '/admin/categories')
  const names = () => page.locator('.category-card h2').allTextContents()
  const before = await names()
  const [first, second] = before as [string, string]
  const other = await context.newPage()
  await openPage(other, '/admin/categories')
  await page.bringToFront()
  await page.getByRole('button', { name: `Move ${second} before ${first}` }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(names).toEqual([second, first, ...before.slice(2)])
  // It is first now, so it can only be moved back.
  await expect(page.getByRole('button', { name: `Move ${second} after ${first}` })).toBeFocused()
  await checkAccessibility(page, 'the categories')

  await other.bringToFront()
  await other.getByRole('button', { name: `Move ${before[2]} before ${second}` }).click()
  await expect(other.getByText('Somebody else has changed the order of the categories')).toBeVisible()
  expect(await other.locator('.category-card h2').allTextContents()).toEqual([
    second,
    first,
    ...before.slice(2),
  ])
  await page.bringToFront()
  await page.getByRole('button', { name: `Move ${second} after ${first}` }).click()
  await expect.poll(names).toEqual(before)
})

test('SETTING-15 once the owner has feedback sent, a shopper’s words go to the shop', async ({
  page,
  newShopper,
}) => {
  await signInOwnerInBrowser(page)
  await openPage(page, '/admin/settings')
  const sending = page.getByRole('checkbox', { name: /^Send them to / })
  const save = async () => {
    await page.getByRole('button', { name: 'Save Feedback and enquiries' }).click()
    await expect(page.getByText('Saved. Shoppers see it now.')).toBeVisible()
  }
  await sending.check()
  await save()
  const shopper = await newShopper()
  await openPage(shopper, '/feedback')
  await expect(shopper.getByText('is sent to us as an email')).toBeVisible()
  await shopper.getByRole('button', { name: 'Submit feedback' }).click()
  await expect(shopper.getByRole('alert')).toContainText('Enter your name')
  await shopper.getByLabel('Name', { exact: false }).first().fill('Priya Nair')
  await shopper.getByLabel('Email Address').fill('priya@shopper.example')
  await shopper.getByRole('textbox', { name: 'Feedback' }).fill('The pepper bites.')
  await shopper.getByRole('button', { name: 'Submit feedback' }).click()
  await expect(shopper.getByRole('heading', { name: 'Thank you for your feedback.' })).toBeFocused()
  await expect(shopper.getByText('It is on its way to us.')).toBeVisible()
  await checkAccessibility(shopper, 'the thanks')
  await shopper.getByRole('link', { name: 'Write another' }).click()
  await expect(shopper.getByRole('button', { name: 'Submit feedback' })).toBeVisible()
  await page.bringToFront()
  await sending.uncheck()
  await save()
})
