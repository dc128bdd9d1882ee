export const MAX_SKU_LENGTH = 40

const LENGTHS: ReadonlySet<number> = new Set([8, 12, 13, 14])

/** The GS1 check digit: from the right, digits count alternately three times and once. */
function checkDigit(digits: string): string {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0)
  return String((10 - (sum % 10)) % 10)
}

const isDigits = (text: string) => /^\d+$/.test(text)

/** EAN-8, UPC-A, EAN-13 or GTIN-14 with its check digit, as in the constraint barcode_is_valid. */
export const isBarcode = (text: string): boolean =>
  isDigits(text) && LENGTHS.has(text.length) && checkDigit(text.slice(0, -1)) === text.at(-1)

/** Whether a number was scanned rather than typed: no quantity has so many digits. */
export const looksLikeBarcode = (typed: string): boolean => /^\d{8,14}$/.test(typed.trim())

/** What is wrong with a barcode, and how to fix it. */
export function barcodeMessage(text: string): string {
  if (/^\d+([.,]\d+)?E\+?\d+$/i.test(text))
    return 'The spreadsheet has shortened the barcode. Format its column as text, and enter all digits again'
  if (!isDigits(text)) return 'Enter a barcode of digits alone, as printed under the bars'
  if (!LENGTHS.has(text.length))
    return `A barcode has 8, 12, 13 or 14 digits, and this has ${text.length}. Spreadsheets drop a leading 0`
  return 'The last digit of the barcode does not fit the others. Compare it with the one under the bars'
}
