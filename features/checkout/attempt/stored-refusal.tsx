import type { CartNotice } from '#features/cart/reconcile-cart.ts'
import type { StoredCart } from '#features/cart/cart-storage.ts'
import type { TextStorage } from '#features/cart/store/cart-store.ts'
import { ADDRESS_DRAFT_STORAGE_KEY, ORDER_REFUSAL_STORAGE_KEY } from '#kit/storage/storage-keys.ts'
import type { PlaceOrderFailure } from '#features/checkout/checkout-page.server.ts'

export type Refusal = { failure: PlaceOrderFailure; changes: readonly CartNotice[]; cart: string }
/** Differs after each change of the cart. */
export const cartContents = ({ id, lines }: StoredCart): string =>
  JSON.stringify([id, ...lines.map((line) => [line.id, line.quantity, line.price])])

export type StoredRefusal = Refusal & { customer_id: string }

export function storeRefusal(storage: TextStorage | null, customerId: string, refusal: Refusal | null) {
  try {
    const draft = storage?.getItem(ADDRESS_DRAFT_STORAGE_KEY) ?? null
    storage?.setItem(
      ORDER_REFUSAL_STORAGE_KEY,
      JSON.stringify(refusal && { customer_id: customerId, draft, ...refusal }),
    )
  } catch {}
}

/** A refusal applies to the cart as it was then. Address errors apply only if the address draft is unchanged. */
export function readStoredRefusal(
  storage: TextStorage | null,
  customerId: string,
  cart: string,
): StoredRefusal | null {
  try {
    const stored = JSON.parse(storage?.getItem(ORDER_REFUSAL_STORAGE_KEY) ?? 'null') as
      | (StoredRefusal & { draft: string | null })
      | null
    if (stored?.customer_id !== customerId || stored.cart !== cart || !stored.failure.message) return null
    const isAddressUnchanged = storage?.getItem(ADDRESS_DRAFT_STORAGE_KEY) === stored.draft
    return stored.failure.errors && !isAddressUnchanged ? null : stored
  } catch {
    return null
  }
}
