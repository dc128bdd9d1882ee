import type { CartNotice } from '#shop/cart/reconcile-cart.ts'
import type { TextStorage } from '#web/cart/store/cart-store.ts'
import { DRAFT_STORAGE_KEY, REFUSAL_STORAGE_KEY } from '#web/session/storage-keys.ts'
import type { PlacingFailure } from '#web/checkout/checkout-page.server.ts'

/** Why nothing was ordered, with what was changed in the cart because of it. */
type Refusal = { failure: PlacingFailure; changes: readonly CartNotice[] }
export type KeptRefusal = Refusal & { customer_id: string }

/** Keeps the reason of a refused order for as long as the tab lives, or with null forgets it; the draft is the address it was given for. */
export function keepRefusal(storage: TextStorage | null, customerId: string, refusal: Refusal | null) {
  try {
    const draft = storage?.getItem(DRAFT_STORAGE_KEY) ?? null
    storage?.setItem(REFUSAL_STORAGE_KEY, JSON.stringify(refusal && { customer_id: customerId, draft, ...refusal }))
  } catch {
    // Nothing is lost but the reason after a reload.
  }
}

/** The reason that this customer was given before a reload; what was said of an address holds while that stands as it was. */
export function keptRefusal(storage: TextStorage | null, customerId: string): KeptRefusal | null {
  try {
    const found = JSON.parse(storage?.getItem(REFUSAL_STORAGE_KEY) ?? 'null') as (KeptRefusal & { draft: string | null }) | null
    if (found?.customer_id !== customerId || !found.failure.message) return null
    const isAddressAsItWas = storage?.getItem(DRAFT_STORAGE_KEY) === found.draft
    return found.failure.errors && !isAddressAsItWas ? null : found
  } catch {
    return null
  }
}
