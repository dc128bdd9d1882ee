import { setImmediate } from 'node:timers/promises'
import { ALLERGEN_KEYS } from '#features/catalogue/labels/allergen-statements.ts'
import { allergenField, newProductValues } from '#features/catalogue/product-form/product-form-values.ts'
import { MAX_SKU_LENGTH } from '#features/catalogue/product-form/product-codes.ts'
import type { Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { toSlug } from '#shop/text/slug.ts'
import type { MappedColumn } from './import-columns.ts'
import { importMessages } from './import-messages.ts'
import { selectCategoriesToExport, selectProductsByKeys } from './import-queries.server.ts'
import { planLine, readLine, type ImportedProduct, type PlanContext, type ReadLine } from './plan-line.ts'
import type { LineProblem, PlannedLine } from './planned-line.ts'
import type { CsvLine } from './read-csv.server.ts'

/** If an allergen has no column, it is read from the texts. */
const UNSTATED_ALLERGENS = Object.fromEntries(ALLERGEN_KEYS.map((key) => [allergenField(key), '']))

/** How many lines one query looks up. */
const LINES_PER_STEP = 500

/** Addresses are the longest keys. */
const MAX_KEY_LENGTH = 220

const skuKey = (sku: string) => sku.toLowerCase()
const barcodeKey = (barcode: string) => barcode.padStart(14, '0')

/** Finds what each line of a file would change. Lets other requests run after each line. */
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
      planned.push(planOne(each, catalogue, seen, context))
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
    slugs: [
      ...all('slug', String),
      ...all('name', toSlug),
      ...read.flatMap(({ values: { name = '', sku = '' } }) =>
        sku === '' || name.length > MAX_KEY_LENGTH ? [] : [addressWithSku(name, sku)],
      ),
    ],
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

/** Finds the product by SKU, otherwise by address, otherwise by the exact name; two SKUs are two products. */
function planOne(read: ReadLine, catalogue: Catalogue, seen: SeenLines, context: PlanContext): PlannedLine {
  const { sku = '', slug = '', name = '', barcode = '' } = read.values
  const skuOf = (product: ImportedProduct) => product.sku ?? seen.skuOf(product.id)
  const named = (catalogue.named.get(name) ?? []).filter((each) => !isOtherSku(sku, skuOf(each)))
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
  const plainAddress = toSlug(name)
  const there = catalogue.slugs.get(plainAddress)
  const isOthers = isOtherSku(sku, there ? skuOf(there) : seen.skuOf(plainAddress))
  const newAddress = isOthers ? addressWithSku(name, sku) : plainAddress
  const addressOf = current ? undefined : catalogue.slugs.get(newAddress)
  if (addressOf && named.length <= 1)
    problems.push({ field: 'name', text: importMessages.newAddressTaken(addressOf.name) })
  problems.push(...seen.add(read, current?.id ?? newAddress))
  return planLine({ ...read, problems, newAddress }, current, context)
}

const isOtherSku = (sku: string, other: string | null) =>
  sku !== '' && other !== null && other !== '' && skuKey(sku) !== skuKey(other)

/** The SKU distinguishes the addresses of two products with one name. */
const addressWithSku = (name: string, sku: string) =>
  toSlug(`${toSlug(name).slice(0, MAX_KEY_LENGTH - MAX_SKU_LENGTH - 1)} ${sku}`)

type SeenLines = ReturnType<typeof createSeenLines>

/** Products, new addresses, SKUs and barcodes of earlier lines of the file. */
function createSeenLines() {
  const seen = new Map<string, { line: number; sku: string }>()
  return {
    /** `product` is the ID, or the address of a new product. */
    skuOf: (product: string): string | null => seen.get(`product ${product}`)?.sku ?? null,
    /** `product` is empty for a line without a product. */
    add({ line, values: { sku = '', barcode = '' } }: ReadLine, product: string): LineProblem[] {
      const earlierLine = (kind: string, key: string) => {
        const earlier = key === '' ? undefined : seen.get(`${kind} ${key}`)
        if (!earlier) seen.set(`${kind} ${key}`, { line, sku })
        return earlier
      }
      const sameProduct = earlierLine('product', product)
      const sameSku = earlierLine('sku', skuKey(sku))
      const sameBarcode = earlierLine('barcode', barcode && barcodeKey(barcode))
      if (sameProduct) {
        const about = isOtherSku(sku, sameProduct.sku) ? 'sameAddress' : 'sameProduct'
        return [{ field: null, text: importMessages[about](sameProduct.line) }]
      }
      return [
        ...(sameSku ? [{ field: 'sku', text: importMessages.sameCode(sameSku.line) }] : []),
        ...(sameBarcode ? [{ field: 'barcode', text: importMessages.sameCode(sameBarcode.line) }] : []),
      ]
    },
  }
}
