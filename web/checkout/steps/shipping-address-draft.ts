import type { Profile } from '#shop/accounts/profile/profile.ts'
import { DELIVERY_COUNTRY } from '#shop/checkout/address/delivery-country.ts'
import { normalisePostCode } from '#shop/checkout/address/post-code.ts'
import { SHIPPING_FIELDS, type ShippingField } from '#shop/checkout/address/shipping-address.ts'
import type { TextStorage } from '#web/cart/store/cart-store.ts'
import { ADDRESS_DRAFT_STORAGE_KEY } from '#web/session/storage-keys.ts'

/** The address as it is being typed. */
export type AddressDraft = Record<ShippingField, string>

/** Nobody's address is kept unless they say so, and what they said survives a reload as the address does. */
export const isSaveAddressChosen = (storage: TextStorage | null, customerId: string): boolean =>
  readDraft(storage, customerId)?.['keep_address'] === true

/** Where the form starts: what this customer typed before a reload, otherwise their profile, in the one country delivered to. */
export function initialAddress(storage: TextStorage | null, customerId: string, profile: Profile | null): AddressDraft {
  const draft = readDraft(storage, customerId)
  const typed = (field: ShippingField) => (typeof draft?.[field] === 'string' ? draft[field] : undefined)
  const initialValue = (field: ShippingField) => typed(field) ?? profile?.[field] ?? ''
  const address = Object.fromEntries(SHIPPING_FIELDS.map((field) => [field, initialValue(field)])) as AddressDraft
  return { ...address, post_code: normalisePostCode(address.post_code), country: DELIVERY_COUNTRY }
}

function readDraft(storage: TextStorage | null, customerId: string): Record<string, unknown> | null {
  try {
    const stored = JSON.parse(storage?.getItem(ADDRESS_DRAFT_STORAGE_KEY) ?? 'null') as Record<string, unknown> | null
    return stored?.['customer_id'] === customerId ? stored : null
  } catch {
    return null
  }
}

/** Keeps what was typed for as long as the tab lives; a browser without storage forgets it on a reload. */
export function storeDraft(storage: TextStorage | null, customerId: string, address: AddressDraft | null, shouldSaveAddress = false) {
  try {
    storage?.setItem(ADDRESS_DRAFT_STORAGE_KEY, JSON.stringify(address && { customer_id: customerId, ...address, keep_address: shouldSaveAddress }))
  } catch {
    // Nothing is lost but the help after a reload.
  }
}

/** Reading the property alone throws where the browser forbids storage. */
export function getSessionStorage(): TextStorage | null {
  try {
    return globalThis.sessionStorage ?? null
  } catch {
    return null
  }
}
