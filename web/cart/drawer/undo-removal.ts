import { restoreLine } from '#shop/cart/cart.ts'
import { restoredToCartMessage } from '#shop/cart/cart-line-messages.ts'
import { announce } from '#web/ui/feedback/live-region.tsx'
import { lastRemoved } from '#web/cart/store/cart-ui-state.ts'
import { cart } from '#web/cart/store/use-cart.ts'

export function undoRemoval() {
  const removed = lastRemoved.get()
  if (!removed) return
  cart.change((lines) => restoreLine(lines, removed.line, removed.index))
  lastRemoved.set(null)
  announce(restoredToCartMessage(removed.line.name))
}
