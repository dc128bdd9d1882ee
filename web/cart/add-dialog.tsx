import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { enterQuantity, mostOfOne } from '#shop/cart/cart-sentences.ts'
import { unitPrice } from '#shop/catalogue/unit-price.ts'
import { itemCount } from '#shop/cart/cart.ts'
import { lineSubtotal } from '#shop/money.ts'
import { LINE_QUANTITY_MAX } from '#shop/spec.ts'
import { isSureOf } from '#shop/stock/shown-stock.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Price } from '#web/ui/price.tsx'
import { readQuantity } from '#web/ui/quantity-entry.ts'
import { QuantityPicker, type QuantityHandle } from '#web/ui/quantity-picker.tsx'
import { addToCart } from './add-to-cart.ts'
import type { Buyable } from './buyable.ts'
import { lateContents } from './late-contents.ts'
import { useStock } from './learnt-stock.ts'
import { LinePicture } from './line-picture.tsx'
import { useCart } from './use-cart.ts'

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
  const stock = useStock(product)
  const { lines } = useCart()
  const { quantity, entry } = wanted.times === times ? wanted : { quantity: 1, entry: 1 }
  const value = Math.min(quantity, most)
  const picker = useRef<QuantityHandle>(null)
  const form = useRef<HTMLFormElement>(null)
  const formId = useId()
  // By the time somebody has chosen how many, it is known how many there are.
  useEffect(() => {
    if (isOpen && !isSureOf(LINE_QUANTITY_MAX, product.stock)) void lateContents.load().then(({ learnStock }) => learnStock(product), () => {})
  }, [isOpen, product])
  useEffect(() => {
    // Where fingers are used the focus stays on Close, inside the popup as WCAG asks: on the box it would bring up a
    // keyboard over the very buttons that most people press instead.
    if (isOpen && matchMedia('(hover: hover)').matches) form.current?.querySelector('input')?.focus()
  }, [isOpen])
  const add = (event: FormEvent) => {
    event.preventDefault()
    const taken = picker.current?.take() ?? null
    if (taken === null) return
    void addToCart(product, taken)
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
            maxMessage={mostOfOne(stock, addable, itemCount(lines))}
            faultMessage={enterQuantity(most)}
          />
        </form>
      </div>
    </Dialog>
  )
}
