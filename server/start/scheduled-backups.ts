import { externalAddressOf } from './own-database.ts'
import type { Logger } from 'pino'
import { findRunningPostgres } from '#db/embedded-postgres/find-running-postgres.server.ts'
import { startDailyBackup } from '#server/backup/daily-backup.ts'
import { runBackup } from '#server/backup/run-backup.ts'
import type { Settings } from '#server/settings/environment-settings.ts'
import { startBaseBackups } from '#server/wal-archive/base-backup-schedule.ts'

type ScheduledBackups = {
  settings: Settings
  dataDirectory: { path: string }
  log: Logger
  clock: () => Date
}

/** The daily backup, or a warning if there is none, and the base backups if they are set. */
export function startBackups({ settings, dataDirectory: { path }, log, clock }: ScheduledBackups) {
  const { dailyAtHour, walArchive, keep } = settings.backup
  // The embedded PostgreSQL may have been restarted.
  const findAddress = async () => externalAddressOf(settings) ?? findRunningPostgres(path, 'owner')
  const run = (address: string) => runBackup({ settings: { ...settings, dataDirectory: path }, address })
  const daily = startDailyBackup({ hour: dailyAtHour, findAddress, run, clock, log })
  const bases =
    walArchive === null
      ? undefined
      : startBaseBackups({ archive: walArchive, keep, dataDirectory: path, findAddress, log })
  return {
    async stop() {
      daily.stop()
      await bases?.stop()
    },
  }
}
