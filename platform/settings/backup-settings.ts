import { z } from 'zod'

export type BackupSettings = {
  /** A folder, or `s3://bucket/prefix`; null: the folder `backups` of the data directory. */
  directory: string | null
  /** Null: archives are not encrypted, so anybody with the file can read them. */
  key: string | null
  keep: number
  /** The London hour; null: no backups. */
  dailyAtHour: number | null
}

const MIN_KEY_LENGTH = 20
const DEFAULT_KEEP = 14
const KEEP_RULE = 'must be a whole number from 1 to 9999'
const HOUR_RULE = 'must be an hour from 0 to 23, or off'
const DEFAULT_HOUR = 3

export const backupFields = {
  BACKUP_DIR: z
    .string()
    .trim()
    .refine(
      (text) => !text.startsWith('s3:') || /^s3:\/\/[\w.-]{3,63}(?:\/[\w./-]*)?$/.test(text),
      'must be a folder, or a bucket like s3://shop-backups/ninth-bend',
    )
    .optional(),
  BACKUP_KEY: z
    .string()
    .refine((text) => text.trim().length >= MIN_KEY_LENGTH, `must have at least ${MIN_KEY_LENGTH} characters`)
    .optional(),
  BACKUP_KEEP: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, KEEP_RULE)
    .transform(Number)
    .default(DEFAULT_KEEP),
  BACKUP_DAILY_AT: z
    .string()
    .regex(/^(?:off|\d|1\d|2[0-3])$/, HOUR_RULE)
    .transform((text) => (text === 'off' ? null : Number(text)))
    .default(DEFAULT_HOUR),
}

type ParsedFields = z.infer<z.ZodObject<typeof backupFields>>

export const backupSettingsFrom = (parsed: ParsedFields): BackupSettings => ({
  directory: parsed.BACKUP_DIR ?? null,
  key: parsed.BACKUP_KEY ?? null,
  keep: parsed.BACKUP_KEEP,
  dailyAtHour: parsed.BACKUP_DAILY_AT,
})
