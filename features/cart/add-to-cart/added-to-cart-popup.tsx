import { useEffect, useState } from 'react'
import { Button } from '#kit/form/button.tsx'
import { CloseIcon } from '#kit/display/icons.tsx'
import { CART_BUTTON_ID, lastAdded, openDrawer } from '#features/cart/store/cart-ui-state.tsx'
import { ProductThumbnail } from '#features/cart/drawer/product-thumbnail.tsx'
import { useSignal } from '#kit/hydration/signal.ts'

const DISPLAY_MS = 8_000

/** Below the cart button so that the focus stays visible (WCAG 2.4.11). */
export function AddedPopup() {
  const added = useSignal(lastAdded)
  const [isPaused, setPaused] = useState(false)
  const close = () => {
    lastAdded.set(null)
    setPaused(false)
  }
  const viewCart = () => {
    // The popup closes, so the drawer must return the focus to the header button.
    document.getElementById(CART_BUTTON_ID)?.focus()
    openDrawer()
  }
  useEffect(() => {
    if (!added || isPaused) return undefined
    const timer = setTimeout(() => lastAdded.set(null), DISPLAY_MS)
    return () => clearTimeout(timer)
  }, [added, isPaused])
  if (!added) return null
  return (
    <section
      aria-label="Added to your cart"
      className="@container fixed inset-x-[min(1rem,5vw)] top-18 z-20 rounded border border-line bg-white p-[min(0.75rem,4vw)] raised sm:left-auto sm:w-120 lg:top-20"
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-[min(0.75rem,3vw)] gap-y-2 @min-[13rem]:grid-cols-[3.5rem_minmax(0,1fr)_auto] @min-[27rem]:grid-cols-[3.5rem_minmax(0,1fr)_auto_auto]">
        <ProductThumbnail imageUrl={added.image_url} className="w-14 @max-[13rem]:hidden" />
        <p className="min-w-0 text-sm">
          <strong className="block">Added to your cart</strong>
          <span>{`${added.quantity} × ${added.name}`}</span>
          {added.fewer && <span className="mt-0.5 block">{added.fewer}</span>}
        </p>
        <button
          type="button"
          className="icon-button -mt-1 -mr-1 self-start @min-[27rem]:order-1"
          aria-label="Close"
          onClick={close}
        >
          <CloseIcon />
        </button>
        <Button size="small" className="col-span-full @min-[27rem]:col-auto" onClick={viewCart}>
          View cart
        </Button>
      </div>
    </section>
  )
}
