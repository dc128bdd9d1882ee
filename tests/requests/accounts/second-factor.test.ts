import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { adminSignInRoutes, adminRoutes } from '#app/admin-routes.ts'
import { totpCode, invalidTotpCode } from '#tests/fixtures/accounts/totp-codes.ts'
import { signInNewCustomer, signInAsAdmin, PASSWORD, HttpClient } from '#tests/fixtures/http/http-client.ts'
import { MailFolder } from '#tests/fixtures/mails/mail-folder.ts'
import { pageText } from '#tests/fixtures/http/page-text.ts'
import { connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'

const url = inject('shopUrl')
const dataDir = inject('shopDataDirectory')
const database = connectToShopDatabase(dataDir)
const mails = new MailFolder(dataDir)
const email = `office-${randomUUID()}@example.com`
const account = '/admin/account'
let adminClient: HttpClient
let key: string
let recoveryCodes: string[]

beforeAll(async () => {
  await signInNewCustomer(url, email)
  await database.query(
    `insert into accounts.administrator (user_id) select id from accounts."user" where email = $1`,
    [email],
  )
  adminClient = await signInAsAdmin(url, { email, password: PASSWORD })
})
afterAll(() => database.close())

const read = async (response: Response) => {
  const html = await response.text()
  return {
    status: response.status,
    to: response.headers.get('location'),
    text: pageText(html),
    html,
    cache: response.headers.get('cache-control'),
  }
}
const post = async (visitor: HttpClient, path: string, fields: Record<string, string>) =>
  read(await visitor.post(path, fields))
async function signInUpToCode(path = '/admin', fields: Record<string, string> = {}) {
  const visitor = new HttpClient(url)
  const response = await post(visitor, path, { email, password: PASSWORD, ...fields })
  return { visitor, ...response }
}

describe('MFA-1 /admin/account', () => {
  test('MFA-11 the top bar links to it; fields have autocomplete attributes for password managers', async () => {
    expect(await adminClient.html('/admin/dashboard')).toMatch(/href="\/admin\/account"/)
    const page = await read(await adminClient.fetch(account))
    expect(page).toMatchObject({
      status: 200,
      cache: 'no-store',
      text: expect.stringContaining('Second factor Off'),
    })
    expect(page.html.match(/autocomplete="current-password"/gi)).toHaveLength(2)
    expect(page.html.match(/autocomplete="new-password"/gi)).toHaveLength(2)
  })

  test('MFA-11 a wrong password is refused at its field and never returned', async () => {
    const page = await post(adminClient, account, { intent: 'begin', begin_password: 'not the password' })
    expect([page.status, page.text.split('This is not your current password').length - 1]).toEqual([422, 2])
    expect(page.html).not.toContain('not the password')
    expect((await post(adminClient, account, { intent: 'begin', begin_password: '' })).text).toContain(
      'Enter your current password',
    )
  })

  test('MFA-11 the key is shown as QR code and text, and stays valid after a wrong code', async () => {
    const begun = await post(adminClient, account, { intent: 'begin', begin_password: PASSWORD })
    expect(begun).toMatchObject({ status: 200, cache: 'no-store' })
    key = /name="key" value="([A-Z2-7]+)"/.exec(begun.html)![1]!
    expect(begun.text.replaceAll(' ', '')).toContain(key)
    expect(begun.html).toMatch(/<svg[^>]*aria-label="The key as a QR picture"/)
    expect(begun.html).toMatch(/<input[^>]*inputmode="numeric"[^>]*autocomplete="one-time-code"/i)
    const wrong = await post(adminClient, account, { intent: 'confirm', key, code: invalidTotpCode(key) })
    expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('This code is not right')])
    expect(wrong.html).toContain(`name="key" value="${key}"`)
    const typo = await post(adminClient, account, { intent: 'confirm', key: '<script>', code: '12 34' })
    expect([typo.status, typo.text]).toEqual([
      422,
      expect.stringContaining('Enter the six digits that your app shows'),
    ])
    expect(typo.html).not.toContain('&lt;script')
  })

  test('MFA-1 the first code enables it and shows ten recovery codes once; the owner is notified', async () => {
    const code = totpCode(key)
    const on = await post(adminClient, account, {
      intent: 'confirm',
      key,
      code: `${code.slice(0, 3)} ${code.slice(3)}`,
    })
    recoveryCodes = [...on.html.matchAll(/<code>([0-9a-z-]{14})<\/code>/g)].map(([, each]) => each!)
    expect([on.status, recoveryCodes.length, on.cache]).toEqual([200, 10, 'no-store'])
    expect(on.html).toContain('download="recovery-codes.txt"')
    const later = await read(await adminClient.fetch(account))
    expect(later.text).toContain('Second factor On 10 recovery codes are left.')
    for (const secret of [...recoveryCodes, key]) expect(later.html).not.toContain(secret)
    expect((await mails.next('second-factor-on', email)).text).toContain('it asks for a code of your app')
  })
})

describe('MFA-3 Between password and code', () => {
  test('MFA-3 sign-in asks for the code, keeps the return path, and grants no access before', async () => {
    const { visitor, status, to } = await signInUpToCode('/admin?return=%2Fadmin%2Forders')
    expect([status, to]).toEqual([302, '/admin?step=code&return=%2Fadmin%2Forders'])
    expect(visitor.cookie).not.toMatch(/access|refresh|signed-in/)
    const page = await read(await visitor.fetch(to!))
    expect(page).toMatchObject({
      status: 200,
      cache: 'no-store',
      text: expect.stringContaining('Enter your code'),
    })
    for (const { path } of [...adminSignInRoutes, ...adminRoutes].filter(
      ({ access }) => access === 'admin',
    )) {
      const address = path.replace(':id', randomUUID()).replace('*', 'nowhere')
      const [shown, data, sent] = [
        await visitor.fetch(address),
        await visitor.page(address),
        await visitor.post(address, { intent: 'off' }),
      ]
      for (const response of [shown, sent])
        expect([response.status, response.headers.get('location')], address).toEqual([
          302,
          expect.stringMatching(/^\/admin\?return=/),
        ])
      expect(data.loaderData, address).toBeUndefined()
    }
    expect((await visitor.fetch('/admin/events')).status).not.toBe(200)
    for (const address of ['/profile', '/profile/password', '/profile/orders', '/checkout']) {
      expect((await visitor.fetch(address)).headers.get('location'), address).toMatch(/^\/login/)
    }
    expect(await (await visitor.fetch('/api/session')).json()).toMatchObject({ user: null })
  })

  test('MFA-3 without the password step there is no code form, and codes are refused', async () => {
    const visitor = new HttpClient(url)
    expect((await read(await visitor.fetch('/admin?step=code'))).text).toContain('Password')
    const sent = await post(visitor, '/admin', { intent: 'app', code: totpCode(key) })
    expect([sent.status, sent.to]).toEqual([302, '/admin?step=over'])
    expect((await read(await visitor.fetch(sent.to!))).text).toContain('Sign in again.')
  })

  test('MFA-3 the shop’s sign-in asks for the code too, and grants access to the shop only', async () => {
    const { visitor, status, to } = await signInUpToCode('/login?return=%2Fcheckout', { remember: 'on' })
    expect([status, to]).toEqual([302, '/admin?step=code&return=%2Fcheckout'])
    expect(await visitor.page('/profile')).toHaveProperty('redirect')
    const shown = await post(visitor, to!, {
      intent: 'recovery',
      recovery_code: recoveryCodes[0]!.toUpperCase().replaceAll('-', ' '),
    })
    expect([shown.status, shown.to]).toEqual([302, '/checkout'])
    expect((await visitor.fetch('/profile')).status).toBe(200)
    expect((await visitor.fetch('/admin/orders')).headers.get('location')).toMatch(/^\/admin\?/)
    expect((await mails.next('recovery-code-used', email)).text).toContain('recovery codes')
  })
})

describe('MFA-4 The code', () => {
  test('MFA-4 a wrong code is refused at its field, a valid one continues, and no code works twice', async () => {
    const { visitor, to } = await signInUpToCode('/admin?return=%2Fadmin%2Forders')
    const wrong = await post(visitor, to!, { intent: 'app', code: invalidTotpCode(key) })
    expect([wrong.status, wrong.text.split('This code is not right').length - 1]).toEqual([401, 2])
    const used = await post(visitor, to!, { intent: 'recovery', recovery_code: recoveryCodes[0]! })
    expect([used.status, used.text]).toEqual([
      401,
      expect.stringContaining('This recovery code is not right, or was used already.'),
    ])
    const code = totpCode(key, 1)
    const right = await post(visitor, to!, { intent: 'app', code })
    expect([right.status, right.to]).toEqual([302, '/admin/orders'])
    expect((await visitor.fetch('/admin/orders')).status).toBe(200)
    expect(visitor.cookie).not.toContain('second-step')
    const again = await signInUpToCode()
    expect((await post(again.visitor, again.to!, { intent: 'app', code })).status).toBe(401)
    expect((await again.visitor.fetch('/admin/orders')).status).toBe(302)
  })
})

describe('MFA-5 Changing the password and disabling the second factor', () => {
  test('ACCOUNT-25 an administrator changes the password; other sessions end, this one stays, the owner is notified', async () => {
    const both = (password: string) => ({ password, confirm_password: password })
    const wrong = await post(adminClient, account, {
      intent: 'password',
      current_password: 'not the password',
      ...both('ten hairpins down again'),
    })
    expect([wrong.status, wrong.text.split('This is not your current password').length - 1]).toEqual([422, 2])
    const short = await post(adminClient, account, {
      intent: 'password',
      current_password: PASSWORD,
      ...both('password1'),
    })
    expect(short.text).toContain('Choose a password that is harder to guess')
    const changed = await post(adminClient, account, {
      intent: 'password',
      current_password: PASSWORD,
      ...both('ten hairpins down again'),
    })
    expect([changed.status, changed.text]).toEqual([
      200,
      expect.stringContaining('Your password is changed.'),
    ])
    expect((await adminClient.fetch(account)).status).toBe(200)
    expect((await mails.next('own-password-changed', email)).text).toContain('knew the old one')
    expect((await signInUpToCode()).status).toBe(401)
  })

  test('MFA-5 new recovery codes and disabling require password and code', async () => {
    const proof = (proof_code: string, proof_password = 'ten hairpins down again') => ({
      proof_password,
      proof_code,
    })
    const wrong = await post(adminClient, account, { intent: 'off', ...proof('abc', '') })
    expect(wrong.text).toContain('Enter your current password')
    expect(wrong.text).toContain('or a recovery code, like')
    const renewed = await post(adminClient, account, {
      intent: 'recovery-codes',
      ...proof(recoveryCodes[1]!),
    })
    const fresh = [...renewed.html.matchAll(/<code>([0-9a-z-]{14})<\/code>/g)].map(([, each]) => each!)
    expect([renewed.status, fresh.length]).toEqual([200, 10])
    expect((await post(adminClient, account, { intent: 'off', ...proof(recoveryCodes[2]!) })).status).toBe(
      422,
    )
    const off = await post(adminClient, account, { intent: 'off', ...proof(fresh[0]!) })
    expect([off.status, off.text]).toEqual([200, expect.stringContaining('The second factor is off.')])
    expect((await mails.next('second-factor-off', email)).text).toContain('The password alone opens it now.')
    expect(
      (await post(new HttpClient(url), '/admin', { email, password: 'ten hairpins down again' })).to,
    ).toBe('/admin/dashboard')
  })
})

describe('ACCOUNT-25 /profile/password', () => {
  test('ACCOUNT-25 a customer changes the password without JavaScript: errors at the field, success on the page, other sessions end', async () => {
    const customer = await signInNewCustomer(url)
    const phone = new HttpClient(url)
    await phone.post('/login', { email: customer.email, password: PASSWORD })
    expect(await customer.html('/profile')).toContain('href="/profile/password"')
    const entries = { password: 'ten hairpins down again', confirm_password: 'ten hairpins down again' }
    const wrong = await post(customer, '/profile/password', { current_password: 'x', ...entries })
    expect([wrong.status, wrong.text.split('This is not your current password').length - 1]).toEqual([422, 2])
    const changed = await post(customer, '/profile/password', { current_password: PASSWORD, ...entries })
    expect([changed.status, changed.text]).toEqual([
      200,
      expect.stringContaining('Your password is changed.'),
    ])
    expect(changed.html).not.toContain(entries.password)
    expect([(await customer.fetch('/profile')).status, (await phone.fetch('/profile')).status]).toEqual([
      200, 302,
    ])
    expect((await mails.next('own-password-changed', customer.email)).text).toContain('was changed on')
    expect((await new HttpClient(url).post('/login', { email: customer.email, ...entries })).status).toBe(302)
  })
})
