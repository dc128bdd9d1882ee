import { messages } from '#shop/messages/messages.ts'
import { isBlank } from '#shop/text/white-space.ts'
import { otherCountry } from './delivery-country.ts'
import { validateShippingField } from './shipping-address.ts'

const WARNED_FIELDS = ['phone', 'post_code', 'country'] as const
export type WarnedField = (typeof WARNED_FIELDS)[number]
export type DeliveryWarnings = Partial<Record<WarnedField, string | null>>

/** The warning that checkout would show; null if the entry is valid or empty. */
export function deliveryWarning(field: WarnedField, entry: string): string | null {
  if (isBlank(entry)) return null
  if (field === 'country') return otherCountry(entry) && messages.countryNotUk
  const checked = validateShippingField(field, entry)
  return checked.ok ? null : checked.sentence
}

export const deliveryWarnings = (
  profile: Partial<Record<WarnedField, string | null>> | null,
): DeliveryWarnings =>
  Object.fromEntries(
    WARNED_FIELDS.map((field) => [field, deliveryWarning(field, profile?.[field] ?? '')] as const).filter(
      ([, remark]) => remark !== null,
    ),
  )
