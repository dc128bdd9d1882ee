import { AUDIT_KIND_LABELS } from '#features/audit/audit-event-labels.ts'
import type { AuditLogEntry } from '#features/audit/audit-log-entry.ts'
import { auditLogEntryMessages } from '#features/audit/audit-log-messages.ts'
import { permissionWords } from '#features/audit/permission-words.ts'
import { featuredOrderMessages } from '#features/catalogue/featured-order/featured-order-messages.ts'
import { searchGroupId } from '#features/catalogue/search-words/search-group.ts'
import { formatDay } from '#shop/dates/dates.ts'
import { adminOrderMessages } from '#features/orders/admin-order-messages.ts'
import { shortId } from '#features/orders/order.ts'
import type { RecordedPayment, RecordedRefund } from '#features/orders/refunds/refund.ts'
import { describePayment, describeRefund } from '#features/orders/refunds/admin-refund-messages.ts'
import { describeAuditedOrderEdit } from '#features/orders/admin/order/order-history-labels.ts'
import { categoryListPath } from '#features/catalogue/categories/admin/category-list-url.ts'
import { customerPath } from '#features/customers/admin/customers-url.ts'
import { FEATURED_ORDER_PATH } from '#features/catalogue/featured-order/admin/featured-order-url.ts'
import { auditLogUrl, type AuditLogView } from './audit-log-url.ts'
import { orderPath } from '#features/orders/admin/list/order-list-url.ts'
import { importPath } from '#features/catalogue/import/admin/import-url.ts'
import { productListPath } from '#features/catalogue/products/list/admin/product-list-url.ts'
import { SETTINGS_PATH } from '#features/settings/admin/settings-view.ts'
import { searchWordsPath } from '#features/catalogue/search-words/admin/search-words-url.ts'

const isFeaturedOrder = (after: AuditLogEntry['after']) => after?.['featured_order'] !== undefined

export function auditSubjectLink(
  { kind, event, subject, actor, after }: AuditLogEntry,
  view: AuditLogView,
): { label: string; to: string } {
  const { id, name } = subject
  if (id === null)
    return {
      label: auditLogEntryMessages.unknownAddress,
      to: auditLogUrl.start({ kind: 'sign-ins', who: 'visitor' }),
    }
  switch (subject.kind) {
    case 'order':
      return { label: `#${shortId(id)}`, to: orderPath(id, {}) }
    case 'product':
      return {
        label: name ?? auditLogEntryMessages.product,
        to: productListPath(
          {},
          event === 'deleted' ? null : { kind: kind === 'stock' ? 'stock' : 'edit', id },
        ),
      }
    case 'product-import':
      return { label: name ?? 'Import', to: importPath(id) }
    case 'category':
      return { label: name ?? auditLogEntryMessages.category, to: categoryListPath({ kind: 'edit', id }) }
    case 'search-group':
      return {
        label: name ?? auditLogEntryMessages.searchWords,
        to: searchWordsPath({}, event === 'deleted' ? null : { kind: 'edit', id: searchGroupId(id) }),
      }
    case 'customer':
      return { label: name ?? auditLogEntryMessages.customer, to: customerPath(id) }
    case 'setting':
      if (isFeaturedOrder(after)) return { label: featuredOrderMessages.title, to: FEATURED_ORDER_PATH }
      return { label: auditLogEntryMessages.settings, to: SETTINGS_PATH }
    case 'person':
      return {
        label: name ?? (kind === 'mails' ? null : actor.email) ?? auditLogEntryMessages.accountIsGone,
        to: auditLogUrl.start({ ...view, who: id }),
      }
  }
}

export function describeAuditActor({ actor: { kind, name, email } }: AuditLogEntry): {
  label: string
  secondary: string | null
} {
  if (kind === 'system') return { label: auditLogEntryMessages.shopItself, secondary: null }
  if (kind === 'visitor') return { label: auditLogEntryMessages.notSignedIn, secondary: null }
  const role = kind === 'admin' ? 'Administrator' : 'Customer'
  return name
    ? { label: name, secondary: email ?? role }
    : { label: email ?? role, secondary: email ? role : null }
}

/** Their `reason` is a code, not a text for administrators. */
const EVENTS_WITHOUT_REASON = new Set(['refused', 'initial-stock'])
const REASON_LABELS: Readonly<Record<string, string>> = {
  'no-administrator': auditLogEntryMessages.isNoAdministrator,
}
const text = (value: unknown) => (typeof value === 'string' ? value : '')

export function listAuditNotes({ event, area, subject, details }: AuditLogEntry): string[] {
  const lines: string[] = []
  if (event === 'refused' && details) {
    const reason = text(details['reason'])
    lines.push(
      (details['method'] === 'GET' ? auditLogEntryMessages.askedFor : auditLogEntryMessages.sentForm)(
        text(details['path']),
      ),
    )
    lines.push(
      REASON_LABELS[reason] ??
        auditLogEntryMessages.mayNot((permissionWords as Record<string, string>)[reason] ?? reason),
    )
  }
  if (event === 'sign-in-failed') {
    lines.push(
      subject.id === null ? auditLogEntryMessages.typedIsNotKept : auditLogEntryMessages.wrongPassword,
    )
  }
  if ((event === 'signed-in' || event === 'signed-out') && area)
    lines.push(area === 'admin' ? 'Back-office' : 'Shop')
  if (event === 'role-given' && text(details?.['role']))
    lines.push(auditLogEntryMessages.asRole(text(details?.['role'])))
  if (event === 'session-ended' && details)
    lines.push(auditLogEntryMessages.endedWithRole(String(details['sessions'])))
  if (details?.['edit']) lines.push(...describeAuditedOrderEdit(details['edit']))
  if (details?.['payment']) lines.push(describePayment(details['payment'] as RecordedPayment))
  if (details?.['refund']) lines.push(...describeRefund(details['refund'] as RecordedRefund))
  for (const field of ['reason', 'note'] as const)
    if (!EVENTS_WITHOUT_REASON.has(event) && text(details?.[field])) lines.push(text(details?.[field]))
  if (text(details?.['customer_note']))
    lines.push(`${adminOrderMessages.customerNoteLabel} ${text(details?.['customer_note'])}`)
  if (details?.['is_last_of_hour'] === true) lines.push(auditLogEntryMessages.moreInThisHour)
  return lines
}

export function auditLogTitle({ kind, search, from, to, cursor }: AuditLogView): string {
  const days = dateRangeLabel(from, to)
  const parts = [
    'Record',
    kind && `of ${lowerFirst(AUDIT_KIND_LABELS[kind])}`,
    search && `matching ‘${search}’`,
    days,
  ]
  return parts.filter(Boolean).join(' ') + (cursor ? ', another page' : '')
}

const lowerFirst = (label: string) => label.charAt(0).toLowerCase() + label.slice(1)

function dateRangeLabel(from: string | null, to: string | null): string | null {
  if (from && to) return from === to ? `on ${formatDay(from)}` : `from ${formatDay(from)} to ${formatDay(to)}`
  if (from) return `since ${formatDay(from)}`
  return to && `until ${formatDay(to)}`
}
