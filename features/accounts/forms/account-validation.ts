import { isEmailAddress } from '#features/enquiries/email-address.ts'
import { tooLongMessage } from '#shop/messages/field-messages.ts'
import { messages } from '#shop/messages/messages.ts'
import { MIN_PASSWORD_LENGTH } from '#shop/constants.ts'
import { isBlank, trimWhiteSpace } from '#shop/text/white-space.ts'
import { ACCOUNT_FIELDS, type AccountField } from './account-fields.ts'
import { PASSWORD_MESSAGES, passwordProblem } from '#shop/passwords/password-rules.ts'

type Entries = Readonly<Record<string, unknown>>
type Rule = (entry: string, entries: Entries) => string | null

const atMost = (field: AccountField): Rule => {
  const { label, maxLength } = ACCOUNT_FIELDS[field]
  return (entry) => (trimWhiteSpace(entry).length > maxLength ? tooLongMessage(label, maxLength) : null)
}
const required =
  (field: AccountField, missing: string): Rule =>
  (entry, entries) =>
    isBlank(entry) ? missing : atMost(field)(entry, entries)

const email: Rule = (entry, entries) =>
  required('email', messages.enterEmail)(entry, entries) ??
  (isEmailAddress(trimWhiteSpace(entry)) ? null : messages.emailNotValid)
const password: Rule = (entry, { email: address }) => {
  const problem = passwordProblem(entry, typeof address === 'string' ? address : undefined)
  return problem && PASSWORD_MESSAGES[problem]
}
const confirmPassword: Rule = (entry, entries) => {
  if (entry.length < MIN_PASSWORD_LENGTH) return messages.passwordTooShort
  return entries['password'] && entries['password'] !== entry ? messages.passwordsDiffer : null
}
const newPassword = { password, confirm_password: confirmPassword }
const address = {
  address: atMost('address'),
  post_code: atMost('post_code'),
  city: atMost('city'),
  country: atMost('country'),
}

/** The rules of account-forms.ts without zod, so that pages can recheck fields with little code. A test compares both. */
const VALIDATION_RULES = {
  registration: {
    full_name: required('full_name', messages.enterFullName),
    email,
    phone: required('phone', messages.enterPhone),
    ...address,
    ...newPassword,
  },
  profile: { full_name: atMost('full_name'), phone: atMost('phone'), ...address },
  email: { email },
  newPassword,
} as const satisfies Record<string, Readonly<Record<string, Rule>>>
export type AccountForm = keyof typeof VALIDATION_RULES

/** In: field values by name. Out: a message for each invalid field. */
export function validateAccountForm(form: AccountForm, entries: Entries): Record<string, string> {
  const errors = Object.entries<Rule>(VALIDATION_RULES[form]).flatMap(([field, rule]) => {
    const sentence = rule(String(entries[field] ?? ''), entries)
    return sentence ? [[field, sentence] as const] : []
  })
  return Object.fromEntries(errors)
}
