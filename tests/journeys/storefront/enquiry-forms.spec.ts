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
      { name: 'Priya Nair', email: 'priya@shopper.example', rating: 5, feedback: 'The pepper bites.' },
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

for (const { path, title, button, thanks, entries, missing, logged } of FORMS) {
  test(`ENQUIRY-1 ENQUIRY-2 ENQUIRY-3 ${path} logs the entries in the browser, thanks the visitor and sends nothing`, async ({
    page,
  }) => {
    const written: Promise<unknown[]>[] = []
    page.on(
      'console',
      (message) =>
        message.type() === 'info' && written.push(Promise.all(message.args().map((arg) => arg.jsonValue()))),
    )
    await openPage(page, path)
    for (const [label, entry] of Object.entries(entries)) await fieldOf(page, label).fill(entry)
    const asked: string[] = []
    // The footer loads its script when it comes into view, which the answer may cause.
    page.on('request', (request) => {
      if (!request.url().match(/\/assets\/[\w-]+\.js$/)) asked.push(`${request.method()} ${request.url()}`)
    })
    await page.getByRole('button', { name: button }).click()

    await expect(page.getByRole('heading', { name: thanks })).toBeFocused()
    await expect(page.getByText(NOTHING_SENT)).toBeVisible()
    expect(await Promise.all(written)).toEqual([logged])
    expect(asked).toEqual([])
    const mail = await page.getByRole('link', { name: 'Send it as an email' }).getAttribute('href')
    expect(decodeURIComponent(mail!)).toMatch(/^mailto:hello@ninthbend\.example\?/)
    for (const entry of Object.values(entries)) expect(decodeURIComponent(mail!)).toContain(entry)
    expect(await findAccessibilityViolations(page)).toEqual([])

    await page.getByRole('button', { name: 'Write another' }).click()
    for (const label of Object.keys(entries)) await expect(fieldOf(page, label)).toHaveValue('')
  })

  test(`ENQUIRY-4 every field of ${path} is required: an error summary with links is focused, and form values are kept`, async ({
    page,
  }) => {
    const noted: string[] = []
    page.on('console', (message) => noted.push(message.text()))
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

    for (const [label, entry] of Object.entries(entries)) await fieldOf(page, label).fill(entry)
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByRole('heading', { name: thanks })).toBeFocused()
    await expect(page).toHaveTitle(new RegExp(`^${title}`))
    expect(noted).toHaveLength(1)
  })
}

test('ENQUIRY-1 the rating is a group of five radio buttons that starts at 5 and is operable by keyboard', async ({
  page,
}) => {
  await openPage(page, '/feedback')
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
  await rating.getByRole('radio', { name: '1 star' }).check()

  const written: Promise<{ rating: number }>[] = []
  page.on('console', (message) => written.push(message.args()[1]!.jsonValue()))
  for (const [label, entry] of Object.entries(FORMS[0].entries)) await fieldOf(page, label).fill(entry)
  await page.getByRole('button', { name: 'Submit feedback' }).click()
  await expect(page.getByText(NOTHING_SENT)).toBeVisible()
  expect((await written[0]!).rating).toBe(1)
})

test('ENQUIRY-2 the business type is one of four, retail by default', async ({ page }) => {
  await openPage(page, '/business-enquiry')
  const type = page.getByRole('combobox', { name: 'Business Type' })
  await expect(type).toHaveValue('retail')
  expect(
    await type.locator('option').evaluateAll((all) => all.map((each) => (each as HTMLOptionElement).value)),
  ).toEqual(['retail', 'restaurant', 'distributor', 'other'])
})

test('STOREFRONT-19 ENQUIRY-3 without JavaScript a form says so, offers the email address and cannot be submitted', async ({
  newShopper,
}) => {
  const page = await newShopper({ javaScriptEnabled: false })
  for (const { path, button } of FORMS) {
    await page.goto(path)
    await expect(page.locator('noscript p')).toHaveText(
      'This form needs JavaScript. Write to hello@ninthbend.example instead.',
    )
    await expect(page.locator('noscript p')).toBeVisible()
    await expect(page.getByRole('button', { name: button })).toBeDisabled()
    await expect(page.getByText('This form sends nothing yet')).toBeVisible()
    await expect(
      page.getByRole('main').getByRole('link', { name: 'hello@ninthbend.example' }).first(),
    ).toBeVisible()
  }
})
