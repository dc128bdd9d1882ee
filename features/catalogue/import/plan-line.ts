import { completeFoodInformation } from '#features/catalogue/products/complete-food-information.ts'
import { nutrientNotNumericMessage } from '#features/catalogue/products/product-messages.ts'
import { NUTRIENTS } from '#features/catalogue/nutrition/nutrition.ts'
import { productForm } from '#features/catalogue/product-form/catalogue-forms.ts'
import {
  allergenField,
  findNonNumericNutrients,
  productEntries,
  productFormValues,
  type FormValues,
} from '#features/catalogue/product-form/product-form-values.ts'
import { PRODUCT_TEXTS } from '#features/catalogue/product-form/product-texts.ts'
import { productWarnings } from '#features/catalogue/product-form/product-warnings.ts'
import { ALLERGEN_KEYS, type AllergenStatements } from '#features/catalogue/labels/allergen-statements.ts'
import { readAllergens } from '#features/catalogue/labels/read-allergens.ts'
import { completeManufacturer } from '#features/catalogue/products/manufacturer.ts'
import type { NewProduct } from '#features/catalogue/products/product.ts'
import type { Manufacturer } from '#shop/identity/shop-identity.ts'
import { formatLondonDateTime } from '#shop/dates/dates.ts'
import { messages } from '#shop/messages/messages.ts'
import { isBlank, trimWhiteSpace } from '#shop/text/white-space.ts'
import { isValidSlug, toSlug } from '#shop/text/slug.ts'
import { findImportColumn, type MappedColumn } from './import-columns.ts'
import { importMessages, MAX_CELL_LENGTH, MAX_VALUE_LENGTH } from './import-messages.ts'
import { emptyPlan, type LineProblem, type PlannedLine } from './planned-line.ts'
import { readCell } from './read-cell.ts'

export type ImportedProduct = Omit<NewProduct, 'manufacturer' | 'allergens' | 'brand'> & {
  id: string
  slug: string
  version: number
  archived_at: string | null
  /** Null unless an offer is running. */
  offer_ends_at: string | null
  brand: string
  manufacturer: Manufacturer
  allergens: AllergenStatements
}

export type PlanContext = {
  columns: readonly MappedColumn[]
  categoryIdOf: (name: string) => string | undefined
  categoryNameOf: (id: string) => string
  defaults: { brand: string; manufacturer: Manufacturer }
  /** Values of a new product for columns that are missing. */
  newValues: FormValues
}

/** The cells of a line by field, as the product form sends them, and those that cannot be read. */
export type ReadLine = {
  line: number
  values: FormValues
  /** The same cells as written in the file. */
  written: FormValues
  problems: LineProblem[]
}

export function readLine(
  line: number,
  cells: readonly string[],
  context: Pick<PlanContext, 'columns' | 'categoryIdOf'>,
): ReadLine {
  const { columns, categoryIdOf } = context
  const values: FormValues = {}
  const written: FormValues = {}
  const problems: LineProblem[] = []
  if (cells.length < columns.length)
    problems.push({ field: null, text: importMessages.tooFewCells(cells.length, columns.length) })
  if (cells.slice(columns.length).some((cell) => cell.trim() !== ''))
    problems.push({ field: null, text: importMessages.tooManyCells(cells.length, columns.length) })
  for (const [index, { field }] of columns.entries()) {
    const column = field === null ? undefined : findImportColumn(field)
    const cell = cells[index]
    if (!column || cell === undefined) continue
    const maxLength = column.kind === 'words' ? MAX_CELL_LENGTH : MAX_VALUE_LENGTH
    if (cell.length > maxLength) {
      problems.push({ field: column.field, text: importMessages.cellTooLong(maxLength) })
      continue
    }
    // An empty cell counts as a missing column: the stock stays the same, and a new product has none.
    if (column.kind === 'count' && isBlank(cell)) continue
    const read = readCell(column.field, column.kind, cell, categoryIdOf)
    if ('problem' in read) problems.push(cellProblem(column.field, cell, read.problem))
    else {
      // A second yes-or-no column can only turn a yes into a no.
      if (column.kind !== 'yes-no' || values[column.field] !== '') values[column.field] = read.value
      written[column.field] = cell
    }
  }
  return { line, values, written, problems }
}

/** Quotes the cell, unless it is empty or already quoted. */
const cellProblem = (field: string, cell: string, text: string): LineProblem => {
  const written = trimWhiteSpace(cell)
  return {
    field,
    text: written === '' || text.includes(written) ? text : importMessages.unusable(written, text),
  }
}

/** The form's message for a field, worded for a file. */
export const formProblem = (field: string, written: FormValues, message: string): LineProblem =>
  cellProblem(field, written[field] ?? '', field === 'vat_rate' ? importMessages.vatRate : message)

const lineEnds = (text: string) => text.replaceAll('\r\n', '\n')
export const isSameText = (one: string, other: string): boolean => lineEnds(one) === lineEnds(other)
/** PostgreSQL returns JSON keys in its own order. */
const sortKeys = (_name: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value
const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(one ?? null, sortKeys) === JSON.stringify(other ?? null, sortKeys)

/** `current` is the product of the line; without one, the line adds a product with the new address. */
export function planLine(
  { line, values, written, problems: unread, newAddress }: ReadLine & { newAddress: string },
  current: ImportedProduct | undefined,
  context: PlanContext,
): PlannedLine {
  const { slug: typedSlug, ...typed } = values
  const problems = [...unread]
  const notes: string[] = []
  const planned: PlannedLine = {
    ...emptyPlan(line, current?.name ?? values['name'] ?? ''),
    product_id: current?.id ?? null,
    seen_version: current?.version ?? null,
    seen_stock: current?.stock ?? null,
    problems,
    notes,
  }
  if (current && typedSlug && typedSlug !== current.slug)
    problems.push({ field: 'slug', text: importMessages.addressNeverChanges })
  if (current && current.archived_at !== null) problems.push({ field: null, text: importMessages.archived })
  const base = current ? productFormValues(current) : context.newValues
  const sent = { ...base }
  const isAsBefore = (field: string, value: string) => {
    const before = base[field] ?? ''
    // A SKU that differs only in case is the same SKU.
    if (field === 'sku' && current) return value.toLowerCase() === before.toLowerCase()
    return isSameText(value, before)
  }
  for (const [field, value] of Object.entries(typed)) if (!isAsBefore(field, value)) sent[field] = value
  if (current && current.offer_ends_at !== null && sent['price'] !== base['price'])
    problems.push({
      field: 'price',
      text: importMessages.onOffer(formatLondonDateTime(current.offer_ends_at)),
    })
  if (current && isSame(sent, base)) return { ...planned, outcome: problems.length > 0 ? 'faulty' : 'same' }

  const readsAllergens =
    ALLERGEN_TEXTS.some((field) => !isBlank(sent[field] ?? '') && sent[field] !== base[field]) &&
    ALLERGEN_TEXTS.every((field) => (sent[field] ?? '').length <= PRODUCT_TEXTS[field].maxLength) &&
    !context.columns.some(({ field }) => field?.startsWith('allergens.'))
  if (readsAllergens) Object.assign(sent, allergensOfTexts(sent))

  const parsed = productForm.safeParse(productEntries(sent))
  const wrongNutrients = findNonNumericNutrients(sent)
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = path.join('.')
    if (!problems.some((problem) => problem.field === field))
      problems.push(formProblem(field, written, message))
  }
  for (const key of wrongNutrients)
    problems.push({
      field: `nutrition_info.${key}.value`,
      text: nutrientNotNumericMessage(key, NUTRIENTS.find((nutrient) => nutrient.key === key)!.unit),
    })
  if (!parsed.success || problems.length > 0) return planned

  const completed = completeFoodInformation(parsed.data, current?.allergens ?? null)
  const { manufacturer, brand, ...fields } = completed
  const columns: Record<string, unknown> = {
    ...fields,
    brand: brand ?? context.defaults.brand,
    manufacturer: completeManufacturer(manufacturer, context.defaults.manufacturer),
  }
  if (readsAllergens) notes.push(importMessages.allergensRead(completed.allergens))
  const texts = warningTexts(completed)
  const warnings = completed.is_active ? newWarnings(texts, current) : []
  notes.push(...texts.filter((text) => !warnings.includes(text)))
  const display = (field: string, value: string) =>
    field === 'category_id' && value !== '' ? context.categoryNameOf(value) : displayValue(field, value)
  if (!current) {
    if (!isValidSlug(newAddress)) problems.push({ field: 'name', text: messages.nameWithoutLetters })
    notes.unshift(columns['is_active'] ? importMessages.newProductOnSale : importMessages.newProduct)
    if (newAddress !== toSlug(completed.name)) notes.unshift(importMessages.newAddressWithSku(newAddress))
    else if (typedSlug && typedSlug !== newAddress) notes.unshift(importMessages.newAddress)
    const changes = Object.keys(typed)
      .filter((field) => sent[field] !== '')
      .map((field) => ({ field, was: '', is: display(field, sent[field]!) }))
    return {
      ...planned,
      outcome: problems.length > 0 ? 'faulty' : 'added',
      warnings,
      changes,
      after: { ...columns, slug: newAddress },
    }
  }
  const stored: Record<string, unknown> = { ...current }
  const changed = Object.keys(columns).filter((name) => !isSame(columns[name], stored[name]))
  if (changed.length === 0) return { ...planned, outcome: 'same' }
  const now = productFormValues({ ...current, ...columns })
  return {
    ...planned,
    outcome: 'changed',
    warnings,
    changes: Object.keys(now)
      .filter((field) => now[field] !== base[field])
      .map((field) => ({ field, was: display(field, base[field] ?? ''), is: display(field, now[field]!) })),
    before: Object.fromEntries(changed.map((name) => [name, stored[name] ?? null])),
    after: Object.fromEntries(changed.map((name) => [name, columns[name] ?? null])),
  }
}

const ALLERGEN_TEXTS = ['allergy_advice', 'ingredients'] as const

/** Does what "Read from the texts above" does in the form: statements that the texts do not settle stay unchanged. */
function allergensOfTexts({ allergy_advice = '', ingredients = '' }: FormValues): FormValues {
  const read = readAllergens(allergy_advice, ingredients)
  return Object.fromEntries(
    ALLERGEN_KEYS.map((key) => [allergenField(key), read[key] === 'not known' ? '' : read[key]]),
  )
}

const warningTexts = (product: Parameters<typeof productWarnings>[0]): string[] =>
  Object.values(productWarnings(product)).flatMap((text) => text.split('\n'))

/** Warnings of the form, except for what a product already on sale lacked before. */
function newWarnings(texts: readonly string[], current: ImportedProduct | undefined): string[] {
  const before = current?.is_active ? warningTexts(current) : []
  const added = texts.filter((text) => !before.includes(text))
  return current ? added : [importMessages.noPicture, ...added]
}

/** Formats a value the way the export writes it. */
export function displayValue(field: string, value: string): string {
  const kind = findImportColumn(field)?.kind
  if (kind === 'yes-no') return value === 'on' ? 'yes' : 'no'
  return kind === 'rate' && value !== '' ? `${value}%` : value
}
