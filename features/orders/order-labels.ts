import type { PaymentMethod } from '#shop/constants.ts'

export const paymentMethodLabels = {
  cod: 'Cash / Card on Delivery',
  card: 'Credit / Debit Card',
  paypal: 'PayPal',
} as const satisfies Record<PaymentMethod, string>
