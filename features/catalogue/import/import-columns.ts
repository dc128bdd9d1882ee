import {
  ALLERGEN_KEYS,
  ALLERGEN_NAMES,
  ALLERGEN_STATEMENTS,
} from '#features/catalogue/labels/allergen-statements.ts'
import { NUTRIENTS } from '#features/catalogue/nutrition/nutrition.ts'
import { MAX_SKU_LENGTH } from '#features/catalogue/product-form/product-codes.ts'
import {
  PRODUCT_TEXT_NAMES,
  PRODUCT_TEXTS,
  type ProductText,
} from '#features/catalogue/product-form/product-texts.ts'
import { MAX_LENGTHS } from '#features/catalogue/product-form/text-lengths.ts'
import { VAT_RATES } from '#features/catalogue/product-form/vat-rates.ts'
import { MANUFACTURER_PARTS } from '#features/catalogue/products/manufacturer.ts'
import { MAX_STOCK } from '#shop/constants.ts'
import { formatCount } from '#shop/text/format-count.ts'

/** The kinds of rows that a file can contain. */
export const IMPORT_SUBJECTS = ['products', 'categories'] as const
export type ImportSubject = (typeof IMPORT_SUBJECTS)[number]

/** How a cell is read. `key` finds a product or category and never changes it; `words` may be HTML. */
export type ColumnKind =
  | 'key'
  | 'text'
  | 'words'
  | 'barcode'
  | 'category'
  | 'price'
  | 'count'
  | 'rate'
  | 'yes-no'
  | 'allergen'
  | 'amount'

/** `field` is a field of the form, `takes` explains it to the owner, and `example` is for the template. */
export type ImportColumn = {
  field: string
  header: string
  kind: ColumnKind
  aliases: readonly string[]
  takes: string
  example: string
}

const column = (
  field: string,
  header: string,
  takes: string,
  {
    kind = 'text',
    aliases = [],
    example = '',
  }: Partial<Omit<ImportColumn, 'field' | 'header' | 'takes'>> = {},
): ImportColumn => ({ field, header, kind, aliases, takes, example })

const textOf = (maxLength: number) => `Text of at most ${formatCount(maxLength)} characters.`
const yesOrNo = (what: string) => `yes or no: ${what}.`

const TEXT_ALIASES: Partial<Record<ProductText, readonly string[]>> = {
  description: ['body html', 'body'],
  brand: ['vendor'],
  net_weight: ['weight', 'size', 'pack size'],
  country_of_origin: ['origin', 'country'],
  storage_instructions: ['storage'],
  dietary_info: ['dietary'],
}
const TEXT_EXAMPLES: Partial<Record<ProductText, string>> = {
  description: 'What shoppers read on its page.',
  badge: 'New',
  net_weight: '250 g',
  ingredients: 'Honey',
  lifestyle: 'Vegetarian',
  country_of_origin: 'India',
  storage_instructions: 'Keep in a cool, dry place.',
}
const TEXT_TAKES: Partial<Record<ProductText, string>> = {
  net_weight: `An amount with its unit, like 250 g or 1 l, of at most ${PRODUCT_TEXTS.net_weight.maxLength} characters.`,
}
const nutrientHeader = (name: string, unit: string) =>
  name.startsWith('of which ') ? `${name.slice('of which '.length)} (${unit})` : `${name} (${unit})`
const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The columns of the export, in its order; an import may have any of them in any order. */
export const PRODUCT_COLUMNS: readonly ImportColumn[] = [
  column('slug', 'Address', 'The end of its web address, which finds the product and never changes.', {
    kind: 'key',
    aliases: ['slug', 'handle', 'url'],
  }),
  column(
    'sku',
    'SKU',
    `Your own code, which finds the product first: at most ${MAX_SKU_LENGTH} characters, another one for each product.`,
    { aliases: ['code', 'product code', 'article number', 'variant sku'], example: 'EXAMPLE-1' },
  ),
  column('barcode', 'Barcode', 'The digits of an EAN, UPC or GTIN, another one for each product.', {
    kind: 'barcode',
    aliases: ['ean', 'upc', 'gtin', 'variant barcode'],
  }),
  column('name', 'Name', `At most ${MAX_LENGTHS.name} characters; a new product needs one.`, {
    aliases: ['title', 'product', 'product name'],
    example: 'Example honey',
  }),
  column('category_id', 'Category', 'The name of a category that is there; a new product needs one.', {
    kind: 'category',
    aliases: ['category name', 'type'],
  }),
  column('price', 'Price (£)', 'Pounds and pence with VAT, like 4.50; a new product needs one.', {
    kind: 'price',
    aliases: ['price', 'price gbp', 'retail price', 'regular price', 'variant price'],
    example: '4.50',
  }),
  column(
    'vat_rate',
    'VAT rate',
    `${VAT_RATES.map((rate) => `${rate}%`).join(' or ')}, or nothing while you do not know it.`,
    { kind: 'rate', aliases: ['vat', 'vat %'] },
  ),
  column(
    'stock',
    'Stock',
    `Pieces from 0 to ${formatCount(MAX_STOCK)}, or nothing, and it stays; a change is in the stock history.`,
    { kind: 'count', aliases: ['quantity', 'qty', 'in stock', 'variant inventory qty'], example: '12' },
  ),
  column(
    'is_active',
    'Active',
    'yes or no, or a status such as draft: whether shoppers see it. Of several such columns, all must say yes.',
    { kind: 'yes-no', aliases: ['on sale', 'published', 'status'], example: 'no' },
  ),
  column('is_featured', 'Featured', yesOrNo('whether the home page features it'), {
    kind: 'yes-no',
    example: 'no',
  }),
  column('is_best_seller', 'Best seller', yesOrNo('whether it is marked as a best seller'), {
    kind: 'yes-no',
    example: 'no',
  }),
  ...PRODUCT_TEXT_NAMES.map((name) =>
    column(name, PRODUCT_TEXTS[name].label, TEXT_TAKES[name] ?? textOf(PRODUCT_TEXTS[name].maxLength), {
      kind: 'words',
      aliases: TEXT_ALIASES[name] ?? [],
      example: TEXT_EXAMPLES[name] ?? '',
    }),
  ),
  ...ALLERGEN_KEYS.map((key) =>
    column(
      `allergens.${key}`,
      `Allergen ${ALLERGEN_NAMES[key]}`,
      `One of: ${ALLERGEN_STATEMENTS.join(', ')}.`,
      { kind: 'allergen', example: 'not known' },
    ),
  ),
  ...NUTRIENTS.map(({ key, name, unit }) =>
    column(
      `nutrition_info.${key}.value`,
      sentence(nutrientHeader(name, unit)),
      `A number, like 4.5: ${unit} in 100 g or 100 ml, or nothing while you do not know it.`,
      { kind: 'amount' },
    ),
  ),
  ...MANUFACTURER_PARTS.map((part) =>
    column(
      `manufacturer.${part}`,
      part === 'name' ? 'Manufacturer' : `Manufacturer ${part}`,
      `${textOf(MAX_LENGTHS.manufacturer)} Without a manufacturer it is that of the shop, with its address.`,
    ),
  ),
]

/** Other columns of the export are ignored. The order of categories is not in the file. */
export const CATEGORY_COLUMNS: readonly ImportColumn[] = [
  column('slug', 'Address', 'The end of its web address, which finds the category and never changes.', {
    kind: 'key',
    aliases: ['slug', 'handle', 'url'],
  }),
  column('name', 'Name', `At most ${MAX_LENGTHS.category_name} characters; a new category needs one.`, {
    aliases: ['title', 'category', 'category name'],
    example: 'Example category',
  }),
  column('description', 'Description', textOf(MAX_LENGTHS.category_description), {
    kind: 'words',
    example: 'What shoppers read above its products.',
  }),
  column('is_on_home_page', 'On the home page', yesOrNo('whether the home page shows it'), {
    kind: 'yes-no',
    aliases: ['home page'],
    example: 'no',
  }),
]

export const importColumns = (subject: ImportSubject): readonly ImportColumn[] =>
  subject === 'products' ? PRODUCT_COLUMNS : CATEGORY_COLUMNS

const COLUMNS_BY_FIELD = new Map([...CATEGORY_COLUMNS, ...PRODUCT_COLUMNS].map((each) => [each.field, each]))

/** A field of both subjects is read in the same way. */
export const findImportColumn = (field: string): ImportColumn | undefined => COLUMNS_BY_FIELD.get(field)

export const importColumnLabel = (field: string): string => findImportColumn(field)?.header ?? field

/** `field` is null for a column that is ignored. */
export type MappedColumn = { header: string; field: string | null }

const normalise = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()

/** Several columns, such as Published and Status, may say whether shoppers see a product: all must say yes. */
const mayRepeat = ({ kind }: ImportColumn) => kind === 'yes-no'

/** Maps columns by their headers: names of the export first; if two columns match, the first one wins. */
export function guessColumns(subject: ImportSubject, headers: readonly string[]): MappedColumn[] {
  const used = new Set<string>()
  const guessBy = (namesOf: (column: ImportColumn) => readonly string[]) => {
    const columns = new Map(
      importColumns(subject).flatMap((each) => namesOf(each).map((name) => [normalise(name), each])),
    )
    return headers.map((header) => {
      const found = columns.get(normalise(header))
      if (!found || (used.has(found.field) && !mayRepeat(found))) return null
      used.add(found.field)
      return found.field
    })
  }
  const exact = guessBy(({ header, field }) => [header, field])
  const near = guessBy(({ aliases }) => aliases)
  return headers.map((header, index) => ({ header, field: exact[index] ?? near[index] ?? null }))
}

/** Chosen manually; empty for a column that is ignored. */
export function chosenColumns(
  subject: ImportSubject,
  columns: readonly MappedColumn[],
  fields: readonly string[],
): MappedColumn[] {
  const used = new Set<string>()
  return columns.map(({ header }, index) => {
    const found = importColumns(subject).find((each) => each.field === fields[index])
    if (!found || (used.has(found.field) && !mayRepeat(found))) return { header, field: null }
    used.add(found.field)
    return { header, field: found.field }
  })
}
