import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  callProcedure,
  countRows,
  findInconsistencies,
  insertAdmin,
  insertCustomer,
  insertOrder,
  insertProduct,
  readOrderHistory,
  readStock,
  resultCode,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import {
  callRefundOrder,
  insertDeliveredOrder as insertDelivered,
  readOrderVersion,
  type RefundFields,
} from '#tests/fixtures/orders/delivered-orders.ts'
import { type Admin, type Customer } from '#shop/permissions.ts'

let database: TestDatabase
let admin: Admin
let customer: Customer
beforeAll(async () => {
  database = await createTestDatabase()
  admin = await insertAdmin(database)
  customer = await insertCustomer(database)
})
afterAll(() => database.close())

const insertDeliveredOrder = (payment: string | null = 'cash') =>
  insertDelivered(database, { admin, customer, payment })
const readVersion = (order: string) => readOrderVersion(database, order)
const refund = (
  order: string,
  fields: Partial<RefundFields>,
  actor: Parameters<typeof callRefundOrder>[1] = admin,
) => callRefundOrder(database, actor, order, fields)
const refundsOf = (order: string) =>
  database.query('select amount, method, reason, is_restocked from refunds where order_id = $1 order by at', [
    order,
  ])

describe('REFUND-3 What is refunded', () => {
  test('REFUND-3 REFUND-4 pieces of a line at the price of the order', async () => {
    const { id, honey, items } = await insertDeliveredOrder()
    await database.query('update products set price = 99 where id = $1', [honey.id])
    const result = await refund(id, { lines: [{ id: items[0]!, quantity: 2 }], amount: 9 })
    expect(result).toMatchObject({ ok: true, value: { amount: 9, already_refunded: false } })
    expect(await refundsOf(id)).toEqual([
      { amount: 9, method: 'card', reason: 'Jar broke', is_restocked: false },
    ])
    expect(await readStock(database, honey)).toBe(7)
    expect((await readOrderHistory(database, id)).at(-1)).toMatchObject({
      event: 'refunded',
      reason: null,
      note: 'Jar broke',
      details: {
        amount: 9,
        method: 'card',
        is_restocked: false,
        items: [{ name: 'Forest Honey', quantity: 2, amount: 9 }],
      },
    })
  })

  test('REFUND-3 the whole order, and after a goodwill amount what remains of it', async () => {
    const whole = await insertDeliveredOrder()
    expect(resultCode(await refund(whole.id, { isWhole: true, amount: 18, restock: true }))).toBe('done')
    expect([await readStock(database, whole.honey), await readStock(database, whole.pepper)]).toEqual([
      10, 10,
    ])
    const partly = await insertDeliveredOrder()
    expect(resultCode(await refund(partly.id, { free: 2.5, amount: 2.5 }))).toBe('done')
    expect(await refund(partly.id, { isWhole: true, amount: 18 })).toEqual({
      ok: false,
      refusal: { code: 'amount-differs', amount: 15.5 },
    })
    expect(resultCode(await refund(partly.id, { isWhole: true, amount: 15.5, restock: true }))).toBe('done')
    expect(await readStock(database, partly.honey)).toBe(10)
    expect(await countRows(database, 'refund_lines', 'order_item_id = any ($1)', [partly.items])).toBe(2)
  })

  test('REFUND-3 an order that was cancelled after its delivery', async () => {
    const { id, items, honey } = await insertDeliveredOrder()
    await callProcedure(database, admin, 'cancel_order', [id, 'Cancelled by admin', null, true])
    const lines = [{ id: items[0]!, quantity: 1 }]
    expect(resultCode(await refund(id, { lines, amount: 4.5, restock: true }))).toBe('done')
    expect(await readStock(database, honey)).toBe(8)
  })

  test('REFUND-3 not one that is open or was cancelled before', async () => {
    const product = await insertProduct(database)
    for (const isCancelled of [false, true]) {
      const id = await insertOrder(database, { customer, lines: [{ product, quantity: 1 }] })
      if (isCancelled) await callProcedure(database, admin, 'cancel_order', [id, 'Cancelled by admin'])
      expect(resultCode(await refund(id, { isWhole: true, amount: 4.5, payment: 'cash' }))).toBe(
        'not-delivered',
      )
      expect(
        resultCode(
          await callProcedure(database, admin, 'record_door_payment', [id, await readVersion(id), 'cash']),
        ),
      ).toBe('not-delivered')
    }
  })
})

describe('REFUND-5 Never more than was paid or bought', () => {
  test('REFUND-5 no more pieces of a line than were bought minus refunded', async () => {
    const { id, items } = await insertDeliveredOrder()
    const jars = (quantity: number) => ({ lines: [{ id: items[0]!, quantity }], amount: 4.5 * quantity })
    expect(resultCode(await refund(id, jars(2)))).toBe('done')
    expect(await refund(id, jars(2))).toEqual({
      ok: false,
      refusal: { code: 'more-than-bought', lines: [{ id: items[0], name: 'Forest Honey', remaining: 1 }] },
    })
    expect(resultCode(await refund(id, jars(1)))).toBe('done')
  })

  test('REFUND-5 no more money than was paid minus refunded, by lines, goodwill or both', async () => {
    const { id, items } = await insertDeliveredOrder()
    expect(resultCode(await refund(id, { free: 18.01, amount: 18.01 }))).toBe('more-than-remains')
    expect(resultCode(await refund(id, { free: 15, amount: 15 }))).toBe('done')
    const lines = [{ id: items[0]!, quantity: 1 }]
    expect(await refund(id, { lines, amount: 4.5 })).toEqual({
      ok: false,
      refusal: { code: 'more-than-remains', amount: 4.5, remaining: 3 },
    })
    expect(resultCode(await refund(id, { free: 3, amount: 3 }))).toBe('done')
    expect(resultCode(await refund(id, { isWhole: true, amount: 0 }))).toBe('nothing-remains')
  })

  test('REFUND-5 nothing of an order that was not paid', async () => {
    const unpaid = await insertDeliveredOrder('not-paid')
    expect(resultCode(await refund(unpaid.id, { isWhole: true, amount: 18, payment: 'cash' }))).toBe(
      'not-paid',
    )
    const unknown = await insertDeliveredOrder(null)
    expect(resultCode(await refund(unknown.id, { isWhole: true, amount: 18, payment: 'not-paid' }))).toBe(
      'not-paid',
    )
    expect((await readOrderHistory(database, unknown.id)).at(-1)).toMatchObject({ event: 'moved' })
  })

  test('REFUND-4 an amount that was not the confirmed one is refused with the computed one', async () => {
    const { id, items } = await insertDeliveredOrder()
    const lines = [{ id: items[1]!, quantity: 1 }]
    for (const amount of [2.24, 2.26, 0, null])
      expect(await refund(id, { lines, amount })).toEqual({
        ok: false,
        refusal: { code: 'amount-differs', amount: 2.25 },
      })
  })

  test('REFUND-5 invalid lines, amounts, methods and reasons are refused and change nothing', async () => {
    const { id, items } = await insertDeliveredOrder()
    const other = await insertDeliveredOrder()
    const before = await readOrderHistory(database, id)
    const tried: [string, Partial<RefundFields>][] = [
      ['quantity-invalid', { lines: [{ id: other.items[0]!, quantity: 1 }] }],
      ['quantity-invalid', { lines: [{ id: items[0]!, quantity: 0 }] }],
      ['quantity-invalid', { lines: [{ id: items[0]!, quantity: -1 }] }],
      ['quantity-invalid', { lines: [{ id: items[0]!, quantity: 1.5 }] }],
      ['quantity-invalid', { lines: [{ id: items[0]!, quantity: '1' }] }],
      ['quantity-invalid', { lines: [{ id: 'nothing', quantity: 1 }] }],
      [
        'quantity-invalid',
        {
          lines: [
            { id: items[0]!, quantity: 1 },
            { id: items[0]!.toUpperCase(), quantity: 1 },
          ],
        },
      ],
      ['free-amount-invalid', { free: -1, amount: -1 }],
      ['free-amount-invalid', { free: 0.001, amount: 0.001 }],
      ['free-amount-invalid', { free: 'NaN' }],
      ['nothing-chosen', { lines: [], amount: 0 }],
      ['nothing-chosen', { lines: null, amount: 0, free: null }],
      ['reason-missing', { isWhole: true, amount: 18, reason: ' \n' }],
      ['method-missing', { isWhole: true, amount: 18, method: 'paypal' }],
      ['changed-meanwhile', { isWhole: true, amount: 18, key: null }],
      ['changed-meanwhile', { isWhole: true, amount: 18, version: 1 }],
    ]
    for (const [code, fields] of tried)
      expect(resultCode(await refund(id, fields)), JSON.stringify(fields)).toBe(code)
    expect(await refundsOf(id)).toEqual([])
    expect(await readOrderHistory(database, id)).toEqual(before)
  })
})

describe('REFUND-7 Stock', () => {
  test('REFUND-7 goods come back only if asked, with one row of the ledger for each refund', async () => {
    const { id, honey, items } = await insertDeliveredOrder()
    const jar = { lines: [{ id: items[0]!, quantity: 1 }], amount: 4.5 }
    await refund(id, { ...jar, restock: true })
    await refund(id, { ...jar, restock: null })
    await refund(id, { ...jar, restock: true })
    await refund(id, { free: 1, amount: 1, restock: true })
    expect(await readStock(database, honey)).toBe(9)
    const ledger = await database.query(
      `select a.quantity_change, a.stock_after, a.reason, a.actor_id, r.amount
         from inventory_adjustments a join refunds r on r.id = a.refund_id where a.product_id = $1 order by a.id`,
      [honey.id],
    )
    const row = { quantity_change: 1, reason: 'Refunded and returned', actor_id: admin.userId, amount: 4.5 }
    expect(ledger).toEqual([
      { ...row, stock_after: 8 },
      { ...row, stock_after: 9 },
    ])
    expect((await refundsOf(id)).map((one) => (one as { is_restocked: boolean }).is_restocked)).toEqual([
      true,
      false,
      true,
      false,
    ])
    expect(await findInconsistencies(database)).toEqual([])
  })
})

describe('REFUND-8 A form that is sent again', () => {
  test('REFUND-8 is the same refund, with one change of stock and one email', async () => {
    const { id, honey, items } = await insertDeliveredOrder()
    const form = {
      key: crypto.randomUUID(),
      version: await readVersion(id),
      lines: [{ id: items[0]!, quantity: 2 }],
      amount: 9,
      restock: true,
    }
    const first = await refund(id, form)
    const again = await refund(id, form)
    expect(first).toMatchObject({ ok: true, value: { already_refunded: false } })
    expect(again).toMatchObject({ ok: true, value: { already_refunded: true, amount: 9 } })
    expect(await refundsOf(id)).toHaveLength(1)
    expect(await readStock(database, honey)).toBe(9)
    expect(
      await countRows(database, 'outbox', `kind = 'order-refunded' and payload ->> 'order_id' = $1`, [id]),
    ).toBe(1)
    expect(await refund(id, { ...form, amount: 4.5, lines: [{ id: items[0]!, quantity: 1 }] })).toEqual({
      ok: false,
      refusal: { code: 'key-reused', amount: 9 },
    })
    expect(resultCode(await refund(id, { ...form, reason: 'Another' }))).toBe('key-reused')
  })
})
