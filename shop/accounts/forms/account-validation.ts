import { isEmailAddress } from '#shop/enquiries/email-address.ts'
import { tooLong } from '#shop/messages/field-messages.ts'
import { messages } from '#shop/messages/messages.ts'
import { PASSWORD_MIN_LENGTH } from '#shop/constants.ts'
import { isBlank, trimWhiteSpace } from '#shop/text/white-space.ts'
import { ACCOUNT_FIELDS, type AccountField } from './account-fields.ts'
import { PASSWORD_SENTENCES, passwordProblem } from '#shop/accounts/passwords/password-rules.ts'

type Entries = Readonly<Record<string, unknown>>
/** The sentence about an entry among all entries of its form, or null when there is nothing to say. */
type Rule = (entry: string, entries: Entries) => string | null

const atMost = (field: AccountField): Rule => {
  const { label, longest } = ACCOUNT_FIELDS[field]
  return (entry) => (trimWhiteSpace(entry).length > longest ? tooLong(label, longest) : null)
}
const needed =
  (field: AccountField, missing: string): Rule =>
  (entry, entries) =>
    isBlank(entry) ? missing : atMost(field)(entry, entries)

const email: Rule = (entry, entries) =>
  needed('email', messages.enterEmail)(entry, entries) ?? (isEmailAddress(trimWhiteSpace(entry)) ? null : messages.emailNotValid)
const password: Rule = (entry) => {
  const problem = passwordProblem(entry)
  return problem && PASSWORD_SENTENCES[problem]
}
const confirmPassword: Rule = (entry, entries) => {
  if (entry.length < PASSWORD_MIN_LENGTH) return messages.passwordTooShort
  return entries['password'] && entries['password'] !== entry ? messages.passwordsDiffer : null
}
const newPassword = { password, confirm_password: confirmPassword }
const address = { address: atMost('address'), post_code: atMost('post_code'), city: atMost('city'), country: atMost('country') }

/**
 * §5 as the account forms understand it (forms.ts), without what checks those: by this a page tells whether what was
 * found wrong still is. One test walks both.
 */
const ENTRY_RULES = {
  registration: {
    full_name: needed('full_name', messages.enterFullName), email, phone: needed('phone', messages.enterPhone), ...address, ...newPassword,
  },
  profile: { full_name: atMost('full_name'), phone: atMost('phone'), ...address },
  email: { email },
  newPassword,
} as const satisfies Record<string, Readonly<Record<string, Rule>>>
export type AccountForm = keyof typeof ENTRY_RULES

/** In: what stands in the fields of a form, by name. Out: a sentence for each field that needs one. */
export function checkAccountForm(form: AccountForm, entries: Entries): Record<string, string> {
  const found = Object.entries<Rule>(ENTRY_RULES[form]).flatMap(([field, rule]) => {
    const sentence = rule(String(entries[field] ?? ''), entries)
    return sentence ? [[field, sentence] as const] : []
  })
  return Object.fromEntries(found)
}
