import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createTestShop,
  insertAdmin,
  insertCustomer,
  insertOrder,
  insertProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import type { Admin } from '#shop/permissions.ts'
import { AUDIT_EVENT_LABELS, describeAuditEvent, findAuditLabels } from './audit-event-labels.ts'
import { AUDIT_LOG_KINDS, type AuditLogKind } from './audit-log-entry.ts'
import { readAuditLog } from './read-audit-log.server.ts'

const LABELS = AUDIT_LOG_KINDS.flatMap((kind) =>
  Object.entries(AUDIT_EVENT_LABELS[kind]).map(([event, label]) => ({ kind, event, label })),
)
const SUBJECTS: Partial<Record<AuditLogKind, string>> = {
  products: 'product',
  categories: 'category',
  'search-words': 'search-group',
  settings: 'setting',
  people: 'administrator',
  'customer-data': 'customer',
  mails: 'order-mail',
  stock: 'recall',
  edits: 'order-note',
  orders: 'phone-order',
}
const VALUES: Readonly<Record<string, object>> = {
  price: { price: 5 },
  'offer-begun': { offer_ends_at: '2026-12-01' },
  'offer-over': { offer_ends_at: null },
  'featured-order': { featured_order: 'Tea' },
  categories: { subject: 'categories' },
  'sold-again': { outcome: 'sold-again' },
  'written-off': { outcome: 'written-off' },
}

let database: TestDatabase
let admin: Admin

beforeAll(async () => {
  database = await createTestDatabase()
  admin = await insertAdmin(database)
  const customer = await insertCustomer(database)
  const product = await insertProduct(database, { stock: 9 })
  const order = await insertOrder(database, { customer, lines: [{ product, quantity: 1 }] })
  for (const { kind, event } of LABELS) await insertLine(kind, event, order, product.id)
})
afterAll(() => database.close())

async function insertLine(kind: AuditLogKind, label: string, order: string, product: string) {
  const [event, added = ''] = label.split('/') as [string, string?]
  if (kind === 'sign-ins' || kind === 'customers' || kind === 'refusals') {
    await database.query(
      `insert into access_events (event, area, actor_kind, user_id) values ($1, $2, 'admin', $3)`,
      [event, kind === 'customers' ? 'shop' : 'admin', admin.userId],
    )
  } else if (
    ['moves', 'cancellations', 'payments', 'refunds'].includes(kind) ||
    /^(edited|tracked)$/.test(event)
  ) {
    const isStep = kind === 'moves' || kind === 'cancellations'
    await database.query(
      `insert into order_history (order_id, actor_kind, actor_id, event, from_status, to_status, reason, note, details, undo_count)
       values ($1, 'admin', $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        order,
        admin.userId,
        event,
        isStep ? 'pending' : null,
        isStep ? (event === 'cancelled' ? 'cancelled' : added || 'processing') : null,
        event === 'cancelled' ? 'Cancelled by admin' : null,
        event === 'refunded' ? 'A hair' : null,
        isStep ? null : '{}',
        event === 'undone' ? 1 : 0,
      ],
    )
  } else if (/^(initial-stock|manual-adjustment|delivery-received|stock-taken)$/.test(event)) {
    await database.query(
      `insert into inventory_adjustments (product_id, quantity_change, reason, action_type, actor_kind, actor_id, stock_after)
       values ($1, 1, 'Counted', $2, 'admin', $3, 9)`,
      [product, event.replace('-', '_'), admin.userId],
    )
  } else if (event !== 'placed' && kind !== 'prices') {
    const subject = event.startsWith('import') ? 'product-import' : SUBJECTS[kind]
    await database.query(
      `insert into audit_events (actor_kind, actor_id, subject_kind, subject_id, event, after)
       values ('admin', $1, $2, gen_random_uuid(), $3, $4)`,
      [admin.userId, subject, event, JSON.stringify(VALUES[added] ?? {})],
    )
  }
}

describe('AUDIT-11 A search for what a line says happened', () => {
  const lines = async (search: string, kind: AuditLogKind | null = null) =>
    (await readAuditLog(createTestShop(database), admin, { search, kind })).rows

  test('every label finds its line, and no line without its words', async () => {
    for (const { kind, label } of LABELS.filter((each) => each.kind !== 'prices')) {
      const found = await lines(label, kind)
      expect(found.map(describeAuditEvent), `${kind}: ${label}`).toContain(label)
      const words = label.toLowerCase().split(/\W+/)
      for (const line of found)
        for (const word of words) expect(describeAuditEvent(line).toLowerCase(), label).toContain(word)
    }
  })

  test.each([
    ['delivery', 'Delivery received'],
    ['written off', 'Recall ended, written off'],
    ['off written', 'Recall ended, written off'],
    ['offers', 'Offer planned'],
    ['batches', 'Batch corrected'],
    ['price', 'Price changed'],
    ['deliveries', 'Delivery received'],
    ['categories', 'Category added'],
    ['categories', 'Categories imported'],
    ['shipped', 'Order moved on: shipped'],
  ])('%s finds %s', async (search, label) => {
    expect((await lines(search)).map(describeAuditEvent)).toContain(label)
  })

  test('three letters and words of two labels find none', () => {
    for (const search of ['off', 'delivery recalled', '', '%%%%']) expect(findAuditLabels(search)).toEqual([])
  })
})
