import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import {
  passwordField,
  fillRegistrationForm,
  signInNewCustomerInBrowser,
  fillSignInForm,
} from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'

async function delayFormSubmissions(page: Page) {
  let letGo = () => {}
  const isLetGo = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/_data**', async (route) => {
    if (route.request().method() === 'POST') await isLetGo
    await route.continue()
  })
  return letGo
}

test('STOREFRONT-21 a button shows its progress and the result is announced', async ({ page, shop }) => {
  await openPage(page, '/register')
  const letGo = await delayFormSubmissions(page)
  const registering = fillRegistrationForm(page, `anu-${randomUUID()}@example.com`)
  await expect(page.getByRole('button', { name: 'Creating account...' })).toBeVisible()
  letGo()
  await registering
  await page.unrouteAll()

  await signInNewCustomerInBrowser(page, shop)
  await openPage(page, '/profile')
  const letSave = await delayFormSubmissions(page)
  await page.getByLabel('City').fill('Leeds')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
  letSave()
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeVisible()
  await expect(page.getByLabel('City')).toHaveValue('Leeds')
})

test('ACCOUNT-4 ACCOUNT-29 ACCOUNT-35 registration errors are shown at their fields, different passwords once both fields are left, and only passwords are cleared', async ({
  page,
}) => {
  await page.clock.install()
  await openPage(page, '/register')
  const [password, confirmation] = [passwordField(page), page.getByLabel('Confirm Password')]
  const error = page.locator('#confirm_password-error')
  const create = page.getByRole('button', { name: 'Create account' })
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await confirmation.fill('peppers and more')
  await confirmation.blur()
  await password.fill('pepper and more')
  await expect(error, 'not while a field is empty or in use').toHaveCount(0)
  await confirmation.focus()
  await expect(error).toHaveText('Passwords do not match')
  await expect(confirmation).toHaveAttribute('aria-invalid', 'true')
  await confirmation.fill('pepper and more')
  await expect(error).toHaveCount(0)

  // Typing cancels the pending comparison that began when the other field was left.
  await password.focus()
  await confirmation.fill('peppers and more')
  await page.clock.runFor(500)
  await expect(error, 'not while a field is in use').toHaveCount(0)
  // Pressed for longer than the comparison waits.
  await create.hover()
  await page.mouse.down()
  await page.clock.runFor(500)
  await page.mouse.up()
  await expect(summary, 'the button is pressed, although its field is left').toBeFocused()
  await expect(error).toHaveCount(1)
  await expect(summary.getByRole('link', { name: 'Enter your full name' })).toBeVisible()

  await page.getByLabel('Full Name').fill('Anu Mathew')
  await page.getByLabel('Email Address').fill('anu@')
  await password.fill('pepper')
  await confirmation.fill('peppers and more')
  await create.click()
  await expect(summary).toBeFocused()
  for (const sentence of [
    'Enter your phone number',
    'Password must be at least 8 characters long',
    'Passwords do not match',
  ]) {
    await expect(summary.getByRole('link', { name: sentence })).toBeVisible()
  }
  await summary.getByRole('link', { name: 'Passwords do not match' }).click()
  await expect(confirmation).toBeFocused()
  await expect(page.getByLabel('Full Name')).toHaveValue('Anu Mathew')

  const sentences = summary.getByRole('link')
  await expect(sentences).toHaveCount(4)
  const phone = page.getByLabel('Phone Number')
  await phone.focus()
  const before = await phone.boundingBox()
  await page.keyboard.type('020 7946 0100')
  await expect(sentences.filter({ hasText: 'Enter your phone number' })).toHaveCount(0)
  await expect(phone).not.toHaveAttribute('aria-invalid')
  await expect(phone).toBeFocused()
  await expect.poll(async () => (await phone.boundingBox())!.y).toBeCloseTo(before!.y, 0)
  await password.fill('peppers and more')
  await expect(sentences).toHaveText(['Enter an email address in the correct format, like name@example.com'])
  await page.getByLabel('Email Address').fill('anu@shop.example')
  await expect(summary).toHaveCount(0)
  await expect(page).toHaveTitle(/^Create your account/)
  await expect(page).toHaveURL(/\/register$/)
})

test('ACCOUNT-31 a password can be revealed, and the sign-in form returns to the page that required it', async ({
  page,
  shop,
}) => {
  const { email } = await signInNewCustomerInBrowser(page, shop)
  await page.context().clearCookies()
  await openPage(page, '/profile')
  await expect(page.getByText('Please sign in to see this page')).toBeVisible()
  await passwordField(page).fill('nine')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(passwordField(page)).toHaveAttribute('type', 'text')
  await fillSignInForm(page, email)
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByLabel('Full Name')).toHaveValue('Asha Menon')
})
