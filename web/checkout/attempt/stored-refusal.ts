import type { CartNotice } from '#shop/cart/reconcile-cart.ts'
import type { TextStorage } from '#web/cart/store/cart-store.ts'
import { ADDRESS_DRAFT_STORAGE_KEY, ORDER_REFUSAL_STORAGE_KEY } from '#web/session/storage-keys.ts'
import type { PlaceOrderFailure } from '#web/checkout/checkout-page.server.ts'

/** Why nothing was ordered, with what was changed in the cart because of it. */
type Refusal = { failure: PlaceOrderFailure; changes: readonly CartNotice[] }
export type StoredRefusal = Refusal & { customer_id: string }

/** Keeps the reason of a refused order for as long as the tab lives, or with null forgets it; the draft is the address it was given for. */
export function storeRefusal(storage: TextStorage | null, customerId: string, refusal: Refusal | null) {
  try {
    const draft = storage?.getItem(ADDRESS_DRAFT_STORAGE_KEY) ?? null
    storage?.setItem(ORDER_REFUSAL_STORAGE_KEY, JSON.stringify(refusal && { customer_id: customerId, draft, ...refusal }))
  } catch {
    // Nothing is lost but the reason after a reload.
  }
}

/** The reason that this customer was given before a reload; what was said of an address holds while that stands as it was. */
export function readStoredRefusal(storage: TextStorage | null, customerId: string): StoredRefusal | null {
  try {
    const stored = JSON.parse(storage?.getItem(ORDER_REFUSAL_STORAGE_KEY) ?? 'null') as (StoredRefusal & { draft: string | null }) | null
    if (stored?.customer_id !== customerId || !stored.failure.message) return null
    const isAddressAsItWas = storage?.getItem(ADDRESS_DRAFT_STORAGE_KEY) === stored.draft
    return stored.failure.errors && !isAddressAsItWas ? null : stored
  } catch {
    return null
  }
}
