import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CHECKOUT } from '#platform/database/connection/actor-transactions.server.ts'
import type { Customer } from '#shop/permissions.ts'
import { DEFAULT_ORDER_LIMITS, type OrderLimits } from '#shop/order-limits.ts'
import { readCurrentSettings, writeFirstSettings } from '#features/settings/settings-queries.server.ts'
import {
  insertCustomer,
  testAddress,
  insertAdmin,
  insertOrder,
  insertProduct,
  callProcedure,
  resultCode,
  countRows,
  toOrderLines,
  callPlaceOrder,
  readStock,
  findInconsistencies,
  type ProcedureResult,
  type TestProduct,
  type RequestedLine,
} from '#tests/fixtures/databases/test-records.ts'
import {
  openConcurrentConnections,
  countByResultCode,
  repeat,
} from '#tests/fixtures/databases/concurrent-connections.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
const WIDE: OrderLimits = {
  max_quantity_per_product: 999,
  max_products_per_order: 100,
  max_quantity_per_order: 99_900,
  max_open_total_unverified: 1e8,
  max_open_total_verified: 1e8,
  max_orders_per_hour_per_account: 1_000_000,
  max_orders_per_hour_per_address: 1_000_000,
}
beforeEach(() => writeFirstSettings(database.db.worker, { orderLimits: WIDE }))
const limited = (limits: Partial<OrderLimits>) =>
  writeFirstSettings(database.db.worker, { orderLimits: { ...WIDE, ...limits } })

const anUnverifiedCustomer = () => insertCustomer(database, { isVerified: false })
const insertProducts = (count: number, stock = 1000) =>
  Promise.all(repeat(count, () => insertProduct(database, { price: 1, stock })))
const refusalOf = (result: ProcedureResult) => (result.ok ? null : result.refusal)

type Sent = { customer: Customer; lines: RequestedLine[]; caller?: string; key?: string }
const placeTogether = (sent: Sent[]) =>
  callProcedure(database, CHECKOUT, 'place_orders', [
    sent.map(({ customer, lines, caller, key = crypto.randomUUID() }) => ({
      user_id: customer.userId,
      idempotency_key: key,
      lines: toOrderLines(lines),
      shipping_address: testAddress,
      payment_method: 'cod',
      caller,
    })),
  ]) as unknown as Promise<ProcedureResult[]>

describe('LIMIT-11 Limits of one order', () => {
  test('at most 20 units per product: the refused line names the limit, but not the exact stock', async () => {
    await limited({ max_quantity_per_product: 20 })
    const honey = await insertProduct(database, { stock: 4711 })
    const customer = await insertCustomer(database)
    const result = await callPlaceOrder(database, customer, toOrderLines([{ product: honey, quantity: 21 }]))
    expect(refusalOf(result)).toEqual({
      code: 'cart-changed',
      lines: [
        { product_id: honey.id, problem: 'over-limit', name: honey.name, price: honey.price, stock: 20 },
      ],
    })
    expect(await readStock(database, honey)).toBe(4711)
    expect(
      resultCode(await callPlaceOrder(database, customer, toOrderLines([{ product: honey, quantity: 20 }]))),
    ).toBe('done')
  })

  test('lines of one product are added up', async () => {
    await limited({ max_quantity_per_product: 20 })
    const honey = await insertProduct(database, { stock: 1000 })
    const lines = [
      ...toOrderLines([{ product: honey, quantity: 11 }]),
      ...toOrderLines([{ product: honey, quantity: 10 }]),
    ]
    expect(refusalOf(await callPlaceOrder(database, await insertCustomer(database), lines))).toMatchObject({
      lines: [{ problem: 'over-limit' }],
    })
  })

  test('insufficient stock is reported as such, and a changed price reveals no stock above the limit', async () => {
    await limited({ max_quantity_per_product: 20 })
    const [short, dear] = [
      await insertProduct(database, { stock: 4 }),
      await insertProduct(database, { stock: 4711 }),
    ]
    const result = await callPlaceOrder(
      database,
      await insertCustomer(database),
      toOrderLines([
        { product: short, quantity: 25 },
        { product: dear, quantity: 1, price: 1 },
      ]),
    )
    expect(refusalOf(result)).toMatchObject({
      lines: [
        { problem: 'not-enough-stock', stock: 4 },
        { problem: 'price-changed', stock: 20 },
      ],
    })
  })

  test('at most 30 products and 100 units', async () => {
    await limited({ max_products_per_order: 30, max_quantity_per_order: 100 })
    const many = await insertProducts(31)
    const customer = await insertCustomer(database)
    const each = (count: number, quantity: number) =>
      toOrderLines(many.slice(0, count).map((product) => ({ product, quantity })))
    expect(refusalOf(await callPlaceOrder(database, customer, each(31, 1)))).toEqual({
      code: 'too-many-products',
      max: 30,
    })
    expect(resultCode(await callPlaceOrder(database, customer, each(30, 1)))).toBe('done')
    expect(refusalOf(await callPlaceOrder(database, customer, each(3, 34)))).toEqual({
      code: 'order-too-large',
      max: 100,
    })
    expect(resultCode(await callPlaceOrder(database, customer, each(4, 25)))).toBe('done')
  })

  test('an order placed under higher limits is still found by its key', async () => {
    const honey = await insertProduct(database, { stock: 100 })
    const customer = await insertCustomer(database)
    const again = () =>
      callPlaceOrder(database, customer, toOrderLines([{ product: honey, quantity: 50 }]), {
        key: 'placed-before',
      })
    const first = await again()
    await limited({
      max_quantity_per_product: 20,
      max_quantity_per_order: 30,
      max_open_total_unverified: 0,
      max_orders_per_hour_per_account: 1,
    })
    expect(await again()).toEqual({ ...first, value: { ...(first.ok && first.value), repeated: true } })
  })

  test('an administrator may exceed the limits when editing an order', async () => {
    await limited({ max_quantity_per_product: 20, max_open_total_unverified: 100 })
    const honey = await insertProduct(database, { price: 4.5, stock: 100 })
    const id = await insertOrder(database, { lines: [{ product: honey, quantity: 20 }] })
    const [item] = await database.query<{ id: string; version: number }>(
      'select i.id, o.version from order_items i join orders o on o.id = i.order_id where o.id = $1',
      [id],
    )
    const admin = await insertAdmin(database)
    expect(
      resultCode(
        await callProcedure(database, admin, 'edit_order', [
          id,
          item!.version,
          [{ id: item!.id, quantity: 60 }],
          null,
        ]),
      ),
    ).toBe('done')
  })
})

describe('LIMIT-12 Open total of one customer', () => {
  const pounds = (customer: Customer, product: TestProduct, quantity: number) =>
    callPlaceOrder(database, customer, toOrderLines([{ product, quantity }]))

  test('£150 if unverified: the next order is refused with the open total; delivery, cancellation or verification frees it', async () => {
    await limited({ max_open_total_unverified: 150, max_open_total_verified: 600 })
    const tea = await insertProduct(database, { price: 1, stock: 5000 })
    const customer = await anUnverifiedCustomer()
    const first = await pounds(customer, tea, 150)
    expect(resultCode(first)).toBe('done')
    const refusal = {
      code: 'open-total-exceeded',
      open_total: 150,
      max: 150,
      max_verified: 600,
      is_verified: false,
    }
    expect(refusalOf(await pounds(customer, tea, 1))).toEqual(refusal)
    const admin = await insertAdmin(database)
    const id = first.ok && first.value.order_id
    for (const [from, to] of [
      ['pending', 'processing'],
      ['processing', 'shipped'],
    ]) {
      await callProcedure(database, admin, 'move_order', [id, from, to])
      expect(refusalOf(await pounds(customer, tea, 1)), to).toEqual(refusal)
    }
    await callProcedure(database, admin, 'move_order', [id, 'shipped', 'delivered'])
    const second = await pounds(customer, tea, 150)
    expect(resultCode(second)).toBe('done')
    await callProcedure(database, customer, 'cancel_order', [
      second.ok && second.value.order_id,
      'Cancelled by customer',
    ])
    expect(resultCode(await pounds(customer, tea, 150))).toBe('done')
    await database.query('update accounts."user" set email_verified = true where id = $1', [customer.userId])
    expect(resultCode(await pounds(customer, tea, 450))).toBe('done')
    expect(refusalOf(await pounds(customer, tea, 1))).toEqual({
      ...refusal,
      open_total: 600,
      max: 600,
      is_verified: true,
    })
  })

  test('is available before checkout', async () => {
    await limited({ max_open_total_unverified: 150, max_open_total_verified: 600 })
    const [customer, verified] = [await anUnverifiedCustomer(), await insertCustomer(database)]
    await pounds(customer, await insertProduct(database, { price: 12.5, stock: 5000 }), 3)
    expect(await callProcedure(database, customer, 'own_order_allowance', [])).toEqual({
      is_verified: false,
      open_total: 37.5,
      max_open_total: 150,
      max_open_total_verified: 600,
    })
    expect(await callProcedure(database, verified, 'own_order_allowance', [])).toEqual({
      is_verified: true,
      open_total: 0,
      max_open_total: 600,
      max_open_total_verified: 600,
    })
  })

  test('orders of one customer in one batch count one after the other', async () => {
    await limited({ max_open_total_unverified: 150 })
    const tea = await insertProduct(database, { price: 60, stock: 100 })
    const [asha, ben] = [await anUnverifiedCustomer(), await anUnverifiedCustomer()]
    const one = (customer: Customer) => ({ customer, lines: [{ product: tea, quantity: 1 }] })
    const results = await placeTogether([one(asha), one(ben), one(asha), one(asha), one(ben)])
    expect(results.map(resultCode)).toEqual(['done', 'done', 'done', 'open-total-exceeded', 'done'])
    expect(refusalOf(results[3]!)).toMatchObject({ open_total: 120 })
  })

  test('40 concurrent orders of one customer never exceed the limit together', async () => {
    await limited({ max_open_total_unverified: 150 })
    const tea = await insertProduct(database, { price: 25, stock: 1000 })
    const customer = await anUnverifiedCustomer()
    const clients = await openConcurrentConnections(database)
    try {
      const results = await Promise.all(
        repeat(40, () => clients.place(customer, toOrderLines([{ product: tea, quantity: 1 }]))),
      )
      expect(countByResultCode(results)).toEqual({ done: 6, 'open-total-exceeded': 34 })
    } finally {
      await clients.close()
    }
    expect(await readStock(database, tea)).toBe(994)
  })
})

describe('LIMIT-13 Order rate', () => {
  test('10 an hour per account, including cancelled ones; the refusal says how long to wait', async () => {
    await limited({ max_orders_per_hour_per_account: 10 })
    const tea = await insertProduct(database, { stock: 1000 })
    const customer = await insertCustomer(database)
    const order = () => callPlaceOrder(database, customer, toOrderLines([{ product: tea, quantity: 1 }]))
    for (let number = 0; number < 10; number += 1) {
      const result = await order()
      if (result.ok && number < 3)
        await callProcedure(database, customer, 'cancel_order', [
          result.value.order_id,
          'Cancelled by customer',
        ])
    }
    const refusal = refusalOf(await order())
    expect(refusal).toMatchObject({ code: 'too-many-orders' })
    expect(refusal!.retry_after_seconds).toBeGreaterThan(3500)
    expect(refusal!.retry_after_seconds).toBeLessThanOrEqual(3600)
    expect(await countRows(database, 'orders', 'user_id = $1', [customer.userId])).toBe(10)
    await database.query(`begin; set local session_replication_role = replica;
      update orders set created_at = created_at - interval '61 minutes' where user_id = '${customer.userId}'; commit`)
    expect(resultCode(await order())).toBe('done')
  })

  test('a limit per hour and client address across accounts, for single orders and batches', async () => {
    await limited({ max_orders_per_hour_per_address: 6 })
    const tea = await insertProduct(database, { stock: 1000 })
    const customers = await Promise.all(repeat(10, () => insertCustomer(database)))
    const sent = (customer: Customer, caller?: string): Sent => ({
      customer,
      lines: [{ product: tea, quantity: 1 }],
      ...(caller && { caller }),
    })
    expect(
      (await placeTogether(customers.slice(0, 4).map((one) => sent(one, 'a flat')))).map(resultCode),
    ).toEqual(['done', 'done', 'done', 'done'])
    const results = await placeTogether([
      sent(customers[4]!, 'a flat'),
      sent(customers[5]!, 'elsewhere'),
      sent(customers[6]!, 'a flat'),
      sent(customers[7]!, 'a flat'),
      sent(customers[8]!),
    ])
    expect(results.map(resultCode)).toEqual(['done', 'done', 'done', 'too-many-orders', 'done'])
    expect(refusalOf(results[3]!)!.retry_after_seconds).toBeGreaterThan(500)
    const alone = await callProcedure(database, customers[9]!, 'place_order', [
      crypto.randomUUID(),
      toOrderLines([{ product: tea, quantity: 1 }]),
      testAddress,
      'cod',
      'a flat',
    ])
    expect(resultCode(alone)).toBe('too-many-orders')
    await database.query(
      `update accounts.rate_limit set used_until = used_until - interval '11 minutes' where key = 'a flat'`,
    )
    expect((await placeTogether([sent(customers[9]!, 'a flat')])).map(resultCode)).toEqual(['done'])
  })

  test('refused and repeated attempts do not count', async () => {
    await limited({ max_orders_per_hour_per_address: 2, max_orders_per_hour_per_account: 2 })
    const tea = await insertProduct(database, { stock: 10 })
    const customer = await insertCustomer(database)
    const send = (quantity: number, key = crypto.randomUUID() as string) =>
      placeTogether([{ customer, lines: [{ product: tea, quantity }], caller: 'a house', key }])
    for (let number = 0; number < 5; number += 1)
      expect((await send(11)).map(resultCode)).toEqual(['cart-changed'])
    for (let number = 0; number < 5; number += 1)
      expect((await send(1, 'once')).map(resultCode)).toEqual(['done'])
    expect((await send(1)).map(resultCode)).toEqual(['done'])
    expect((await send(1)).map(resultCode)).toEqual(['too-many-orders'])
  })
})

describe('LIMIT-14 The settings', () => {
  test('start from environment and defaults, and follow the environment until an administrator changes them', async () => {
    await writeFirstSettings(database.db.worker, { orderLimits: { max_quantity_per_product: 6 } })
    expect((await readCurrentSettings(database.db.worker)).limits).toEqual({
      ...DEFAULT_ORDER_LIMITS,
      max_quantity_per_product: 6,
    })
    await database.query(
      `update settings set value = '12', set_by = 'owner' where name = 'max_quantity_per_product'`,
    )
    await writeFirstSettings(database.db.worker, {
      orderLimits: { max_quantity_per_product: 7, max_products_per_order: 8 },
    })
    expect((await readCurrentSettings(database.db.worker)).limits).toEqual({
      ...DEFAULT_ORDER_LIMITS,
      max_quantity_per_product: 12,
      max_products_per_order: 8,
    })
    await database.query(`update settings set set_by = 'start'`)
  })
})

test('afterwards, stock and ledger are consistent', async () => {
  expect(await findInconsistencies(database)).toEqual([])
})
