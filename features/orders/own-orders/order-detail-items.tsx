import type { ReactNode } from 'react'
import { paymentMethodLabels } from '#features/orders/order-labels.ts'
import type { OrderSummary, ShippingAddress } from '#features/orders/order.ts'
import { paidAtDoor } from '#features/orders/refunds/refund-messages.ts'

export function OrderDetailItem({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

export function PaymentDetailItem({ order }: { order: OrderSummary }) {
  const paid = paidAtDoor(order.door_payment, order.actual_delivery)
  return (
    <OrderDetailItem label={paid ? 'Payment' : 'Payment method'}>
      {paid ?? paymentMethodLabels[order.payment_method]}
    </OrderDetailItem>
  )
}

export function AddressDetailItem({ address: to }: { address: ShippingAddress }) {
  const { full_name, phone, address, post_code, city, country } = to
  return (
    <OrderDetailItem label="Shipping address">
      <address className="wrap-anywhere whitespace-pre-line not-italic">
        {[full_name, address, `${city} ${post_code}`, country, phone].join('\n')}
      </address>
    </OrderDetailItem>
  )
}
