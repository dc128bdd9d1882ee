import type { PlacedOrder } from '#shop/checkout/placing/placed-order.ts'
import { getLocalStorage, cart } from '#web/cart/store/use-cart.ts'
import { loadPageData } from '#web/client/page-data/fetch-page-data.ts'
import type { CheckoutData } from '#web/checkout/checkout-page.server.ts'
import { storeDraft, getSessionStorage } from '#web/checkout/steps/shipping-address-draft.ts'
import { createCheckoutAttempts } from './checkout-attempts.ts'

/** Somebody whose connection is bad is not kept from checkout: an order cannot be made twice by one key anyway. */
const ATTEMPT_LOOKUP_TIMEOUT_MS = 5000

/** Kept beside the cart and as long as it: the tab may be closed before somebody learns that their answer is lost. */
export const checkoutAttempts = createCheckoutAttempts(getLocalStorage, cart)

/**
 * What has become of a submit whose answer never came.
 * Out: its order; null where there is none; undefined where the server could not say.
 */
export async function fetchAttemptOrder(key: string | null): Promise<PlacedOrder | null | undefined> {
  if (key === null) return null
  const abortController = new AbortController()
  const timer = setTimeout(() => abortController.abort(), ATTEMPT_LOOKUP_TIMEOUT_MS)
  try {
    const { loaderData } = await loadPageData(`/checkout?${new URLSearchParams({ submitted: key })}`, abortController.signal)
    return (loaderData?.['checkout'] as CheckoutData | undefined)?.submitted
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/** The order of this key stands; true for the first page that learns of it. What was typed for it is put away. */
export function completeAttempt(key: string, order: Pick<PlacedOrder, 'items' | 'order_id'>): boolean {
  storeDraft(getSessionStorage(), '', null)
  return checkoutAttempts.markOrdered(key, order)
}
