import { BARCODE_LENGTHS } from '#shop/text/barcodes.ts'

export const MAX_SKU_LENGTH = 40

/** What is wrong with a barcode, and how to fix it. */
export function barcodeMessage(text: string): string {
  if (/^\d+([.,]\d+)?E\+?\d+$/i.test(text))
    return 'The spreadsheet has shortened the barcode. Format its column as text, and enter all digits again'
  if (!/^\d+$/.test(text)) return 'Enter a barcode of digits alone, as printed under the bars'
  if (!BARCODE_LENGTHS.includes(text.length))
    return `A barcode has 8, 12, 13 or 14 digits, and this has ${text.length}. Spreadsheets drop a leading 0`
  return 'The last digit of the barcode does not fit the others. Compare it with the one under the bars'
}
