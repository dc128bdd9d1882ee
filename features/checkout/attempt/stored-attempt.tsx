import type { PlacedOrder } from '#features/checkout/placing/placed-order.ts'
import { getLocalStorage, cart } from '#features/cart/store/use-cart.tsx'
import { loadPageData } from '#kit/page-data/fetch-page-data.ts'
import type { CheckoutData } from '#features/checkout/checkout-page.server.ts'
import { storeDraft } from '#features/checkout/steps/shipping-address-draft.ts'
import { getMemory } from '#kit/storage/device-memory.ts'
import { createCheckoutAttempts } from './checkout-attempts.ts'

/** Checkout continues after this time; the idempotency key prevents a second order anyway. */
const ATTEMPT_LOOKUP_TIMEOUT_MS = 5000

/** In localStorage, because the tab may be closed before a lost response is noticed. */
export const checkoutAttempts = createCheckoutAttempts(getLocalStorage, cart)

export async function fetchAttemptOrder(key: string | null): Promise<PlacedOrder | null | undefined> {
  if (key === null) return null
  const abortController = new AbortController()
  const timer = setTimeout(() => abortController.abort(), ATTEMPT_LOOKUP_TIMEOUT_MS)
  try {
    const { loaderData } = await loadPageData(
      `/checkout?${new URLSearchParams({ submitted: key })}`,
      abortController.signal,
    )
    return (loaderData?.['checkout'] as CheckoutData | undefined)?.submitted
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

export function completeAttempt(key: string, order: Pick<PlacedOrder, 'items' | 'order_id'>): boolean {
  storeDraft(getMemory('sessionStorage'), '', null)
  return checkoutAttempts.markOrdered(key, order)
}
