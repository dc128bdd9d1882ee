import { messages } from '#shop/messages/messages.ts'
import { tooLongMessage } from '#shop/messages/field-messages.ts'
import { FEEDBACK_RATING_DEFAULT, FEEDBACK_RATING_MAX, FEEDBACK_RATING_MIN } from '#shop/constants.ts'
import { trimWhiteSpace } from '#shop/text/white-space.ts'
import { BUSINESS_TYPES, DEFAULT_BUSINESS_TYPE, type BusinessType } from './business-type.ts'
import { isEmailAddress } from './email-address.ts'

const MAX_LINE_LENGTH = 120
const MAX_EMAIL_LENGTH = 320
const MAX_PHONE_LENGTH = 40
const MAX_TEXT_LENGTH = 5000

export type Entries = Readonly<Record<string, unknown>>
export type Checked<Form> = { ok: true; value: Form } | { ok: false; errors: Record<string, string> }

export type Feedback = { name: string; email: string; rating: number; feedback: string }
export type BusinessEnquiry = {
  businessName: string
  contactName: string
  email: string
  phone: string
  businessType: BusinessType
  message: string
}

type Rule = (entry: string) => string | null

const required =
  (label: string, maxLength: number, requiredMessage: string): Rule =>
  (entry) =>
    entry === '' ? requiredMessage : entry.length > maxLength ? tooLongMessage(label, maxLength) : null
const requiredEmail = required('Email Address', MAX_EMAIL_LENGTH, messages.enterEmail)
const email: Rule = (entry) => requiredEmail(entry) ?? (isEmailAddress(entry) ? null : messages.emailNotValid)

const FEEDBACK_RULES: Record<keyof Feedback, Rule> = {
  name: required('Name', MAX_LINE_LENGTH, messages.enterName),
  email,
  rating: (entry) => (isRating(entry) ? null : messages.chooseRating),
  feedback: required('Feedback', MAX_TEXT_LENGTH, messages.enterFeedback),
}
const BUSINESS_ENQUIRY_RULES: Record<keyof BusinessEnquiry, Rule> = {
  businessName: required('Business Name', MAX_LINE_LENGTH, messages.enterBusinessName),
  contactName: required('Contact Name', MAX_LINE_LENGTH, messages.enterContactName),
  email,
  phone: required('Phone Number', MAX_PHONE_LENGTH, messages.enterPhone),
  businessType: (entry) => (isBusinessType(entry) ? null : messages.chooseBusinessType),
  message: required('Message', MAX_TEXT_LENGTH, messages.enterMessage),
}

/** Returns the feedback, or a message for each invalid field. */
export function validateFeedback(entries: Entries): Checked<Feedback> {
  const { values, errors } = check(FEEDBACK_RULES, { rating: FEEDBACK_RATING_DEFAULT, ...entries })
  return errors ? { ok: false, errors } : { ok: true, value: { ...values, rating: Number(values.rating) } }
}

/** Returns the enquiry, or a message for each invalid field. */
export function validateBusinessEnquiry(entries: Entries): Checked<BusinessEnquiry> {
  const { values, errors } = check(BUSINESS_ENQUIRY_RULES, {
    businessType: DEFAULT_BUSINESS_TYPE,
    ...entries,
  })
  return errors
    ? { ok: false, errors }
    : { ok: true, value: { ...values, businessType: values.businessType as BusinessType } }
}

function check<Field extends string>(rules: Record<Field, Rule>, entries: Entries) {
  const fields = Object.keys(rules) as Field[]
  const values = Object.fromEntries(
    fields.map((field) => [field, trimWhiteSpace(String(entries[field] ?? ''))]),
  ) as Record<Field, string>
  const errorEntries = fields.flatMap((field) => {
    const sentence = rules[field](values[field])
    return sentence ? [[field, sentence] as const] : []
  })
  return { values, errors: errorEntries.length > 0 ? Object.fromEntries(errorEntries) : null }
}

const isRating = (entry: string) =>
  /^\d$/.test(entry) && Number(entry) >= FEEDBACK_RATING_MIN && Number(entry) <= FEEDBACK_RATING_MAX
const isBusinessType = (entry: string) => (BUSINESS_TYPES as string[]).includes(entry)
