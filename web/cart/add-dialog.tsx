import { useRef, useState } from 'react'
import { enterQuantity, mostOfOne } from '#shop/cart/cart-sentences.ts'
import { unitPrice } from '#shop/catalogue/unit-price.ts'
import { lineSubtotal } from '#shop/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Price } from '#web/ui/price.tsx'
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

/** The popup of a card: how many? */
export function AddDialog({ product, addable, isOpen, times, onClose }: AddDialogProps) {
  const [wanted, setWanted] = useState({ quantity: 1, times })
  const most = Math.max(1, addable)
  const quantity = wanted.times === times ? Math.min(wanted.quantity, most) : 1
  const picker = useRef<QuantityHandle>(null)
  const add = () => {
    const taken = picker.current?.take() ?? null
    if (taken === null) return
    addToCart(product, taken)
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
        {/* Room for the picker's sentence: one that comes while the button is being pressed must not move it. */}
        <div className="grid content-start gap-3 [&_.quantity-message]:min-h-12">
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
            value={quantity}
            onChange={(next) => setWanted({ quantity: next, times })}
            max={most}
            maxMessage={mostOfOne(product.stock)}
            faultMessage={enterQuantity(most)}
          />
        </div>
      </div>
    </Dialog>
  )
}
