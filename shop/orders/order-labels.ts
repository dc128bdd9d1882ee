import type { OrderStatus, PaymentMethod } from '#shop/constants.ts'

/** The words for a status wherever one is shown (§4). */
export const orderStatusLabels = {
  pending: 'Pending',
  processing: 'Processing',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
} as const satisfies Record<OrderStatus, string>

/** §5: what the payment methods are called; only the first can be chosen (D18). */
export const paymentMethodLabels = {
  cod: 'Cash / Card on Delivery',
  card: 'Credit / Debit Card',
  paypal: 'PayPal',
} as const satisfies Record<PaymentMethod, string>
