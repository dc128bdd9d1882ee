import { useCallback, useEffect, useState } from 'react'
import { askAboutSubmit, putAwayOrder, submitKeys } from './kept-submit.ts'

type Fate = 'asking' | 'settled' | 'placed'

/**
 * Asks what became of an earlier submit whose answer was lost, or whose page was left before the order was shown (D17):
 * 'placed' where there is an order to be brought to.
 * An order that is cancelled since is no reason to keep anybody from buying: the cart stays, and what is sent next is
 * a new order. A visit without such a submit asks nothing.
 */
export function useEarlierSubmit() {
  const [fate, setFate] = useState<Fate>(() => (submitKeys.unsettled() ? 'asking' : 'settled'))
  const look = useCallback(async (): Promise<Fate> => {
    const key = submitKeys.unsettled()
    const order = await askAboutSubmit(key)
    // An order that is known to stand stands also while the server cannot say so.
    if (order === undefined && submitKeys.onTheWay() === key) return 'placed'
    if (!key || !order) return 'settled'
    if (order.status === 'cancelled') {
      submitKeys.forget()
      return 'settled'
    }
    putAwayOrder(key, order)
    return 'placed'
  }, [])
  const ask = useCallback(() => look().then(setFate), [look])

  useEffect(() => {
    if (fate === 'asking') void look().then(setFate)
  }, [fate, look])

  return { fate, ask }
}
