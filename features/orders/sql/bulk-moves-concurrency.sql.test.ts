import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NEXT_STATUS, type OrderStatus } from '#features/orders/order-status.ts'
import type { Admin, Customer } from '#shop/permissions.ts'
import { claimDueMails } from '#features/mail/outbox/outbox-queries.server.ts'
import {
  findInconsistencies,
  insertAdmin,
  insertCustomer,
  insertOrder,
  insertProduct,
  readStock,
  type ProcedureResult,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import {
  countByResultCode,
  inRaces,
  openConcurrentConnections,
  repeat,
} from '#tests/fixtures/databases/concurrent-connections.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'

let database: TestDatabase
let clients: Awaited<ReturnType<typeof openConcurrentConnections>>
let admins: readonly [Admin, Admin]
let customer: Customer
let honey: TestProduct

beforeAll(async () => {
  database = await createTestDatabase()
  clients = await openConcurrentConnections(database)
  admins = [await insertAdmin(database), await insertAdmin(database)]
  customer = await insertCustomer(database)
  honey = await insertProduct(database, { stock: 100_000 })
})
afterAll(async () => {
  await clients.close()
  await database.close()
})

type MoveResult = ProcedureResult & { id: string }

async function resultsOf(answer: Promise<ProcedureResult>): Promise<MoveResult[]> {
  const result = await answer
  if (!result.ok) throw new Error(`The bulk was refused: ${JSON.stringify(result.refusal)}`)
  return result.value as unknown as MoveResult[]
}
const moveAll = (admin: Admin, ids: readonly string[], from: OrderStatus) =>
  resultsOf(
    clients.as(admin, 'public.move_orders($1)', [
      JSON.stringify(ids.map((id) => ({ id, expected_status: from, to_status: NEXT_STATUS[from] }))),
    ]),
  )
const undoAll = (admin: Admin, ids: readonly string[], expected: OrderStatus) =>
  resultsOf(
    clients.as(admin, 'public.undo_order_moves($1)', [
      JSON.stringify(ids.map((id) => ({ id, expected_status: expected }))),
    ]),
  )
const doneIds = (results: readonly MoveResult[]) => results.filter(({ ok }) => ok).map(({ id }) => id)

const placeOrders = (count: number) =>
  Promise.all(
    repeat(count, () => insertOrder(database, { customer, lines: [{ product: honey, quantity: 1 }] })),
  )
const readOrders = (ids: readonly string[]) =>
  database.query<{ id: string; status: OrderStatus; moved: number; cancelled: number; mails: number }>(
    `select o.id, o.status,
            (select count(*)::int from order_history h where h.order_id = o.id and h.event = 'moved') as moved,
            (select count(*)::int from order_history h where h.order_id = o.id and h.event = 'cancelled') as cancelled,
            (select count(*)::int from outbox m where m.dedupe_key = 'order-shipped:' || o.id) as mails
       from orders o where o.id = any ($1) order by array_position($1, o.id)`,
    [ids],
  )
/** The IDs in both orders, so that locks in the order of a list would deadlock. */
const sorted = (ids: readonly string[]) => [ids.toSorted(), ids.toSorted().toReversed()] as const

describe('ORDER-46 ORDER-49 Many orders moved at once while others change them', () => {
  test('two administrators with overlapping lists in opposite order: no deadlock, and each order moves once', async () => {
    for (let round = 0; round < inRaces(4, 15); round++) {
      const ids = await placeOrders(30)
      const [ascending, descending] = sorted(ids)
      const [first, second] = await Promise.all([
        moveAll(admins[0], ascending.slice(0, 22), 'pending'),
        moveAll(admins[1], descending.slice(0, 22), 'pending'),
      ])
      expect([...doneIds(first), ...doneIds(second)].toSorted()).toEqual(ascending)
      expect(countByResultCode([...first, ...second])).toEqual({ done: 30, 'status-changed': 14 })
      expect(await readOrders(ids)).toEqual(
        ids.map((id) => ({ id, status: 'processing', moved: 1, cancelled: 0, mails: 0 })),
      )
    }
  })

  test('the same list sent ten times at once: each order moves once, and has one email', async () => {
    const ids = await placeOrders(20)
    await moveAll(admins[0], ids, 'pending')
    const answers = await Promise.all(
      repeat(10, (index) => moveAll(admins[index % 2]!, sorted(ids)[index % 2 === 0 ? 0 : 1], 'processing')),
    )
    expect(answers.map((results) => doneIds(results).length).toSorted((a, b) => a - b)).toEqual([
      ...repeat(9, () => 0),
      20,
    ])
    expect(await readOrders(ids)).toEqual(
      ids.map((id) => ({ id, status: 'shipped', moved: 2, cancelled: 0, mails: 1 })),
    )
  })

  test('ORDER-17 a customer cancels some of the orders meanwhile: each is either shipped or cancelled, and both are told', async () => {
    const outcomes = new Set<string>()
    for (let round = 0; round < inRaces(4, 12) || (outcomes.size < 2 && round < 12); round++) {
      const before = await readStock(database, honey)
      const ids = await placeOrders(8)
      await moveAll(admins[0], ids, 'pending')
      const cancel = (id: string) =>
        clients.as(customer, 'public.cancel_order($1, $2)', [id, 'Cancelled by customer'])
      const cancelledIds = ids.slice(0, 6)
      const ship = async () => {
        await new Promise((resolve) => setTimeout(resolve, round % 4))
        return moveAll(admins[0], ids, 'processing')
      }
      const [shipped, ...cancelled] = await Promise.all([ship(), ...cancelledIds.map(cancel)])
      for (const [index, { id, status, mails, cancelled: count }] of (await readOrders(ids)).entries()) {
        const [ofBulk, ofCustomer] = [shipped[index]!, cancelled[index]]
        const outcome = [ofBulk.ok, ofCustomer?.ok, status, mails, count].join(' ')
        expect(ofBulk.id).toBe(id)
        expect(
          ofCustomer ? ['true false shipped 1 0', 'false true cancelled 0 1'] : ['true  shipped 1 0'],
        ).toContain(outcome)
        if (!ofBulk.ok) expect(ofBulk.refusal).toEqual({ code: 'status-changed', status: 'cancelled' })
        outcomes.add(status)
      }
      const shippedCount = doneIds(shipped).length
      expect(await readStock(database, honey)).toBe(before - shippedCount)
    }
    expect([...outcomes].toSorted(), 'both must occur, or the run proves nothing').toEqual([
      'cancelled',
      'shipped',
    ])
  })

  test('ORDER-25 ORDER-50 many steps are undone while the mail worker claims their emails: undone without an email, or kept with it', async () => {
    const outcomes = new Set<string>()
    for (let round = 0; round < inRaces(4, 12) || (outcomes.size < 2 && round < 12); round++) {
      const ids = await placeOrders(12)
      await moveAll(admins[0], ids, 'pending')
      await moveAll(admins[0], ids, 'processing')
      await database.query(
        `update outbox set available_at = case when dedupe_key = any ($1) then now() else 'infinity' end where sent_at is null`,
        [ids.map((id) => `order-shipped:${id}`)],
      )
      const claim = () => claimDueMails(database.owner, { limit: 4, leaseSeconds: 45, host: 'shop.example' })
      const [undone, ...claimed] = await Promise.all([
        undoAll(admins[1], sorted(ids)[round % 2 === 0 ? 0 : 1], 'shipped'),
        claim(),
        claim(),
      ])
      const claimedIds = new Set(
        claimed.flat().map(({ payload }) => (payload as { order_id: string }).order_id),
      )
      expect(
        doneIds(undone).filter((id) => claimedIds.has(id)),
        'no email of an undone step',
      ).toEqual([])
      for (const { id, status, mails } of await readOrders(ids)) {
        const result = undone.find((one) => one.id === id)!
        const outcome = [result.ok ? 'done' : result.refusal.code, status, mails].join(' ')
        expect(['done processing 0', 'too-late shipped 1']).toContain(outcome)
        outcomes.add(outcome)
      }
    }
    expect(outcomes.size, 'both must occur, or the run proves nothing').toBe(2)
  })

  test('lists, undos, single steps, edits and cancellations of the same orders at once: no deadlock, and a consistent ledger', async () => {
    for (let round = 0; round < inRaces(3, 6); round++) {
      const ids = await placeOrders(12)
      const items = await database.query<{ order_id: string; id: string }>(
        'select order_id, id from order_items where order_id = any ($1)',
        [ids],
      )
      const [ascending, descending] = sorted(ids)
      await Promise.all([
        moveAll(admins[0], ascending, 'pending'),
        moveAll(admins[1], descending, 'pending'),
        moveAll(admins[0], descending.slice(3), 'processing'),
        undoAll(admins[1], ascending.slice(0, 8), 'processing'),
        undoAll(admins[0], descending.slice(0, 8), 'processing'),
        clients.as(admins[1], 'public.cancel_customer_orders($1, $2, $3, $4)', [
          customer.userId,
          descending.slice(4, 7),
          'Cancelled by admin',
          'Rang',
        ]),
        ...ids.map((id, index) => {
          if (index % 3 === 0)
            return clients.as(admins[0], 'public.move_order($1, $2, $3)', [id, 'pending', 'processing'])
          if (index % 3 === 1)
            return clients.as(customer, 'public.cancel_order($1, $2)', [id, 'Cancelled by customer'])
          const item = items.find(({ order_id }) => order_id === id)!
          return clients.as(admins[1], 'public.edit_order($1, $2, $3, null)', [
            id,
            1,
            JSON.stringify([{ id: item.id, quantity: 2 }]),
          ])
        }),
      ])
    }
    expect(await findInconsistencies(database)).toEqual([])
  })
})
