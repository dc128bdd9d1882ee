import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { formatPounds } from '#shop/money/money.ts'
import { formatNearDateTime } from '#shop/dates/relative-dates.ts'
import type { OpenOrder } from '#shop/orders/cancellation/cancel-open-orders.ts'
import { customerOrders } from '#shop/orders/admin-order-messages.ts'
import { orderStatusNames } from '#shop/orders/order-labels.ts'
import { CANCELLATION_NOTE_MAX_LENGTH } from '#shop/constants.ts'
import { FormOwner } from '#web/forms/page-user.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { ShopLink } from '#web/ui/navigation/shop-link.tsx'
import { TextArea } from '#web/ui/form/text-field.tsx'
import { CustomerNoteField } from './cancel-order-form.tsx'
import type { CustomerOrdersAnswer } from './cancel-customer-orders-result.ts'
import { OrderNumber } from '#web/admin/orders/order-number.tsx'

type CancelCustomerOrdersProps = {
  /** The page of the order, without the question. */
  path: string
  name: string
  open: { orders: readonly OpenOrder[]; total: number }
  now: string
  answer: CustomerOrdersAnswer | undefined
}

/** Asks about all orders of a customer that wait to be sent: how many, which, and why they are cancelled. */
export function CancelCustomerOrders({ path, name, open: { orders, total }, now, answer }: CancelCustomerOrdersProps) {
  const isSending = useNavigation().formData?.get('intent') === 'cancel-customer'
  const title = useRef<HTMLHeadingElement>(null)
  // The link that asks stands far below, and may be gone by the answer.
  useEffect(() => title.current?.focus(), [])
  return (
    <section className="panel mb-4" aria-labelledby="cancel-customer-title">
      <h2 ref={title} id="cancel-customer-title" tabIndex={-1}>{customerOrders.title(orders.length, name)}</h2>
      <Form method="post" noValidate className="panel-body grid max-w-2xl gap-4">
        <FormOwner />
        <p>{customerOrders.giveStockBack}</p>
        <ul className="customer-orders">
          {orders.map(({ id, created_at, status, total_amount, item_count }) => (
            <li key={id}>
              <input type="hidden" name="order_ids" value={id} />
              <OrderNumber id={id} />, {orderStatusNames[status]}, {customerOrders.items(item_count)}, {formatPounds(total_amount)},{' '}
              <time dateTime={created_at}>{formatNearDateTime(created_at, now)}</time>
            </li>
          ))}
        </ul>
        {total > orders.length && <p>{customerOrders.moreThanAtOnce(orders.length, total)}</p>}
        <TextArea
          label="Reason"
          name="reason"
          hint={customerOrders.reasonHint}
          error={answer?.errors?.reason}
          required
          rows={2}
          maxLength={CANCELLATION_NOTE_MAX_LENGTH}
          defaultValue={answer?.values?.reason}
        />
        <CustomerNoteField hint={customerOrders.customerNoteHint} defaultValue={answer?.values?.customer_note} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" name="intent" value="cancel-customer" variant="danger" pending={isSending} pendingLabel="Cancelling...">
            {customerOrders.cancel(orders.length)}
          </Button>
          <ShopLink to={path} className="button button-quiet">
            Keep orders
          </ShopLink>
        </div>
      </Form>
    </section>
  )
}
