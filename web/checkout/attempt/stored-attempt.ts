import type { SubmittedOrder } from '#shop/checkout/placing/placed-order.ts'
import { browserStorage, cart } from '#web/cart/store/use-cart.ts'
import { getPage } from '#web/client/page-data/fetch-page-data.ts'
import type { CheckoutData } from '#web/checkout/checkout-page.server.ts'
import { keepDraft, tabStorage } from '#web/checkout/steps/shipping-address-draft.ts'
import { createSubmitKeys } from './checkout-attempts.ts'

/** Somebody whose connection is bad is not kept from checkout: an order cannot be made twice by one key anyway (D17). */
const PATIENCE_MILLISECONDS = 5000

/** Kept beside the cart and as long as it: the tab may be closed before somebody learns that their answer is lost. */
export const submitKeys = createSubmitKeys(browserStorage, cart)

/**
 * What has become of a submit whose answer never came.
 * Out: its order; null where there is none; undefined where the server could not say.
 */
export async function askAboutSubmit(key: string | null): Promise<SubmittedOrder | null | undefined> {
  if (key === null) return null
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), PATIENCE_MILLISECONDS)
  try {
    const { loaderData } = await getPage(`/checkout?${new URLSearchParams({ submitted: key })}`, limit.signal)
    return (loaderData?.['checkout'] as CheckoutData | undefined)?.submitted
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/** The order of this key stands; true for the first page that learns of it. What was typed for it is put away. */
export function putAwayOrder(key: string, order: Pick<SubmittedOrder, 'items' | 'order_id'>): boolean {
  keepDraft(tabStorage(), '', null)
  return submitKeys.stands(key, order)
}
