import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  signInNewCustomer,
  PASSWORD,
  registerCustomer,
  signInCustomer,
  HttpClient,
} from '#tests/fixtures/http/http-client.ts'
import { MailFolder } from '#tests/fixtures/mails/mail-folder.ts'
import { findLink, pageText, readPageTitle, findFieldValue } from '#tests/fixtures/http/page-text.ts'
import { connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'

const url = inject('shopUrl')
const dataDir = inject('shopDataDirectory')
const database = connectToShopDatabase(dataDir)
const mails = new MailFolder(dataDir)
const email = `anu-${randomUUID()}@example.com`
const NEW_PASSWORD = 'ten hairpins down again'
const both = (password: string, confirm_password = password) => ({ password, confirm_password })
let path: string

beforeAll(() => registerCustomer(new HttpClient(url), email))
afterAll(() => database.close())

const read = async (response: Response) => {
  const html = await response.text()
  return { status: response.status, to: response.headers.get('location'), text: pageText(html), html }
}

describe('ACCOUNT-19 /forgot-password', () => {
  test('ACCOUNT-19 the sign-in page links to it', async () => {
    expect(findLink(await new HttpClient(url).html('/login'), 'Forgot your password?')).toBe(
      '/forgot-password',
    )
  })

  test('ACCOUNT-29 an invalid address is refused with its message, and kept in the form', async () => {
    const response = await read(await new HttpClient(url).post('/forgot-password', { email: 'anu@' }))
    expect(response.status).toBe(422)
    expect(response.text.split('Enter an email address in the correct format').length - 1).toBe(2)
    expect(findFieldValue(response.html, 'email')).toBe('anu@')
  })

  test('SECURITY-4 the response is the same for a known and an unknown address, and one email is written', async () => {
    const [known, unknown] = [email, `nobody-${randomUUID()}@example.com`]
    const responses = await Promise.all(
      [known, unknown].map(async (address) =>
        new HttpClient(url).post('/forgot-password', { email: address }),
      ),
    )
    const [one, other] = await Promise.all(responses.map(read))
    expect(one).toEqual(other)
    expect(one).toMatchObject({
      status: 200,
      text: expect.stringContaining(
        'If this address has an account, a link to choose a new password is on its way.',
      ),
    })
    const perResponse = new Set(['date', 'x-request-id'])
    const headers = responses.map(({ headers: each }) => [...each].filter(([name]) => !perResponse.has(name)))
    expect(headers[0]).toEqual(headers[1])
    const mail = await mails.next('reset-password', known)
    const link = /http\S+\/reset-password\?token=\w+/.exec(mail.text)![0]
    expect(link.startsWith(url)).toBe(true)
    path = link.slice(url.length)
    expect(mails.to('reset-password', unknown)).toEqual([])
  })

  test('ACCOUNT-33 the email about a registered address links here too', async () => {
    await registerCustomer(new HttpClient(url), email)
    expect((await mails.next('already-registered', email)).text).toContain(`${url}/forgot-password\n`)
  })
})

describe('ACCOUNT-19 /reset-password', () => {
  test.each(['/reset-password', '/reset-password?token=AAAAAAAAAAAAAAAAAAAAAAAA'])(
    '%s opens nothing and leads to a new link',
    async (dead) => {
      const page = await read(await new HttpClient(url).fetch(dead))
      expect(page.text).toContain('This link was used already, is more than an hour old, or is not complete.')
      expect(page.html).not.toContain('name="password"')
      expect(findLink(page.html, 'Ask for a new link')).toBe('/forgot-password')
      for (const entries of [both(NEW_PASSWORD), both('short')]) {
        const response = await read(await new HttpClient(url).post(dead, entries))
        expect([response.status, response.text]).toEqual([
          422,
          expect.stringContaining('There is a problem This link was used already'),
        ])
        expect(response.text, 'there is no field to put right').not.toContain('Password must be')
      }
    },
  )

  test('ACCOUNT-21 SECURITY-10 the page is not cached, not indexed, and sends no referrer', async () => {
    const visitor = new HttpClient(url)
    const page = await visitor.fetch(path)
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect((await visitor.fetch(`/_data?u=${encodeURIComponent(path)}`)).headers.get('cache-control')).toBe(
      'no-store',
    )
    expect(page.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    const html = await page.text()
    expect(readPageTitle(html)).toMatch(/^Choose a new password/)
    expect(html).toContain('<meta name="robots" content="noindex">')
    expect(html).toContain(`<link rel="canonical" href="${url}/reset-password">`)
    expect(pageText(html)).toContain(`For your account ${email} .`)
    for (const field of ['password', 'confirm_password'])
      expect(html).toMatch(new RegExp(`<input[^>]*name="${field}"`))
    expect(html.match(/autocomplete="new-password"/gi)).toHaveLength(2)
  })

  test.each([
    [both('short'), 'Password must be at least 8 characters long'],
    [both(NEW_PASSWORD, 'ten hairpins down agein'), 'Passwords do not match'],
    [both('password1'), 'Choose a password that is harder to guess'],
  ])('ACCOUNT-22 %j is refused with its message, and never returned', async (entries, sentence) => {
    const response = await read(await new HttpClient(url).post(path, entries))
    expect(response.status).toBe(422)
    expect(response.text).toContain('There is a problem')
    expect(
      response.text.split(sentence).length - 1,
      'in the summary and at the field',
    ).toBeGreaterThanOrEqual(2)
    expect(response.html).not.toContain(entries.password)
  })

  test('ACCOUNT-20 a new password redirects to /login with a notice shown once; the old password and all sessions are invalid', async () => {
    const elsewhere = new HttpClient(url)
    await signInCustomer(elsewhere, email)
    expect((await elsewhere.fetch('/profile')).status).toBe(200)
    const here = new HttpClient(url)
    const changed = await read(await here.post(path, both(NEW_PASSWORD)))
    expect([changed.status, changed.to]).toEqual([302, '/login?notice=password-changed'])
    expect(here.cookie).toContain('device=')
    expect((await read(await here.fetch(changed.to!))).text).toContain(
      'Your password is changed, and you are signed out everywhere.',
    )

    expect((await elsewhere.fetch('/profile')).headers.get('location')).toMatch(/^\/login\?/)
    expect((await here.post('/login', { email, password: PASSWORD })).status).toBe(401)
    await signInCustomer(here, email, NEW_PASSWORD)
    expect((await here.fetch('/profile')).status).toBe(200)
    const again = await read(await new HttpClient(url).post(path, both('a third password')))
    expect([again.status, again.text]).toEqual([422, expect.stringContaining('This link was used already')])
    await signInCustomer(new HttpClient(url), email, NEW_PASSWORD)
  })

  test('ACCOUNT-23 the user is notified, and the token is deleted from the database', async () => {
    expect((await mails.next('password-changed', email)).text).toContain('was changed on')
    const rows = await database.query<{ payload: object }>(
      `select payload from outbox where recipient = $1 and kind = 'reset-password' and sent_at is not null`,
      [email],
    )
    expect(rows.map(({ payload }) => Object.keys(payload))).toEqual([['full_name']])
  })
})

describe('ACCOUNT-30 an administrator who has forgotten the password', () => {
  test('SESSION-3 ACCOUNT-30 the reset from the back-office sign-in returns there at every step', async () => {
    const visitor = new HttpClient(url)
    const requestPath = findLink(await visitor.html('/admin'), 'Forgot your password?')!
    expect(requestPath).toBe('/forgot-password?from=admin')
    expect(findLink(await visitor.html(requestPath), 'Back to sign in')).toBe('/admin')
    expect(findLink(await visitor.html('/forgot-password'), 'Back to sign in')).toBe('/login')

    const admin = { email: `ravi-${randomUUID()}@example.com`, password: NEW_PASSWORD }
    await registerCustomer(new HttpClient(url), admin.email)
    await database.query(
      'insert into accounts.administrator (user_id, last_signed_in_at) select id, now() from accounts."user" where email = $1',
      [admin.email],
    )
    const asked = await read(await visitor.post(requestPath, { email: admin.email }))
    expect([asked.status, findLink(asked.html, 'Back to sign in')]).toEqual([200, '/admin'])
    const unknownAddress = await read(
      await new HttpClient(url).post(requestPath, { email: `nobody-${randomUUID()}@example.com` }),
    )
    expect(unknownAddress, 'whose account it is, and whether it is one, is told by nothing').toEqual(asked)

    const link = /http\S+\/reset-password\?token=\w+/.exec(
      (await mails.next('reset-password', admin.email)).text,
    )![0]
    // The email may be opened in another browser, which has no pending request.
    const changed = await read(await new HttpClient(url).post(link.slice(url.length), both(NEW_PASSWORD)))
    expect([changed.status, changed.to]).toEqual([302, '/admin?notice=password-changed'])
    expect((await read(await visitor.fetch(changed.to!))).text).toContain(
      'Your password is changed, and you are signed out everywhere.',
    )
    expect((await visitor.post('/admin', { email: admin.email, password: PASSWORD })).status).toBe(401)
    expect((await visitor.post('/admin', admin)).headers.get('location')).toBe('/admin/dashboard')
  })
})

test('ACCOUNT-32 without JavaScript /profile has a sign-out form', async () => {
  const customer = await signInNewCustomer(url)
  const html = await customer.html('/profile')
  const [form] = /<form[^>]*action="\/logout"[^>]*>.*?<\/form>/.exec(html)!
  expect(pageText(form)).toBe('Sign out')
  const left = await customer.post('/logout', {})
  expect([left.status, left.headers.get('location')]).toEqual([303, '/?notice=signed-out'])
  expect((await customer.fetch('/profile')).status).toBe(302)
})
