import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { closeDrawer, isDrawerOpen, lastAdded, lastRemoved } from '#web/cart/store/cart-ui-state.ts'
import { lazyCartPanel } from './lazy-cart-panel.ts'
import { useSignal } from '#web/client/hydration/signal.ts'

export function CartDrawer() {
  const isOpen = useSignal(isDrawerOpen)
  const added = useSignal(lastAdded)
  const { pathname } = useLocation()
  const contents = lazyCartPanel.useModule(isOpen || added !== null)
  const hasLoadFailed = contents === 'failed' && isOpen
  useEffect(closeDrawer, [pathname])
  useEffect(() => {
    if (!isOpen) return undefined
    lastAdded.set(null)
    return () => lastRemoved.set(null)
  }, [isOpen])
  useEffect(() => {
    if (hasLoadFailed) return closeAfterDelay()
    return undefined
  }, [hasLoadFailed])
  if (contents === 'failed' || !contents)
    return (
      hasLoadFailed && <Notice tone="error" title={messages.serverUnreachable} className="cart-lost raised" />
    )
  return (
    <>
      <contents.CartPanel isOpen={isOpen} />
      <contents.AddedPopup />
    </>
  )
}

const ERROR_DISPLAY_MS = 6_000

function closeAfterDelay() {
  const timer = setTimeout(closeDrawer, ERROR_DISPLAY_MS)
  return () => clearTimeout(timer)
}
