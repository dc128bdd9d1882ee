import { useState } from 'react'
import { messages } from '#shop/messages.ts'
import { lineSubtotal } from '#shop/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Price } from '#web/ui/price.tsx'
import { QuantityPicker } from '#web/ui/quantity-picker.tsx'
import { addToCart, type Buyable } from './cart-changes.ts'
import { LinePicture } from './line-picture.tsx'

type AddDialogProps = {
  product: Buyable
  addable: number
  isOpen: boolean
  /** How often it was opened; it asks from 1 each time. */
  times: number
  onClose: () => void
}

/** The popup of a card: how many? */
export function AddDialog({ product, addable, isOpen, times, onClose }: AddDialogProps) {
  const [wanted, setWanted] = useState({ quantity: 1, times })
  const quantity = wanted.times === times ? Math.max(1, Math.min(wanted.quantity, addable)) : 1
  const add = () => {
    addToCart(product, quantity)
    onClose()
  }
  const footer = (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p>
        Total <Price pounds={lineSubtotal(product.price, quantity)} className="ml-1 text-lg font-semibold" />
      </p>
      <Button onClick={add} aria-disabled={addable === 0 || undefined}>
        Add to Cart
      </Button>
    </div>
  )
  return (
    <Dialog open={isOpen} onClose={onClose} title="Add to Cart" footer={footer}>
      <div className="flex gap-4">
        <LinePicture imageUrl={product.picture?.image_url ?? null} className="w-24 shrink-0" />
        <div className="grid content-start gap-3">
          <p className="display text-lg">{product.name}</p>
          <Price pounds={product.price} />
          <QuantityPicker
            label={`Quantity of ${product.name}`}
            value={quantity}
            onChange={(next) => setWanted({ quantity: next, times })}
            max={Math.max(1, addable)}
            maxMessage={messages.noMoreStock}
          />
        </div>
      </div>
    </Dialog>
  )
}
