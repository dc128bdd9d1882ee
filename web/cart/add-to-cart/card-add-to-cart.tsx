import { useRef, useState, type MouseEvent } from 'react'
import { quantityInCart, setQuantity } from '#shop/cart/cart.ts'
import { cartIsFull, mostOfOne, quantityChanged, removedFromCart } from '#shop/cart/cart-messages.ts'
import { messages } from '#shop/messages/messages.ts'
import { classNames } from '#web/ui/display/class-names.ts'
import { MinusIcon, PlusIcon } from '#web/ui/display/icons.tsx'
import { announce } from '#web/ui/feedback/live-region.tsx'
import { useAddable } from './add-to-cart-button.tsx'
import { addToCart } from './add-to-cart.ts'
import type { Buyable } from './purchasable-product.ts'
import { prepareContents } from '#web/cart/drawer/lazy-cart-panel.ts'
import { usePressBeforeScripts } from './use-early-click.ts'
import { cart } from '#web/cart/store/use-cart.ts'

/**
 * The button of a card adds one at once and becomes the plus of a stepper in its place; minus to 0 brings it back.
 * It stays the same element all the while, so that the focus stays where it is.
 */
export function AddFromCard({ product }: { product: Buyable }) {
  const { id, name } = product
  const { inCart, inWholeCart, stock, addable } = useAddable(product)
  const { ref: plus, isLive, waiting } = usePressBeforeScripts()
  const [isRefused, setRefused] = useState(false)
  const hasJustChanged = useRef(false)
  const isStepper = inCart > 0
  const isSoldOut = stock <= 0

  /** The second half of a double click meets another button than the first did: it is no press on that one. */
  const isSecondHalf = ({ detail }: MouseEvent, changesButtons: boolean) => {
    const isSecond = detail > 1 && hasJustChanged.current
    hasJustChanged.current = changesButtons && !isSecond
    return isSecond
  }
  const addOne = (event: MouseEvent) => {
    if (isLive && !isSecondHalf(event, !isStepper)) void addToCart(product, 1, true).then((added) => setRefused(added === 0))
  }
  const takeOne = (event: MouseEvent) => {
    if (isSecondHalf(event, inCart === 1)) return
    setRefused(false)
    cart.change((lines) => setQuantity(lines, id, Math.max(0, quantityInCart(lines, id) - 1)))
    const left = quantityInCart(cart.getSnapshot().lines, id)
    announce(left > 0 ? quantityChanged(name, left) : removedFromCart(name))
    if (left === 0) plus.current?.focus()
  }
  const whyNoMore = isSoldOut ? messages.outOfStock : mostOfOne(stock, 0, inWholeCart)
  const whyRefused = addable === 0 ? whyNoMore : cartIsFull()
  const most = isStepper ? addable === 0 && whyNoMore : isRefused && !isSoldOut && whyRefused
  const label = isSoldOut ? messages.outOfStock : 'Add to Cart'
  return (
    <div className="card-add" {...(isStepper && { role: 'group', 'aria-label': `Quantity of ${name}` })}>
      {isStepper && (
        <>
          <button
            type="button"
            className="button button-outline button-small"
            aria-label={`Decrease quantity of ${name}${inCart === 1 ? ' to 0, which removes it' : ''}`}
            onClick={takeOne}
          >
            <MinusIcon />
          </button>
          <span>
            {inCart}
            <span className="visually-hidden"> in your cart</span>
          </span>
        </>
      )}
      <button
        ref={plus}
        type="button"
        className={classNames('button button-outline button-small', !isStepper && 'grow')}
        aria-label={isStepper ? `Increase quantity of ${name}` : `${label}: ${name}`}
        aria-describedby={most ? `most-${id}` : undefined}
        disabled={!isStepper && isSoldOut}
        // Stays in reach of the keyboard, so that the reason is read out.
        aria-disabled={(isStepper && addable === 0) || undefined}
        onClick={addOne}
        onPointerEnter={prepareContents}
        onTouchStart={prepareContents}
        onFocus={prepareContents}
        {...(!isSoldOut && waiting)}
      >
        {isStepper ? <PlusIcon /> : label}
      </button>
      {most && <p id={`most-${id}`}>{most}</p>}
    </div>
  )
}
