import { importColumnLabel, type ImportSubject, type MappedColumn } from './import-columns.ts'
import type { ImportCounts, SaleCounts, UndoneCounts } from './import-messages.ts'

export type ImportOutcome = 'changed' | 'added' | 'same' | 'faulty'
type FieldDifference = { field: string; was: string; is: string }
export type LineProblem = { field: string | null; text: string }

/** What one line would change; `before` and `after` have the changed columns. */
export type PlannedLine = {
  line: number
  outcome: ImportOutcome
  product_id: string | null
  category_id: string | null
  name: string
  seen_version: number | null
  seen_stock: number | null
  changes: FieldDifference[]
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  problems: LineProblem[]
  /** The form's warnings about products going on sale: the import must be confirmed. */
  warnings: string[]
  notes: string[]
}

/** Counts as faulty until its problems are known. */
export const emptyPlan = (line: number, name: string): PlannedLine => ({
  line,
  outcome: 'faulty',
  product_id: null,
  category_id: null,
  name,
  seen_version: null,
  seen_stock: null,
  changes: [],
  before: null,
  after: null,
  problems: [],
  warnings: [],
  notes: [],
})

export type ListedLine = Pick<
  PlannedLine,
  'line' | 'outcome' | 'product_id' | 'category_id' | 'name' | 'changes' | 'problems' | 'warnings' | 'notes'
> & {
  undo:
    | 'undone'
    | 'switched-off'
    | 'changed-since'
    | 'counted-since'
    | 'stock-gone'
    | 'code-taken'
    | 'has-products'
    | null
}

export type StoredImport = {
  id: string
  subject: ImportSubject
  file_name: string
  columns: MappedColumn[]
  version: number
  created_at: string
  imported_at: string | null
  imported_by: string | null
  undone_at: string | null
  counts: ImportCounts
  sale: SaleCounts
  /** Lines that are imported only after confirmation. */
  to_confirm: number
  undone: UndoneCounts
  /** Lines that an undo did not change. */
  kept: number
  changes_stock: boolean
}

export type OpenedImport = StoredImport & {
  lines: ListedLine[]
  show: ImportOutcome | null
  page: number
  pageCount: number
}

/** 'Price (£): Enter a price in pounds', or only the text if it concerns the whole line. */
export const problemText = ({ field, text }: LineProblem): string =>
  field === null ? text : `${importColumnLabel(field)}: ${text}`

/** `chosen` are the fields as the form sends them, empty for a column that is ignored. */
export const isMappedAs = (columns: readonly MappedColumn[], chosen: readonly unknown[]): boolean =>
  chosen.length === columns.length && columns.every(({ field }, index) => (field ?? '') === chosen[index])
