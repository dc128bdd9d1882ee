import { formatDay, londonDay, type Instant } from '#shop/dates/dates.ts'
import { messages } from '#shop/messages/messages.ts'
import {
  cancellationForm,
  faultyItems,
  cancellationFormOptional,
  lastDayToCancel,
  refundOnCancelling,
  returnPostage,
  rightToCancel,
} from '#features/orders/cancellation/statutory-cancellation.ts'
import { shortId, type OrderSummary } from '#features/orders/order.ts'
import { RETURN_WITHIN_DAYS } from '#shop/constants.ts'
import { useShopIdentity } from '#kit/contexts/shop-identity-context.tsx'
import { useSite } from '#kit/contexts/site-context.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'

export function ReceiptCancellationRights({ order, now }: { order: OrderSummary; now: Instant }) {
  const identity = useShopIdentity()
  const { publicUrl } = useSite()
  const isCancelled = order.status === 'cancelled'
  if (isCancelled && !order.actual_delivery)
    return (
      <section className="receipt-rights" aria-labelledby="rights-title">
        <h2 id="rights-title">What you owe</h2>
        <p>
          {messages.cancelledBeforeDelivery} {messages.nothingIsOwed}
        </p>
      </section>
    )
  return (
    <section className="receipt-rights" aria-labelledby="rights-title">
      <h2 id="rights-title">{isCancelled ? 'If something is not right' : 'Changing your mind'}</h2>
      {!isCancelled && (
        <>
          <p>
            <span>{`${rightToCancel(identity)} ${cancellationFormOptional}`}</span>{' '}
            <CancellationDeadline delivered={order.actual_delivery} now={now} />
          </p>
          <p>{`${refundOnCancelling} ${returnPostage}`}</p>
          <blockquote>
            {cancellationForm(order, identity, shortId(order.id)).map((line) => (
              <p key={line}>{line}</p>
            ))}
          </blockquote>
        </>
      )}
      <p>{faultyItems}</p>
      <p>
        Beyond the law, anything still sealed may come back within {RETURN_WITHIN_DAYS} days of delivery.{' '}
        {messages.statutoryRights} How it is done, and what we do if we cannot agree:{' '}
        <ShopLink to="/returns-refunds" className="link">
          Returns and refunds
        </ShopLink>
        <span className="paper-only">{` (${publicUrl}/returns-refunds)`}</span>
      </p>
    </section>
  )
}

function CancellationDeadline({ delivered, now }: { delivered: Instant | null; now: Instant }) {
  const day = lastDayToCancel(delivered)
  if (!day) return null
  return (
    <strong>{`The last day to tell us ${londonDay(now) > day ? 'was' : 'is'} ${formatDay(day)}.`}</strong>
  )
}
