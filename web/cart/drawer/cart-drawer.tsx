import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { closeDrawer, drawerIsOpen, lastAdded, lastRemoved } from '#web/cart/store/cart-ui-state.ts'
import { lateContents } from './lazy-cart-panel.ts'
import { useSignal } from '#web/client/hydration/signal.ts'

/** The cart, and what is said of what was put in: both come when they are asked for, and most pages never ask. */
export function CartDrawer() {
  const isOpen = useSignal(drawerIsOpen)
  const added = useSignal(lastAdded)
  const { pathname } = useLocation()
  const contents = lateContents.useModule(isOpen || added !== null)
  const isLost = contents === 'lost' && isOpen
  useEffect(closeDrawer, [pathname])
  useEffect(() => {
    if (!isOpen) return undefined
    lastAdded.set(null)
    return () => lastRemoved.set(null)
  }, [isOpen])
  useEffect(() => {
    // The next press on the cart's button is another try.
    if (isLost) return closeLater()
    return undefined
  }, [isLost])
  if (contents === 'lost' || !contents) return isLost && <Notice tone="error" title={messages.outOfReach} className="cart-lost raised" />
  return (
    <>
      <contents.CartPanel isOpen={isOpen} />
      <contents.AddedPopup />
    </>
  )
}

const SHOWN_MILLISECONDS = 6_000

function closeLater() {
  const timer = setTimeout(closeDrawer, SHOWN_MILLISECONDS)
  return () => clearTimeout(timer)
}
