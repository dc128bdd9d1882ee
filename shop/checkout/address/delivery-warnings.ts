import { messages } from '#shop/messages/messages.ts'
import { isBlank } from '#shop/text/white-space.ts'
import { otherCountry } from './delivery-country.ts'
import { validateShippingField } from './shipping-address.ts'

/** The fields of an address that may be wrong although something stands in them. */
export const WARNED_FIELDS = ['phone', 'post_code', 'country'] as const
export type WarnedField = (typeof WARNED_FIELDS)[number]
/** Field name to sentence, or null where there is nothing to say. */
export type DeliveryWarnings = Partial<Record<WarnedField, string | null>>

/** What checkout would say of an entry, where it is only hinted at; null where it would take it, and where nothing stands yet. */
export function deliveryWarning(field: WarnedField, entry: string): string | null {
  if (isBlank(entry)) return null
  // England is as good a country in a profile as the United Kingdom: checkout has a country of its own.
  if (field === 'country') return otherCountry(entry) && messages.countryNotUk
  const checked = validateShippingField(field, entry)
  return checked.ok ? null : checked.sentence
}

/** The same of all that stands in a profile. */
export const deliveryWarnings = (profile: Partial<Record<WarnedField, string | null>> | null): DeliveryWarnings =>
  Object.fromEntries(
    WARNED_FIELDS.map((field) => [field, deliveryWarning(field, profile?.[field] ?? '')] as const).filter(([, remark]) => remark !== null),
  )
