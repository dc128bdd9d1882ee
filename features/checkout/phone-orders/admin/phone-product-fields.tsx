import { useState, type KeyboardEvent } from 'react'
import { MAX_LINE_QUANTITY } from '#shop/constants.ts'
import { splitAtAllergens } from '#features/catalogue/labels/allergens.ts'
import { formatPounds, lineSubtotal } from '#shop/money/money.ts'
import { orderDetailEditMessages } from '#features/orders/order-details-messages.ts'
import type { FoundPhoneProducts, PhoneProduct } from '#features/checkout/phone-orders/phone-order.ts'
import { phoneOrderMessages } from '#features/checkout/phone-orders/phone-order-messages.ts'
import { FieldMessages } from '#kit/form/field.tsx'
import { useHasJustChanged } from '#kit/admin/screen/guarded-button.tsx'
import { parseOrderQuantity, quantityField, removedField } from '#features/orders/admin/order/order-draft.ts'
import { addProduct, removeProduct, type PhoneOrderDraft } from './phone-order-draft.ts'
import type { PhoneOrderResult } from './phone-order-result.ts'
import { SearchPicker } from '#kit/admin/lines/search-picker.tsx'

type PhoneProductFieldsProps = {
  draft: PhoneOrderDraft
  errors: Record<string, string>
  /** Found by submitting the whole form. */
  submitted: FoundPhoneProducts | undefined
  onChange: (draft: PhoneOrderDraft, focusId?: string) => void
}

export function PhoneProductFields({ draft, errors, submitted, onChange }: PhoneProductFieldsProps) {
  const [removals, setRemovals] = useState(0)
  const hasJustRemoved = useHasJustChanged(removals)
  const isInOrder = (id: string) => draft.lines.some(({ product_id }) => product_id === id)
  const seenLines = draft.lines.map(({ product_id, price }) => ({ product_id, price }))
  return (
    <section className="panel" aria-labelledby="phone-products-title">
      <h2 id="phone-products-title">{phoneOrderMessages.productsTitle}</h2>
      <div className="panel-body grid gap-3.5 min-w-0">
        <input type="hidden" name="lines" value={JSON.stringify(seenLines)} />
        <SearchPicker
          name="product_search"
          label={phoneOrderMessages.findProduct}
          hint={phoneOrderMessages.findProductHint}
          error={errors['product_search']}
          findIntent="find-products"
          fields={{ idempotency_key: draft.key }}
          chooseButton={{ name: 'add', label: orderDetailEditMessages.add }}
          listLabel={phoneOrderMessages.productsFound}
          foundIn={(answer: PhoneOrderResult) => answer.foundProducts}
          submitted={submitted}
          toOptions={({ products }) =>
            products.map((product) => ({
              id: product.product_id,
              name: product.product_name,
              aside: product.net_weight && <span className="minor">{product.net_weight}</span>,
              body: <ProductFacts product={product} />,
              isDisabled: product.stock === 0,
              onChoose: () =>
                onChange(
                  isInOrder(product.product_id) ? draft : addProduct(draft, product),
                  quantityField(product.product_id),
                ),
            }))
          }
          noneFound={orderDetailEditMessages.noneFound}
          takesScans
        />
        {draft.lines.length === 0 ? (
          <p className="minor">{phoneOrderMessages.noProducts}</p>
        ) : (
          <ul
            className="list-rows edit-items border-b border-line"
            aria-label={phoneOrderMessages.productsTitle}
          >
            {draft.lines.map((line) => (
              <PhoneOrderLine
                key={line.product_id}
                line={line}
                draft={draft}
                error={errors[quantityField(line.product_id)]}
                hasJustRemoved={hasJustRemoved}
                onChange={onChange}
                onRemove={() => {
                  setRemovals(removals + 1)
                  onChange(removeProduct(draft, line.product_id), 'product_search')
                }}
              />
            ))}
          </ul>
        )}
        <p className="minor">{phoneOrderMessages.allergens}</p>
      </div>
    </section>
  )
}

function ProductFacts({ product }: { product: PhoneProduct }) {
  const { price, stock } = product
  return (
    <>
      <span className="block">
        {`${formatPounds(price)}, ${stock > 0 ? orderDetailEditMessages.inStock(stock) : orderDetailEditMessages.soldOut}`}
      </span>
      <AllergyAdvice product={product} />
    </>
  )
}

function AllergyAdvice({ product: { allergy_advice } }: { product: PhoneProduct }) {
  if (allergy_advice === null)
    return <span className="block col-span-full text-sm">{phoneOrderMessages.allergensUnknown}</span>
  return (
    <span className="block col-span-full text-sm">
      {splitAtAllergens(allergy_advice).map(({ text, isAllergen }, index) =>
        isAllergen ? <strong key={index}>{text}</strong> : text,
      )}
    </span>
  )
}

type PhoneOrderLineProps = {
  line: PhoneProduct
  draft: PhoneOrderDraft
  error: string | undefined
  /** Another line may be under the pointer then. */
  hasJustRemoved: boolean
  onChange: (draft: PhoneOrderDraft) => void
  onRemove: () => void
}

function PhoneOrderLine({ line, draft, error, hasJustRemoved, onChange, onRemove }: PhoneOrderLineProps) {
  const { product_id: id, product_name, net_weight, price, stock } = line
  const field = quantityField(id)
  const quantityText = draft.quantities[id] ?? ''
  const quantity = parseOrderQuantity(quantityText)
  const setQuantity = (text: string) =>
    onChange({ ...draft, quantities: { ...draft.quantities, [id]: text } })
  const handleKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey) return
    if (event.key === 'Enter') document.getElementById('product_search')?.focus()
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      const next = (quantity ?? 1) + (event.key === 'ArrowUp' ? 1 : -1)
      setQuantity(String(Math.min(Math.max(next, 1), MAX_LINE_QUANTITY)))
    } else return
    event.preventDefault()
  }
  const shortMessage =
    quantity !== null && quantity > stock ? phoneOrderMessages.notEnoughStock(product_name, stock) : undefined
  return (
    <li>
      <span className="edit-name">
        <span>{product_name}</span> {net_weight && <span className="minor">{net_weight}</span>}
        <span className="minor block">{orderDetailEditMessages.inStock(stock)}</span>
      </span>
      <span className="edit-quantity">
        <input
          id={field}
          name={field}
          className="input"
          inputMode="numeric"
          autoComplete="off"
          aria-label={`Quantity of ${product_name}`}
          aria-describedby={error || shortMessage ? `${field}-error` : undefined}
          aria-invalid={error || shortMessage ? true : undefined}
          value={quantityText}
          onChange={(event) => setQuantity(event.target.value)}
          onKeyDown={handleKey}
          onFocus={(event) => event.target.select()}
        />
        <span>{`× ${formatPounds(price)}`}</span>
      </span>
      <span className="edit-subtotal">
        {quantity === null ? '–' : formatPounds(lineSubtotal(price, quantity))}
      </span>
      <label className="edit-remove">
        <input
          type="checkbox"
          name={removedField(id)}
          checked={false}
          disabled={hasJustRemoved}
          onChange={onRemove}
        />
        Remove <span className="visually-hidden">{product_name}</span>
      </label>
      <AllergyAdvice product={line} />
      <FieldMessages id={field} error={error ?? shortMessage} />
    </li>
  )
}
