import { MAX_UPLOAD_BYTES } from '#shop/constants.ts'
import { callProcedure, type Answer, type ProcedureRefusal } from '#features/call-procedure.server.ts'
import { isValidId } from '#shop/ids.ts'
import { done, refused, type Outcome, type Refusal, type Refused } from '#shop/outcome.ts'
import { pageCount, clampPage, pageOffset } from '#shop/paging/paging.ts'
import { requirePermission, type Actor, type Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { collapseWhiteSpace } from '#shop/text/white-space.ts'
import { decodeFile, type DecodeRefusal } from './decode-file.server.ts'
import { chosenColumns, guessColumns, type ImportSubject, type MappedColumn } from './import-columns.ts'
import {
  addImportLines,
  allowLongStatement,
  selectImport,
  selectImportColumns,
  selectImportContent,
  selectImportLines,
  selectImportProgress,
  selectRecentImports,
} from './import-queries.server.ts'
import { planCategoryImport } from './plan-categories.server.ts'
import { planImport } from './plan-import.server.ts'
import {
  isMappedAs,
  type ImportOutcome,
  type OpenedImport,
  type PlannedLine,
  type StoredImport,
} from './planned-line.ts'
import { readCsv, type CsvLine, type CsvRefusal } from './read-csv.server.ts'

export type FileRefusal = DecodeRefusal | CsvRefusal | Refusal<'file-missing' | 'file-too-large'>

const MAX_FILE_NAME_LENGTH = 200
const IMPORT_LINES_PER_PAGE = 50

/** Reads a file and finds what each line would change, without changing anything. Refused if it is not a CSV file. */
export async function checkFile(
  shop: ShopDependencies,
  admin: Actor,
  { subject, bytes, name }: { subject: ImportSubject; bytes: Uint8Array | null; name: string },
): Promise<Outcome<{ id: string }, FileRefusal | ProcedureRefusal<'save_product_import'>>> {
  requirePermission(admin, 'catalogue.edit')
  if (bytes === null) return refused('file-missing')
  if (bytes.byteLength > MAX_UPLOAD_BYTES) return refused('file-too-large')
  const decoded = await decodeFile(bytes)
  if (!decoded.ok) return decoded
  const file = await readCsv(decoded.value)
  if (!file.ok) return file
  const columns = guessColumns(subject, file.value.headers)
  const lines = await planLines(shop, admin, subject, { lines: file.value.lines, columns })
  const id = crypto.randomUUID()
  const fileName = collapseWhiteSpace(name).slice(0, MAX_FILE_NAME_LENGTH) || `${subject}.csv`
  const content = decoded.value
  const saved = await saveImport(shop, admin, { id, version: 0, subject, fileName, content, columns }, lines)
  return saved.ok ? done({ id }) : saved
}

/** Calculates again what each line would change, with the chosen columns; null keeps them. */
export async function checkAgain(
  shop: ShopDependencies,
  admin: Actor,
  { id, version, fields }: { id: string; version: number; fields: readonly string[] | null },
): Promise<Outcome<{ version: number }, FileRefusal | ProcedureRefusal<'save_product_import'>>> {
  requirePermission(admin, 'catalogue.edit')
  if (!isValidId(id)) return refused('not-found')
  const stored = await shop.db.queryAs(admin, (db) => selectImportContent(db, id))
  if (!stored) return refused('not-found')
  const file = await readCsv(stored.content)
  if (!file.ok) return file
  const { subject, file_name: fileName } = stored
  const columns = fields ? chosenColumns(subject, stored.columns, fields) : stored.columns
  const lines = await planLines(shop, admin, subject, { lines: file.value.lines, columns })
  return saveImport(shop, admin, { id, version, subject, fileName, content: null, columns }, lines)
}

type FileToSave = {
  id: string
  version: number
  subject: ImportSubject
  fileName: string
  content: string | null
  columns: readonly MappedColumn[]
}

/** Serialising all lines as one string would block other requests. */
const saveImport = (
  shop: ShopDependencies,
  admin: Admin,
  { fileName, ...file }: FileToSave,
  lines: readonly PlannedLine[],
) =>
  shop.db.withActor(admin, async (trx) => {
    const saved = await callProcedure(trx, 'save_product_import', { ...file, file_name: fileName, lines: [] })
    if (saved.ok) for (const part of jsonParts(lines)) await addImportLines(trx, file.id, part)
    return saved
  })

const JSON_LENGTH_PER_CALL = 500_000

/** JSON arrays that together contain all lines. */
function* jsonParts(lines: readonly PlannedLine[]): Generator<string> {
  let part: string[] = []
  let length = 0
  for (const line of lines) {
    const json = JSON.stringify(line)
    part.push(json)
    length += json.length
    if (length < JSON_LENGTH_PER_CALL) continue
    yield `[${part.join(',')}]`
    part = []
    length = 0
  }
  if (part.length > 0) yield `[${part.join(',')}]`
}

const planLines = (
  shop: ShopDependencies,
  admin: Admin,
  subject: ImportSubject,
  { lines, columns }: { lines: readonly CsvLine[]; columns: readonly MappedColumn[] },
) =>
  subject === 'products'
    ? planImport(shop, admin, lines, columns)
    : planCategoryImport(shop, admin, lines, columns)

type ImportToApply = {
  id: string
  version: number
  fields?: readonly string[] | null
  reason: string
  isConfirmed?: boolean
}

/**
 * Writes all lines, or none. `fields` are the columns that the page showed (null: none); refused if others
 * were checked. `isConfirmed` accepts the warnings.
 */
export async function applyImport(
  shop: ShopDependencies,
  admin: Actor,
  { id, version, fields = null, reason, isConfirmed = false }: ImportToApply,
): Promise<Answer<'apply_product_import'> | Refused<Refusal<'columns-differ'>>> {
  requirePermission(admin, 'catalogue.edit')
  if (!isValidId(id)) return refused('not-found')
  if (fields && !(await areColumnsChecked(shop, admin, id, fields))) return refused('columns-differ')
  return shop.db.withActor(admin, async (trx) => {
    await allowLongStatement(trx)
    return callProcedure(trx, 'apply_product_import', { id, version, reason, is_confirmed: isConfirmed })
  })
}

/** The version shows whether the columns change afterwards. */
async function areColumnsChecked(
  shop: ShopDependencies,
  admin: Admin,
  id: string,
  fields: readonly string[],
) {
  const columns = await shop.db.queryAs(admin, (db) => selectImportColumns(db, id))
  return columns.length === 0 || isMappedAs(columns, fields)
}

/** Restores what the import has changed, except what somebody has changed since. */
export async function undoImport(
  shop: ShopDependencies,
  admin: Actor,
  id: string,
): Promise<Answer<'undo_product_import'>> {
  requirePermission(admin, 'catalogue.edit')
  if (!isValidId(id)) return refused('not-found')
  return shop.db.withActor(admin, async (trx) => {
    await allowLongStatement(trx)
    return callProcedure(trx, 'undo_product_import', { id })
  })
}

/** Reads the progress of the running import, no matter who started it. */
export async function readImportProgress(shop: ShopDependencies, admin: Actor): Promise<number> {
  requirePermission(admin, 'catalogue.edit')
  return shop.db.queryAs(admin, selectImportProgress)
}

export async function listImports(shop: ShopDependencies, admin: Actor): Promise<StoredImport[]> {
  requirePermission(admin, 'catalogue.edit')
  return shop.db.queryAs(admin, selectRecentImports)
}

/** One page of its lines; null if there is no import with this ID. */
export async function readImport(
  shop: ShopDependencies,
  admin: Admin,
  { id, show, page: wanted }: { id: string; show: ImportOutcome | null; page: number },
): Promise<OpenedImport | null> {
  requirePermission(admin, 'catalogue.edit')
  if (!isValidId(id)) return null
  const stored = await shop.db.queryAs(admin, (db) => selectImport(db, id))
  if (!stored) return null
  const total = show
    ? stored.counts[show]
    : Object.values(stored.counts).reduce((sum, count) => sum + count, 0)
  const pages = pageCount(total, IMPORT_LINES_PER_PAGE)
  const page = clampPage(wanted, pages)
  const lines = await shop.db.queryAs(admin, (db) =>
    selectImportLines(db, id, {
      outcome: show,
      offset: pageOffset(page, IMPORT_LINES_PER_PAGE),
      limit: IMPORT_LINES_PER_PAGE,
    }),
  )
  return { ...stored, lines, show, page, pageCount: pages }
}
