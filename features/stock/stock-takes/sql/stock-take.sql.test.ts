import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  callProcedure,
  findInconsistencies,
  insertAdmin,
  insertCategory,
  insertCustomer,
  insertOrder,
  insertProduct,
  readStock,
  resultCode,
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

type Line = { id: number; product_id: string; batch_number: string | null; expected: number | null }

/** A stock-take of some products, created as the page does. */
async function startStockTake(products: readonly Pick<TestProduct, 'id'>[]) {
  const id = crypto.randomUUID()
  let version = 1
  await callProcedure(database, admin, 'start_stock_take', [id, 'products', null])
  const call = async (name: string, values: unknown[] = []) => {
    const result = await callProcedure(database, admin, name, [id, version, ...values])
    if (result.ok && typeof result.value.version === 'number') version = result.value.version
    return result
  }
  for (const product of products) await call('add_stock_take_product', [product.id])
  const lines = () =>
    database.query<Line>(
      `select l.id::int, l.product_id, b.batch_number, l.expected from stock_take_lines l left join product_batches b on b.id = l.batch_id
        where l.stock_take_id = $1 order by l.id`,
      [id],
    )
  const count = async (counts: readonly (number | null)[], reason = 'Counted') => {
    const ids = (await lines()).map((line) => line.id)
    return call('save_stock_take', [reason, counts.map((counted, index) => ({ line: ids[index], counted }))])
  }
  const apply = () => call('apply_stock_take')
  return { id, lines, count, apply, call }
}

const ledgerOf = (product: Pick<TestProduct, 'id'>) =>
  database.query(
    `select quantity_change, stock_after, action_type, reason from inventory_adjustments where product_id = $1 order by id offset 1`,
    [product.id],
  )
const move = (order: string, to: string) =>
  database.query('update orders set status = $2 where id = $1', [order, to])

describe('A stock-take', () => {
  test('STOCK-22 STOCK-24 the differences of all counts are applied with one reason; what was not counted stays', async () => {
    const [more, less, same, uncounted] = await Promise.all(
      [5, 5, 5, 5].map((stock) => insertProduct(database, { stock })),
    )
    const take = await startStockTake([more!, less!, same!, uncounted!])
    const ids = (await take.lines()).map(({ product_id }) => product_id)
    const counts = new Map([
      [more!.id, 7],
      [less!.id, 1],
      [same!.id, 5],
    ])
    await take.count(ids.map((id) => counts.get(id) ?? null))
    expect(await readStock(database, more!)).toBe(5)
    expect(await take.apply()).toMatchObject({ ok: true, value: { counted: 3, changed: 2 } })
    expect(
      await Promise.all([more!, less!, same!, uncounted!].map((one) => readStock(database, one))),
    ).toEqual([7, 1, 5, 5])
    expect(await ledgerOf(less!)).toEqual([
      { quantity_change: -4, stock_after: 1, action_type: 'stock_taken', reason: 'Counted' },
    ])
    expect(resultCode(await take.apply())).toBe('already-applied')
    expect(resultCode(await take.call('delete_stock_take'))).toBe('changed-meanwhile')
  })

  test('STOCK-23 what is ordered, packed or delivered after the count is neither lost nor counted twice', async () => {
    const product = await insertProduct(database, { stock: 10 })
    const before = await insertOrder(database, { lines: [{ product, quantity: 2 }] })
    const packed = await insertOrder(database, { lines: [{ product, quantity: 3 }] })
    await move(packed, 'processing')
    // 5 are for sale, 2 of a pending order are on the shelf too; one of these 7 is missing.
    const take = await startStockTake([product])
    await take.count([6])
    expect(await take.lines()).toMatchObject([{ expected: 7 }])
    await insertOrder(database, { lines: [{ product, quantity: 1 }] })
    await move(before, 'processing')
    await receiveDelivery(database, admin, [{ product, quantity: 4, number: 'A' }])
    expect(resultCode(await take.apply())).toBe('done')
    expect(await readStock(database, product)).toBe(5 - 1 + 4 - 1)
  })

  test('STOCK-23 a count keeps its moment until it is cleared or changed', async () => {
    const product = await insertProduct(database, { stock: 10 })
    const take = await startStockTake([product])
    await take.count([10])
    const sold = await insertOrder(database, { lines: [{ product, quantity: 2 }] })
    await move(sold, 'processing')
    await take.count([10])
    expect(await take.lines()).toMatchObject([{ expected: 10 }])
    await take.count([null])
    await take.count([10])
    expect(await take.lines()).toMatchObject([{ expected: 8 }])
  })

  test('STOCK-25 batches are counted one by one, also what pending orders have of them', async () => {
    const product = await insertProduct(database, { stock: 1 })
    await receiveDelivery(database, admin, [
      { product, quantity: 3, number: 'SOON', bestBefore: await dayFromToday(database, 5) },
      { product, quantity: 4, number: 'LATE', bestBefore: await dayFromToday(database, 50) },
    ])
    await insertOrder(database, { lines: [{ product, quantity: 3 }] })
    const take = await startStockTake([product])
    await take.count([1, 2, 5])
    expect(await take.lines()).toMatchObject([
      { batch_number: null, expected: 1 },
      { batch_number: 'SOON', expected: 3 },
      { batch_number: 'LATE', expected: 4 },
    ])
    expect(resultCode(await take.apply())).toBe('done')
    expect(await readBatches(database, product)).toEqual([
      { batch_number: null, remaining: 0 },
      { batch_number: 'SOON', remaining: 0 },
      { batch_number: 'LATE', remaining: 5 },
    ])
  })

  test('STOCK-25 pieces that a batch lacks after it was sold out are those of other batches', async () => {
    const product = await insertProduct(database, { stock: 0 })
    await receiveDelivery(database, admin, [
      { product, quantity: 3, number: 'SOON', bestBefore: await dayFromToday(database, 5) },
      { product, quantity: 4, number: 'LATE', bestBefore: await dayFromToday(database, 50) },
    ])
    const take = await startStockTake([product])
    await take.count([null, 1, 4])
    await insertOrder(database, { lines: [{ product, quantity: 3 }] })
    expect(resultCode(await take.apply())).toBe('done')
    expect(await readBatches(database, product)).toMatchObject([
      { remaining: 0 },
      { batch_number: 'SOON', remaining: 0 },
      { batch_number: 'LATE', remaining: 2 },
    ])
  })

  test('STOCK-24 one product whose stock would fall below zero refuses all, and is named', async () => {
    const [scarce, other] = [
      await insertProduct(database, { stock: 3 }),
      await insertProduct(database, { stock: 3 }),
    ]
    const take = await startStockTake([scarce, other])
    await take.count([0, 0])
    await insertOrder(database, { lines: [{ product: scarce, quantity: 1 }] })
    expect(await take.apply()).toMatchObject({
      ok: false,
      refusal: {
        code: 'counts-refused',
        products: [{ product_id: scarce.id, problem: 'below-zero', missing: 1 }],
      },
    })
    expect(await readStock(database, other)).toBe(3)
  })

  test('STOCK-22 a draft is kept in the version that was seen; without a reason or a count nothing is applied', async () => {
    const product = await insertProduct(database, { stock: 3 })
    const take = await startStockTake([product])
    await take.count([null], ' ')
    expect(resultCode(await take.apply())).toBe('reason-missing')
    await take.count([null])
    expect(resultCode(await take.apply())).toBe('nothing-counted')
    await take.count([4])
    for (const name of [
      'save_stock_take',
      'apply_stock_take',
      'add_stock_take_product',
      'delete_stock_take',
    ]) {
      const more = { save_stock_take: ['Old', []], add_stock_take_product: [product.id] }[name] ?? []
      expect(resultCode(await callProcedure(database, admin, name, [take.id, 2, ...more])), name).toBe(
        'changed-meanwhile',
      )
    }
    expect(resultCode(await take.call('save_stock_take', ['x', [{ line: 1, counted: -1 }]]))).toBe(
      'counts-invalid',
    )
    expect(resultCode(await take.call('delete_stock_take'))).toBe('done')
    expect(await take.lines()).toEqual([])
  })

  test('STOCK-22 a category or all products are chosen, also what is off sale and in stock', async () => {
    const category = await insertCategory(database)
    const product = await insertProduct(database, { stock: 3, category_id: category })
    const hidden = await insertProduct(database, { stock: 3, category_id: category, is_active: false })
    await insertProduct(database, { stock: 0, category_id: category, is_active: false })
    const id = crypto.randomUUID()
    const start = () => callProcedure(database, admin, 'start_stock_take', [id, 'category', category])
    expect(resultCode(await start())).toBe('done')
    // Sends the same form twice.
    expect(resultCode(await start())).toBe('done')
    const lines = await database.query<Line>(
      'select product_id from stock_take_lines where stock_take_id = $1',
      [id],
    )
    expect(lines.map((line) => line.product_id).sort()).toEqual([product.id, hidden.id].sort())
    expect(
      resultCode(
        await callProcedure(database, admin, 'start_stock_take', [crypto.randomUUID(), 'category', null]),
      ),
    ).toBe('scope-invalid')
  })

  test('STOCK-24 of two at once one is applied, while orders are placed', async () => {
    const product = await insertProduct(database, { stock: 50 })
    const customer = await insertCustomer(database)
    for (let round = 0; round < 5; round += 1) {
      const stock = await readStock(database, product)
      const take = await startStockTake([product])
      const [, counted] = await Promise.all([
        insertOrder(database, { customer, lines: [{ product, quantity: 2 }] }),
        take.count([stock + 1]),
      ])
      expect(resultCode(counted)).toBe('done')
      // Whichever was first, the units of the placed order are on the shelf.
      const [{ expected }] = (await take.lines()) as [Line]
      const results = await Promise.all([
        take.apply(),
        take.apply(),
        insertOrder(database, { customer, lines: [{ product, quantity: 1 }] }),
      ])
      expect(
        results
          .slice(0, 2)
          .map((result) => resultCode(result as never))
          .sort(),
      ).toEqual(['already-applied', 'done'])
      expect(await readStock(database, product)).toBe(stock - 3 + (stock + 1 - expected!))
    }
  })

  test('STOCK-12 after all of these, stock, ledger and batches agree', async () => {
    expect(await findInconsistencies(database)).toEqual([])
  })

  test('PERMISSION-8 packers neither read, count nor apply', async () => {
    const packer = await insertAdmin(database, 'packer')
    const take = await startStockTake([await insertProduct(database, { stock: 3 })])
    for (const [name, values] of [
      ['start_stock_take', [crypto.randomUUID(), 'all', null]],
      ['add_stock_take_product', [take.id, 2, crypto.randomUUID()]],
      ['save_stock_take', [take.id, 2, 'x', []]],
      ['apply_stock_take', [take.id, 2]],
      ['delete_stock_take', [take.id, 2]],
    ] as const)
      await expect(callProcedure(database, packer, name, [...values]), name).rejects.toThrow(
        'permission denied',
      )
  })
})
