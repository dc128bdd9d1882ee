import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import { parse as parseSync } from 'csv-parse/sync'
import { done, refused, type Outcome, type Refusal } from '#shop/outcome.ts'
import { MAX_IMPORT_COLUMNS, MAX_IMPORT_LINES } from './import-messages.ts'

/** `line` is where it ends in the file, from 1. */
export type CsvLine = { line: number; cells: string[] }
export type CsvFile = { headers: string[]; lines: CsvLine[] }
export type CsvRefusal =
  | Refusal<'no-lines' | 'too-many-lines' | 'too-many-columns'>
  | (Refusal<'quote-not-closed' | 'line-unreadable'> & { line: number })

const DELIMITERS = [',', ';', '\t']
/** Excel reads and writes the delimiter in a line of its own. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i
const PART_LENGTH = 64 * 1024
/** A quotation mark that is not closed would make one line of the whole rest. */
const MAX_LINE_BYTES = 400_000
const OPTIONS = { relax_column_count: true, relax_quotes: true } as const

/** The one that divides the first line into most cells. */
function guessDelimiter(text: string): string {
  const cellsWith = (delimiter: string) => {
    try {
      const [first = []] = parseSync(text.slice(0, PART_LENGTH), { ...OPTIONS, delimiter, to: 1 })
      return first.length
    } catch {
      return 0
    }
  }
  return DELIMITERS.toSorted((one, other) => cellsWith(other) - cellsWith(one))[0]!
}

/** In parts, so that other requests are answered meanwhile. */
async function* partsOf(text: string) {
  for (let start = 0; start < text.length; start += PART_LENGTH) {
    yield text.slice(start, start + PART_LENGTH)
    await setImmediate()
  }
}

const isEmpty = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')

/** The lines of a decoded file, without empty ones. */
export async function readCsv(file: string): Promise<Outcome<CsvFile, CsvRefusal>> {
  const separator = SEPARATOR_LINE.exec(file)
  const text = file.slice(separator?.[0].length ?? 0)
  const before = separator ? 1 : 0
  /** Where each line ends. */
  const ends: number[] = []
  const parser = parse({
    ...OPTIONS,
    delimiter: separator?.[1] ?? guessDelimiter(text),
    max_record_size: MAX_LINE_BYTES,
    on_record: (cells: string[], { lines: end }) => {
      ends.push(end + before)
      return cells
    },
  })
  const lines: CsvLine[] = []
  try {
    let count = 0
    for await (const cells of Readable.from(partsOf(text)).pipe(parser) as AsyncIterable<string[]>) {
      const line = ends[count]!
      count += 1
      if (isEmpty(cells)) continue
      lines.push({ line, cells })
      if (lines.length > MAX_IMPORT_LINES + 1) return refused('too-many-lines')
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const isOpen = error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE'
    return refused(isOpen ? 'quote-not-closed' : 'line-unreadable', { line: (ends.at(-1) ?? before) + 1 })
  }
  const [first, ...others] = lines
  if (!first || others.length === 0) return refused('no-lines')
  const headers = first.cells.map((cell) => cell.trim())
  while (headers.at(-1) === '') headers.pop()
  return headers.length > MAX_IMPORT_COLUMNS ? refused('too-many-columns') : done({ headers, lines: others })
}
