import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  insertCustomer,
  insertAdmin,
  insertOrderWithStatus,
  callProcedure,
  readOrderHistory,
  readOrderStatus,
  readStock,
  findInconsistencies,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import {
  cancelPermission,
  isOrderOpen,
  ORDER_STATUSES,
  type OrderStatus,
} from '#features/orders/order-status.ts'
import { MAX_CANCELLATION_NOTE_LENGTH, MAX_CANCELLATION_REASON_LENGTH } from '#shop/constants.ts'
import { visitor, type Admin, type Customer } from '#shop/permissions.ts'

let database: TestDatabase
let admin: Admin
let customer: Customer
let otherCustomer: Customer

beforeAll(async () => {
  database = await createTestDatabase()
  admin = await insertAdmin(database)
  customer = await insertCustomer(database)
  otherCustomer = await insertCustomer(database)
})
afterAll(() => database.close())

const orderAt = (status: OrderStatus) => insertOrderWithStatus(database, status, { admin, customer })

describe('ORDER-17 Cancelling an order', () => {
  const screens = {
    customer: () => ({ actor: customer, values: ['Cancelled by customer'] }),
    list: () => ({ actor: admin, values: ['Cancelled by admin', 'Jar broke', false] }),
    detail: () => ({ actor: admin, values: ['Cancelled by admin', null, true] }),
  }
  const cases = (['customer', 'list', 'detail'] as const).flatMap((area) =>
    ORDER_STATUSES.map((status) => [area, status] as const),
  )

  test.each(cases)(
    'ORDER-7 ORDER-11 PERMISSION-4 from %s, %s: the database agrees with features/orders/order-status.ts',
    async (area, status) => {
      const { id, product } = await orderAt(status)
      const { actor, values } = screens[area]()
      const result = await callProcedure(database, actor, 'cancel_order', [id, ...values])
      const isBack = isOrderOpen(status)
      switch (cancelPermission(area, status)) {
        case 'yes':
          expect(result).toEqual({ ok: true, value: { status: 'cancelled', already_cancelled: false } })
          expect((await readOrderStatus(database, id)).status).toBe('cancelled')
          expect(await readStock(database, product)).toBe(isBack ? 5 : 2)
          break
        case 'phone-us':
          expect(result).toEqual({ ok: false, refusal: { code: 'shipped-phone-us' } })
          expect(await readStock(database, product)).toBe(2)
          break
        case 'no':
          expect(result).toEqual(
            status === 'cancelled'
              ? { ok: true, value: { status: 'cancelled', already_cancelled: true } }
              : { ok: false, refusal: { code: 'delivered' } },
          )
          expect((await readOrderStatus(database, id)).status).toBe(status)
          expect(await readStock(database, product)).toBe(status === 'cancelled' ? 5 : 2)
      }
    },
  )

  test('ORDER-17 cancelling twice restores the stock once', async () => {
    const { id, product } = await orderAt('pending')
    await callProcedure(database, admin, 'cancel_order', [id, 'Cancelled by admin', 'Jar broke'])
    await callProcedure(database, admin, 'cancel_order', [id, 'Cancelled by admin', 'Jar broke again'])
    expect(await readStock(database, product)).toBe(5)
    expect(await readOrderHistory(database, id)).toHaveLength(2)
  })

  test('ORDER-8 the history stores the fixed reason and the note, and the ledger the returned stock', async () => {
    const { id, product } = await orderAt('processing')
    await callProcedure(database, admin, 'cancel_order', [id, 'Cancelled by admin', '  Jar broke '])
    expect((await readOrderHistory(database, id)).at(-1)).toMatchObject({
      event: 'cancelled',
      actor_kind: 'admin',
      actor_id: admin.userId,
      from_status: 'processing',
      to_status: 'cancelled',
      reason: 'Cancelled by admin',
      note: 'Jar broke',
    })
    expect(
      await database.query('select * from inventory_adjustments where product_id = $1 order by id', [
        product.id,
      ]),
    ).toMatchObject([
      { action_type: 'initial_stock', quantity_change: 5, stock_after: 5 },
      { action_type: 'order_placed', quantity_change: -3, stock_after: 2, order_id: id },
      {
        action_type: 'order_cancelled',
        quantity_change: 3,
        stock_after: 5,
        order_id: id,
        reason: 'Cancelled by admin',
        actor_kind: 'admin',
        actor_id: admin.userId,
      },
    ])
  })

  test("a stranger's order is not found, by a customer, a visitor or a forged administrator", async () => {
    const { id, product } = await orderAt('pending')
    const notFound = { ok: false, refusal: { code: 'not-found' } }
    expect(
      await callProcedure(database, otherCustomer, 'cancel_order', [id, 'Cancelled by customer']),
    ).toEqual(notFound)
    expect(
      await callProcedure(database, otherCustomer, 'cancel_order', [
        crypto.randomUUID(),
        'Cancelled by customer',
      ]),
    ).toEqual(notFound)
    expect(
      await callProcedure(database, { kind: 'customer', userId: null }, 'cancel_order', [
        id,
        'Cancelled by customer',
      ]),
    ).toEqual(notFound)
    expect(
      await callProcedure(database, { kind: 'admin', userId: otherCustomer.userId }, 'cancel_order', [
        id,
        'Cancelled by admin',
        'x',
        true,
      ]),
    ).toEqual(notFound)
    expect(
      await callProcedure(database, { kind: 'admin', userId: customer.userId }, 'cancel_order', [
        id,
        'Cancelled by admin',
        'x',
        true,
      ]),
    ).toEqual(notFound)
    await expect(callProcedure(database, visitor, 'cancel_order', [id, 'x'])).rejects.toThrow(
      /permission denied/,
    )
    expect([(await readOrderStatus(database, id)).status, await readStock(database, product)]).toEqual([
      'pending',
      2,
    ])
  })

  test('an administrator who shops has a customer’s rights only', async () => {
    const { id } = await orderAt('pending')
    expect(
      await callProcedure(database, { kind: 'customer', userId: admin.userId }, 'cancel_order', [id, 'x']),
    ).toMatchObject({ refusal: { code: 'not-found' } })
  })

  test('a customer who claims the admin area gains no rights', async () => {
    const { id } = await orderAt('delivered')
    expect(
      await callProcedure(database, customer, 'cancel_order', [id, 'Cancelled by customer', null, true]),
    ).toEqual({ ok: false, refusal: { code: 'delivered' } })
  })

  test.each(ORDER_STATUSES)(
    'ORDER-18 an order that is %s is cancelled only if that is the expected status',
    async (status) => {
      const isCancellable = cancelPermission('detail', status) === 'yes'
      for (const expected of ORDER_STATUSES) {
        const { id } = await orderAt(status)
        const result = await callProcedure(database, admin, 'cancel_order', [
          id,
          'Cancelled by admin',
          null,
          true,
          expected,
        ])
        if (status === 'cancelled')
          expect(result).toMatchObject({ ok: true, value: { already_cancelled: true } })
        else if (status !== expected)
          expect(result).toEqual({ ok: false, refusal: { code: 'status-changed', status } })
        else if (isCancellable)
          expect(result).toMatchObject({ ok: true, value: { already_cancelled: false } })
        const isCancelled = isCancellable && status === expected
        expect((await readOrderStatus(database, id)).status).toBe(isCancelled ? 'cancelled' : status)
      }
    },
  )

  test('a reason and a note that are too long are truncated', async () => {
    const { id } = await orderAt('pending')
    const [reason, note] = [
      'r'.repeat(MAX_CANCELLATION_REASON_LENGTH),
      'n'.repeat(MAX_CANCELLATION_NOTE_LENGTH),
    ]
    await callProcedure(database, admin, 'cancel_order', [id, `${reason}!`, `${note}!`])
    expect((await readOrderHistory(database, id)).at(-1)).toMatchObject({ reason, note })
  })

  test('older overloads of the procedure are replaced', async () => {
    await database.query(
      `create function public.cancel_order(uuid, text, text default null, boolean default false) returns jsonb language sql as 'select null::jsonb'`,
    )
    await database.query(
      `create function public.cancel_order(uuid, text, text default null, boolean default false, text default null) returns jsonb language sql as 'select null::jsonb'`,
    )
    await database.query(readFileSync('features/orders/sql/cancel_order.sql', 'utf8'))
    expect(await database.query(`select pronargs from pg_proc where proname = 'cancel_order'`)).toEqual([
      { pronargs: 6 },
    ])
    const { id } = await orderAt('pending')
    expect(
      await callProcedure(database, customer, 'cancel_order', [id, 'Cancelled by customer']),
    ).toMatchObject({ ok: true })
  })

  describe('The email to the customer', () => {
    const mailsOf = (id: string) =>
      database.query<{ kind: string; recipient: string; payload: object }>(
        `select kind, recipient, payload from outbox where payload ->> 'order_id' = $1 and kind <> 'order-confirmation'`,
        [id],
      )

    test('is queued when the shop cancels, with customer_note and without the reason', async () => {
      const { id } = await orderAt('processing')
      for (let each = 0; each < 2; each++) {
        await callProcedure(database, admin, 'cancel_order', [
          id,
          'Cancelled by admin',
          'Fraud?',
          false,
          null,
          ' The pepper never came. We are sorry.\n',
        ])
      }
      expect(await mailsOf(id)).toEqual([
        {
          kind: 'order-cancelled',
          recipient: customer.email,
          payload: {
            order_id: id,
            from_status: 'processing',
            customer_note: 'The pepper never came. We are sorry.',
          },
        },
      ])
      expect((await readOrderHistory(database, id)).at(-1)).toMatchObject({
        note: 'Fraud?',
        customer_note: 'The pepper never came. We are sorry.',
      })
    })

    test('is sent even without customer_note', async () => {
      const { id } = await orderAt('pending')
      await callProcedure(database, admin, 'cancel_order', [id, 'Cancelled by admin', 'Fraud?'])
      expect(await mailsOf(id)).toMatchObject([
        { kind: 'order-cancelled', payload: { order_id: id, from_status: 'pending' } },
      ])
    })

    test('MAIL-22 acknowledges a cancellation by the customer once, and they cannot set customer_note', async () => {
      const { id } = await orderAt('pending')
      for (let each = 0; each < 2; each++) {
        await callProcedure(database, customer, 'cancel_order', [
          id,
          'Cancelled by customer',
          'x',
          false,
          null,
          'You have won',
        ])
      }
      expect(await mailsOf(id)).toEqual([
        {
          kind: 'order-cancellation-received',
          recipient: customer.email,
          payload: { order_id: id, from_status: 'pending' },
        },
      ])
      expect((await readOrderHistory(database, id)).at(-1)).toMatchObject({
        actor_kind: 'customer',
        customer_note: null,
      })
    })

    test('ORDER-8 the customer can read customer_note, but neither the note nor other customers’ orders', async () => {
      const { id } = await orderAt('pending')
      await callProcedure(database, admin, 'cancel_order', [
        id,
        'Cancelled by admin',
        'Fraud?',
        false,
        null,
        'We are sorry.',
      ])
      const read = (reader: Customer, columns: string) =>
        database.db.withActor(
          reader,
          async (trx) =>
            (
              await sql
                .raw(`select ${columns} from order_history where order_id = '${id}' and event = 'cancelled'`)
                .execute(trx)
            ).rows,
        )
      expect(await read(customer, 'actor_kind, customer_note')).toEqual([
        { actor_kind: 'admin', customer_note: 'We are sorry.' },
      ])
      expect(await read(otherCustomer, 'customer_note')).toEqual([])
      await expect(read(customer, 'note')).rejects.toThrow(/permission denied/)
    })

    test('an unsent email about the order is dropped, but not one that is being sent', async () => {
      const { id } = await orderAt('shipped')
      await database.query(
        `delete from outbox where payload ->> 'order_id' = $1 and kind <> 'order-confirmation'`,
        [id],
      )
      const queue = (kind: string, attempts: number) =>
        database.query(
          `insert into outbox (kind, dedupe_key, attempts, payload) values ($1, $1 || ':' || $2, $3, jsonb_build_object('order_id', $2::text))`,
          [kind, id, attempts],
        )
      await queue('order-shipped', 0)
      await queue('order-delivered', 1)
      await callProcedure(database, admin, 'cancel_order', [id, 'Cancelled by admin', 'Rang'])
      expect((await mailsOf(id)).map(({ kind }) => kind).sort()).toEqual([
        'order-cancelled',
        'order-delivered',
      ])
    })
  })

  test.each([null, '', '   '])('ORDER-7 a reason of %j is none', async (reason) => {
    const { id } = await orderAt('pending')
    expect(await callProcedure(database, admin, 'cancel_order', [id, reason])).toEqual({
      ok: false,
      refusal: { code: 'reason-missing' },
    })
    expect((await readOrderStatus(database, id)).status).toBe('pending')
  })

  test('ORDER-10 a cancelled delivered order keeps its delivery date, and its goods are not restocked', async () => {
    const { id, product } = await orderAt('delivered')
    const before = await readOrderStatus(database, id)
    await callProcedure(database, admin, 'cancel_order', [id, 'Cancelled by admin', null, true])
    expect(await readOrderStatus(database, id)).toEqual({
      status: 'cancelled',
      actual_delivery: before.actual_delivery,
    })
    expect(await readStock(database, product)).toBe(2)
  })

  test('units of a product withdrawn since are restocked', async () => {
    const { id, product } = await orderAt('pending')
    await database.query('update products set is_active = false where id = $1', [product.id])
    await callProcedure(database, customer, 'cancel_order', [id, 'Cancelled by customer'])
    expect(await readStock(database, product)).toBe(5)
  })
})

test('afterwards, stock and totals are consistent', async () => {
  expect(
    (await findInconsistencies(database)).filter(
      (row) => (row as { what: string }).what !== 'goods given out',
    ),
  ).toEqual([])
})
