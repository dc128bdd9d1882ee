import { formatLondonDate, formatLondonDateTime, formatWeekday } from '#shop/dates/dates.ts'
import { orderStatusLabels, isOrderOpen, trackerNotice, trackerSteps } from '#features/orders/order-status.ts'
import { cancelledByLabel } from './cancelled-by-label.ts'
import { trackingMessages } from '#features/orders/order-details-messages.ts'
import { type OrderSummary } from '#features/orders/order.ts'
import { findTracking } from '#features/orders/tracking/carriers.ts'
import { TickIcon } from '#kit/display/icons.tsx'

/** Text and shape carry the meaning; colour only repeats it. */
export function OrderTracker({ order }: { order: OrderSummary }) {
  const { status, cancellation } = order
  const notice = trackerNotice(status)
  if (notice) {
    return (
      <>
        <DeliveryDay order={order} />
        <p className="notice notice-error">
          <strong className="notice-title">{notice}</strong>
          {cancellation && (
            <>
              {' '}
              on <time dateTime={cancellation.at}>{formatLondonDateTime(cancellation.at)}</time>
              <span className="block text-sm text-muted">{cancelledByLabel(cancellation.actor_kind)}</span>
              {cancellation.customer_note && (
                <span className="block wrap-anywhere whitespace-pre-line">{cancellation.customer_note}</span>
              )}
            </>
          )}
        </p>
      </>
    )
  }
  return (
    <>
      <DeliveryDay order={order} />
      <ol aria-label="Order progress" className="tracker">
        {trackerSteps(status).map(({ name, isDone, isCurrent }, index, steps) => (
          <li
            key={name}
            aria-current={isCurrent ? 'step' : undefined}
            className={isDone ? 'is-done' : undefined}
          >
            <StepMark isDone={isDone} isCurrent={isCurrent && index < steps.length - 1} />
            <span>
              <span>{orderStatusLabels[name]}</span>
              {isDone && !isCurrent && <span className="visually-hidden"> (done)</span>}
            </span>
          </li>
        ))}
      </ol>
      <TrackingLink order={order} />
    </>
  )
}

function TrackingLink({ order }: { order: OrderSummary }) {
  const tracking = findTracking(order)
  if (!tracking) return null
  return (
    <p className="mt-4 wrap-anywhere">
      <span>{`${tracking.carrierName ? `${tracking.carrierName}, tracking` : 'Tracking'} number`}</span>{' '}
      <span className="font-semibold">{tracking.number}</span>
      {tracking.url && (
        <>
          {'. '}
          <a href={tracking.url} className="link" rel="noreferrer">
            {trackingMessages.follow}
          </a>
        </>
      )}
    </p>
  )
}

function DeliveryDay({ order: { status, estimated_delivery, actual_delivery } }: { order: OrderSummary }) {
  if (!actual_delivery && !isOrderOpen(status)) return null
  return (
    <p className="mb-5">
      <span className="block text-sm text-muted">
        {`${actual_delivery ? 'Delivered on' : 'Expected delivery'} `}
      </span>
      <strong className="text-lg">
        {actual_delivery ? formatLondonDate(actual_delivery) : formatWeekday(estimated_delivery)}
      </strong>
    </p>
  )
}

function StepMark({ isDone, isCurrent }: { isDone: boolean; isCurrent: boolean }) {
  return (
    <span aria-hidden="true" className="tracker-mark">
      {isCurrent ? <span className="tracker-dot" /> : isDone && <TickIcon width="16" height="16" />}
    </span>
  )
}
