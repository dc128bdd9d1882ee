import { useState, useSyncExternalStore } from 'react'
import { useCart } from '#web/cart/store/use-cart.ts'
import { submitKeys } from './stored-attempt.ts'

const onStorage = (changed: () => void) => {
  addEventListener('storage', changed)
  return () => removeEventListener('storage', changed)
}

/** The order that the cart of this page has become in another tab since the page was opened; null while it has not. */
export function useOrderedElsewhere(): string | null {
  const { id, lines, isKnown } = useCart()
  const [openedWith, setOpenedWith] = useState<string | null>(null)
  if (isKnown && openedWith === null && id !== null && lines.length > 0) setOpenedWith(id)
  const order = useSyncExternalStore(
    onStorage,
    () => submitKeys.orderOf(openedWith),
    () => null,
  )
  return openedWith !== null && openedWith !== id ? order : null
}
