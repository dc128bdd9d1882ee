import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createTestShop,
  insertAdmin,
  insertCategory,
  insertProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { PermissionDenied, visitor, type Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { categoriesCsv, templateCsv } from './catalogue-csv.server.ts'
import { importColumns, IMPORT_SUBJECTS } from './import-columns.ts'
import { importMessages } from './import-messages.ts'
import { applyImport, checkAgain, checkFile, readImport, undoImport } from './product-imports.server.ts'

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

const upload = async (csv: string, subject: 'products' | 'categories' = 'categories') => {
  const checked = await checkFile(shop, admin, { subject, bytes: Buffer.from(csv), name: 'shelves.csv' })
  if (!checked.ok) throw new Error(`refused: ${checked.refusal.code}`)
  return open(checked.value.id)
}
const open = async (id: string) => (await readImport(shop, admin, { id, show: null, page: 1 }))!
const importAll = async (csv: string) => {
  const { id, version } = await upload(csv)
  expect(await applyImport(shop, admin, { id, version, reason: '' })).toMatchObject({ ok: true })
  return id
}
const categories = () =>
  database.query<{ slug: string; name: string; description: string | null; is_on_home_page: boolean }>(
    'select slug, name, description, is_on_home_page from categories order by slug',
  )
const textOf = async (lines: AsyncGenerator<string>) => {
  let text = ''
  for await (const part of lines) text += part
  return text
}

const START = 'Name,Description,On the home page\nHoney,From the forest,yes\nTea,,no\n'
beforeEach(async () => {
  await database.query(
    `begin; set local session_replication_role = replica; truncate products, categories, category_counts, product_imports cascade; commit`,
  )
  await importAll(START)
})

describe('IMPORT-10 Categories from a file', () => {
  test('are added and changed, each line saying what it would change; what has no column stays', async () => {
    expect(await categories()).toEqual([
      { slug: 'honey', name: 'Honey', description: 'From the forest', is_on_home_page: true },
      { slug: 'tea', name: 'Tea', description: null, is_on_home_page: false },
    ])
    const { id, version, lines, counts } = await upload(
      'Address;Name;On the home page\r\nhoney;Forest honey;no\r\n;Tea;no\r\n;Rice;\r\n',
    )
    expect(counts).toEqual({ changed: 1, added: 1, same: 1, faulty: 0 })
    expect(lines.map(({ line, outcome, changes, notes }) => ({ line, outcome, changes, notes }))).toEqual([
      {
        line: 2,
        outcome: 'changed',
        changes: [
          { field: 'name', was: 'Honey', is: 'Forest honey' },
          { field: 'is_on_home_page', was: 'yes', is: 'no' },
        ],
        notes: [],
      },
      {
        line: 4,
        outcome: 'added',
        changes: [
          { field: 'name', was: '', is: 'Rice' },
          { field: 'is_on_home_page', was: '', is: 'no' },
        ],
        notes: [importMessages.newCategory],
      },
      { line: 3, outcome: 'same', changes: [], notes: [] },
    ])
    expect(await categories(), 'nothing is changed by a check').toHaveLength(2)
    expect(await applyImport(shop, admin, { id, version, reason: '' })).toEqual({
      ok: true,
      value: { lines: 2, subject: 'categories' },
    })
    expect(await categories()).toEqual([
      { slug: 'honey', name: 'Forest honey', description: 'From the forest', is_on_home_page: false },
      { slug: 'rice', name: 'Rice', description: null, is_on_home_page: false },
      { slug: 'tea', name: 'Tea', description: null, is_on_home_page: false },
    ])
    const events = await database.query<{ after: unknown }>(
      `select after from audit_events where subject_kind = 'product-import' order by id desc limit 1`,
    )
    expect(events).toEqual([{ after: { subject: 'categories', file: 'shelves.csv', changed: 1, added: 1 } }])
  })

  test('CATALOGUE-40 descriptions in HTML become text', async () => {
    await importAll('Name,Description\nTea,"<p>Green &amp; black</p><ul><li>Leaves</li></ul>"\n')
    expect((await categories())[1]).toMatchObject({ description: 'Green & black\n\n- Leaves' })
  })

  test('IMPORT-1 the export imported again changes nothing, also with formulas', async () => {
    await database.query(`update categories set description = E'=1+1\\n"quoted"' where slug = 'tea'`)
    const csv = await textOf(categoriesCsv(shop, admin))
    expect(csv).toContain(`"'=1+1`)
    const { counts, columns } = await upload(csv)
    expect(counts).toEqual({ changed: 0, added: 0, same: 2, faulty: 0 })
    expect(columns.at(-1)).toEqual({ header: 'Products on sale', field: null })
  })

  test('IMPORT-4 a faulty line says where and why, and nothing of the file is imported', async () => {
    await database.query(`insert into categories (name, slug) values ('Oil', 'oil'), ('Oil', 'oil-2')`)
    const { id, version, lines } = await upload(
      [
        'Address,Name,On the home page',
        'tea,Black tea,perhaps',
        'other,Honey,yes',
        ',,yes',
        ',Oil,yes',
        ',TEA,yes',
        ',???,yes',
        'tea,Tea,no',
        `,${'x'.repeat(121)},no`,
        ',Half',
        ',Rice,yes',
      ].join('\n'),
    )
    expect(lines.map(({ line, problems }) => [line, problems[0]?.field])).toEqual([
      [2, 'is_on_home_page'],
      [3, 'slug'],
      [4, 'name'],
      [5, 'name'],
      [6, 'name'],
      [7, 'name'],
      [8, null],
      [9, 'name'],
      [10, null],
      [11, undefined],
    ])
    expect(await applyImport(shop, admin, { id, version, reason: '' })).toMatchObject({
      refusal: { code: 'lines-faulty' },
    })
    expect(await categories()).toHaveLength(4)
  })

  test.each([
    ['is changed', `update categories set description = 'Edited' where slug = 'tea'`, [3]],
    ['has the new address', `insert into categories (name, slug) values ('Rice', 'rice')`, []],
  ])('IMPORT-6 nothing is written if a category %s since the check', async (_what, change, faulty) => {
    const { id, version } = await upload('Name,Description\nHoney,New\nTea,New\nRice,New\n')
    await database.query(change)
    expect(await applyImport(shop, admin, { id, version, reason: '' })).toMatchObject({
      refusal: { code: 'products-changed', lines: faulty },
    })
    expect((await categories())[0]).toMatchObject({ description: 'From the forest' })
  })

  test('IMPORT-6 new names do not deadlock with an order of products of several categories', async () => {
    const named = await database.query<{ id: string; name: string }>('select id, name from categories')
    const ids: string[] = []
    for (let index = 0; index < 4; index += 1)
      ids.push((await insertProduct(database, { category_id: named[0]!.id })).id)
    ids.sort()
    await database.query('update products set category_id = $2 where id = any ($1)', [
      ids.slice(1, 3),
      named[1]!.id,
    ])
    // One case for each order in which the categories may be written.
    for (const [name, first, second] of [
      ['once', ids[0], ids[1]],
      ['twice', ids[1], ids[3]],
    ]) {
      const { id, version } = await upload(`Address,Name\nhoney,Honey ${name}\ntea,Tea ${name}\n`)
      const { applied } = await database.owner.transaction().execute(async (trx) => {
        const lock = (product: string) =>
          sql`select from products where id = ${product} for no key update`.execute(trx)
        await lock(first!)
        const begun = applyImport(shop, admin, { id, version, reason: '' })
        begun.catch(() => undefined)
        await expect.poll(() => database.query('select from pg_locks where not granted')).not.toEqual([])
        await lock(second!)
        return { applied: begun }
      })
      expect(await applied).toMatchObject({ ok: true })
    }
  })

  test('IMPORT-2 columns are mapped by hand, and only to those of categories', async () => {
    const { id, version } = await upload('Shelf,Words\nTea,Leaves\n')
    const check = (fields: string[], seen: number) => checkAgain(shop, admin, { id, version: seen, fields })
    expect(await check(['name', 'description'], version)).toMatchObject({ ok: true })
    expect((await open(id)).lines[0]!.changes).toEqual([{ field: 'description', was: '', is: 'Leaves' }])
    expect(await check(['name', 'price'], version + 1)).toMatchObject({ ok: true })
    expect((await open(id)).columns[1]).toEqual({ header: 'Words', field: null })
  })
})

describe('IMPORT-11 Undo of categories', () => {
  test('IMPORT-7 restores what nobody has changed since, and deletes what was added and is still empty', async () => {
    const before = await categories()
    const id = await importAll(
      'Address,Name,Description\nhoney,Honey,New\ntea,Green tea,New\n,Rice,\n,Oil,\n,Nuts,\n',
    )
    await database.query(`update categories set description = 'By hand' where slug = 'honey'`)
    await database.query(`update categories set image_url = '/pictures/nuts.jpg' where slug = 'nuts'`)
    const [oil] = await database.query<{ id: string }>(`select id from categories where slug = 'oil'`)
    await insertProduct(database, { category_id: oil!.id, is_active: false })
    expect(await undoImport(shop, admin, id)).toEqual({ ok: true, value: { undone: 2, kept: 3 } })
    expect((await open(id)).lines.map(({ name, undo }) => [name, undo]).toSorted()).toEqual([
      ['Honey', 'changed-since'],
      ['Nuts', 'changed-since'],
      ['Oil', 'has-products'],
      ['Rice', 'undone'],
      ['Tea', 'undone'],
    ])
    expect((await categories()).map(({ slug, name }) => `${slug} ${name}`)).toEqual([
      'honey Honey',
      'nuts Nuts',
      'oil Oil',
      'tea Tea',
    ])
    expect((await categories()).find(({ slug }) => slug === 'tea')).toEqual(before[1])
    const events = await database.query<{
      subject_kind: string
      event: string
      before: object
      after: object
    }>('select subject_kind, event, before, after from audit_events order by id desc limit 2')
    expect(events).toEqual([
      {
        subject_kind: 'product-import',
        event: 'import-undone',
        before: null,
        after: { subject: 'categories', file: 'shelves.csv', undone: 2, kept: 3 },
      },
      {
        subject_kind: 'category',
        event: 'deleted',
        before: { name: 'Rice', slug: 'rice', description: null, is_on_home_page: true },
        after: null,
      },
    ])
  })

  test('is possible for a day, once', async () => {
    const id = await importAll('Name,Description\nTea,New\n')
    await database.query(
      `update product_imports set imported_at = now() - interval '25 hours' where id = $1`,
      [id],
    )
    expect(await undoImport(shop, admin, id)).toMatchObject({ refusal: { code: 'too-late' } })
    await database.query('update product_imports set imported_at = now() where id = $1', [id])
    expect(await undoImport(shop, admin, id)).toMatchObject({ ok: true })
    expect(await undoImport(shop, admin, id)).toMatchObject({ refusal: { code: 'already-undone' } })
  })
})

test('IMPORT-8 only those who may change categories import and undo, in code and in the database', async () => {
  const { id, version } = await upload('Name,Description\nTea,New\n')
  const bytes = Buffer.from(START)
  for (const actor of [packer, visitor]) {
    await expect(checkFile(shop, actor, { subject: 'categories', bytes, name: '' })).rejects.toThrow(
      PermissionDenied,
    )
    await expect(templateCsv('categories')(shop, actor).next()).rejects.toThrow(PermissionDenied)
  }
  const asManager = { ...packer, role: 'manager' } as Admin
  expect(await applyImport(shop, asManager, { id, version, reason: '' })).toMatchObject({
    refusal: { code: 'not-found' },
  })
})

describe('IMPORT-12 Templates', () => {
  test.each(IMPORT_SUBJECTS)(
    'IMPORT-12 that of %s has every column, and its example can be imported',
    async (subject) => {
      await insertCategory(database, 'Pickles')
      const csv = await textOf(templateCsv(subject)(shop, admin))
      const { columns, lines, counts } = await upload(csv, subject)
      expect(columns.map(({ field }) => field)).toEqual(importColumns(subject).map(({ field }) => field))
      expect(lines.flatMap(({ problems }) => problems)).toEqual([])
      expect(counts).toEqual({ changed: 0, added: 1, same: 0, faulty: 0 })
      for (const { header, takes } of importColumns(subject)) expect(takes, header).toMatch(/^.{10,160}\.$/)
    },
  )
})

test('IMPORT-13 what is added has no picture, and its line says so', async () => {
  const products = await upload(
    'Name,Category,Price,Active\nGreen tea,Tea,2,no\nRed tea,Tea,2,yes\n',
    'products',
  )
  expect(products.lines.map(({ line, notes, warnings }) => [line, notes[0], warnings[0]])).toEqual([
    [3, importMessages.newProductOnSale, importMessages.noPicture],
    [2, importMessages.newProduct, undefined],
  ])
  expect((await upload('Name\nRice\n')).lines[0]!.notes).toEqual([importMessages.newCategory])
})
