import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  callProcedure,
  insertAdmin,
  insertCustomer,
  insertOrder,
  insertProduct,
  testAddress,
  type ProcedureResult,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { readOrderChanges } from '#features/mail/templates/order-changes-data.server.ts'
import type { Admin, Customer } from '#shop/permissions.ts'

let database: TestDatabase
let admin: Admin
let customer: Customer
let honey: TestProduct
let pepper: TestProduct
let order: string

beforeAll(async () => {
  database = await createTestDatabase()
  admin = await insertAdmin(database)
})
afterAll(() => database.close())
beforeEach(async () => {
  customer = await insertCustomer(database)
  honey = await insertProduct(database, { name: 'Forest Honey', price: 6.95, stock: 50 })
  pepper = await insertProduct(database, { name: 'Black Pepper', price: 4.05, stock: 50 })
  order = await insertOrder(database, { customer, lines: [{ product: honey, quantity: 2 }] })
  await database.query('delete from outbox')
})

const { country: _country, ...edited } = testAddress
type Edit = {
  quantities?: Record<string, number>
  address?: Record<string, string> | null
  added?: { product: TestProduct; quantity: number }[]
  delivery?: string | null
}
/** Keeps the items that are not named; quantity 0 removes one. */
async function edit({ quantities = {}, address = null, added = [], delivery = null }: Edit = {}) {
  const items = await database.query<{ id: string; product_id: string; quantity: number }>(
    'select id, product_id, quantity from order_items where order_id = $1 order by line_number',
    [order],
  )
  const [row] = await database.query<{ version: number }>('select version from orders where id = $1', [order])
  const kept = items
    .map(({ id, product_id, quantity }) => ({ id, quantity: quantities[product_id] ?? quantity }))
    .filter(({ quantity }) => quantity > 0)
  const result: ProcedureResult = await callProcedure(database, admin, 'edit_order', [
    order,
    row!.version,
    JSON.stringify(kept),
    delivery,
    address,
    JSON.stringify(
      added.map(({ product, quantity }) => ({ product_id: product.id, quantity, price: product.price })),
    ),
  ])
  expect(result).toMatchObject({ ok: true })
}
type Mail = {
  id: number
  recipient: string
  payload: { order_id: string; since: number; until: number }
  waits: number | null
  dropped_at: string | null
}
const mails = () =>
  database.query<Mail>(
    `select id, recipient, payload, dropped_at,
            case when available_at < 'infinity' then extract(epoch from available_at - now())::integer end as waits
       from outbox where kind = 'order-changed' order by id`,
  )
const changesOf = ({ payload }: Mail) => readOrderChanges(database.db.worker, payload)
const makeDue = () => database.query(`update outbox set available_at = now() where available_at < 'infinity'`)
const claim = () => database.query<{ kind: string }>(`select kind from claim_emails(10, 60, 'shop.example')`)

describe('MAIL-19 The email about edits of an order', () => {
  test('waits some minutes for further edits, which are in the same email, from the first to the last', async () => {
    await edit({ quantities: { [honey.id]: 3 } })
    const [first] = await mails()
    expect(first).toMatchObject({ recipient: customer.email, dropped_at: null })
    expect(first!.waits).toBeGreaterThan(290)
    await database.query(`update outbox set available_at = now() + interval '1 second'`)
    await edit({ quantities: { [honey.id]: 5 }, added: [{ product: pepper, quantity: 2 }] })
    await edit({ address: { ...edited, phone: '07700 900123' } })
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail!.waits).toBeGreaterThan(290)
    expect(await changesOf(mail!)).toEqual({
      items: [
        { product_id: honey.id, name: 'Forest Honey', from: 2, to: 5 },
        { product_id: pepper.id, name: 'Black Pepper', from: 0, to: 2 },
      ],
      address: { phone: { from: '020 7946 0100', to: '07700 900123' } },
      total_amount: { from: 13.9, to: 42.85 },
    })
    expect(await claim()).toEqual([])
    await makeDue()
    expect(await claim()).toEqual([{ kind: 'order-changed' }])
  })

  test('is never put off for more than half an hour', async () => {
    await edit({ quantities: { [honey.id]: 3 } })
    await database.query(
      `update outbox set created_at = now() - interval '29 minutes', available_at = now() + interval '1 second'`,
    )
    await edit({ quantities: { [honey.id]: 4 } })
    const [mail] = await mails()
    expect(mail!.waits).toBeLessThanOrEqual(60)
  })

  test('is not sent if the edits cancel each other out, and a later edit is compared with that state', async () => {
    await edit({ quantities: { [honey.id]: 3 }, added: [{ product: pepper, quantity: 1 }] })
    await edit({ quantities: { [honey.id]: 2, [pepper.id]: 0 } })
    await makeDue()
    expect(await mails()).toMatchObject([{ dropped_at: expect.any(String), waits: null }])
    expect(await claim()).toEqual([])
    await edit({ quantities: { [honey.id]: 1 } })
    const [, later] = await mails()
    expect(await changesOf(later!)).toEqual({
      items: [{ product_id: honey.id, name: 'Forest Honey', from: 2, to: 1 }],
      total_amount: { from: 13.9, to: 6.95 },
    })
  })

  test('is not sent once the order is cancelled, and is once it is shipped', async () => {
    await edit({ quantities: { [honey.id]: 3 } })
    await callProcedure(database, admin, 'move_order', [order, 'pending', 'processing'])
    await makeDue()
    expect(await claim()).toEqual([{ kind: 'order-changed' }])
    await edit({ quantities: { [honey.id]: 4 } })
    await callProcedure(database, admin, 'cancel_order', [
      order,
      'Cancelled by admin',
      null,
      true,
      null,
      null,
    ])
    await makeDue()
    expect(await claim()).toEqual([{ kind: 'order-cancelled' }])
    expect((await mails()).at(-1)!.dropped_at).not.toBeNull()
  })

  test('that a worker has taken is not changed: what comes later is another email', async () => {
    await edit({ quantities: { [honey.id]: 3 } })
    await makeDue()
    await claim()
    await edit({ quantities: { [honey.id]: 4 } })
    const [taken, later] = await mails()
    expect(await changesOf(taken!)).toMatchObject({ items: [{ from: 2, to: 3 }] })
    expect(await changesOf(later!)).toMatchObject({ items: [{ from: 3, to: 4 }] })
  })

  test('SETTING-11 is not queued while the owner has switched it off', async () => {
    await database.query(
      `insert into settings (name, value) values ('customer_emails', '{"order-changed": false}')`,
    )
    await edit({ quantities: { [honey.id]: 3 } })
    expect(await mails()).toEqual([])
    await database.query(`delete from settings where name = 'customer_emails'`)
  })

  test('is not queued by an edit that changes nothing', async () => {
    await edit()
    expect(await mails()).toEqual([])
  })

  test('MAIL-6 waits with the others for an address that is not verified', async () => {
    await database.query('update accounts."user" set email_verified = false where id = $1', [customer.userId])
    await edit({ quantities: { [honey.id]: 3 } })
    await makeDue()
    expect(await claim()).toEqual([])
    await edit({ quantities: { [honey.id]: 4 } })
    expect(await mails()).toMatchObject([{ waits: null, dropped_at: null }])
    await database.query('update accounts."user" set email_verified = true where id = $1', [customer.userId])
    expect(await claim()).toEqual([{ kind: 'order-changed' }])
    const [mail] = await mails()
    expect(await changesOf(mail!)).toMatchObject({ items: [{ from: 2, to: 4 }] })
  })
})
