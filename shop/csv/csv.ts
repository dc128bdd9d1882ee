export type CsvValue = string | number | null

/** Excel reads UTF-8 only after this mark. */
export const CSV_START = '\uFEFF'
const LINE_END = '\r\n'

/**
 * Spreadsheets run a text that begins so as a formula; the apostrophe makes it a text (OWASP, CSV injection). A text that has
 * apostrophes there already gets another, so that {@link restoreCsvText} is the exact reverse.
 */
const FORMULA_START = /^'*(?:[\t\r\n]|\s*[=+\-@|%\uFF1D\uFF0B\uFF0D\uFF20])/

function csvField(value: CsvValue): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = FORMULA_START.test(value) ? `'${value}` : value
  return /[",;\r\n']/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}

/** One line of RFC 4180. */
export const csvLine = (values: readonly CsvValue[]): string => values.map(csvField).join(',') + LINE_END

/** The text that {@link csvLine} wrote: without the apostrophe that keeps it from being a formula. */
export const restoreCsvText = (cell: string): string =>
  cell.startsWith("'") && FORMULA_START.test(cell.slice(1)) ? cell.slice(1) : cell
