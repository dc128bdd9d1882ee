import { closeSync, fsyncSync, openSync } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Some systems cannot open or sync a folder; there a name is as safe as they make it. */
const CANNOT_SYNC = new Set(['EACCES', 'EPERM', 'EINVAL', 'EISDIR', 'EBADF', 'ENOSYS', 'ENOTSUP'])

/** Folders whose own name is known to be on the disk, up to the root. */
const syncedDirectories = new Set<string>()
/** For each folder the sync that has not begun yet, and the last one that was asked for. */
const queuedSyncs = new Map<string, Promise<void>>()
const runningSyncs = new Map<string, Promise<void>>()

/** Makes a folder and those above it, so that a power cut does not take them away again. In: an absolute path. */
export async function createDurableDirectory(folder: string): Promise<void> {
  // Whatever was removed since and is made anew has to be written down anew.
  if ((await mkdir(folder, { recursive: true })) !== undefined) syncedDirectories.clear()
  const unsynced: string[] = []
  for (let directory = folder; !syncedDirectories.has(directory) && dirname(directory) !== directory; directory = dirname(directory)) unsynced.push(directory)
  await Promise.all(unsynced.map((directory) => fsyncDirectory(dirname(directory))))
  for (const directory of unsynced) syncedDirectories.add(directory)
}

/**
 * Puts the names in a folder on the disk, as the contents of files are by their own sync. Whoever asks while one is
 * under way shares the next: many files at once cost few syncs. Refuses nothing; throws when the disk itself fails.
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

/** The same while a start waits for it anyway. */
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
