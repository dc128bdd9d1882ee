import { setImmediate } from 'node:timers/promises'
import { ALLERGEN_KEYS } from '#shop/catalogue/labels/allergen-statements.ts'
import { allergenField, newProductValues } from '#shop/catalogue/product-form/product-form-values.ts'
import type { Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'
import { toSlug } from '#shop/text/slug.ts'
import type { MappedColumn } from './import-columns.ts'
import { importMessages } from './import-messages.ts'
import { selectCategoriesToExport, selectProductsByKeys } from './import-queries.server.ts'
import { planLine, readLine, type ImportedProduct, type PlanContext, type ReadLine } from './plan-line.ts'
import type { PlannedLine } from './planned-line.ts'
import type { CsvLine } from './read-csv.server.ts'

/** Without a column for an allergen, it is read from the texts. */
const UNSTATED_ALLERGENS = Object.fromEntries(ALLERGEN_KEYS.map((key) => [allergenField(key), '']))

/** Lines that one query looks up. */
const LINES_PER_STEP = 500

/** Addresses are the longest keys. */
const MAX_KEY_LENGTH = 220

const skuKey = (sku: string) => sku.toLowerCase()
const barcodeKey = (barcode: string) => barcode.padStart(14, '0')

/** What each line of a file would change. Other requests have their turn after each line. */
export async function planImport(
  shop: ShopDependencies,
  admin: Admin,
  lines: readonly CsvLine[],
  columns: readonly MappedColumn[],
): Promise<PlannedLine[]> {
  const context = await createContext(shop, admin, columns)
  const seen = createSeenLines()
  const planned: PlannedLine[] = []
  for (let start = 0; start < lines.length; start += LINES_PER_STEP) {
    const read: ReadLine[] = []
    for (const { line, cells } of lines.slice(start, start + LINES_PER_STEP)) {
      read.push(readLine(line, cells, context))
      await setImmediate()
    }
    const catalogue = createCatalogue(
      await shop.db.queryAs(admin, (db) => selectProductsByKeys(db, keysOf(read))),
    )
    for (const each of read) {
      planned.push(seen.check(planOne(each, catalogue, context), each))
      await setImmediate()
    }
  }
  return planned
}

async function createContext(
  shop: ShopDependencies,
  admin: Admin,
  columns: readonly MappedColumn[],
): Promise<PlanContext> {
  const categories = await shop.db.queryAs(admin, selectCategoriesToExport)
  const ids = new Map(
    categories.flatMap(({ id, slug, name }) => [[slug, id] as const, [name.toLowerCase(), id]]),
  )
  const names = new Map(categories.map(({ id, name }) => [id, name]))
  const { brand, defaultManufacturer: manufacturer } = shop.identity
  return {
    columns,
    categoryIdOf: (name) => ids.get(name),
    categoryNameOf: (id) => names.get(id) ?? '',
    defaults: { brand, manufacturer },
    newValues: { ...newProductValues(manufacturer), ...UNSTATED_ALLERGENS, stock: '0', is_active: '' },
  }
}

function keysOf(read: readonly ReadLine[]) {
  const all = (field: string, toKey: (value: string) => string) =>
    read.flatMap(({ values: { [field]: value = '' } }) =>
      value === '' || value.length > MAX_KEY_LENGTH ? [] : [toKey(value)],
    )
  return {
    skuKeys: all('sku', skuKey),
    barcodeKeys: all('barcode', barcodeKey),
    slugs: [...all('slug', String), ...all('name', toSlug)],
    names: all('name', String),
  }
}

type Catalogue = ReturnType<typeof createCatalogue>

function createCatalogue(products: readonly ImportedProduct[]) {
  const by = (keyOf: (product: ImportedProduct) => string | null) =>
    new Map(
      products.flatMap((product) => (keyOf(product) === null ? [] : [[keyOf(product)!, product] as const])),
    )
  return {
    skuKeys: by(({ sku }) => sku && skuKey(sku)),
    barcodeKeys: by(({ barcode }) => barcode && barcodeKey(barcode)),
    slugs: by(({ slug }) => slug),
    named: Map.groupBy(products, ({ name }) => name),
  }
}

/** By SKU, else by address, else by the exact name. */
function planOne(read: ReadLine, catalogue: Catalogue, context: PlanContext): PlannedLine {
  const { sku = '', slug = '', name = '', barcode = '' } = read.values
  const named = catalogue.named.get(name) ?? []
  const current =
    catalogue.skuKeys.get(skuKey(sku)) ??
    catalogue.slugs.get(slug) ??
    (named.length === 1 ? named[0] : undefined)
  const problems = [...read.problems]
  if (!current && named.length > 1) problems.push({ field: 'name', text: importMessages.nameOfSeveral })
  else if (!current && name === '' && !read.problems.some(({ field }) => field === null))
    problems.push({ field: null, text: importMessages.noKey })
  const ofOther = (field: string, other: ImportedProduct | undefined) => {
    if (other && other.id !== current?.id)
      problems.push({ field, text: importMessages.codeOfOther(other.name) })
  }
  if (sku !== '') ofOther('sku', catalogue.skuKeys.get(skuKey(sku)))
  if (barcode !== '') ofOther('barcode', catalogue.barcodeKeys.get(barcodeKey(barcode)))
  const addressOf = current ? undefined : catalogue.slugs.get(toSlug(name))
  if (addressOf && named.length <= 1)
    problems.push({ field: 'name', text: importMessages.newAddressTaken(addressOf.name) })
  return planLine({ ...read, problems }, current, context)
}

/** A product, SKU, barcode or new address that an earlier line of the file has too. */
function createSeenLines() {
  const lines = new Map<string, number>()
  const firstLine = (key: string, line: number) => {
    const first = lines.get(key)
    if (first === undefined) lines.set(key, line)
    return first
  }
  return {
    check(planned: PlannedLine, { line, values }: ReadLine): PlannedLine {
      const { sku = '', barcode = '', name = '' } = values
      const problems = [...planned.problems]
      const product = planned.product_id ?? (name === '' ? null : `new ${toSlug(name)}`)
      const sameProduct = product === null ? undefined : firstLine(product, line)
      if (sameProduct !== undefined)
        problems.push({ field: null, text: importMessages.sameProduct(sameProduct) })
      const codes = [
        ['sku', sku && `sku ${skuKey(sku)}`],
        ['barcode', barcode && `barcode ${barcodeKey(barcode)}`],
      ] as const
      for (const [field, key] of codes) {
        const sameCode = key ? firstLine(key, line) : undefined
        if (sameCode !== undefined && sameProduct === undefined)
          problems.push({ field, text: importMessages.sameCode(sameCode) })
      }
      return problems.length > planned.problems.length ? { ...planned, outcome: 'faulty', problems } : planned
    },
  }
}
