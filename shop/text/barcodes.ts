export const BARCODE_LENGTHS: readonly number[] = [8, 12, 13, 14]

/** The GS1 check digit: from the right, digits count alternately three times and once. */
function checkDigit(digits: string): string {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0)
  return String((10 - (sum % 10)) % 10)
}

/** EAN-8, UPC-A, EAN-13 or GTIN-14 with its check digit, as in the constraint barcode_is_valid. */
export const isBarcode = (text: string): boolean =>
  /^\d+$/.test(text) && BARCODE_LENGTHS.includes(text.length) && checkDigit(text.slice(0, -1)) === text.at(-1)

/** Whether a number was scanned rather than typed: no quantity has so many digits. */
export const looksLikeBarcode = (typed: string): boolean => /^\d{8,14}$/.test(typed.trim())
