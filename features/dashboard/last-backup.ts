import { formatRelativeDateTimeInSentence } from '#shop/dates/relative-dates.ts'
import { formatCount } from '#shop/text/format-count.ts'

export type LastBackup = {
  /** Null if the shop has made and verified none. */
  made_at: string | null
  bytes: number | null
  row_count: number | null
  picture_count: number | null
  is_encrypted: boolean | null
  /** A later failure. */
  failed_at: string | null
  problem: string | null
}

/** Daily backups may be some hours late. */
const OLD_AFTER_MS = 2 * 86_400_000
const MEGABYTE = 1_000_000

export const isBackupOld = ({ made_at }: LastBackup, now: string): boolean =>
  made_at === null || Date.parse(now) - Date.parse(made_at) > OLD_AFTER_MS

export const lastBackupMessages = {
  title: 'Backup',
  none: 'No backup was made yet. If this machine is lost, so is everything in the shop.',
  how: 'Whoever runs the shop finds how in the section “Backup” of docs/operations/one-machine.md.',
  made: (madeAt: string, now: string) =>
    `The last backup is of ${formatRelativeDateTimeInSentence(madeAt, now)}. It was read back and is complete.`,
  old: 'That is more than two days ago.',
  content({ bytes, row_count, picture_count, is_encrypted }: LastBackup) {
    const size = `${formatCount(Math.max(1, Math.round((bytes ?? 0) / MEGABYTE)))} MB`
    return `${formatCount(row_count ?? 0)} rows and ${formatCount(picture_count ?? 0)} pictures, ${size}, ${is_encrypted ? 'encrypted' : 'not encrypted'}.`
  },
  failed: (failedAt: string, now: string) =>
    `A backup failed ${formatRelativeDateTimeInSentence(failedAt, now)}:`,
}
