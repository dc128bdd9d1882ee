import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MAIL_KINDS } from '#features/mail/outbox/mail-kinds.ts'
import { claimDueMails, markMailFailed } from '#features/mail/outbox/outbox-queries.server.ts'
import { refused } from '#shop/outcome.ts'
import { PermissionDenied, visitor, type Admin, type Customer } from '#shop/permissions.ts'
import { requestStockAlert } from '#features/stock/alerts/stock-alerts.server.ts'
import { adjustStock } from '#features/stock/stock.server.ts'
import { readAuditLog } from '#features/audit/read-audit-log.server.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import {
  callProcedure,
  createTestShop,
  insertAdmin,
  insertCustomer,
  insertOrder,
  insertOrderWithStatus,
  insertProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { eachOptionalEmail, OPTIONAL_EMAILS, type OptionalEmail } from './owner-switches.ts'
import { readSettings, saveCustomerEmails } from './settings.server.ts'
import { readCurrentSettings, writeFirstSettings } from './settings-queries.server.ts'

let database: TestDatabase
let shop: ShopDependencies
let admin: Admin
let customer: Customer
beforeAll(async () => {
  database = await createTestDatabase()
  shop = createTestShop(database)
  admin = await insertAdmin(database)
  customer = await insertCustomer(database)
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.query('delete from outbox')
  await database.query('delete from settings')
  await writeFirstSettings(database.db.worker, {})
})

/** Switches on all kinds except these. */
async function switchOff(...off: OptionalEmail[]) {
  const { versions } = await readSettings(shop, admin)
  const customer_emails = eachOptionalEmail((kind) => !off.includes(kind))
  return saveCustomerEmails(shop, admin, { version: versions['customer_emails']!, customer_emails })
}
const queued = async () =>
  (await database.query<{ kind: string }>('select kind from outbox where sent_at is null order by id')).map(
    ({ kind }) => kind,
  )
const claimed = async () => {
  await database.query(`update outbox set available_at = now() where available_at < 'infinity'`)
  const mails = await claimDueMails(database.db.worker, { limit: 20, leaseSeconds: 45, host: 'x.example' })
  return mails.map(({ kind }) => kind)
}
const newOrder = async () =>
  insertOrder(database, { customer, lines: [{ product: await insertProduct(database), quantity: 1 }] })
const cancel = (id: string) =>
  callProcedure(database, admin, 'cancel_order', [id, 'Cancelled by admin', 'Rang'])

describe('SETTING-11 Emails to customers', () => {
  test('without the setting, and at first, all are sent', async () => {
    await database.query('delete from settings')
    await insertOrderWithStatus(database, 'delivered', { admin, customer })
    expect(await queued()).toEqual(['order-confirmation', 'order-shipped', 'order-delivered'])
    await writeFirstSettings(database.db.worker, {})
    const { switches } = await readCurrentSettings(database.db.worker)
    expect(switches.customer_emails).toEqual(eachOptionalEmail(() => true))
  })

  test.each([
    ['order-shipped', ['order-confirmation', 'order-delivered']],
    ['order-delivered', ['order-confirmation', 'order-shipped']],
  ] as const)('%s is not queued while it is off, and the others are', async (kind, others) => {
    await switchOff(kind)
    await insertOrderWithStatus(database, 'delivered', { admin, customer })
    expect(await queued()).toEqual(others)
  })

  test('order-cancelled is not queued while it is off', async () => {
    await switchOff('order-cancelled')
    await cancel(await newOrder())
    expect(await queued()).toEqual(['order-confirmation'])
    await switchOff()
    expect(await queued()).toEqual(['order-confirmation'])
    await cancel(await newOrder())
    expect(await queued()).toEqual(['order-confirmation', 'order-confirmation', 'order-cancelled'])
  })

  test('MAIL-22 the acknowledgement of a customer’s own cancellation is sent while order-cancelled is off', async () => {
    await switchOff('order-cancelled')
    const other = await insertCustomer(database)
    const { id } = await insertOrderWithStatus(database, 'pending', { admin, customer: other })
    await callProcedure(database, other, 'cancel_order', [id, 'Cancelled by customer'])
    expect(await claimed()).toEqual(['order-confirmation', 'order-cancellation-received'])
  })

  test('order-changed is not queued while it is off', async () => {
    const edit = async () => {
      const product = await insertProduct(database)
      const id = await insertOrder(database, { lines: [{ product, quantity: 2 }] })
      const [order] = await database.query<{ item: string; version: number; estimated_delivery: string }>(
        'select i.id as item, o.version, o.estimated_delivery from orders o join order_items i on i.order_id = o.id where o.id = $1',
        [id],
      )
      await database.query('delete from outbox')
      const { item, version, estimated_delivery } = order!
      expect(
        await callProcedure(database, admin, 'edit_order', [
          id,
          version,
          [{ id: item, quantity: 1 }],
          estimated_delivery,
        ]),
      ).toMatchObject({ ok: true })
      return queued()
    }
    expect(await edit()).toEqual(['order-changed'])
    await switchOff('order-changed')
    expect(await edit()).toEqual([])
  })

  test('order-refunded is not queued while it is off', async () => {
    const refund = async () => {
      const { id } = await insertOrderWithStatus(database, 'delivered', { admin, customer })
      const [order] = await database.query<{ version: number; total_amount: number }>(
        'select version, total_amount from orders where id = $1',
        [id],
      )
      await database.query('delete from outbox')
      const answer = await callProcedure(database, admin, 'refund_order', [
        id,
        crypto.randomUUID(),
        order!.version,
        order!.total_amount,
        true,
        [],
        null,
        'Broken',
        'cash',
        false,
        'cash',
      ])
      expect(answer).toMatchObject({ ok: true })
      return queued()
    }
    expect(await refund()).toEqual(['order-refunded'])
    await switchOff('order-refunded')
    expect(await refund()).toEqual([])
  })

  test('stock-alert: nobody can ask for one, and those who have asked get none and are forgotten when it is back', async () => {
    const product = await insertProduct(database, { stock: 0 })
    const ask = () =>
      requestStockAlert(
        shop,
        { takeStockAlertAttempt: async () => 0, stockAlertToken: () => crypto.randomUUID() },
        visitor,
        { slug: `product-${product.id}`, email: 'asha@shopper.example', client: { ip: '203.0.113.7' } },
      )
    expect(await ask()).toMatchObject({ ok: true })
    await switchOff('stock-alert')
    expect(await ask()).toEqual(refused('not-found'))
    await adjustStock(shop, admin, { productId: product.id, change: 5, reason: 'Delivery' })
    expect(await queued()).toEqual([])
    expect(await database.query('select from stock_alerts')).toEqual([])
    await switchOff()
    await adjustStock(shop, admin, { productId: product.id, change: -5, reason: 'Gone' })
    expect(await ask()).toMatchObject({ ok: true })
  })

  test('what waited is dropped when its kind is switched off, and not sent when it is on again', async () => {
    await insertOrderWithStatus(database, 'shipped', { admin, customer })
    const [failed] = await database.query<{ id: number }>(
      `insert into outbox (kind, dedupe_key, recipient, last_error, available_at) values ('order-delivered', 'x', 'a@b.example', 'refused', 'infinity') returning id`,
    )
    await switchOff('order-shipped')
    expect(await queued()).toEqual(['order-confirmation', 'order-delivered'])
    await switchOff()
    expect(await claimed()).toEqual(['order-confirmation'])
    await switchOff('order-delivered')
    expect(await database.query('select from outbox where id = $1', [failed!.id])).toEqual([])
  })

  test('one that was queued or failed at the moment of switching off is not claimed', async () => {
    const { id } = await insertOrderWithStatus(database, 'shipped', { admin, customer })
    await database.query(`delete from outbox where kind = 'order-confirmation'`)
    await database.query(`update outbox set available_at = now()`)
    const [mail] = await claimDueMails(database.db.worker, { limit: 1, leaseSeconds: 45, host: 'x.example' })
    await switchOff('order-shipped')
    // It is being sent, so it stays until that fails.
    expect(await queued()).toEqual(['order-shipped'])
    await markMailFailed(database.db.worker, mail!, { error: 'timeout', retryInSeconds: 0 })
    expect(await claimed()).toEqual([])
    expect(await queued()).toEqual([])
    expect(id).toBeDefined()
  })

  test('no other kind can be switched off, also not past the form', async () => {
    await database.query(`update settings set value = $1 where name = 'customer_emails'`, [
      JSON.stringify(Object.fromEntries(MAIL_KINDS.map((kind) => [kind, false]))),
    ])
    const rows = await database.query<{ kind: string }>(
      'select kind from unnest($1::text[]) as kind where not is_customer_email_on(kind)',
      [[...MAIL_KINDS]],
    )
    expect(rows.map(({ kind }) => kind).toSorted()).toEqual([...OPTIONAL_EMAILS].toSorted())
    await newOrder()
    expect(await claimed()).toEqual(['order-confirmation'])
  })

  test('SETTING-5 SETTING-6 SETTING-7 only an owner saves them, the second of two is refused, and what changed is on record', async () => {
    const form = { version: 1, customer_emails: eachOptionalEmail(() => false) }
    const manager = await insertAdmin(database, 'manager')
    await expect(saveCustomerEmails(shop, customer, form)).rejects.toThrow(PermissionDenied)
    await expect(saveCustomerEmails(shop, manager, form)).rejects.toThrow(PermissionDenied)
    expect(await saveCustomerEmails(shop, { ...manager, role: 'owner' }, form)).toEqual(refused('not-found'))
    expect(await switchOff('order-delivered')).toMatchObject({ ok: true })
    expect(await saveCustomerEmails(shop, admin, form)).toEqual(refused('changed-meanwhile'))
    const { rows } = await readAuditLog(shop, admin, { kind: 'settings' })
    expect([rows[0]!.before, rows[0]!.after]).toEqual([
      { 'order-delivered': true },
      { 'order-delivered': false },
    ])
  })
})
