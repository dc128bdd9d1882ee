import { signInNewCustomer } from '#tests/fixtures/http/http-client.ts'
import {
  placeOrderFor,
  findProductBySlug,
  signInOwnerInBrowser,
} from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'

test('MAIL-12 the dashboard lists failed emails by a link, shows a day of the sales by pointer, touch and keyboard, and changes its period in place', async ({
  page,
  shop,
  database,
}) => {
  const tea = await findProductBySlug(database, 'wayanad-orthodox-black-tea')
  await placeOrderFor(await signInNewCustomer(shop.url), [{ product: tea, quantity: 2 }])
  await database.query(
    `insert into outbox (kind, dedupe_key, recipient, payload, attempts, last_error, available_at)
     select 'password-changed', gen_random_uuid(), 'priya@post.example',
            '{"full_name": "Priya", "url": "http://shop.example/forgot-password"}', 100, '550 no such user', 'infinity'
       from generate_series(1, 7)`,
  )
  await signInOwnerInBrowser(page)
  await openPage(page, '/admin/dashboard?days=7')
  const plot = page.getByRole('slider', { name: 'Sales by day' })
  const readout = page.locator('.plot-readout')
  const today = await readout.innerText()
  expect(today).toMatch(/\(so far\): £\d+\.\d\d, \d+ orders?$/)

  const { width, height } = (await plot.boundingBox())!
  await plot.hover({ position: { x: width / 14, y: height / 2 } })
  await expect(readout).toHaveText(/£0\.00, 0 orders$/)
  await expect(page.locator('.plot-chosen')).toHaveCount(2)
  await page.mouse.move(0, 0)
  await expect(readout).toHaveText(today)

  await page.getByRole('link', { name: '90 days' }).focus()
  await page.keyboard.press('Tab')
  await expect(plot).toBeFocused()
  await expect(plot).toHaveAttribute('aria-valuetext', today)
  await page.keyboard.press('ArrowLeft')
  await expect(plot).toHaveAttribute('aria-valuenow', '6')
  await page.keyboard.press('Home')
  await expect(plot).toHaveAttribute('aria-valuetext', /£0\.00, 0 orders$/)
  await page.keyboard.press('End')
  await expect(plot).toHaveAttribute('aria-valuetext', today)
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowLeft')
  await expect(plot).toHaveAttribute('aria-valuenow', '1')

  await page.getByText('The figures as a table').click()
  await expect(page.getByRole('table', { name: /^Sales of the last 7 days/ }).getByRole('row')).toHaveCount(8)
  await page.getByRole('link', { name: '90 days' }).click()
  await expect(page).toHaveURL(/\?days=90$/)
  await expect(plot).toHaveAttribute('aria-valuemax', '90')
  await page.goBack()
  await expect(plot).toHaveAttribute('aria-valuemax', '7')

  const emails = page.getByRole('region', { name: 'Emails' })
  const rows = emails.getByRole('listitem')
  await expect(rows).toHaveCount(5)
  await emails.getByRole('link', { name: 'The first 5 of 7' }).click()
  await expect(rows).toHaveCount(7)
  await rows.first().getByRole('button', { name: 'Send again' }).click()
  await expect(emails.getByText('The email is being sent again now.')).toBeVisible()
  await expect(rows).toHaveCount(7)
  await page.getByRole('link', { name: '7 days', exact: true }).click()
  await expect(rows).toHaveCount(5)
  await database.query(`delete from outbox where recipient = 'priya@post.example'`)
})
