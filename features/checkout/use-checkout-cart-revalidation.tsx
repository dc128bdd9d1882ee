import { useEffect } from 'react'
import { cartRevalidation } from '#features/cart/revalidation/use-cart-revalidation.tsx'

/** Waits for an earlier attempt, because the stock that its order took is not a change of the cart. */
export function useCheckoutCartRevalidation(isSettled: boolean) {
  useEffect(() => {
    if (!isSettled) return
    void cartRevalidation.refresh()
    return cartRevalidation.clearChanges
  }, [isSettled])
}
