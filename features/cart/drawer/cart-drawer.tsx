import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { closeDrawer, isDrawerOpen, lastAdded, lastRemoved } from '#features/cart/store/cart-ui-state.tsx'
import { lazyCartPanel } from './lazy-cart-panel.tsx'
import { useSignal } from '#kit/hydration/signal.ts'

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
  // The next press retries.
  useEffect(() => {
    if (hasLoadFailed) closeDrawer()
  }, [hasLoadFailed])
  if (contents === 'failed' || !contents) return null
  return (
    <>
      <contents.CartPanel isOpen={isOpen} />
      <contents.AddedPopup />
    </>
  )
}
