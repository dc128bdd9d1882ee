import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  testAddress,
  insertCustomer,
  insertProduct,
  callProcedure,
  resultCode,
  toOrderLines,
  callPlaceOrder as placeAs,
  readStock,
  findInconsistencies,
  type ProcedureResult,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import type { Customer } from '#shop/permissions.ts'

let database: TestDatabase
let customer: Customer
let honey: TestProduct

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  customer = await insertCustomer(database)
  honey = await insertProduct(database, { name: 'Forest Honey', price: 6.95, stock: 10 })
})

const callPlaceOrder = (lines: unknown, how: Parameters<typeof placeAs>[3] = {}) =>
  placeAs(database, customer, lines, how)
const outcomeOf = async (result: Promise<ProcedureResult>) => resultCode(await result)
const countOrders = async () =>
  (
    await database.query<{ n: number }>('select count(*) as n from orders where user_id = $1', [
      customer.userId,
    ])
  )[0]!.n

describe('CHECKOUT-15 Repeated checkout attempts', () => {
  test('the same key and request return the same order', async () => {
    const lines = toOrderLines([{ product: honey, quantity: 1 }])
    const first = await callPlaceOrder(lines, { key: 'again' })
    const second = await callPlaceOrder(lines, { key: 'again' })
    expect(second).toEqual({ ok: true, value: { ...(first.ok && first.value), repeated: true } })
    expect(await readStock(database, honey)).toBe(9)
  })

  test('CHECKOUT-16 the same key for another cart, address or payment is refused', async () => {
    const lines = toOrderLines([{ product: honey, quantity: 1 }])
    await callPlaceOrder(lines, { key: 'again' })
    expect(
      await outcomeOf(callPlaceOrder(toOrderLines([{ product: honey, quantity: 2 }]), { key: 'again' })),
    ).toBe('key-reused')
    expect(
      await outcomeOf(
        callPlaceOrder(toOrderLines([{ product: honey, quantity: 1, price: 7 }]), { key: 'again' }),
      ),
    ).toBe('key-reused')
    expect(
      await outcomeOf(callPlaceOrder(lines, { key: 'again', address: { ...testAddress, city: 'Leeds' } })),
    ).toBe('key-reused')
    expect(await countOrders()).toBe(1)
  })

  test('a repeated attempt for an order cancelled since returns that status, for the same or another cart', async () => {
    const lines = toOrderLines([{ product: honey, quantity: 1 }])
    const first = await callPlaceOrder(lines, { key: 'again' })
    expect(first).toMatchObject({ ok: true, value: { status: 'pending' } })
    await callProcedure(database, customer, 'cancel_order', [
      first.ok && first.value['order_id'],
      'Cancelled by customer',
    ])
    expect(await callPlaceOrder(lines, { key: 'again' })).toMatchObject({
      ok: true,
      value: { status: 'cancelled', repeated: true },
    })
    expect(
      await callPlaceOrder(toOrderLines([{ product: honey, quantity: 2 }]), { key: 'again' }),
    ).toMatchObject({ refusal: { code: 'key-reused', status: 'cancelled' } })
    expect(await outcomeOf(callPlaceOrder(lines, { key: 'after it' }))).toBe('done')
    expect(await countOrders()).toBe(2)
  })

  test('a refused attempt may be repeated with the same key', async () => {
    const lines = toOrderLines([{ product: honey, quantity: 11 }])
    expect(await outcomeOf(callPlaceOrder(lines, { key: 'again' }))).toBe('cart-changed')
    await database.query('update products set stock = 20 where id = $1', [honey.id])
    await database.query(
      `insert into inventory_adjustments (product_id, quantity_change, reason, action_type, actor_kind, stock_after) values ($1, 10, 'Found', 'manual_adjustment', 'system', 20)`,
      [honey.id],
    )
    expect(await outcomeOf(callPlaceOrder(lines, { key: 'again' }))).toBe('done')
  })

  test('keys are per customer: another customer may use the same key', async () => {
    const lines = toOrderLines([{ product: honey, quantity: 1 }])
    await callPlaceOrder(lines, { key: 'mine' })
    const result = await callProcedure(database, await insertCustomer(database), 'place_order', [
      'mine',
      lines,
      testAddress,
      'cod',
    ])
    expect(result).toMatchObject({ ok: true, value: { repeated: false } })
  })

  test.each([null, '', '   ', 'x'.repeat(256)])('a key of %j is refused', async (key) => {
    expect(await outcomeOf(callPlaceOrder(toOrderLines([{ product: honey, quantity: 1 }]), { key }))).toBe(
      'key-missing',
    )
  })

  test('afterwards, stock and ledger are consistent', async () => {
    expect(await findInconsistencies(database)).toEqual([])
  })
})
