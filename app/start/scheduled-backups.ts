import { externalAddressOf } from './own-database.ts'
import type { Logger } from 'pino'
import { findRunningPostgres } from '#platform/database/embedded-postgres/find-running-postgres.server.ts'
import { startDailyBackup } from '#platform/backup/daily-backup.ts'
import { runBackup } from '#platform/backup/run-backup.ts'
import type { Settings } from '#platform/settings/environment-settings.ts'

type ScheduledBackups = {
  settings: Settings
  dataDirectory: { path: string }
  log: Logger
  clock: () => Date
}

/** Starts the daily backup, or warns if there is none. */
export function startBackups({ settings, dataDirectory: { path }, log, clock }: ScheduledBackups) {
  // Found each time, because the embedded PostgreSQL may have been restarted.
  const findAddress = async () => externalAddressOf(settings) ?? findRunningPostgres(path, 'owner')
  const run = (address: string) => runBackup({ settings: { ...settings, dataDirectory: path }, address })
  return startDailyBackup({ hour: settings.backup.dailyAtHour, findAddress, run, clock, log })
}
