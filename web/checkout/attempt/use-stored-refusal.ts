import { useEffect, useState } from 'react'
import { freshness } from '#web/cart/revalidation/use-cart-revalidation.ts'
import { keepRefusal, keptRefusal } from './stored-refusal.ts'
import { tabStorage } from '#web/checkout/steps/shipping-address-draft.ts'
import type { Placing } from './use-place-order.ts'

/** The same order on its way, which also after a reload says why it was refused; until the next try, or until checkout is left. */
export function useKeptRefusal(placing: Placing, customerId: string): Placing {
  const { failure, isSending, isPlaced } = placing
  const isOver = isSending || isPlaced
  const [kept] = useState(() => keptRefusal(tabStorage(), customerId))

  useEffect(() => {
    if (kept) freshness.news.set({ ...freshness.news.get(), changes: kept.changes })
    // A reload takes nothing down, and so forgets nothing.
    return () => keepRefusal(tabStorage(), customerId, null)
  }, [kept, customerId])
  useEffect(() => {
    // Of an answer that never came nobody knows yet what it was.
    if (failure?.is_nothing_ordered) keepRefusal(tabStorage(), customerId, { failure, changes: freshness.news.get().changes })
    else if (isOver) keepRefusal(tabStorage(), customerId, null)
  }, [failure, isOver, customerId])

  return failure || isOver || kept?.customer_id !== customerId ? placing : { ...placing, failure: kept.failure }
}
