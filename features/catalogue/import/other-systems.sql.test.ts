import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestShop, insertAdmin, insertCategory } from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import type { Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { importMessages } from './import-messages.ts'
import { applyImport, checkFile, readImport } from './product-imports.server.ts'

let database: TestDatabase
let shop: ShopDependencies
let admin: Admin
beforeAll(async () => {
  database = await createTestDatabase()
  shop = createTestShop(database)
  admin = await insertAdmin(database, 'manager')
  await insertCategory(database, 'Spices')
})
afterAll(() => database.close())
beforeEach(() =>
  database.query(
    `begin; set local session_replication_role = replica; truncate products, product_imports cascade; update category_counts set products = 0; commit`,
  ),
)

const upload = async (csv: string) => {
  const checked = await checkFile(shop, admin, {
    subject: 'products',
    bytes: Buffer.from(csv),
    name: 'a.csv',
  })
  if (!checked.ok) throw new Error(`refused: ${checked.refusal.code}`)
  return (await readImport(shop, admin, { id: checked.value.id, show: null, page: 1 }))!
}
const importAll = async (csv: string) => {
  const { id, version } = await upload(csv)
  const applied = await applyImport(shop, admin, { id, version, reason: 'List', isConfirmed: true })
  expect(applied).toMatchObject({ ok: true })
}
const products = (columns: string) => database.query(`select ${columns} from products order by sku, slug`)
const problemsOf = async (csv: string) =>
  (await upload(csv)).lines.flatMap(({ line, problems }) =>
    problems.map(({ field, text }) => `${line} ${field}: ${text}`),
  )

test('IMPORT-22 a fault names the row that the spreadsheet shows', async () => {
  const csv = [
    'SKU,Name,Category,Price,Description',
    'A-1,One,Spices,1.00,"Three',
    'lines',
    'in it"',
    'A-2,Two,Spices,much,Short',
    'A-3,Three,Spices,1.00,"Two',
    'lines"',
    '',
    'A-4,Four,Spices,more,Short',
  ].join('\r\n')
  const { lines } = await upload(csv)
  expect(lines.map(({ line, outcome }) => [line, outcome])).toEqual([
    [3, 'faulty'],
    [6, 'faulty'],
    [2, 'added'],
    [4, 'added'],
  ])
})

test('IMPORT-23 the stock is read from Stock, not from In stock?', async () => {
  await importAll('SKU,Name,Category,Price,In stock?,Stock\nA-1,Pepper,Spices,3.99,1,24\n')
  expect(await products('sku, stock')).toEqual([{ sku: 'A-1', stock: 24 }])
})

describe('CATALOGUE-40 Texts of other systems', () => {
  const CSV = [
    'SKU,Name,Category,Price,Body (HTML),Ingredients,Allergy advice',
    'H-1,One,Spices,1,"<p>Bold &amp; green.</p>\n<ul><li>100 g</li><li>From India</li></ul>",<b>Milk</b>,<p>Contains: MILK.</p>',
    'H-2,Two,Spices,1,<p>Bold.</p>\\n<p>Green.</p>,,',
    'H-3,Three,Spices,1,"Bold.\n\nGreen:\n- one",,',
  ].join('\r\n')

  test('HTML is shown and imported as text with its paragraphs and lists, and allergens are read from it', async () => {
    const { lines } = await upload(CSV)
    const text = 'Bold & green.\n\n- 100 g\n- From India'
    expect(lines[0]!.changes).toContainEqual({ field: 'description', was: '', is: text })
    await importAll(CSV)
    expect(await products(`sku, description, ingredients, allergens ->> 'milk' as milk`)).toMatchObject([
      { sku: 'H-1', description: text, ingredients: 'Milk', milk: 'contains' },
      { sku: 'H-2', description: 'Bold.\n\nGreen.', ingredients: null },
      { sku: 'H-3', description: 'Bold.\n\nGreen:\n- one' },
    ])
    expect((await upload(CSV)).counts, 'the same file again').toEqual({
      changed: 0,
      added: 0,
      same: 3,
      faulty: 0,
    })
  })

  test('IMPORT-2 the columns of an export of Shopify are known', async () => {
    const headers =
      'Handle,Title,Body (HTML),Vendor,Type,Published,Variant SKU,Variant Inventory Qty,Variant Price,Variant Barcode,Status'
    const { columns, counts } = await upload(
      `${headers}\npepper,Pepper,<p>Black</p>,Farm,Spices,true,P-1,3,3.99,'4006381333931,active\n`,
    )
    expect(columns.map(({ field }) => field)).not.toContain(null)
    expect(counts).toMatchObject({ added: 1, faulty: 0 })
  })
})

describe('IMPORT-24 The status of other systems', () => {
  const HEADER = 'SKU,Name,Category,Price,Published,Status\n'
  test('a draft or archived product is not put on sale, though it is published', async () => {
    await importAll(
      `${HEADER}A-1,One,Spices,1,true,draft\nA-2,Two,Spices,1,TRUE,Archived\nA-3,Three,Spices,1,true,active\nA-4,Four,Spices,1,false,active\n`,
    )
    expect(await products('sku, is_active')).toEqual([
      { sku: 'A-1', is_active: false },
      { sku: 'A-2', is_active: false },
      { sku: 'A-3', is_active: true },
      { sku: 'A-4', is_active: false },
    ])
    await importAll('SKU,Status,Active\nA-1,draft,yes\nA-3,archived,yes\n')
    expect(await products('sku, is_active')).toMatchObject([
      { is_active: false },
      { is_active: false },
      { is_active: false },
      { is_active: false },
    ])
  })

  test('IMPORT-4 an unknown status is a fault of its line', async () => {
    expect(await problemsOf(`${HEADER}A-1,One,Spices,1,true,perhaps\n`)).toEqual([
      '2 is_active: ‘perhaps’ cannot be used. Write yes or no',
    ])
  })
})

describe('IMPORT-25 Two SKUs with one name', () => {
  const VARIANTS = 'SKU,Name,Category,Price\nV-50,Cardamom,Spices,4.50\nV-100,Cardamom,Spices,8.25\n'
  test('are two products, each with an address, and the same file again changes nothing', async () => {
    const { lines } = await upload(VARIANTS)
    expect(lines.map(({ line, outcome, notes }) => [line, outcome, notes[0]])).toEqual([
      [2, 'added', importMessages.newProduct],
      [3, 'added', importMessages.newAddressWithSku('cardamom-v-100')],
    ])
    await importAll(VARIANTS)
    expect(await products('sku, slug, price')).toEqual([
      { sku: 'V-100', slug: 'cardamom-v-100', price: 8.25 },
      { sku: 'V-50', slug: 'cardamom', price: 4.5 },
    ])
    expect((await upload(VARIANTS)).counts).toEqual({ changed: 0, added: 0, same: 2, faulty: 0 })
  })

  test('of which one is there already, stay two products', async () => {
    await importAll('SKU,Name,Category,Price\nV-50,Cardamom,Spices,4.50\n')
    await importAll('SKU,Name,Category,Price\nV-100,Cardamom,Spices,8.25\n')
    expect(await products('sku, slug')).toEqual([
      { sku: 'V-100', slug: 'cardamom-v-100' },
      { sku: 'V-50', slug: 'cardamom' },
    ])
  })

  test('of which the first goes to a product without a SKU', async () => {
    await importAll('Name,Category,Price\nCardamom,Spices,4\n')
    await importAll(VARIANTS)
    expect(await products('sku, slug, price')).toEqual([
      { sku: 'V-100', slug: 'cardamom-v-100', price: 8.25 },
      { sku: 'V-50', slug: 'cardamom', price: 4.5 },
    ])
  })

  test('IMPORT-4 what is the same product in spite of them says why', async () => {
    await importAll('SKU,Name,Category,Price\nV-50,Cardamom,Spices,4.50\n')
    expect(await problemsOf('SKU,Address,Price\nV-50,cardamom,5\nV-100,cardamom,9\n')).toEqual([
      `3 null: ${importMessages.sameAddress(2)}`,
    ])
    expect(
      await problemsOf(
        'SKU,Name,Category,Price\nN-1,Pepper,Spices,5\nn-1,Pepper,Spices,9\n,Pepper,Spices,9\nN-1,Salt,Spices,9\n',
      ),
    ).toEqual([
      `3 null: ${importMessages.sameProduct(2)}`,
      `4 null: ${importMessages.sameProduct(2)}`,
      `5 sku: ${importMessages.sameCode(2)}`,
    ])
    expect(await problemsOf('SKU,Price\nUNKNOWN,5\n')).toContainEqual(`2 null: ${importMessages.noKey}`)
  })
})
