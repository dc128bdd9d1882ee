import { useCallback, useEffect, useState } from 'react'
import { cart } from '#web/cart/store/use-cart.ts'
import { fetchAttemptOrder, completeAttempt, checkoutAttempts } from './stored-attempt.ts'

type AttemptResult = 'asking' | 'settled' | 'placed'

/** A lost answer, or an order whose page was left before it was shown; that one keeps nobody from ordering what is in the cart since. */
const keyToCheck = () => checkoutAttempts.unresolvedKey() ?? (cart.getSnapshot().lines.length === 0 ? checkoutAttempts.unshownOrderKey() : null)

/**
 * Asks what became of an earlier attempt whose answer was lost, or whose page was left before the order was shown:
 * 'placed' where there is an order to be brought to.
 * An order that is cancelled since is no reason to keep anybody from buying: the cart stays, and what is sent next is
 * a new order. A visit without such an attempt asks nothing.
 */
export function usePreviousAttempt() {
  const [result, setResult] = useState<AttemptResult>(() => (keyToCheck() ? 'asking' : 'settled'))
  const [unacknowledgedOrderId] = useState(() => (result === 'settled' ? checkoutAttempts.orderIdOf(checkoutAttempts.unshownOrderKey()) : null))
  const checkAttempt = useCallback(async (key: string | null): Promise<AttemptResult> => {
    const order = await fetchAttemptOrder(key)
    // An order that is known to stand stands also while the server cannot say so.
    if (order === undefined && checkoutAttempts.unshownOrderKey() === key) return 'placed'
    if (!key || !order) return 'settled'
    if (order.status === 'cancelled') {
      checkoutAttempts.discardAttempt(key)
      return 'settled'
    }
    completeAttempt(key, order)
    return 'placed'
  }, [])
  /** For the key of an attempt that was told to have made its order already. */
  const recheck = useCallback((key: string) => checkAttempt(key).then(setResult), [checkAttempt])

  useEffect(() => {
    if (result === 'asking') void checkAttempt(keyToCheck()).then(setResult)
  }, [result, checkAttempt])

  useEffect(() => {
    if (unacknowledgedOrderId) checkoutAttempts.markShown(checkoutAttempts.unshownOrderKey())
  }, [unacknowledgedOrderId])

  /** `untold`: the last order, whose page was left before it was shown. It stands, and what is in the cart is another one. */
  return { result, recheck, unacknowledgedOrderId }
}
