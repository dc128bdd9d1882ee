import { itemCount } from '#features/cart/cart.ts'
import { BasketIcon } from '#kit/display/icons.tsx'
import { CART_BUTTON_ID, openDrawer } from '#features/cart/store/cart-ui-state.tsx'
import { preloadCartPanel } from './lazy-cart-panel.tsx'
import { useCart } from '#features/cart/store/use-cart.tsx'
import { useEarlyClick } from '#kit/hydration/use-early-click.ts'

export function CartButton() {
  const { lines } = useCart()
  const { ref, waitingProps } = useEarlyClick()
  const count = itemCount(lines)
  return (
    <button
      ref={ref}
      type="button"
      id={CART_BUTTON_ID}
      className="icon-button needs-script relative"
      aria-haspopup="dialog"
      aria-label={count === 0 ? 'Cart' : `Cart, ${count} ${count === 1 ? 'item' : 'items'}`}
      onClick={openDrawer}
      onPointerEnter={preloadCartPanel}
      onTouchStart={preloadCartPanel}
      onFocus={preloadCartPanel}
      {...waitingProps}
    >
      <BasketIcon />
      {count > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-0 right-0 cart-count grid place-items-center rounded-full bg-turmeric px-1 leading-none font-semibold text-deep tabular-nums"
        >
          {count > 99 ? '99+' : count}
        </span>
      )}
    </button>
  )
}
