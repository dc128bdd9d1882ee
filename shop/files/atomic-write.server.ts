import { randomUUID } from 'node:crypto'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { isProcessAlive } from '#db/embedded-postgres/postgres-process.server.ts'
import { createDurableDirectory, fsyncDirectory } from './fsync-directory.server.ts'
import { PROCESS_NAMESPACE } from './process-namespace.server.ts'

/** Nobody writes one file for so long, on whatever machine they are. */
const STALE_AFTER_MS = 60 * 60_000

/** Tells this process from an earlier one with the same number, which in a container is always 1. */
const PROCESS_ID_SUFFIX = randomUUID()
let writeCount = 0

type TemporaryFileOwner = { id: string; pid: number; namespace: string }

/** Beside the file itself, hidden, and with who writes it, so that what a crash leaves behind can be told from work under way. */
export function temporaryFileName(path: string, fileOwner: Partial<TemporaryFileOwner> = {}): string {
  const { id, pid, namespace }: TemporaryFileOwner = { id: PROCESS_ID_SUFFIX, pid: process.pid, namespace: PROCESS_NAMESPACE ?? 'unknown', ...fileOwner }
  return join(dirname(path), `.${id}-${++writeCount}-${pid}@${namespace}.part`)
}

/** Writes a file that appears under its name only when it is whole, and is then on the disk with its name; makes the folders above it. */
export async function writeFileAtomically(path: string, bytes: Uint8Array, mode: number): Promise<void> {
  const folder = dirname(resolve(path))
  await createDurableDirectory(folder)
  const temporaryFiles = temporaryFileName(path)
  try {
    const file = await open(temporaryFiles, 'wx', mode)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporaryFiles, path)
  } catch (cause) {
    await rm(temporaryFiles, { force: true })
    throw cause
  }
  // A power cut may otherwise take the name back, and what tells of the file would be all that is left.
  await fsyncDirectory(folder)
}

/**
 * Removes what writers that were killed have left in a folder and below it, for a start. Only where a number names one
 * process can it be told that a writer is dead; of writers elsewhere, and of this very process, only what is old goes.
 */
export async function removeStaleTemporaryFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(emptyIfMissing)
  const temporaryFiles = entries.filter((entry) => entry.isFile() && /^\..*\.part$/.test(entry.name))
  for (const { parentPath, name } of temporaryFiles) {
    const path = join(parentPath, name)
    if (isOwnerDead(name) || (await isOld(path))) await rm(path, { force: true })
  }
}

function isOwnerDead(name: string): boolean {
  const [, id, pid, namespace] = /^\.(.+)-\d+-(\d+)@(.+)\.part$/.exec(name) ?? []
  if (PROCESS_NAMESPACE === null || namespace !== PROCESS_NAMESPACE) return false
  return Number(pid) === process.pid ? id !== PROCESS_ID_SUFFIX : !isProcessAlive(Number(pid))
}

async function isOld(path: string): Promise<boolean> {
  const fileStat = await stat(path).catch(() => undefined)
  return fileStat !== undefined && Date.now() - fileStat.mtimeMs > STALE_AFTER_MS
}

function emptyIfMissing(problem: NodeJS.ErrnoException) {
  if (problem.code === 'ENOENT') return []
  throw problem
}
