import type { MailKind } from '#features/mail/outbox/mail-kinds.ts'
import { DEFAULT_LOW_STOCK_THRESHOLD } from '#shop/constants.ts'

/**
 * Emails to customers that the owner may switch off; the same as in is_customer_email_on. The law requires
 * confirmations of orders and cancellations (Consumer Contracts Regulations 2013, regulations 16 and 32).
 */
export const OPTIONAL_EMAILS = [
  'order-shipped',
  'order-delivered',
  'order-cancelled',
  'order-changed',
  'order-refunded',
  'stock-alert',
] as const satisfies readonly MailKind[]
export type OptionalEmail = (typeof OPTIONAL_EMAILS)[number]
export type CustomerEmails = Record<OptionalEmail, boolean>

export const eachOptionalEmail = <Value>(valueOf: (kind: OptionalEmail) => Value) =>
  Object.fromEntries(OPTIONAL_EMAILS.map((kind) => [kind, valueOf(kind)])) as Record<OptionalEmail, Value>

export const MAX_LOW_STOCK_THRESHOLD = 999

/** The dashboard list that leads an owner out of the demonstration. */
export type FirstSteps = { is_hidden: boolean; has_backup: boolean }

/** Each is a separate setting; the keys are the setting names. */
export type OwnerSwitches = {
  customer_emails: CustomerEmails
  low_stock_threshold: number
  /** If off, feedback and enquiries stay in the sender's browser. */
  enquiries_by_email: boolean
  first_steps: FirstSteps
}

export const DEFAULT_OWNER_SWITCHES: OwnerSwitches = {
  customer_emails: eachOptionalEmail(() => true),
  low_stock_threshold: DEFAULT_LOW_STOCK_THRESHOLD,
  enquiries_by_email: false,
  first_steps: { is_hidden: false, has_backup: false },
}
export const OWNER_SWITCHES = Object.keys(DEFAULT_OWNER_SWITCHES) as (keyof OwnerSwitches)[]

/** The stored values, completed with fields of later versions. */
export function toOwnerSwitches(stored: ReadonlyMap<string, unknown>): OwnerSwitches {
  const fieldsOf = (name: keyof OwnerSwitches) => stored.get(name) as object | undefined
  const defaults = DEFAULT_OWNER_SWITCHES
  return {
    customer_emails: { ...defaults.customer_emails, ...fieldsOf('customer_emails') },
    low_stock_threshold: Number(stored.get('low_stock_threshold') ?? defaults.low_stock_threshold),
    enquiries_by_email: stored.get('enquiries_by_email') === true,
    first_steps: { ...defaults.first_steps, ...fieldsOf('first_steps') },
  }
}
