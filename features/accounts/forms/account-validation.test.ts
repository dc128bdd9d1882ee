import { describe, expect, test } from 'vitest'
import type { ZodType } from 'zod'
import { validateAccountForm, type AccountForm } from './account-validation.ts'
import { emailForm, newPasswordForm, profileForm, registrationForm } from './account-forms.ts'

const FORMS: Record<AccountForm, (email: string) => ZodType> = {
  registration: () => registrationForm,
  profile: () => profileForm,
  email: () => emailForm,
  newPassword: newPasswordForm,
}
const PASSWORDS = [
  '',
  'short',
  'nine hairpins',
  'nine hairpinz',
  'password1',
  'x'.repeat(257),
  ' ANU@shop.example',
  'anu.mathew',
]
const ENTRIES: Record<string, readonly string[]> = {
  full_name: [
    '',
    '  ',
    '\u0085',
    '\u200b\ufeff',
    '\u0085Anu',
    'Anu',
    ' Anu ',
    'a'.repeat(120),
    'a'.repeat(121),
  ],
  email: ['', ' ', 'anu', 'anu@', ' anu@shop.example ', `${'a'.repeat(250)}@shop.example`],
  phone: ['', ' ', '020 7946 0100', '1'.repeat(41)],
  address: ['', '9 Ghat Road', 'a'.repeat(301)],
  post_code: ['', 'sw1a 1aa', 'ß'.repeat(12), 'ß'.repeat(13), 'İ'.repeat(12), '1'.repeat(13)],
  city: ['', 'a'.repeat(101)],
  country: ['', 'a'.repeat(81)],
  password: PASSWORDS,
  confirm_password: PASSWORDS,
}
const RIGHT = {
  full_name: 'Anu Mathew',
  email: 'anu@shop.example',
  phone: '020 7946 0100',
  address: '',
  post_code: '',
  city: '',
  country: '',
  password: 'nine hairpins',
  confirm_password: 'nine hairpins',
}

function requirementsOf(form: AccountForm, entries: { email?: string }): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { path, message } of FORMS[form](entries.email ?? '').safeParse(entries).error?.issues ?? [])
    errors[String(path[0])] ??= message
  return errors
}

describe.each(Object.keys(FORMS) as AccountForm[])(
  'ACCOUNT-2 page and server validate the form %s alike',
  (form) => {
    test.each(Object.keys(ENTRIES))('for any entry in %s', (field) => {
      for (const entry of ENTRIES[field]!) {
        const entries = { ...RIGHT, [field]: entry }
        expect(validateAccountForm(form, entries), JSON.stringify(entry)).toEqual(
          requirementsOf(form, entries),
        )
      }
    })

    test('for an empty form, and for two invalid passwords', () => {
      for (const entries of [
        {},
        { password: 'short', confirm_password: 'shorter' },
        { password: 'password1', confirm_password: 'x' },
        { email: 'Anu.Mathew@shop', password: 'anu.mathew', confirm_password: 'x' },
        { ...RIGHT, email: 'anu.mathew@shop.example', password: 'anu.mathew' },
      ]) {
        expect(validateAccountForm(form, entries)).toEqual(requirementsOf(form, entries))
      }
    })
  },
)
