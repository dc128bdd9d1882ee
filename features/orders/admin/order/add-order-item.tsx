import { useEffect, useRef, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { formatPounds } from '#shop/money/money.ts'
import { orderDetailEditMessages } from '#features/orders/order-details-messages.ts'
import { useMissedScans } from '#kit/admin/lines/missed-scans.tsx'
import { useScans } from '#kit/admin/lines/use-scans.tsx'
import { markUnsaved } from '#kit/actions/unsaved-changes.ts'
import { Button } from '#kit/form/button.tsx'
import { TextField } from '#kit/form/text-field.tsx'
import type { FoundProducts } from './edit-order-result.ts'
import { addToDraft, quantityField, type AddedItem, type BaseOrder, type OrderDraft } from './order-draft.ts'

const MAX_SEARCH_LENGTH = 200

type AddOrderItemProps = {
  base: BaseOrder
  draft: OrderDraft
  found: FoundProducts | undefined
  hasFailed: boolean
  onChange: (draft: OrderDraft) => void
}

/** Searches for products by submitting the whole form, so that it works without JavaScript too. */
export function AddOrderItem({ base, draft, found, hasFailed, onChange }: AddOrderItemProps) {
  const part = useRef<HTMLFieldSetElement>(null)
  const findButton = useRef<HTMLButtonElement>(null)
  const isInOrder = (id: string) =>
    [...base.items, ...draft.added].some(({ product_id }) => product_id === id)
  /** Scanned codes; the first is being searched for, the others wait. */
  const codes = useRef<string[]>([])
  const missed = useMissedScans(found?.search)
  const lookUpNext = () => {
    const field = part.current?.querySelector('input')
    const [code] = codes.current
    if (!field || code === undefined) return
    field.value = code
    field.focus()
    findButton.current?.click()
  }
  useScans(part, (code) => {
    if (codes.current.push(code) === 1) lookUpNext()
  })
  /** The fields of an order's items have the item ID, those of added products the product ID. */
  const focusQuantity = (productId: string) => {
    const inOrder = base.items.find(({ product_id }) => product_id === productId)
    document.getElementById(quantityField(inOrder?.id ?? productId))?.focus()
  }
  const add = (item: AddedItem) => {
    markUnsaved(findButton.current?.form)
    flushSync(() => onChange(addToDraft(draft, item)))
    focusQuantity(item.product_id)
  }
  useEffect(() => {
    if (hasFailed) codes.current = []
    if (!found || found.search !== codes.current[0]) return
    codes.current.shift()
    const product = found.products.find(({ product_id, stock }) => product_id === found.scanned && stock > 0)
    // Runs after this effect, because the item is rendered at once.
    queueMicrotask(() => {
      missed.note(found.search, !product)
      if (product) {
        const { stock: _stock, ...item } = product
        if (isInOrder(item.product_id)) focusQuantity(item.product_id)
        else add(item)
      }
      lookUpNext()
    })
    // Once for each answer.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [found, hasFailed])
  const findOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    findButton.current?.click()
  }
  return (
    <fieldset ref={part} className="edit-add">
      <legend>{orderDetailEditMessages.addTitle}</legend>
      <div className="search-line">
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
        <Button
          ref={findButton}
          type="submit"
          name="find"
          value="yes"
          variant="outline"
          size="small"
          data-keeps-entries
        >
          {orderDetailEditMessages.find}
        </Button>
      </div>
      {missed.notice}
      <div role="status">
        {found && found.products.length === 0 && found.search !== '' && (
          <p>{orderDetailEditMessages.noneFound(found.search)}</p>
        )}
        {found && found.products.length > 0 && (
          <ul
            className="list-rows *:grid-cols-[minmax(0,1fr)_auto] *:items-center *:px-0 *:py-1.5"
            aria-label={orderDetailEditMessages.foundTitle}
          >
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
                        add(item)
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
