import { join, resolve } from 'node:path'
import { checkWritable, makeDirectory } from '#server/data-directory/writable-directory.ts'
import { StartupError } from '#server/start/startup-error.ts'

/** Unarchived changes that a lost machine may cost. */
const ARCHIVE_TIMEOUT = '60s'

export const walFolder = (directory: string) => join(resolve(directory), 'wal')
export const baseFolder = (directory: string) => join(resolve(directory), 'base')
export const pictureFolder = (directory: string) => join(resolve(directory), 'pictures')

/** Of the embedded PostgreSQL: its own library writes each file under another name, syncs it and renames it. */
export function walArchiveSettings(directory: string | null): Record<string, string> {
  if (directory === null) return {}
  const folder = walFolder(directory)
  prepareFolder(folder)
  return {
    archive_mode: 'on',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': folder,
    archive_timeout: ARCHIVE_TIMEOUT,
  }
}

function prepareFolder(folder: string) {
  try {
    makeDirectory(folder, 0o700)
    checkWritable(folder)
  } catch (error) {
    const { code, path = folder } = error as NodeJS.ErrnoException
    throw new StartupError(
      `WAL_ARCHIVE_DIR cannot be used (${code} at ${path}). Give this user the right to write there, or choose another folder.`,
    )
  }
}
