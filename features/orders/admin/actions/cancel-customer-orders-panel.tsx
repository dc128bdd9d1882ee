import { useEffect, useRef } from 'react'
import { formatPounds } from '#shop/money/money.ts'
import { formatRelativeDateTime } from '#shop/dates/relative-dates.ts'
import type { OpenOrder } from '#features/orders/cancellation/cancel-open-orders.ts'
import { cancelOpenOrdersMessages } from '#features/orders/admin-order-messages.ts'
import { orderStatusLabels } from '#features/orders/order-status.ts'
import { MAX_CANCELLATION_NOTE_LENGTH } from '#shop/constants.ts'
import { PostForm } from '#kit/actions/post-form.tsx'
import { SendButton } from '#kit/form/send-button.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { TextArea } from '#kit/form/text-field.tsx'
import { CustomerNoteField } from './cancel-order-form.tsx'
import type { CancelCustomerOrdersResult } from './cancel-customer-orders-result.ts'
import { OrderNumber } from '#features/orders/admin/list/order-number.tsx'

type CancelCustomerOrdersPanelProps = {
  path: string
  name: string
  open: { orders: readonly OpenOrder[]; total: number }
  now: string
  actionResult: CancelCustomerOrdersResult | undefined
}

export function CancelCustomerOrdersPanel({
  path,
  name,
  open: { orders, total },
  now,
  actionResult,
}: CancelCustomerOrdersPanelProps) {
  const title = useRef<HTMLHeadingElement>(null)
  // The link that opened this is below the fold and may be gone after the response.
  useEffect(() => title.current?.focus(), [])
  return (
    <section className="panel mb-4" aria-labelledby="cancel-customer-title">
      <h2 ref={title} id="cancel-customer-title" tabIndex={-1}>
        {cancelOpenOrdersMessages.title(orders.length, name)}
      </h2>
      <PostForm noValidate className="panel-body grid max-w-2xl gap-4">
        <p>{cancelOpenOrdersMessages.giveStockBack}</p>
        <ul className="grid gap-1.5 max-h-64 overflow-y-auto pl-5 list-disc">
          {orders.map(({ id, created_at, status, total_amount, item_count }) => (
            <li key={id}>
              <input type="hidden" name="order_ids" value={id} />
              <OrderNumber id={id} />
              <span>{`, ${orderStatusLabels[status]}, ${cancelOpenOrdersMessages.items(item_count)}, ${formatPounds(total_amount)},`}</span>{' '}
              <time dateTime={created_at}>{formatRelativeDateTime(created_at, now)}</time>
            </li>
          ))}
        </ul>
        {total > orders.length && <p>{cancelOpenOrdersMessages.moreThanAtOnce(orders.length, total)}</p>}
        <TextArea
          label="Reason"
          name="reason"
          hint={cancelOpenOrdersMessages.reasonHint}
          error={actionResult?.errors?.reason}
          required
          rows={2}
          maxLength={MAX_CANCELLATION_NOTE_LENGTH}
          defaultValue={actionResult?.values?.reason}
        />
        <CustomerNoteField
          hint={cancelOpenOrdersMessages.customerNoteHint}
          defaultValue={actionResult?.values?.customer_note}
        />
        <div className="flex flex-wrap gap-2">
          <SendButton intent="cancel-customer" variant="danger" pendingLabel="Cancelling...">
            {cancelOpenOrdersMessages.cancel(orders.length)}
          </SendButton>
          <ShopLink to={path} className="button button-quiet" data-drops-entries>
            Keep orders
          </ShopLink>
        </div>
      </PostForm>
    </section>
  )
}
