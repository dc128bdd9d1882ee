import { setQuantity, type CartLine } from '#features/cart/cart.ts'
import { quantityChanged, removedFromCart } from '#features/cart/cart-messages.ts'
import { announce } from '#kit/feedback/live-region.tsx'
import { lastRemoved } from './cart-ui-state.tsx'
import { secondTapGuard } from './second-tap.tsx'
import { cart } from './use-cart.tsx'

export function changeQuantity(line: CartLine, quantity: number, stock?: number) {
  if (quantity === line.quantity) return undefined
  if (quantity === 0) return removeFromCart(line)
  cart.change((lines) => setQuantity(lines, line.id, quantity, stock))
  announce(quantityChanged(line.name, quantity))
}

export function removeFromCart(line: CartLine) {
  const index = cart.getSnapshot().lines.findIndex(({ id }) => id === line.id)
  cart.change((lines) => setQuantity(lines, line.id, 0))
  lastRemoved.set({ line, index })
  secondTapGuard.hold()
  announce(removedFromCart(line.name))
}
