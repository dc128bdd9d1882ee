import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CONTENT_TYPE, formatOfKey, isPictureKey } from './picture-key.ts'
import type { PictureStore } from './picture-store.server.ts'

/**
 * A bucket in a folder (D3). Keys are checked against the one form of §7 before any path is made, so none can leave the
 * folder; a file appears under its name only when it is whole and on the disk.
 */
export function folderPictureStore(folder: string): PictureStore {
  const pathOf = (key: string) => {
    if (!isPictureKey(key)) throw new Error(`'${key}' is not a key of the picture bucket. Make keys with picture-key.ts.`)
    return join(folder, key)
  }
  return {
    async write(key, bytes, contentType) {
      const path = pathOf(key)
      const expected = CONTENT_TYPE[formatOfKey(key)]
      if (contentType !== expected) throw new Error(`'${key}' would be served as ${expected}, but holds ${contentType}.`)
      await writeWhole(path, bytes)
    },
    async read(key) {
      if (!isPictureKey(key)) return null
      const path = join(folder, key)
      const found = await stat(path).catch(absentIsNull)
      if (!found?.isFile()) return null
      return {
        contentType: CONTENT_TYPE[formatOfKey(key)],
        etag: `"${found.size.toString(36)}-${Math.trunc(found.mtimeMs).toString(36)}"`,
        lastModified: found.mtime,
        size: found.size,
        bytes: () => readFile(path),
      }
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
  }
}

/** A name that is no key of the bucket, so that what a crash leaves behind is never served. */
const temporaryName = (path: string) => join(dirname(path), `.${randomUUID()}.part`)

async function writeWhole(path: string, bytes: Uint8Array) {
  await mkdir(dirname(path), { recursive: true })
  const temporary = temporaryName(path)
  try {
    const file = await open(temporary, 'wx', 0o644)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (cause) {
    await rm(temporary, { force: true })
    throw cause
  }
}

function absentIsNull(problem: NodeJS.ErrnoException): null {
  if (problem.code === 'ENOENT' || problem.code === 'ENOTDIR' || problem.code === 'ENAMETOOLONG') return null
  throw problem
}
