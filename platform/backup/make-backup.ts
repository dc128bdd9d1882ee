import type { Client } from 'pg'
import {
  COPY_SETTINGS,
  copyOut,
  fingerprint,
  listTables,
  readSequences,
} from '#platform/database/copy-tables.server.ts'
import { openCheckedClient } from '#platform/database/connection/server-checks.server.ts'
import {
  ARCHIVE_FORMAT,
  rowsEntry,
  SECRET_ENTRY,
  type ArchivedTable,
  type ArchiveHeader,
  type ArchiveSummary,
  type TableContent,
} from './archive/archive-format.ts'
import { writeArchive, type ArchiveWriter, type ByteSink } from './archive/archive-writer.ts'
import { BackupError } from './backup-error.ts'
import { addPictures, NO_PICTURES, type LocatedPictures } from './backup-pictures.ts'
import { lockForBackup } from './backup-locks.ts'

/** Counts roughly equal units of work; both numbers only grow. */
export type OnProgress = (done: number, total: number) => void

type BackupSource = {
  /** Connects as the owner of the tables. */
  address: string
  /** Null omits the pictures. */
  pictures: LocatedPictures | null
  key: string | null
  /** Null omits the secret. */
  secret: string | null
  onProgress?: OnProgress
}
export type MadeBackup = { header: ArchiveHeader; summary: ArchiveSummary }

/** Only one part of an archive is in memory at a time. */
const PART_BYTES = 4 * 1024 * 1024
const NEWLINE = 0x0a

/**
 * Writes the rows of one snapshot and their pictures, while the shop may be running. `sink` is called once
 * the snapshot exists. Throws {@link BackupError} if another backup is running or all pictures are missing.
 */
export async function makeBackup(
  source: BackupSource,
  sink: (madeAt: Date) => ByteSink,
): Promise<MadeBackup> {
  const client = await openCheckedClient(source.address)
  try {
    await client.query(COPY_SETTINGS)
    await lockForBackup(client)
    const header = await takeSnapshot(client)
    const total = await estimateWork(client)
    let done = 0
    const advance = (by: number) => source.onProgress?.(Math.min((done += by), total), total)
    return await writeArchive(
      { header, key: source.key, sink: sink(new Date(header.made_at)) },
      async (archive) => {
        const tables: Record<string, TableContent> = {}
        for (const table of header.tables) {
          tables[table.name] = await addTable(client, archive, table)
          advance(tables[table.name]!.rows)
        }
        const sequences = await readSequences(client)
        if (source.secret !== null) await archive.add(SECRET_ENTRY, Buffer.from(source.secret))
        const pictures = source.pictures
          ? await addPictures(client, source.pictures, archive, advance)
          : NO_PICTURES
        const summary = await archive.finish({
          tables,
          sequences,
          ...pictures,
          has_secret: source.secret !== null,
        })
        source.onProgress?.(total, total)
        return { header, summary }
      },
    )
  } finally {
    await client.end()
  }
}

/** Locks the tables before the snapshot: a migration in between would rewrite a table, which then seems empty. */
async function takeSnapshot(client: Client): Promise<ArchiveHeader> {
  const names = (await listTables(client)).map(({ name }) => name)
  if (!names.includes('ninth_bend.migrations'))
    throw new BackupError('This database holds no shop, or one that was never started.')
  await client.query('begin isolation level repeatable read read only')
  await client.query(`lock table ${names.join(', ')} in access share mode`)
  const tables = await listTables(client)
  if (tables.map(({ name }) => name).join() !== names.join())
    throw new BackupError('The tables are just being changed by another version of the shop. Try again.')
  const migrations = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from ninth_bend.migrations order by name',
  )
  const { rows } = await client.query<{ made_at: Date; postgres: string }>(
    `select clock_timestamp() as made_at, current_setting('server_version') as postgres`,
  )
  const { made_at, postgres } = rows[0]!
  return {
    format: ARCHIVE_FORMAT,
    made_at: made_at.toISOString(),
    postgres,
    migrations: migrations.rows,
    tables,
  }
}

async function addTable(client: Client, archive: ArchiveWriter, table: ArchivedTable): Promise<TableContent> {
  let count = 0
  let part = 0
  for await (const { bytes, rows } of inParts(copyOut(client, table))) {
    await archive.add(rowsEntry(table.name, part++), bytes)
    count += rows
  }
  const content = await fingerprint(client, table)
  if (content.rows !== count)
    throw new Error(`${table.name} has ${content.rows} rows, of which ${count} were copied.`)
  return content
}

/** Each part consists of whole rows, so that it can be loaded alone. */
async function* inParts(source: AsyncIterable<Uint8Array>) {
  let waiting: Uint8Array[] = []
  let length = 0
  for await (const bytes of source) {
    waiting.push(bytes)
    length += bytes.byteLength
    if (length < PART_BYTES || !bytes.includes(NEWLINE)) continue
    const joined = Buffer.concat(waiting)
    const end = joined.lastIndexOf(NEWLINE) + 1
    yield toPart(joined.subarray(0, end))
    waiting = [joined.subarray(end)]
    length = joined.length - end
  }
  if (length > 0) yield toPart(Buffer.concat(waiting))
}

const toPart = (bytes: Buffer) => ({ bytes, rows: countRows(bytes) })

/** COPY in text format has one line per row and escapes line ends within values. */
export function countRows(bytes: Uint8Array): number {
  let rows = 0
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) rows += 1
  return rows
}

/** In rows and files. Table statistics may be outdated, so the bar may jump at its end. */
async function estimateWork(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`
    select (select coalesce(sum(greatest(reltuples, 0)), 0) from pg_class c join pg_namespace n on n.oid = c.relnamespace
             where n.nspname in ('public', 'accounts') and c.relkind = 'r')::float8
         + (select coalesce(sum(2 * cardinality(widths) + 1), 0) from pictures)::float8 as count`)
  return Math.max(1, rows[0]!.count)
}
