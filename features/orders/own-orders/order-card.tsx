import { useSearchParams } from 'react-router'
import { formatLondonDateTime } from '#shop/dates/dates.ts'
import { deliveryLine } from '#shop/delivery/delivery-messages.ts'
import { shortId, type OrderSummary } from '#features/orders/order.ts'
import { refundedAmount, totalAfterRefunds } from '#features/orders/refunds/refund.ts'
import { refundMessages } from '#features/orders/refunds/refund-messages.ts'
import { parsePageNumber } from '#shop/paging/paging.ts'
import { LinkButton } from '#kit/form/button.tsx'
import { Price } from '#kit/display/price.tsx'
import { BuyAgainButton } from './buy-again-button.tsx'
import { CancelOrderButton } from './cancel-order-button.tsx'
import { AddressDetailItem, PaymentDetailItem } from './order-detail-items.tsx'
import { OrderItems } from './order-items.tsx'
import { OrderTracker } from './order-tracker.tsx'
import { orderPath } from './order-paths.ts'

export function OrderCard({ order }: { order: OrderSummary }) {
  const { id, status, created_at, items, total_amount, shipping_address, refunds } = order
  const [search] = useSearchParams()
  const delivery = deliveryLine(order)
  const headingId = `order-${id}`
  return (
    <article aria-labelledby={headingId} className="order-card">
      <header>
        <h2 id={headingId} tabIndex={-1} className="text-xl">
          Order <span className="font-sans tabular-nums">{shortId(id)}</span>
        </h2>
        <p className="text-sm text-muted">
          Placed on <time dateTime={created_at}>{formatLondonDateTime(created_at)}</time>
        </p>
      </header>
      <div className="order-card-way">
        <OrderTracker order={order} />
      </div>
      <div className="order-card-items">
        <OrderItems items={items} />
        {delivery && (
          <p className="flex flex-wrap items-baseline justify-between gap-x-4 pt-4">
            <span>{delivery.label}</span> <span className="tabular-nums">{delivery.value}</span>
          </p>
        )}
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 pt-4 font-semibold">
          Total <Price pounds={total_amount} className="text-xl tabular-nums" />
        </p>
        {refunds.length > 0 && (
          <>
            <p className="flex flex-wrap items-baseline justify-between gap-x-4 pt-1">
              {refundMessages.refunded} <Price pounds={-refundedAmount(order)} className="tabular-nums" />
            </p>
            <p className="flex flex-wrap items-baseline justify-between gap-x-4 pt-1 font-semibold">
              {refundMessages.afterRefunds}{' '}
              <Price pounds={totalAfterRefunds(order)} className="tabular-nums" />
            </p>
          </>
        )}
      </div>
      <div className="order-card-rest">
        <dl className="grid content-start gap-4 sm:grid-cols-2 lg:grid-cols-1">
          <PaymentDetailItem order={order} />
          <AddressDetailItem address={shipping_address} />
        </dl>
        <div className="order-actions">
          <LinkButton to={orderPath(id, parsePageNumber(search.get('page')))} variant="outline" size="small">
            <span>{status === 'delivered' ? 'Details and receipt' : 'Details'}</span>{' '}
            <span className="visually-hidden">{`for order ${shortId(id)}`}</span>
          </LinkButton>
          <CancelOrderButton order={order} />
          <BuyAgainButton order={order} />
        </div>
      </div>
    </article>
  )
}
