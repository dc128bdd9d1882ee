import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  testAddress,
  insertCustomer,
  insertAdmin,
  insertProduct,
  callProcedure,
  countRows,
  toOrderLines,
  callPlaceOrder as placeAlone,
  readStock,
  findInconsistencies,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import {
  indexesUsed,
  sequentiallyScannedTables,
  connectCapturingPlans,
} from '#tests/fixtures/databases/captured-query-plans.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import {
  createCheckoutAttempt,
  readStockLedger,
  placedResult,
  placeOrderBatch,
} from '#tests/fixtures/orders/order-batch.ts'
import { visitor, type Customer } from '#shop/permissions.ts'
import { CHECKOUT } from '#platform/database/connection/actor-transactions.server.ts'

let database: TestDatabase
let asha: Customer
let ben: Customer
let chitra: Customer
let honey: TestProduct
let pepper: TestProduct

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  ;[asha, ben, chitra] = [
    await insertCustomer(database),
    await insertCustomer(database),
    await insertCustomer(database),
  ]
  honey = await insertProduct(database, { name: 'Forest Honey', price: 6.95, stock: 10 })
  pepper = await insertProduct(database, { name: 'Black Pepper', price: 4.05, stock: 10 })
})

const toLine = (product: TestProduct, quantity = 1) => toOrderLines([{ product, quantity }])
const short = (product: TestProduct, stock: number) => ({
  ok: false,
  refusal: {
    code: 'cart-changed',
    lines: [
      {
        product_id: product.id,
        problem: 'not-enough-stock',
        name: product.name,
        price: product.price,
        stock,
      },
    ],
  },
})

describe('Placing orders of several customers in one call', () => {
  test('CHECKOUT-13 stores the same for each as single calls', async () => {
    const both = toOrderLines([
      { product: pepper, quantity: 3 },
      { product: honey, quantity: 2 },
    ])
    const checkoutAttempts = [
      createCheckoutAttempt(asha, both, { idempotency_key: 'of-asha' }),
      createCheckoutAttempt(ben, toLine(pepper, 2), {
        shipping_address: { ...testAddress, full_name: '  Ben   Rose ', post_code: 'le1  1aa' },
      }),
      createCheckoutAttempt(
        chitra,
        toOrderLines([
          { product: honey, quantity: 1 },
          { product: pepper, quantity: 1 },
        ]),
      ),
    ]
    const results = await placeOrderBatch(database, checkoutAttempts)
    expect(results).toEqual([placedResult(26.05), placedResult(8.1), placedResult(11)])
    const ids = results.map((procedureResult) =>
      procedureResult.ok ? (procedureResult.value['order_id'] as string) : '',
    )
    const emailsAndNames = [
      [asha, 'Priya Nair', 'SW1A 1AA'],
      [ben, 'Ben Rose', 'LE1 1AA'],
      [chitra, 'Priya Nair', 'SW1A 1AA'],
    ] as const
    const days = `working_days_after((now() at time zone 'Europe/London')::date, 3)`
    expect(
      await database.query(
        `select o.*, o.estimated_delivery = ${days} as comes_in_time from orders o where id = any ($1) order by array_position($1, id)`,
        [ids],
      ),
    ).toMatchObject(
      emailsAndNames.map(([{ userId, email }, full_name, post_code], callPlaceOrder) => ({
        id: ids[callPlaceOrder],
        user_id: userId,
        total_amount: [26.05, 8.1, 11][callPlaceOrder],
        status: 'pending',
        payment_method: 'cod',
        version: 1,
        actual_delivery: null,
        comes_in_time: true,
        shipping_address: { ...testAddress, full_name, post_code, email },
      })),
    )

    const items = `select order_id, line_number, product_id, quantity, price, subtotal, product_name, net_weight, allergy_advice, image_url
                     from order_items where order_id = any ($1) order by array_position($1, order_id), line_number`
    const item = (
      callPlaceOrder: number,
      line_number: number,
      { id, name, price }: TestProduct,
      quantity: number,
    ) => ({
      order_id: ids[callPlaceOrder],
      line_number,
      product_id: id,
      quantity,
      price,
      subtotal: Math.round(price * quantity * 100) / 100,
      product_name: name,
      net_weight: '250g',
      allergy_advice: 'Contains none of the 14.',
      image_url: '/honey.webp',
    })
    expect(await database.query(items, [ids])).toEqual([
      item(0, 1, pepper, 3),
      item(0, 2, honey, 2),
      item(1, 1, pepper, 2),
      item(2, 1, honey, 1),
      item(2, 2, pepper, 1),
    ])
    const taken = (callPlaceOrder: number, quantity: number, stock_after: number) => ({
      quantity_change: -quantity,
      stock_after,
      order_id: ids[callPlaceOrder],
    })
    const first = { quantity_change: 10, stock_after: 10, order_id: null }
    expect(await readStockLedger(database, pepper)).toEqual([
      first,
      taken(0, 3, 7),
      taken(1, 2, 5),
      taken(2, 1, 4),
    ])
    expect(await readStockLedger(database, honey)).toEqual([first, taken(0, 2, 8), taken(2, 1, 7)])
    expect([await readStock(database, pepper), await readStock(database, honey)]).toEqual([4, 7])
    expect(
      await countRows(
        database,
        'inventory_adjustments',
        `order_id = any ($1) and actor_kind = 'customer' and actor_id = (select user_id from orders o where o.id = order_id)
       and reason = 'Order placed' and action_type = 'order_placed'`,
        [ids],
      ),
    ).toBe(5)

    for (const [callPlaceOrder, { userId, email }] of [asha, ben, chitra].entries()) {
      const order = [ids[callPlaceOrder]]
      expect(
        await database.query(
          'select actor_kind, actor_id, event, from_status, to_status, reason, note, details from order_history where order_id = $1',
          order,
        ),
      ).toEqual([
        {
          actor_kind: 'customer',
          actor_id: userId,
          event: 'placed',
          from_status: null,
          to_status: 'pending',
          reason: null,
          note: null,
          details: null,
        },
      ])
      expect(
        await database.query(
          `select kind, dedupe_key, recipient, payload, attempts from outbox where payload ->> 'order_id' = $1`,
          order,
        ),
      ).toEqual([
        {
          kind: 'order-confirmation',
          dedupe_key: `order-confirmation:${order[0]}`,
          recipient: email,
          payload: { order_id: order[0] },
          attempts: 0,
        },
      ])
      expect(
        await database.query('select user_id, key from idempotency_keys where order_id = $1', order),
      ).toEqual([{ user_id: userId, key: checkoutAttempts[callPlaceOrder]!.idempotency_key }])
    }
    expect(
      await placeAlone(database, asha, both, { key: 'of-asha' }),
      'and each is known when it comes again alone',
    ).toEqual({
      ok: true,
      value: { order_id: ids[0], total_amount: 26.05, status: 'pending', repeated: true },
    })
  })

  test('CHECKOUT-14 stock taken by one attempt is not available to the next, and a refused attempt takes none', async () => {
    const [dee, eve] = [await insertCustomer(database), await insertCustomer(database)]
    const results = await placeOrderBatch(database, [
      createCheckoutAttempt(asha, toLine(honey, 6)),
      createCheckoutAttempt(
        ben,
        toOrderLines([
          { product: pepper, quantity: 4 },
          { product: honey, quantity: 5 },
        ]),
      ),
      createCheckoutAttempt(
        chitra,
        toOrderLines([
          { product: honey, quantity: 3 },
          { product: pepper, quantity: 10 },
        ]),
      ),
      createCheckoutAttempt(dee, toLine(honey)),
      createCheckoutAttempt(eve, toLine(honey)),
    ])
    expect(results).toEqual([
      placedResult(41.7),
      short(honey, 4),
      placedResult(61.35),
      placedResult(6.95),
      short(honey, 0),
    ])
    expect([await readStock(database, honey), await readStock(database, pepper)]).toEqual([0, 0])
    expect(await countRows(database, 'orders', 'user_id = any ($1)', [[ben.userId, eve.userId]])).toBe(0)
    expect((await readStockLedger(database, honey)).map(({ stock_after }) => stock_after)).toEqual([
      10, 4, 1, 0,
    ])
  })

  test('one customer’s lines of a product in different UUID spellings are merged, beside another customer’s line of it', async () => {
    const twice = [
      ...toLine(honey, 2),
      { product_id: honey.id.toUpperCase(), quantity: 3, price: honey.price },
    ]
    expect(
      await placeOrderBatch(database, [
        createCheckoutAttempt(asha, twice),
        createCheckoutAttempt(ben, toLine(honey, 5)),
      ]),
    ).toEqual([placedResult(34.75), placedResult(34.75)])
    expect((await readStockLedger(database, honey)).map(({ quantity_change }) => quantity_change)).toEqual([
      10, -5, -5,
    ])
  })

  test('customers without a profile or email are handled like others', async () => {
    const nobody = { userId: crypto.randomUUID() }
    expect(
      await placeOrderBatch(database, [
        createCheckoutAttempt(asha, toLine(honey)),
        createCheckoutAttempt(nobody, toLine(honey)),
        createCheckoutAttempt(ben, toLine(honey)),
      ]),
    ).toEqual([placedResult(), placedResult(), placedResult()])
    expect(
      await database.query(
        `select shipping_address, recipient from orders join outbox on payload ->> 'order_id' = orders.id::text where user_id = $1`,
        [nobody.userId],
      ),
    ).toEqual([{ shipping_address: testAddress, recipient: null }])
  })

  test('an empty batch returns an empty list', async () => {
    expect(await placeOrderBatch(database, [])).toEqual([])
  })
})

describe('CHECKOUT-15 repeated attempts', () => {
  test('are recognised within a batch per customer, even if their order was cancelled since', async () => {
    const first = await placeAlone(database, asha, toLine(honey, 2), { key: 'again' })
    const bens = await placeAlone(database, ben, toLine(honey), { key: 'again' })
    const order = (procedureResult: typeof first) =>
      procedureResult.ok ? procedureResult.value['order_id'] : ''
    await callProcedure(database, ben, 'cancel_order', [order(bens), 'Cancelled by customer'])
    const again = { idempotency_key: 'again' }
    const results = await placeOrderBatch(database, [
      createCheckoutAttempt(chitra, toLine(honey), again),
      createCheckoutAttempt(asha, toLine(honey, 2), again),
      createCheckoutAttempt(ben, toLine(honey), again),
      createCheckoutAttempt(ben, toLine(pepper), again),
      createCheckoutAttempt(asha, toLine(honey, 2), {
        ...again,
        shipping_address: { ...testAddress, city: 'Leeds' },
      }),
      createCheckoutAttempt(asha, toLine(pepper)),
    ])
    expect(results).toEqual([
      placedResult(6.95),
      { ok: true, value: { order_id: order(first), total_amount: 13.9, status: 'pending', repeated: true } },
      { ok: true, value: { order_id: order(bens), total_amount: 6.95, status: 'cancelled', repeated: true } },
      { ok: false, refusal: { code: 'key-reused', status: 'cancelled' } },
      { ok: false, refusal: { code: 'key-reused', status: 'pending' } },
      placedResult(4.05),
    ])
    expect([await readStock(database, honey), await readStock(database, pepper)]).toEqual([7, 9])
  })

  test('duplicates within one batch abort the whole batch', async () => {
    const twice = createCheckoutAttempt(asha, toLine(honey), { idempotency_key: 'twice' })
    await expect(
      placeOrderBatch(database, [createCheckoutAttempt(ben, toLine(pepper)), twice, twice]),
    ).rejects.toThrow(/idempotency_keys_pkey/)
    expect([await readStock(database, honey), await readStock(database, pepper)]).toEqual([10, 10])
    expect(await countRows(database, 'orders', 'user_id = any ($1)', [[asha.userId, ben.userId]])).toBe(0)
  })

  test('are compared by a hash that is stable across versions', async () => {
    await placeOrderBatch(database, [
      createCheckoutAttempt(ben, toLine(pepper)),
      createCheckoutAttempt(asha, toOrderLines([{ product: honey, quantity: 2 }]), {
        idempotency_key: 'mark',
      }),
    ])
    // PostgreSQL's jsonb text: shorter keys first, a space after each comma and colon.
    const { city, phone, address, country, full_name, post_code } = testAddress
    const written = Object.entries({ city, phone, address, country, full_name, post_code })
      .map(([name, value]) => `"${name}": "${value}"`)
      .join(', ')
    const expectedHash = createHash('sha256')
      .update(`[["${honey.id}"], [2], [6.95], {${written}}, "cod"]`)
      .digest('hex')
    expect(
      await database.query('select request_hash from idempotency_keys where user_id = $1', [asha.userId]),
    ).toEqual([{ request_hash: expectedHash }])
  })
})

test('a locked product makes a batch time out, but a single order wait', async () => {
  const held = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const holding = database.owner.transaction().execute(async (trx) => {
    await trx.updateTable('products').set({ badge: 'New' }).where('id', '=', honey.id).execute()
    held.resolve()
    await release.promise
  })
  await held.promise
  const alone = placeAlone(database, chitra, toLine(honey))
  try {
    await expect
      .poll(() =>
        countRows(database, 'pg_stat_activity', `datname = current_database() and wait_event_type = 'Lock'`),
      )
      .toBe(1)
    await expect(
      placeOrderBatch(database, [
        createCheckoutAttempt(asha, toLine(pepper)),
        createCheckoutAttempt(ben, toLine(honey)),
      ]),
    ).rejects.toMatchObject({ code: '55P03' })
    expect(await readStock(database, pepper), 'and nothing of it is stored').toBe(10)
    expect(
      await countRows(
        database,
        'pg_stat_activity',
        `datname = current_database() and wait_event_type = 'Lock'`,
      ),
    ).toBe(1)
  } finally {
    release.resolve()
    await holding
  }
  expect(await alone).toEqual(placedResult(6.95))
})

test('PERMISSION-16 only the checkout role may place orders for other users, and it may do nothing else', async () => {
  const checkoutAttempts = [createCheckoutAttempt(asha, toLine(honey))]
  for (const actor of [visitor, asha, ben, await insertAdmin(database)]) {
    await expect(callProcedure(database, actor, 'place_orders', [checkoutAttempts])).rejects.toThrow(
      'permission denied for function place_orders',
    )
  }
  await expect(placeAlone(database, CHECKOUT, toLine(honey))).rejects.toThrow(
    'permission denied for function place_order',
  )
  for (const table of ['orders', 'products', 'user_profiles', 'idempotency_keys', 'outbox'] as const) {
    await expect(
      database.db.queryAs(CHECKOUT, (one) => one.selectFrom(table).selectAll().execute()),
    ).rejects.toThrow(`permission denied for table ${table}`)
  }
  expect(await readStock(database, honey)).toBe(10)
})

test('plans made for small tables use indexes for customers, keys, orders and products', async () => {
  const customers = await Promise.all(Array.from({ length: 8 }, () => insertCustomer(database)))
  const plenty = await insertProduct(database, { stock: 5000 })
  for (let round = 0; round < 15; round += 1)
    await placeOrderBatch(
      database,
      customers.map((shopper) => createCheckoutAttempt(shopper, toLine(plenty))),
    )
  await database.query('analyze')
  const plans = await connectCapturingPlans(database)
  try {
    const { result, nodes } = await plans.capture(() =>
      placeOrderBatch(plans, [
        createCheckoutAttempt(customers[0]!, toLine(plenty)),
        createCheckoutAttempt(customers[1]!, toLine(honey, 1000)),
        createCheckoutAttempt(customers[2]!, toLine(honey)),
        createCheckoutAttempt(customers[3]!, toLine(honey, 11)),
      ]),
    )
    expect(result).toMatchObject([
      placedResult(),
      { refusal: { code: 'quantity-invalid' } },
      placedResult(),
      { refusal: { code: 'cart-changed' } },
    ])
    const read = sequentiallyScannedTables(nodes).filter((table) =>
      ['orders', 'idempotency_keys', 'user_profiles', 'products'].includes(table),
    )
    expect(read).toEqual([])
    expect([...indexesUsed(nodes)]).toEqual(
      expect.arrayContaining(['idempotency_keys_pkey', 'orders_pkey', 'user_profiles_pkey', 'products_pkey']),
    )
  } finally {
    await plans.close()
  }
})

test('afterwards, stock and ledger are consistent', async () => {
  expect(await findInconsistencies(database)).toEqual([])
})
