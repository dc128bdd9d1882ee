import { checkAccessibility } from '#tests/fixtures/browser/accessibility-views.ts'
import { signInOwnerInBrowser } from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'

test.use({ expectedStatuses: [409, 422] })

test('SETTING-1 SETTING-2 SETTING-4 the phone number is changed with the keyboard, and a shopper’s open page takes it over', async ({
  page,
  newShopper,
}) => {
  const shopper = await newShopper()
  await openPage(shopper, '/')
  // The footer's scripts load with the first navigation; its links then no longer load whole pages.
  await shopper.getByRole('link', { name: 'All categories' }).click()
  await expect(shopper).toHaveURL('/categories')
  await signInOwnerInBrowser(page)
  await openPage(page, '/admin/settings')
  const phone = page.getByLabel('Phone')
  const before = await phone.inputValue()
  await phone.fill('0113')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Please enter a phone number with at least 10 digits')
  await expect(phone).toHaveValue('0113')
  await checkAccessibility(page, 'the page')
  await phone.fill('0113 496 0700')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Saved. Shoppers see it now.')).toBeVisible()
  await shopper.getByRole('link', { name: 'Contact us' }).click()
  await expect(shopper.getByRole('main')).toContainText('0113 496 0700')
  await expect(shopper.getByRole('contentinfo')).toContainText('0113 496 0700')
  await phone.fill(before)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Saved. Shoppers see it now.')).toBeVisible()
})

test('SETTING-10 each email is shown as it is sent, and sent to the owner', async ({ page }) => {
  await signInOwnerInBrowser(page)
  await openPage(page, '/admin/settings')
  await page.getByRole('link', { name: 'See the emails that your shop sends' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Emails of your shop' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Email' }).selectOption('Order on its way')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toHaveText(
    'Your order is on its way',
  )
  await checkAccessibility(page, 'the page')
  await page.getByRole('button', { name: 'Send me this one' }).click()
  await expect(page.getByText(/The test email to \S+ was written to a file/)).toBeVisible()
})
