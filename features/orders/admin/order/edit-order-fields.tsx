import type { KeyboardEvent } from 'react'
import { addDays, londonDay } from '#shop/dates/dates.ts'
import { awaitsDispatch } from '#features/orders/order-status.ts'
import { deliveryMessages, formatCharge } from '#shop/delivery/delivery-messages.ts'
import { formatPounds, lineSubtotal } from '#shop/money/money.ts'
import { MAX_LINE_QUANTITY } from '#shop/constants.ts'
import { orderDetailEditMessages } from '#features/orders/order-details-messages.ts'
import { ErrorSummary } from '#kit/form/error-summary.tsx'
import { FieldMessages } from '#kit/form/field.tsx'
import { TextField } from '#kit/form/text-field.tsx'
import { AddOrderItem } from './add-order-item.tsx'
import { EditAddressFields } from './edit-address-fields.tsx'
import type { OrderChanges, OrderEditActionResult } from './edit-order-result.ts'
import {
  draftTotals,
  remainingItems,
  quantityField,
  removedField,
  removeFromDraft,
  parseOrderQuantity,
  type BaseOrder,
  type OrderDraft,
} from './order-draft.ts'

const MAX_DELIVERY_DAYS = 366
const NO_ERRORS: Record<string, string> = {}

type EditOrderFieldsProps = {
  base: BaseOrder
  draft: OrderDraft
  onChange: (draft: OrderDraft) => void
  actionResult: Partial<OrderEditActionResult> | undefined
}

export function EditOrderFields({ base, draft, onChange, actionResult }: EditOrderFieldsProps) {
  const errors = actionResult?.errors ?? NO_ERRORS
  const totals = draftTotals(base, draft)
  const isLast = remainingItems(base.items, draft).length + draft.added.length === 1
  const placedDay = londonDay(base.created_at)
  const { version, status, estimated_delivery, items, shipping_address } = base
  const canEditDetails = awaitsDispatch(status)
  const rows: EditedItem[] = [
    ...items,
    ...draft.added.map((item) => ({ ...item, id: item.product_id, quantity: 1, isAdded: true as const })),
  ]
  const seenItems = items.map(({ id, product_name, price, quantity }) => ({
    id,
    product_name,
    price,
    quantity,
  }))
  return (
    <>
      {/* Enter in a field must save, not search: browsers use the first button of a form. */}
      <button type="submit" name="intent" value="edit" aria-label="Save changes" hidden />
      <input
        type="hidden"
        name="seen"
        value={JSON.stringify({
          version,
          status,
          estimated_delivery,
          delivery_rate: base.delivery_rate,
          delivery_free_over: base.delivery_free_over,
          items: seenItems,
          shipping_address,
        })}
      />
      {canEditDetails && <input type="hidden" name="added" value={JSON.stringify(draft.added)} />}
      <ErrorSummary errors={errors} message={actionResult?.message} />
      {actionResult?.changes && <Changes {...actionResult.changes} />}
      <ul className="list-rows edit-items border-b border-line" aria-label="Items">
        {rows.map((item) => (
          <EditItem
            key={item.id}
            item={item}
            error={errors[quantityField(item.id)]}
            isLast={isLast}
            draft={draft}
            onChange={onChange}
          />
        ))}
      </ul>
      {canEditDetails && (
        <>
          <AddOrderItem
            base={base}
            draft={draft}
            found={actionResult?.found}
            hasFailed={actionResult?.message !== undefined}
            onChange={onChange}
          />
          <EditAddressFields
            address={draft.address}
            errors={errors}
            onChange={(address) => onChange({ ...draft, address })}
          />
        </>
      )}
      <div className="edit-foot">
        <TextField
          type="date"
          label="Expected delivery"
          name="estimated_delivery"
          min={placedDay}
          max={addDays(placedDay, MAX_DELIVERY_DAYS)}
          value={draft.delivery}
          error={errors['estimated_delivery']}
          onChange={(event) => onChange({ ...draft, delivery: event.target.value })}
        />
        <p className="edit-total">
          {base.delivery_rate !== null && (
            <span className="edit-charge">
              {deliveryMessages.including(totals && formatCharge(totals.charge))}
            </span>
          )}
          <span>Total</span> <output>{totals ? formatPounds(totals.total) : '–'}</output>
        </p>
        <p className="basis-full minor">{orderDetailEditMessages.tellsCustomer}</p>
      </div>
    </>
  )
}

type EditedItem = BaseOrder['items'][number] & { isAdded?: true }
type EditItemProps = {
  item: EditedItem
  error: string | undefined
  isLast: boolean
  draft: OrderDraft
  onChange: (draft: OrderDraft) => void
}

function EditItem({ item, error, isLast, draft, onChange }: EditItemProps) {
  const { id, product_name, net_weight, price } = item
  const field = quantityField(id)
  const quantityText = draft.quantities[id] ?? ''
  const isRemoved = draft.removed.includes(id)
  const quantity = parseOrderQuantity(quantityText)
  const setQuantity = (text: string) =>
    onChange({ ...draft, quantities: { ...draft.quantities, [id]: text } })
  const stepByArrowKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    const next = (quantity ?? item.quantity) + (event.key === 'ArrowUp' ? 1 : -1)
    setQuantity(String(Math.min(Math.max(next, 1), MAX_LINE_QUANTITY)))
  }
  return (
    <li data-removed={isRemoved || undefined}>
      <span className="edit-name">
        <span>{product_name}</span> {net_weight && <span className="minor">{net_weight}</span>}
      </span>
      <span className="edit-quantity">
        <input
          id={field}
          name={field}
          className="input"
          inputMode="numeric"
          autoComplete="off"
          aria-label={`Quantity of ${product_name}`}
          aria-describedby={error ? `${field}-error` : undefined}
          aria-invalid={error ? true : undefined}
          value={quantityText}
          readOnly={isRemoved}
          onChange={(event) => setQuantity(event.target.value)}
          onKeyDown={stepByArrowKey}
          onFocus={(event) => event.target.select()}
        />
        <span>{`× ${formatPounds(price)}`}</span>
      </span>
      <span className="edit-subtotal">
        {isRemoved || quantity === null ? '–' : formatPounds(lineSubtotal(price, quantity))}
      </span>
      <label className="edit-remove">
        <input
          type="checkbox"
          name={removedField(id)}
          checked={isRemoved}
          disabled={isLast && !isRemoved}
          onChange={(event) => {
            if (item.isAdded) onChange(removeFromDraft(draft, id))
            else
              onChange({
                ...draft,
                removed: event.target.checked
                  ? [...draft.removed, id]
                  : draft.removed.filter((other) => other !== id),
              })
          }}
        />
        Remove <span className="visually-hidden">{product_name}</span>
      </label>
      <FieldMessages id={field} error={error} />
    </li>
  )
}

function Changes({ by, lines }: OrderChanges) {
  return (
    <div className="edit-changes">
      <table className="table">
        <caption>{by}</caption>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">You saw</th>
            <th scope="col">Now</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ what, seen, now }) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{seen}</td>
              <td>{now}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
