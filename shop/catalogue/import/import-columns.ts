import { ALLERGEN_KEYS, ALLERGEN_NAMES } from '#shop/catalogue/labels/allergen-statements.ts'
import { NUTRIENTS } from '#shop/catalogue/nutrition/nutrition.ts'
import { PRODUCT_TEXT_NAMES, PRODUCT_TEXTS } from '#shop/catalogue/product-form/product-texts.ts'

/** How a cell is read; `key` finds a product and never changes it. */
export type ColumnKind =
  | 'key'
  | 'text'
  | 'category'
  | 'price'
  | 'count'
  | 'rate'
  | 'yes-no'
  | 'allergen'
  | 'amount'

/** `field` is that of the product form. */
export type ImportColumn = { field: string; header: string; kind: ColumnKind; aliases: readonly string[] }

const column = (
  field: string,
  header: string,
  kind: ColumnKind = 'text',
  aliases: readonly string[] = [],
): ImportColumn => ({ field, header, kind, aliases })

const TEXT_ALIASES: Readonly<Record<string, readonly string[]>> = {
  net_weight: ['weight', 'size', 'pack size'],
  country_of_origin: ['origin', 'country'],
  storage_instructions: ['storage'],
  dietary_info: ['dietary'],
}
const nutrientHeader = (name: string, unit: string) =>
  name.startsWith('of which ') ? `${name.slice('of which '.length)} (${unit})` : `${name} (${unit})`
const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Of the export, in its order; an import has any of them in any order. */
export const IMPORT_COLUMNS: readonly ImportColumn[] = [
  column('slug', 'Address', 'key', ['slug', 'handle', 'url']),
  column('sku', 'SKU', 'text', ['code', 'product code', 'article number']),
  column('barcode', 'Barcode', 'text', ['ean', 'upc', 'gtin']),
  column('name', 'Name', 'text', ['title', 'product', 'product name']),
  column('category_id', 'Category', 'category', ['category name', 'type']),
  column('price', 'Price (£)', 'price', ['price', 'price gbp', 'retail price']),
  column('vat_rate', 'VAT rate', 'rate', ['vat', 'vat %']),
  column('stock', 'Stock', 'count', ['quantity', 'qty', 'in stock']),
  column('is_active', 'Active', 'yes-no', ['on sale', 'published', 'status']),
  column('is_featured', 'Featured', 'yes-no'),
  column('is_best_seller', 'Best seller', 'yes-no'),
  ...PRODUCT_TEXT_NAMES.map((name) =>
    column(name, PRODUCT_TEXTS[name].label, 'text', TEXT_ALIASES[name] ?? []),
  ),
  ...ALLERGEN_KEYS.map((key) => column(`allergens.${key}`, `Allergen ${ALLERGEN_NAMES[key]}`, 'allergen')),
  ...NUTRIENTS.map(({ key, name, unit }) =>
    column(`nutrition_info.${key}.value`, sentence(nutrientHeader(name, unit)), 'amount'),
  ),
  column('manufacturer.name', 'Manufacturer'),
  column('manufacturer.address', 'Manufacturer address'),
  column('manufacturer.city', 'Manufacturer city'),
  column('manufacturer.country', 'Manufacturer country'),
]

export const findImportColumn = (field: string): ImportColumn | undefined =>
  IMPORT_COLUMNS.find((each) => each.field === field)

export const importColumnLabel = (field: string): string => findImportColumn(field)?.header ?? field

/** `field` is null for a column that is left out. */
export type MappedColumn = { header: string; field: string | null }

const normalise = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()

/** Which column is what, by its header; of two that fit, the first. */
export function guessColumns(headers: readonly string[]): MappedColumn[] {
  const used = new Set<string>()
  return headers.map((header) => {
    const wanted = normalise(header)
    const found = IMPORT_COLUMNS.find((each) =>
      [each.header, each.field, ...each.aliases].some((name) => normalise(name) === wanted && wanted !== ''),
    )
    if (!found || used.has(found.field)) return { header, field: null }
    used.add(found.field)
    return { header, field: found.field }
  })
}
