import { useSyncExternalStore } from 'react'
import { CART_STORAGE_KEY } from '#shop/constants.ts'
import { createCartStore } from './cart-store.ts'

export function getLocalStorage() {
  // Reading the property alone throws where the browser forbids storage.
  try {
    return globalThis.localStorage ?? null
  } catch {
    return null
  }
}

/** The one cart of this browser tab. */
export const cart = createCartStore(getLocalStorage)

if (typeof window !== 'undefined') {
  // A key of null means that everything was cleared, as signing out does.
  addEventListener('storage', ({ key }) => (key === null || key === CART_STORAGE_KEY) && cart.reloadFromStorage())
  // A page that comes back from the browser's own page cache has missed those events.
  addEventListener('pageshow', ({ persisted }) => persisted && cart.reloadFromStorage())
}

export const useCart = () => useSyncExternalStore(cart.subscribe, cart.getSnapshot, cart.getServerSnapshot)

const subscribeToNothing = () => () => {}

/** False on the server and in the first rendering of the browser, so that both are the same; then true. */
export const useIsHydrated = () =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
