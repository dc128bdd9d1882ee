import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openCheckedClient } from '#platform/database/connection/server-checks.server.ts'
import { describeLocation } from '#platform/database/connection/database-url.server.ts'
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres/embedded-postgres.server.ts'
import { forgetMovedDatabase } from '#platform/database/embedded-postgres/moved-database.server.ts'
import { findRunningPostgres } from '#platform/database/embedded-postgres/find-running-postgres.server.ts'
import { fsyncDirectorySync } from '#platform/files/fsync-directory.server.ts'
import { findPictureStoreProblem, openPictureStore } from '#platform/picture-store/open-picture-store.ts'
import { FIRST_START } from '#platform/data-directory/data-loss.ts'
import type { Settings } from '#platform/settings/environment-settings.ts'
import { BackupError } from '#platform/backup/backup-error.ts'
import type { OnProgress } from '#platform/backup/make-backup.ts'
import { verifyArchive } from '#platform/backup/verify-archive.ts'
import { checkMigrations, loadArchive, type Restored } from './load-archive.ts'

type RestoreOptions = { sendsWaitingEmails: boolean; onProgress?: OnProgress }
/** Read twice, because nothing is written before all of it is known to be intact. */
type Source = { read: () => AsyncIterable<Uint8Array>; key: string | null }

const TEMPORARY_PREFIX = '.restore-'
/** The database comes last: without it, a start reports that the rest is not a shop. */
const RESTORED_ENTRIES = [
  'storage',
  'secret',
  'postgres.log',
  'postgres.lock',
  'postgres-libraries',
  'postgres',
]

/**
 * Restores into an empty data directory, and an empty database if DATABASE_URL is set. Throws {@link BackupError} with one line; the data
 * directory is then unchanged, and after a damaged archive the database too.
 */
export async function restoreBackup(
  source: Source,
  settings: Pick<Settings, 'dataDirectory' | 'databaseUrl' | 's3'>,
  options: RestoreOptions,
): Promise<Restored> {
  const directory = resolve(settings.dataDirectory)
  checkDirectory(directory)
  if (settings.databaseUrl) await checkDatabase(settings.databaseUrl, 'A backup is only restored')
  const problem = await findPictureStoreProblem(settings)
  if (problem) throw new BackupError(problem)
  const { header } = await verifyArchive(source.read(), source.key)
  checkMigrations(header)
  return inTemporaryFolder(directory, async (temporary) => {
    const restored = await restoreInto(temporary, source, settings, options)
    moveEntries(temporary, directory)
    if (!settings.databaseUrl) forgetMovedDatabase(directory)
    fsyncDirectorySync(directory)
    return restored
  })
}

/** A folder within `directory`, which is removed again if it did not exist before and `work` fails. */
async function inTemporaryFolder<Result>(
  directory: string,
  work: (temporary: string) => Promise<Result>,
): Promise<Result> {
  const created = mkdirSync(directory, { recursive: true })
  removeLeftovers(directory)
  const temporary = mkdtempSync(join(directory, TEMPORARY_PREFIX))
  try {
    return await work(temporary)
  } catch (problem) {
    if (created) rmSync(created, { recursive: true, force: true })
    throw problem
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

function moveEntries(temporary: string, directory: string) {
  for (const name of RESTORED_ENTRIES)
    if (existsSync(join(temporary, name))) renameSync(join(temporary, name), join(directory, name))
}

async function restoreInto(
  path: string,
  { read, key }: Source,
  settings: Pick<Settings, 'databaseUrl' | 's3'>,
  options: RestoreOptions,
): Promise<Restored> {
  const embedded = settings.databaseUrl ? undefined : await startEmbeddedPostgres({ directory: path })
  try {
    return await loadArchive(read(), key, {
      ...options,
      address: settings.databaseUrl ?? embedded!.ownerConnectionString,
      pictures: openPictureStore(settings, { path }),
      writeSecret: (secret) => writeFileSync(join(path, 'secret'), secret, { mode: 0o600, flush: true }),
    })
  } finally {
    await embedded?.stop()
  }
}

export function checkDirectory(directory: string): void {
  const found = existsSync(directory) ? readdirSync(directory) : []
  // A failed first start leaves a secret that no shop has used.
  const isUnused = (name: string) => name === 'secret' && found.includes(FIRST_START)
  const taken = ['postgres', 'storage', 'secret', 'mail'].filter(
    (name) => found.includes(name) && !isUnused(name),
  )
  if (taken.length > 0)
    throw new BackupError(
      `DATA_DIR ${directory} holds data already (${taken.join(', ')}). A backup is only restored into an empty one: name another DATA_DIR, or move these away.`,
    )
}

/** Throws {@link BackupError} unless it is empty; `action` starts the message. */
export async function checkDatabase(address: string, action: string): Promise<void> {
  const client = await openCheckedClient(address)
  try {
    const { rowCount } = await client.query(`
      select from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('public', 'accounts', 'ninth_bend') and c.relkind in ('r', 'p', 'v', 'm', 'S')
         and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') limit 1`)
    if (rowCount)
      throw new BackupError(
        `The database at ${describeLocation(address)} holds tables already. ${action} into an empty one: create another, or drop this one and create it again.`,
      )
  } finally {
    await client.end()
  }
}

/** Left by a restore that was killed; its PostgreSQL has ended too. */
function removeLeftovers(directory: string) {
  for (const name of readdirSync(directory).filter((each) => each.startsWith(TEMPORARY_PREFIX))) {
    if (findRunningPostgres(join(directory, name), 'owner'))
      throw new BackupError(`Another restore into ${directory} is running. Wait until it has ended.`)
    rmSync(join(directory, name), { recursive: true, force: true })
  }
}
