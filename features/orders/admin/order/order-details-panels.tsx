import type { ReactNode } from 'react'
import { formatDay } from '#shop/dates/dates.ts'
import { cancelOpenOrdersMessages } from '#features/orders/admin-order-messages.ts'
import { withoutErased } from '#features/orders/erased-address.ts'
import { paymentMethodLabels } from '#features/orders/order-labels.ts'
import { telephoneUrl } from '#kit/navigation/contact-links.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { cancelCustomerOrdersPath, type OrderListView } from '#features/orders/admin/list/order-list-url.ts'
import { ExpressSign } from '#features/orders/admin/list/express-sign.tsx'
import { type AnyOrderDetail } from '#features/orders/order.ts'
import { isOrderOpen } from '#features/orders/order-status.ts'

export function CustomerPanel({
  order: { id, shipping_address, profile },
  open,
  view,
}: {
  order: AnyOrderDetail
  open: number
  view: OrderListView
}) {
  const email = shipping_address.email ?? profile?.email
  return (
    <section className="panel order-3" aria-labelledby="customer-title">
      <h2 id="customer-title">Customer</h2>
      <dl className="facts panel-body">
        <DetailItem label="Name">{profile?.full_name ?? shipping_address.full_name}</DetailItem>
        {email && (
          <DetailItem label="Email">
            <a href={`mailto:${email}`} className="link">
              {email}
            </a>
          </DetailItem>
        )}
        {withoutErased([shipping_address.phone]).map((phone) => (
          <DetailItem key={phone} label="Phone">
            <a href={telephoneUrl(phone)} className="link">
              {phone}
            </a>
          </DetailItem>
        ))}
      </dl>
      {open > 1 && (
        <p className="panel-body pt-0">
          <span>{`${cancelOpenOrdersMessages.open(open)}.`}</span>{' '}
          <ShopLink to={cancelCustomerOrdersPath(id, view)} className="link">
            {cancelOpenOrdersMessages.ask(open)}
          </ShopLink>
        </p>
      )}
    </section>
  )
}

export function DeliveryPanel({ order }: { order: AnyOrderDetail }) {
  const { full_name, address, city, post_code, country } = order.shipping_address
  return (
    <section className="panel order-3" aria-labelledby="delivery-title">
      <h2 id="delivery-title">Delivery and payment</h2>
      <dl className="facts panel-body">
        <DetailItem label="Shipping address">
          <address className="whitespace-pre-line not-italic">
            {withoutErased([full_name, address, city, post_code, country]).join('\n')}
          </address>
        </DetailItem>
        {order.delivery_service === 'express' && (
          <DetailItem label="Service">
            <ExpressSign order={order} />
          </DetailItem>
        )}
        {isOrderOpen(order.status) && (
          <DetailItem label="Expected delivery">{formatDay(order.estimated_delivery)}</DetailItem>
        )}
        <DetailItem label="Payment method">{paymentMethodLabels[order.payment_method]}</DetailItem>
      </dl>
    </section>
  )
}

function DetailItem({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
