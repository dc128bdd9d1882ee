import { addLine, quantityInCart } from '#shop/cart/cart.ts'
import { addedToCart, mostOfOne } from '#shop/cart/cart-sentences.ts'
import { messages } from '#shop/messages.ts'
import { CART_LINES_MAX } from '#shop/spec.ts'
import { announce } from '#web/ui/live-region.tsx'
import { lastAdded } from './cart-view.ts'
import { cart } from './use-cart.ts'

/** What adding to the cart needs to know of a product; cards and detail pages both have it. */
export type Buyable = {
  id: string
  name: string
  price: number
  stock: number
  net_weight: string | null
  picture: { image_url: string } | null
}

/** Adds at most what can still be added to the cart as it is stored now: another tab may have been quicker (§5). */
export function addToCart({ id, name, price, stock, picture }: Buyable, wanted: number) {
  const image_url = picture?.image_url ?? null
  let before = 0
  cart.change((lines) => {
    before = quantityInCart(lines, id)
    return addLine(lines, { id, name, image_url, price, quantity: wanted }, stock)
  })
  const { lines } = cart.getSnapshot()
  const quantity = quantityInCart(lines, id) - before
  if (quantity <= 0) return announce(before === 0 && lines.length >= CART_LINES_MAX ? messages.cartFull : mostOfOne(stock))
  lastAdded.set({ name, image_url, quantity })
  announce(addedToCart(name, quantity))
}
