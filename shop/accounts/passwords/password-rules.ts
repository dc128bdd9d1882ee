import { messages } from '#shop/messages/messages.ts'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#shop/constants.ts'
import { accountMessages } from '#shop/accounts/account-messages.ts'
import { isCommonPassword } from './common-passwords.ts'

export type PasswordProblem = 'too-short' | 'too-long' | 'too-common'

export const PASSWORD_MESSAGES: Readonly<Record<PasswordProblem, string>> = {
  'too-short': messages.passwordTooShort,
  'too-long': messages.passwordTooLong,
  'too-common': accountMessages.passwordTooCommon,
}

/** Out: what is wrong with a chosen password (its length, or a common one), or null. */
export function passwordProblem(password: string): PasswordProblem | null {
  if (password.length < MIN_PASSWORD_LENGTH) return 'too-short'
  if (password.length > MAX_PASSWORD_LENGTH) return 'too-long'
  return isCommonPassword(password) ? 'too-common' : null
}
