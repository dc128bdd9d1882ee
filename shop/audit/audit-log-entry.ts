import type { Day } from '#shop/dates/dates.ts'

/** What the record can be narrowed to; prices are among the products as well. */
export const AUDIT_LOG_KINDS = [
  'sign-ins', 'refusals', 'customers', 'prices', 'products', 'categories', 'stock', 'orders', 'moves', 'edits', 'cancellations', 'mails',
] as const
export type AuditLogKind = (typeof AUDIT_LOG_KINDS)[number]

/** Whom the record can be narrowed to, beside one person by their id. */
export const AUDIT_LOG_ACTOR_GROUPS = ['customer', 'visitor', 'system'] as const

export const AUDIT_LOG_PAGE_SIZE = 50

/** Where a row stands in the record: its time, its table, and its number there. */
export type AuditLogCursor = { at: string; source: number; row: string }

export type AuditLogQuery = {
  kind: AuditLogKind | null
  /** Id of a person, or a group of people. */
  who: string | null
  /** Id of a product, a category, an order or a person. */
  about: string | null
  /** An order's number, a product's or category's name, or how an e-mail begins. */
  search: string
  /** London days, both included. */
  from: Day | null
  to: Day | null
  /** The row that the page follows, or stands before. */
  cursor: (AuditLogCursor & { isNewer: boolean }) | null
}

type ChangedFields = Readonly<Record<string, unknown>>

/** Something that happened: who did it to what, and what was there before and after. */
export type AuditLogEntry = {
  place: AuditLogCursor
  kind: AuditLogKind
  event: string
  /** Where somebody came in, or could not. */
  area: 'shop' | 'admin' | null
  actor: { kind: 'visitor' | 'customer' | 'admin' | 'system'; id: string | null; name: string | null; email: string | null }
  subject: { kind: 'product' | 'category' | 'order' | 'person'; id: string | null; name: string | null }
  /** The fields that changed and no others. */
  before: ChangedFields | null
  after: ChangedFields | null
  details: ChangedFields | null
}

export type AuditLogPage = {
  rows: AuditLogEntry[]
  newer: AuditLogCursor | null
  older: AuditLogCursor | null
  /** The search fits so much that not all of it was looked through. */
  isNarrowed: boolean
  /** Who works or worked in the back-office. */
  people: { id: string; email: string }[]
  /** Name of each category that a change speaks of. */
  categories: Record<string, string>
}
