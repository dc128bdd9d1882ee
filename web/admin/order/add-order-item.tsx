import { useRef, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { formatPounds } from '#shop/money/money.ts'
import { orderDetailEditMessages } from '#shop/orders/order-details-messages.ts'
import { Button } from '#web/ui/form/button.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import type { FoundProducts } from './edit-order-result.ts'
import { addToDraft, quantityField, type BaseOrder, type OrderDraft } from './order-draft.ts'

const MAX_SEARCH_LENGTH = 200

type AddOrderItemProps = {
  base: BaseOrder
  draft: OrderDraft
  found: FoundProducts | undefined
  onChange: (draft: OrderDraft) => void
}

/** Searches for products by a submit of the whole form, so that it works without JavaScript too. */
export function AddOrderItem({ base, draft, found, onChange }: AddOrderItemProps) {
  const findButton = useRef<HTMLButtonElement>(null)
  const isInOrder = (id: string) =>
    [...base.items, ...draft.added].some(({ product_id }) => product_id === id)
  const findOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    findButton.current?.click()
  }
  return (
    <fieldset className="edit-add">
      <legend>{orderDetailEditMessages.addTitle}</legend>
      <div className="edit-search">
        <TextField
          label={orderDetailEditMessages.searchLabel}
          name="product_search"
          type="search"
          hint={orderDetailEditMessages.searchHint}
          defaultValue={found?.search}
          maxLength={MAX_SEARCH_LENGTH}
          autoComplete="off"
          onKeyDown={findOnEnter}
        />
        <Button ref={findButton} type="submit" name="find" value="yes" variant="outline" size="small">
          {orderDetailEditMessages.find}
        </Button>
      </div>
      <div role="status">
        {found && found.products.length === 0 && found.search !== '' && (
          <p>{orderDetailEditMessages.noneFound(found.search)}</p>
        )}
        {found && found.products.length > 0 && (
          <ul className="edit-found" aria-label={orderDetailEditMessages.foundTitle}>
            {found.products.map(({ stock, ...item }) => (
              <li key={item.product_id}>
                <span>
                  <span>{item.product_name}</span>{' '}
                  {item.net_weight && <span className="minor">{item.net_weight}</span>}
                  <span className="minor block">
                    {`${formatPounds(item.price)}, ${stock > 0 ? orderDetailEditMessages.inStock(stock) : orderDetailEditMessages.soldOut}`}
                  </span>
                </span>
                {isInOrder(item.product_id) ? (
                  <span className="minor">{orderDetailEditMessages.inOrder}</span>
                ) : (
                  stock > 0 && (
                    <Button
                      type="submit"
                      name="add"
                      value={item.product_id}
                      variant="outline"
                      size="small"
                      onClick={(event) => {
                        event.preventDefault()
                        flushSync(() => onChange(addToDraft(draft, item)))
                        document.getElementById(quantityField(item.product_id))?.focus()
                      }}
                    >
                      {orderDetailEditMessages.add}{' '}
                      <span className="visually-hidden">{item.product_name}</span>
                    </Button>
                  )
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </fieldset>
  )
}
