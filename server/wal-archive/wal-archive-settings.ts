import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Unarchived changes that a lost machine may cost. */
const ARCHIVE_TIMEOUT = '60s'

export const walFolder = (directory: string) => join(resolve(directory), 'wal')
export const baseFolder = (directory: string) => join(resolve(directory), 'base')
export const pictureFolder = (directory: string) => join(resolve(directory), 'pictures')

/** Of the embedded PostgreSQL: its own library writes each file under another name, syncs it and renames it. */
export function walArchiveSettings(directory: string | null): Record<string, string> {
  if (directory === null) return {}
  const folder = walFolder(directory)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return {
    archive_mode: 'on',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': folder,
    archive_timeout: ARCHIVE_TIMEOUT,
  }
}
