import { useRef, useState, type FormEvent } from 'react'
import { enterQuantity, quantityLimitMessage } from '#features/cart/cart-messages.ts'
import { QuantityPicker, type QuantityPickerHandle } from '#kit/form/quantity-picker.tsx'
import { AddToCartButton, JavaScriptRequiredNote, useAddableQuantity } from './add-to-cart-button.tsx'
import { addToCart } from './add-to-cart.tsx'
import type { PurchasableProduct } from './purchasable-product.ts'
import { useIsHydrated } from '#kit/hydration/use-early-click.ts'

const FORM_ID = 'buy'

/** Rendered with the product as key, so that another product starts at 1. */
export function ProductPageAddToCart({ product }: { product: PurchasableProduct }) {
  const { addable, inCart, cartItemCount, stock } = useAddableQuantity(product)
  const isHydrated = useIsHydrated()
  const [requestedQuantity, setRequestedQuantity] = useState(1)
  const maxQuantity = Math.max(1, addable)
  const picker = useRef<QuantityPickerHandle>(null)
  const add = (event: FormEvent) => {
    event.preventDefault()
    const committed = addable > 0 ? picker.current?.commitQuantity() : null
    if (!committed) return
    void addToCart(product, committed.quantity, { wasMoreWanted: committed.exceedsMax })
    setRequestedQuantity(1)
  }
  return (
    <form id={FORM_ID} onSubmit={add} className="buy quantity-row flex flex-wrap items-start gap-x-4 gap-y-2">
      {stock > 0 && (
        <QuantityPicker
          ref={picker}
          label={`Quantity of ${product.name}`}
          value={Math.min(requestedQuantity, maxQuantity)}
          onChange={setRequestedQuantity}
          max={maxQuantity}
          invalidMessage={enterQuantity(maxQuantity)}
          {...(addable > 0 && { maxMessage: quantityLimitMessage(stock, addable, cartItemCount) })}
          disabled={!isHydrated || addable === 0}
        />
      )}
      <AddToCartButton product={product} addable={addable} form={FORM_ID} />
      <p className="order-1 min-h-[1lh] w-full text-sm text-muted">
        {inCart > 0 && `${inCart} in your cart`}
      </p>
      {stock > 0 && <JavaScriptRequiredNote />}
    </form>
  )
}

export function AddToCartBarButton({ product }: { product: PurchasableProduct }) {
  const { addable } = useAddableQuantity(product)
  return <AddToCartButton product={product} addable={addable} form={FORM_ID} namesProduct />
}
