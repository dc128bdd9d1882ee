import type { AccountForm } from '#shop/accounts/forms/account-validation.ts'
import type { FormRules } from '#web/forms/use-field-errors.ts'

/** What a form of the account is checked by comes once one was refused: most are right the first time. */
const rulesOf = (form: AccountForm) => async (): Promise<FormRules> => {
  const { checkAccountForm } = await import('#shop/accounts/forms/account-validation.ts')
  return (entries) => checkAccountForm(form, entries)
}

export const registrationRules = rulesOf('registration')
export const profileRules = rulesOf('profile')
export const emailRules = rulesOf('email')
export const newPasswordRules = rulesOf('newPassword')
