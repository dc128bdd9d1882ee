import { formatLondonDateTime } from '#shop/dates/dates.ts'
import { adminOrderMessages } from '#features/orders/admin-order-messages.ts'
import type { OrderEvent } from '#features/orders/order.ts'
import { phoneOrderMessages } from '#features/checkout/phone-orders/phone-order-messages.ts'
import { describePayment, describeRefund } from '#features/orders/refunds/admin-refund-messages.ts'
import { describeOrderActor, describeOrderEdit } from './order-history-labels.ts'
import { OrderStatusBadge } from '#features/orders/admin/list/order-status-badge.tsx'

export function OrderHistory({ events }: { events: readonly OrderEvent[] }) {
  return (
    <section className="panel order-5 sm:max-lg:col-span-full" aria-labelledby="history-title">
      <h2 id="history-title">History</h2>
      <ol className="list-rows history">
        {[...events]
          .sort((one, other) => other.id - one.id)
          .map((event) => (
            <li key={event.id}>
              <time dateTime={event.at} className="text-muted text-sm">
                {formatLondonDateTime(event.at)}
              </time>
              <div>
                <OrderEventDescription event={event} />
                <p className="text-muted text-sm">{describeOrderActor(event)}</p>
              </div>
            </li>
          ))}
      </ol>
    </section>
  )
}

/** Packers get no details, because these contain amounts. */
function describeDetails(event: OrderEvent): string[] {
  if (event.event === 'payment-recorded') return event.details ? [describePayment(event.details)] : []
  if (event.event === 'refunded') return event.details ? describeRefund(event.details) : []
  return event.details ? describeOrderEdit(event.details) : []
}

function OrderEventDescription({ event }: { event: OrderEvent }) {
  return (
    <>
      <p className="wrap-anywhere flex flex-wrap gap-x-2">
        {event.event === 'placed' && (
          <span className="font-semibold">
            {event.actor_kind === 'admin' ? phoneOrderMessages.placedBy(null) : 'Placed'}
          </span>
        )}
        {event.event === 'undone' && <span className="font-semibold">Undone</span>}
        {event.event === 'edited' && <span className="font-semibold">Edited</span>}
        {event.event === 'tracked' && <span className="font-semibold">Tracking</span>}
        {event.event === 'payment-recorded' && <span className="font-semibold">Payment recorded</span>}
        {event.event === 'refunded' && <span className="font-semibold">Refunded</span>}
        {event.from_status && <OrderStatusBadge status={event.from_status} />}
        {event.from_status && event.to_status && <span>to</span>}
        {event.event !== 'placed' && event.to_status && <OrderStatusBadge status={event.to_status} />}
      </p>
      {describeDetails(event).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {event.reason && <p>{event.reason}</p>}
      {event.note && <p className="history-note">{event.note}</p>}
      {event.customer_note && (
        <p className="history-note">{`${adminOrderMessages.customerNoteLabel} ${event.customer_note}`}</p>
      )}
    </>
  )
}
