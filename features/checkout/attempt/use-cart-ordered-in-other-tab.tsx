import { useState, useSyncExternalStore } from 'react'
import { useCart } from '#features/cart/store/use-cart.tsx'
import { checkoutAttempts } from './stored-attempt.tsx'

const subscribeToStorage = (changed: () => void) => {
  addEventListener('storage', changed)
  return () => removeEventListener('storage', changed)
}

export function useCartOrderedInOtherTab(): string | null {
  const { id, lines, isLoaded } = useCart()
  const [initialCartId, setInitialCartId] = useState<string | null>(null)
  if (isLoaded && initialCartId === null && id !== null && lines.length > 0) setInitialCartId(id)
  const order = useSyncExternalStore(
    subscribeToStorage,
    () => checkoutAttempts.orderIdOf(initialCartId),
    () => null,
  )
  return initialCartId !== null && initialCartId !== id ? order : null
}
