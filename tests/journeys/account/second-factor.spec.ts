import { randomUUID } from 'node:crypto'
import { totpCode } from '#tests/fixtures/accounts/totp-codes.ts'
import { signInNewCustomer, PASSWORD } from '#tests/fixtures/http/http-client.ts'
import { checkAccessibility } from '#tests/fixtures/browser/accessibility-views.ts'
import { passwordField, fillSignInForm } from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'

test('MFA-11 by keyboard: enabled, recovery codes saved, and the code entered at the next sign-in', async ({
  page,
  shop,
  database,
  newShopper,
}) => {
  const email = `office-${randomUUID()}@example.com`
  await signInNewCustomer(shop.url, email)
  await database.query(
    `insert into accounts.administrator (user_id) select id from accounts."user" where email = $1`,
    [email],
  )
  await openPage(page, '/admin')
  await fillSignInForm(page, email)
  await page.getByRole('link', { name: `Your account ${email}` }).press('Enter')
  const factor = page.getByRole('region', { name: 'Second factor' })
  await factor.getByLabel('Current password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: 'The key as a QR picture' })).toBeVisible()
  await checkAccessibility(page, 'the key')
  const key = (await factor.locator('code').innerText()).replaceAll(' ', '')
  await page.keyboard.press('Tab')
  await expect(factor.getByLabel('Code')).toBeFocused()
  await page.keyboard.type(totpCode(key))
  await page.keyboard.press('Enter')
  const codes = page.getByRole('region', { name: 'Your recovery codes' })
  await expect(codes).toBeFocused()
  await checkAccessibility(page, 'the recovery codes')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    codes.getByRole('link', { name: 'Download' }).press('Enter'),
  ])
  expect(file.suggestedFilename()).toBe('recovery-codes.txt')

  const elsewhere = await newShopper()
  await openPage(elsewhere, '/admin?return=%2Fadmin%2Forders')
  await fillSignInForm(elsewhere, email)
  await expect(elsewhere.getByLabel('Code', { exact: true })).toBeFocused()
  await checkAccessibility(elsewhere, 'the second step')
  const recovery = elsewhere.getByText('Use a recovery code')
  await recovery.press('Enter')
  await expect(elsewhere.getByLabel('Recovery code')).toBeFocused()
  await checkAccessibility(elsewhere, 'the second step by a recovery code')
  await recovery.press('Enter')
  await expect(
    elsewhere.getByLabel('Code', { exact: true }),
    'the way back leads to the code of the app',
  ).toBeFocused()
  await expect(elsewhere.getByLabel('Recovery code')).toBeHidden()
  await elsewhere.keyboard.type(totpCode(key, 1))
  await elsewhere.keyboard.press('Enter')
  await expect(elsewhere).toHaveURL(/\/admin\/orders$/)
  await expect(passwordField(elsewhere)).toHaveCount(0)
})
