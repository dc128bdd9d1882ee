import type { AuditLogEntry, AuditLogKind } from './audit-log-entry.ts'

export const AUDIT_KIND_LABELS = {
  'sign-ins': 'Back-office sign-ins',
  refusals: 'Refusals',
  customers: 'Customers’ sign-ins',
  'customer-data': 'Customers’ data',
  prices: 'Prices',
  products: 'Products',
  categories: 'Categories',
  'search-words': 'Search words',
  settings: 'Settings',
  people: 'People of the back-office',
  stock: 'Stock',
  orders: 'Orders placed',
  moves: 'Order steps',
  edits: 'Order edits',
  cancellations: 'Cancellations',
  payments: 'Payments recorded',
  refunds: 'Refunds',
  mails: 'Emails sent by hand',
} as const satisfies Record<AuditLogKind, string>

const SIGN_INS = {
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
}

const PRODUCTS = {
  added: 'Product added',
  changed: 'Product changed',
  'changed/price': 'Price changed',
  'changed/offer-begun': 'Offer begun',
  'changed/offer-over': 'Offer over',
  deleted: 'Product deleted',
  'offer-planned': 'Offer planned',
  'offer-withdrawn': 'Offer withdrawn',
  'imported/products': 'Products imported',
  'imported/categories': 'Categories imported',
  'import-undone/products': 'Import of products undone',
  'import-undone/categories': 'Import of categories undone',
}

/** Labels by event and, after a slash, by what its values add. Searches are compared with them (AUDIT-11). */
export const AUDIT_EVENT_LABELS: Readonly<Record<AuditLogKind, Readonly<Record<string, string>>>> = {
  'sign-ins': SIGN_INS,
  refusals: { refused: 'Refused' },
  customers: SIGN_INS,
  'customer-data': {
    changed: 'Customer changed',
    erased: 'Customer erased',
    exported: 'Data of customer exported',
    'note-added': 'Note added to customer',
  },
  prices: PRODUCTS,
  products: PRODUCTS,
  categories: { added: 'Category added', changed: 'Category changed', deleted: 'Category deleted' },
  'search-words': {
    added: 'Search words added',
    changed: 'Search words changed',
    deleted: 'Search words deleted',
  },
  settings: {
    changed: 'Setting changed',
    'changed/featured-order': 'Order of Featured changed',
    'text-changed': 'Text changed',
    removed: 'Demonstration removed',
  },
  people: {
    invited: 'Invited',
    'role-changed': 'Role changed',
    suspended: 'Access suspended',
    restored: 'Access restored',
  },
  stock: {
    'manual-adjustment': 'Stock changed',
    'initial-stock': 'First stock',
    'delivery-received': 'Delivery received',
    'stock-taken': 'Stock counted',
    'batch-corrected': 'Batch corrected',
    recalled: 'Recalled',
    'recall-ended/sold-again': 'Recall ended, sold again',
    'recall-ended/written-off': 'Recall ended, written off',
    'customers-told': 'Customers told of a recall',
  },
  orders: { placed: 'Order placed', 'placed-by-phone': 'Order placed by phone' },
  moves: {
    'moved/processing': 'Order moved on: processing',
    'moved/shipped': 'Order moved on: shipped',
    'moved/delivered': 'Order moved on: delivered',
    undone: 'Order step undone',
  },
  edits: { edited: 'Order edited', tracked: 'Tracking number changed', 'note-added': 'Note added to order' },
  cancellations: { cancelled: 'Order cancelled' },
  payments: { 'payment-recorded': 'Payment recorded' },
  refunds: { refunded: 'Order refunded' },
  mails: {
    'sent-again': 'Email sent again',
    'test-sent': 'Test email asked for',
    'test-accepted': 'Test email accepted by the mail server',
  },
}

export function describeAuditEvent({ kind, event, after }: AuditLogEntry): string {
  const labels = AUDIT_EVENT_LABELS[kind]
  const label =
    labels[`${event}/${addedByValues(event, after)}`] ?? labels[event] ?? event.replaceAll('-', ' ')
  return label.charAt(0).toUpperCase() + label.slice(1)
}

/** The same rule as in find_audit_log(). */
function addedByValues(event: string, after: AuditLogEntry['after']): string {
  if (event === 'imported' || event === 'import-undone') return String(after?.['subject'] ?? 'products')
  if (!after) return ''
  if (event === 'moved') return String(after['status'])
  if (event === 'recall-ended') return String(after['outcome'])
  if (event !== 'changed') return ''
  if ('featured_order' in after) return 'featured-order'
  if ('offer_ends_at' in after) return after['offer_ends_at'] === null ? 'offer-over' : 'offer-begun'
  return Object.keys(after).join() === 'price' ? 'price' : ''
}

const SHORTEST_SEARCH = 4
const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
const withoutPlural = (word: string): string =>
  word.length > SHORTEST_SEARCH ? word.replace(/ies$/, 'y').replace(/e?s$/, '') : word

/** The kinds, and the events as kind/event, whose label contains all words of the search or words that start with them. */
export function findAuditLabels(search: string): string[] {
  const words = wordsOf(search).map(withoutPlural)
  if (words.join('').length < SHORTEST_SEARCH) return []
  const matches = (label: string) => {
    const labelWords = wordsOf(label).flatMap((word) => [word, withoutPlural(word)])
    return words.every((word) => labelWords.some((labelWord) => labelWord.startsWith(word)))
  }
  return (Object.keys(AUDIT_EVENT_LABELS) as AuditLogKind[]).flatMap((kind) => [
    ...(matches(AUDIT_KIND_LABELS[kind]) ? [kind] : []),
    ...Object.entries(AUDIT_EVENT_LABELS[kind]).flatMap(([event, label]) =>
      matches(label) ? [`${kind}/${event}`] : [],
    ),
  ])
}
