import type { Page } from '@playwright/test'
import { findAccessibilityViolations } from '#tests/fixtures/browser/accessibility-violations.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'

const NOTHING_SENT = 'Nothing has been sent'

const FORMS = [
  {
    path: '/feedback',
    title: 'Feedback',
    button: 'Submit feedback',
    thanks: 'Thank you for your feedback.',
    entries: { Name: 'Priya Nair', 'Email Address': 'priya@shopper.example', Feedback: 'The pepper bites.' },
    missing: ['Enter your name', 'Enter your email address', 'Enter your feedback'],
    logged: [
      'Feedback',
      { name: 'Priya Nair', email: 'priya@shopper.example', rating: 3, feedback: 'The pepper bites.' },
    ],
  },
  {
    path: '/business-enquiry',
    title: 'Business enquiries',
    button: 'Submit enquiry',
    thanks: 'Thank you for your enquiry.',
    entries: {
      'Business Name': 'Nair & Sons',
      'Contact Name': 'Priya Nair',
      'Email Address': 'priya@shopper.example',
      'Phone Number': '020 7946 0100',
      Message: 'Ten kilos of pepper a month.',
    },
    missing: [
      'Enter the name of your business',
      'Enter the name of the person we should ask for',
      'Enter your email address',
      'Enter your phone number',
      'Enter your message',
    ],
    logged: [
      'Business enquiry',
      {
        businessName: 'Nair & Sons',
        contactName: 'Priya Nair',
        email: 'priya@shopper.example',
        phone: '020 7946 0100',
        businessType: 'retail',
        message: 'Ten kilos of pepper a month.',
      },
    ],
  },
] as const

const fieldOf = (page: Page, label: string) =>
  page.getByRole('main').getByRole('textbox', { name: label, exact: true })

/** Uses the arrow keys, starting from five stars. */
async function chooseThreeStars(page: Page) {
  const rating = page.getByRole('group', { name: 'Rating' })
  await expect(rating.getByRole('radio')).toHaveCount(5)
  await expect(rating.getByRole('radio', { name: '5 stars' })).toBeChecked()
  await fieldOf(page, 'Email Address').focus()
  await page.keyboard.press('Tab')
  await expect(rating.getByRole('radio', { name: '5 stars' })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(rating.getByRole('radio', { name: '3 stars' })).toBeChecked()
  await expect(rating.getByText('3 stars').last()).toBeVisible()
}

for (const { path, title, button, thanks, entries, missing, logged } of FORMS) {
  test.describe(`ENQUIRY-4 ${path} requires every field`, () => {
    test(`ENQUIRY-1 ENQUIRY-2 ENQUIRY-3 ${path} focuses a summary of errors with links and keeps entries; then it logs them in the browser, thanks the visitor and sends nothing`, async ({
      page,
    }) => {
      const written: Promise<unknown[]>[] = []
      page.on('console', (message) =>
        written.push(
          Promise.all([Promise.resolve(message.type()), ...message.args().map((arg) => arg.jsonValue())]),
        ),
      )
      await openPage(page, path)
      await page.getByRole('button', { name: button }).click()
      const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
      await expect(summary).toBeFocused()
      await expect(summary.getByRole('link')).toHaveText([...missing])
      await expect(page).toHaveTitle(new RegExp(`^Error: ${title}`))
      expect(await findAccessibilityViolations(page)).toEqual([])

      const labels = Object.keys(entries)
      for (const [index, label] of labels.entries()) {
        await summary.getByRole('link', { name: missing[index]! }).click()
        await expect(fieldOf(page, label)).toBeFocused()
        await expect(fieldOf(page, label)).toHaveAccessibleDescription(new RegExp(missing[index]!))
      }

      await fieldOf(page, labels[0]!).fill('Priya')
      await fieldOf(page, 'Email Address').fill('priya at home')
      await page.keyboard.press('Enter')
      await expect(summary).toBeFocused()
      await expect(
        summary.getByRole('link', { name: 'Enter an email address in the correct format' }),
      ).toBeVisible()
      await expect(fieldOf(page, labels[0]!)).toHaveValue('Priya')
      await expect(fieldOf(page, 'Email Address')).toHaveValue('priya at home')

      if (path === '/feedback') await chooseThreeStars(page)
      for (const [label, entry] of Object.entries(entries)) await fieldOf(page, label).fill(entry)
      const asked: string[] = []
      // The footer loads its script when it comes into view, which the answer may cause.
      page.on('request', (request) => {
        if (!request.url().match(/\/assets\/[\w-]+\.js$/)) asked.push(`${request.method()} ${request.url()}`)
      })
      await page.getByRole('button', { name: button }).click()
      await expect(page.getByRole('heading', { name: thanks })).toBeFocused()
      await expect(page).toHaveTitle(new RegExp(`^${title}`))
      await expect(page.getByText(NOTHING_SENT)).toBeVisible()
      expect(await Promise.all(written)).toEqual([['info', ...logged]])
      expect(asked).toEqual([])
      const mail = await page.getByRole('link', { name: 'Send it as an email' }).getAttribute('href')
      expect(decodeURIComponent(mail!)).toMatch(/^mailto:hello@ninthbend\.example\?/)
      for (const entry of Object.values(entries)) expect(decodeURIComponent(mail!)).toContain(entry)
      expect(await findAccessibilityViolations(page)).toEqual([])

      await page.getByRole('button', { name: 'Write another' }).click()
      for (const label of labels) await expect(fieldOf(page, label)).toHaveValue('')
    })
  })
}
