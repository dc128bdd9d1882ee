import { isBarcode, looksLikeBarcode } from '#shop/catalogue/product-form/product-codes.ts'

/** A scanner is at least this fast; the fastest typists of numbers need longer for each digit. */
const MAX_MS_BETWEEN_KEYS = 100
const CODE_LENGTHS = [14, 13, 12, 8]

/** How many digits were read in a row, or the code that Enter ends and how many digits came before it. */
type ScanStep = { digits: number } | { code: string; typedBefore: number } | null

/** Reads keys one after another. */
export function createScanReader() {
  let digits = ''
  let lastAt = -Infinity
  return (key: string, at: number): ScanStep => {
    const before = at - lastAt <= MAX_MS_BETWEEN_KEYS ? digits : ''
    lastAt = at
    const isDigit = /^\d$/.test(key)
    digits = isDigit ? before + key : ''
    if (isDigit) return { digits: digits.length }
    // A quantity may have been typed just before it.
    const barcode = CODE_LENGTHS.map((length) => before.slice(-length)).find(isBarcode)
    const code = barcode ?? (looksLikeBarcode(before) ? before : undefined)
    return key === 'Enter' && code !== undefined ? { code, typedBefore: before.length - code.length } : null
  }
}
