import { formatPounds, lineSubtotal, sumPounds } from '#shop/money/money.ts'
import { DOOR_PAYMENTS, REFUND_METHODS } from '#features/orders/refunds/refund.ts'
import {
  adminRefundMessages,
  doorPaymentLabels,
  paymentMessages,
} from '#features/orders/refunds/admin-refund-messages.ts'
import { refundMethodLabels } from '#features/orders/refunds/refund-messages.ts'
import { MAX_CANCELLATION_NOTE_LENGTH } from '#shop/constants.ts'
import { MinusIcon, PlusIcon } from '#kit/display/icons.tsx'
import { Button } from '#kit/form/button.tsx'
import { Checkbox } from '#kit/form/checkbox-and-radio.tsx'
import { ErrorSummary } from '#kit/form/error-summary.tsx'
import { FieldMessages } from '#kit/form/field.tsx'
import { SelectField } from '#kit/form/select-field.tsx'
import { TextArea, TextField } from '#kit/form/text-field.tsx'
import {
  parseRefundDraft,
  parseRefundQuantity,
  refundQuantityField,
  wholeRefundDraft,
  type RefundBase,
  type RefundDraft,
} from './refund-draft.ts'
import type { RefundActionResult } from './refund-result.ts'

const NO_ERRORS: Record<string, string> = {}
const choose = { value: '', label: 'Choose' }
const METHOD_OPTIONS = [
  choose,
  ...REFUND_METHODS.map((method) => ({ value: method, label: refundMethodLabels[method] })),
]
const PAYMENT_OPTIONS = [
  choose,
  ...DOOR_PAYMENTS.map((payment) => ({ value: payment, label: doorPaymentLabels[payment] })),
]

type RefundFieldsProps = {
  base: RefundBase
  draft: RefundDraft
  onChange: (draft: RefundDraft) => void
  actionResult: RefundActionResult | undefined
}

export function RefundFields({ base, draft, onChange, actionResult }: RefundFieldsProps) {
  const errors = actionResult?.errors ?? NO_ERRORS
  const refund = parseRefundDraft(base, draft)
  return (
    <>
      {/* Enter activates the first button of a form. */}
      <button
        type="submit"
        name="intent"
        value="refund"
        className="visually-hidden"
        tabIndex={-1}
        aria-hidden="true"
      >
        Refund
      </button>
      <input type="hidden" name="seen" value={JSON.stringify(base)} />
      <input type="hidden" name="amount_seen" value={refund?.amount.toFixed(2) ?? ''} />
      <ErrorSummary errors={errors} message={actionResult?.message} cause={actionResult} />
      <div className="flex flex-wrap items-center justify-between gap-y-2 gap-x-4 pb-2">
        <p>{adminRefundMessages.remains(base.remaining)}</p>
        <Button
          type="submit"
          name="intent"
          value="refund-whole"
          variant="outline"
          size="small"
          onClick={(event) => {
            event.preventDefault()
            onChange(wholeRefundDraft(base, draft))
          }}
        >
          {adminRefundMessages.wholeOrder}
        </Button>
      </div>
      <ul className="list-rows refund-items border-y border-line" aria-label="Items">
        {base.items.map((item) => (
          <RefundItem
            key={item.id}
            item={item}
            text={draft.quantities[item.id] ?? ''}
            error={errors[refundQuantityField(item.id)]}
            onChange={(text) => onChange({ ...draft, quantities: { ...draft.quantities, [item.id]: text } })}
          />
        ))}
      </ul>
      <div className="grid gap-y-3.5 gap-x-4 py-3.5 sm:grid-cols-2 sm:items-start">
        {base.delivery > 0 && (
          <Checkbox
            label={adminRefundMessages.delivery(base.delivery)}
            name="refund_delivery"
            hint={adminRefundMessages.deliveryHint}
            className="sm:col-span-full"
            checked={draft.hasDelivery}
            onChange={(event) => onChange({ ...draft, hasDelivery: event.target.checked })}
          />
        )}
        <TextField
          label={adminRefundMessages.freeAmount}
          name="free_amount"
          hint={adminRefundMessages.freeAmountHint}
          error={errors['free_amount']}
          inputMode="decimal"
          autoComplete="off"
          value={draft.free}
          onChange={(event) => onChange({ ...draft, free: event.target.value })}
        />
        {base.door_payment === null && (
          <SelectField
            label={paymentMessages.how}
            name="refund_payment"
            error={errors['refund_payment']}
            required
            options={PAYMENT_OPTIONS}
            value={draft.payment}
            onChange={(event) => onChange({ ...draft, payment: event.target.value })}
          />
        )}
        <SelectField
          label={adminRefundMessages.method}
          name="refund_method"
          error={errors['refund_method']}
          required
          options={METHOD_OPTIONS}
          value={draft.method}
          onChange={(event) => onChange({ ...draft, method: event.target.value })}
        />
        <TextArea
          label="Reason"
          name="refund_reason"
          hint={adminRefundMessages.reasonHint}
          error={errors['refund_reason']}
          required
          rows={2}
          maxLength={MAX_CANCELLATION_NOTE_LENGTH}
          className="sm:col-span-full"
          value={draft.reason}
          onChange={(event) => onChange({ ...draft, reason: event.target.value })}
        />
        <Checkbox
          label={adminRefundMessages.restock}
          name="refund_restock"
          hint={adminRefundMessages.restockHint}
          className="sm:col-span-full"
          checked={draft.isRestocked}
          onChange={(event) => onChange({ ...draft, isRestocked: event.target.checked })}
        />
      </div>
      <p className="edit-total justify-end">
        <span>Refund</span> <output>{refund ? formatPounds(refund.amount) : '–'}</output>
      </p>
      {refund && refund.isWhole && base.items.length > 0 && isReduced(base) && (
        <p className="text-right">{adminRefundMessages.lessThanItems}</p>
      )}
      {refund && refund.amount > base.remaining && (
        <p className="text-right field-error">
          {adminRefundMessages.moreThanRemains(refund.amount, base.remaining)}
        </p>
      )}
    </>
  )
}

/** An earlier goodwill amount counts as refunded. */
const isReduced = ({ items, delivery, remaining }: RefundBase) =>
  sumPounds([delivery, ...items.map((item) => lineSubtotal(item.price, item.remaining))]) > remaining

type RefundItemProps = {
  item: RefundBase['items'][number]
  text: string
  error: string | undefined
  onChange: (text: string) => void
}

function RefundItem({ item, text, error, onChange }: RefundItemProps) {
  const { id, product_name, price, remaining } = item
  const field = refundQuantityField(id)
  const quantity = parseRefundQuantity(text, remaining)
  const setQuantity = (next: number) => onChange(String(Math.min(Math.max(next, 0), remaining)))
  const step = (by: number) => setQuantity((quantity ?? 0) + by)
  return (
    <li>
      <span className="edit-name">
        <span>{product_name}</span> <span className="minor">{`${formatPounds(price)} each`}</span>
      </span>
      {remaining === 0 ? (
        <span className="minor">{adminRefundMessages.allRefunded}</span>
      ) : (
        <span className="flex flex-wrap items-center gap-y-1 gap-x-2">
          <span className="quantity">
            <button
              type="button"
              className="needs-script"
              aria-label={`One less of ${product_name}`}
              aria-disabled={quantity === 0 || undefined}
              onClick={() => step(-1)}
            >
              <MinusIcon className="mx-auto" />
            </button>
            <input
              id={field}
              name={field}
              inputMode="numeric"
              autoComplete="off"
              aria-label={`Quantity of ${product_name} to refund`}
              aria-describedby={error ? `${field}-most ${field}-error` : `${field}-most`}
              aria-invalid={error ? true : undefined}
              placeholder="0"
              value={text}
              onChange={(event) => onChange(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
                event.preventDefault()
                step(event.key === 'ArrowUp' ? 1 : -1)
              }}
              onFocus={(event) => event.target.select()}
            />
            <button
              type="button"
              className="needs-script"
              aria-label={`One more of ${product_name}`}
              aria-disabled={quantity === remaining || undefined}
              onClick={() => step(1)}
            >
              <PlusIcon className="mx-auto" />
            </button>
          </span>
          <span id={`${field}-most`} className="minor">
            {`of ${remaining}`}
          </span>
        </span>
      )}
      <span className="edit-subtotal">
        {quantity === null ? '–' : formatPounds(lineSubtotal(price, quantity))}
      </span>
      <FieldMessages id={field} error={error} />
    </li>
  )
}
