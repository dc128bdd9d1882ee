/** An unclosed quotation mark would turn the rest of the file into one row. */
const MAX_LENGTH = 400_000
/** More than spreadsheets allow. */
const MAX_CELLS = 20_000

/** `end` is the start of the next row; 'open' means an unclosed quotation mark. */
export type CsvRow = { cells: string[]; end: number } | 'open' | 'too-long'

/** Reads one row of RFC 4180 from `start`; a quotation mark within a text belongs to the text, as in spreadsheets. */
export function readCsvRow(text: string, start: number, delimiter: string): CsvRow {
  const limit = Math.min(text.length, start + MAX_LENGTH)
  const cells: string[] = []
  for (let from = start; ;) {
    const closing = text[from] === '"' ? findClosingQuote(text, from + 1, limit) : undefined
    if (closing === -1) return 'open'
    const to = findCellEnd(text, closing === undefined ? from : closing + 1, limit, delimiter)
    if ((to === limit && limit < text.length) || cells.length === MAX_CELLS) return 'too-long'
    const isQuoted = closing !== undefined && text.slice(closing + 1, to).trim() === ''
    cells.push(isQuoted ? text.slice(from + 1, closing).replaceAll('""', '"') : text.slice(from, to))
    if (text[to] !== delimiter) return { cells, end: to + (text.startsWith('\r\n', to) ? 2 : 1) }
    from = to + 1
  }
}

/** A doubled quotation mark is a character of the text. */
function findClosingQuote(text: string, from: number, limit: number): number {
  let at = text.indexOf('"', from)
  while (at !== -1 && at < limit && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at < limit ? at : -1
}

function findCellEnd(text: string, from: number, limit: number, delimiter: string): number {
  let at = from
  while (at < limit && text[at] !== delimiter && !isLineEnd(text, at)) at += 1
  return at
}

export const isLineEnd = (text: string, at: number): boolean => text[at] === '\n' || text[at] === '\r'
