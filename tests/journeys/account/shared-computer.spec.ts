import type { Page } from '@playwright/test'
import {
  readOrderTotals,
  placeOrderButton,
  goToPaymentStep,
} from '#tests/fixtures/browser/checkout-actions.ts'
import { signInNewCustomer, PASSWORD } from '#tests/fixtures/http/http-client.ts'
import {
  addProductToCart,
  fillSignInForm,
  signInNewCustomerInBrowser,
} from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'

test.use({ expectedStatuses: [401, 409] })

/** Uses a tab that sends no session messages. */
async function signInWithoutNotifyingTabs(page: Page, email: string) {
  const response = await page.request.post('/login', {
    form: { email, password: PASSWORD, remember: 'on' },
    maxRedirects: 0,
  })
  expect(response.status()).toBe(302)
}

test('a tab at the payment step does not order for the next user who signs in, and says why', async ({
  page,
  shop,
  database,
}) => {
  const asha = await signInNewCustomerInBrowser(page, shop)
  const ben = await signInNewCustomer(shop.url)
  await addProductToCart(page, 'roasted-puttu-flour')
  await page.setViewportSize({ width: 375, height: 700 })
  await goToPaymentStep(page)
  await signInWithoutNotifyingTabs(page, ben.email)
  await placeOrderButton(page).click()
  await expect(page.getByRole('heading', { name: 'This page was opened for somebody else' })).toBeVisible()
  await expect(page.getByText('nothing was sent, saved or ordered')).toBeInViewport()
  for (const { email } of [asha, ben]) expect(await readOrderTotals(database, email)).toEqual([])
  await page.getByRole('link', { name: 'Open it again' }).click()
  await expect(
    page
      .getByRole('heading', { name: 'Shipping Information' })
      .or(page.getByRole('heading', { name: 'Payment Method' })),
  ).toBeVisible()
})

test('open tabs leave the previous customer’s pages when another customer signs in', async ({
  page,
  shop,
}) => {
  await signInNewCustomerInBrowser(page, shop)
  const ben = await signInNewCustomer(shop.url)
  await openPage(page, '/profile')
  await page.getByLabel('Full Name').fill('Typed by Asha')
  const next = await page.context().newPage()
  await signInWithoutNotifyingTabs(next, ben.email)
  await openPage(next, '/')
  await page.waitForURL('/')
  await openPage(page, '/profile')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(ben.email)
  await expect(page.getByLabel('Full Name')).not.toHaveValue('Typed by Asha')
})

test('SESSION-30 SESSION-31 CHECKOUT-23 what was typed when the session ended is back for the same customer, and gone for the next', async ({
  page,
  shop,
  database,
}) => {
  const asha = await signInNewCustomerInBrowser(page, shop)
  const ben = await signInNewCustomer(shop.url)
  const endSessions = () => database.query('delete from accounts.session')
  const typeAndSave = async (city: string) => {
    await page.getByLabel('City').fill(city)
    await endSessions()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(
      page.getByText('Your session has ended, so nothing was saved. Sign in to go on.'),
    ).toBeVisible()
  }
  const stored = () =>
    page.evaluate(() =>
      ['profile-draft', 'checkout-address'].map(
        (key) => JSON.parse(sessionStorage.getItem(key) ?? 'null') as { city: string } | null,
      ),
    )

  await addProductToCart(page, 'roasted-puttu-flour')
  await openPage(page, '/checkout')
  await page.getByLabel('City').fill('Typed at checkout')
  await openPage(page, '/profile')
  const pageData: string[] = []
  page.on(
    'request',
    (request) =>
      request.url().includes('/_data') &&
      pageData.push(`${request.method()} ${request.url().split('?u=')[1]}`),
  )
  await typeAndSave('Typed once')
  await expect(page).toHaveURL(/\/login\?return=%2Fprofile$/)
  await fillSignInForm(page, asha.email)
  await expect(page.getByText('What you typed before is back. It is not saved yet.')).toBeVisible()
  const signIn = pageData.findIndex((sent) => sent.startsWith('POST %2Flogin'))
  expect(signIn, 'after the form and the sign-in page, which stays').toBe(2)
  await expect(page.getByLabel('City')).toHaveValue('Typed once')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
  expect((await stored())[0]).toBeNull()

  await page.getByLabel('City').fill('Typed and left')
  await page.getByRole('link', { name: 'See your orders' }).click()
  await expect(page.getByRole('heading', { name: 'Your orders' })).toBeVisible()
  expect((await stored())[0], 'a page that is left for another is given up').toBeNull()

  await openPage(page, '/profile')
  await typeAndSave('Typed twice')
  expect((await stored()).map((draft) => draft?.city)).toEqual(['Typed twice', 'Typed at checkout'])
  await fillSignInForm(page, ben.email)
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(ben.email)
  await expect(page.getByLabel('City')).not.toHaveValue('Typed twice')
  await expect.poll(stored).toEqual([null, null])
})
