import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Client } from 'pg'
import { DatabaseStartupError } from '#db/connection/database-error.server.ts'
import { startEmbeddedPostgres } from '#db/embedded-postgres/embedded-postgres.server.ts'
import { forgetMovedDatabase } from '#db/embedded-postgres/moved-database.server.ts'
import { PICTURE_BUCKET } from '#shop/constants.ts'
import { BackupError } from '#server/backup/backup-error.ts'
import { forgetBackups, holdWaitingEmails } from '#server/backup/restore/load-archive.ts'
import { checkDirectory, inTemporaryFolder, moveEntries } from '#server/backup/restore/restore-backup.ts'
import { findBaseBackup } from './base-backup.ts'
import { pictureFolder, walFolder } from './wal-archive-settings.ts'

/**
 * All transactions that were committed by `at` and none after it, in an empty data directory. Throws {@link BackupError} if the
 * archive does not reach so far, or begins later.
 */
export async function restoreToTime(
  archive: string,
  dataDirectory: string,
  time: string,
): Promise<{ lastCommit: Date | null }> {
  const directory = resolve(dataDirectory)
  checkDirectory(directory)
  const target = parseTime(time)
  const base = await findBaseBackup(archive, target.at)
  return inTemporaryFolder(directory, async (temporary) => {
    const cluster = join(temporary, 'postgres')
    cpSync(base, cluster, { recursive: true })
    writeFileSync(join(cluster, 'recovery.signal'), '')
    const lastCommit = await replay(temporary, archive, target)
    if (existsSync(pictureFolder(archive)))
      cpSync(pictureFolder(archive), join(temporary, 'storage', PICTURE_BUCKET), { recursive: true })
    moveEntries(temporary, directory)
    forgetMovedDatabase(directory)
    return { lastCommit }
  })
}

type RecoveryTarget = { at: Date; target: string }
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:\d\d)$/

/** PostgreSQL counts microseconds, which a Date would lose. */
function parseTime(time: string): RecoveryTarget {
  const at = new Date(time)
  if (!TIME.test(time) || Number.isNaN(at.getTime()))
    throw new BackupError(
      `'${time}' is no time with its zone, like 2026-11-24T17:30:00Z or 2026-07-01T09:15:00+01:00.`,
    )
  return { at, target: time.replace('T', ' ').replace('Z', '+00') }
}

/** PostgreSQL ends by itself if the archive ends before the target; without a target it would replay all there is. */
async function replay(
  directory: string,
  archive: string,
  { at, target }: RecoveryTarget,
): Promise<Date | null> {
  const settings = {
    restore_command: `cp ${shellQuoted(walFolder(archive))}/%f "%p"`,
    recovery_target_time: target,
    recovery_target_inclusive: 'on',
    // Otherwise the server counts as ready before it has replayed everything.
    hot_standby: 'off',
    recovery_target_action: 'promote',
    // The history that the base backup belongs to, not one of an earlier restore.
    recovery_target_timeline: 'current',
  }
  try {
    const postgres = await startEmbeddedPostgres({ directory, settings })
    try {
      return await prepareRestored(postgres.ownerConnectionString)
    } finally {
      await postgres.stop()
    }
  } catch (problem) {
    if (!(problem instanceof DatabaseStartupError)) throw problem
    if (!/recovery ended before configured recovery target/.test(problem.message)) throw problem
    const end = readLastTransaction(directory)
    const advice = end
      ? `it ends at ${end.toISOString()}. Choose that time or an earlier one, or wait a minute if the archive is still written.`
      : 'it ends before. Choose an earlier time.'
    throw new BackupError(`${archive} does not reach ${at.toISOString()}: ${advice}`, { cause: problem })
  }
}

/** Reads the log of a replay. The time is in UTC and rounded down to a millisecond, so that the archive reaches it. */
function readLastTransaction(directory: string): Date | null {
  const log = join(directory, 'postgres.log')
  if (!existsSync(log)) return null
  const [, time] =
    /last completed transaction was at log time (\S+ \S+)\+00/.exec(readFileSync(log, 'utf8')) ?? []
  return time ? new Date(`${time.replace(' ', 'T')}Z`) : null
}

/** Holds waiting emails, as after the restore of a backup, and forgets backups and nodes of the lost shop. Returns the time of the last transaction. */
async function prepareRestored(address: string): Promise<Date | null> {
  const client = new Client({ connectionString: address })
  await client.connect()
  try {
    const { rows } = await client.query<{ at: Date | null; has_emails: boolean }>(
      `select pg_last_xact_replay_timestamp() as at, to_regclass('public.outbox') is not null as has_emails`,
    )
    if (rows[0]!.has_emails) {
      await holdWaitingEmails(client)
      await client.query('delete from public.cache_nodes')
    }
    await forgetBackups(client)
    return rows[0]!.at
  } finally {
    await client.end()
  }
}

const shellQuoted = (path: string) => `'${path.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`
