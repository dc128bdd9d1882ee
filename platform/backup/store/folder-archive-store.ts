import { createReadStream } from 'node:fs'
import { readdir, rm, stat, statfs } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { removeStaleTemporaryFiles, writeFileAtomically } from '#platform/files/atomic-write.server.ts'
import { BackupError } from '#platform/backup/backup-error.ts'
import type { ArchiveStore } from './archive-store.ts'

const REASONS: Record<string, string> = {
  ENOSPC: 'the disk is full, or has less than 500 MB left',
  EDQUOT: 'the quota of the disk is used up',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it cannot be written',
  ENOTDIR: 'it is no folder',
  EFBIG: 'the file is too large for this disk',
}

/** A full disk stops orders, and by default archives are on the disk of the database. */
const MIN_FREE_BYTES = 500_000_000
const CHECKED_BYTES = 16 * 1024 * 1024

/** Archives are readable by their user only. */
export function folderArchiveStore(directory: string, freeBytes = readFreeBytes): ArchiveStore {
  const folder = resolve(directory)
  const pathOf = (name: string) => join(folder, name)
  async function* whileThereIsRoom(bytes: AsyncIterable<Uint8Array>) {
    let unchecked = CHECKED_BYTES
    for await (const part of bytes) {
      unchecked += part.byteLength
      if (unchecked >= CHECKED_BYTES) {
        if ((await freeBytes(folder)) < MIN_FREE_BYTES) throw Object.assign(new Error(), { code: 'ENOSPC' })
        unchecked = 0
      }
      yield part
    }
  }
  return {
    locationOf: pathOf,
    async write(name, bytes) {
      try {
        await removeStaleTemporaryFiles(folder)
        await writeFileAtomically(pathOf(name), whileThereIsRoom(bytes), 0o600)
        return (await stat(pathOf(name))).size
      } catch (problem) {
        const { code = '' } = problem as NodeJS.ErrnoException
        if (!REASONS[code]) throw problem
        throw new BackupError(
          `The backup could not be written to ${folder}: ${REASONS[code]}. Nothing of it is left there.`,
          { cause: problem },
        )
      }
    },
    read: (name) => readFile(pathOf(name)),
    async list() {
      return readdir(folder).catch((problem: NodeJS.ErrnoException) => {
        if (problem.code === 'ENOENT') return []
        throw problem
      })
    },
    async remove(name) {
      await rm(pathOf(name), { force: true })
    },
  }
}

async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

async function* readFile(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Uint8Array>
  } catch (problem) {
    const { code } = problem as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'EISDIR' || code === 'EACCES')
      throw new BackupError(`${path} cannot be read (${code}).`, { cause: problem })
    throw problem
  }
}
