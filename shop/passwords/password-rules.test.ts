import { describe, expect, test } from 'vitest'
import type { ZodType } from 'zod'
import { messages } from '#shop/messages/messages.ts'
import { accountMessages } from '#shop/messages/account-messages.ts'
import { validateAccountForm } from '#features/accounts/forms/account-validation.ts'
import * as forms from '#features/accounts/forms/account-forms.ts'
import { passwordProblem } from './password-rules.ts'

const EMAIL = 'anu.mathew@shop.example'
const sentenceFor = (form: ZodType, password: string) =>
  form
    .safeParse({ email: EMAIL, password, confirm_password: password })
    .error?.issues.find(({ path }) => path[0] === 'password')?.message

describe('ACCOUNT-18 One set of rules for all chosen passwords', () => {
  test.each([
    ['', 'too-short'],
    ['seven 7', 'too-short'],
    ['x'.repeat(257), 'too-long'],
    ['password', 'too-common'],
    ['PassWord', 'too-common'],
    ['12345678', 'too-common'],
    ['nine hairpins', null],
    ['x'.repeat(256), null],
  ])('%j is %s', (password, problem) => expect(passwordProblem(password)).toBe(problem))

  const chosen = Object.entries(forms)
    .map(([name, form]) => [name, typeof form === 'function' ? form(EMAIL) : form] as const)
    .filter(([, form]) => 'shape' in form && 'confirm_password' in form.shape)

  test('the rules apply to registration, reset and change', () => {
    expect(chosen.map(([name]) => name).sort()).toEqual([
      'newPasswordForm',
      'ownPasswordForm',
      'registrationForm',
    ])
  })

  test.each(chosen)('%s applies them', (_, form) => {
    expect(sentenceFor(form as ZodType, 'password')).toBe(accountMessages.passwordTooCommon)
    for (const password of [EMAIL, 'Anu.Mathew'])
      expect(sentenceFor(form as ZodType, password)).toBe(accountMessages.passwordIsEmail)
    expect(sentenceFor(form as ZodType, 'short')).toBe(messages.passwordTooShort)
    expect(sentenceFor(form as ZodType, 'x'.repeat(257))).toBe(messages.passwordTooLong)
  })

  test('the page applies them while errors are corrected', () => {
    expect(
      validateAccountForm('newPassword', { password: 'password', confirm_password: 'password' }),
    ).toEqual({ password: accountMessages.passwordTooCommon })
  })
})
