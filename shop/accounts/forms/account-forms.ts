import { z } from 'zod'
import { messages } from '#shop/messages/messages.ts'
import { tidyPostCode } from '#shop/checkout/address/post-code.ts'
import { tooLong } from '#shop/messages/field-messages.ts'
import { ACCOUNT_FIELDS, type AccountField } from './account-fields.ts'
import { DEFAULT_COUNTRY, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '#shop/constants.ts'
import { trimWhiteSpace } from '#shop/text/white-space.ts'
import { readAppCode, readRecoveryCode } from '#shop/accounts/second-factor/code-formats.ts'
import { PASSWORD_SENTENCES, passwordProblem } from '#shop/accounts/passwords/password-rules.ts'
import { ownAccount } from '#shop/accounts/administrators/own-account-messages.ts'

const entry = (field: AccountField) => {
  const { label, longest } = ACCOUNT_FIELDS[field]
  return z.string().overwrite(trimWhiteSpace).max(longest, tooLong(label, longest))
}
const required = (field: AccountField, message: string) => z.string({ error: message }).pipe(entry(field).min(1, message))
const optional = (field: AccountField) => entry(field).default('').transform(emptyIsNull)
const postCode = entry('post_code').transform(tidyPostCode).default('').transform(emptyIsNull)

/** Addresses are kept in lower case, so that one person has one account however they type it. */
const email = required('email', messages.enterEmail)
  .pipe(z.email(messages.emailNotValid))
  .transform((address) => address.toLowerCase())

const newPassword = z.string({ error: messages.passwordTooShort }).superRefine((password, { addIssue }) => {
  const problem = passwordProblem(password)
  if (problem) addIssue(PASSWORD_SENTENCES[problem])
})

/** Both passwords of §5, wherever a new one is chosen. */
const twoPasswords = {
  password: newPassword,
  confirm_password: z.string({ error: messages.passwordTooShort }).min(PASSWORD_MIN_LENGTH, messages.passwordTooShort),
}
const areTheSame = ({ password, confirm_password }: { password: string; confirm_password: string }) => password === confirm_password
const whenTheyDiffer = {
  path: ['confirm_password'],
  message: messages.passwordsDiffer,
  // Told together with what is wrong elsewhere, not only once the rest is right.
  when: ({ value }: { value: unknown }) => hasBothPasswords(value),
}

/** §5 registration. */
export const registrationForm = z
  .object({
    full_name: required('full_name', messages.enterFullName),
    email,
    phone: required('phone', messages.enterPhone),
    address: optional('address'),
    post_code: postCode,
    city: optional('city'),
    country: entry('country').default('').transform((country) => country || DEFAULT_COUNTRY),
    ...twoPasswords,
  })
  .refine(areTheSame, whenTheyDiffer)
export type Registration = z.output<typeof registrationForm>

/** §5 login: whatever is wrong with it, the page says the same. */
export const loginForm = z.object({
  email: z.string().overwrite(trimWhiteSpace).toLowerCase().min(1).max(ACCOUNT_FIELDS.email.longest),
  password: z.string().min(1).max(PASSWORD_MAX_LENGTH),
  remember: z.string().optional().transform(Boolean),
})

/** §5 admin login: both required. */
export const adminLoginForm = z.object({
  email: required('email', messages.enterEmail).transform((address) => address.toLowerCase()),
  password: z
    .string({ error: messages.enterPassword })
    .min(1, messages.enterPassword)
    .max(PASSWORD_MAX_LENGTH, messages.wrongEmailOrPassword),
})

/** §7 user_profiles update: the six fields, and never the e-mail. */
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
  .string({ error: ownAccount.enterCurrentPassword })
  .min(1, ownAccount.enterCurrentPassword)
  .max(PASSWORD_MAX_LENGTH, ownAccount.wrongPassword)

const code = <Code>(read: (text: string) => Code | null, missing: string) =>
  z.string({ error: missing }).transform((text, context) => {
    const found = read(text)
    if (found) return found
    context.addIssue({ code: 'custom', message: missing })
    return z.NEVER
  })

/** Where a mail is asked for: a new verification link, or a new password (D9). */
export const emailForm = z.object({ email })

/** D9: the new password, twice, by the rules of §5. */
export const newPasswordForm = z.object(twoPasswords).refine(areTheSame, whenTheyDiffer)

/** The current password first: whoever finds a browser signed in does not own the account. */
export const ownPasswordForm = z
  .object({ current_password: currentPassword, ...twoPasswords })
  .refine(areTheSame, whenTheyDiffer)

/** What an administrator enters about their second factor, and at the second step of a sign-in. */
export const beginSecondFactorForm = z.object({ begin_password: currentPassword })
export const appCodeForm = z.object({ code: code(readAppCode, ownAccount.enterCode) })
export const recoveryCodeForm = z.object({ recovery_code: code(readRecoveryCode, ownAccount.enterRecoveryCode) })
export const proofForm = z.object({
  proof_password: currentPassword,
  proof_code: code(readEitherCode, ownAccount.enterEitherCode),
})

function readEitherCode(text: string) {
  const [app, recovery] = [readAppCode(text), readRecoveryCode(text)]
  if (app) return { kind: 'app' as const, code: app }
  return recovery ? { kind: 'recovery' as const, code: recovery } : null
}

function emptyIsNull(text: string): string | null {
  return text || null
}

function hasBothPasswords(value: unknown): boolean {
  const { password, confirm_password } = (value ?? {}) as Record<string, unknown>
  return Boolean(password) && Boolean(confirm_password)
}
