import { csvLine, CSV_START, type CsvValue } from '#shop/csv/csv.ts'
import { productFormValues } from '#features/catalogue/product-form/product-form-values.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { CATEGORY_COLUMNS, importColumns, PRODUCT_COLUMNS, type ImportSubject } from './import-columns.ts'
import { selectCategoriesToExport, selectProductsAfter } from './import-queries.server.ts'
import { displayValue, type ImportedProduct } from './plan-line.ts'

/** The number of products in memory at once. */
const PRODUCTS_PER_READ = 500

/** Every product with all columns that an import accepts, read in steps while the file is sent. */
export async function* productsCsv(shop: ShopDependencies, admin: Actor): AsyncGenerator<string> {
  requirePermission(admin, 'catalogue.read-all')
  const categories = await shop.db.queryAs(admin, selectCategoriesToExport)
  const names = new Map(categories.map(({ id, name }) => [id, name]))
  yield CSV_START + csvLine(PRODUCT_COLUMNS.map(({ header }) => header))
  let after = ''
  for (;;) {
    const place = after
    const products: ImportedProduct[] = await shop.db.queryAs(admin, (db) =>
      selectProductsAfter(db, place, PRODUCTS_PER_READ),
    )
    yield products.map((product) => csvLine(cellsOf(product, names))).join('')
    if (products.length < PRODUCTS_PER_READ) return
    after = products.at(-1)!.slug
  }
}

function cellsOf(product: ImportedProduct, categoryNames: ReadonlyMap<string, string>): CsvValue[] {
  const values: Record<string, string> = { ...productFormValues(product), slug: product.slug }
  values['category_id'] = categoryNames.get(product.category_id) ?? ''
  return PRODUCT_COLUMNS.map(({ field }) => displayValue(field, values[field] ?? ''))
}

/** Every category, in the owner's order. */
export async function* categoriesCsv(shop: ShopDependencies, admin: Actor): AsyncGenerator<string> {
  requirePermission(admin, 'catalogue.read-all')
  const categories = await shop.db.queryAs(admin, selectCategoriesToExport)
  yield CSV_START + csvLine([...CATEGORY_COLUMNS.map(({ header }) => header), 'Products on sale'])
  for (const { slug, name, description, is_on_home_page, products } of categories)
    yield csvLine([slug, name, description, is_on_home_page ? 'yes' : 'no', products])
}

/** All columns that an import accepts, and an example line, which can be imported unchanged. */
export const templateCsv = (subject: ImportSubject) =>
  async function* (shop: ShopDependencies, admin: Actor): AsyncGenerator<string> {
    requirePermission(admin, 'catalogue.read-all')
    const [category] = await shop.db.queryAs(admin, selectCategoriesToExport)
    const columns = importColumns(subject)
    yield CSV_START + csvLine(columns.map(({ header }) => header))
    yield csvLine(
      columns.map(({ kind, example }) => (kind === 'category' ? (category?.name ?? '') : example)),
    )
  }
