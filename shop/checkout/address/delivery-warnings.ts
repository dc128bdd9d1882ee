import { messages } from '#shop/messages/messages.ts'
import { isBlank } from '#shop/text/white-space.ts'
import { otherCountry } from './delivery-country.ts'
import { checkShippingField } from './shipping-address.ts'

/** The fields of an address that may be wrong although something stands in them (D32). */
export const REMARKED_FIELDS = ['phone', 'post_code', 'country'] as const
export type RemarkedField = (typeof REMARKED_FIELDS)[number]
/** Field name to sentence, or null where there is nothing to say. */
export type DeliveryRemarks = Partial<Record<RemarkedField, string | null>>

/** D32: what checkout would say of an entry, where it is only hinted at; null where it would take it, and where nothing stands yet. */
export function deliveryRemark(field: RemarkedField, entry: string): string | null {
  if (isBlank(entry)) return null
  // England is as good a country in a profile as the United Kingdom: checkout has a country of its own.
  if (field === 'country') return otherCountry(entry) && messages.countryNotUk
  const checked = checkShippingField(field, entry)
  return checked.ok ? null : checked.sentence
}

/** The same of all that stands in a profile. */
export const deliveryRemarks = (profile: Partial<Record<RemarkedField, string | null>> | null): DeliveryRemarks =>
  Object.fromEntries(
    REMARKED_FIELDS.map((field) => [field, deliveryRemark(field, profile?.[field] ?? '')] as const).filter(([, remark]) => remark !== null),
  )
