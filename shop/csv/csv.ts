export type CsvValue = string | number | null

/** Excel needs this byte order mark to read UTF-8. */
export const CSV_START = '\uFEFF'
const LINE_END = '\r\n'

/** Spreadsheets run a text that starts like this as a formula (OWASP, CSV injection). */
const FORMULA = String.raw`[\t\r\n]|\s*[=+\-@|%\uFF1D\uFF0B\uFF0D\uFF20]`
const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*'
/**
 * Spreadsheets change a text that looks like a long number, one with a leading 0, an exponent or a date. Days
 * such as 2026-03-31 are meant as days.
 */
const NUMBER_OR_DATE = [
  String.raw`0\d+`,
  String.raw`\d{12,}`,
  String.raw`\d+(?:\.\d+)?e\d+`,
  String.raw`\d{1,2}[-/]\d{1,4}(?:[-/]\d{1,4})?`,
  String.raw`\d{1,2}[-/ ]?${MONTH}(?:[-/ ]?\d{1,4})?`,
  String.raw`${MONTH}[-/ ]?\d{1,4}`,
].join('|')
/**
 * An apostrophe makes such a cell a text. A text that already starts with one gets another, so that {@link
 * restoreCsvText} is the exact reverse.
 */
const NEEDS_APOSTROPHE = new RegExp(`^'*(?:${FORMULA}|\\s*(?:${NUMBER_OR_DATE})\\s*$)`, 'i')

function csvField(value: CsvValue): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = NEEDS_APOSTROPHE.test(value) ? `'${value}` : value
  return /[",;\r\n']/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}

/** One line of RFC 4180. */
export const csvLine = (values: readonly CsvValue[]): string => values.map(csvField).join(',') + LINE_END

/** The text without the apostrophe that {@link csvLine} added. */
export const restoreCsvText = (cell: string): string =>
  cell.startsWith("'") && NEEDS_APOSTROPHE.test(cell.slice(1)) ? cell.slice(1) : cell
