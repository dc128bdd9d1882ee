import { signInOwnerInBrowser } from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'

test('MAIL-12 all failed emails are listed by a link, and after one was sent again the short list has only what failed', async ({
  page,
  database,
}) => {
  await database.query(
    `insert into outbox (kind, dedupe_key, recipient, payload, attempts, last_error, available_at)
     select 'password-changed', gen_random_uuid(), 'priya@post.example',
            '{"full_name": "Priya", "url": "http://shop.example/forgot-password"}', 100, '550 no such user', 'infinity'
       from generate_series(1, 7)`,
  )
  await signInOwnerInBrowser(page)
  await openPage(page, '/admin/dashboard')
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
