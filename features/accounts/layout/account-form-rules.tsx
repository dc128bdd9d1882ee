import type { AccountForm } from '#features/accounts/forms/account-validation.ts'
import type { FormValidator } from '#kit/actions/use-field-errors.ts'

/** Lazy-loaded after the first rejection, because most forms are valid the first time. */
const loadRules = (form: AccountForm) => async (): Promise<FormValidator> => {
  const { validateAccountForm } = await import('#features/accounts/forms/account-validation.ts')
  return (entries) => validateAccountForm(form, entries)
}

export const registrationRules = loadRules('registration')
export const profileRules = loadRules('profile')
export const emailRules = loadRules('email')
export const newPasswordRules = loadRules('newPassword')
