import { useEffect, useState } from 'react'
import { cartRevalidation } from '#web/cart/revalidation/use-cart-revalidation.ts'
import { storeRefusal, readStoredRefusal } from './stored-refusal.ts'
import { getSessionStorage } from '#web/session/customer-drafts.ts'
import type { OrderPlacement } from './use-place-order.ts'

export function useStoredRefusal(orderPlacement: OrderPlacement, customerId: string): OrderPlacement {
  const { failure, isSending, isPlaced } = orderPlacement
  const isResolved = isSending || isPlaced
  const [storedRefusal] = useState(() => readStoredRefusal(getSessionStorage(), customerId))

  useEffect(() => {
    if (storedRefusal)
      cartRevalidation.stateSignal.set({
        ...cartRevalidation.stateSignal.get(),
        changes: storedRefusal.changes,
      })
    // Does not run on reload, so the refusal survives it.
    return () => storeRefusal(getSessionStorage(), customerId, null)
  }, [storedRefusal, customerId])
  useEffect(() => {
    // The result of an attempt without a response is unknown.
    if (failure?.is_nothing_ordered)
      storeRefusal(getSessionStorage(), customerId, {
        failure,
        changes: cartRevalidation.stateSignal.get().changes,
      })
    else if (isResolved) storeRefusal(getSessionStorage(), customerId, null)
  }, [failure, isResolved, customerId])

  return failure || isResolved || storedRefusal?.customer_id !== customerId
    ? orderPlacement
    : { ...orderPlacement, failure: storedRefusal.failure }
}
