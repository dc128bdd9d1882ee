import { useCallback, useEffect, useState } from 'react'
import { cart } from '#web/cart/store/use-cart.ts'
import { askAboutSubmit, putAwayOrder, submitKeys } from './stored-attempt.ts'

type Fate = 'asking' | 'settled' | 'placed'

/** A lost answer, or an order whose page was left before it was shown; that one keeps nobody from ordering what is in the cart since. */
const toAskAbout = () => submitKeys.unsettled() ?? (cart.getSnapshot().lines.length === 0 ? submitKeys.onTheWay() : null)

/**
 * Asks what became of an earlier attempt whose answer was lost, or whose page was left before the order was shown (D17):
 * 'placed' where there is an order to be brought to.
 * An order that is cancelled since is no reason to keep anybody from buying: the cart stays, and what is sent next is
 * a new order. A visit without such an attempt asks nothing.
 */
export function useEarlierSubmit() {
  const [fate, setFate] = useState<Fate>(() => (toAskAbout() ? 'asking' : 'settled'))
  const [untold] = useState(() => (fate === 'settled' ? submitKeys.orderOf(submitKeys.onTheWay()) : null))
  const look = useCallback(async (key: string | null): Promise<Fate> => {
    const order = await askAboutSubmit(key)
    // An order that is known to stand stands also while the server cannot say so.
    if (order === undefined && submitKeys.onTheWay() === key) return 'placed'
    if (!key || !order) return 'settled'
    if (order.status === 'cancelled') {
      submitKeys.forget(key)
      return 'settled'
    }
    putAwayOrder(key, order)
    return 'placed'
  }, [])
  /** For the key of an attempt that was told to have made its order already. */
  const ask = useCallback((key: string) => look(key).then(setFate), [look])

  useEffect(() => {
    if (fate === 'asking') void look(toAskAbout()).then(setFate)
  }, [fate, look])

  useEffect(() => {
    if (untold) submitKeys.arrived(submitKeys.onTheWay())
  }, [untold])

  /** `untold`: the last order, whose page was left before it was shown. It stands, and what is in the cart is another one. */
  return { fate, ask, untold }
}
