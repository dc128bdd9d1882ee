import { useEffect } from 'react'
import { cartRevalidation } from '#web/cart/revalidation/use-cart-revalidation.ts'

/**
 * Checkout asks for today's prices and stock when it opens; what it told is put away when it is left.
 * It waits for what became of an earlier submit: a stock that this submit took is no news about the cart.
 */
export function useCheckoutCartRevalidation(isSettled: boolean) {
  useEffect(() => {
    if (!isSettled) return
    void cartRevalidation.refresh()
    return cartRevalidation.clearChanges
  }, [isSettled])
}
