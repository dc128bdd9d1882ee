import { itemCount, quantityInCart, quantityStillAddable } from '#shop/cart/cart.ts'
import { mostOfOne } from '#shop/cart/cart-messages.ts'
import { messages } from '#shop/messages/messages.ts'
import { Button } from '#web/ui/form/button.tsx'
import type { Buyable } from './purchasable-product.ts'
import { useStock } from './known-stock.ts'
import { usePressBeforeScripts } from './use-early-click.ts'
import { useCart } from '#web/cart/store/use-cart.ts'

/** What of a product is in the cart, and what can still be added: never more than is in stock less what is there (§5). */
export function useAddable(product: Buyable) {
  const { lines } = useCart()
  const inCart = quantityInCart(lines, product.id)
  const inWholeCart = itemCount(lines)
  const stock = useStock(product)
  return { inCart, inWholeCart, stock, addable: quantityStillAddable(stock, inCart, inWholeCart) }
}

type AddButtonProps = {
  product: Buyable
  addable: number
  /** A page has other such buttons: each says which product it adds. */
  isNamed?: boolean
  form: string
}

/** Sends the form that asks how many. Only a script can keep a cart: until there is one the button waits, and says so. */
export function AddButton({ product, addable, isNamed, form }: AddButtonProps) {
  const { ref, isLive, waiting } = usePressBeforeScripts()
  const { lines } = useCart()
  const stock = useStock(product)
  const isSoldOut = stock <= 0
  const isAllTaken = isLive && addable === 0
  const label = isSoldOut ? messages.outOfStock : isAllTaken ? mostOfOne(stock, 0, itemCount(lines)) : 'Add to Cart'
  return (
    <Button
      ref={ref}
      type={isLive && addable > 0 ? 'submit' : 'button'}
      form={form}
      aria-label={isNamed ? `${label}: ${product.name}` : undefined}
      disabled={isSoldOut}
      // Stays in reach of the keyboard: it had the focus when the last piece was taken.
      aria-disabled={isAllTaken || undefined}
      {...waiting}
    >
      {label}
    </Button>
  )
}

export const ScriptsNeeded = () => (
  <noscript>
    <p className="text-sm text-muted">{messages.cartNeedsScripts}</p>
  </noscript>
)
