import { DELIVERY_COUNTRY, otherCountry } from '#shop/checkout/address/delivery-country.ts'
import { normalisePostCode } from '#shop/checkout/address/post-code.ts'
import { isBlank, trimWhiteSpace } from '#shop/text/white-space.ts'
import { ACCOUNT_FIELDS } from '#shop/accounts/forms/account-fields.ts'
import type { Profile } from './profile.ts'

/** What a profile takes over from an order: where it goes, and not to whom, which may be somebody else once. */
const SAVED_FIELDS = ['address', 'post_code', 'city', 'country'] as const
export type SavedAddress = Record<(typeof SAVED_FIELDS)[number], string>

const normalise = (field: keyof SavedAddress, entry: string | null | undefined) =>
  field === 'post_code' ? normalisePostCode(entry ?? '')
    : field === 'country' && otherCountry(entry) === null ? DELIVERY_COUNTRY
    : trimWhiteSpace(entry ?? '')

/**
 * Whether an address as it stands at checkout is worth offering to keep.
 * Out: 'new' where the profile has none, 'other' where it has another one; null where it has this one, or could not hold it.
 */
export function addressSaveOffer(entries: SavedAddress, profile: Profile | null): 'new' | 'other' | null {
  if (SAVED_FIELDS.some((field) => normalise(field, entries[field]).length > ACCOUNT_FIELDS[field].maxLength)) return null
  if (!profile || isBlank(profile.address ?? '')) return 'new'
  return SAVED_FIELDS.some((field) => normalise(field, entries[field]) !== normalise(field, profile[field])) ? 'other' : null
}
