import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  findInconsistencies,
  insertCustomer,
  insertProduct,
  readStock,
  resultCode,
  toOrderLines,
  type ProcedureResult,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { CHARGED, setDelivery } from '#tests/fixtures/orders/delivery-settings.ts'
import { createCheckoutAttempt, placeOrderBatch } from '#tests/fixtures/orders/order-batch.ts'
import type { Customer } from '#shop/permissions.ts'

let database: TestDatabase
let customer: Customer
/** £10.00. */
let honey: TestProduct

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  customer = await insertCustomer(database)
  honey = await insertProduct(database, { price: 10, stock: 100 })
})

type Seen = { service?: string; charge?: number; day?: string; rate?: number; free_over?: number | null }

const attemptOf = (quantity: number, delivery?: Seen | null, changes = {}, who = customer) =>
  createCheckoutAttempt(who, toOrderLines([{ product: honey, quantity }]), {
    ...(delivery !== undefined && { delivery }),
    ...changes,
  })
const place = async (quantity: number, delivery?: Seen | null, changes = {}): Promise<ProcedureResult> =>
  (await placeOrderBatch(database, [attemptOf(quantity, delivery, changes)]))[0]!
const orderOf = async (result: ProcedureResult) => {
  const [order] = await database.query<Record<string, unknown>>(
    `select total_amount, delivery_service, delivery_rate, delivery_free_over, delivery_charge, estimated_delivery, dispatch_day
       from orders where id = $1`,
    [result.ok ? result.value['order_id'] : null],
  )
  return order
}
const expressDays = async () =>
  (
    await database.query<{ express_day: string; dispatch_day: string; standard_day: string }>(
      'select express_day, dispatch_day, standard_day from delivery_days()',
    )
  )[0]!

describe('DELIVERY-9 With charges off', () => {
  beforeEach(() => setDelivery(database, { is_charged: false }))

  test.each([undefined, null, { service: 'standard', charge: 0 }])(
    'DELIVERY-9 the total is that of the items (%j)',
    async (delivery) => {
      expect(await orderOf(await place(2, delivery))).toMatchObject({
        total_amount: 20,
        delivery_service: 'standard',
        delivery_rate: null,
        delivery_free_over: null,
        delivery_charge: 0,
        dispatch_day: null,
      })
    },
  )

  test.each([
    [
      { service: 'standard', charge: 3.99 },
      { is_offered: true, charge: 0, seen_charge: 3.99 },
    ],
    [
      { service: 'express', charge: 4.99 },
      { is_offered: false, charge: 0, seen_charge: 4.99 },
    ],
    [
      { service: 'express', charge: 0 },
      { is_offered: false, charge: 0, seen_charge: 0 },
    ],
    [
      { service: 'by owl', charge: 0 },
      { is_offered: false, charge: 0, seen_charge: 0 },
    ],
  ])('DELIVERY-13 %j is refused', async (delivery, refusal) => {
    expect(await place(2, delivery)).toEqual({ ok: false, refusal: { code: 'delivery-changed', ...refusal } })
    expect(await readStock(database, honey)).toBe(100)
  })

  test('DELIVERY-9 without a row of the setting, as before the first start', async () => {
    await database.query(`delete from settings where name = 'delivery'`)
    expect(await orderOf(await place(1))).toMatchObject({ total_amount: 10, delivery_rate: null })
  })
})

describe('DELIVERY-12 With charges on', () => {
  beforeEach(() => setDelivery(database, CHARGED))

  test.each([
    [1, 3.99, 13.99],
    [5, 3.99, 53.99],
    [6, 0, 60],
  ])('DELIVERY-12 %i × £10 with free delivery over £50: £%f is added', async (quantity, charge, total) => {
    expect(await orderOf(await place(quantity, { service: 'standard', charge }))).toMatchObject({
      total_amount: total,
      delivery_service: 'standard',
      delivery_rate: 3.99,
      delivery_free_over: 50,
      delivery_charge: charge,
      dispatch_day: null,
      estimated_delivery: (await expressDays()).standard_day,
    })
  })

  test('DELIVERY-12 without an amount over which it is free, every order is charged', async () => {
    await setDelivery(database, { ...CHARGED, free_over: null, standard: 2.5 })
    expect(await orderOf(await place(9, { service: 'standard', charge: 2.5 }))).toMatchObject({
      total_amount: 92.5,
      delivery_rate: 2.5,
      delivery_free_over: null,
    })
  })

  test('DELIVERY-12 DELIVERY-16 express is never free, and comes on the day that was seen', async () => {
    const { express_day: day, dispatch_day } = await expressDays()
    expect(await orderOf(await place(6, { service: 'express', charge: 4.99, day }))).toEqual({
      total_amount: 64.99,
      delivery_service: 'express',
      delivery_rate: 4.99,
      delivery_free_over: null,
      delivery_charge: 4.99,
      estimated_delivery: day,
      dispatch_day,
    })
  })

  test.each<[string, Seen | undefined]>([
    ['nothing', undefined],
    ['no charge', { service: 'standard', charge: 0 }],
    ['a charge below', { service: 'standard', charge: 3.98 }],
    ['a charge of text', { service: 'standard', charge: '3.99' as unknown as number }],
    ['the charge of the other service', { service: 'express', charge: 3.99 }],
    ['express without its day', { service: 'express', charge: 4.99 }],
    ['express on another day', { service: 'express', charge: 4.99, day: '2026-01-05' }],
    ['an unknown service', { service: 'drone', charge: 0 }],
  ])('DELIVERY-13 an order that saw %s is refused and takes nothing', async (_what, delivery) => {
    expect(resultCode(await place(1, delivery))).toBe('delivery-changed')
    expect(await readStock(database, honey)).toBe(100)
  })

  test.each([
    ['the current rates', { rate: 3.99, free_over: 50 }, 'done'],
    ['another rate', { rate: 2.99, free_over: 50 }, 'delivery-changed'],
    ['another amount', { rate: 3.99, free_over: 55 }, 'delivery-changed'],
    ['no amount', { rate: 3.99, free_over: null }, 'delivery-changed'],
  ])('DELIVERY-13 DELIVERY-18 free delivery that saw %s: %s', async (_what, rates, code) => {
    expect(resultCode(await place(6, { service: 'standard', charge: 0, ...rates }))).toBe(code)
  })

  test('DELIVERY-13 free delivery that saw charges switched off is refused, because an edit could charge it', async () => {
    expect(resultCode(await place(6))).toBe('delivery-changed')
    expect(resultCode(await place(6, null))).toBe('delivery-changed')
  })

  test('DELIVERY-13 express is refused while it is not offered', async () => {
    await setDelivery(database, { ...CHARGED, express: null })
    const { express_day: day } = await expressDays()
    expect(await place(1, { service: 'express', charge: 4.99, day })).toEqual({
      ok: false,
      refusal: { code: 'delivery-changed', is_offered: false, charge: 0, seen_charge: 4.99 },
    })
  })

  test('DELIVERY-13 CHECKOUT-15 refused, then placed with the same key; repeated, it is the same order', async () => {
    const key = { idempotency_key: crypto.randomUUID() }
    expect(resultCode(await place(1, { service: 'standard', charge: 1 }, key))).toBe('delivery-changed')
    const seen = { service: 'standard', charge: 3.99 }
    const placed = await place(1, seen, key)
    expect(placed).toMatchObject({ ok: true, value: { total_amount: 13.99, repeated: false } })
    await setDelivery(database, { ...CHARGED, standard: 9 })
    expect(await place(1, seen, key)).toMatchObject({
      ok: true,
      value: { order_id: placed.ok && placed.value['order_id'], total_amount: 13.99, repeated: true },
    })
    expect(resultCode(await place(1, { service: 'standard', charge: 9 }, key))).toBe('key-reused')
  })

  test('DELIVERY-12 CHECKOUT-17 each order of a batch has the charge of its own service and items', async () => {
    const { express_day: day } = await expressDays()
    const customers = await Promise.all([1, 2, 3, 4].map(() => insertCustomer(database)))
    const results = await placeOrderBatch(database, [
      attemptOf(1, { service: 'standard', charge: 3.99 }, {}, customers[0]),
      attemptOf(6, { service: 'standard', charge: 3.99 }, {}, customers[1]),
      attemptOf(6, { service: 'express', charge: 4.99, day }, {}, customers[2]),
      attemptOf(7, { service: 'standard', charge: 0 }, {}, customers[3]),
    ])
    expect(results.map(resultCode)).toEqual(['done', 'delivery-changed', 'done', 'done'])
    expect(results.map((result) => (result.ok ? result.value['total_amount'] : null))).toEqual([
      13.99,
      null,
      64.99,
      70,
    ])
  })

  test('LIMIT-3 the charge counts for what may be open', async () => {
    await database.query(
      `insert into settings (name, value) values ('max_open_total_verified', '30')
       on conflict (name) do update set value = excluded.value`,
    )
    try {
      expect(resultCode(await place(3, { service: 'standard', charge: 3.99 }))).toBe('open-total-exceeded')
    } finally {
      await database.query(`delete from settings where name = 'max_open_total_verified'`)
    }
  })

  test('DELIVERY-12 no writing of an order leaves a charge that its rates do not give', async () => {
    const placed = await place(1, { service: 'standard', charge: 3.99 })
    const id = placed.ok && placed.value['order_id']
    for (const change of [
      'delivery_charge = 0',
      'total_amount = total_amount + 100',
      'delivery_rate = 1',
      `delivery_service = 'express'`,
    ])
      await expect(database.query(`update orders set ${change} where id = $1`, [id]), change).rejects.toThrow(
        /delivery_charge_follows_rates|dispatch_day_of_express/,
      )
  })
})

test.each([
  ['2026-11-24 13:59:59', 14, '2026-11-24'],
  ['2026-11-24 14:00:00', 14, '2026-11-25'],
  ['2026-11-24 00:00:00', 1, '2026-11-24'],
  ['2026-11-27 14:30:00', 14, '2026-11-30'],
  ['2026-11-28 09:00:00', 14, '2026-11-30'],
  ['2026-12-24 09:00:00', 14, '2026-12-24'],
  ['2026-12-24 15:00:00', 14, '2026-12-29'],
  ['2026-07-14 13:30:00', 14, '2026-07-14'],
])('DELIVERY-16 express of %s in London with a cut-off at %i is sent on %s', async (at, hour, day) => {
  expect(
    await database.query(
      `select express_dispatch_day($1::timestamp at time zone 'Europe/London', $2) as day`,
      [at, hour],
    ),
  ).toEqual([{ day }])
})

test('DELIVERY-12 DELIVERY-18 the total of each order is its items and its charge', async () => {
  expect(await findInconsistencies(database)).toEqual([])
})
