import { useRef, useState, type FormEvent } from 'react'
import { enterQuantity, mostOfOne } from '#shop/cart/cart-messages.ts'
import { QuantityPicker, type QuantityHandle } from '#web/ui/form/quantity-picker.tsx'
import { AddButton, ScriptsNeeded, useAddable } from './add-to-cart-button.tsx'
import { addToCart } from './add-to-cart.ts'
import type { Buyable } from './purchasable-product.ts'
import { useIsLive } from '#web/cart/store/use-cart.ts'

const FORM = 'buy'

/** On a product's own page: how many is asked in place. Another product begins again from 1, by its key. */
export function AddOnPage({ product }: { product: Buyable }) {
  const { addable, inCart, inWholeCart, stock } = useAddable(product)
  const isLive = useIsLive()
  const [wanted, setWanted] = useState(1)
  const most = Math.max(1, addable)
  const picker = useRef<QuantityHandle>(null)
  const add = (event: FormEvent) => {
    event.preventDefault()
    const taken = addable > 0 ? (picker.current?.take() ?? null) : null
    if (taken === null) return
    void addToCart(product, taken)
    setWanted(1)
  }
  return (
    <form id={FORM} onSubmit={add} className="buy quantity-row flex flex-wrap items-start gap-x-4 gap-y-2">
      {stock > 0 && (
        <QuantityPicker
          ref={picker}
          label={`Quantity of ${product.name}`}
          value={Math.min(wanted, most)}
          onChange={setWanted}
          max={most}
          faultMessage={enterQuantity(most)}
          // With nothing left to add the button says so itself.
          {...(addable > 0 && { maxMessage: mostOfOne(stock, addable, inWholeCart) })}
          disabled={!isLive || addable === 0}
        />
      )}
      <AddButton product={product} addable={addable} form={FORM} />
      <p className="order-1 min-h-[1lh] w-full text-sm text-muted">{inCart > 0 && `${inCart} in your cart`}</p>
      {stock > 0 && <ScriptsNeeded />}
    </form>
  )
}

/** The button of the bar on a phone adds what was asked for on the page. */
export function AddFromBar({ product }: { product: Buyable }) {
  const { addable } = useAddable(product)
  return <AddButton product={product} addable={addable} form={FORM} isNamed />
}
