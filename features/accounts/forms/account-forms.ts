import { z } from 'zod'
import { messages } from '#shop/messages/messages.ts'
import { normalisePostCode } from '#features/checkout/address/post-code.ts'
import { tooLongMessage } from '#shop/messages/field-messages.ts'
import { ACCOUNT_FIELDS, type AccountField } from './account-fields.ts'
import { DEFAULT_COUNTRY, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#shop/constants.ts'
import { trimWhiteSpace } from '#shop/text/white-space.ts'
import { parseAppCode, parseRecoveryCode } from '#features/accounts/second-factor/code-formats.ts'
import { PASSWORD_MESSAGES, passwordProblem } from '#shop/passwords/password-rules.ts'
import { ownAccountMessages } from '#features/accounts/administrators/own-account-messages.ts'

const entry = (field: AccountField) => {
  const { label, maxLength } = ACCOUNT_FIELDS[field]
  return z.string().overwrite(trimWhiteSpace).max(maxLength, tooLongMessage(label, maxLength))
}
const required = (field: AccountField, message: string) =>
  z.string({ error: message }).pipe(entry(field).min(1, message))
const optional = (field: AccountField) => entry(field).default('').transform(emptyIsNull)
const postCode = entry('post_code').transform(normalisePostCode).default('').transform(emptyIsNull)

/** Lower case, so that one address is one account. */
const email = required('email', messages.enterEmail)
  .pipe(z.email(messages.emailNotValid))
  .transform((address) => address.toLowerCase())

const newPasswordFor = (ownEmail?: string) =>
  z.string({ error: messages.passwordTooShort }).superRefine((password, { addIssue }) => {
    const problem = passwordProblem(password, ownEmail)
    if (problem) addIssue(PASSWORD_MESSAGES[problem])
  })

const passwordPair = {
  password: newPasswordFor(),
  confirm_password: z
    .string({ error: messages.passwordTooShort })
    .min(MIN_PASSWORD_LENGTH, messages.passwordTooShort),
}
const passwordsMatch = ({ password, confirm_password }: { password: string; confirm_password: string }) =>
  password === confirm_password
const passwordsDifferIssue = {
  path: ['confirm_password'],
  message: messages.passwordsDiffer,
  // Differing passwords are reported together with other errors, not only after these are fixed.
  when: ({ value }: { value: unknown }) => hasTexts(value, 'password', 'confirm_password'),
}
const passwordIsNotEmail = (entries: { password: string; email: string }) =>
  passwordProblem(entries.password, entries.email) !== 'own-email'
const passwordIsEmailIssue = {
  path: ['password'],
  message: PASSWORD_MESSAGES['own-email'],
  when: ({ value }: { value: unknown }) => hasTexts(value, 'password', 'email'),
}

export const registrationForm = z
  .object({
    full_name: required('full_name', messages.enterFullName),
    email,
    phone: required('phone', messages.enterPhone),
    address: optional('address'),
    post_code: postCode,
    city: optional('city'),
    country: entry('country')
      .default('')
      .transform((country) => country || DEFAULT_COUNTRY),
    ...passwordPair,
  })
  .refine(passwordIsNotEmail, passwordIsEmailIssue)
  .refine(passwordsMatch, passwordsDifferIssue)
export type Registration = z.output<typeof registrationForm>

export const loginForm = z.object({
  email: z.string().overwrite(trimWhiteSpace).toLowerCase().min(1).max(ACCOUNT_FIELDS.email.maxLength),
  password: z.string().min(1).max(MAX_PASSWORD_LENGTH),
  remember: z.string().optional().transform(Boolean),
})

export const adminLoginForm = z.object({
  email: required('email', messages.enterEmail).transform((address) => address.toLowerCase()),
  password: z
    .string({ error: messages.enterPassword })
    .min(1, messages.enterPassword)
    .max(MAX_PASSWORD_LENGTH, messages.wrongEmailOrPassword),
})

export const profileForm = z.object({
  full_name: optional('full_name'),
  phone: optional('phone'),
  address: optional('address'),
  post_code: postCode,
  city: optional('city'),
  country: optional('country'),
})
export type ProfileForm = z.output<typeof profileForm>

const currentPassword = z
  .string({ error: ownAccountMessages.enterCurrentPassword })
  .min(1, ownAccountMessages.enterCurrentPassword)
  .max(MAX_PASSWORD_LENGTH, ownAccountMessages.wrongPassword)

const code = <Code>(parse: (text: string) => Code | null, missing: string) =>
  z.string({ error: missing }).transform((text, context) => {
    const found = parse(text)
    if (found) return found
    context.addIssue({ code: 'custom', message: missing })
    return z.NEVER
  })

export const emailForm = z.object({ email })

/** Takes a new password for the account with this email address. */
export const newPasswordForm = (ownEmail: string) =>
  z
    .object({ ...passwordPair, password: newPasswordFor(ownEmail) })
    .refine(passwordsMatch, passwordsDifferIssue)

/** Also asks for the current password, because an unattended session does not prove ownership. */
export const ownPasswordForm = (ownEmail: string) =>
  z
    .object({ current_password: currentPassword, ...passwordPair, password: newPasswordFor(ownEmail) })
    .refine(passwordsMatch, passwordsDifferIssue)

export const beginSecondFactorForm = z.object({ begin_password: currentPassword })
export const appCodeForm = z.object({ code: code(parseAppCode, ownAccountMessages.enterCode) })
export const recoveryCodeForm = z.object({
  recovery_code: code(parseRecoveryCode, ownAccountMessages.enterRecoveryCode),
})
export const proofForm = z.object({
  proof_password: currentPassword,
  proof_code: code(readEitherCode, ownAccountMessages.enterEitherCode),
})

function readEitherCode(text: string) {
  const [app, recovery] = [parseAppCode(text), parseRecoveryCode(text)]
  if (app) return { kind: 'app' as const, code: app }
  return recovery ? { kind: 'recovery' as const, code: recovery } : null
}

function emptyIsNull(text: string): string | null {
  return text || null
}

function hasTexts(value: unknown, ...names: string[]): boolean {
  const entries = (value ?? {}) as Record<string, unknown>
  return names.every((name) => typeof entries[name] === 'string' && entries[name] !== '')
}
