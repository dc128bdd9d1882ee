import { formatLondonDateTime } from '#shop/dates/dates.ts'
import { messages } from '#shop/messages/messages.ts'
import { trackingMessages } from '#features/orders/order-details-messages.ts'
import { orderStatusLabels } from '#features/orders/order-status.ts'
import { refundMessages } from '#features/orders/refunds/refund-messages.ts'
import type { OrderReceipt } from '#features/orders/order.ts'
import { cancelledByLabel } from '#features/orders/own-orders/cancelled-by-label.ts'

type OrderHistoryEvent = OrderReceipt['history'][number]

export function CustomerOrderHistory({ events }: { events: readonly OrderHistoryEvent[] }) {
  return (
    <section className="receipt-past" aria-labelledby="past-title">
      <h2 id="past-title">What has happened so far</h2>
      <ol>
        {events.map(({ id, at, customer_note, ...event }) => (
          <li key={id}>
            <time dateTime={at} className="text-muted">
              {formatLondonDateTime(at)}
            </time>
            <span>
              <span>{eventLabel(event)}</span>
              {customer_note && (
                <span className="block text-sm wrap-anywhere whitespace-pre-line text-muted">
                  {customer_note}
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function eventLabel({
  event,
  actor_kind,
  to_status,
}: Pick<OrderHistoryEvent, 'event' | 'actor_kind' | 'to_status'>): string {
  if (event === 'cancelled') return cancelledByLabel(actor_kind)
  if (event === 'placed') return actor_kind === 'admin' ? 'Placed by phone' : 'Placed'
  if (event === 'tracked') return trackingMessages.customerHistory
  if (event === 'refunded') return refundMessages.refunded
  return to_status ? orderStatusLabels[to_status] : messages.orderChangedByUs
}
