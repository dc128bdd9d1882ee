import { closeSync, fsyncSync, openSync } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Some systems cannot open or sync a folder; there a name is as safe as they make it. */
const CANNOT_SYNC = new Set(['EACCES', 'EPERM', 'EINVAL', 'EISDIR', 'EBADF', 'ENOSYS', 'ENOTSUP'])

/** Folders whose own name is known to be on the disk, up to the root. */
const settled = new Set<string>()
/** For each folder the sync that has not begun yet, and the last one that was asked for. */
const waiting = new Map<string, Promise<void>>()
const last = new Map<string, Promise<void>>()

/** Makes a folder and those above it, so that a power cut does not take them away again. In: an absolute path. */
export async function makeDurableFolder(folder: string): Promise<void> {
  // Whatever was removed since and is made anew has to be written down anew.
  if ((await mkdir(folder, { recursive: true })) !== undefined) settled.clear()
  const unsettled: string[] = []
  for (let each = folder; !settled.has(each) && dirname(each) !== each; each = dirname(each)) unsettled.push(each)
  await Promise.all(unsettled.map((each) => syncFolder(dirname(each))))
  for (const each of unsettled) settled.add(each)
}

/**
 * Puts the names in a folder on the disk, as the contents of files are by their own sync. Whoever asks while one is
 * under way shares the next: many files at once cost few syncs. Refuses nothing; throws when the disk itself fails.
 */
export function syncFolder(folder: string): Promise<void> {
  const shared = waiting.get(folder)
  if (shared) return shared
  const mine = (last.get(folder) ?? Promise.resolve())
    .catch(() => {})
    .then(() => {
      waiting.delete(folder)
      return syncNow(folder)
    })
    .finally(() => {
      if (last.get(folder) === mine) last.delete(folder)
    })
  waiting.set(folder, mine)
  last.set(folder, mine)
  return mine
}

async function syncNow(folder: string): Promise<void> {
  try {
    await using handle = await open(folder)
    await handle.sync()
  } catch (problem) {
    if (!CANNOT_SYNC.has((problem as NodeJS.ErrnoException).code ?? '')) throw problem
  }
}

/** The same while a start waits for it anyway. */
export function syncFolderAtOnce(folder: string): void {
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
