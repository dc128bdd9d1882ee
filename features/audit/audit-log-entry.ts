import type { Day } from '#shop/dates/dates.ts'

export const AUDIT_LOG_KINDS = [
  'sign-ins',
  'refusals',
  'customers',
  'customer-data',
  'prices',
  'products',
  'categories',
  'search-words',
  'settings',
  'people',
  'stock',
  'orders',
  'moves',
  'edits',
  'cancellations',
  'payments',
  'refunds',
  'mails',
] as const
export type AuditLogKind = (typeof AUDIT_LOG_KINDS)[number]

export const AUDIT_LOG_ACTOR_GROUPS = ['customer', 'visitor', 'system'] as const

export const AUDIT_LOG_PAGE_SIZE = 50

type AuditLogCursor = { at: string; source: number; row: string }

export type AuditLogQuery = {
  kind: AuditLogKind | null
  who: string | null
  about: string | null
  /** An order number, a product or category name, a search word, or the start of an email address. */
  search: string
  /** London days, inclusive. */
  from: Day | null
  to: Day | null
  cursor: (AuditLogCursor & { isNewer: boolean }) | null
}

type ChangedFields = Readonly<Record<string, unknown>>

export type AuditLogEntry = {
  place: AuditLogCursor
  kind: AuditLogKind
  event: string
  area: 'shop' | 'admin' | null
  actor: {
    kind: 'visitor' | 'customer' | 'admin' | 'system'
    id: string | null
    name: string | null
    email: string | null
  }
  subject: {
    kind:
      | 'product'
      | 'product-import'
      | 'category'
      | 'search-group'
      | 'setting'
      | 'order'
      | 'person'
      | 'customer'
    id: string | null
    name: string | null
  }
  before: ChangedFields | null
  after: ChangedFields | null
  details: ChangedFields | null
}

export type AuditLogPage = {
  rows: AuditLogEntry[]
  newer: AuditLogCursor | null
  older: AuditLogCursor | null
  /** The search matched so many rows that not all were scanned. */
  isNarrowed: boolean
  people: { id: string; email: string }[]
  categories: Record<string, string>
}
