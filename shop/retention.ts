import { formatCount } from './text/format-count.ts'

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

/** 2557 days are 7 years, exact to two days because of leap days. */
function formatPeriod(days: number): string {
  const years = Math.round(days / 365.25)
  const isWholeYears = days >= 365 && Math.abs(days - years * 365.25) <= 2
  const [count, unit] = isWholeYears ? [years, 'year'] : [days, 'day']
  return `${formatCount(count)} ${unit}${count === 1 ? '' : 's'}`
}

export const formatRetention = (retention: RetentionDays) =>
  Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, formatPeriod(retention[kind])])) as Record<
    RetentionKind,
    string
  >
