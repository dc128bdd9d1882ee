import type { MailKind } from './mail-kinds.ts'

/** Without its content, because some links give access to accounts. */
export type FailedMail = {
  id: number
  kind: string
  order_id: string | null
  recipient: string | null
  created_at: string
  attempts: number
  last_error: string
  next_attempt_at: string | null
  is_under_way: boolean
}
export type FailedMails = {
  mails: FailedMail[]
  total: number
  /** Order emails that wait until their customers verify an address; they are not failures. */
  held: number
}

export const mailKindLabels = {
  'order-confirmation': 'Order confirmation',
  'order-shipped': 'Order on its way',
  'order-delivered': 'Order delivered',
  'order-cancelled': 'Order cancelled by the shop',
  'order-cancellation-received': 'Order cancelled by the customer',
  'order-refunded': 'Order refunded',
  'order-changed': 'Order changed',
  'verify-email': 'Confirmation of an address',
  'already-registered': 'Notice: already registered',
  'reset-password': 'Password reset',
  'admin-invitation': 'Invitation to the back-office',
  'password-changed': 'Notice: password changed',
  'own-password-changed': 'Notice: own password changed',
  'second-factor-on': 'Notice: second factor switched on',
  'second-factor-off': 'Notice: second factor switched off',
  'recovery-code-used': 'Notice: recovery code used',
  'stock-alert': 'Product back in stock',
  'product-recall': 'Recall of a product',
  'owner-new-order': 'To you: new order',
  'owner-daily-digest': 'To you: digest of the day',
  'owner-low-stock': 'To you: low stock',
  'owner-feedback': 'To you: feedback',
  'owner-business-enquiry': 'To you: business enquiry',
} as const satisfies Record<MailKind, string>

/** A test compares it with features/accounts. */
export const LINK_LIFETIME_SECONDS: Partial<Record<string, number>> = {
  'verify-email': 24 * 60 * 60,
  'reset-password': 60 * 60,
}

export function isLinkExpired(
  { kind, created_at }: Pick<FailedMail, 'kind' | 'created_at'>,
  now: Date,
): boolean {
  const seconds = LINK_LIFETIME_SECONDS[kind]
  return seconds !== undefined && now.getTime() - Date.parse(created_at) > seconds * 1000
}
