import type { OrderStatus, PaymentMethod } from '#shop/constants.ts'

export const orderStatusLabels = {
  pending: 'Pending',
  processing: 'Processing',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
} as const satisfies Record<OrderStatus, string>

export const paymentMethodLabels = {
  cod: 'Cash / Card on Delivery',
  card: 'Credit / Debit Card',
  paypal: 'PayPal',
} as const satisfies Record<PaymentMethod, string>
