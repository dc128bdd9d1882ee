import { Client } from 'pg'
import type { Logger } from 'pino'
import { addDays, londonDay, londonTimeToInstant } from '#shop/dates/dates.ts'
import { totalRows } from './archive/archive-format.ts'
import { BackupError } from './backup-error.ts'
import type { FinishedBackup } from './run-backup.ts'

type DailyBackup = {
  /** The London hour; null: no backups. */
  hour: number | null
  /** The address of the tables' owner; null while the embedded database is away. */
  findAddress: () => Promise<string | null>
  run: (address: string) => Promise<FinishedBackup>
  clock: () => Date
  log: Pick<Logger, 'info' | 'warn' | 'error'>
}

const DAILY_LOCK = 9_2026_1124
const CHECK_INTERVAL_MS = 60_000
const WARNING_INTERVAL_MS = 86_400_000
const RETRY_AFTER_MS = 3_600_000

/** The last time when a backup was due. */
export function lastDue(now: Date, hour: number): Date {
  const today = londonTimeToInstant(londonDay(now), hour, 0)
  return today <= now ? today : londonTimeToInstant(addDays(londonDay(now), -1), hour, 0)
}

/** Makes a backup unless this or another node has made one since the last due time, or one failed within the last hour. */
export async function backUpIfDue({
  hour,
  findAddress,
  run,
  clock,
  log,
}: DailyBackup & { hour: number }): Promise<boolean> {
  const address = await findAddress()
  if (address === null) return false
  const client = new Client({ connectionString: address })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ is_mine: boolean }>('select pg_try_advisory_lock($1) as is_mine', [
      DAILY_LOCK,
    ])
    // Another node is making the backup.
    if (!rows[0]?.is_mine) return false
    const now = clock()
    const { rowCount } = await client.query(
      `select from backups where (problem is null and made_at >= $1) or (problem is not null and made_at > $2) limit 1`,
      [lastDue(now, hour), new Date(now.getTime() - RETRY_AFTER_MS)],
    )
    if (rowCount) return false
    const { location, bytes, summary } = await run(address)
    log.info(
      { location, bytes, rows: totalRows(summary), pictures: summary.pictures },
      'The backup was made and read back.',
    )
    return true
  } catch (error) {
    log.error(error instanceof BackupError ? { reason: error.message } : { error }, 'The backup failed.')
    return false
  } finally {
    await client.end()
  }
}

/** Warns if a shop without scheduled backups has none. */
export async function warnOfNoBackup({ findAddress, log }: Pick<DailyBackup, 'findAddress' | 'log'>) {
  const address = await findAddress()
  if (address === null) return
  const client = new Client({ connectionString: address })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rowCount } = await client.query('select from backups where verified_at is not null limit 1')
    if (!rowCount)
      log.warn(
        'There has never been a backup of this shop, and BACKUP_DAILY_AT is off. Set an hour, or make sure that other tools make backups.',
      )
  } finally {
    await client.end()
  }
}

/**
 * Checks every minute, but not immediately, because a start has much to do. `stop` does not wait for a
 * backup: its store removes incomplete files.
 */
export function startDailyBackup(daily: DailyBackup) {
  const { hour } = daily
  let running: Promise<unknown> | undefined
  const check = () => {
    running ??= (hour === null ? warnOfNoBackup(daily) : backUpIfDue({ ...daily, hour }))
      .catch((error: unknown) => daily.log.error({ error }, 'The backup failed.'))
      .finally(() => (running = undefined))
  }
  const first = setTimeout(check, CHECK_INTERVAL_MS)
  const checking = setInterval(check, hour === null ? WARNING_INTERVAL_MS : CHECK_INTERVAL_MS)
  first.unref()
  checking.unref()
  return {
    stop() {
      clearTimeout(first)
      clearInterval(checking)
    },
  }
}
