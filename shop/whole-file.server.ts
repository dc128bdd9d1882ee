import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { isAlive } from '#db/postgres-process.server.ts'

/** Nobody writes one file for so long, on whatever machine they are. */
const UNFINISHED_AT_MOST_MILLISECONDS = 60 * 60_000

/** Beside the file itself, hidden, and with who writes it, so that what a crash leaves behind can be told from work under way. */
export const unfinishedName = (path: string, { pid = process.pid, host = hostname() } = {}) =>
  join(dirname(path), `.${randomUUID()}-${pid}@${host}.part`)

/** Writes a file that appears under its name only when it is whole and on the disk; makes the folders above it. */
export async function writeWhole(path: string, bytes: Uint8Array, mode: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
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
}

/**
 * Removes what writers that were killed have left in a folder and below it. For a start, before this process writes there:
 * what bears its own number is then of an earlier one. Other machines may share the folder; of theirs, only what is old goes.
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
  const [, pid, host] = /-(\d+)@(.+)\.part$/.exec(name) ?? []
  return host === hostname() && (Number(pid) === process.pid || !isAlive(Number(pid)))
}

async function isOld(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs > UNFINISHED_AT_MOST_MILLISECONDS
}

function absentIsEmpty(problem: NodeJS.ErrnoException) {
  if (problem.code === 'ENOENT') return []
  throw problem
}
