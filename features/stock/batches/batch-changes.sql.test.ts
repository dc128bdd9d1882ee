import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  callProcedure,
  createTestShop,
  findInconsistencies,
  insertAdmin,
  insertOrder,
  insertProduct,
  readStock,
  resultCode,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { dayFromToday, readBatches, receiveDelivery } from '#tests/fixtures/products/delivered-batches.ts'
import { PermissionDenied, type Admin } from '#shop/permissions.ts'
import { listAllProducts } from '#features/catalogue/products/admin/admin-catalogue.server.ts'
import { lowStock } from '#features/dashboard/dashboard.server.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { endRecall, startRecall } from '#features/stock/recalls/recalls.server.ts'
import { correctBatch, packingBatches, readProductBatches, writeOffBatch } from './batch-changes.server.ts'

let database: TestDatabase
let shop: ShopDependencies
let admin: Admin
let packer: Admin
beforeAll(async () => {
  database = await createTestDatabase()
  shop = createTestShop(database)
  admin = await insertAdmin(database, 'manager')
  packer = await insertAdmin(database, 'packer')
})
afterAll(() => database.close())

const sellable = async ({ id }: { id: string }) =>
  (
    await database.query<{ sellable_stock: number }>('select sellable_stock from products where id = $1', [
      id,
    ])
  )[0]!.sellable_stock
const codeOf = (result: { ok: boolean; refusal?: { code: string } }) =>
  result.ok ? 'done' : result.refusal!.code

/** A product with 1 unit without a recorded batch, and 6 units of A1. */
async function insertBatch() {
  const product = await insertProduct(database, { stock: 1 })
  const best_before = await dayFromToday(database, 40)
  await receiveDelivery(database, admin, [{ product, quantity: 6, number: 'A1', bestBefore: best_before }])
  const { batches } = (await readProductBatches(shop, admin, product.id))!
  const batch = batches.find(({ batch_number }) => batch_number === 'A1')!
  return { product, batch, seen: { batch_number: 'A1', best_before } }
}

describe('STOCK-27 A batch', () => {
  test('is corrected, on record; a best-before in the past takes it off sale', async () => {
    const { product, batch, seen } = await insertBatch()
    const names = { batch_number: 'A2', best_before: await dayFromToday(database, -1) }
    expect(await correctBatch(shop, admin, { batchId: batch.id, seen, names })).toEqual({
      ok: true,
      value: {},
    })
    expect(await readBatches(database, product)).toEqual([
      { batch_number: null, remaining: 1 },
      { batch_number: 'A2', remaining: 6 },
    ])
    expect(await sellable(product)).toBe(1)
    expect(
      await database.query(
        `select event, before, after from audit_events where subject_kind = 'batch' and subject_id = $1`,
        [product.id],
      ),
    ).toEqual([{ event: 'batch-corrected', before: seen, after: names }])
    // The second editor saw the former names.
    expect(codeOf(await correctBatch(shop, admin, { batchId: batch.id, seen, names: seen }))).toBe(
      'changed-meanwhile',
    )
  })

  test('is not renamed to a recalled number, and keeps its own while it is recalled', async () => {
    const { product, batch, seen } = await insertBatch()
    await receiveDelivery(database, admin, [{ product, quantity: 1, number: 'BAD' }])
    const bad = (await readProductBatches(shop, admin, product.id))!.batches.find(
      ({ batch_number }) => batch_number === 'BAD',
    )!
    await startRecall(shop, admin, {
      id: crypto.randomUUID(),
      productId: product.id,
      batchIds: [bad.id],
      reason: 'Sesame',
      customerText: 'Return it.',
    })
    const rename = (
      batchId: string,
      from: { batch_number: string; best_before: string | null },
      to: string,
    ) => correctBatch(shop, admin, { batchId, seen: from, names: { ...from, batch_number: to } })
    expect(codeOf(await rename(batch.id, seen, 'bad'))).toBe('number-recalled')
    expect(codeOf(await rename(bad.id, { batch_number: 'BAD', best_before: null }, 'GOOD'))).toBe(
      'is-recalled',
    )
  })

  test('is written off with a reason, at most what is left of it', async () => {
    const { product, batch } = await insertBatch()
    const writeOff = (pieces: number, reason = 'Broken') =>
      writeOffBatch(shop, admin, { productId: product.id, batchId: batch.id, pieces, reason })
    expect(await writeOff(7)).toMatchObject({ refusal: { code: 'below-zero', stock: 6 } })
    expect(codeOf(await writeOff(1, ' '))).toBe('fields-missing')
    expect(await writeOff(4)).toEqual({ ok: true, value: { stock: 3 } })
    expect(await readBatches(database, product)).toMatchObject([
      { remaining: 1 },
      { batch_number: 'A1', remaining: 2 },
    ])
  })

  test('what was not recorded has no names, and packers change nothing', async () => {
    const { product, seen, batch } = await insertBatch()
    const { batches } = (await readProductBatches(shop, admin, product.id))!
    const names = { batch_number: 'X', best_before: null }
    const unrecorded = batches.find(({ is_unrecorded }) => is_unrecorded)!
    expect(
      codeOf(
        await correctBatch(shop, admin, {
          batchId: unrecorded.id,
          seen: { batch_number: null, best_before: null },
          names,
        }),
      ),
    ).toBe('not-found')
    await expect(correctBatch(shop, packer, { batchId: batch.id, seen, names })).rejects.toThrow(
      PermissionDenied,
    )
    await expect(readProductBatches(shop, packer, product.id)).rejects.toThrow(PermissionDenied)
    await expect(
      callProcedure(database, packer, 'correct_batch', [batch.id, 'A1', seen.best_before, 'X', null]),
    ).rejects.toThrow('permission denied')
  })
})

describe('RECALL-8 The end of a recall', () => {
  async function recallBatch() {
    const inserted = await insertBatch()
    const id = crypto.randomUUID()
    const texts = { reason: 'Sesame', customerText: 'Return it.' }
    await insertOrder(database, { lines: [{ product: inserted.product, quantity: 3 }] })
    const recall = () =>
      startRecall(shop, admin, {
        id,
        productId: inserted.product.id,
        batchIds: [inserted.batch.id],
        ...texts,
      })
    expect(codeOf(await recall())).toBe('done')
    return { ...inserted, id, texts }
  }

  test('sells the batches again, once, and they may be recalled again', async () => {
    const { product, batch, id, texts } = await recallBatch()
    expect(await sellable(product)).toBe(0)
    const end = (outcome: 'sold-again' | 'written-off', reason = 'Tested') =>
      endRecall(shop, admin, { id, outcome, reason })
    expect(codeOf(await end('sold-again', ' '))).toBe('fields-missing')
    const ends = await Promise.all([end('sold-again'), end('written-off')])
    expect(ends.map(codeOf).sort()).toEqual(['already-ended', 'done'])
    if (ends[0].ok) expect(await sellable(product)).toBe(4)
    else expect(await readStock(database, product)).toBe(0)
    const again = await startRecall(shop, admin, {
      id: crypto.randomUUID(),
      productId: product.id,
      batchIds: [batch.id],
      ...texts,
    })
    expect(codeOf(again)).toBe(ends[0].ok ? 'done' : 'already-recalled')
  })

  test('writes its pieces off with the reason, and what comes back is not sold', async () => {
    const { product, id } = await recallBatch()
    expect(await endRecall(shop, admin, { id, outcome: 'written-off', reason: 'Destroyed' })).toEqual({
      ok: true,
      value: { pieces: 4 },
    })
    expect(await readStock(database, product)).toBe(0)
    expect(
      await database.query(
        `select a.quantity_change, a.stock_after, a.reason, b.batch_number, b.is_recalled from inventory_adjustments a
           join product_batches b on b.id = a.batch_id where a.product_id = $1 and a.action_type = 'manual_adjustment'`,
        [product.id],
      ),
    ).toEqual([
      { quantity_change: -4, stock_after: 0, reason: 'Destroyed', batch_number: 'A1', is_recalled: true },
    ])
    await expect(endRecall(shop, packer, { id, outcome: 'sold-again', reason: 'x' })).rejects.toThrow(
      PermissionDenied,
    )
    expect(
      resultCode(
        await callProcedure(database, admin, 'end_recall', [crypto.randomUUID(), 'sold-again', 'x']),
      ),
    ).toBe('not-found')
  })
})

test('STOCK-28 packers see the batches of each line, and what was returned is in none', async () => {
  const { product } = await insertBatch()
  const order = await insertOrder(database, { lines: [{ product, quantity: 3 }] })
  const cancelled = await insertOrder(database, { lines: [{ product, quantity: 2 }] })
  await callProcedure(database, admin, 'cancel_order', [cancelled, 'admin', 'Jar broke'])
  const told = await packingBatches(shop, packer, [order, cancelled, 'x'])
  expect(told.filter(({ order_id }) => order_id === order)).toMatchObject([
    { is_unrecorded: true, quantity: 1 },
    { batch_number: 'A1', quantity: 2 },
  ])
  await expect(
    packingBatches(shop, { kind: 'customer', userId: crypto.randomUUID(), email: 'a@b.cd' }, [order]),
  ).rejects.toThrow(PermissionDenied)
})

test('STOCK-29 low stock is of pieces that may be sold, not of those recalled or past their best-before', async () => {
  const product = await insertProduct(database, { stock: 2, name: 'Nearly Expired' })
  await receiveDelivery(database, admin, [{ product, quantity: 500, number: 'A1' }])
  const listed = async () => (await lowStock(shop, admin)).find(({ id }) => id === product.id)
  expect(await listed()).toBeUndefined()
  const { batches } = (await readProductBatches(shop, admin, product.id))!
  await correctBatch(shop, admin, {
    batchId: batches.find(({ batch_number }) => batch_number === 'A1')!.id,
    seen: { batch_number: 'A1', best_before: null },
    names: { batch_number: 'A1', best_before: await dayFromToday(database, -1) },
  })
  expect(await listed()).toMatchObject({ stock: 2 })
  const view = { search: 'Nearly Expired', category_id: null, show: null, sort: 'name', page: 1 } as const
  const { products } = await listAllProducts(shop, admin, view)
  expect(products).toMatchObject([{ stock: 502, sellable_stock: 2, is_low_stock: true }])
})

test('STOCK-12 after corrections, write-offs and recalls, stock, ledger and batches agree', async () => {
  expect(await findInconsistencies(database)).toEqual([])
})
