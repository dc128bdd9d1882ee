import type { MailKind } from './mail-kinds.ts'

/** A mail that did not go out at its last try; its letter stays hidden, since some open an account. */
export type FailedMail = {
  id: number
  kind: string
  /** The order it tells of, where it tells of one. */
  order_id: string | null
  recipient: string | null
  created_at: string
  attempts: number
  last_error: string
  /** When it is tried again by itself; null where that was given up. */
  next_attempt_at: string | null
  /** A worker has taken it at this moment. */
  is_under_way: boolean
}
export type FailedMails = {
  mails: FailedMail[]
  total: number
  /** About orders, and waiting for their customers to confirm an address: no failures. */
  held: number
}

/** What each kind is called where the owner reads of it; a new one does not compile without its name. */
export const mailKindLabels = {
  'order-confirmation': 'Order confirmation',
  'order-shipped': 'Order on its way',
  'order-delivered': 'Order delivered',
  'order-cancelled': 'Order cancelled by the shop',
  'verify-email': 'Confirmation of an address',
  'already-registered': 'Notice: already registered',
  'reset-password': 'Password reset',
  'password-changed': 'Notice: password changed',
  'own-password-changed': 'Notice: own password changed',
  'second-factor-on': 'Notice: second factor switched on',
  'second-factor-off': 'Notice: second factor switched off',
  'recovery-code-used': 'Notice: recovery code used',
} as const satisfies Record<MailKind, string>

/** How long the link in a mail opens something; shop/accounts decides it, and a test compares the two. */
export const LINK_LIFETIME_SECONDS: Partial<Record<string, number>> = { 'verify-email': 24 * 60 * 60, 'reset-password': 60 * 60 }

/** Whether a mail would only bring a link that is no longer valid: sending it again helps nobody. */
export function isLinkExpired({ kind, created_at }: Pick<FailedMail, 'kind' | 'created_at'>, now: Date): boolean {
  const seconds = LINK_LIFETIME_SECONDS[kind]
  return seconds !== undefined && now.getTime() - Date.parse(created_at) > seconds * 1000
}
