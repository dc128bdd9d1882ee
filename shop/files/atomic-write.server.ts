import { randomUUID } from 'node:crypto'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { isAlive } from '#db/embedded-postgres/postgres-process.server.ts'
import { makeDurableFolder, syncFolder } from './fsync-directory.server.ts'
import { PLACE_OF_PROCESSES } from './process-namespace.server.ts'

/** Nobody writes one file for so long, on whatever machine they are. */
const UNFINISHED_AT_MOST_MILLISECONDS = 60 * 60_000

/** Tells this process from an earlier one with the same number, which in a container is always 1. */
const THIS_PROCESS = randomUUID()
let written = 0

type Writer = { id: string; pid: number; place: string }

/** Beside the file itself, hidden, and with who writes it, so that what a crash leaves behind can be told from work under way. */
export function unfinishedName(path: string, writer: Partial<Writer> = {}): string {
  const { id, pid, place }: Writer = { id: THIS_PROCESS, pid: process.pid, place: PLACE_OF_PROCESSES ?? 'unknown', ...writer }
  return join(dirname(path), `.${id}-${++written}-${pid}@${place}.part`)
}

/** Writes a file that appears under its name only when it is whole, and is then on the disk with its name; makes the folders above it. */
export async function writeWhole(path: string, bytes: Uint8Array, mode: number): Promise<void> {
  const folder = dirname(resolve(path))
  await makeDurableFolder(folder)
  const unfinished = unfinishedName(path)
  try {
    const file = await open(unfinished, 'wx', mode)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
  } catch (cause) {
    await rm(unfinished, { force: true })
    throw cause
  }
  // A power cut may otherwise take the name back, and what tells of the file would be all that is left.
  await syncFolder(folder)
}

/**
 * Removes what writers that were killed have left in a folder and below it, for a start. Only where a number names one
 * process can it be told that a writer is dead; of writers elsewhere, and of this very process, only what is old goes.
 */
export async function sweepUnfinished(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(absentIsEmpty)
  const unfinished = entries.filter((entry) => entry.isFile() && /^\..*\.part$/.test(entry.name))
  for (const { parentPath, name } of unfinished) {
    const path = join(parentPath, name)
    if (isOfDeadWriter(name) || (await isOld(path))) await rm(path, { force: true })
  }
}

function isOfDeadWriter(name: string): boolean {
  const [, id, pid, place] = /^\.(.+)-\d+-(\d+)@(.+)\.part$/.exec(name) ?? []
  if (PLACE_OF_PROCESSES === null || place !== PLACE_OF_PROCESSES) return false
  return Number(pid) === process.pid ? id !== THIS_PROCESS : !isAlive(Number(pid))
}

async function isOld(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs > UNFINISHED_AT_MOST_MILLISECONDS
}

function absentIsEmpty(problem: NodeJS.ErrnoException) {
  if (problem.code === 'ENOENT') return []
  throw problem
}
