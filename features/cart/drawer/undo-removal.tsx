import { restoreLine } from '#features/cart/cart.ts'
import { restoredToCartMessage } from '#features/cart/cart-line-messages.ts'
import { announce } from '#kit/feedback/live-region.tsx'
import { lastRemoved } from '#features/cart/store/cart-ui-state.tsx'
import { cart } from '#features/cart/store/use-cart.tsx'

export function undoRemoval() {
  const removed = lastRemoved.get()
  if (!removed) return
  cart.change((lines) => restoreLine(lines, removed.line, removed.index))
  lastRemoved.set(null)
  announce(restoredToCartMessage(removed.line.name))
}
