import type { Client } from 'pg'
import {
  COPY_SETTINGS,
  copyIn,
  fingerprint,
  listTables,
  writeSequences,
} from '#platform/database/copy-tables.server.ts'
import { openCheckedClient } from '#platform/database/connection/server-checks.server.ts'
import { listMigrations, migrate } from '#platform/database/migrate.server.ts'
import { CONTENT_TYPE, isPictureKey, pictureFormatOfKey } from '#shop/picture-key.ts'
import type { PictureStore } from '#platform/picture-store/picture-store.server.ts'
import {
  pictureOfEntry,
  SECRET_ENTRY,
  tableOfEntry,
  totalRows,
  type ArchiveHeader,
  type ArchiveSummary,
} from '#platform/backup/archive/archive-format.ts'
import { readArchive, type ArchiveEntry } from '#platform/backup/archive/archive-reader.ts'
import { BackupError } from '#platform/backup/backup-error.ts'
import { countRows, type OnProgress } from '#platform/backup/make-backup.ts'
import { createCounts, unexpectedEntry } from '#platform/backup/verify-archive.ts'

type Target = {
  /** Connects as the owner of an empty database. */
  address: string
  pictures: PictureStore
  writeSecret: (secret: Buffer) => void
  /** If false, emails that were waiting at the time of the backup are left to the owner. */
  sendsWaitingEmails: boolean
  /** True if the shop only moves; a restored shop has no backup of its own yet. */
  keepsBackupRecords?: boolean
  onProgress?: OnProgress
}
export type Restored = { header: ArchiveHeader; summary: ArchiveSummary; heldEmails: number }

/** No version has a migration of this name, so a database whose restore was interrupted does not start. */
const UNFINISHED = 'restore-unfinished'

/**
 * Migrates to the archive's version, loads the rows before triggers exist, compares them, and migrates to
 * this version. Throws {@link BackupError}; the database must then be dropped.
 */
export async function loadArchive(
  source: AsyncIterable<Uint8Array>,
  key: string | null,
  target: Target,
): Promise<Restored> {
  const restored = await loadRowsAndPictures(source, key, target)
  await migrate(target.address)
  return restored
}

async function loadRowsAndPictures(source: AsyncIterable<Uint8Array>, key: string | null, target: Target) {
  let client: Client | undefined
  const counts = createCounts()
  const open = async (header: ArchiveHeader) => (client ??= await beginLoading(target.address, header))
  try {
    const { header, summary } = await readArchive(source, key, async (entry, archive) => {
      await loadEntry(await open(archive), entry, archive)
    })
    counts.compare(summary)
    const loading = await open(header)
    const heldEmails = await finishLoading(loading, header, summary, target)
    return { header, summary, heldEmails }
  } finally {
    await client?.end()
  }

  async function loadEntry(loading: Client, { name, bytes }: ArchiveEntry, { tables }: ArchiveHeader) {
    const table = tables.find((each) => each.name === tableOfEntry(name))
    const picture = pictureOfEntry(name)
    if (table) {
      await copyIn(
        loading,
        table,
        counted(bytes, (rows) => counts.addRows(table.name, rows)),
      )
    } else if (picture !== null && isPictureKey(picture)) {
      const file = await join(bytes)
      counts.addPicture(file.byteLength)
      await target.pictures.write(picture, file, CONTENT_TYPE[pictureFormatOfKey(picture)])
    } else if (name === SECRET_ENTRY) target.writeSecret(await join(bytes))
    else throw unexpectedEntry(name)
  }
}

async function beginLoading(address: string, header: ArchiveHeader): Promise<Client> {
  checkMigrations(header)
  await migrate(address, { lastMigration: header.migrations.at(-1)!.name })
  const client = await openCheckedClient(address)
  await client.query(COPY_SETTINGS)
  await client.query('insert into ninth_bend.migrations (name, sha256) values ($1, $1)', [UNFINISHED])
  await client.query('begin')
  // Migrations insert initial rows.
  const tables = await listTables(client)
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
  const isSame = JSON.stringify(tables) === JSON.stringify(header.tables)
  if (!isSame)
    throw new BackupError(
      'The archive holds other tables than its version of the shop makes, so it cannot be restored.',
    )
  return client
}

export function checkMigrations({ migrations }: ArchiveHeader) {
  const known = listMigrations()
  for (const [index, { name, sha256 }] of migrations.entries()) {
    if (known[index]?.name === name && known[index].sha256 === sha256) continue
    throw new BackupError(
      `The archive was made by another version of the shop: this one does not have its migration ${name}. Restore it with that version or a newer one.`,
    )
  }
}

async function finishLoading(client: Client, header: ArchiveHeader, summary: ArchiveSummary, target: Target) {
  await writeSequences(client, summary.sequences)
  const total = totalRows(summary)
  let done = 0
  for (const table of header.tables) {
    const loaded = await fingerprint(client, table)
    const archived = summary.tables[table.name]
    if (loaded.rows !== archived?.rows || loaded.fingerprint !== archived.fingerprint)
      throw new BackupError(
        `The rows of ${table.name} differ from those of the archive, so nothing was restored.`,
      )
    target.onProgress?.((done += loaded.rows), total)
  }
  const held = target.sendsWaitingEmails ? 0 : await holdWaitingEmails(client)
  if (!target.keepsBackupRecords) await forgetBackups(client)
  await client.query('commit')
  await client.query('analyze')
  return held
}

/** They may have been sent after the backup: the dashboard lists them, and the owner decides. */
async function holdWaitingEmails(client: Client): Promise<number> {
  const { rowCount } = await client.query(`
    update outbox set available_at = 'infinity', leased_until = null,
           last_error = 'The shop was restored from a backup. This email may have been sent already.'
     where sent_at is null and dropped_at is null and held_for_user_id is null`)
  return rowCount ?? 0
}

/** Backups of the former shop say nothing about this one, which makes its own within minutes. */
async function forgetBackups(client: Client): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('public.backups') is not null as exists`,
  )
  if (rows[0]?.exists) await client.query('delete from public.backups')
}

async function* counted(bytes: AsyncIterable<Uint8Array>, add: (rows: number) => void) {
  for await (const part of bytes) {
    add(countRows(part))
    yield part
  }
}

async function join(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of bytes) parts.push(part)
  return Buffer.concat(parts)
}
