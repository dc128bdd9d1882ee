import { passwordProblem, type PasswordProblem } from '#shop/passwords/password-rules.ts'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#shop/constants.ts'

const PASSWORD_RULES: Readonly<Record<PasswordProblem, string>> = {
  'too-short': `must have at least ${MIN_PASSWORD_LENGTH} characters`,
  'too-long': `may have at most ${MAX_PASSWORD_LENGTH} characters`,
  'too-common': 'is among the first that people try: choose one that is harder to guess',
  'own-email': 'must not be ADMIN_EMAIL, nor the part of it before the @',
}

/** What is wrong with ADMIN_PASSWORD, or null. */
export function administratorPasswordProblem(password: string, email?: string): string | null {
  const problem = passwordProblem(password, email)
  return problem && PASSWORD_RULES[problem]
}
