import { describe, expect, test } from 'vitest'
import type { ZodType } from 'zod'
import { messages } from '#shop/messages/messages.ts'
import { accountMessages } from '#shop/accounts/account-messages.ts'
import { validateAccountForm } from '#shop/accounts/forms/account-validation.ts'
import * as forms from '#shop/accounts/forms/account-forms.ts'
import { passwordProblem } from './password-rules.ts'

const sentenceFor = (form: ZodType, password: string) =>
  form.safeParse({ password, confirm_password: password }).error?.issues.find(({ path }) => path[0] === 'password')?.message

describe('ACCOUNT-18 One set of rules for every password that somebody chooses', () => {
  test.each([
    ['', 'too-short'], ['seven 7', 'too-short'], ['x'.repeat(257), 'too-long'], ['password', 'too-common'], ['PassWord', 'too-common'], ['12345678', 'too-common'],
    ['nine hairpins', null], ['x'.repeat(256), null],
  ])('%j is %s', (password, problem) => expect(passwordProblem(password)).toBe(problem))

  const chosen = Object.entries(forms).filter(([, form]) => typeof form === 'object' && 'shape' in form && 'confirm_password' in form.shape)

  test('a registration, a mailed link and the own password choose one', () => {
    expect(chosen.map(([name]) => name).sort()).toEqual(['newPasswordForm', 'ownPasswordForm', 'registrationForm'])
  })

  test.each(chosen)('%s asks them', (_, form) => {
    expect(sentenceFor(form as ZodType, 'password')).toBe(accountMessages.passwordTooCommon)
    expect(sentenceFor(form as ZodType, 'short')).toBe(messages.passwordTooShort)
    expect(sentenceFor(form as ZodType, 'x'.repeat(257))).toBe(messages.passwordTooLong)
  })

  test('so does the page while it is put right', () => {
    expect(validateAccountForm('newPassword', { password: 'password', confirm_password: 'password' })).toEqual({ password: accountMessages.passwordTooCommon })
  })
})
