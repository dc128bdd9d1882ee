import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NEXT_STATUS, ORDER_STATUSES, type OrderStatus } from '#features/orders/order-status.ts'
import { UNDO_SECONDS } from '#features/orders/undo-window.ts'
import { visitor, type Admin, type Customer } from '#shop/permissions.ts'
import { isMailKind } from '#features/mail/outbox/mail-kinds.ts'
import { claimDueMails } from '#features/mail/outbox/outbox-queries.server.ts'
import {
  insertCustomer,
  insertAdmin,
  insertOrderWithStatus,
  callProcedure,
  resultCode,
  countRows,
  readOrderHistory,
  readOrderStatus,
  readStock,
  findInconsistencies,
} from '#tests/fixtures/databases/test-records.ts'
import {
  openConcurrentConnections,
  countByResultCode,
  repeat,
} from '#tests/fixtures/databases/concurrent-connections.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'

let database: TestDatabase
let admin: Admin
let customer: Customer

beforeAll(async () => {
  database = await createTestDatabase()
  admin = await insertAdmin(database)
  customer = await insertCustomer(database)
})
afterAll(() => database.close())

const orderAt = (status: OrderStatus) => insertOrderWithStatus(database, status, { admin, customer })
const move = (id: string, from: OrderStatus, to: OrderStatus) =>
  callProcedure(database, admin, 'move_order', [id, from, to])
const undo = (id: string, expected: OrderStatus | null, actor: Parameters<typeof callProcedure>[1] = admin) =>
  callProcedure(database, actor, 'undo_order_move', [id, expected])
const refusal = (code: string, more = {}) => ({ ok: false, refusal: { code, ...more } })
const mailsOf = (id: string) =>
  database.query<{ kind: string; wait: number; recipient: string }>(
    `select kind, recipient, extract(epoch from available_at - created_at)::float8 as wait from outbox where payload ->> 'order_id' = $1 and kind <> 'order-confirmation'`,
    [id],
  )

/** Shifts the order's history into the past. */
async function age(id: string, seconds: number) {
  await database.query('alter table order_history disable trigger all')
  await database.query('update order_history set at = at - make_interval(secs => $2) where order_id = $1', [
    id,
    seconds,
  ])
  await database.query('alter table order_history enable trigger all')
}

const STEPS = ORDER_STATUSES.flatMap((from) => {
  const to = NEXT_STATUS[from]
  return to ? [[from, to] as const] : []
})

describe('ORDER-24 Undoing the last transition of an order', () => {
  test('ORDER-24 the undo window is the same in TypeScript and SQL', async () => {
    expect(await database.query('select extract(epoch from order_undo_window())::int as seconds')).toEqual([
      { seconds: UNDO_SECONDS },
    ])
  })

  test.each(STEPS)(
    'ORDER-25 %s to %s and back: status, delivery date and stock are restored, the history has both, the email is deleted',
    async (from, to) => {
      const { id, product } = await orderAt(from)
      const [before, stock, past] = [
        await readOrderStatus(database, id),
        await readStock(database, product),
        await readOrderHistory(database, id),
      ]
      await database.query(
        `delete from outbox where payload ->> 'order_id' = $1 and kind <> 'order-confirmation'`,
        [id],
      )
      await move(id, from, to)
      const expectedEmails = isMailKind(`order-${to}`)
        ? [{ kind: `order-${to}`, recipient: customer.email, wait: UNDO_SECONDS }]
        : []
      expect(await mailsOf(id)).toEqual(expectedEmails)
      expect(await undo(id, to)).toEqual({ ok: true, value: { status: from } })
      expect([await readOrderStatus(database, id), await readStock(database, product)]).toEqual([
        before,
        stock,
      ])
      expect((await readOrderHistory(database, id)).slice(past.length)).toMatchObject([
        { event: 'moved', from_status: from, to_status: to, actor_id: admin.userId },
        { event: 'undone', from_status: to, to_status: from, actor_kind: 'admin', actor_id: admin.userId },
      ])
      expect(await mailsOf(id)).toEqual([])
      expect(
        await countRows(database, 'outbox', `payload ->> 'order_id' = $1 and kind = 'order-confirmation'`, [
          id,
        ]),
      ).toBe(1)
    },
  )

  test('ORDER-24 a transition can be repeated after its undo, with a new email, and undone again', async () => {
    const { id } = await orderAt('processing')
    for (let round = 0; round < 3; round++) {
      expect(resultCode(await move(id, 'processing', 'shipped'))).toBe('done')
      expect(await mailsOf(id)).toHaveLength(1)
      expect(resultCode(await undo(id, 'shipped'))).toBe('done')
    }
    expect(resultCode(await move(id, 'processing', 'shipped'))).toBe('done')
    expect(resultCode(await move(id, 'shipped', 'delivered'))).toBe('done')
    expect(await mailsOf(id)).toHaveLength(2)
    expect(resultCode(await undo(id, 'delivered'))).toBe('done')
    expect((await mailsOf(id)).map(({ kind }) => kind)).toEqual(['order-shipped'])
  })

  test('ORDER-24 only the last transition: none after an undo, a cancellation or the placement alone', async () => {
    const { id } = await orderAt('shipped')
    await undo(id, 'shipped')
    expect(await undo(id, 'processing')).toEqual(refusal('nothing-to-undo'))
    const placed = await orderAt('pending')
    expect(await undo(placed.id, 'pending')).toEqual(refusal('nothing-to-undo'))
    await move(placed.id, 'pending', 'processing')
    await callProcedure(database, admin, 'cancel_order', [placed.id, 'Cancelled by admin'])
    expect(await undo(placed.id, 'cancelled')).toEqual(refusal('nothing-to-undo'))
    expect(await undo(placed.id, 'processing')).toEqual(refusal('status-changed', { status: 'cancelled' }))
    expect(await undo(crypto.randomUUID(), 'shipped')).toEqual(refusal('not-found'))
    expect(resultCode(await undo(id, null))).toBe('status-changed')
    expect(await findInconsistencies(database)).toEqual([])
  })

  test('ORDER-24 an edit in between does not prevent it', async () => {
    const { id, product } = await orderAt('processing')
    const [item] = await database.query<{ id: string }>('select id from order_items where order_id = $1', [
      id,
    ])
    const edited = await database.db.withActor(admin, (trx) =>
      trx.selectFrom('orders').select('version').where('id', '=', id).executeTakeFirstOrThrow(),
    )
    await callProcedure(database, admin, 'edit_order', [
      id,
      edited.version,
      [{ id: item!.id, quantity: 1 }],
      null,
    ])
    expect(resultCode(await undo(id, 'processing'))).toBe('done')
    expect(await readStock(database, product)).toBe(4)
  })

  test('ORDER-24 within ten seconds by the database clock', async () => {
    for (const [seconds, code] of [
      [UNDO_SECONDS - 3, 'done'],
      [UNDO_SECONDS + 0.1, 'too-late'],
      [3600, 'too-late'],
    ] as const) {
      const { id } = await orderAt('shipped')
      await age(id, seconds)
      expect(resultCode(await undo(id, 'shipped')), `${seconds} s`).toBe(code)
      expect((await readOrderStatus(database, id)).status).toBe(code === 'done' ? 'processing' : 'shipped')
    }
  })

  test('ORDER-25 refused if a worker has claimed or sent the email', async () => {
    const taken = await orderAt('shipped')
    await database.query(`update outbox set available_at = now() where dedupe_key = $1`, [
      `order-shipped:${taken.id}`,
    ])
    await database.query(`update outbox set available_at = 'infinity' where dedupe_key <> $1`, [
      `order-shipped:${taken.id}`,
    ])
    expect(
      await claimDueMails(database.owner, { limit: 9, leaseSeconds: 45, host: 'shop.example' }),
    ).toHaveLength(1)
    expect(await undo(taken.id, 'shipped')).toEqual(refusal('too-late'))
    const sent = await orderAt('shipped')
    await database.query(`update outbox set sent_at = now() where dedupe_key = $1`, [
      `order-shipped:${sent.id}`,
    ])
    expect(await undo(sent.id, 'shipped')).toEqual(refusal('too-late'))
    for (const { id } of [taken, sent]) {
      expect((await readOrderStatus(database, id)).status).toBe('shipped')
      expect(await mailsOf(id)).toHaveLength(1)
    }
  })

  test('PERMISSION-5 only an administrator', async () => {
    const { id } = await orderAt('shipped')
    for (const actor of [customer, visitor])
      await expect(undo(id, 'shipped', actor)).rejects.toThrow(/permission denied/)
    expect(await undo(id, 'shipped', { kind: 'admin', userId: customer.userId })).toEqual(
      refusal('not-found'),
    )
    expect((await readOrderStatus(database, id)).status).toBe('shipped')
  })

  test('ORDER-24 a direct status change backwards is refused: without a history row, with an old one, or with one of another transition', async () => {
    const back = (id: string, to: string) =>
      database.query(`update orders set status = $2, actual_delivery = null where id = $1`, [id, to])
    const written = (id: string, from: string, to: string) =>
      `insert into order_history (order_id, actor_kind, actor_id, event, from_status, to_status, undo_count) values ('${id}', 'admin', gen_random_uuid(), 'undone', '${from}', '${to}', 1)`
    for (const status of ORDER_STATUSES)
      for (const to of ORDER_STATUSES) {
        if (NEXT_STATUS[status] === to || status === to || to === 'cancelled') continue
        const { id } = await orderAt(status)
        await expect(back(id, to), `${status} to ${to}`).rejects.toThrow(/one step forward/)
        if (status === 'cancelled') continue
        // One transaction, like undo_order_move, but with two steps or an old one.
        const steps =
          STEPS.findIndex(([, after]) => after === status) - STEPS.findIndex(([before]) => before === to)
        if (steps > 0) {
          await expect(
            database.query(
              `do $$ begin ${written(id, status, to)}; update orders set status = '${to}', actual_delivery = null where id = '${id}'; end $$`,
            ),
            `${status} to ${to}`,
          ).rejects.toThrow(/one step forward/)
        } else {
          await age(id, 60)
          await expect(
            database.query(
              `do $$ begin ${written(id, status, to)}; update orders set status = '${to}', actual_delivery = null where id = '${id}'; end $$`,
            ),
            `${status} to ${to}`,
          ).rejects.toThrow(/one step forward/)
          await age(id, -60)
          await database.query(written(id, status, to))
          await expect(back(id, to), 'an entry of another transaction').rejects.toThrow(/one step forward/)
        }
      }
  })
})

describe('ORDER-24 Two administrators at one transition', () => {
  let clients: Awaited<ReturnType<typeof openConcurrentConnections>>
  beforeAll(async () => {
    clients = await openConcurrentConnections(database)
  })
  afterAll(() => clients.close())

  test('ORDER-24 one undoes while the other moves on: exactly one succeeds, and both get a result', async () => {
    const others = [admin, await insertAdmin(database)] as const
    const ends = await Promise.all(
      repeat(40, async (round) => {
        const { id } = await orderAt('processing')
        const undoing = () => clients.as(others[0], 'public.undo_order_move($1, $2)', [id, 'processing'])
        const moving = () =>
          clients.as(others[1], 'public.move_order($1, $2, $3)', [id, 'processing', 'shipped'])
        const [undone, moved] =
          round % 2
            ? await Promise.all([undoing(), moving()])
            : (await Promise.all([moving(), undoing()])).toReversed()
        const { status } = await readOrderStatus(database, id)
        return [resultCode(undone!), resultCode(moved!), status, (await mailsOf(id)).length].join(' ')
      }),
    )
    for (const end of ends)
      expect(['done status-changed pending 0', 'status-changed done shipped 1']).toContain(end)
  })

  test('of twenty concurrent undos one succeeds, and the earlier transition stays', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await orderAt('shipped')
      const results = await Promise.all(
        repeat(20, () => clients.as(admin, 'public.undo_order_move($1, $2)', [id, 'shipped'])),
      )
      expect(countByResultCode(results)).toEqual({ done: 1, 'status-changed': 19 })
      expect((await readOrderStatus(database, id)).status).toBe('processing')
      expect(await countRows(database, 'order_history', `order_id = $1 and event = 'undone'`, [id])).toBe(1)
    }
  })

  test('a concurrent undo, cancellation and edit leave a consistent ledger', async () => {
    await Promise.all(
      repeat(30, async () => {
        const { id } = await orderAt('processing')
        const [item] = await database.query<{ id: string; version: number }>(
          'select i.id, o.version from order_items i join orders o on o.id = i.order_id where o.id = $1',
          [id],
        )
        await Promise.all([
          clients.as(admin, 'public.undo_order_move($1, $2)', [id, 'processing']),
          clients.as(admin, 'public.cancel_order($1, $2)', [id, 'Cancelled by admin']),
          clients.as(admin, 'public.edit_order($1, $2, $3, null)', [
            id,
            item!.version,
            JSON.stringify([{ id: item!.id, quantity: 1 }]),
          ]),
        ])
        expect((await readOrderStatus(database, id)).status).toBe('cancelled')
      }),
    )
    expect(await findInconsistencies(database)).toEqual([])
  })
})
