import { formatLondonDateTime } from '#shop/dates.ts'
import { paymentMethodNames } from '#shop/messages.ts'
import { shortId, type OrderSummary, type ShippingAddress } from '#shop/orders/order.ts'
import { Price } from '#web/ui/price.tsx'
import { CancelOrder } from './cancel-order.tsx'
import { OrderItems } from './order-items.tsx'
import { OrderTracker } from './order-tracker.tsx'

/** One order with everything §2 asks for; the id at its heading is what the shop needs on the phone. */
export function OrderCard({ order }: { order: OrderSummary }) {
  const { id, created_at, items, payment_method, total_amount, shipping_address } = order
  const headingId = `order-${id}`
  return (
    <article aria-labelledby={headingId} className="rounded border border-line bg-white p-5 sm:p-7">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div>
          <h2 id={headingId} tabIndex={-1} className="text-xl">
            Order <span className="font-sans tabular-nums">{shortId(id)}</span>
          </h2>
          <p className="text-sm text-muted">
            Placed on <time dateTime={created_at}>{formatLondonDateTime(created_at)}</time>
          </p>
        </div>
        <CancelOrder order={order} />
      </header>
      <div className="py-6">
        <OrderTracker order={order} />
      </div>
      <OrderItems items={items} />
      <dl className="grid gap-x-8 gap-y-4 pt-5 sm:grid-cols-3">
        <div className="sm:order-last sm:text-right">
          <dt className="text-sm text-muted">Total</dt>
          <dd>
            <Price pounds={total_amount} className="text-xl font-semibold" />
          </dd>
        </div>
        <div>
          <dt className="text-sm text-muted">Payment method</dt>
          <dd>{paymentMethodNames[payment_method]}</dd>
        </div>
        <div>
          <dt className="text-sm text-muted">Shipping address</dt>
          <dd>
            <AddressLines address={shipping_address} />
          </dd>
        </div>
      </dl>
    </article>
  )
}

function AddressLines({ address }: { address: ShippingAddress }) {
  const { full_name, phone, post_code, city, country } = address
  return (
    <address className="wrap-anywhere whitespace-pre-line not-italic">
      {[full_name, address.address, `${city} ${post_code}`, country, phone].join('\n')}
    </address>
  )
}
