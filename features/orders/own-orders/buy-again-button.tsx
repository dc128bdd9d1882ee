import { useEffect, useId, useRef, useState } from 'react'
import type { BuyAgainResult } from '#features/cart/buy-again.ts'
import { buyAgainFailed, buyAgainLabel, buyAgainSummary } from '#features/cart/buy-again-messages.ts'
import type { OrderSummary } from '#features/orders/order.ts'
import { JavaScriptRequiredNote } from '#features/cart/add-to-cart/add-to-cart-button.tsx'
import { useEarlyClick } from '#kit/hydration/use-early-click.ts'
import { CART_BUTTON_ID, openDrawer } from '#features/cart/store/cart-ui-state.tsx'
import { lazyModule } from '#kit/hydration/lazy-module.ts'
import { Notice } from '#kit/feedback/notice.tsx'
import { Button } from '#kit/form/button.tsx'

const lazyAddOrderToCart = lazyModule(() => import('./add-order-to-cart.tsx'))

type Answer = BuyAgainResult | 'failed'

/** The result takes the focus, because it lists differences from the order. */
export function BuyAgainButton({ order: { id, items } }: { order: OrderSummary }) {
  const { ref, waitingProps } = useEarlyClick()
  const [isAdding, setAdding] = useState(false)
  const [answer, setAnswer] = useState<Answer | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const titleId = useId()
  useEffect(() => {
    if (answer) box.current?.focus()
  }, [answer])
  const add = async () => {
    setAdding(true)
    setAnswer(
      await lazyAddOrderToCart
        .load()
        .then(({ addOrderToCart }) => addOrderToCart(items))
        .catch((): Answer => 'failed'),
    )
    setAdding(false)
  }
  const viewCart = () => {
    // The drawer returns the focus to the header button.
    document.getElementById(CART_BUTTON_ID)?.focus()
    openDrawer()
  }
  return (
    <>
      <Button
        ref={ref}
        variant="outline"
        size="small"
        pending={isAdding}
        pendingLabel="Adding..."
        aria-describedby={`order-${id}`}
        onClick={() => void add()}
        {...waitingProps}
      >
        {buyAgainLabel}
      </Button>
      <JavaScriptRequiredNote />
      {answer && (
        <div ref={box} tabIndex={-1} role="group" aria-labelledby={titleId} className="w-full outline-none">
          {answer === 'failed' ? (
            <Notice tone="error" title={<span id={titleId}>{buyAgainFailed}</span>} />
          ) : (
            <Notice
              tone={answer.differences.length > 0 ? 'warning' : 'success'}
              title={<span id={titleId}>{buyAgainSummary(answer.added, answer.ordered)}</span>}
            >
              {answer.differences.length > 0 && (
                <ul className="mt-1 grid gap-1">
                  {answer.differences.map(({ id: productId, sentence }) => (
                    <li key={productId + sentence}>{sentence}</li>
                  ))}
                </ul>
              )}
              {answer.added > 0 && (
                <Button size="small" className="mt-3" onClick={viewCart}>
                  View cart
                </Button>
              )}
            </Notice>
          )}
        </div>
      )}
    </>
  )
}
