import { useCallback, useEffect, useState } from 'react'
import { cart } from '#features/cart/store/use-cart.tsx'
import { fetchAttemptOrder, completeAttempt, checkoutAttempts } from './stored-attempt.tsx'

type AttemptResult = 'loading' | 'settled' | 'placed'

/** An order that was not shown must not block the checkout of a cart with lines. */
const keyToCheck = () =>
  checkoutAttempts.unresolvedKey() ??
  (cart.getSnapshot().lines.length === 0 ? checkoutAttempts.unshownOrderKey() : null)

export function usePreviousAttempt() {
  const [result, setResult] = useState<AttemptResult>(() => (keyToCheck() ? 'loading' : 'settled'))
  const [unacknowledgedOrderId] = useState(() =>
    result === 'settled' ? checkoutAttempts.orderIdOf(checkoutAttempts.unshownOrderKey()) : null,
  )
  const checkAttempt = useCallback(async (key: string | null): Promise<AttemptResult> => {
    const order = await fetchAttemptOrder(key)
    // The order is known to exist, even if the server is unreachable now.
    if (order === undefined && checkoutAttempts.unshownOrderKey() === key) return 'placed'
    if (!key || !order) return 'settled'
    if (order.status === 'cancelled') {
      checkoutAttempts.discardAttempt(key)
      return 'settled'
    }
    completeAttempt(key, order)
    return 'placed'
  }, [])
  const recheck = useCallback((key: string) => checkAttempt(key).then(setResult), [checkAttempt])

  useEffect(() => {
    if (result === 'loading') void checkAttempt(keyToCheck()).then(setResult)
  }, [result, checkAttempt])

  useEffect(() => {
    if (unacknowledgedOrderId) checkoutAttempts.markShown(checkoutAttempts.unshownOrderKey())
  }, [unacknowledgedOrderId])

  return { result, recheck, unacknowledgedOrderId }
}
