import { messages } from '#shop/messages/messages.ts'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#shop/constants.ts'
import { trimWhiteSpace } from '#shop/text/white-space.ts'
import { accountMessages } from '#shop/messages/account-messages.ts'
import { isCommonPassword } from './common-passwords.ts'

export type PasswordProblem = 'too-short' | 'too-long' | 'too-common' | 'own-email'

export const PASSWORD_MESSAGES: Readonly<Record<PasswordProblem, string>> = {
  'too-short': messages.passwordTooShort,
  'too-long': messages.passwordTooLong,
  'too-common': accountMessages.passwordTooCommon,
  'own-email': accountMessages.passwordIsEmail,
}

/** What is wrong with a password for the account of this address (if known), or null. */
export function passwordProblem(password: string, email?: string): PasswordProblem | null {
  if (password.length < MIN_PASSWORD_LENGTH) return 'too-short'
  if (password.length > MAX_PASSWORD_LENGTH) return 'too-long'
  if (isCommonPassword(password)) return 'too-common'
  return email && isOwnEmail(password, email) ? 'own-email' : null
}

/** True for the address or its part before the @, which attackers who know the person try first (NIST SP 800-63B). */
function isOwnEmail(password: string, email: string): boolean {
  const [typed, address] = [password, email].map((text) => trimWhiteSpace(text).toLowerCase())
  return typed === address || typed === address!.split('@')[0]
}
