import { useEffect } from 'react'
import { freshness } from '#web/cart/cart-freshness.ts'

/** Checkout asks for today's prices and stock when it opens (D15); what it told is put away when it is left. */
export function useFreshCart() {
  useEffect(() => {
    void freshness.refresh()
    return freshness.putAway
  }, [])
}
