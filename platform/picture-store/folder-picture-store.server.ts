import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileAtomically } from '#platform/files/atomic-write.server.ts'
import { CONTENT_TYPE, pictureFormatOfKey, isPictureKey } from '#shop/picture-key.ts'
import type { PictureStore } from './picture-store.server.ts'

/** Only valid keys become paths, so none can leave the directory. Files are written atomically; temporary names are not valid keys. */
export function folderPictureStore(folder: string): PictureStore {
  const toPath = (key: string) => {
    if (!isPictureKey(key))
      throw new Error(`'${key}' is not a key of the picture bucket. Make keys with picture-key.ts.`)
    return join(folder, key)
  }
  return {
    async write(key, bytes, contentType) {
      const path = toPath(key)
      const expected = CONTENT_TYPE[pictureFormatOfKey(key)]
      if (contentType !== expected)
        throw new Error(`'${key}' would be served as ${expected}, but holds ${contentType}.`)
      await writeFileAtomically(path, bytes, 0o644)
    },
    async read(key) {
      if (!isPictureKey(key)) return null
      const path = join(folder, key)
      const found = await stat(path).catch(nullIfMissing)
      if (!found?.isFile()) return null
      return {
        contentType: CONTENT_TYPE[pictureFormatOfKey(key)],
        etag: `"${found.size.toString(36)}-${Math.trunc(found.mtimeMs).toString(36)}"`,
        lastModified: found.mtime,
        size: found.size,
        bytes: () => readFile(path),
      }
    },
    async remove(key) {
      await rm(toPath(key), { force: true })
    },
  }
}

function nullIfMissing(problem: NodeJS.ErrnoException): null {
  if (problem.code === 'ENOENT' || problem.code === 'ENOTDIR' || problem.code === 'ENAMETOOLONG') return null
  throw problem
}
