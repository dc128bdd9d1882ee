import { randomUUID } from 'node:crypto'
import { describe, expect, inject, test } from 'vitest'
import {
  ADDRESS,
  signInNewCustomer,
  PASSWORD,
  registerCustomer,
  HttpClient,
} from '#tests/fixtures/http/http-client.ts'
import { MailFolder } from '#tests/fixtures/mails/mail-folder.ts'
import { findLink, pageText, findFieldValue } from '#tests/fixtures/http/page-text.ts'

const url = inject('shopUrl')
const mails = new MailFolder(inject('shopDataDirectory'))
const anEmail = () => `way-${randomUUID()}@example.com`
const registration = (email: string) => ({
  ...ADDRESS,
  email,
  password: PASSWORD,
  confirm_password: PASSWORD,
})
const COOKIE = 'sign-in-start'

async function registerFromCheckout(email: string) {
  const shopper = new HttpClient(url)
  const signInPath = (await shopper.fetch('/checkout')).headers.get('location')!
  const registerPath = findLink(await shopper.html(signInPath), 'Create an account')!
  const response = await shopper.post(registerPath, registration(email))
  return { shopper, answer: response, login: response.headers.get('location')! }
}

describe('ACCOUNT-27 From registration to checkout', () => {
  test('sign-in is prefilled with the registered email and leads to checkout', async () => {
    const email = anEmail()
    const { shopper, answer: response, login } = await registerFromCheckout(email)
    expect(login).toBe('/login?notice=registered&return=%2Fcheckout')
    expect(login, 'nor in any log').not.toContain(email)
    const page = await shopper.html(login)
    expect(findFieldValue(page, 'email')).toBe(email)
    expect(findFieldValue(await new HttpClient(url).html(login), 'email'), 'of nobody else').toBe('')
    const cookie = response.headers.getSetCookie().find((line) => line.startsWith(COOKIE))
    expect(cookie).toMatch(/; Path=\/; Max-Age=1800; HttpOnly; SameSite=Lax$/)
    const signedIn = await shopper.post(login, { email, password: PASSWORD })
    expect(signedIn.headers.get('location')).toBe('/checkout')
    expect(shopper.cookie, 'signed in, it is over').not.toContain(COOKIE)
    expect((await shopper.fetch('/checkout')).status).toBe(200)
  })

  test('so does the link of the verification email, only in the browser that registered', async () => {
    const email = anEmail()
    const { shopper } = await registerFromCheckout(email)
    const link = /http\S+\/verify-email\?token=\S+/
      .exec((await mails.next('verify-email', email)).text)![0]
      .slice(url.length)
    await shopper.post(link, { intent: 'verify' })
    expect(findLink(await shopper.html(link), 'Sign in')).toBe('/login?return=%2Fcheckout')
    expect(findLink(await new HttpClient(url).html(link), 'Sign in')).toBe('/login')
    expect(findFieldValue(await shopper.html('/login'), 'email')).toBe(email)
  })

  test('an invalid registration keeps return path and form values', async () => {
    const response = await new HttpClient(url).post('/register?return=%2Fcheckout', {
      ...registration(anEmail()),
      phone: '',
    })
    const html = await response.text()
    expect([response.status, findLink(html, 'Sign in')]).toEqual([422, '/login?return=%2Fcheckout'])
    expect(findFieldValue(html, 'city')).toBe(ADDRESS.city)
  })

  test.each([
    'https://elsewhere.example/',
    '//elsewhere.example',
    '/\\elsewhere.example',
    'nonsense',
    '%',
    '{"email":"x"}',
    '{"email":"a@b.example","return_path":7}',
  ])('never to another site, whatever the cookie says: %j', async (said) => {
    const shopper = new HttpClient(url)
    const email = anEmail()
    await registerCustomer(shopper, email)
    const link = /http\S+\/verify-email\?token=\S+/
      .exec((await mails.next('verify-email', email)).text)![0]
      .slice(url.length)
    await shopper.post(link, { intent: 'verify' })
    for (const value of [said, JSON.stringify({ email, return_path: said })]) {
      const cookie = `${COOKIE}=${encodeURIComponent(value)}`
      const page = await shopper.fetch(link, { headers: { cookie } })
      expect(findLink(await page.text(), 'Sign in')).toBe('/login')
      expect((await shopper.fetch('/login', { headers: { cookie } })).status).toBe(200)
    }
  })

  test('a sign-in page with an email address is stored nowhere, without one it may be', async () => {
    const { login, shopper } = await registerFromCheckout(anEmail())
    expect((await shopper.fetch(login)).headers.get('cache-control')).toBe('no-store')
    expect((await new HttpClient(url).fetch('/login')).headers.get('cache-control')).toMatch(/^public/)
  })

  test('registering an existing address follows the same path', async () => {
    const { email } = await signInNewCustomer(url)
    const { login, shopper } = await registerFromCheckout(email)
    expect([login, findFieldValue(await shopper.html(login), 'email')]).toEqual([
      '/login?notice=registered&return=%2Fcheckout',
      email,
    ])
  })
})

describe('DELIVERY-5 Addresses that checkout refuses', () => {
  test('DELIVERY-5 cause a warning at registration and block nothing', async () => {
    const page = pageText(await new HttpClient(url).html('/register'))
    expect(page).toContain('We deliver within the United Kingdom only')
    expect(page).toContain('At least 10 digits')
    const response = await new HttpClient(url).post('/register', {
      ...registration(anEmail()),
      country: 'France',
      post_code: '75001',
      phone: '12',
    })
    expect(response.status).toBe(302)
  })

  test('DELIVERY-5 cause warnings at the profile fields without JavaScript, and the profile is saved', async () => {
    const customer = await signInNewCustomer(url)
    expect(
      (await customer.post('/profile', { ...ADDRESS, country: 'France', post_code: '75001', phone: '12' }))
        .status,
    ).toBe(200)
    const page = pageText(await customer.html('/profile'))
    for (const words of [
      'This cannot be a UK post code',
      'Enter a phone number with at least 10 digits',
      'We deliver within the United Kingdom only',
    ])
      expect(page).toContain(words)
    await customer.post('/profile', ADDRESS)
    expect(pageText(await customer.html('/profile'))).not.toContain('This cannot be')
  })

  test.each([
    [
      { post_code: '75001' },
      'This cannot be a UK post code, and we deliver nowhere else. One looks like SW1A 1AA.',
    ],
    [
      { post_code: 'JE2 3AB' },
      'Jersey, Guernsey and the Isle of Man are outside the United Kingdom, so we cannot deliver there.',
    ],
    [
      { post_code: 'ß'.repeat(12) },
      'This cannot be a UK post code, and we deliver nowhere else. One looks like SW1A 1AA.',
    ],
    [{ country: 'France' }, 'We deliver within the United Kingdom only'],
    [{ phone: '12' }, 'Enter a phone number with at least 10 digits, like 07700 900 123'],
  ])('DELIVERY-1 is refused by the server at its field: %j', async (changes, sentence) => {
    const customer = await signInNewCustomer(url)
    const { actionData } = await customer.submit('/checkout', {
      ...ADDRESS,
      ...changes,
      payment_method: 'cod',
      idempotency_key: randomUUID(),
      lines: '[]',
    })
    const [field] = Object.keys(changes)
    expect(actionData!['checkout']).toMatchObject({
      is_nothing_ordered: true,
      errors: { [field!]: sentence },
    })
  })
})
