import { DELIVERY_COUNTRY, otherCountry } from '#features/checkout/address/delivery-country.ts'
import { normalisePostCode } from '#features/checkout/address/post-code.ts'
import { isBlank, trimWhiteSpace } from '#shop/text/white-space.ts'
import { ACCOUNT_FIELDS } from '#features/accounts/forms/account-fields.ts'
import type { Profile } from './profile.ts'

/** Without the name, because an order may have another recipient. */
const SAVED_FIELDS = ['address', 'post_code', 'city', 'country'] as const
export type SavedAddress = Record<(typeof SAVED_FIELDS)[number], string>

const normalise = (field: keyof SavedAddress, entry: string | null | undefined) =>
  field === 'post_code'
    ? normalisePostCode(entry ?? '')
    : field === 'country' && otherCountry(entry) === null
      ? DELIVERY_COUNTRY
      : trimWhiteSpace(entry ?? '')

/** 'new' if the profile has no address, 'other' if it has another one; null if it is the same or cannot be stored. */
export function addressSaveOffer(entries: SavedAddress, profile: Profile | null): 'new' | 'other' | null {
  if (SAVED_FIELDS.some((field) => normalise(field, entries[field]).length > ACCOUNT_FIELDS[field].maxLength))
    return null
  if (!profile || isBlank(profile.address ?? '')) return 'new'
  return SAVED_FIELDS.some((field) => normalise(field, entries[field]) !== normalise(field, profile[field]))
    ? 'other'
    : null
}
