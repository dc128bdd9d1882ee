import type { ReactNode } from 'react'
import { formatDay } from '#shop/dates.ts'
import { paymentMethodNames } from '#shop/orders/order-names.ts'
import { CannotBeDelivered } from './cannot-be-delivered.tsx'
import { showsExpectedDelivery, type OrderDetail } from '#shop/orders/order.ts'

export function CustomerPanel({ order: { shipping_address, profile } }: { order: OrderDetail }) {
  const email = shipping_address.email ?? profile?.email
  return (
    <section className="panel facts-panel" aria-labelledby="customer-title">
      <h2 id="customer-title">Customer</h2>
      <dl className="facts panel-body">
        <Fact label="Name">{profile?.full_name ?? shipping_address.full_name}</Fact>
        {email && (
          <Fact label="Email">
            <a href={`mailto:${email}`} className="link">
              {email}
            </a>
          </Fact>
        )}
        <Fact label="Phone">
          <a href={`tel:${shipping_address.phone.replace(/[^\d+]/g, '')}`} className="link">
            {shipping_address.phone}
          </a>
        </Fact>
      </dl>
    </section>
  )
}

export function DeliveryPanel({ order }: { order: OrderDetail }) {
  const { full_name, address, city, post_code, country } = order.shipping_address
  return (
    <section className="panel facts-panel" aria-labelledby="delivery-title">
      <h2 id="delivery-title">Delivery and payment</h2>
      <dl className="facts panel-body">
        <Fact label="Shipping address">
          <CannotBeDelivered order={{ status: order.status, ...order.shipping_address }} />
          <address className="whitespace-pre-line not-italic">
            {[full_name, address, city, post_code, country].join('\n')}
          </address>
        </Fact>
        {showsExpectedDelivery(order.status) && <Fact label="Expected delivery">{formatDay(order.estimated_delivery)}</Fact>}
        <Fact label="Payment method">{paymentMethodNames[order.payment_method]}</Fact>
      </dl>
    </section>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
