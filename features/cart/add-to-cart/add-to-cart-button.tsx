import { itemCount, quantityInCart, maxAddableQuantity } from '#features/cart/cart.ts'
import { quantityLimitMessage } from '#features/cart/cart-messages.ts'
import { messages } from '#shop/messages/messages.ts'
import { Button } from '#kit/form/button.tsx'
import type { PurchasableProduct } from './purchasable-product.ts'
import { useStock } from './known-stock.tsx'
import { useEarlyClick } from '#kit/hydration/use-early-click.ts'
import { useCart } from '#features/cart/store/use-cart.tsx'

export function useAddableQuantity(product: PurchasableProduct) {
  const { lines } = useCart()
  const inCart = quantityInCart(lines, product.id)
  const cartItemCount = itemCount(lines)
  const stock = useStock(product)
  return { inCart, cartItemCount, stock, addable: maxAddableQuantity(stock, inCart, cartItemCount) }
}

type AddButtonProps = { product: PurchasableProduct; addable: number; namesProduct?: boolean; form: string }

/** Before hydration it shows that it waits, because the cart needs scripts. */
export function AddToCartButton({ product, addable, namesProduct, form }: AddButtonProps) {
  const { ref, isHydrated, waitingProps } = useEarlyClick()
  const { lines } = useCart()
  const stock = useStock(product)
  const isSoldOut = stock <= 0
  const isLimitReached = isHydrated && addable === 0
  const label = isSoldOut
    ? messages.outOfStock
    : isLimitReached
      ? quantityLimitMessage(stock, 0, itemCount(lines))
      : 'Add to Cart'
  return (
    <Button
      ref={ref}
      type={isHydrated && addable > 0 ? 'submit' : 'button'}
      form={form}
      aria-label={namesProduct ? `${label}: ${product.name}` : undefined}
      disabled={isSoldOut}
      // Stays focusable: it may have the focus when the limit is reached.
      aria-disabled={isLimitReached || undefined}
      {...waitingProps}
    >
      {label}
    </Button>
  )
}

export const JavaScriptRequiredNote = () => (
  <noscript>
    <p className="text-sm text-muted">{messages.cartNeedsScripts}</p>
  </noscript>
)
