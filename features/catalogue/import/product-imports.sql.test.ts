import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createTestShop,
  findInconsistencies,
  insertAdmin,
  insertCategory,
  insertOrder,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { PermissionDenied, visitor, type Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { readAllergens } from '#features/catalogue/labels/read-allergens.ts'
import { messages } from '#shop/messages/messages.ts'
import { adjustStock } from '#features/stock/stock.server.ts'
import { productsCsv } from './catalogue-csv.server.ts'
import { importMessages } from './import-messages.ts'
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
  const applied = await applyImport(shop, admin, { id, version, reason, isConfirmed: true })
  expect(applied).toMatchObject({ ok: true })
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
        ',Black-tea,Tea,1,1,no,',
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

  test('IMPORT-4 a wrong value is quoted as in the file, with what is allowed', async () => {
    expect(
      (
        await problemsOf(
          'SKU,Price,Stock,VAT rate,Active\nH-1,"£4,999",many,17.5 %,perhaps\nH-2,cheap,,20%,no\n',
        )
      ).toSorted(),
    ).toEqual([
      '2 is_active: ‘perhaps’ cannot be used. Write yes or no',
      '2 price: ‘£4,999’ can mean £4999 or a little more than £4. Write pounds and pence, like 4999.00 or 4.99',
      '2 stock: ‘many’ cannot be used. Enter the stock as a whole number, 0 or more',
      '2 vat_rate: ‘17.5 %’ cannot be used. Write 0 or 20, or leave it empty while you do not know the rate',
      '3 price: ‘cheap’ cannot be used. Enter a price in pounds, 0 or more, like 4.50',
    ])
  })

  test('IMPORT-3 an empty stock stays as it is, and is none for a new product', async () => {
    await importAll('SKU,Name,Category,Price,Stock\nH-1,Forest honey,Honey,9,\nN-1,Green tea,Tea,2, \n')
    expect(await productOf('H-1')).toMatchObject({ price: 9, stock: 10 })
    expect(await productOf('N-1')).toMatchObject({ stock: 0 })
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

  test('IMPORT-2 IMPORT-14 columns that are mapped by hand are checked again before they are imported, in the version that was seen', async () => {
    const { id, version, columns } = await upload('SKU,Cost\nH-1,4.75\n')
    expect(columns).toEqual([
      { header: 'SKU', field: 'sku' },
      { header: 'Cost', field: null },
    ])
    const fields = ['sku', 'price']
    expect(await applyImport(shop, admin, { id, version, reason: 'R', fields })).toMatchObject({
      refusal: { code: 'columns-differ' },
    })
    expect(await checkAgain(shop, admin, { id, version, fields })).toMatchObject({ ok: true })
    expect((await open(id)).lines[0]!.changes).toEqual([{ field: 'price', was: '4.50', is: '4.75' }])
    expect(await checkAgain(shop, admin, { id, version, fields })).toMatchObject({
      refusal: { code: 'changed-meanwhile' },
    })
  })
})

test('IMPORT-21 a large file is stored by several statements, and checked again as a whole', async () => {
  const text = 'Good tea. '.repeat(450)
  const lines = Array.from({ length: 150 }, (_, index) => `L-${index},Tea ${index},Tea,2,${text}`)
  const { id, version } = await upload(`SKU,Name,Category,Price,Description\n${lines.join('\n')}\n`)
  const read = () =>
    database.query(
      `select count(*)::integer as lines, count(distinct cmin::text) > 2 as is_divided from product_import_lines where import_id = $1`,
      [id],
    )
  expect(await read()).toEqual([{ lines: 150, is_divided: true }])
  expect(await checkAgain(shop, admin, { id, version, fields: null })).toMatchObject({ ok: true })
  expect(await read()).toEqual([{ lines: 150, is_divided: true }])
})

test('IMPORT-3 an archived product is not exported, and a line about it says so', async () => {
  await database.query(`update products set is_active = false, archived_at = now() where sku = 'H-1'`)
  expect(await exported()).not.toContain('Forest honey')
  expect(await problemsOf('SKU,Price\nH-1,9\n')).toEqual([
    '2 null: The product is archived. Bring it back first, or leave the line out',
  ])
})

describe('IMPORT-16 Allergens', () => {
  const allergensOf = async (sku: string) => (await productOf(sku))['allergens']
  test('IMPORT-16 are read from the texts as the form reads them, and the line says so', async () => {
    const csv = `SKU,Name,Category,Price,Ingredients,Allergy advice
N-1,Green tea,Tea,2,"Tea, WALNUTS",Contains: NUTS. May contain: MILK.
N-2,Blue tea,Tea,2,"Tea, milk powder",Ask us.
N-3,White tea,Tea,2,,
`
    const { lines } = await upload(csv)
    expect(lines.map(({ notes }) => notes.find((note) => /allergens|14/i.test(note)) ?? null)).toEqual([
      expect.stringMatching(/^Allergens read .*contains nuts; may contain milk; free from the others/),
      expect.stringMatching(/^Allergens read .*contains milk; not known: celery/),
      null,
    ])
    await importAll(csv)
    const texts = {
      'N-1': ['Contains: NUTS. May contain: MILK.', 'Tea, WALNUTS'],
      'N-2': ['Ask us.', 'Tea, milk powder'],
    }
    for (const [sku, [advice, ingredients]] of Object.entries(texts))
      expect(await allergensOf(sku), sku).toEqual(readAllergens(advice!, ingredients!))
  })

  test('IMPORT-16 a changed text is read; an unchanged one, and one beside columns of allergens, is not', async () => {
    await importAll(
      'SKU,Ingredients,Allergy advice\nH-1,Honey and WALNUTS,Contains: NUTS.\nH-2,Honey,Contains: MILK.\n',
    )
    await database.query(
      `update products set allergens = allergens || '{"milk": "not known"}' where sku = 'H-1'`,
    )
    await importAll(
      'SKU,Price,Ingredients,Allergy advice\nH-1,9,Honey and WALNUTS,Contains: NUTS.\nH-2,9,Honey and eggs,Contains: MILK.\n',
    )
    expect(await allergensOf('H-1')).toMatchObject({ nuts: 'contains', milk: 'not known' })
    expect(await allergensOf('H-2')).toMatchObject({ milk: 'contains', eggs: 'contains' })
    await importAll('SKU,Ingredients,Allergen milk\nH-2,Honey and fish,may contain\n')
    expect(await allergensOf('H-2')).toMatchObject({ milk: 'may contain', eggs: 'contains' })
  })
})

describe('IMPORT-17 On sale', () => {
  const SALE = `SKU,Name,Category,Price,Active
H-2,Cliff honey,Honey,0,yes
N-1,Green tea,Tea,2,yes
N-2,Blue tea,Tea,2,no
`
  test('IMPORT-17 IMPORT-18 what the form would ask about has to be confirmed, all or nothing', async () => {
    const { id, version, lines, sale, to_confirm } = await upload(SALE)
    expect(lines.map(({ line, warnings }) => [line, warnings])).toEqual([
      [2, [messages.priceIsZero, messages.foodInformationMissing]],
      [3, [importMessages.noPicture, messages.foodInformationMissing]],
      [4, []],
    ])
    expect(sale).toEqual({ added_on: 1, added_off: 1, put_on: 1, taken_off: 0 })
    expect(to_confirm).toBe(2)
    expect(await applyImport(shop, admin, { id, version, reason: '' })).toMatchObject({
      refusal: { code: 'confirm' },
    })
    expect(await productOf('N-2')).toBeUndefined()
    expect(await applyImport(shop, admin, { id, version, reason: '', isConfirmed: true })).toMatchObject({
      ok: true,
    })
    expect(await productOf('N-1')).toMatchObject({ is_active: true })
  })

  test('IMPORT-17 a product on sale is only asked about what it did not lack before', async () => {
    const { lines } = await upload('SKU,Price,Description\nH-1,9,High fibre honey\n')
    expect(lines[0]!.warnings).toEqual([expect.stringContaining('High fibre')])
    expect(lines[0]!.notes).toContain(messages.foodInformationMissing)
    expect((await upload('SKU,Price\nH-1,9\n')).to_confirm).toBe(0)
    expect((await upload('SKU,Price\nH-1,0\n')).to_confirm).toBe(1)
  })
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
  test('IMPORT-7 restores every value and the stock, and deletes new products', async () => {
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
    expect(await productOf('N-1')).toBeUndefined()
    expect((await open(id)).undone).toEqual({ restored: 1, deleted: 1, switched_off: 0 })
    expect(
      await database.query(
        `select before from audit_events where subject_kind = 'product' and event = 'deleted' order by id desc limit 1`,
      ),
    ).toEqual([{ before: { name: 'Green tea', slug: 'green-tea', sku: 'N-1', price: 2 } }])
    expect(await undoImport(shop, admin, id)).toMatchObject({ refusal: { code: 'already-undone' } })
  })

  test('IMPORT-7 a new product that something refers to is switched off, however it is used', async () => {
    const codes = ['N-0', 'N-1', 'N-2', 'N-3', 'N-4', 'N-5', 'N-6', 'N-7']
    const id = await importAll(
      `SKU,Name,Category,Price,Stock,Active\n${codes.map((sku) => `${sku},New ${sku},Tea,2,4,yes`).join('\n')}\n`,
    )
    const [, ordered, counted, waited, paired, offered, edited] = await Promise.all(codes.map(productOf))
    await insertOrder(database, { lines: [{ product: { ...ordered!, name: 'New N-1' }, quantity: 1 }] })
    await adjustStock(shop, admin, { productId: counted!.id, change: 1, reason: 'Counted' })
    await database.query(
      `insert into stock_alerts (product_id, email, stop_token) values ($1, 'a@example.com', gen_random_uuid())`,
      [waited!.id],
    )
    await database.query(`insert into product_pairings select id, $1, 1 from products where sku = 'H-1'`, [
      paired!.id,
    ])
    await database.query(
      `insert into offers (form_id, product_id, offer_price, starts_at, ends_at, made_by)
       values (gen_random_uuid(), $1, 1, now() + interval '1 day', now() + interval '2 days', gen_random_uuid())`,
      [offered!.id],
    )
    await database.query(`update products set badge = 'Mine' where id = $1`, [edited!.id])
    await database.query(`update products set is_active = false where sku = 'N-7'`)
    expect(await undoImport(shop, admin, id)).toEqual({ ok: true, value: { undone: 7, kept: 1 } })
    expect(
      await database.query(`select sku, is_active from products where sku like 'N-%' order by sku`),
    ).toEqual([
      ...['N-1', 'N-2', 'N-3', 'N-4', 'N-5'].map((sku) => ({ sku, is_active: false })),
      { sku: 'N-6', is_active: true },
    ])
    expect(await open(id)).toMatchObject({ undone: { restored: 0, deleted: 2, switched_off: 5 }, kept: 1 })
    expect(await findInconsistencies(database)).toEqual([])
  })

  test('IMPORT-7 the undo knows everything that may refer to a product', async () => {
    const tables = await database.query<{ name: string }>(
      `select distinct conrelid::regclass::text as name from pg_constraint
        where contype = 'f' and confrelid = 'products'::regclass order by 1`,
    )
    const [body] = await database.query<{ text: string }>(
      `select prosrc as text from pg_proc where proname = 'is_added_product_used'`,
    )
    // Derived from the product itself, or from orders, which the ledger refers to.
    const derived = [
      'bought_together',
      'order_items',
      'product_listing',
      'product_search_text',
      'product_search_vectors',
      'product_stock_buckets',
    ]
    const unknown = tables.filter(({ name }) => !body!.text.includes(`public.${name} `))
    expect(unknown.map(({ name }) => name)).toEqual(derived)
  })

  test('IMPORT-7 the ledger rows of a deleted product go in an undo alone', async () => {
    await expect(database.query('delete from inventory_adjustments')).rejects.toThrow('only ever added')
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

  test('IMPORT-20 an offer that runs goes on: the normal price goes back, unless it was changed since', async () => {
    const id = await importAll('SKU,Price,Badge\nH-1,9,A\nH-2,9,B\nT-1,9,C\n')
    // The last product cost 9.50 for a while, and its offer is what the import had set.
    await database.query(`update products set price = 9.5 where sku = 'T-1'`)
    for (const [sku, normal, offer] of [
      ['H-1', 9, 4],
      ['H-2', 9, 8.5],
      ['T-1', 9.5, 9],
    ] as const)
      await database.query(
        `with product as (update products set price = $3, offer_ends_at = now() + interval '2 days' where sku = $1 returning id)
         insert into offers (form_id, product_id, offer_price, normal_price, starts_at, started_at, ends_at, made_by)
         select gen_random_uuid(), id, $3, $2, now(), now(), now() + interval '2 days', gen_random_uuid() from product`,
        [sku, normal, offer],
      )
    expect(await undoImport(shop, admin, id)).toEqual({ ok: true, value: { undone: 1, kept: 2 } })
    expect((await open(id)).lines.map(({ line, undo }) => [line, undo])).toEqual([
      [3, 'changed-since'],
      [4, 'changed-since'],
      [2, 'undone'],
    ])
    expect(
      await database.query(
        `select sku, price, badge, normal_price, end_reason from products p join offers o on o.product_id = p.id order by sku`,
      ),
    ).toEqual([
      { sku: 'H-1', price: 4, badge: null, normal_price: 4.5, end_reason: null },
      { sku: 'H-2', price: 8.5, badge: 'B', normal_price: 9, end_reason: null },
      { sku: 'T-1', price: 9, badge: 'C', normal_price: 9.5, end_reason: null },
    ])
    await database.query(`update offers set ends_at = now()`)
    await database.query(`select apply_offers(10)`)
    expect(await productOf('H-1'), 'after the offer').toMatchObject({ price: 4.5, offer_ends_at: null })
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
