import type { OrderStatus, PaymentMethod } from '#shop/constants.ts'

/** The words for a status wherever one is shown. */
export const orderStatusLabels = {
  pending: 'Pending',
  processing: 'Processing',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
} as const satisfies Record<OrderStatus, string>

/** What the payment methods are called; only the first can be chosen. */
export const paymentMethodLabels = {
  cod: 'Cash / Card on Delivery',
  card: 'Credit / Debit Card',
  paypal: 'PayPal',
} as const satisfies Record<PaymentMethod, string>
