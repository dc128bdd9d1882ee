import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { openCheckedClient } from '#db/connection/server-checks.server.ts'
import { BackupError } from '#server/backup/backup-error.ts'
import { fsyncDirectory } from '#shop/files/fsync-directory.server.ts'
import { baseFolder, walFolder } from './wal-archive-settings.ts'

/** Rebuilt by PostgreSQL or replayed from the archive, as its documentation lists them; folders stay, empty. */
const WITHOUT_CONTENT = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const LEFT_OUT = new Set(['postmaster.pid', 'postmaster.opts', 'pg_internal.init'])
const BACKUP_NAME = /^base-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z)$/

/** The time at which a copy is complete: no earlier moment can be restored from it. */
const nameOf = (at: Date) => `base-${at.toISOString().replaceAll(/[:.]/g, '-')}`
const timeOf = (name: string) =>
  new Date(name.slice(5).replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/, 'T$1:$2:$3.$4Z'))

/** Copies the files of the running cluster between pg_backup_start and pg_backup_stop. Returns the folder. */
export async function makeBaseBackup(address: string, cluster: string, archive: string): Promise<string> {
  const bases = baseFolder(archive)
  await mkdir(bases, { recursive: true, mode: 0o700 })
  const temporary = join(bases, `.${process.pid}.part`)
  const client = await openCheckedClient(address)
  try {
    await rm(temporary, { recursive: true, force: true })
    await client.query(`select pg_backup_start('ninth-bend', fast => true)`)
    await copyCluster(resolve(cluster), temporary)
    const { rows } = await client.query<{ label: string; at: Date }>(
      `select labelfile as label, clock_timestamp() as at from pg_backup_stop(wait_for_archive => true)`,
    )
    const { label, at } = rows[0]!
    await writeFile(join(temporary, 'backup_label'), label, { flush: true })
    const folder = join(bases, nameOf(at))
    await rename(temporary, folder)
    await fsyncDirectory(bases)
    return folder
  } finally {
    await client.end()
    await rm(temporary, { recursive: true, force: true })
  }
}

/** A file may change or vanish while it is copied: the archive replays what is missing. */
async function copyCluster(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (LEFT_OUT.has(entry.name) || entry.name.startsWith('pgsql_tmp')) continue
    if (entry.isDirectory() && WITHOUT_CONTENT.has(entry.name)) await mkdir(target, { mode: 0o700 })
    else if (entry.isDirectory()) await copyCluster(source, target)
    else await cp(source, target).catch(ignoreMissing)
  }
}

function ignoreMissing(problem: NodeJS.ErrnoException) {
  if (problem.code !== 'ENOENT') throw problem
}

const listBaseBackups = async (archive: string): Promise<string[]> =>
  (await readdir(baseFolder(archive)).catch(() => [])).filter((name) => BACKUP_NAME.test(name)).toSorted()

const DAY_MS = 86_400_000

export async function isBaseBackupDue(archive: string, now: Date): Promise<boolean> {
  const newest = (await listBaseBackups(archive)).at(-1)
  return newest === undefined || now.getTime() - timeOf(newest).getTime() >= DAY_MS
}

/** Timeline, then position; files of an earlier position than that of the oldest base backup are not needed. */
const WAL_FILE = /^[0-9A-F]{24}(?:\.[0-9A-F]{8}\.backup)?$/
const positionOf = (walFile: string) => walFile.slice(8, 24)

export async function removeOldBaseBackups(archive: string, keep: number): Promise<void> {
  const names = await listBaseBackups(archive)
  const oldest = names.at(-keep) ?? names[0]
  if (!oldest) return
  const label = await readFile(join(baseFolder(archive), oldest, 'backup_label'), 'utf8')
  const first = /^START WAL LOCATION: .* \(file ([0-9A-F]{24})\)$/m.exec(label)?.[1]
  if (!first) throw new Error(`${oldest} does not say where it begins.`)
  for (const name of names.slice(0, names.indexOf(oldest)))
    await rm(join(baseFolder(archive), name), { recursive: true })
  for (const name of await readdir(walFolder(archive)))
    if (WAL_FILE.test(name) && positionOf(name) < positionOf(first)) await rm(join(walFolder(archive), name))
}

/** The newest that is complete by `at`. Throws {@link BackupError} if there is none. */
export async function findBaseBackup(archive: string, at: Date): Promise<string> {
  const names = await listBaseBackups(archive)
  const usable = names.filter((name) => timeOf(name) <= at)
  const newest = usable.at(-1)
  if (newest) return join(baseFolder(archive), newest)
  const [first] = names
  throw new BackupError(
    first
      ? `${archive} begins at ${timeOf(first).toISOString()}, after ${at.toISOString()}.`
      : `${archive} holds no base backup. Was WAL_ARCHIVE_DIR set while the shop ran?`,
  )
}
