import { useState } from 'react'
import { cartFullMessage, quantityLimitMessage } from '#features/cart/cart-messages.ts'
import { messages } from '#shop/messages/messages.ts'
import { classNames } from '#kit/display/class-names.ts'
import { MinusIcon, PlusIcon } from '#kit/display/icons.tsx'
import { useAddableQuantity } from './add-to-cart-button.tsx'
import { addToCart } from './add-to-cart.tsx'
import type { PurchasableProduct } from './purchasable-product.ts'
import { preloadCartPanel } from '#features/cart/drawer/lazy-cart-panel.tsx'
import { useEarlyClick } from '#kit/hydration/use-early-click.ts'
import { changeQuantity } from '#features/cart/store/change-cart-line.tsx'
import { cart } from '#features/cart/store/use-cart.tsx'

/** It becomes the plus button and stays the same element, so that it keeps the focus. */
export function CardAddToCart({ product }: { product: PurchasableProduct }) {
  const { id, name } = product
  const { inCart, cartItemCount, stock, addable } = useAddableQuantity(product)
  const { ref: plusButton, isHydrated, waitingProps } = useEarlyClick()
  const [wasRefused, setWasRefused] = useState(false)
  const isStepper = inCart > 0
  const isSoldOut = stock <= 0

  const addOne = () => {
    if (isHydrated)
      void addToCart(product, 1, { showsQuantityInline: true }).then((added) => setWasRefused(added === 0))
  }
  const removeOne = () => {
    setWasRefused(false)
    const line = cart.getSnapshot().lines.find((each) => each.id === id)
    if (!line) return
    changeQuantity(line, line.quantity - 1)
    if (line.quantity === 1) plusButton.current?.focus()
  }
  const limitReason = isSoldOut ? messages.outOfStock : quantityLimitMessage(stock, 0, cartItemCount)
  const refusalReason = addable === 0 ? limitReason : cartFullMessage()
  const limitMessage = isStepper ? addable === 0 && limitReason : wasRefused && !isSoldOut && refusalReason
  const label = isSoldOut ? messages.outOfStock : 'Add to Cart'
  return (
    <div className="card-add" {...(isStepper && { role: 'group', 'aria-label': `Quantity of ${name}` })}>
      {isStepper && (
        <>
          <button
            type="button"
            className="button button-outline button-small"
            aria-label={`Decrease quantity of ${name}${inCart === 1 ? ' to 0, which removes it' : ''}`}
            onClick={removeOne}
          >
            <MinusIcon />
          </button>
          <span>
            <span>{inCart}</span>
            <span className="visually-hidden"> in your cart</span>
          </span>
        </>
      )}
      <button
        ref={plusButton}
        type="button"
        className={classNames('button button-outline button-small', !isStepper && 'grow')}
        aria-label={isStepper ? `Increase quantity of ${name}` : `${label}: ${name}`}
        aria-describedby={limitMessage ? `most-${id}` : undefined}
        disabled={!isStepper && isSoldOut}
        // Stays focusable, so that the reason is read out.
        aria-disabled={(isStepper && addable === 0) || undefined}
        onClick={addOne}
        onPointerEnter={preloadCartPanel}
        onTouchStart={preloadCartPanel}
        onFocus={preloadCartPanel}
        {...(!isSoldOut && waitingProps)}
      >
        {isStepper ? <PlusIcon /> : label}
      </button>
      {limitMessage && <p id={`most-${id}`}>{limitMessage}</p>}
    </div>
  )
}
