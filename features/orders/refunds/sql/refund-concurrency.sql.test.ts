import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  countRows,
  findInconsistencies,
  insertAdmin,
  insertCustomer,
  readStock,
  resultCode,
} from '#tests/fixtures/databases/test-records.ts'
import {
  countByResultCode,
  inRaces,
  openConcurrentConnections,
  repeat,
} from '#tests/fixtures/databases/concurrent-connections.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import {
  insertDeliveredOrder,
  readOrderVersion,
  refundArguments,
  type RefundFields,
} from '#tests/fixtures/orders/delivered-orders.ts'
import type { Admin, Customer } from '#shop/permissions.ts'

let database: TestDatabase
let clients: Awaited<ReturnType<typeof openConcurrentConnections>>
let admin: Admin
let customer: Customer
beforeAll(async () => {
  database = await createTestDatabase()
  clients = await openConcurrentConnections(database)
  admin = await insertAdmin(database)
  customer = await insertCustomer(database)
})
afterAll(async () => {
  await clients.close()
  await database.close()
})

const CALL = `public.refund_order(${repeat(12, (index) => `$${index + 1}`).join(', ')})`
const refund = (order: string, fields: Partial<RefundFields> & { version: number }) =>
  clients.as(
    admin,
    CALL,
    refundArguments(order, fields).map((value) => (Array.isArray(value) ? JSON.stringify(value) : value)),
  )

describe('REFUND-9 Concurrent refunds', () => {
  test('REFUND-8 20 refunds of one key at once are one refund, with one answer', async () => {
    for (let round = 0; round < inRaces(2, 5); round++) {
      const { id, honey, items } = await insertDeliveredOrder(database, { admin, customer })
      const form = {
        key: crypto.randomUUID(),
        version: await readOrderVersion(database, id),
        lines: [{ id: items[0]!, quantity: 3 }],
        amount: 13.5,
        restock: true,
      }
      const results = await Promise.all(repeat(20, () => refund(id, form)))
      expect(countByResultCode(results)).toEqual({ done: 20 })
      expect(results.filter((result) => result.ok && !result.value.already_refunded)).toHaveLength(1)
      expect(new Set(results.map((result) => result.ok && result.value.refund_id)).size).toBe(1)
      expect(await readStock(database, honey)).toBe(10)
      expect(await countRows(database, 'refunds', 'order_id = $1', [id])).toBe(1)
    }
  })

  test('REFUND-5 REFUND-9 of two administrators who refund the same piece at once, one is refused', async () => {
    for (let round = 0; round < inRaces(4, 10); round++) {
      const { id, honey, items } = await insertDeliveredOrder(database, { admin, customer })
      const version = await readOrderVersion(database, id)
      const lines = [{ id: items[0]!, quantity: 2 }]
      const results = await Promise.all(
        repeat(8, () => refund(id, { version, lines, amount: 9, restock: true })),
      )
      expect(countByResultCode(results)).toEqual({ done: 1, 'changed-meanwhile': 7 })
      expect(await readStock(database, honey)).toBe(9)
    }
  })

  test('REFUND-9 a refund and a cancellation at once: both take effect, or the refund is refused', async () => {
    const ends = await Promise.all(
      repeat(inRaces(12, 30), async (index) => {
        const { id, honey, items } = await insertDeliveredOrder(database, { admin, customer })
        const version = await readOrderVersion(database, id)
        const lines = [{ id: items[0]!, quantity: 3 }]
        const refunding = () => refund(id, { version, lines, amount: 13.5, restock: true })
        const cancelling = () =>
          clients.as(admin, 'public.cancel_order($1, $2, $3, $4, $5)', [
            id,
            'Cancelled by admin',
            'Rang',
            true,
            'delivered',
          ])
        const [refunded, cancelled] =
          index % 2
            ? await Promise.all([refunding(), cancelling()])
            : (await Promise.all([cancelling(), refunding()])).toReversed()
        return [resultCode(refunded!), resultCode(cancelled!), await readStock(database, honey)].join(' ')
      }),
    )
    for (const end of ends) expect(['done done 10', 'changed-meanwhile done 7']).toContain(end)
  })

  test('REFUND-9 a refund and another payment at once: one of them is refused', async () => {
    const ends = await Promise.all(
      repeat(inRaces(12, 30), async () => {
        const { id } = await insertDeliveredOrder(database, { admin, customer })
        const version = await readOrderVersion(database, id)
        const [refunded, recorded] = await Promise.all([
          refund(id, { version, free: 18, amount: 18 }),
          clients.as(admin, 'public.record_door_payment($1, $2, $3)', [id, version, 'not-paid']),
        ])
        return [resultCode(refunded), resultCode(recorded)].join(' ')
      }),
    )
    for (const end of ends) expect(['done changed-meanwhile', 'changed-meanwhile done']).toContain(end)
    expect(await findInconsistencies(database)).toEqual([])
  })

  test('REFUND-9 refunds of orders with the same products in opposite order never deadlock', async () => {
    const orders = await Promise.all(repeat(30, () => insertDeliveredOrder(database, { admin, customer })))
    const [first] = orders
    await database.query(
      `update order_items i set product_id = case when i.line_number = 1 then $1::uuid else $2::uuid end where i.order_id = any ($3)`,
      [first!.honey.id, first!.pepper.id, orders.slice(0, 15).map(({ id }) => id)],
    )
    await database.query(
      `update order_items i set product_id = case when i.line_number = 1 then $2::uuid else $1::uuid end where i.order_id = any ($3)`,
      [first!.honey.id, first!.pepper.id, orders.slice(15).map(({ id }) => id)],
    )
    const results = await Promise.all(
      orders.map(async ({ id }) =>
        refund(id, {
          version: await readOrderVersion(database, id),
          isWhole: true,
          amount: 18,
          restock: true,
        }),
      ),
    )
    expect(countByResultCode(results)).toEqual({ done: 30 })
  })
})
