import { barcodeMessage } from '#features/catalogue/product-form/product-codes.ts'
import { PRODUCT_TEXTS, type ProductText } from '#features/catalogue/product-form/product-texts.ts'
import { MAX_LENGTHS } from '#features/catalogue/product-form/text-lengths.ts'
import { parseAmount } from '#features/catalogue/nutrition/nutrition.ts'
import { restoreCsvText } from '#shop/csv/csv.ts'
import { isBarcode } from '#shop/text/barcodes.ts'
import { htmlToText } from '#shop/text/html-to-text.ts'
import { trimWhiteSpace } from '#shop/text/white-space.ts'
import { importMessages } from './import-messages.ts'
import type { ColumnKind } from './import-columns.ts'

/** The value as the product form would send it, or why the cell cannot be read. */
export type CellValue = { value: string } | { problem: string }

/** Other systems export the state of a product. */
const YES = new Set(['yes', 'y', 'true', '1', 'on', 'x', 'active', 'published', 'publish'])
const NO = new Set(
  ['no', 'n', 'false', '0', '-1', 'off', '', 'inactive', 'draft', 'archived', 'unlisted'].concat([
    'unpublished',
    'private',
    'pending',
    'hidden',
    'trash',
    'future',
  ]),
)
/** 1,234 or 1,234.50. */
const THOUSANDS = /^\d{1,3}(,\d{3})+(\.\d+)?$/
/** 3,999 and 3.999 are thousands in some spreadsheets and decimals in others. */
const THOUSANDS_OR_DECIMALS = /^\d{1,3}([.,]\d{3})+$/
/** Other systems write a line end within a cell as two characters. */
const WRITTEN_LINE_END = /\\r\\n|\\n/g
const DECIMAL_COMMA = /^(\d+),(\d{1,2})$/

const plainNumber = (text: string) =>
  THOUSANDS.test(text) ? text.replaceAll(',', '') : text.replace(DECIMAL_COMMA, '$1.$2')

const isProductText = (field: string): field is ProductText => field in PRODUCT_TEXTS
/** A category has no other texts. */
const maxLengthOf = (field: string) =>
  isProductText(field) ? PRODUCT_TEXTS[field].maxLength : MAX_LENGTHS.category_description

/** `categoryIdOf` finds a category by name or slug, in lower case. */
export function readCell(
  field: string,
  kind: ColumnKind,
  cell: string,
  categoryIdOf: (name: string) => string | undefined,
): CellValue {
  const text = trimWhiteSpace(restoreCsvText(cell))
  const lower = text.toLowerCase()
  switch (kind) {
    case 'price': {
      const pounds = text.replace(/^£\s*/, '')
      if (THOUSANDS_OR_DECIMALS.test(pounds)) return { problem: importMessages.priceOfTwoMeanings(text) }
      const price = plainNumber(pounds)
      return { value: /^\d{1,5}(\.\d{1,2})?0*$/.test(price) ? Number(price).toFixed(2) : price }
    }
    case 'count':
      if (/^\d{1,3}(\.\d{3})+$/.test(text)) return { problem: importMessages.countOfTwoMeanings(text) }
      return { value: plainNumber(text).replace(/\.0+$/, '') }
    case 'rate':
      return { value: trimWhiteSpace(text.replace(/%$/, '')).replace(/\.0+$/, '') }
    case 'yes-no':
      if (YES.has(lower)) return { value: 'on' }
      return NO.has(lower) ? { value: '' } : { problem: importMessages.yesOrNo }
    case 'category': {
      const id = categoryIdOf(lower)
      return id === undefined ? { problem: importMessages.noCategory(text) } : { value: id }
    }
    case 'allergen':
      return { value: lower }
    case 'amount': {
      const amount = parseAmount(text)
      if (text === '') return { value: '' }
      return amount === null ? { problem: importMessages.noAmount } : { value: String(amount) }
    }
    case 'words':
      return {
        value: trimWhiteSpace(htmlToText(text.replaceAll(WRITTEN_LINE_END, '\n'), maxLengthOf(field))),
      }
    case 'barcode': {
      // Some systems write an apostrophe before the digits.
      const digits = text.replaceAll(/[\s'-]/g, '')
      return digits === '' || isBarcode(digits) ? { value: digits } : { problem: barcodeMessage(text) }
    }
    case 'key':
    case 'text':
      return { value: text }
  }
}
