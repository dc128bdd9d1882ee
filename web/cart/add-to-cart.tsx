import { useRef, useState, type FormEvent } from 'react'
import { quantityInCart, quantityStillAddable } from '#shop/cart/cart.ts'
import { messages } from '#shop/messages.ts'
import { enterQuantity, mostOfOne } from '#shop/cart/cart-sentences.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { QuantityPicker, type QuantityHandle } from '#web/ui/quantity-picker.tsx'
import { AddDialog } from './add-dialog.tsx'
import { addToCart, type Buyable } from './cart-changes.ts'
import { useCart, useIsLive } from './use-cart.ts'

type AddToCartProps = {
  product: Buyable
  /**
   * On a card a small button opens a popup that asks how many; a product's own page asks in place,
   * and the button of its bar adds what was asked for there.
   */
  place: 'card' | 'page' | 'bar'
}

/** Adds a product to the cart, never more than is in stock less what the cart holds already (§5). */
export function AddToCart({ product, place }: AddToCartProps) {
  const { lines } = useCart()
  const isLive = useIsLive()
  const inCart = quantityInCart(lines, product.id)
  const addable = quantityStillAddable(product.stock, inCart)
  const props = { product, addable, inCart, isLive }
  if (place === 'bar') return <AddButton {...props} form={FORM} isNamed />
  return place === 'card' ? <AddFromCard {...props} /> : <AddOnPage key={product.id} {...props} />
}

const FORM = 'buy'

type Props = { product: Buyable; addable: number; inCart: number; isLive: boolean }

function AddFromCard({ product, addable, isLive }: Props) {
  // The popup is made at the first question and kept: only a dialog that stays in the page gives the focus back.
  const [asking, setAsking] = useState({ isOpen: false, times: 0 })
  const ask = () => setAsking(({ times }) => ({ isOpen: true, times: times + 1 }))
  return (
    <div>
      <AddButton product={product} addable={addable} isLive={isLive} isSmall isNamed onClick={ask} />
      {asking.times > 0 && (
        <AddDialog
          product={product}
          addable={addable}
          isOpen={asking.isOpen}
          times={asking.times}
          onClose={() => setAsking(({ times }) => ({ isOpen: false, times }))}
        />
      )}
    </div>
  )
}

function AddOnPage({ product, addable, inCart, isLive }: Props) {
  const [wanted, setWanted] = useState(1)
  const quantity = Math.max(1, Math.min(wanted, addable))
  const most = Math.max(1, addable)
  const picker = useRef<QuantityHandle>(null)
  const add = (event: FormEvent) => {
    event.preventDefault()
    const taken = addable > 0 ? (picker.current?.take() ?? null) : null
    if (taken === null) return
    addToCart(product, taken)
    setWanted(1)
  }
  return (
    <form id={FORM} onSubmit={add} className="buy quantity-row flex flex-wrap items-start gap-x-4 gap-y-2">
      {product.stock > 0 && (
        <QuantityPicker
          ref={picker}
          label={`Quantity of ${product.name}`}
          value={quantity}
          onChange={setWanted}
          max={most}
          faultMessage={enterQuantity(most)}
          // With nothing left to add the button says so itself.
          {...(addable > 0 && { maxMessage: mostOfOne(product.stock) })}
          disabled={!isLive || addable === 0}
        />
      )}
      <AddButton product={product} addable={addable} isLive={isLive} form={FORM} />
      <p className="order-1 min-h-[1lh] w-full text-sm text-muted">{inCart > 0 && `${inCart} in your cart`}</p>
      {product.stock > 0 && <ScriptsNeeded />}
    </form>
  )
}

type AddButtonProps = Omit<Props, 'inCart'> & {
  /** A page has other such buttons: each says which product it adds. */
  isNamed?: boolean
  isSmall?: boolean
} & ({ onClick: () => void; form?: never } | { form: string; onClick?: never })

/** Looks as it will in a moment, so that nothing flickers when the script arrives; without scripts it looks disabled. */
const WAITING = 'not-noscript:[--button:var(--color-forest)] not-noscript:cursor-progress'

/** Disabled in the page as it comes from the server: only a script can keep a cart. */
function AddButton({ product, addable, isLive, isSmall = false, isNamed, form, onClick }: AddButtonProps) {
  const isSoldOut = product.stock <= 0
  const isAllTaken = isLive && addable === 0
  const label = isSoldOut ? messages.outOfStock : isAllTaken ? mostOfOne(product.stock) : 'Add to Cart'
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
