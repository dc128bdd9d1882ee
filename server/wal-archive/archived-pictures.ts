import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { PICTURE_BUCKET } from '#shop/constants.ts'
import { folderPictureStore } from '#shop/media/folder-picture-store.server.ts'
import type { PictureStore } from '#shop/media/picture-store.server.ts'
import { pictureFolder } from './wal-archive-settings.ts'

/** Pictures are also written to the archive, where none is removed: an earlier moment may need it. */
export function withArchivedPictures(store: PictureStore, archive: string): PictureStore {
  const archived = folderPictureStore(pictureFolder(archive))
  return {
    ...store,
    async write(key, bytes, contentType) {
      await archived.write(key, bytes, contentType)
      await store.write(key, bytes, contentType)
    },
  }
}

/** Copies the pictures that are older than the archive. */
export async function archivePictures(dataDirectory: string, archive: string): Promise<void> {
  const storage = join(dataDirectory, 'storage', PICTURE_BUCKET)
  await cp(storage, pictureFolder(archive), { recursive: true, force: false }).catch(
    (problem: NodeJS.ErrnoException) => {
      if (problem.code !== 'ENOENT') throw problem
    },
  )
}
