import { totpCode } from '#tests/fixtures/accounts/totp-codes.ts'
import { ADMIN } from '#tests/fixtures/shops/running-shop.ts'
import { button, region, type ScreenRecorder } from './screen-recorder.ts'

const PANEL = { margin: 16 }

/** The state before anything has happened in the shop. */
export async function visitFirstSteps({ page, openScreen, takePicture }: ScreenRecorder) {
  await openScreen('/admin/dashboard')
  await takePicture('first-steps', region(page, 'First steps'), PANEL)
}

/** Includes a failed email. */
export async function visitDashboard({ page, openScreen, readTexts, takePicture }: ScreenRecorder) {
  await openScreen('/admin/dashboard')
  await takePicture('failed-emails', region(page, 'Emails'), PANEL)
  await button(page, 'Send me a test email').click()
  await page.getByText('accepted the test email').waitFor()
  await readTexts()
}

/** The chapters about the first day, settings and people; the owner's own company comes last. */
export async function visitSettingsScreens(recorder: ScreenRecorder) {
  const { page, openScreen, takePicture } = recorder
  await openScreen('/admin/settings')
  await takePicture('settings-your-shop', region(page, 'Your shop'), PANEL)
  await region(page, 'Delivery charges').getByLabel('Charge for delivery').check()
  await takePicture('delivery-charges', region(page, 'Delivery charges'), PANEL)
  await openScreen('/admin/settings/mails')
  await openScreen('/admin/categories')
  await openScreen('/admin/products?add=product')
  await visitPeople(recorder)
  await visitOwnAccount(recorder)
  await saveOwnCompany(recorder)
  await visitTexts(recorder)
}

async function visitPeople({ page, openScreen, readTexts, takePicture }: ScreenRecorder) {
  await openScreen('/admin/settings/people')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Maya Thomas')
  await page.getByRole('textbox', { name: /^Email/ }).fill('maya@example.com')
  await button(page, 'Send the invitation').click()
  await page.getByText('is on its way').waitFor()
  await readTexts()
  await openScreen('/admin/settings/people')
  await takePicture('people', page.locator('.settings'), PANEL)
  await button(page, 'Suspend').click()
  await button(page, 'Restore access').waitFor()
  await readTexts()
}

async function visitOwnAccount({ page, openScreen, readTexts }: ScreenRecorder) {
  await openScreen('/admin/account')
  const panel = region(page, 'Second factor')
  await panel.getByRole('textbox', { name: 'Current password' }).fill(ADMIN.password)
  await panel.getByRole('button', { name: 'Switch on' }).click()
  const key = (await panel.locator('.account-key').textContent())!.replaceAll(' ', '')
  await readTexts()
  await panel.getByLabel('Code').fill(totpCode(key))
  await panel.getByRole('button', { name: 'Switch on' }).click()
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
  await readTexts()
}

async function saveOwnCompany({ page, openScreen }: ScreenRecorder) {
  await openScreen('/admin/settings')
  const shop = region(page, 'Your shop')
  const fields = {
    'Name of the shop': 'Malabar Larder',
    'One sentence about it': 'Spices and rice from the Malabar coast',
    'Company, or your own name': 'Malabar Larder Ltd',
    'Company number': '01234567',
    Address: '12 Station Road\nBristol BS1 6QF\nUnited Kingdom',
    Phone: '0117 496 0012',
    Email: 'hello@malabarlarder.example',
  }
  for (const [label, value] of Object.entries(fields))
    await shop.getByRole('textbox', { name: label, exact: true }).fill(value)
  await shop.getByLabel('Registered in').selectOption('England and Wales')
  await shop.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved. Shoppers see it now.').waitFor()
  // Reloads, because after a save the page may still show the previous state.
  await openScreen('/admin/settings')
  await button(page, 'Remove the demonstration').waitFor()
}

const STORY = `## Where we come from

Our family has grown pepper on the **Malabar coast** for three generations.

- Picked by hand
- Dried in the sun

Look at [our spices](/products).`

async function visitTexts({ page, openScreen, takePicture }: ScreenRecorder) {
  await openScreen('/admin/settings/texts')
  await openScreen('/admin/settings/pictures')
  for (const text of ['We sell spices.', STORY]) {
    await openScreen('/admin/settings/texts/about')
    await page.getByLabel('Your text').fill(text)
    await button(page, 'Save').click()
    await page.getByText('Saved. Shoppers see it now.').waitFor()
  }
  await openScreen('/admin/settings/texts/about')
  await takePicture('your-text', region(page, 'Write'), { ...PANEL, maxHeight: 800 })
}
