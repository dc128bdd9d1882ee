import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  callProcedure,
  countRows,
  insertAdmin,
  insertProduct,
  readStock,
  resultCode,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import {
  dayFromToday,
  receiveDelivery,
  toDeliveredLines,
} from '#tests/fixtures/products/delivered-batches.ts'
import type { Admin } from '#shop/permissions.ts'

let database: TestDatabase
let admin: Admin
let packer: Admin
beforeAll(async () => {
  database = await createTestDatabase()
  admin = await insertAdmin(database)
  packer = await insertAdmin(database, 'packer')
})
afterAll(() => database.close())

describe('A delivery', () => {
  test('STOCK-17 each line becomes a batch with its cost, and a row of the ledger with the one reason', async () => {
    const product = await insertProduct(database, { stock: 1 })
    const received = await receiveDelivery(database, admin, [
      { product, quantity: 6, number: 'A1', bestBefore: await dayFromToday(database, 40), cost: 1.05 },
      { product, quantity: 2 },
    ])
    expect(received).toMatchObject({ ok: true, value: { lines: 2, pieces: 8 } })
    expect(await readStock(database, product)).toBe(9)
    expect(
      await database.query(
        `select a.quantity_change, a.stock_after, a.reason, a.action_type, b.batch_number, b.unit_cost, b.remaining
           from inventory_adjustments a join product_batches b on b.id = a.batch_id where a.product_id = $1 order by a.id`,
        [product.id],
      ),
    ).toEqual([
      {
        quantity_change: 6,
        stock_after: 7,
        reason: 'Delivery',
        action_type: 'delivery_received',
        batch_number: 'A1',
        unit_cost: 1.05,
        remaining: 6,
      },
      {
        quantity_change: 2,
        stock_after: 9,
        reason: 'Delivery',
        action_type: 'delivery_received',
        batch_number: null,
        unit_cost: null,
        remaining: 2,
      },
    ])
  })

  test('STOCK-17 one wrong line refuses the whole delivery, and each is named', async () => {
    const product = await insertProduct(database, { stock: 1 })
    const before = await countRows(database, 'product_batches')
    const refusedLines = await receiveDelivery(database, admin, [
      { product, quantity: 6 },
      { product, quantity: 0 },
      { product, quantity: 1, bestBefore: await dayFromToday(database, -1) },
      { product, quantity: 1, cost: 1.005 },
      { product: { id: crypto.randomUUID() }, quantity: 1 },
    ])
    expect(refusedLines).toEqual({
      ok: false,
      refusal: {
        code: 'lines-invalid',
        lines: [
          { line: 2, problem: 'quantity-invalid' },
          { line: 3, problem: 'best-before-invalid' },
          { line: 4, problem: 'cost-invalid' },
          { line: 5, problem: 'not-found' },
        ],
      },
    })
    expect(await readStock(database, product)).toBe(1)
    expect(await countRows(database, 'product_batches')).toBe(before)
  })

  test('STOCK-18 a draft is kept as typed, in the version that was seen, and is received once', async () => {
    const product = await insertProduct(database, { stock: 1 })
    const id = crypto.randomUUID()
    const save = (version: number, lines: unknown) =>
      callProcedure(database, admin, 'save_delivery', [id, version, ' Wholesaler ', '', lines])
    expect(await save(0, [{ quantity: '2x' }])).toMatchObject({ ok: true, value: { version: 2 } })
    // The same form sent twice.
    expect(resultCode(await save(0, [{ quantity: '2x' }]))).toBe('changed-meanwhile')
    expect(await save(2, [{ quantity: '3' }])).toMatchObject({ ok: true, value: { version: 3 } })
    expect(
      await database.query('select supplier, reason, lines from deliveries where id = $1', [id]),
    ).toEqual([{ supplier: 'Wholesaler', reason: null, lines: [{ quantity: '3' }] }])
    const receive = (version: number) =>
      callProcedure(database, admin, 'receive_delivery', [
        id,
        version,
        toDeliveredLines([{ product, quantity: 3 }]),
      ])
    expect(resultCode(await receive(3))).toBe('reason-missing')
    await callProcedure(database, admin, 'save_delivery', [id, 3, '', 'Monday', [{ quantity: '3' }]])
    expect(resultCode(await receive(3))).toBe('changed-meanwhile')
    expect(resultCode(await receive(4))).toBe('done')
    expect(resultCode(await receive(4))).toBe('already-received')
    expect(resultCode(await save(5, []))).toBe('already-received')
    expect(resultCode(await callProcedure(database, admin, 'delete_delivery', [id, 5]))).toBe(
      'changed-meanwhile',
    )
    expect(await readStock(database, product)).toBe(4)
  })

  test('STOCK-18 a draft that was not received can be deleted', async () => {
    const id = crypto.randomUUID()
    await callProcedure(database, admin, 'save_delivery', [id, 0, '', '', []])
    expect(resultCode(await callProcedure(database, admin, 'delete_delivery', [id, 1]))).toBe(
      'changed-meanwhile',
    )
    expect(resultCode(await callProcedure(database, admin, 'delete_delivery', [id, 2]))).toBe('done')
    expect(await countRows(database, 'deliveries', 'id = $1', [id])).toBe(0)
  })

  test('PERMISSION-14 packers neither receive deliveries nor read batches and costs', async () => {
    await expect(
      callProcedure(database, packer, 'save_delivery', [crypto.randomUUID(), 0, '', '', []]),
    ).rejects.toThrow(/permission denied/)
    for (const table of ['product_batches', 'deliveries', 'batch_movements', 'recalls'])
      await expect(
        database.db.withActor(packer, (trx) =>
          trx
            .selectFrom(table as 'deliveries')
            .selectAll()
            .execute(),
        ),
        table,
      ).rejects.toThrow(/permission denied/)
  })
})
