import { z } from 'zod'

/** Raised when older versions could no longer read an archive. */
export const ARCHIVE_FORMAT = 1

const table = z.object({ name: z.string(), columns: z.array(z.string()) })
/** Ordered so that rows can be inserted. */
export type ArchivedTable = z.infer<typeof table>

/** The first entry: what must exist before rows can be loaded. */
export const archiveHeader = z.object({
  format: z.literal(ARCHIVE_FORMAT),
  made_at: z.iso.datetime(),
  postgres: z.string(),
  /** The schema is not in the archive: a restore runs these migrations. */
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })).min(1),
  tables: z.array(table),
})
export type ArchiveHeader = z.infer<typeof archiveHeader>

/** `fingerprint`: the sum of the row hashes, calculated by PostgreSQL. */
const tableContent = z.object({ rows: z.number(), fingerprint: z.string() })
export type TableContent = z.infer<typeof tableContent>

/** The last entry; an archive without it is incomplete. */
export const archiveSummary = z.object({
  tables: z.record(z.string(), tableContent),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), is_called: z.boolean() })),
  pictures: z.number(),
  picture_bytes: z.number(),
  /** Pictures that were already missing before the backup. */
  missing_pictures: z.number(),
  has_secret: z.boolean(),
  /** The hash of the names, sizes and bytes of all previous entries. */
  sha256: z.string(),
})
export type ArchiveSummary = z.infer<typeof archiveSummary>

export const HEADER_ENTRY = 'backup.json'
export const SUMMARY_ENTRY = 'summary.json'
export const SECRET_ENTRY = 'secret'
const ROWS = 'rows/'
const PICTURES = 'pictures/'

/** A table has one or more parts; the next part continues the rows. */
export const rowsEntry = (tableName: string, part: number) =>
  `${ROWS}${tableName}/${String(part).padStart(6, '0')}`
export const pictureEntry = (key: string) => PICTURES + key

export const tableOfEntry = (name: string) =>
  name.startsWith(ROWS) ? name.slice(ROWS.length, name.lastIndexOf('/')) : null
export const pictureOfEntry = (name: string) =>
  name.startsWith(PICTURES) ? name.slice(PICTURES.length) : null

export const totalRows = ({ tables }: Pick<ArchiveSummary, 'tables'>) =>
  Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)

export const filledTables = ({ tables }: Pick<ArchiveSummary, 'tables'>) =>
  Object.entries(tables).filter(([, { rows }]) => rows > 0)
