import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  callPlaceOrder,
  callProcedure,
  findInconsistencies,
  insertAdmin,
  insertCustomer,
  insertOrder,
  insertProduct,
  readStock,
  resultCode,
  toOrderLines,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { dayFromToday, readBatches, receiveDelivery } from '#tests/fixtures/products/delivered-batches.ts'
import type { Admin } from '#shop/permissions.ts'

let database: TestDatabase
let admin: Admin
beforeAll(async () => {
  database = await createTestDatabase()
  admin = await insertAdmin(database)
})
afterAll(() => database.close())

const day = (days: number) => dayFromToday(database, days)
const remaining = async (product: TestProduct) =>
  (await readBatches(database, product)).map(({ batch_number, remaining: left }) => [batch_number, left])
const sellable = async ({ id }: TestProduct) =>
  (
    await database.query<{ sellable_stock: number | null }>(
      'select sellable_stock from products where id = $1',
      [id],
    )
  )[0]!.sellable_stock

/** 3 units without a batch, 5 of batch L that expires late, 4 of batch E that expires early. */
async function insertBatchedProduct(): Promise<TestProduct> {
  const product = await insertProduct(database, { stock: 3 })
  const received = await receiveDelivery(database, admin, [
    { product, quantity: 5, number: 'L', bestBefore: await day(200) },
    { product, quantity: 4, number: 'E', bestBefore: await day(100) },
  ])
  expect(resultCode(received)).toBe('done')
  return { ...product, stock: 12 }
}

const edit = async (order: string, quantities: (quantity: number) => number) => {
  const items = await database.query<{ id: string; quantity: number; version: number }>(
    'select i.id, i.quantity, o.version from order_items i join orders o on o.id = i.order_id where o.id = $1',
    [order],
  )
  return callProcedure(database, admin, 'edit_order', [
    order,
    items[0]!.version,
    items.map(({ id, quantity }) => ({ id, quantity: quantities(quantity) })),
    null,
  ])
}

describe('Batches', () => {
  test('STOCK-11 STOCK-12 what expires first is sold first, after what was there before; the sum stays the stock', async () => {
    const product = await insertBatchedProduct()
    expect(await readStock(database, product)).toBe(12)
    await insertOrder(database, { lines: [{ product, quantity: 2 }] })
    expect(await remaining(product)).toEqual([
      [null, 1],
      ['E', 4],
      ['L', 5],
    ])
    await insertOrder(database, { lines: [{ product, quantity: 6 }] })
    expect(await remaining(product)).toEqual([
      [null, 0],
      ['E', 0],
      ['L', 4],
    ])
    expect(await sellable(product)).toBe(4)
    expect(await findInconsistencies(database)).toEqual([])
  })

  test('STOCK-14 a cancelled order returns its pieces to the batches that they came from', async () => {
    const product = await insertBatchedProduct()
    const order = await insertOrder(database, { lines: [{ product, quantity: 9 }] })
    // Other orders take some of the last batch meanwhile.
    await insertOrder(database, { lines: [{ product, quantity: 1 }] })
    await callProcedure(database, admin, 'cancel_order', [order, 'Cancelled by admin', 'Rang'])
    expect(await remaining(product)).toEqual([
      [null, 3],
      ['E', 4],
      ['L', 4],
    ])
    expect(await findInconsistencies(database)).toEqual([])
  })

  test('STOCK-14 an edit takes and returns pieces as if the order had been placed so', async () => {
    const product = await insertBatchedProduct()
    const order = await insertOrder(database, { lines: [{ product, quantity: 8 }] })
    expect(resultCode(await edit(order, () => 4))).toBe('done')
    expect(await remaining(product)).toEqual([
      [null, 0],
      ['E', 3],
      ['L', 5],
    ])
    expect(resultCode(await edit(order, () => 10))).toBe('done')
    expect(await remaining(product)).toEqual([
      [null, 0],
      ['E', 0],
      ['L', 2],
    ])
    expect(await findInconsistencies(database)).toEqual([])
  })

  test('STOCK-14 a refund returns goods to their batches, and pieces sold before there were batches to none', async () => {
    const product = await insertProduct(database, { stock: 10 })
    const before = await insertOrder(database, { lines: [{ product, quantity: 4 }] })
    await receiveDelivery(database, admin, [{ product, quantity: 6, number: 'A', bestBefore: await day(50) }])
    const after = await insertOrder(database, { lines: [{ product, quantity: 8 }] })
    expect(await remaining(product)).toEqual([
      [null, 0],
      ['A', 4],
    ])
    for (const order of [before, after]) {
      for (const [from, to] of [
        ['pending', 'processing'],
        ['processing', 'shipped'],
        ['shipped', 'delivered'],
      ])
        await callProcedure(database, admin, 'move_order', [order, from, to])
      const [item] = await database.query<{ id: string; version: number; price: number }>(
        'select i.id, o.version, i.price from order_items i join orders o on o.id = i.order_id where o.id = $1',
        [order],
      )
      const refunded = await callProcedure(database, admin, 'refund_order', [
        order,
        crypto.randomUUID(),
        item!.version,
        item!.price * 3,
        false,
        [{ id: item!.id, quantity: 3 }],
        null,
        'Unopened',
        'cash',
        true,
        'cash',
      ])
      expect(resultCode(refunded)).toBe('done')
    }
    expect(await remaining(product)).toEqual([
      [null, 4],
      ['A', 6],
    ])
    expect(await findInconsistencies(database)).toEqual([])
  })

  test('STOCK-13 a batch is sold on its best-before day and not after it', async () => {
    const product = await insertProduct(database, { stock: 1 })
    await receiveDelivery(database, admin, [
      { product, quantity: 2, number: 'TODAY', bestBefore: await day(0) },
      { product, quantity: 3, number: 'LATER', bestBefore: await day(1) },
    ])
    const customer = await insertCustomer(database)
    const today = await insertOrder(database, { customer, lines: [{ product, quantity: 2 }] })
    // Simulates midnight: the batch of today becomes one of yesterday.
    await database.query(
      `begin; update product_batches set best_before = best_before - 1 where product_id = '${product.id}' and best_before is not null;
       update products p set sellable_stock = sellable_stock(p.id, p.stock) where p.id = '${product.id}'; commit`,
    )
    expect([await readStock(database, product), await sellable(product)]).toEqual([4, 3])
    const tooMuch = await callPlaceOrder(database, customer, toOrderLines([{ product, quantity: 4 }]))
    expect(tooMuch).toMatchObject({
      ok: false,
      refusal: { code: 'cart-changed', lines: [{ problem: 'not-enough-stock', stock: 3 }] },
    })
    expect(resultCode(await edit(today, () => 6))).toBe('not-enough-stock')
    expect(resultCode(await edit(today, () => 5))).toBe('done')
    expect(await remaining(product)).toEqual([
      [null, 0],
      ['TODAY', 1],
      ['LATER', 0],
    ])
    // Units returned to the expired batch are in stock but not for sale.
    await callProcedure(database, admin, 'cancel_order', [today, 'Cancelled by admin', 'Rang'])
    expect([await readStock(database, product), await sellable(product)]).toEqual([6, 4])
    expect(await findInconsistencies(database)).toEqual([])
  })

  test('STOCK-13 the calendar alone takes an expired batch off sale, in checkout at once and for shoppers with the next refresh', async () => {
    const product = await insertProduct(database, { stock: 0 })
    await receiveDelivery(database, admin, [
      { product, quantity: 2, number: 'OLD', bestBefore: await day(0) },
    ])
    // After midnight the row still says that two may be sold, but they have expired.
    await database.query(
      `begin; set local session_replication_role = replica;
       update product_batches set best_before = best_before - 1 where product_id = '${product.id}' and not is_unrecorded; commit`,
    )
    expect(await sellable(product)).toBe(2)
    const customer = await insertCustomer(database)
    const late = await callPlaceOrder(database, customer, toOrderLines([{ product, quantity: 1 }]))
    expect(late).toMatchObject({ ok: false, refusal: { lines: [{ problem: 'not-enough-stock', stock: 0 }] } })
    await database.query('select refresh_sellable_stock()')
    expect([await readStock(database, product), await sellable(product)]).toEqual([2, 0])
    const [listed] = await database.query('select is_in_stock from product_listing where id = $1', [
      product.id,
    ])
    expect(listed).toEqual({ is_in_stock: false })
    expect(await database.query('select refresh_sellable_stock() as products')).toEqual([{ products: 0 }])
  })

  test('STOCK-15 a correction takes from the batch that was counted, or as it is sold; what is found is of no batch', async () => {
    const product = await insertBatchedProduct()
    const [late] = await database.query<{ id: string }>(
      `select id from product_batches where product_id = $1 and batch_number = 'L'`,
      [product.id],
    )
    const adjust = (change: number, batch: string | null = null) =>
      callProcedure(database, admin, 'update_product_stock', [
        product.id,
        change,
        'manual_adjustment',
        'Counted',
        batch,
      ])
    expect(resultCode(await adjust(-2, late!.id))).toBe('done')
    expect(await adjust(-4, late!.id)).toEqual({ ok: false, refusal: { code: 'below-zero', stock: 3 } })
    expect(resultCode(await adjust(-5))).toBe('done')
    expect(resultCode(await adjust(1, late!.id))).toBe('done')
    expect(resultCode(await adjust(6))).toBe('done')
    expect(await remaining(product)).toEqual([
      [null, 6],
      ['E', 2],
      ['L', 4],
    ])
    expect(resultCode(await adjust(1, crypto.randomUUID()))).toBe('not-found')
    expect(await findInconsistencies(database)).toEqual([])
  })

  test('STOCK-12 neither a stock nor a batch changes without the other, no matter who writes', async () => {
    const product = await insertBatchedProduct()
    for (const statement of [
      'update products set stock = stock + 1 where id = $1',
      'update products set sellable_stock = sellable_stock - 1 where id = $1',
      'update products set sellable_stock = null where id = $1',
      `update product_batches set remaining = remaining + 1 where product_id = $1 and batch_number = 'E'`,
      `update product_batches set best_before = '2020-01-01' where product_id = $1 and batch_number = 'E'`,
      `update product_batches set is_recalled = true where product_id = $1 and batch_number = 'E'`,
      `insert into product_batches (product_id, remaining) values ($1, 1)`,
    ])
      await expect(database.query(statement, [product.id]), statement).rejects.toThrow(
        /product_batches: product/,
      )
    const other = await insertProduct(database, { stock: 2 })
    await expect(
      database.query('insert into product_batches (product_id, remaining) values ($1, 1)', [other.id]),
    ).rejects.toThrow(/product_batches: product/)
    await expect(database.query('delete from batch_movements')).rejects.toThrow(/only ever added/)
  })

  test('STOCK-12 a sale that no batch may be sold for fails as a whole', async () => {
    const product = await insertBatchedProduct()
    await expect(
      database.query(
        `with sold as (update products set stock = stock - 13 + 13 where id = $1)
         insert into inventory_adjustments (product_id, quantity_change, reason, action_type, actor_kind, order_id, stock_after)
         values ($1, -13, 'x', 'order_placed', 'system', (select id from orders limit 1), 0)`,
        [product.id],
      ),
    ).rejects.toThrow(/1 pieces of product .* are in no batch/)
  })

  test('STOCK-11 a product without batches has no rows here, and sells its whole stock', async () => {
    const product = await insertProduct(database, { stock: 2 })
    await insertOrder(database, { lines: [{ product, quantity: 2 }] })
    expect([await remaining(product), await sellable(product), await readStock(database, product)]).toEqual([
      [],
      null,
      0,
    ])
  })

  test('STOCK-16 an alert for a sold-out product waits until a piece of it may be sold', async () => {
    const product = await insertProduct(database, { stock: 0 })
    await receiveDelivery(database, admin, [{ product, quantity: 1, number: 'R', bestBefore: await day(9) }])
    const order = await insertOrder(database, { lines: [{ product, quantity: 1 }] })
    await database.query(
      `begin; update product_batches set is_recalled = true where product_id = '${product.id}' and batch_number = 'R';
       insert into stock_alerts (product_id, email, stop_token) values ('${product.id}', 'wants@shopper.example', gen_random_uuid()); commit`,
    )
    const alerts = () =>
      database.query(
        `select recipient from outbox where kind = 'stock-alert' and payload ->> 'product_id' = $1`,
        [product.id],
      )
    await callProcedure(database, admin, 'cancel_order', [order, 'Cancelled by admin', 'Rang'])
    expect([await readStock(database, product), await sellable(product), await alerts()]).toEqual([1, 0, []])
    await receiveDelivery(database, admin, [{ product, quantity: 1, number: 'S', bestBefore: await day(9) }])
    expect(await alerts()).toHaveLength(1)
  })

  test('STOCK-11 a sale and a delivery are no edits of the product: an open form stays valid', async () => {
    const product = await insertProduct(database, { stock: 3 })
    const version = () => database.query('select version from products where id = $1', [product.id])
    const before = await version()
    await receiveDelivery(database, admin, [{ product, quantity: 2, number: 'V', bestBefore: await day(5) }])
    await insertOrder(database, { lines: [{ product, quantity: 4 }] })
    expect(await version()).toEqual(before)
  })
})
