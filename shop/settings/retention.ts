/** Days after which rows are deleted; orders, their history, refunds and the stock ledger are kept. */
export const RETENTION = {
  'sent-emails': { environmentVariable: 'KEEP_SENT_EMAILS_DAYS', days: 90, min: 30 },
  'idempotency-keys': { environmentVariable: 'KEEP_IDEMPOTENCY_KEYS_DAYS', days: 30, min: 7 },
  'access-events': { environmentVariable: 'KEEP_ACCESS_EVENTS_DAYS', days: 730, min: 90 },
  'audit-events': { environmentVariable: 'KEEP_AUDIT_EVENTS_DAYS', days: 2557, min: 365 },
} as const
export type RetentionKind = keyof typeof RETENTION
export type RetentionDays = Readonly<Record<RetentionKind, number>>

export const RETENTION_KINDS = Object.keys(RETENTION) as RetentionKind[]
export const DEFAULT_RETENTION = Object.fromEntries(
  RETENTION_KINDS.map((kind) => [kind, RETENTION[kind].days]),
) as RetentionDays
export const MAX_RETENTION_DAYS = 36_500
