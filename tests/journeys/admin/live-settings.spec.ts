import { signInOwnerInBrowser } from '#tests/fixtures/browser/shop-actions.ts'
import { signInNewAdministrator } from '#tests/fixtures/accounts/signed-in-administrators.ts'
import { signInAsAdmin } from '#tests/fixtures/http/http-client.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'

test.use({ expectedStatuses: [409, 422] })
const NEWER = 'Somebody else has just saved something on this page'

test('SETTING-17 SETTING-5 settings that somebody else saved are announced, and not overwritten after another part was saved', async ({
  page,
  shop,
}) => {
  await signInOwnerInBrowser(page)
  await openPage(page, '/admin/settings')
  const rate = page.getByLabel('Standard rate (£)')
  await rate.fill('2.50')
  const other = await signInAsAdmin(shop.url)
  const readVersion = async () =>
    ((await other.page('/admin/settings')).loaderData!['admin-settings'] as { deliveryVersion: number })
      .deliveryVersion
  const save = async (standard_rate: string) =>
    other.submit('/admin/settings', {
      intent: 'delivery',
      version: String(await readVersion()),
      standard_rate,
      free_over: '50.00',
      express_rate: '5.49',
      cut_off_hour: '16',
    })
  await save('3.10')
  await expect(page.getByText(NEWER)).toBeVisible()
  await expect(rate).toHaveValue('2.50')
  await page.getByRole('button', { name: 'Save Low stock' }).click()
  await expect(page.getByText('Saved. The dashboard and the products follow it.')).toBeVisible()
  await expect(page.getByText(NEWER)).toBeVisible()
  await page.getByRole('button', { name: 'Save Delivery charges' }).click()
  await expect(page.getByRole('alert')).toContainText('Somebody else changed these settings')
  await expect(page.getByText('Now saved: 3.10')).toBeVisible()
  await expect(rate).toHaveValue('2.50')
  // Fields without entries take the saved values, so these are not overwritten.
  await expect(page.getByLabel('Express rate')).toHaveValue('5.49')
  await expect(page.getByLabel('Cut-off')).toHaveValue('16')
  await page.getByRole('button', { name: 'Save Delivery charges' }).click()
  await expect(page.getByText('Saved. Shoppers see it now.')).toBeVisible()
  await expect(page.getByText(NEWER)).toBeHidden()
  await save('3.99')
  await page.getByRole('link', { name: 'Show what is saved now' }).click()
  await expect(rate).toHaveValue('3.99')
  await expect(page.getByText(NEWER)).toBeHidden()
  // On a phone the whole menu is in view.
  await page.setViewportSize({ width: 375, height: 800 })
  const menuEntry = page
    .getByRole('navigation', { name: 'Back-office' })
    .getByRole('link', { name: 'Settings' })
  expect(await menuEntry.evaluate((link) => link.getBoundingClientRect().right)).toBeLessThanOrEqual(375)
})

test('SETTING-17 PEOPLE-9 CONTENT-15 what was done and typed stays on the page while its lists follow the change of somebody else', async ({
  page,
  shop,
  database,
}) => {
  await signInOwnerInBrowser(page)
  await openPage(page, '/admin/settings/people')
  const field = (name: RegExp) => page.getByRole('textbox', { name })
  await field(/^Name/).fill('Maya Thomas')
  await field(/^Email/).fill(`maya-${crypto.randomUUID()}@example.com`)
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  const done = page.getByText('is on its way')
  await expect(done).toBeVisible()
  await field(/^Name/).fill('The next one')
  const other = await signInAsAdmin(shop.url)
  const name = `Priya ${crypto.randomUUID()}`
  await other.post('/admin/settings/people', {
    intent: 'invite',
    name,
    email: `priya-${crypto.randomUUID()}@example.com`,
    role: 'packer',
  })
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(done).toBeVisible()
  await expect(field(/^Name/), 'the form is the same one').toHaveValue('The next one')

  const { id, email } = await signInNewAdministrator(shop.url, database, 'packer')
  await other.post('/admin/settings/people', {
    intent: 'role',
    id,
    expected_role: 'packer',
    expected_state: 'active',
    role: 'manager',
  })
  await expect(page.getByRole('listitem').filter({ hasText: email })).toContainText('Manager, active')
  await openPage(page, '/admin/settings/texts/privacy')
  await page.getByLabel('Your text').fill('Mine, [here](http://a.example)')
  await other.post('/admin/settings/texts/privacy', { intent: 'save', version: '0', text: 'Theirs' })
  await expect(page.getByText(NEWER)).toBeVisible()
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  await expect(page.getByRole('alert')).toContainText('The link to “http://a.example” is not possible')
  await page.getByLabel('Your text').fill('Mine')
  await save.click()
  await expect(page.getByRole('alert')).toContainText('Somebody else saved this page while you wrote')
  await expect(page.getByRole('region', { name: 'What is shown now' })).toContainText('Theirs')
  await expect(page.getByLabel('Your text')).toHaveValue('Mine')
  await save.click()
  await expect(page.getByText('Saved. Shoppers see it now.')).toBeVisible()
  await other.post('/admin/settings/texts/privacy', { intent: 'save', version: '2', text: '' })
})

test.describe('while the shop fails', () => {
  test.use({ expectedStatuses: [503] })

  test('SESSION-24 a page stays while neither its events nor its data are answered', async ({ page }) => {
    await signInOwnerInBrowser(page)
    await page.addInitScript(() => {
      // Simulates an EventSource after a 503 response.
      window.EventSource = class extends EventTarget {
        readyState = 2
        constructor() {
          super()
          setTimeout(() => this.dispatchEvent(new Event('error')))
        }
        close() {}
      } as unknown as typeof EventSource
    })
    let asked = 0
    await page.route('**/_data*', (route) => {
      asked += 1
      return route.fulfill({ status: 503, contentType: 'text/plain', body: '' })
    })
    await openPage(page, '/admin/stock/deliveries')
    // Only a page that still exists asks a second time.
    await expect.poll(() => asked).toBeGreaterThan(1)
    await expect(page.getByRole('heading', { level: 1, name: 'Deliveries' })).toBeVisible()
  })
})
