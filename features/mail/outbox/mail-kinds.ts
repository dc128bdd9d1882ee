/** Emails about an account, which only its address gets. */
export const ACCOUNT_MAIL_KINDS = [
  'verify-email',
  'already-registered',
  'reset-password',
  'admin-invitation',
  'password-changed',
  'own-password-changed',
  'second-factor-on',
  'second-factor-off',
  'recovery-code-used',
] as const
export const MAIL_KINDS = [
  'order-confirmation',
  'order-shipped',
  'order-delivered',
  'order-cancelled',
  'order-cancellation-received',
  'order-refunded',
  'order-changed',
  ...ACCOUNT_MAIL_KINDS,
  'stock-alert',
  'product-recall',
  'owner-new-order',
  'owner-daily-digest',
  'owner-low-stock',
  'owner-feedback',
  'owner-business-enquiry',
] as const
export type MailKind = (typeof MAIL_KINDS)[number]
export const isMailKind = (kind: string): kind is MailKind => (MAIL_KINDS as readonly string[]).includes(kind)
