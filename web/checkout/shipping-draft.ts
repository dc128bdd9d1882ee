import type { Profile } from '#shop/accounts/profile.ts'
import { SHIPPING_FIELDS, type ShippingField } from '#shop/checkout/shipping-address.ts'
import { DEFAULT_COUNTRY } from '#shop/spec.ts'
import type { TextStorage } from '#web/cart/cart-store.ts'
import { DRAFT_STORAGE_KEY } from '#web/http/kept-names.ts'

/** The address as it is being typed. */
export type AddressDraft = Record<ShippingField, string>

/** Where the form starts: what this customer typed before a reload, otherwise their profile (D20). */
export function startAddress(storage: TextStorage | null, customerId: string, profile: Profile | null): AddressDraft {
  const kept = readDraft(storage, customerId)
  const start = (field: ShippingField) => kept?.[field] ?? profile?.[field] ?? (field === 'country' ? DEFAULT_COUNTRY : '')
  return Object.fromEntries(SHIPPING_FIELDS.map((field) => [field, start(field)])) as AddressDraft
}

function readDraft(storage: TextStorage | null, customerId: string): Partial<AddressDraft> | null {
  try {
    const found = JSON.parse(storage?.getItem(DRAFT_STORAGE_KEY) ?? 'null') as Record<string, unknown> | null
    if (found?.['customer_id'] !== customerId) return null
    return Object.fromEntries(SHIPPING_FIELDS.flatMap((field) => (typeof found[field] === 'string' ? [[field, found[field]]] : [])))
  } catch {
    return null
  }
}

/** Keeps what was typed for as long as the tab lives; a browser without storage forgets it on a reload. */
export function keepAddress(storage: TextStorage | null, customerId: string, address: AddressDraft | null) {
  try {
    storage?.setItem(DRAFT_STORAGE_KEY, JSON.stringify(address && { customer_id: customerId, ...address }))
  } catch {
    // Nothing is lost but the help after a reload.
  }
}

/** Reading the property alone throws where the browser forbids storage. */
export function tabStorage(): TextStorage | null {
  try {
    return globalThis.sessionStorage ?? null
  } catch {
    return null
  }
}
