import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { Drawer } from '#web/ui/dialog.tsx'
import { AddedPopup } from './added-popup.tsx'
import { CartContents, CartFoot } from './cart-contents.tsx'
import { freshness } from './cart-freshness.ts'
import { closeDrawer, drawerIsOpen, lastAdded, lastRemoved } from './cart-view.ts'
import { useSignal } from './signal.ts'
import { useCart } from './use-cart.ts'

/** The cart, sliding in from the right (§2); it is brought up to date each time it opens (D15). */
export function CartDrawer() {
  const isOpen = useSignal(drawerIsOpen)
  const { lines } = useCart()
  const { pathname } = useLocation()
  useEffect(closeDrawer, [pathname])
  useEffect(() => {
    if (!isOpen) return undefined
    lastAdded.set(null)
    void freshness.refresh()
    return () => {
      freshness.putAway()
      lastRemoved.set(null)
    }
  }, [isOpen])
  return (
    <>
      <Drawer
        open={isOpen}
        onClose={closeDrawer}
        title="Your cart"
        closeLabel="Close cart"
        footer={isOpen && lines.length > 0 && <CartFoot />}
      >
        {isOpen && <CartContents />}
      </Drawer>
      <AddedPopup />
    </>
  )
}
