import { randomUUID } from 'node:crypto'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { isProcessAlive } from '#platform/database/embedded-postgres/postgres-process.server.ts'
import { createDurableDirectory, fsyncDirectory } from './fsync-directory.server.ts'
import { PROCESS_NAMESPACE } from './process-namespace.server.ts'

const STALE_AFTER_MS = 60 * 60_000

/** Distinguishes processes with the same PID; in a container it is always 1. */
const PROCESS_ID_SUFFIX = randomUUID()
let writeCount = 0

type TemporaryFileOwner = { id: string; pid: number; namespace: string }

/** A hidden file in the same directory; its name identifies the writer, so that files left by a crash can be detected. */
export function temporaryFileName(path: string, fileOwner: Partial<TemporaryFileOwner> = {}): string {
  const { id, pid, namespace }: TemporaryFileOwner = {
    id: PROCESS_ID_SUFFIX,
    pid: process.pid,
    namespace: PROCESS_NAMESPACE ?? 'unknown',
    ...fileOwner,
  }
  return join(dirname(path), `.${id}-${++writeCount}-${pid}@${namespace}.part`)
}

/** Creates missing directories. The file is complete whenever it is visible, and survives a power cut. */
export async function writeFileAtomically(
  path: string,
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
  mode: number,
): Promise<void> {
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
  // Without this, a power cut may lose the name of a file that the database refers to.
  await fsyncDirectory(folder)
}

/** A writer counts as dead only if its PID is from the same namespace; other files are removed when they are old. */
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
