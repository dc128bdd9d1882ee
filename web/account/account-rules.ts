import type { AccountForm } from '#shop/accounts/entry-rules.ts'
import type { FormRules } from '#web/ui/standing-errors.ts'

/** What a form of the account is checked by comes once one was refused: most are right the first time. */
const rulesOf = (form: AccountForm) => async (): Promise<FormRules> => {
  const { checkAccountForm } = await import('#shop/accounts/entry-rules.ts')
  return (entries) => checkAccountForm(form, entries)
}

export const registrationRules = rulesOf('registration')
export const profileRules = rulesOf('profile')
export const emailRules = rulesOf('email')
export const newPasswordRules = rulesOf('newPassword')
