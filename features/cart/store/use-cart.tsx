import { useSyncExternalStore } from 'react'
import { CART_STORAGE_KEY } from '#shop/constants.ts'
import { createCartStore } from './cart-store.ts'

export function getLocalStorage() {
  try {
    return (globalThis.localStorage as Storage | undefined) ?? null
  } catch {
    return null
  }
}

export const cart = createCartStore(getLocalStorage)

if (typeof window !== 'undefined') {
  // A null key means that storage was cleared, as on sign-out.
  addEventListener(
    'storage',
    ({ key }) => (key === null || key === CART_STORAGE_KEY) && cart.reloadFromStorage(),
  )
  // A page restored from the back/forward cache has missed storage events.
  addEventListener('pageshow', ({ persisted }) => persisted && cart.reloadFromStorage())
}

export const useCart = () => useSyncExternalStore(cart.subscribe, cart.getSnapshot, cart.getServerSnapshot)
