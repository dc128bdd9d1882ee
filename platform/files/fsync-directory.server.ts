import { closeSync, fsyncSync, openSync } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Some systems cannot open or sync a directory; there, nothing more can be done. */
const CANNOT_SYNC = new Set(['EACCES', 'EPERM', 'EINVAL', 'EISDIR', 'EBADF', 'ENOSYS', 'ENOTSUP'])

const syncedDirectories = new Set<string>()
const queuedSyncs = new Map<string, Promise<void>>()
const runningSyncs = new Map<string, Promise<void>>()

/** Syncs the directory and its parents. Takes an absolute path. */
export async function createDurableDirectory(path: string): Promise<void> {
  // A directory that was removed and created again must be synced again.
  if ((await mkdir(path, { recursive: true })) !== undefined) syncedDirectories.clear()
  const unsynced: string[] = []
  for (
    let directory = path;
    !syncedDirectories.has(directory) && dirname(directory) !== directory;
    directory = dirname(directory)
  )
    unsynced.push(directory)
  await Promise.all(unsynced.map((directory) => fsyncDirectory(dirname(directory))))
  for (const directory of unsynced) syncedDirectories.add(directory)
}

/** Calls during a sync share the next one, so that many files need few syncs. Throws if the disk fails. */
export function fsyncDirectory(path: string): Promise<void> {
  const queued = queuedSyncs.get(path)
  if (queued) return queued
  const syncPromise = (runningSyncs.get(path) ?? Promise.resolve())
    .catch(() => {})
    .then(() => {
      queuedSyncs.delete(path)
      return fsyncNow(path)
    })
    .finally(() => {
      if (runningSyncs.get(path) === syncPromise) runningSyncs.delete(path)
    })
  queuedSyncs.set(path, syncPromise)
  runningSyncs.set(path, syncPromise)
  return syncPromise
}

async function fsyncNow(path: string): Promise<void> {
  try {
    await using handle = await open(path)
    await handle.sync()
  } catch (problem) {
    if (!CANNOT_SYNC.has((problem as NodeJS.ErrnoException).code ?? '')) throw problem
  }
}

export function fsyncDirectorySync(path: string): void {
  try {
    const handle = openSync(path, 'r')
    try {
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
  } catch (problem) {
    if (!CANNOT_SYNC.has((problem as NodeJS.ErrnoException).code ?? '')) throw problem
  }
}
