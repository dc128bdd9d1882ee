import type { Profile } from '#features/accounts/profile/profile.ts'
import { DELIVERY_COUNTRY } from '#features/checkout/address/delivery-country.ts'
import { normalisePostCode } from '#features/checkout/address/post-code.ts'
import { SHIPPING_FIELDS, type ShippingField } from '#features/checkout/address/shipping-address.ts'
import type { TextStorage } from '#features/cart/store/cart-store.ts'
import { readCustomerDraft, storeCustomerDraft } from '#features/accounts/browser-session/customer-drafts.ts'
import { ADDRESS_DRAFT_STORAGE_KEY } from '#kit/storage/storage-keys.ts'

export type AddressDraft = Record<ShippingField, string>

export const isSaveAddressChosen = (storage: TextStorage | null, customerId: string): boolean =>
  readDraft(storage, customerId)?.['keep_address'] === true

export function initialAddress(
  storage: TextStorage | null,
  customerId: string,
  profile: Profile | null,
): AddressDraft {
  const draft = readDraft(storage, customerId)
  const draftValue = (field: ShippingField) => (typeof draft?.[field] === 'string' ? draft[field] : undefined)
  const initialValue = (field: ShippingField) => draftValue(field) ?? profile?.[field] ?? ''
  const address = Object.fromEntries(
    SHIPPING_FIELDS.map((field) => [field, initialValue(field)]),
  ) as AddressDraft
  return { ...address, post_code: normalisePostCode(address.post_code), country: DELIVERY_COUNTRY }
}

const readDraft = (storage: TextStorage | null, customerId: string) =>
  readCustomerDraft(storage, ADDRESS_DRAFT_STORAGE_KEY, customerId)

export function storeDraft(
  storage: TextStorage | null,
  customerId: string,
  address: AddressDraft | null,
  shouldSaveAddress = false,
) {
  const draft = address && { ...address, keep_address: shouldSaveAddress }
  storeCustomerDraft(storage, ADDRESS_DRAFT_STORAGE_KEY, customerId, draft)
}
