import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { checkWritable, makeDirectory } from '#server/data-directory/writable-directory.ts'
import { StartupError } from '#server/start/startup-error.ts'

/** Unarchived changes that a lost machine may cost. */
const ARCHIVE_TIMEOUT = '60s'

export const walFolder = (directory: string) => join(resolve(directory), 'wal')
export const baseFolder = (directory: string) => join(resolve(directory), 'base')
export const pictureFolder = (directory: string) => join(resolve(directory), 'pictures')

/**
 * The library of the embedded PostgreSQL writes each file under another name, syncs it and renames it. Throws
 * {@link StartupError} if the archive cannot be written, or belongs to another data directory.
 */
export function walArchiveSettings(directory: string | null, dataDirectory: string): Record<string, string> {
  if (directory === null) return {}
  const folder = walFolder(directory)
  prepareFolder(folder)
  claimArchive(directory, dataDirectory)
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

/** The log of two databases in one archive would fit neither: a restored shop does not continue that of its original. */
function claimArchive(directory: string, dataDirectory: string) {
  const ownFile = join(dataDirectory, 'wal-archive-id')
  const ownerFile = join(directory, 'owner')
  const [own, owner] = [ownFile, ownerFile].map((file) =>
    existsSync(file) ? readFileSync(file, 'utf8').trim() : '',
  )
  if (owner) {
    if (owner === own) return
    throw new StartupError(
      `WAL_ARCHIVE_DIR ${directory} is the archive of another data directory. Give this shop a folder of its own.`,
    )
  }
  // An interrupted first start may have left an empty file.
  const id = own === '' ? randomUUID() : own
  for (const file of [ownFile, ownerFile]) writeFileSync(file, `${id}\n`, { mode: 0o600, flush: true })
}
