import { useEffect, useState } from 'react'
import { cartRevalidation } from '#features/cart/revalidation/use-cart-revalidation.tsx'
import { cart, useCart } from '#features/cart/store/use-cart.tsx'
import { createSignal, useSignal } from '#kit/hydration/signal.ts'
import { getMemory } from '#kit/storage/device-memory.ts'
import { cartContents, readStoredRefusal, storeRefusal, type Refusal } from './stored-refusal.tsx'
import type { OrderPlacement } from './use-place-order.tsx'

/** The refusal since this page was loaded; storage has one from before a reload. */
const lastRefusal = createSignal<Refusal | null>(null)

/** The refusal of the current cart, also after a reload. */
export function useStoredRefusal(orderPlacement: OrderPlacement, customerId: string): OrderPlacement {
  const { failure, isSending, isPlaced } = orderPlacement
  const isResolved = isSending || isPlaced
  const contents = cartContents(useCart())
  const refusal = useSignal(lastRefusal)
  const [storedRefusal] = useState(() =>
    readStoredRefusal(getMemory('sessionStorage'), customerId, cartContents(cart.getSnapshot())),
  )

  useEffect(() => {
    if (storedRefusal)
      cartRevalidation.stateSignal.set({
        ...cartRevalidation.stateSignal.get(),
        changes: storedRefusal.changes,
      })
    // Does not run on reload, so the refusal survives it.
    return () => {
      lastRefusal.set(null)
      storeRefusal(getMemory('sessionStorage'), customerId, null)
    }
  }, [storedRefusal, customerId])
  useEffect(() => {
    if (failure) {
      const { changes } = cartRevalidation.stateSignal.get()
      const next = { failure, changes, cart: cartContents(cart.getSnapshot()) }
      lastRefusal.set(next)
      // The result of an attempt without a response is unknown.
      if (failure.is_nothing_ordered) storeRefusal(getMemory('sessionStorage'), customerId, next)
    } else if (isResolved) storeRefusal(getMemory('sessionStorage'), customerId, null)
  }, [failure, isResolved, customerId])

  const shown = failure
    ? refusal?.failure === failure && refusal
    : !isResolved && storedRefusal?.customer_id === customerId && storedRefusal
  if (!shown) return orderPlacement
  // Address errors remain, because they do not depend on the cart.
  const isOfThisCart = shown.cart === contents || shown.failure.errors !== undefined
  return { ...orderPlacement, failure: isOfThisCart ? shown.failure : null }
}
