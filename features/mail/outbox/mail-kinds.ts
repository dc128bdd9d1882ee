/** Emails about an account, which only its address gets. */
const ACCOUNT_LABELS = {
  'verify-email': 'Confirmation of an address',
  'already-registered': 'Notice: already registered',
  'reset-password': 'Password reset',
  'admin-invitation': 'Invitation to the back-office',
  'password-changed': 'Notice: password changed',
  'own-password-changed': 'Notice: own password changed',
  'second-factor-on': 'Notice: second factor switched on',
  'second-factor-off': 'Notice: second factor switched off',
  'recovery-code-used': 'Notice: recovery code used',
} as const
export const mailKindLabels = {
  'order-confirmation': 'Order confirmation',
  'order-shipped': 'Order on its way',
  'order-delivered': 'Order delivered',
  'order-cancelled': 'Order cancelled by the shop',
  'order-cancellation-received': 'Order cancelled by the customer',
  'order-refunded': 'Order refunded',
  'order-changed': 'Order changed',
  ...ACCOUNT_LABELS,
  'stock-alert': 'Product back in stock',
  'product-recall': 'Recall of a product',
  'owner-new-order': 'To you: new order',
  'owner-daily-digest': 'To you: digest of the day',
  'owner-low-stock': 'To you: low stock',
  'owner-feedback': 'To you: feedback',
  'owner-business-enquiry': 'To you: business enquiry',
} as const
export type MailKind = keyof typeof mailKindLabels
export type AccountMailKind = keyof typeof ACCOUNT_LABELS
export const MAIL_KINDS = Object.keys(mailKindLabels) as MailKind[]
export const ACCOUNT_MAIL_KINDS = Object.keys(ACCOUNT_LABELS) as AccountMailKind[]
export const isMailKind = (kind: string): kind is MailKind => Object.hasOwn(mailKindLabels, kind)
