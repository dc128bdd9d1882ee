import { useEffect, useState } from 'react'
import { cartRevalidation } from '#web/cart/revalidation/use-cart-revalidation.ts'
import { storeRefusal, readStoredRefusal } from './stored-refusal.ts'
import { getSessionStorage } from '#web/checkout/steps/shipping-address-draft.ts'
import type { OrderPlacement } from './use-place-order.ts'

/** The same order on its way, which also after a reload says why it was refused; until the next try, or until checkout is left. */
export function useStoredRefusal(orderPlacement: OrderPlacement, customerId: string): OrderPlacement {
  const { failure, isSending, isPlaced } = orderPlacement
  const isResolved = isSending || isPlaced
  const [storedRefusal] = useState(() => readStoredRefusal(getSessionStorage(), customerId))

  useEffect(() => {
    if (storedRefusal) cartRevalidation.stateSignal.set({ ...cartRevalidation.stateSignal.get(), changes: storedRefusal.changes })
    // A reload takes nothing down, and so forgets nothing.
    return () => storeRefusal(getSessionStorage(), customerId, null)
  }, [storedRefusal, customerId])
  useEffect(() => {
    // Of an answer that never came nobody knows yet what it was.
    if (failure?.is_nothing_ordered) storeRefusal(getSessionStorage(), customerId, { failure, changes: cartRevalidation.stateSignal.get().changes })
    else if (isResolved) storeRefusal(getSessionStorage(), customerId, null)
  }, [failure, isResolved, customerId])

  return failure || isResolved || storedRefusal?.customer_id !== customerId ? orderPlacement : { ...orderPlacement, failure: storedRefusal.failure }
}
