import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertCategory, insertAdmin, createTestShop } from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { PermissionDenied, visitor, type Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'
import { adjustStock } from '#shop/stock/stock.server.ts'
import { productsCsv } from './catalogue-csv.server.ts'
import { applyImport, checkAgain, checkFile, readImport, undoImport } from './product-imports.server.ts'

let database: TestDatabase
let shop: ShopDependencies
let admin: Admin
let packer: Admin
beforeAll(async () => {
  database = await createTestDatabase()
  shop = createTestShop(database)
  admin = await insertAdmin(database)
  packer = { ...(await insertAdmin(database, 'packer')) }
  await insertCategory(database, 'Honey')
  await insertCategory(database, 'Tea')
})
afterAll(() => database.close())

const upload = async (csv: string) => {
  const checked = await checkFile(shop, admin, {
    subject: 'products',
    bytes: Buffer.from(csv),
    name: 'prices.csv',
  })
  if (!checked.ok) throw new Error(`refused: ${checked.refusal.code}`)
  return open(checked.value.id)
}
const open = async (id: string) => (await readImport(shop, admin, { id, show: null, page: 1 }))!
const importAll = async (csv: string, reason = 'New list') => {
  const { id, version } = await upload(csv)
  expect(await applyImport(shop, admin, { id, version, reason })).toMatchObject({ ok: true })
  return id
}
const productOf = async (sku: string) =>
  (
    await database.query<Record<string, unknown> & { id: string; price: number; stock: number }>(
      'select * from products where sku = $1',
      [sku],
    )
  )[0]!
const problemsOf = async (csv: string) =>
  (await upload(csv)).lines.flatMap(({ line, problems }) =>
    problems.map(({ field, text }) => `${line} ${field}: ${text}`),
  )
const exported = async () => {
  let text = ''
  for await (const part of productsCsv(shop, admin)) text += part
  return text
}

const START = `SKU,Name,Category,Price,Stock,Active,Badge
H-1,Forest honey,Honey,4.50,10,yes,
H-2,Cliff honey,Honey,8.00,5,no,New
T-1,Black tea,tea,3.25,0,no,
`
beforeEach(async () => {
  await database.query(
    `begin; set local session_replication_role = replica; truncate products, product_imports cascade; update category_counts set products = 0; commit`,
  )
  await importAll(START)
})

describe('IMPORT-3 What each line would change', () => {
  test('IMPORT-3 columns that are absent stay as they are; old and new value of each field are named', async () => {
    const { lines, counts } = await upload('SKU;Price\r\nh-1;£5\r\nH-2;8,00\r\nT-1;3.3\r\n')
    expect(counts).toEqual({ changed: 2, added: 0, same: 1, faulty: 0 })
    expect(lines.map(({ line, outcome, changes }) => [line, outcome, changes])).toEqual([
      [2, 'changed', [{ field: 'price', was: '4.50', is: '5.00' }]],
      [4, 'changed', [{ field: 'price', was: '3.25', is: '3.30' }]],
      [3, 'same', []],
    ])
    expect((await productOf('H-1')).price, 'nothing is changed by a check').toBe(4.5)
  })

  test('IMPORT-2 a product is found by SKU, else by address, else by its exact name', async () => {
    const { lines } = await upload(
      'SKU,Address,Name,Badge\nh-1,,Renamed honey,A\nNEW,cliff-honey,Cliff honey,B\n,,Black tea,C\n',
    )
    expect(lines.map(({ changes }) => changes.map(({ field, is }) => `${field} ${is}`).toSorted())).toEqual([
      ['badge A', 'name Renamed honey'],
      ['badge B', 'sku NEW'],
      ['badge C', 'sku '],
    ])
  })

  test('IMPORT-4 each faulty line says where and why, and nothing of the file is imported', async () => {
    const { id, version, lines, counts } = await upload(
      [
        'SKU,Name,Category,Price,Stock,Active,Barcode',
        'H-1,Forest honey,Honey,free,10,yes,',
        'H-2,Cliff honey,Rocks,8.00,5,no,',
        'T-1,Black tea,Tea,3.25,-1,no,',
        'N-1,,Tea,1,1,no,',
        'N-2,Green tea,Tea,1,1,perhaps,',
        'N-3,White tea,Tea,1,1,no,5012345678901',
        'h-1,Forest honey,Honey,4.50,10,yes,',
        'N-4,Red tea,Tea',
        'N-5,Blue tea,Tea,1,1,no,,and more',
        'N-6,Black-tea,Tea,1,1,no,',
        'N-7,Good tea,Tea,1,1,no,',
      ].join('\n'),
    )
    expect(counts).toEqual({ changed: 0, added: 1, same: 0, faulty: 10 })
    expect(lines.slice(0, 10).map(({ line, problems }) => [line, problems[0]!.field])).toEqual([
      [2, 'price'],
      [3, 'category_id'],
      [4, 'stock'],
      [5, null],
      [6, 'is_active'],
      [7, 'barcode'],
      [8, null],
      [9, null],
      [10, null],
      [11, 'name'],
    ])
    expect(await applyImport(shop, admin, { id, version, reason: 'R' })).toMatchObject({
      refusal: { code: 'lines-faulty' },
    })
    expect(await database.query('select from products')).toHaveLength(3)
  })

  test('CATALOGUE-33 a SKU or barcode of another product or line is refused', async () => {
    await database.query(`update products set barcode = '012345678905' where sku = 'T-1'`)
    expect(await problemsOf('Name,SKU,Barcode\nForest honey,H-1,0012345678905\n')).toEqual([
      '2 barcode: ‘Black tea’ has it. Take it away there first, or correct it here',
    ])
    expect(await problemsOf('SKU,Barcode\nH-1,5012345678900\nH-2,5012345678900\n')).toEqual([
      '3 barcode: Line 2 has it too. Each product needs its own',
    ])
  })

  test('IMPORT-2 columns that are mapped by hand are checked anew, in the version that was seen', async () => {
    const { id, version, columns } = await upload('SKU,Cost\nH-1,4.75\n')
    expect(columns).toEqual([
      { header: 'SKU', field: 'sku' },
      { header: 'Cost', field: null },
    ])
    const fields = ['sku', 'price']
    expect(await checkAgain(shop, admin, { id, version, fields })).toMatchObject({ ok: true })
    expect((await open(id)).lines[0]!.changes).toEqual([{ field: 'price', was: '4.50', is: '4.75' }])
    expect(await checkAgain(shop, admin, { id, version, fields })).toMatchObject({
      refusal: { code: 'changed-meanwhile' },
    })
  })
})

test('IMPORT-3 an archived product is not exported, and a line about it says so', async () => {
  await database.query(`update products set is_active = false, archived_at = now() where sku = 'H-1'`)
  expect(await exported()).not.toContain('Forest honey')
  expect(await problemsOf('SKU,Price\nH-1,9\n')).toEqual([
    '2 null: The product is archived. Bring it back first, or leave the line out',
  ])
})

describe('IMPORT-5 Importing', () => {
  test('IMPORT-5 stock changes by its difference, with one reason in the ledger', async () => {
    await importAll('SKU,Stock,Price\nH-1,25,4.50\nH-2,0,7\n', 'Counted by hand')
    expect([(await productOf('H-1')).stock, (await productOf('H-2')).stock]).toEqual([25, 0])
    expect(
      await database.query(
        `select quantity_change, reason, action_type, stock_after from inventory_adjustments
          where action_type = 'manual_adjustment' order by quantity_change`,
      ),
    ).toEqual([
      { quantity_change: -5, reason: 'Counted by hand', action_type: 'manual_adjustment', stock_after: 0 },
      { quantity_change: 15, reason: 'Counted by hand', action_type: 'manual_adjustment', stock_after: 25 },
    ])
    expect(
      await database.query(
        `select after from audit_events where subject_kind = 'product-import' order by id desc limit 1`,
      ),
    ).toEqual([{ after: { file: 'prices.csv', reason: 'Counted by hand', changed: 2, added: 0 } }])
  })

  test('IMPORT-5 a stock change without a reason is refused', async () => {
    const { id, version } = await upload('SKU,Stock\nH-1,25\n')
    expect(await applyImport(shop, admin, { id, version, reason: ' ' })).toMatchObject({
      refusal: { code: 'reason-missing' },
    })
  })

  test.each([
    ['a product is edited', `update products set badge = 'Edited' where sku = 'H-2'`],
    ['a product is sold', `update products set stock = stock - 1 where sku = 'H-2'`],
  ])('IMPORT-6 nothing is written if %s since the check, and the lines are named', async (_what, change) => {
    const { id, version } = await upload('SKU,Price,Stock\nH-1,9,11\nH-2,9,11\n')
    await database.query(change)
    expect(await applyImport(shop, admin, { id, version, reason: 'R' })).toMatchObject({
      refusal: { code: 'products-changed', lines: [3] },
    })
    expect(await productOf('H-1')).toMatchObject({ price: 4.5, stock: 10 })
    expect(await checkAgain(shop, admin, { id, version, fields: null })).toMatchObject({ ok: true })
    expect(await applyImport(shop, admin, { id, version: version + 1, reason: 'R' })).toMatchObject({
      ok: true,
    })
    expect(await productOf('H-2')).toMatchObject({ price: 9, stock: 11 })
  })

  test('IMPORT-6 a sale does not stop an import that leaves the stock alone', async () => {
    const { id, version } = await upload('SKU,Price\nH-2,9\n')
    await database.query(`update products set stock = stock - 1 where sku = 'H-2'`)
    expect(await applyImport(shop, admin, { id, version, reason: '' })).toMatchObject({ ok: true })
    expect(await productOf('H-2')).toMatchObject({ price: 9, stock: 4 })
  })

  test('IMPORT-6 all or nothing: a name that somebody else has used since the check', async () => {
    const { id, version } = await upload(
      'SKU,Name,Category,Price\nH-1,Forest honey,Honey,9\nN-1,Green tea,Tea,2\n',
    )
    await importAll('SKU,Name,Category,Price\nX-1,Green tea,Tea,2\n')
    expect(await applyImport(shop, admin, { id, version, reason: '' })).toMatchObject({
      refusal: { code: 'products-changed' },
    })
    expect((await productOf('H-1')).price).toBe(4.5)
  })

  test('IMPORT-6 of ten concurrent imports of one file, one writes', async () => {
    const { id, version } = await upload('SKU,Stock\nH-1,25\n')
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => applyImport(shop, admin, { id, version, reason: 'R' })),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect((await productOf('H-1')).stock).toBe(25)
  })

  test('IMPORT-1 the export imported again changes nothing, also with formulas, quotes and line ends', async () => {
    await database.query(
      `update products set badge = '=1+1', description = E'Two\\nlines, "quoted"; and more', brand = '''=x', dietary_info = '''s own' where sku = 'H-1'`,
    )
    const csv = await exported()
    expect(csv).toContain("'=1+1")
    expect((await upload(csv)).counts).toEqual({ changed: 0, added: 0, same: 3, faulty: 0 })
    expect((await upload(csv.replaceAll('\r\n', '\n'))).counts.same).toBe(3)
  })
})

describe('IMPORT-7 Undo', () => {
  test('IMPORT-7 restores every value and the stock, and switches new products off', async () => {
    const before = await database.query('select * from products order by id')
    const id = await importAll(
      'SKU,Name,Category,Price,Stock,Active,Badge\nH-1,New name,Tea,9,25,no,B\nN-1,Green tea,Tea,2,4,yes,\n',
    )
    await database.query(`update products set stock = stock - 3 where sku = 'H-1'`)
    await database
      .query(
        `insert into inventory_adjustments (product_id, quantity_change, reason, action_type, actor_kind, order_id, stock_after)
       select id, -3, 'Sold', 'order_placed', 'system', gen_random_uuid(), stock from products where sku = 'H-1'`,
      )
      .catch(() => undefined)
    expect(await undoImport(shop, admin, id)).toEqual({ ok: true, value: { undone: 2, kept: 0 } })
    const after = await database.query<{ version: number; updated_at: string; stock: number }>(
      `select * from products where sku <> 'N-1' order by id`,
    )
    const stable = (rows: readonly object[]) =>
      rows.map((row) => ({ ...row, version: 0, updated_at: '', stock: 0 }))
    expect(stable(after)).toEqual(stable(before))
    expect((await productOf('H-1')).stock, 'what was sold since stays sold').toBe(7)
    expect(await productOf('N-1')).toMatchObject({ is_active: false, stock: 4 })
    expect(await undoImport(shop, admin, id)).toMatchObject({ refusal: { code: 'already-undone' } })
  })

  test('IMPORT-7 a line whose product was changed or counted since stays, and says why', async () => {
    const id = await importAll('SKU,Price,Stock\nH-1,9,10\nH-2,9,20\nT-1,9,0\n')
    await database.query(`update products set price = 9.5 where sku = 'H-1'`)
    await adjustStock(shop, admin, { productId: (await productOf('H-2')).id, change: 1, reason: 'Counted' })
    expect(await undoImport(shop, admin, id)).toEqual({ ok: true, value: { undone: 1, kept: 2 } })
    expect((await open(id)).lines.map(({ line, undo }) => [line, undo])).toEqual([
      [2, 'changed-since'],
      [3, 'counted-since'],
      [4, 'undone'],
    ])
    expect(await productOf('H-1')).toMatchObject({ price: 9.5 })
    expect(await productOf('T-1')).toMatchObject({ price: 3.25 })
  })

  test('IMPORT-7 is possible for a day', async () => {
    const id = await importAll('SKU,Price\nH-1,9\n')
    await database.query(
      `update product_imports set imported_at = now() - interval '25 hours' where id = $1`,
      [id],
    )
    expect(await undoImport(shop, admin, id)).toMatchObject({ refusal: { code: 'too-late' } })
  })
})

test('IMPORT-8 only those who may change products import and undo, in code and in the database', async () => {
  const { id, version } = await upload('SKU,Price\nH-1,9\n')
  for (const actor of [packer, visitor]) {
    await expect(
      checkFile(shop, actor, { subject: 'products', bytes: Buffer.from(START), name: '' }),
    ).rejects.toThrow(PermissionDenied)
    await expect(applyImport(shop, actor, { id, version, reason: '' })).rejects.toThrow(PermissionDenied)
    await expect(undoImport(shop, actor, id)).rejects.toThrow(PermissionDenied)
  }
  const asManager: Admin = { ...packer, role: 'manager' }
  expect(
    await applyImport(shop, asManager, { id, version, reason: '' }),
    'the database knows the role',
  ).toMatchObject({ refusal: { code: 'not-found' } })
  expect(await undoImport(shop, asManager, id)).toMatchObject({ refusal: { code: 'not-found' } })
  expect(await readImport(shop, asManager, { id, show: null, page: 1 })).toBeNull()
})
