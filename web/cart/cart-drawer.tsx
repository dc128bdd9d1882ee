import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { messages } from '#shop/messages.ts'
import { Drawer } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { closeDrawer, drawerIsOpen, lastAdded, lastRemoved } from './cart-view.ts'
import { lateContents } from './late-contents.ts'
import { useSignal } from './signal.ts'
import { useCart } from './use-cart.ts'

/** The cart, sliding in from the right (§2). */
export function CartDrawer() {
  const isOpen = useSignal(drawerIsOpen)
  const added = useSignal(lastAdded)
  const { lines } = useCart()
  const { pathname } = useLocation()
  const contents = lateContents.useModule(isOpen || added !== null)
  const inside = contents === 'lost' ? null : contents
  useEffect(closeDrawer, [pathname])
  useEffect(() => {
    if (!isOpen) return undefined
    lastAdded.set(null)
    return () => lastRemoved.set(null)
  }, [isOpen])
  return (
    <>
      <Drawer
        open={isOpen}
        onClose={closeDrawer}
        title="Your cart"
        closeLabel="Close cart"
        startsAt="title"
        footer={isOpen && inside && lines.length > 0 && <inside.CartFoot />}
      >
        {isOpen && inside && <inside.CartContents />}
        {isOpen && contents === null && <Skeleton className="h-40" />}
        {isOpen && contents === 'lost' && <Notice tone="error">{messages.outOfReach}</Notice>}
      </Drawer>
      {inside && <inside.AddedPopup />}
    </>
  )
}
