import { messages } from '#shop/messages/messages.ts'
import { tooLongMessage } from '#shop/messages/field-messages.ts'
import { collapseWhiteSpace, trimWhiteSpace } from '#shop/text/white-space.ts'
import { DELIVERY_COUNTRY } from './delivery-country.ts'
import { isPhoneNumber } from './phone-number.ts'
import { parseDeliverablePostCode, type PostCodeRefusal } from './post-code.ts'

/** The same as in features/checkout/sql/check_shipping_address.sql. */
export const MAX_SHIPPING_LENGTHS = {
  full_name: 120,
  phone: 40,
  address: 300,
  post_code: 20,
  city: 100,
  country: 80,
} as const
export type ShippingField = keyof typeof MAX_SHIPPING_LENGTHS
export const SHIPPING_FIELDS = Object.keys(MAX_SHIPPING_LENGTHS) as ShippingField[]

export const SHIPPING_MISSING_MESSAGES = {
  full_name: messages.enterFullName,
  phone: messages.enterPhone,
  address: messages.enterAddress,
  post_code: messages.enterPostCode,
  city: messages.enterCity,
  country: messages.enterCountry,
} as const satisfies Record<ShippingField, string>

/** For staff who enter somebody else's address. */
export const CUSTOMER_MISSING_MESSAGES = {
  full_name: 'Enter the full name',
  phone: 'Enter the phone number',
  address: 'Enter the address',
  post_code: 'Enter the post code',
  city: 'Enter the town or city',
  country: 'Enter the country',
} as const satisfies Record<ShippingField, string>
type MissingMessages = Readonly<Record<ShippingField, string>>

const LABELS = {
  full_name: 'Full Name',
  phone: 'Phone Number',
  address: 'Address',
  post_code: 'Post Code',
  city: 'City',
  country: 'Country',
} as const satisfies Record<ShippingField, string>

export type ShippingForm = Record<ShippingField, string>

type CheckedField = { ok: true; value: string } | { ok: false; sentence: string }

const POST_CODE_MESSAGES = {
  'not-uk': messages.postCodeNotUk,
  'outside-uk': messages.postCodeOutsideUk,
  forces: messages.postCodeOfForces,
} as const satisfies Record<PostCodeRefusal['code'], string>

const normaliseField = (field: ShippingField, entry: string) =>
  field === 'address' ? trimWhiteSpace(entry) : collapseWhiteSpace(entry)
const invalid = (sentence: string): CheckedField => ({ ok: false, sentence })

/** The normalised entry, or what is wrong with it. Browser, form schema and procedure apply the same rules. */
export function validateShippingField(
  field: ShippingField,
  entry: string,
  missing: MissingMessages = SHIPPING_MISSING_MESSAGES,
): CheckedField {
  const value = normaliseField(field, entry)
  const maxLength = MAX_SHIPPING_LENGTHS[field]
  if (value === '') return invalid(missing[field])
  // Checked before capitals make the text longer ('ß' becomes 'SS').
  if (value.length > maxLength) return invalid(tooLongMessage(LABELS[field], maxLength))
  if (field === 'phone' && !isPhoneNumber(value)) return invalid(messages.phoneTooShort)
  if (field === 'country' && value !== DELIVERY_COUNTRY) return invalid(messages.countryNotUk)
  if (field !== 'post_code') return { ok: true, value }
  const postCode = parseDeliverablePostCode(value)
  return postCode.ok ? postCode : invalid(POST_CODE_MESSAGES[postCode.refusal.code])
}

type CheckedForm = { ok: true; value: ShippingForm } | { ok: false; errors: Record<string, string> }

/** Returns the normalised address, or a message for each invalid field. */
export function validateShippingForm(
  entries: Readonly<ShippingForm>,
  missing?: MissingMessages,
): CheckedForm {
  const checked = SHIPPING_FIELDS.map(
    (field) => [field, validateShippingField(field, entries[field], missing)] as const,
  )
  const errors = checked.flatMap(([field, found]) => (found.ok ? [] : [[field, found.sentence]]))
  if (errors.length > 0) return { ok: false, errors: Object.fromEntries(errors) as Record<string, string> }
  const values = checked.flatMap(([field, found]) => (found.ok ? [[field, found.value]] : []))
  return { ok: true, value: Object.fromEntries(values) as ShippingForm }
}
