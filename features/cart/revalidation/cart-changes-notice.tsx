import { orderSizeMessage } from '#features/cart/cart-line-messages.ts'
import { noticesOf } from '#features/cart/reconcile-cart.ts'
import { messages } from '#shop/messages/messages.ts'
import { Notice } from '#kit/feedback/notice.tsx'
import { useCartRevalidation } from './use-cart-revalidation.tsx'
import { useCart } from '#features/cart/store/use-cart.tsx'

export function CartChangesNotice() {
  const { lines } = useCart()
  const changes = noticesOf(lines, useCartRevalidation().changes)
  const limitMessage = orderSizeMessage(lines)
  return (
    <>
      {changes.length > 0 && (
        <Notice tone="warning" title={messages.cartChanged}>
          <ul className="mt-1 grid gap-1">
            {changes.map(({ id, sentence }) => (
              <li key={id + sentence}>{sentence}</li>
            ))}
          </ul>
        </Notice>
      )}
      {/* A cart above the order limits is reported, never reduced automatically. */}
      {limitMessage && <Notice tone="warning">{limitMessage}</Notice>}
    </>
  )
}
