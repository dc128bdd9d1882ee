import { itemCount, quantityInCart, quantityStillAddable } from '#shop/cart/cart.ts'
import { mostOfOne } from '#shop/cart/cart-sentences.ts'
import { messages } from '#shop/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import type { Buyable } from './buyable.ts'
import { useStock } from './learnt-stock.ts'
import { useCart, useIsLive } from './use-cart.ts'

/** What of a product is in the cart, and what can still be added: never more than is in stock less what is there (§5). */
export function useAddable(product: Buyable) {
  const { lines } = useCart()
  const inCart = quantityInCart(lines, product.id)
  const inWholeCart = itemCount(lines)
  return { inCart, inWholeCart, addable: quantityStillAddable(useStock(product), inCart, inWholeCart) }
}

type AddButtonProps = {
  product: Buyable
  addable: number
  /** A page has other such buttons: each says which product it adds. */
  isNamed?: boolean
  isSmall?: boolean
  /** Called when somebody looks about to press. */
  onIntent?: () => void
} & ({ onClick: () => void; form?: never } | { form: string; onClick?: never })

/** Looks as it will in a moment, so that nothing flickers when the script arrives; without scripts it looks disabled. */
const WAITING = 'not-noscript:[--button:var(--color-forest)] not-noscript:cursor-progress'

/** Disabled in the page as it comes from the server: only a script can keep a cart. */
export function AddButton({ product, addable, isSmall = false, isNamed, form, onClick, onIntent }: AddButtonProps) {
  const isLive = useIsLive()
  const { lines } = useCart()
  const stock = useStock(product)
  const isSoldOut = stock <= 0
  const isAllTaken = isLive && addable === 0
  const label = isSoldOut ? messages.outOfStock : isAllTaken ? mostOfOne(stock, 0, itemCount(lines)) : 'Add to Cart'
  return (
    <Button
      size={isSmall ? 'small' : 'normal'}
      variant={isSmall ? 'outline' : 'solid'}
      className={classNames(isSmall && 'w-full', !isLive && !isSoldOut && WAITING)}
      type={form ? 'submit' : 'button'}
      form={form}
      aria-label={isNamed ? `${label}: ${product.name}` : undefined}
      disabled={isSoldOut || !isLive}
      // Stays in reach of the keyboard: it had the focus when the last piece was taken.
      aria-disabled={isAllTaken || undefined}
      onClick={() => addable > 0 && onClick?.()}
      onPointerEnter={onIntent}
      onTouchStart={onIntent}
      onFocus={onIntent}
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
