import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { londonDay } from '#shop/dates/dates.ts'
import type { Actor, Admin } from '#shop/permissions.ts'
import { callRefundOrder } from '#tests/fixtures/orders/delivered-orders.ts'
import { receiveDelivery } from '#tests/fixtures/products/delivered-batches.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import {
  callProcedure,
  createTestShop,
  insertAdmin,
  insertCustomer,
  insertOrder,
  insertProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { parseFiguresPeriod } from './figures-period.ts'
import { selectMargins } from './figures-queries.server.ts'
import { readFigures } from './figures.server.ts'

let database: TestDatabase
let admin: Admin
beforeAll(async () => {
  database = await createTestDatabase()
  admin = await insertAdmin(database, 'manager')
})
afterAll(() => database.close())

test('FIGURES-14 FIGURES-15 margins leave out what has no cost, and a piece that went back costs nothing', async () => {
  const product = await insertProduct(database, { price: 3.6, stock: 1 })
  await database.query('update products set vat_rate = 20 where id = $1', [product.id])
  for (const [bestBefore, cost] of [
    ['2098-01-01', 1],
    ['2099-01-01', null],
  ] as const)
    await receiveDelivery(database, admin, [{ product, quantity: 1, bestBefore, cost }])
  const id = await insertOrder(database, { lines: [{ product, quantity: 3 }] })
  const [item] = await database.query<{ id: string }>('select id from order_items where order_id = $1', [id])
  for (const [from, to] of [
    ['pending', 'processing'],
    ['processing', 'shipped'],
    ['shipped', 'delivered'],
  ])
    await callProcedure(database, admin, 'move_order', [id, from, to])
  const { period } = parseFiguresPeriod({ period: 'this-month', from: null, to: null }, londonDay(new Date()))
  const readMargins = async () => {
    const { figures } = await readFigures(createTestShop(database), admin, period)
    return figures.margins.products.map((sold) => [
      sold.quantity,
      sold.costed_quantity,
      sold.costed_pence,
      sold.cost_pence,
    ])
  }
  const refund = (restock: boolean) =>
    callRefundOrder(database, admin, id, {
      amount: 3.6,
      lines: [{ id: item!.id, quantity: 1 }],
      payment: 'cash',
      restock,
    })
  expect(await readMargins()).toEqual([[3, 1, 300, 100]])
  // The last batch to expire is restocked first, and its cost is not known.
  expect(await refund(true)).toMatchObject({ ok: true })
  expect(await readMargins()).toEqual([[3, 1, 300, 100]])
  expect(await refund(false)).toMatchObject({ ok: true })
  expect(await readMargins()).toEqual([[3, 1, 0, 100]])
  expect(await refund(true)).toMatchObject({ ok: true })
  expect(await readMargins()).toEqual([[3, 1, 0, 0]])
})

test('FIGURES-14 recalled pieces that are exchanged on a later day change the cost of the day of the order', async () => {
  const product = await insertProduct(database, { stock: 0 })
  for (const [number, cost] of [
    ['N1', 1],
    ['N2', 1.5],
  ] as const)
    await receiveDelivery(database, admin, [{ product, quantity: 2, number, cost }])
  const id = await insertOrder(database, { lines: [{ product, quantity: 2 }] })
  const day = '2025-06-02'
  await database.query('alter table orders disable trigger order_identity_is_immutable')
  await database.query('update orders set created_at = $2 where id = $1', [id, `${day}T12:00:00Z`])
  await database.query('alter table orders enable trigger order_identity_is_immutable')
  const readCost = async () => {
    const { period } = parseFiguresPeriod({ period: 'own', from: day, to: day }, londonDay(new Date()))
    const { figures } = await readFigures(createTestShop(database), admin, period)
    return figures.margins.products.map(({ cost_pence }) => cost_pence)
  }
  expect(await readCost()).toEqual([200])
  await database.db.withActor(admin, (trx) =>
    sql`select start_recall(gen_random_uuid(), ${product.id}, array(select id from product_batches where batch_number = 'N1'), 'Nuts', 'Do not eat it.')`.execute(
      trx,
    ),
  )
  expect(await callProcedure(database, admin, 'exchange_recalled_pieces', [id])).toMatchObject({ ok: true })
  expect(await readCost()).toEqual([300])
})

test('FIGURES-13 a direct call gives margins to managers alone', async () => {
  const packer = await insertAdmin(database, 'packer')
  const customer = await insertCustomer(database)
  const read = (actor: Actor) =>
    database.db.withActor(actor, (trx) =>
      selectMargins(trx, { first: '2025-06-02', last: '2025-06-02' }, null),
    )
  expect(await read(admin)).toMatchObject({ product_count: 1 })
  for (const actor of [packer, customer]) {
    await expect(read(actor)).rejects.toThrow('permission denied')
    expect(await read({ ...admin, userId: actor.userId })).toBeNull()
  }
})

test('FIGURES-14 the cost of a batch stays, because it is in the sums of days', async () => {
  const product = await insertProduct(database, { stock: 0 })
  await receiveDelivery(database, admin, [{ product, quantity: 1, cost: 1 }])
  await expect(
    database.query('update product_batches set unit_cost = 2 where product_id = $1', [product.id]),
  ).rejects.toThrow('a batch keeps its product, its cost')
})
