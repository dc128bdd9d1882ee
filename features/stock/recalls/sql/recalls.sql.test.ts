import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  callPlaceOrder,
  callProcedure,
  createTestShop,
  findInconsistencies,
  insertAdmin,
  insertCustomer,
  insertOrder,
  insertProduct,
  resultCode,
  testAddress,
  toOrderLines,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { dayFromToday, readBatches, receiveDelivery } from '#tests/fixtures/products/delivered-batches.ts'
import { findCustomer } from '#features/customers/customers.server.ts'
import { listOrders } from '#features/orders/orders.server.ts'
import type { Admin } from '#shop/permissions.ts'
import { ordersToSend } from '#features/dashboard/dashboard.server.ts'

let database: TestDatabase
let admin: Admin
beforeAll(async () => {
  database = await createTestDatabase()
  admin = await insertAdmin(database)
})
afterAll(() => database.close())

const batchId = async (product: TestProduct, number: string | null) =>
  (
    await database.query<{ id: string }>(
      'select id from product_batches where product_id = $1 and batch_number is not distinct from $2',
      [product.id, number],
    )
  )[0]!.id

/** Batch IDs as a PostgreSQL array. */
async function startRecall(
  product: TestProduct,
  batches: string[] | null,
  { id = crypto.randomUUID(), actor = admin }: { id?: string; actor?: Admin } = {},
) {
  const { rows } = await database.db.withActor(actor, (trx) =>
    sql<{ answer: { ok: boolean; refusal?: { code: string } } }>`
      select start_recall(${id}, ${product.id}, ${batches}::uuid[], 'Undeclared nuts', 'Do not eat it.') as answer`.execute(
      trx,
    ),
  )
  return { id, code: rows[0]!.answer.ok ? 'done' : rows[0]!.answer.refusal!.code }
}

async function findOrders(product: TestProduct, batches: string[] | null) {
  const { rows } = await database.db.withActor(admin, (trx) =>
    sql<{ order_id: string; quantity: number }>`
      select order_id, quantity from find_batch_orders(${product.id}, ${batches}::uuid[])`.execute(trx),
  )
  return Object.fromEntries(rows.map(({ order_id, quantity }) => [order_id, quantity]))
}

async function insertRecalledProduct() {
  const product = await insertProduct(database, { stock: 2 })
  const early = await insertOrder(database, { lines: [{ product, quantity: 1 }] })
  await receiveDelivery(database, admin, [
    { product, quantity: 4, number: 'N1', bestBefore: await dayFromToday(database, 30) },
    { product, quantity: 4, number: 'N2', bestBefore: await dayFromToday(database, 60) },
  ])
  return { product, early }
}

describe('A recall', () => {
  test('RECALL-1 finds every order that has pieces of the batches, with how many', async () => {
    const { product, early } = await insertRecalledProduct()
    const both = await insertOrder(database, { lines: [{ product, quantity: 3 }] })
    const second = await insertOrder(database, { lines: [{ product, quantity: 4 }] })
    const cancelled = await insertOrder(database, { lines: [{ product, quantity: 1 }] })
    await callProcedure(database, admin, 'cancel_order', [cancelled, 'Cancelled by admin', 'Rang'])
    expect(await findOrders(product, [await batchId(product, 'N1')])).toEqual({ [both]: 2, [second]: 2 })
    expect(await findOrders(product, [await batchId(product, 'N2')])).toEqual({ [second]: 2 })
    // An order from before there were batches is found too.
    expect(await findOrders(product, [await batchId(product, null)])).toEqual({ [early]: 1, [both]: 1 })
    const all = (
      await database.query<{ id: string }>('select id from product_batches where product_id = $1', [
        product.id,
      ])
    ).map(({ id }) => id)
    expect(await findOrders(product, all)).toEqual({ [early]: 1, [both]: 3, [second]: 4 })
  })

  test('RECALL-9 packers see recalled pieces of orders that wait to be sent, until they are taken out', async () => {
    const packer = await insertAdmin(database, 'packer')
    const recalledIn = async (...orders: string[]) => {
      const { rows } = await database.db.withActor(packer, (trx) =>
        sql<{ order_id: string; quantity: number }>`
          select order_id, quantity from find_recalled_pieces(${orders}::uuid[])`.execute(trx),
      )
      return Object.fromEntries(rows.map(({ order_id, quantity }) => [order_id, quantity]))
    }
    const { product, early } = await insertRecalledProduct()
    const both = await insertOrder(database, { lines: [{ product, quantity: 3 }] })
    const cancelled = await insertOrder(database, { lines: [{ product, quantity: 1 }] })
    expect(await recalledIn(early, both, cancelled)).toEqual({})
    await startRecall(product, [await batchId(product, 'N1')])
    expect(await recalledIn(early, both, cancelled)).toEqual({ [both]: 2, [cancelled]: 1 })
    await callProcedure(database, admin, 'cancel_order', [cancelled, 'Cancelled by admin', 'Rang'])
    await startRecall(product, [await batchId(product, null)])
    expect(await recalledIn(early, both, cancelled)).toEqual({ [early]: 1, [both]: 3 })
    const plain = await insertProduct(database, { stock: 5 })
    const order = await insertOrder(database, { lines: [{ product: plain, quantity: 2 }] })
    await startRecall(plain, null)
    expect(await recalledIn(order)).toEqual({ [order]: 2 })
    await database.query(`update orders set status = 'processing' where id = $1`, [order])
    await database.query(`update orders set status = 'shipped' where id = $1`, [order])
    expect(await recalledIn(order)).toEqual({})
  })

  test('RECALL-10 lists mark orders that wait to be sent with recalled pieces, for packers too', async () => {
    const packer = await insertAdmin(database, 'packer')
    const [product, other] = [
      await insertProduct(database, { stock: 5 }),
      await insertProduct(database, { stock: 5 }),
    ]
    const held = await insertOrder(database, { lines: [{ product, quantity: 2 }] })
    const sent = await insertOrder(database, { lines: [{ product, quantity: 1 }] })
    const unaffected = await insertOrder(database, { lines: [{ product: other, quantity: 1 }] })
    for (const status of ['processing', 'shipped'])
      await database.query('update orders set status = $2 where id = $1', [sent, status])
    const shop = createTestShop(database)
    const marked = async (actor: Admin) => {
      const { orders } = await listOrders(shop, actor)
      return [held, sent, unaffected].map((order) => orders.find(({ id }) => id === order)!.has_recalled)
    }
    expect(await marked(admin)).toEqual([false, false, false])
    await startRecall(product, null)
    expect(await marked(admin)).toEqual([true, false, false])
    expect(await marked(packer)).toEqual([true, false, false])
  })

  test('RECALL-10 ORDER-45 the dashboard and the page of a customer mark them as well', async () => {
    const local = await createTestDatabase()
    try {
      const owner = await insertAdmin(local)
      const customer = await insertCustomer(local)
      const [product, other] = [
        await insertProduct(local, { stock: 5 }),
        await insertProduct(local, { stock: 5 }),
      ]
      const held = await insertOrder(local, { customer, lines: [{ product, quantity: 2 }] })
      const unaffected = await insertOrder(local, { customer, lines: [{ product: other, quantity: 1 }] })
      await local.db.withActor(owner, (trx) =>
        sql`select start_recall(${crypto.randomUUID()}, ${product.id}, null, 'Undeclared nuts', 'Do not eat it.')`.execute(
          trx,
        ),
      )
      const shop = createTestShop(local)
      for (const orders of [
        (await ordersToSend(shop, owner)).orders,
        (await findCustomer(shop, owner, customer.userId))!.orders,
      ]) {
        const { country, post_code, phone } = testAddress
        const find = (order: string) => orders.find(({ id }) => id === order)
        expect(find(held)).toMatchObject({ has_recalled: true, country, post_code, phone })
        expect(find(unaffected)).toMatchObject({ has_recalled: false, country, post_code, phone })
      }
    } finally {
      await local.close()
    }
  })

  test('RECALL-11 its orders are not shipped, singly or with others, and the answer names the pieces', async () => {
    const { product } = await insertRecalledProduct()
    const held = await insertOrder(database, { lines: [{ product, quantity: 3 }] })
    const other = await insertProduct(database)
    const free = await insertOrder(database, { lines: [{ product: other, quantity: 1 }] })
    for (const order of [held, free])
      await callProcedure(database, admin, 'move_order', [order, 'pending', 'processing'])
    await startRecall(product, [await batchId(product, 'N1')])
    const refusal = { code: 'recalled', items: [{ product_id: product.id, name: product.name, quantity: 2 }] }
    for (const args of [
      ['ship_order', [held, 'processing', null, null]],
      ['move_order', [held, 'processing', 'shipped']],
    ] as const)
      expect(await callProcedure(database, admin, args[0], [...args[1]])).toEqual({ ok: false, refusal })
    const moves = [free, held].map((id) => ({ id, expected_status: 'processing', to_status: 'shipped' }))
    expect(await callProcedure(database, admin, 'move_orders', [JSON.stringify(moves)])).toEqual({
      ok: true,
      value: [
        { id: free, ok: true, value: { status: 'shipped' } },
        { id: held, ok: false, refusal },
      ],
    })
    expect(await database.query('select status from orders where id = $1', [held])).toEqual([
      { status: 'processing' },
    ])
  })

  test('RECALL-12 recalled pieces of an order are exchanged by a packer, all or none, and then it is shipped', async () => {
    const packer = await insertAdmin(database, 'packer')
    const { product } = await insertRecalledProduct()
    const order = await insertOrder(database, { lines: [{ product, quantity: 3 }] })
    await callProcedure(database, admin, 'move_order', [order, 'pending', 'processing'])
    const exchange = () => callProcedure(database, packer, 'exchange_recalled_pieces', [order])
    expect(resultCode(await exchange())).toBe('nothing-recalled')
    await startRecall(product, [await batchId(product, 'N1')])
    const stockBefore = await database.query('select stock from products where id = $1', [product.id])
    // Only one unit of another batch is left.
    const other = await insertOrder(database, { lines: [{ product, quantity: 3 }] })
    expect(await exchange()).toMatchObject({
      refusal: { code: 'not-enough-stock', items: [{ quantity: 2, stock: 1 }] },
    })
    await callProcedure(database, admin, 'cancel_order', [other, 'Cancelled by admin', 'Rang'])
    expect(await exchange()).toMatchObject({ ok: true, value: { items: [{ quantity: 2 }] } })
    expect(resultCode(await exchange())).toBe('nothing-recalled')
    expect(await readBatches(database, product)).toEqual([
      { batch_number: null, remaining: 0 },
      { batch_number: 'N1', remaining: 4 },
      { batch_number: 'N2', remaining: 2 },
    ])
    expect(await database.query('select stock from products where id = $1', [product.id])).toEqual(
      stockBefore,
    )
    expect(
      resultCode(await callProcedure(database, packer, 'ship_order', [order, 'processing', null, null])),
    ).toBe('done')
    expect(await findInconsistencies(database)).toEqual([])
  })

  test('RECALL-12 pieces of the time before batches are exchanged beside those of a batch', async () => {
    const product = await insertProduct(database, { stock: 2 })
    const order = await insertOrder(database, { lines: [{ product, quantity: 2 }] })
    await receiveDelivery(database, admin, [{ product, quantity: 5, number: 'N1' }])
    const [item] = await database.query<{ id: string; version: number }>(
      'select i.id, o.version from order_items i join orders o on o.id = i.order_id where o.id = $1',
      [order],
    )
    await callProcedure(database, admin, 'edit_order', [
      order,
      item!.version,
      JSON.stringify([{ id: item!.id, quantity: 3 }]),
      null,
    ])
    await startRecall(product, [await batchId(product, null)])
    expect(await callProcedure(database, admin, 'exchange_recalled_pieces', [order])).toMatchObject({
      value: { items: [{ quantity: 2 }] },
    })
    expect(resultCode(await callProcedure(database, admin, 'exchange_recalled_pieces', [order]))).toBe(
      'nothing-recalled',
    )
    expect(await readBatches(database, product)).toEqual([
      { batch_number: null, remaining: 2 },
      { batch_number: 'N1', remaining: 2 },
    ])
    expect(await findInconsistencies(database)).toEqual([])
  })

  test('RECALL-2 its batches are no longer sold from that moment, nor are pieces that come back', async () => {
    const { product } = await insertRecalledProduct()
    const order = await insertOrder(database, { lines: [{ product, quantity: 4 }] })
    expect(await startRecall(product, [await batchId(product, 'N1')])).toMatchObject({ code: 'done' })
    const customer = await insertCustomer(database)
    const place = (quantity: number) =>
      callPlaceOrder(database, customer, toOrderLines([{ product, quantity }]))
    expect(await place(5)).toMatchObject({ ok: false, refusal: { lines: [{ stock: 4 }] } })
    await callProcedure(database, admin, 'cancel_order', [order, 'Cancelled by admin', 'Rang'])
    expect(resultCode(await place(6))).toBe('cart-changed')
    expect(resultCode(await place(5))).toBe('done')
    expect(await readBatches(database, product)).toEqual([
      { batch_number: null, remaining: 0 },
      { batch_number: 'N1', remaining: 4 },
      { batch_number: 'N2', remaining: 0 },
    ])
    const again = await receiveDelivery(database, admin, [{ product, quantity: 1, number: 'n1' }])
    expect(again).toMatchObject({ refusal: { code: 'lines-invalid', lines: [{ problem: 'recalled' }] } })
    expect(await findInconsistencies(database)).toEqual([])
  })

  test('RECALL-3 a whole product can be recalled, also one without batches', async () => {
    const product = await insertProduct(database, { stock: 5 })
    const order = await insertOrder(database, { lines: [{ product, quantity: 2 }] })
    expect(await findOrders(product, null)).toEqual({ [order]: 2 })
    const { id, code } = await startRecall(product, null)
    expect(code).toBe('done')
    expect(
      await database.query('select stock, sellable_stock from products where id = $1', [product.id]),
    ).toEqual([{ stock: 3, sellable_stock: 0 }])
    expect(await findOrders(product, [await batchId(product, null)])).toEqual({ [order]: 2 })
    // A form sent twice is one recall; another form finds nothing left to recall.
    expect(await startRecall(product, null, { id })).toEqual({ id, code: 'done' })
    expect(await startRecall(product, null)).toMatchObject({ code: 'batches-missing' })
  })

  test('RECALL-4 each customer who has pieces gets one email, once; others are counted', async () => {
    const { product } = await insertRecalledProduct()
    const asha = await insertCustomer(database, { email: 'asha@shopper.example' })
    const first = await insertOrder(database, { customer: asha, lines: [{ product, quantity: 2 }] })
    const second = await insertOrder(database, { customer: asha, lines: [{ product, quantity: 2 }] })
    const silent = await insertCustomer(database)
    await insertOrder(database, { customer: silent, lines: [{ product, quantity: 1 }] })
    await database.query('update user_profiles set email = null where user_id = $1', [silent.userId])
    await database.query(
      `update orders set shipping_address = shipping_address - 'email' where user_id = $1`,
      [silent.userId],
    )
    const { id } = await startRecall(product, [await batchId(product, 'N1')])
    const send = (expected = 1) => callProcedure(database, admin, 'send_recall_emails', [id, expected])
    expect(resultCode(await send(2))).toBe('recipients-changed')
    expect(await send()).toEqual({ ok: true, value: { mailed: 1, without_email: 1 } })
    expect(resultCode(await send())).toBe('already-sent')
    const mails = await database.query<{ recipient: string; payload: { order_ids: string[] } }>(
      `select recipient, payload from outbox where kind = 'product-recall' and payload ->> 'recall_id' = $1`,
      [id],
    )
    expect(mails.map(({ recipient }) => recipient)).toEqual(['asha@shopper.example'])
    expect(mails[0]!.payload.order_ids.toSorted()).toEqual([first, second].toSorted())
  })

  test('RECALL-5 a recall is kept: nobody deletes it, and a batch is recalled once', async () => {
    const { product } = await insertRecalledProduct()
    const batch = await batchId(product, 'N1')
    const { id } = await startRecall(product, [batch])
    expect(await startRecall(product, [batch])).toMatchObject({ code: 'already-recalled' })
    const other = await insertProduct(database)
    expect(await startRecall(other, [batch])).toMatchObject({ code: 'batches-missing' })
    await expect(database.query('delete from recalls where id = $1', [id])).rejects.toThrow(/kept/)
    const events = await database.query(
      `select subject_kind, event, after ->> 'reason' as reason from audit_events where subject_id = $1 and subject_kind = 'recall'`,
      [product.id],
    )
    expect(events).toEqual([{ subject_kind: 'recall', event: 'recalled', reason: 'Undeclared nuts' }])
  })

  test('PERMISSION-14 packers recall nothing and find no buyers', async () => {
    const packer = await insertAdmin(database, 'packer')
    const product = await insertProduct(database)
    await expect(startRecall(product, null, { actor: packer })).rejects.toThrow(/permission denied/)
  })
})
