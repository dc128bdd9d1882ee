import { isBarcode, looksLikeBarcode } from '#shop/text/barcodes.ts'

/** Scanners are at least this fast; the fastest typists need longer for each digit. */
const MAX_MS_BETWEEN_KEYS = 100
const CODE_LENGTHS = [14, 13, 12, 8]

/** The number of consecutive digits, or the code that Enter completes and how many digits preceded it. */
type ScanStep = { digits: number } | { code: string; typedBefore: number } | null

/** Reads one key after another. */
export function createScanReader() {
  let digits = ''
  let lastAt = -Infinity
  return (key: string, at: number): ScanStep => {
    const before = at - lastAt <= MAX_MS_BETWEEN_KEYS ? digits : ''
    lastAt = at
    const isDigit = /^\d$/.test(key)
    digits = isDigit ? before + key : ''
    if (isDigit) return { digits: digits.length }
    // A quantity may have been typed just before the scan.
    const barcode = CODE_LENGTHS.map((length) => before.slice(-length)).find(isBarcode)
    const code = barcode ?? (looksLikeBarcode(before) ? before : undefined)
    return key === 'Enter' && code !== undefined ? { code, typedBefore: before.length - code.length } : null
  }
}
