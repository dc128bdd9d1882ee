import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { enterQuantity } from '#shop/cart/cart-sentences.ts'
import { onlySoMany } from '#shop/cart/popup-sentences.ts'
import { unitPrice } from '#shop/catalogue/unit-price.ts'
import { lineSubtotal } from '#shop/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Price } from '#web/ui/price.tsx'
import { readQuantity } from '#web/ui/quantity-entry.ts'
import { QuantityPicker, type QuantityHandle } from '#web/ui/quantity-picker.tsx'
import { addToCart, type Buyable } from './add-to-cart.ts'
import { LinePicture } from './line-picture.tsx'

type AddDialogProps = {
  product: Buyable
  addable: number
  isOpen: boolean
  /** How often it was opened; it asks from 1 each time. */
  times: number
  onClose: () => void
}

/** What the picker stands at, what its entry comes to while it is typed, and in which opening. */
type Wanted = { times: number; quantity: number; entry: number | null }

/** The popup of a card: how many? */
export function AddDialog({ product, addable, isOpen, times, onClose }: AddDialogProps) {
  const [wanted, setWanted] = useState<Wanted>({ times, quantity: 1, entry: 1 })
  const most = Math.max(1, addable)
  const { quantity, entry } = wanted.times === times ? wanted : { quantity: 1, entry: 1 }
  const value = Math.min(quantity, most)
  const picker = useRef<QuantityHandle>(null)
  const form = useRef<HTMLFormElement>(null)
  const formId = useId()
  useEffect(() => {
    // Not where a finger would be shown a keyboard over the popup.
    if (isOpen && matchMedia('(hover: hover)').matches) form.current?.querySelector('input')?.focus()
  }, [isOpen])
  const add = (event: FormEvent) => {
    event.preventDefault()
    const taken = picker.current?.take() ?? null
    if (taken === null) return
    addToCart(product, taken)
    onClose()
  }
  // The picker tells what was left or entered; the total follows what is being typed.
  const count = ({ target }: FormEvent) => {
    if (target instanceof HTMLInputElement) setWanted({ times, quantity, entry: readQuantity(target.value, 1, most) })
  }
  const footer = (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p>
        Total{' '}
        <span className="text-lg font-semibold">
          {entry === null ? '–' : <Price pounds={lineSubtotal(product.price, Math.min(entry, most))} />}
        </span>
      </p>
      <Button type="submit" form={formId} aria-disabled={addable === 0 || undefined}>
        Add to Cart
      </Button>
    </div>
  )
  return (
    <Dialog open={isOpen} onClose={onClose} title="Add to Cart" footer={footer}>
      <div className="flex flex-wrap items-start gap-4">
        <LinePicture imageUrl={product.picture?.image_url ?? null} className="w-24 shrink-0" />
        {/* Room for the picker's sentence: one that comes while the button is being pressed must not move it. */}
        <form
          ref={form}
          id={formId}
          onSubmit={add}
          onInput={count}
          className="grid flex-1 basis-34 grid-cols-1 content-start gap-3 [&_.quantity-message]:min-h-12"
        >
          <p className="display text-lg">{product.name}</p>
          {product.net_weight && <p className="-mt-2 text-sm text-muted">{product.net_weight}</p>}
          <p>
            <Price pounds={product.price} className="mr-2.5 font-semibold" />
            <span className="text-sm text-muted">{unitPrice(product.price, product.net_weight)}</span>
          </p>
          <QuantityPicker
            key={times}
            ref={picker}
            label={`Quantity of ${product.name}`}
            value={value}
            onChange={(next) => setWanted({ times, quantity: next, entry: next })}
            max={most}
            maxMessage={onlySoMany(addable, product.stock)}
            faultMessage={enterQuantity(most)}
          />
        </form>
      </div>
    </Dialog>
  )
}
