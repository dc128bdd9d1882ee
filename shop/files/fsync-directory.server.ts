import { closeSync, fsyncSync, openSync } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Some systems cannot open or sync a directory; there, nothing more can be done. */
const CANNOT_SYNC = new Set(['EACCES', 'EPERM', 'EINVAL', 'EISDIR', 'EBADF', 'ENOSYS', 'ENOTSUP'])

/** Directories that are known to be synced, up to the root. */
const syncedDirectories = new Set<string>()
/** For each directory, the queued sync and the last requested one. */
const queuedSyncs = new Map<string, Promise<void>>()
const runningSyncs = new Map<string, Promise<void>>()

/** Creates a directory with its parents and syncs them. In: an absolute path. */
export async function createDurableDirectory(folder: string): Promise<void> {
  // A directory that was removed and created again must be synced again.
  if ((await mkdir(folder, { recursive: true })) !== undefined) syncedDirectories.clear()
  const unsynced: string[] = []
  for (let directory = folder; !syncedDirectories.has(directory) && dirname(directory) !== directory; directory = dirname(directory)) unsynced.push(directory)
  await Promise.all(unsynced.map((directory) => fsyncDirectory(dirname(directory))))
  for (const directory of unsynced) syncedDirectories.add(directory)
}

/**
 * Syncs the names in a directory. Calls during a sync share the next one, so that many files need few syncs. Throws if
 * the disk fails.
 */
export function fsyncDirectory(folder: string): Promise<void> {
  const queued = queuedSyncs.get(folder)
  if (queued) return queued
  const syncPromise = (runningSyncs.get(folder) ?? Promise.resolve())
    .catch(() => {})
    .then(() => {
      queuedSyncs.delete(folder)
      return fsyncNow(folder)
    })
    .finally(() => {
      if (runningSyncs.get(folder) === syncPromise) runningSyncs.delete(folder)
    })
  queuedSyncs.set(folder, syncPromise)
  runningSyncs.set(folder, syncPromise)
  return syncPromise
}

async function fsyncNow(folder: string): Promise<void> {
  try {
    await using handle = await open(folder)
    await handle.sync()
  } catch (problem) {
    if (!CANNOT_SYNC.has((problem as NodeJS.ErrnoException).code ?? '')) throw problem
  }
}

/** Synchronous, for startup. */
export function fsyncDirectorySync(folder: string): void {
  try {
    const handle = openSync(folder, 'r')
    try {
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
  } catch (problem) {
    if (!CANNOT_SYNC.has((problem as NodeJS.ErrnoException).code ?? '')) throw problem
  }
}
