import { describe, expect, test } from 'vitest'
import { accountMessages } from '#shop/messages/account-messages.ts'
import { messages } from '#shop/messages/messages.ts'
import {
  adminLoginForm,
  emailForm,
  loginForm,
  newPasswordForm,
  profileForm,
  registrationForm,
} from './account-forms.ts'

const complete = {
  full_name: ' Anu Mathew ',
  email: ' Anu.Mathew@Shoppers.Example ',
  phone: '+44 (0)20 7946 0100',
  address: '',
  post_code: 'sw1a 1aa',
  city: '',
  country: '',
  password: 'nine hairpins',
  confirm_password: 'nine hairpins',
}
const errorsOf = (entries: Record<string, unknown>) => {
  const parsed = registrationForm.safeParse(entries)
  const errors: Record<string, string> = {}
  for (const { path, message } of parsed.error?.issues ?? []) errors[String(path[0])] ??= message
  return errors
}

describe('ACCOUNT-2 Registration', () => {
  test('ACCOUNT-5 a complete form: trimmed, address in lower case, default country United Kingdom', () => {
    expect(registrationForm.parse(complete)).toEqual({
      full_name: 'Anu Mathew',
      email: 'anu.mathew@shoppers.example',
      phone: '+44 (0)20 7946 0100',
      address: null,
      post_code: 'SW1A 1AA',
      city: null,
      country: 'United Kingdom',
      password: 'nine hairpins',
      confirm_password: 'nine hairpins',
    })
  })

  test('ACCOUNT-2 all missing fields are reported at once, each with its message', () => {
    expect(errorsOf({})).toEqual({
      full_name: messages.enterFullName,
      email: messages.enterEmail,
      phone: messages.enterPhone,
      password: 'Password must be at least 8 characters long',
      confirm_password: 'Password must be at least 8 characters long',
    })
    expect(errorsOf({ ...complete, full_name: '   ', email: '', phone: ' ' })).toEqual({
      full_name: messages.enterFullName,
      email: messages.enterEmail,
      phone: messages.enterPhone,
    })
  })

  test.each(['anu', 'anu@', '@shop.example', 'anu@shop', 'a b@shop.example'])(
    'ACCOUNT-2 %j is no email address',
    (email) => {
      expect(errorsOf({ ...complete, email })).toEqual({ email: messages.emailNotValid })
    },
  )

  test.each([
    ['1234567', 'Password must be at least 8 characters long'],
    ['', 'Password must be at least 8 characters long'],
    ['x'.repeat(257), messages.passwordTooLong],
  ])('ACCOUNT-3 LIMIT-1 the password %j is refused', (password, message) => {
    expect(errorsOf({ ...complete, password, confirm_password: password })['password']).toBe(message)
  })

  test.each(['correct horse battery staple', 'x'.repeat(64), 'മലബാർ കുരുമുളക്', '🌶️🌶️🌶️🌶️🌶️🌶️🌶️🌶️', '        9'])(
    'ACCOUNT-18 the password %j is accepted unchanged',
    (password) => {
      expect(registrationForm.parse({ ...complete, password, confirm_password: password }).password).toBe(
        password,
      )
    },
  )

  test.each(['password', 'Password1', '12345678', 'QWERTYUIOP', 'iloveyou1', 'NinthBend'])(
    'ACCOUNT-18 the common password %j is refused',
    (password) => {
      expect(errorsOf({ ...complete, password, confirm_password: password })['password']).toMatch(
        /harder to guess/,
      )
    },
  )

  test.each(['anu.mathew@shoppers.example', 'ANU.Mathew', ' anu.mathew '])(
    'ACCOUNT-34 the password %j of anu.mathew@shoppers.example is refused, together with other errors',
    (password) => {
      expect(errorsOf({ ...complete, phone: '', password, confirm_password: 'nine hairpins' })).toEqual({
        phone: messages.enterPhone,
        password: accountMessages.passwordIsEmail,
        confirm_password: 'Passwords do not match',
      })
    },
  )

  test('ACCOUNT-34 a password that only contains the address is accepted', () => {
    const password = 'anu.mathew of the ghats'
    expect(errorsOf({ ...complete, password, confirm_password: password })).toEqual({})
  })

  test('ACCOUNT-4 differing passwords are reported together with other errors', () => {
    expect(errorsOf({ ...complete, email: '', confirm_password: 'nine hairpinz' })).toEqual({
      email: messages.enterEmail,
      confirm_password: 'Passwords do not match',
    })
  })

  test('ACCOUNT-28 unknown fields are dropped', () => {
    const forged = {
      ...complete,
      user_id: '1',
      is_admin: 'true',
      role: 'admin',
      email_verified: 'true',
      id: 'x',
    }
    expect(Object.keys(registrationForm.parse(forged)).sort()).toEqual(Object.keys(complete).sort())
  })

  test.each([
    ['full_name', 121],
    ['phone', 41],
    ['address', 301],
    ['post_code', 13],
    ['city', 101],
    ['country', 81],
  ])('a %s of %i characters is refused with a message', (field, length) => {
    expect(errorsOf({ ...complete, [field]: 'x'.repeat(length) })[field]).toContain(
      `${length - 1} characters or fewer`,
    )
  })
})

describe('SESSION-1 Sign-in forms', () => {
  test('SESSION-16 remember-me is true if the box is ticked', () => {
    const ticked = loginForm.parse({ email: 'A@b.example', password: 'x', remember: 'on' })
    expect(ticked).toEqual({ email: 'a@b.example', password: 'x', remember: true })
    expect(loginForm.parse({ email: 'a@b.example', password: 'x' }).remember).toBe(false)
  })

  test('SESSION-3 admin sign-in requires both fields', () => {
    const { issues } = adminLoginForm.safeParse({ email: ' ', password: '' }).error!
    expect(issues.map(({ path, message }) => [path[0], message])).toEqual([
      ['email', messages.enterEmail],
      ['password', messages.enterPassword],
    ])
  })
})

describe('ACCOUNT-19 A forgotten password', () => {
  const wrongWith = (entries: Record<string, string>) =>
    newPasswordForm('anu@shoppers.example')
      .safeParse(entries)
      .error?.issues.map(({ path, message }) => [path[0], message])

  test('ACCOUNT-19 the request form has an address, in lower case', () => {
    expect(emailForm.parse({ email: ' Anu@Shoppers.Example ', password: 'x' })).toEqual({
      email: 'anu@shoppers.example',
    })
    expect(emailForm.safeParse({ email: ' ' }).error?.issues[0]?.message).toBe(messages.enterEmail)
    expect(emailForm.safeParse({ email: 'anu' }).error?.issues[0]?.message).toBe(messages.emailNotValid)
  })

  test.each([
    ['', '', ['password', 'confirm_password'], 'Password must be at least 8 characters long'],
    ['1234567', '1234567', ['password', 'confirm_password'], 'Password must be at least 8 characters long'],
    ['nine hairpins', 'nine hairpinz', ['confirm_password'], 'Passwords do not match'],
    ['nine hairpins', '', ['confirm_password'], 'Password must be at least 8 characters long'],
    ['x'.repeat(257), 'x'.repeat(257), ['password'], messages.passwordTooLong],
    ['Password1', 'Password1', ['password'], expect.stringMatching(/harder to guess/)],
    ['anu@shoppers.example', 'anu@shoppers.example', ['password'], accountMessages.passwordIsEmail],
  ])(
    'ACCOUNT-22 the new password %j, repeated as %j, is refused at %j by the rules of registration',
    (password, confirm_password, fields, message) => {
      expect(wrongWith({ password, confirm_password })).toEqual(fields.map((field) => [field, message]))
    },
  )

  test('ACCOUNT-22 a new password is taken as typed, without other fields', () => {
    const entries = { password: ' nine  hairpins ', confirm_password: ' nine  hairpins ' }
    expect(newPasswordForm('x@y.example').parse({ ...entries, user_id: '1', email: 'x@y.example' })).toEqual(
      entries,
    )
  })
})

test.each(['\u0085', '\u200b', '\u0001\u001f', '\ufeff', '\u00a0'])(
  'CHECKOUT-6 a name of %j alone is empty, as in the database',
  (full_name) => {
    expect(
      registrationForm.safeParse({ full_name }).error?.issues.find(({ path }) => path[0] === 'full_name')
        ?.message,
    ).toBe(messages.enterFullName)
    expect(profileForm.parse({ full_name }).full_name).toBeNull()
  },
)

test('DELIVERY-5 a profile normalises UK post codes and keeps other texts; no character becomes two', () => {
  const normalised = (post_code: string) => profileForm.parse({ post_code }).post_code
  expect(['sw1a1aa', ' 75001', 'd02 af30', 'ß'.repeat(12)].map(normalised)).toEqual([
    'SW1A 1AA',
    '75001',
    'D02 AF30',
    'ß'.repeat(12),
  ])
})

test('ACCOUNT-28 ACCOUNT-16 a profile has six fields: email and ID of a forged form are dropped', () => {
  const entries = {
    full_name: 'Anu',
    phone: '',
    address: ' 1 Ghat Road ',
    post_code: 'e1 6an',
    city: 'London',
    country: '',
  }
  expect(profileForm.parse({ ...entries, email: 'x@y.example', user_id: '1' })).toEqual({
    full_name: 'Anu',
    phone: null,
    address: '1 Ghat Road',
    post_code: 'E1 6AN',
    city: 'London',
    country: null,
  })
})
