import { useCallback, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { askAboutSubmit, putAwayOrder, submitKeys } from './kept-submit.ts'

type Fate = 'asking' | 'settled' | 'placed'

/**
 * Asks what became of an earlier submit whose answer was lost, and goes to its order where there is one (D17).
 * An order that is cancelled since is no reason to keep anybody from buying: the cart stays, and what is sent next is
 * a new order. A visit without such a submit asks nothing.
 */
export function useEarlierSubmit() {
  const navigate = useNavigate()
  const [fate, setFate] = useState<Fate>(() => (submitKeys.unsettled() ? 'asking' : 'settled'))
  const look = useCallback(async (): Promise<Fate> => {
    const order = await askAboutSubmit(submitKeys.unsettled())
    if (!order) return 'settled'
    if (order.status === 'cancelled') {
      submitKeys.forget()
      return 'settled'
    }
    putAwayOrder(order)
    void navigate('/profile/orders?notice=order-already-placed', { replace: true })
    return 'placed'
  }, [navigate])
  const ask = useCallback(() => look().then(setFate), [look])

  useEffect(() => {
    if (fate === 'asking') void look().then(setFate)
  }, [fate, look])

  return { fate, ask }
}
