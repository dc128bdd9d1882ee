import type { RecordKind, RecordRow } from '#shop/audit/audit-log-entry.ts'
import { recordWords } from '#shop/audit/audit-log-messages.ts'
import { formatDay } from '#shop/dates/dates.ts'
import { orderOffice } from '#shop/orders/admin-order-messages.ts'
import { shortId, type OrderEdit } from '#shop/orders/order.ts'
import { editWords } from '#web/admin/order/order-history-labels.ts'
import { categoryListPath } from '#web/admin/categories/category-list-url.ts'
import { auditPath, type AuditListView } from './audit-log-url.ts'
import { orderPath } from '#web/admin/orders/order-list-url.ts'
import { productListPath } from '#web/admin/products/product-list-url.ts'

export const RECORD_KIND_LABELS = {
  'sign-ins': 'Back-office sign-ins',
  refusals: 'Refusals',
  customers: 'Customers’ sign-ins',
  prices: 'Prices',
  products: 'Products',
  categories: 'Categories',
  stock: 'Stock',
  orders: 'Orders placed',
  moves: 'Order steps',
  edits: 'Order edits',
  cancellations: 'Cancellations',
  mails: 'Emails sent by hand',
} as const satisfies Record<RecordKind, string>

const EVENT_WORDS: Readonly<Record<string, string>> = {
  'signed-in': 'Signed in',
  'signed-out': 'Signed out',
  'sign-in-failed': 'Sign-in failed',
  'session-ended': 'Sessions ended',
  'role-given': 'Made administrator',
  'role-taken': 'No longer administrator',
  'password-changed': 'Password changed',
  'password-reset': 'New password by a mailed link',
  'second-step-failed': 'Wrong code at sign-in',
  'second-factor-on': 'Second factor switched on',
  'second-factor-off': 'Second factor switched off',
  'recovery-codes-renewed': 'New recovery codes',
  'recovery-code-used': 'Recovery code used',
  refused: 'Refused',
  'manual-adjustment': 'Stock changed',
  'initial-stock': 'First stock',
  placed: 'Order placed',
  moved: 'Order moved on',
  undone: 'Order step undone',
  edited: 'Order edited',
  cancelled: 'Order cancelled',
  'sent-again': 'Email sent again',
  'test-sent': 'Test email asked for',
}

/** What happened, in a word or two. */
export function eventWords({ kind, event, after }: RecordRow): string {
  if (kind === 'products' || kind === 'prices') {
    if (event === 'added') return 'Product added'
    return after && Object.keys(after).join() === 'price' ? 'Price changed' : 'Product changed'
  }
  if (kind === 'categories') return event === 'added' ? 'Category added' : 'Category changed'
  const words = EVENT_WORDS[event] ?? event.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What it happened to, and where that is seen. Somebody without an account leads to all who had none. */
export function subjectLink({ kind, subject, actor }: RecordRow, view: AuditListView): { words: string; to: string } {
  const { id, name } = subject
  if (id === null) return { words: recordWords.unknownAddress, to: auditPath({ kind: 'sign-ins', who: 'visitor' }) }
  switch (subject.kind) {
    case 'order':
      return { words: `#${shortId(id)}`, to: orderPath(id, {}) }
    case 'product':
      return { words: name ?? recordWords.product, to: productListPath({}, { kind: kind === 'stock' ? 'stock' : 'edit', id }) }
    case 'category':
      return { words: name ?? recordWords.category, to: categoryListPath({ kind: 'edit', id }) }
    case 'person':
      return { words: name ?? (kind === 'mails' ? null : actor.email) ?? recordWords.accountIsGone, to: auditPath({ ...view, who: id, beside: null }) }
  }
}

/** Who did it; a failed sign-in is nobody's doing that the shop could name. */
export function actorWords({ actor: { kind, name, email } }: RecordRow): { words: string; minor: string | null } {
  if (kind === 'system') return { words: recordWords.shopItself, minor: null }
  if (kind === 'visitor') return { words: recordWords.notSignedIn, minor: null }
  const role = kind === 'admin' ? 'Administrator' : 'Customer'
  return name ? { words: name, minor: email ?? role } : { words: email ?? role, minor: email ? role : null }
}

/** Their reason is a word of the code. */
const SAID_BY_THE_EVENT = new Set(['refused', 'initial-stock'])
const REASONS: Readonly<Record<string, string>> = { 'no-administrator': recordWords.isNoAdministrator }
const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** What there is to say beside the fields that changed, a line each. */
export function noteWords({ event, area, subject, details }: RecordRow): string[] {
  const lines: string[] = []
  if (event === 'refused' && details) {
    const reason = text(details['reason'])
    lines.push((details['method'] === 'GET' ? recordWords.askedFor : recordWords.sentForm)(text(details['path'])))
    lines.push(REASONS[reason] ?? recordWords.mayNot(reason))
  }
  if (event === 'sign-in-failed') {
    lines.push(subject.id === null ? recordWords.typedIsNotKept : recordWords.wrongPassword)
  }
  if ((event === 'signed-in' || event === 'signed-out') && area) lines.push(area === 'admin' ? 'Back-office' : 'Shop')
  if (event === 'session-ended' && details) lines.push(recordWords.endedWithRole(String(details['sessions'])))
  if (details?.['edit']) lines.push(...editWords(details['edit'] as OrderEdit))
  for (const said of ['reason', 'note'] as const) if (!SAID_BY_THE_EVENT.has(event) && text(details?.[said])) lines.push(text(details?.[said]))
  if (text(details?.['customer_note'])) lines.push(`${orderOffice.toldTheCustomer} ${text(details?.['customer_note'])}`)
  if (details?.['is_last_of_hour'] === true) lines.push(recordWords.moreInThisHour)
  return lines
}

/** Tabs and history tell their lists apart by the title. */
export function recordTitle({ kind, search, from, to, beside }: AuditListView): string {
  const days = daysWords(from, to)
  const what = ['Record', kind && `of ${lowered(RECORD_KIND_LABELS[kind])}`, search && `matching ‘${search}’`, days]
  return what.filter(Boolean).join(' ') + (beside ? ', another page' : '')
}

const lowered = (words: string) => words.charAt(0).toLowerCase() + words.slice(1)

function daysWords(from: string | null, to: string | null): string | null {
  if (from && to) return from === to ? `on ${formatDay(from)}` : `from ${formatDay(from)} to ${formatDay(to)}`
  if (from) return `since ${formatDay(from)}`
  return to && `until ${formatDay(to)}`
}
