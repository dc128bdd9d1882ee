import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAccountEmails } from '#features/accounts/account-emails.server.ts'
import { phoneOrderMessages } from '#features/checkout/phone-orders/phone-order-messages.ts'
import { claimDueMails } from '#features/mail/outbox/outbox-queries.server.ts'
import { folderMailTransport } from '#features/mail/transport/folder-mail-transport.server.ts'
import { adminOrderMessages, cancelOpenOrdersMessages } from '#features/orders/admin-order-messages.ts'
import { orderNoteMessages } from '#features/orders/order-details-messages.ts'
import { adminRefundMessages } from '#features/orders/refunds/admin-refund-messages.ts'
import { PermissionDenied, visitor, type Admin, type Customer } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { recallMessages } from '#features/stock/recalls/recall-messages.ts'
import { previewRecallEmails, startRecall, tellCustomers } from '#features/stock/recalls/recalls.server.ts'
import { createCheckoutAttempt, placeOrderBatch } from '#tests/fixtures/orders/order-batch.ts'
import {
  callProcedure,
  createTestShop,
  findInconsistencies,
  insertAdmin,
  insertCustomer,
  insertOrder,
  insertProduct,
  resultCode,
  toOrderLines,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { emptyTables } from '#tests/fixtures/databases/empty-tables.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { readOrderVersion, refundArguments } from '#tests/fixtures/orders/delivered-orders.ts'
import { eraseCustomer, exportCustomer } from './customer-data.server.ts'
import { customerMessages } from './customer-messages.ts'
import { IN_OWN_DATA } from './in-own-data.ts'
import { addCustomerNote, findCustomer, listCustomers } from './customers.server.ts'

/** Every text about the customer contains it, in some case or encoding. */
const MARK = 'kumquat'
const EMAIL = `asha.${MARK}@shopper.example`
const ADDRESS = {
  full_name: `Asha ${MARK}`,
  phone: '07700 900987',
  address: `7 ${MARK} Lane`,
  post_code: 'SW1A 9ZZ',
  city: `Town${MARK}`,
  country: 'United Kingdom',
}
const PHONE_DIGITS = /7700\D*900\D*987/

let database: TestDatabase
let owner: Admin
let asha: Customer
let other: Customer
let honey: TestProduct
let folder: string
let shop: ShopDependencies

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await emptyTables(database)
  folder = await mkdtemp(join(tmpdir(), 'customer-data-'))
  const plain = createTestShop(database)
  const transport = folderMailTransport({ folder, identity: plain.identity, log: { info: () => {} } })
  shop = { ...plain, mail: { ...plain.mail, transport } }
  owner = await insertAdmin(database)
  asha = await insertCustomer(database, { full_name: ADDRESS.full_name, email: EMAIL })
  other = await insertCustomer(database, { full_name: 'Ravi Menon' })
  honey = await insertProduct(database, { price: 4.5, stock: 100 })
})
afterEach(() => rm(folder, { recursive: true }))

const move = async (id: string, ...statuses: string[]) => {
  let from = 'pending'
  for (const to of statuses) {
    await callProcedure(database, owner, 'move_order', [id, from, to])
    from = to
  }
}
const deliver = (id: string) => move(id, 'processing', 'shipped', 'delivered')
const order = (address = ADDRESS, customer = asha) =>
  insertOrder(database, { customer, lines: [{ product: honey, quantity: 2 }], address })

/** Stops the sale of all its batches, and queues the emails to customers who have units. */
async function tellOfRecall(productId: string): Promise<number> {
  const id = crypto.randomUUID()
  await startRecall(shop, owner, {
    id,
    productId,
    batchIds: null,
    reason: 'Undeclared mustard',
    customerText: 'Return it.',
  })
  const emails = await previewRecallEmails(shop, owner, id)
  const expected = emails.reduce((sum, { customers }) => sum + customers, 0)
  const told = await tellCustomers(shop, owner, { id, expected })
  return told.ok ? told.value.mailed : 0
}

const enquiryFrom = (email: string, feedback: string) =>
  JSON.stringify({ enquiry: { name: ADDRESS.full_name, email, rating: 5, feedback } })

/** Puts a mark into every column that can contain something of a customer. */
async function fillLife() {
  await database.query(
    `update user_profiles set phone = $2, address = $3, post_code = $4, city = $5, avoided_allergens = '{milk}' where user_id = $1`,
    [asha.userId, ADDRESS.phone, ADDRESS.address, ADDRESS.post_code, ADDRESS.city],
  )
  const delivered = await order()
  const version = await readOrderVersion(database, delivered)
  const [item] = await database.query<{ id: string }>('select id from order_items where order_id = $1', [
    delivered,
  ])
  const edited = await callProcedure(database, owner, 'edit_order', [
    delivered,
    version,
    [{ id: item!.id, quantity: 2 }],
    null,
    { ...ADDRESS, address: `8 ${MARK} Street` },
    [],
  ])
  expect(resultCode(edited)).toBe('done')
  await callProcedure(database, owner, 'add_order_note', [delivered, `Ring ${MARK} first`, true])
  await move(delivered, 'processing')
  await callProcedure(database, owner, 'ship_order', [delivered, 'processing', 'royal-mail', `${MARK}-0042`])
  await callProcedure(database, owner, 'move_order', [delivered, 'shipped', 'delivered'])
  await callProcedure(
    database,
    owner,
    'refund_order',
    refundArguments(delivered, {
      version: await readOrderVersion(database, delivered),
      amount: 4.5,
      lines: [{ id: item!.id, quantity: 1 }],
      reason: `${MARK} found a hair`,
      payment: 'cash',
    }),
  )
  const cancelled = await order()
  await callProcedure(database, owner, 'cancel_order', [
    cancelled,
    'Cancelled by admin',
    `${MARK} rang`,
    true,
    null,
    `Dear ${MARK}`,
  ])
  await callProcedure(database, owner, 'add_order_note', [cancelled, `${MARK} again`, false])
  const phoned = await callProcedure(database, owner, 'place_phone_order', [
    'phone-key',
    asha.userId,
    '',
    toOrderLines([{ product: honey, quantity: 1 }]),
    ADDRESS,
    `${MARK} prefers mornings`,
    true,
  ])
  expect(resultCode(phoned)).toBe('done')
  await deliver(String(phoned.ok && phoned.value['order_id']))
  await tellOfRecall(honey.id)
  await database.query(
    `insert into outbox (kind, dedupe_key, recipient, payload, sent_at) values ('stock-alert', 'stock-alert:1', $1, '{}', now())`,
    [EMAIL],
  )
  await addCustomerNote(shop, owner, { id: asha.userId, text: `${MARK} is a friend of Ravi` })
  await database.query(
    'insert into stock_alerts (product_id, email, stop_token) values ($1, $2, gen_random_uuid())',
    [honey.id, EMAIL],
  )
  await database.query(
    `insert into outbox (kind, dedupe_key, recipient, payload) values
      ('owner-feedback', 'feedback-1', 'owner@shop.example', $1), ('verify-email', $2, $3, '{}')`,
    [enquiryFrom(EMAIL, `Yours, ${MARK}`), `verify-email:${asha.userId}:1`, EMAIL],
  )
  await database.query(
    `insert into accounts.session (token, user_id, updated_at, expires_at, ip_address, user_agent) values ($1, $2, now(), now() + interval '1 hour', '192.0.2.77', $1)`,
    [`agent-${MARK}`, asha.userId],
  )
  await database.query(
    `insert into accounts.account (user_id, provider_id, account_id, password, updated_at) values ($1, 'credential', $2, $2, now())`,
    [asha.userId, `hash-${MARK}`],
  )
  await database.query(
    `insert into accounts.verification (identifier, value, expires_at) values ($1, $2, now()), ('reset-password:x', $2, now())`,
    [`sign-in-${EMAIL}`, asha.userId],
  )
  await database.query('insert into unverified_address_emails (user_id, mail_id) values ($1, 1)', [
    asha.userId,
  ])
  await database.query(
    `insert into access_events (event, area, actor_kind, user_id) values ('signed-in', 'shop', 'customer', $1)`,
    [asha.userId],
  )
  return { delivered, cancelled }
}

/** Every text in every table that matches one of the patterns. */
async function searchDatabase(...patterns: string[]): Promise<string[]> {
  const tables = await database.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await database.query<{ key: string }>(
      `select distinct entry.key from ${name} t, jsonb_each_text(to_jsonb(t)) entry where entry.value ~* any ($1)`,
      [patterns],
    )
    found.push(...rows.map(({ key }) => `${name.replaceAll('"', '')}.${key}`))
  }
  return found.sort()
}
const MARKS = [MARK, '7700\\D*900\\D*987', 'SW1A ?9ZZ', '192\\.0\\.2\\.77']

const daySums = () =>
  database.query(
    'select status, count(*), sum(total_amount), sum(delivery_charge) from orders group by status order by status',
  )

describe('CUSTOMERS-8 Erasure', () => {
  test('CUSTOMERS-8 CUSTOMERS-9 CUSTOMERS-13 leaves nothing of the person in any column of any table but what is listed', async () => {
    const { delivered } = await fillLife()
    const before = await searchDatabase(...MARKS)
    // The test has a mark in each of these, otherwise it would prove nothing.
    expect(before).toEqual([
      'accounts.account.account_id',
      'accounts.account.password',
      'accounts.session.ip_address',
      'accounts.session.token',
      'accounts.session.user_agent',
      'accounts.user.email',
      'accounts.user.name',
      'accounts.verification.identifier',
      'public.customer_notes.text',
      'public.order_history.customer_note',
      'public.order_history.details',
      'public.order_history.note',
      'public.order_notes.text',
      'public.order_search_texts.search_text',
      'public.orders.search_text',
      'public.orders.shipping_address',
      'public.orders.tracking_number',
      'public.outbox.payload',
      'public.outbox.recipient',
      'public.refunds.reason',
      'public.stock_alerts.email',
      'public.user_profiles.address',
      'public.user_profiles.city',
      'public.user_profiles.email',
      'public.user_profiles.full_name',
      'public.user_profiles.phone',
      'public.user_profiles.post_code',
    ])
    const sums = await daySums()
    expect(await eraseCustomer(shop, owner, asha.userId)).toEqual({
      ok: true,
      value: { mailFilesLeft: false },
    })
    expect(await searchDatabase(...MARKS)).toEqual([])
    // Only the ID remains, on orders and in logs, and nothing derived from name or address.
    expect(await searchDatabase(asha.userId)).toEqual([
      'public.access_events.user_id',
      'public.audit_events.subject_id',
      'public.erased_customers.user_id',
      'public.inventory_adjustments.actor_id',
      'public.order_history.actor_id',
      'public.order_search_texts.user_id',
      'public.orders.user_id',
    ])
    expect(
      await database.query(
        `select from refunds where request_hash <> 'erased' union all select from phone_orders where request_hash <> 'erased'`,
      ),
    ).toEqual([])
    expect(await daySums()).toEqual(sums)
    expect(await findInconsistencies(database)).toEqual([])
    const [kept] = await database.query<{ shipping_address: object; total_amount: number }>(
      'select shipping_address, total_amount from orders where id = $1',
      [delivered],
    )
    expect(kept).toMatchObject({
      total_amount: 9,
      shipping_address: { full_name: 'Erased customer', address: 'erased' },
    })
    const [entry] = await database.query(`select * from audit_events where event = 'erased'`)
    expect(entry).toMatchObject({
      actor_id: owner.userId,
      subject_kind: 'customer',
      subject_id: asha.userId,
      before: null,
      after: null,
    })
    expect([
      await findCustomer(shop, owner, asha.userId),
      await exportCustomer(shop, owner, asha.userId),
    ]).toEqual([null, null])
  })

  test('CUSTOMERS-10 deletes the mails that name the person or an order of theirs, and no others', async () => {
    const id = await order()
    await deliver(id)
    const theirs = await order(undefined, other)
    const { transport } = shop.mail
    const mail = (name: string, address: string, text: string) =>
      transport.send(
        {
          kind: name,
          content: {
            to: { name: 'A', address },
            subject: name,
            preview: '',
            title: name,
            blocks: [{ kind: 'paragraph', text }],
          },
          messageId: `<${name}@shop>`,
          date: new Date(),
        },
        AbortSignal.timeout(1000),
      )
    await mail('to-her', EMAIL, 'Hello')
    await mail(
      'about-her-order',
      'owner@shop.example',
      `New order #${id.slice(0, 8).toUpperCase()} ${'ä'.repeat(200)}`,
    )
    await mail('about-other-order', 'owner@shop.example', `New order #${theirs.slice(0, 8).toUpperCase()}`)
    await mail('to-longer-address', `x${EMAIL}`, 'Hello')
    await writeFile(join(folder, 'notes.txt'), EMAIL)
    expect(await readdir(folder)).toHaveLength(5)
    await eraseCustomer(shop, owner, asha.userId)
    const left = await readdir(folder)
    expect(left.map((name) => /about-other-order|to-longer-address|notes/.exec(name)?.[0]).sort()).toEqual([
      'about-other-order',
      'notes',
      'to-longer-address',
    ])
    for (const name of left.filter((file) => file.endsWith('.eml')))
      expect(await readFile(join(folder, name), 'utf8')).not.toMatch(PHONE_DIGITS)
  })

  test('CUSTOMERS-8 deletes the emails of a recall, also those to an address that was never confirmed, and no others', async () => {
    const fleeting = await insertCustomer(database, { email: `fleeting@${MARK}.example`, isVerified: false })
    await deliver(await order(undefined, fleeting))
    await deliver(await order())
    await deliver(await insertOrder(database, { customer: other, lines: [{ product: honey, quantity: 1 }] }))
    expect(await tellOfRecall(honey.id)).toBe(3)
    await database.query(`update outbox set sent_at = now() where recipient = $1`, [EMAIL])
    for (const { userId } of [fleeting, asha])
      expect(await eraseCustomer(shop, owner, userId)).toMatchObject({ ok: true })
    expect(await searchDatabase(MARK)).toEqual([])
    expect(await database.query(`select recipient from outbox where kind = 'product-recall'`)).toEqual([
      { recipient: other.email },
    ])
  })

  test('CUSTOMERS-8 leaves nothing of orders by phone that became the customer’s own', async () => {
    const late = await insertCustomer(database, { email: `late@${MARK}.example`, isVerified: false })
    const phoned = await callProcedure(database, owner, 'place_phone_order', [
      'phone-key',
      null,
      late.email,
      toOrderLines([{ product: honey, quantity: 1 }]),
      ADDRESS,
      '',
      false,
      null,
    ])
    await deliver(String(phoned.ok && phoned.value['order_id']))
    await database.query('update accounts."user" set email_verified = true where id = $1', [late.userId])
    expect(await searchDatabase(`7 ${MARK} lane`)).toContain('public.order_search_texts.search_text')
    for (const { userId } of [late, asha])
      expect(await eraseCustomer(shop, owner, userId)).toMatchObject({ ok: true })
    expect(await searchDatabase(...MARKS)).toEqual([])
  })

  test('CUSTOMERS-15 leaves the enquiries of others, whose address contains this one, or who only mention it', async () => {
    for (const [key, email] of [
      ['own', EMAIL.toUpperCase()],
      ['longer', `jo${EMAIL}`],
      ['mention', 'ravi@shopper.example'],
    ] as const)
      await database.query(
        `insert into outbox (kind, dedupe_key, payload) values ('owner-feedback', $1, $2)`,
        [key, enquiryFrom(email, `${key}: I know ${EMAIL}`)],
      )
    const { emails } = JSON.parse((await exportCustomer(shop, asha, asha.userId))!) as {
      emails: { dedupe_key: string }[]
    }
    expect(emails.map(({ dedupe_key }) => dedupe_key)).toEqual(['own'])
    await eraseCustomer(shop, asha, asha.userId)
    expect(await database.query('select dedupe_key from outbox order by id')).toEqual([
      { dedupe_key: 'longer' },
      { dedupe_key: 'mention' },
    ])
  })

  test('CUSTOMERS-16 deletes what was sent about an account whose address was never confirmed, and nothing else to it', async () => {
    const late = await insertCustomer(database, { email: `late@${MARK}.example`, isVerified: false })
    const { verifyEmail, resetPassword } = createAccountEmails(database.db.worker as never, {
      publicUrl: 'https://shop.example',
      clock: () => new Date(),
    })
    const recipient = { id: late.userId, name: 'Late', email: late.email }
    await verifyEmail(recipient, 'a')
    await resetPassword(recipient, 'b')
    await database.query(
      `insert into outbox (kind, dedupe_key, recipient) values ('stock-alert', 'stock-alert:9', $1)`,
      [late.email],
    )
    const queued = await claimDueMails(database.db.worker, { limit: 9, leaseSeconds: 45, host: 'x.example' })
    expect(queued).toHaveLength(3)
    for (const { kind, message_id } of queued)
      await shop.mail.transport.send(
        {
          kind,
          content: {
            to: { name: 'Late', address: late.email },
            subject: kind,
            preview: '',
            title: kind,
            blocks: [],
          },
          messageId: message_id,
          date: new Date(),
        },
        AbortSignal.timeout(1000),
      )
    await eraseCustomer(shop, late, late.userId)
    expect(await database.query('select kind from outbox')).toEqual([{ kind: 'stock-alert' }])
    expect((await readdir(folder)).join(' ')).toMatch(/^\S+-stock-alert-\S+$/)
  })

  test('CUSTOMERS-10 stands if the mail folder cannot be searched, and says so', async () => {
    const errors: unknown[] = []
    const broken = {
      ...shop,
      log: { ...shop.log, error: (...entry: unknown[]) => void errors.push(entry) } as never,
      mail: {
        ...shop.mail,
        transport: { ...shop.mail.transport, deleteKept: () => Promise.reject(new Error('disk')) },
      },
    }
    expect(await eraseCustomer(broken, owner, asha.userId)).toEqual({
      ok: true,
      value: { mailFilesLeft: true },
    })
    expect(errors).toHaveLength(1)
  })

  test.each([[[]], [['processing']], [['processing', 'shipped']]])(
    'CUSTOMERS-11 is refused while an order is open (%j), also by the customer',
    async (steps) => {
      const id = await order()
      await move(id, ...steps)
      for (const actor of [owner, asha])
        expect(await eraseCustomer(shop, actor, asha.userId)).toEqual({
          ok: false,
          refusal: { code: 'has-open-orders', orders: 1 },
        })
      expect(await findCustomer(shop, owner, asha.userId)).toMatchObject({ open_orders: 1, email: EMAIL })
    },
  )

  test('CUSTOMERS-11 an order that waits for the erasure is refused', async () => {
    let placing: Promise<unknown> | undefined
    await database.db.withActor(asha, async (trx) => {
      await sql`select erase_customer(${asha.userId})`.execute(trx)
      placing = placeOrderBatch(database, [
        createCheckoutAttempt(asha, toOrderLines([{ product: honey, quantity: 1 }])),
      ])
      const isPlaced = await Promise.race([
        placing.then(() => true),
        new Promise((resolve) => setTimeout(() => resolve(false), 150)),
      ])
      expect(isPlaced, 'checkout waits').toBe(false)
    })
    expect(await placing).toEqual([{ ok: false, refusal: { code: 'not-signed-in' } }])
    expect(await database.query('select from orders')).toEqual([])
  })

  test('CUSTOMERS-7 CUSTOMERS-8 an address that was never confirmed takes nothing of its real owner', async () => {
    await database.query(
      'insert into stock_alerts (product_id, email, stop_token) values ($1, $2, gen_random_uuid())',
      [honey.id, 'real@shopper.example'],
    )
    const squatter = await insertCustomer(database, { email: 'real@shopper.example', isVerified: false })
    const data = JSON.parse((await exportCustomer(shop, squatter, squatter.userId))!) as Record<
      string,
      unknown
    >
    expect([data['stock_alerts'], data['emails']]).toEqual([[], []])
    await eraseCustomer(shop, squatter, squatter.userId)
    expect(await database.query('select from stock_alerts')).toHaveLength(1)
  })
})

describe('CUSTOMERS-6 Export', () => {
  test('CUSTOMERS-6 CUSTOMERS-7 has every text of the customer that the database keeps, and no secret', async () => {
    await fillLife()
    const own = (await exportCustomer(shop, asha, asha.userId))!
    const secrets = new Set([
      'accounts.account.account_id',
      'accounts.account.password',
      'accounts.session.token',
      'accounts.verification.identifier',
      'public.orders.search_text',
      // The texts by which orders are found.
      'public.order_search_texts.search_text',
    ])
    for (const place of (await searchDatabase(...MARKS)).filter((found) => !secrets.has(found))) {
      const [, table, column] = place.split('.') as [string, string, string]
      const schema = place.split('.')[0]!
      const values = await database.query<{ value: string }>(
        `select ${column}::text as value from ${schema}."${table}" t where ${column}::text ~* any ($1)`,
        [MARKS],
      )
      for (const { value } of values) {
        const strings = value.startsWith('{') ? Object.values(flatten(JSON.parse(value))) : [value]
        for (const text of strings) expect(own, place).toContain(JSON.stringify(text).slice(1, -1))
      }
    }
    expect(own).not.toContain(`hash-${MARK}`)
    expect(own).not.toMatch(/"(token|password|request_hash|stop_token)"/)
    expect(JSON.parse(own)).toMatchObject({ profile: { avoided_allergens: ['milk'] } })
    const byOwner = (await exportCustomer(shop, owner, asha.userId))!
    expect(byOwner).not.toContain('avoided_allergens')
    expect(
      await database.query(`select event from audit_events where subject_kind = 'customer' order by id`),
    ).toEqual([{ event: 'note-added' }, { event: 'exported' }])
  })
  const flatten = (value: unknown): string[] =>
    typeof value === 'string'
      ? [value]
      : typeof value === 'object' && value !== null
        ? Object.values(value).flatMap(flatten)
        : []

  test('CUSTOMERS-19 fields for the team say which of their texts are in it', async () => {
    await fillLife()
    const own = (await exportCustomer(shop, asha, asha.userId))!
    const hints: [typed: string, hint: string][] = [
      [`Ring ${MARK} first`, orderNoteMessages.toPackers],
      [`${MARK} again`, orderNoteMessages.hint],
      [`${MARK} rang`, adminOrderMessages.reasonHint],
      [`${MARK} rang`, cancelOpenOrdersMessages.reasonHint],
      [`${MARK} found a hair`, adminRefundMessages.reasonHint],
      [`${MARK} prefers mornings`, phoneOrderMessages.noteHint],
      [`${MARK} is a friend of Ravi`, customerMessages.noteHint],
      ['Undeclared mustard', recallMessages.reasonHint],
    ]
    for (const [typed, hint] of hints) {
      expect(hint.includes(IN_OWN_DATA), hint).toBe(own.includes(typed))
      expect(hint).not.toContain('never')
    }
  })

  test('CUSTOMERS-6 has nothing of others', async () => {
    await order(undefined, other)
    expect(await exportCustomer(shop, asha, asha.userId)).not.toContain('Ravi')
  })
})

describe('CUSTOMERS-14 Access', () => {
  test('is for managers, and for customers to their own data', async () => {
    const packer = await insertAdmin(database, 'packer')
    for (const actor of [visitor, packer]) {
      await expect(exportCustomer(shop, actor, asha.userId)).rejects.toThrow(PermissionDenied)
      await expect(eraseCustomer(shop, actor, asha.userId)).rejects.toThrow(PermissionDenied)
    }
    for (const actor of [visitor, packer, other]) {
      await expect(listCustomers(shop, actor, { search: '', page: 1 })).rejects.toThrow(PermissionDenied)
      await expect(findCustomer(shop, actor, asha.userId)).rejects.toThrow(PermissionDenied)
      await expect(addCustomerNote(shop, actor, { id: asha.userId, text: 'x' })).rejects.toThrow(
        PermissionDenied,
      )
    }
    const forged = { ...packer, role: 'manager' } as Admin
    for (const actor of [other, forged]) {
      expect(await exportCustomer(shop, actor, asha.userId)).toBeNull()
      expect(await eraseCustomer(shop, actor, asha.userId)).toMatchObject({ refusal: { code: 'not-found' } })
    }
    expect(await listCustomers(shop, forged, { search: '', page: 1 })).toMatchObject({ customers: [] })
    expect(await findCustomer(shop, forged, asha.userId)).toBeNull()
    expect(await addCustomerNote(shop, forged, { id: asha.userId, text: 'x' })).toMatchObject({ ok: false })
    expect(await eraseCustomer(shop, owner, owner.userId)).toMatchObject({ refusal: { code: 'not-found' } })
    expect(await findCustomer(shop, owner, asha.userId)).toMatchObject({ email: EMAIL })
  })
})

describe('CUSTOMERS-1 The list', () => {
  test('CUSTOMERS-1 CUSTOMERS-2 finds by name, email, phone and post code, with orders and what was spent', async () => {
    await fillLife()
    const names = async (search: string) =>
      (await listCustomers(shop, owner, { search, page: 1 })).customers.map(({ full_name }) => full_name)
    expect(await names('')).toEqual(expect.arrayContaining([ADDRESS.full_name, 'Ravi Menon']))
    for (const search of [`asha ${MARK}`, `${MARK} asha`, EMAIL, '07700900987', 'sw1a 9zz'])
      expect(await names(search), search).toEqual([ADDRESS.full_name])
    expect(await names('nobody here')).toEqual([])
    const [row] = (await listCustomers(shop, owner, { search: MARK, page: 1 })).customers
    // 9.00 minus a refund of 4.50, plus 4.50 by phone; the cancelled one does not count.
    expect(row).toMatchObject({ orders: 3, spent: 9, has_account: true })
    expect(await findCustomer(shop, owner, asha.userId)).toMatchObject({
      order_count: 3,
      spent: 9,
      open_orders: 0,
    })
  })
})

describe('CUSTOMERS-4 The page of a customer', () => {
  test('CUSTOMERS-4 CUSTOMERS-5 has contact, orders, notes and the emails that are kept', async () => {
    const { delivered, cancelled } = await fillLife()
    const customer = (await findCustomer(shop, owner, asha.userId))!
    expect(customer).toMatchObject({ ...ADDRESS, email: EMAIL, has_account: true, is_email_verified: true })
    expect(customer.orders.map(({ id, refunded }) => [id, refunded]).slice(1)).toEqual([
      [cancelled, 0],
      [delivered, 4.5],
    ])
    expect(customer.notes).toMatchObject([{ text: `${MARK} is a friend of Ravi` }])
    const kinds = customer.emails.map(({ kind }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['order-confirmation', 'order-refunded', 'verify-email']))
    expect(kinds.filter((kind) => kind.startsWith('owner-'))).toEqual([])
    for (const text of ['', ' \n', 'x'.repeat(1001)])
      expect(await addCustomerNote(shop, owner, { id: asha.userId, text })).toMatchObject({ ok: false })
    await expect(database.query(`update customer_notes set text = 'x'`)).rejects.toThrow('only ever added')
    await expect(database.query('delete from customer_notes')).rejects.toThrow('only ever added')
    expect(await findCustomer(shop, owner, 'nobody')).toBeNull()
  })
})
