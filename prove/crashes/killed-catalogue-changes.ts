import { randomUUID } from 'node:crypto'
import { formatSeenPrice } from '#features/catalogue/price-changes/price-change.ts'
import type { DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import type { HttpClient } from '#tests/fixtures/http/http-client.ts'
import type { ProofStep } from '#prove/runner/proof.ts'
import { createKilledChanges, type PrepareChange } from './killed-changes.ts'
import { insertShelf } from './killed-stock-changes.ts'

/** An import also adds this many new products, so that it writes several chunks. */
const PRODUCTS = 150
const [OLD_PRICE, NEW_PRICE] = [4.5, 5]
const IMPORT_PATH = '/admin/products/import'
const PRICES_PATH = '/admin/products/prices'

/** Counts audited price changes to $2 in the category $1. */
const PRICES_CHANGED = `(select count(*)::int from audit_events e join products p on p.id = e.subject_id
  where p.category_id = $1 and e.event = 'changed' and (e.after ->> 'price')::numeric = $2)`

async function preparePrices(database: DatabaseClient) {
  const { category } = await insertShelf(database, PRODUCTS)
  const seen = await database.query<{ id: string; version: number; price: number }>(
    'select id, version, price from products where category_id = $1 order by id',
    [category],
  )
  const id = randomUUID()
  const form = new URLSearchParams({ change_id: id, direction: 'up', unit: 'pounds', amount: '0.50' })
  for (const line of seen) form.append('line', formatSeenPrice(line))
  return { id, category, form, last: seen.at(-1)!.id }
}

const priceChange: PrepareChange = async ({ database }) => {
  const { id, category, form, last } = await preparePrices(database)
  return {
    path: PRICES_PATH,
    form,
    counts: `
      select (select count(*)::int from price_changes c where c.id = $3) as changes,
             (select count(*)::int from products p where p.category_id = $1 and p.price = $2) as prices,
             (select count(*)::int from price_change_lines l join products p on p.id = l.product_id where p.category_id = $1) as lines,
             ${PRICES_CHANGED} as audited`,
    parameters: [category, NEW_PRICE, id],
    all: { changes: 1, prices: PRODUCTS, lines: PRODUCTS, audited: PRODUCTS },
    stop: { table: 'price_change_lines', event: 'insert', when: `new.product_id = '${last}'` },
  }
}

const priceUndo: PrepareChange = async ({ owner, database }) => {
  const { id, category, form, last } = await preparePrices(database)
  await owner.submit(PRICES_PATH, form)
  return {
    path: PRICES_PATH,
    form: { intent: 'undo', change_id: id },
    counts: `
      select (select count(*)::int from price_changes c where c.id = $3 and c.undone_at is not null) as changes,
             (select count(*)::int from products p where p.category_id = $1 and p.price = $2) as prices,
             (select count(*)::int from price_change_lines l where l.price_change_id = $3 and l.is_undone) as lines,
             ${PRICES_CHANGED} as audited`,
    parameters: [category, OLD_PRICE, id],
    all: { changes: 1, prices: PRODUCTS, lines: PRODUCTS, audited: PRODUCTS },
    stop: { table: 'price_change_lines', event: 'update', when: `new.product_id = '${last}'` },
  }
}

export const killedPriceChanges: ProofStep = createKilledChanges({
  name: 'price-kills',
  scenario: `kill -9 of the shop, of PostgreSQL or of the backend while ${PRODUCTS} prices are changed, and while that is undone: all prices, their history and the audit log, or nothing; all of it if it was acknowledged, and once if it is sent again`,
  changes: { 'price change': priceChange, 'price undo': priceUndo },
  rounds: 60,
  maxKillDelayMs: 400,
})

async function prepareImport(owner: HttpClient, database: DatabaseClient) {
  const { category, name } = await insertShelf(database, PRODUCTS)
  const key = randomUUID()
  const known = await database.query<{ sku: string }>(
    `update products set sku = left(id::text, 13) where category_id = $1 returning sku`,
    [category],
  )
  // Known and new products alternate, so that each chunk has both; the last line is a new one.
  const lines = known.map(
    ({ sku }, index) =>
      `${sku},Forest Honey,${name},${NEW_PRICE},9\nN-${key.slice(0, 8)}-${index},New ${key} ${index},${name},3,4\n`,
  )
  const file = new FormData()
  file.set('intent', 'upload')
  file.set('subject', 'products')
  file.set('import_file', new File([`SKU,Name,Category,Price,Stock\n${lines.join('')}`], 'products.csv'))
  const { headers } = await owner.fetch(IMPORT_PATH, {
    method: 'POST',
    body: file,
    headers: { origin: owner.origin },
  })
  const id = new URL(headers.get('location') ?? '', owner.url).searchParams.get('import')
  if (!id) throw new Error('The file of an import was refused.')
  const reason = `Imported ${id}`
  const form = { intent: 'import', import_id: id, version: '1', reason }
  return { id, category, reason, form, last: `New ${key} ${PRODUCTS - 1}` }
}

const productImport: PrepareChange = async ({ owner, database }) => {
  const { id, category, reason, form, last } = await prepareImport(owner, database)
  return {
    path: IMPORT_PATH,
    form,
    counts: `
      select (select count(*)::int from product_imports i where i.id = $3 and i.imported_at is not null) as imports,
             (select count(*)::int from products p where p.category_id = $1 and p.price = $2 and p.stock = 9) as changed,
             (select count(*)::int from products p where p.category_id = $1 and p.price = 3) as added,
             (select count(*)::int from inventory_adjustments a where a.reason = $4) as ledger,
             ${PRICES_CHANGED} as audited,
             (select count(*)::int from audit_events e where e.subject_id = $3 and e.event = 'imported') as recorded`,
    parameters: [category, NEW_PRICE, id, reason],
    all: { imports: 1, changed: PRODUCTS, added: PRODUCTS, ledger: PRODUCTS, audited: PRODUCTS, recorded: 1 },
    stop: { table: 'products', event: 'insert', when: `new.name = '${last}'` },
  }
}

const importUndo: PrepareChange = async ({ owner, database }) => {
  const { id, category, reason, form } = await prepareImport(owner, database)
  await owner.submit(IMPORT_PATH, form)
  return {
    path: IMPORT_PATH,
    form: { intent: 'undo', import_id: id, version: '2' },
    counts: `
      select (select count(*)::int from product_imports i where i.id = $3 and i.undone_at is not null) as imports,
             (select count(*)::int from products p where p.category_id = $1 and p.price = $2 and p.stock = 5) as restored,
             (select count(*)::int from product_import_lines l where l.import_id = $3 and l.undo = 'undone') as lines,
             (select count(*)::int from inventory_adjustments a where a.reason = $4) as ledger,
             ${PRICES_CHANGED} as audited,
             (select count(*)::int from audit_events e where e.subject_id = $3 and e.event = 'import-undone') as recorded`,
    parameters: [category, OLD_PRICE, id, `Import undone: ${reason}`],
    all: {
      imports: 1,
      restored: PRODUCTS,
      lines: 2 * PRODUCTS,
      ledger: PRODUCTS,
      audited: PRODUCTS,
      recorded: 1,
    },
    stop: {
      table: 'product_imports',
      event: 'update',
      when: `new.id = '${id}' and new.undone_at is not null`,
    },
  }
}

export const killedImports: ProofStep = createKilledChanges({
  name: 'import-kills',
  scenario: `kill -9 of the shop, of PostgreSQL or of the backend while ${2 * PRODUCTS} lines are imported, and while that is undone: all products, their stock, the ledger and the audit log, or nothing; all of it if it was acknowledged, and once if it is sent again`,
  changes: { 'product import': productImport, 'undo of an import': importUndo },
  rounds: 60,
  maxKillDelayMs: 1200,
})
