import { setImmediate } from 'node:timers/promises'
import { isLineEnd, readCsvRow } from '#shop/csv/read-csv-row.ts'
import { done, refused, type Outcome, type Refusal } from '#shop/outcome.ts'
import { MAX_IMPORT_COLUMNS, MAX_IMPORT_LINES } from './import-messages.ts'

/** `line` is the row number in a spreadsheet. */
export type CsvLine = { line: number; cells: string[] }
export type CsvFile = { headers: string[]; lines: CsvLine[] }
export type CsvRefusal =
  | Refusal<'no-lines' | 'too-many-lines' | 'too-many-columns'>
  | (Refusal<'quote-not-closed' | 'line-too-long'> & { line: number })

const DELIMITERS = [',', ';', '\t']
/** Excel reads and writes the delimiter in a separate line, which it does not show as a row. */
const SEPARATOR_LINE = /^sep=(.)(?:\r\n|\r|\n)/i
/** Characters to read before other requests get a turn. */
const LENGTH_PER_TURN = 64 * 1024

/** The delimiter that divides the row into the most cells. */
function guessDelimiter(text: string, start: number): string {
  const cellsWith = (delimiter: string) => {
    const row = readCsvRow(text, start, delimiter)
    return typeof row === 'string' ? 0 : row.cells.length
  }
  return DELIMITERS.toSorted((one, other) => cellsWith(other) - cellsWith(one))[0]!
}

const isEmpty = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')

/** The lines of a decoded file, except empty ones. */
export async function readCsv(text: string): Promise<Outcome<CsvFile, CsvRefusal>> {
  const separator = SEPARATOR_LINE.exec(text)
  let delimiter = separator?.[1]
  const lines: CsvLine[] = []
  let line = 1
  let turnEnds = 0
  for (let at = separator?.[0].length ?? 0; at < text.length; line += 1) {
    if (at >= turnEnds) {
      await setImmediate()
      turnEnds = at + LENGTH_PER_TURN
    }
    if (isLineEnd(text, at)) {
      at += text.startsWith('\r\n', at) ? 2 : 1
      continue
    }
    delimiter ??= guessDelimiter(text, at)
    const row = readCsvRow(text, at, delimiter)
    if (row === 'open') return refused('quote-not-closed', { line })
    if (row === 'too-long') return refused('line-too-long', { line })
    at = row.end
    if (isEmpty(row.cells)) continue
    lines.push({ line, cells: row.cells })
    if (lines.length > MAX_IMPORT_LINES + 1) return refused('too-many-lines')
  }
  const [first, ...others] = lines
  if (!first || others.length === 0) return refused('no-lines')
  const headers = first.cells.map((cell) => cell.trim())
  while (headers.at(-1) === '') headers.pop()
  return headers.length > MAX_IMPORT_COLUMNS ? refused('too-many-columns') : done({ headers, lines: others })
}
