import { join } from 'node:path'
import type { Logger } from 'pino'
import { folderPictureStore } from '#shop/media/folder-picture-store.server.ts'
import type { PictureStore } from '#shop/media/picture-store.server.ts'
import { checkS3Bucket, s3PictureStore } from '#shop/media/s3-picture-store.server.ts'
import { PICTURE_BUCKET } from '#shop/constants.ts'
import { withArchivedPictures } from '#server/wal-archive/archived-pictures.ts'
import type { Settings } from '#server/settings/environment-settings.ts'
import { StartupError } from '#server/start/startup-error.ts'

export const openPictureStore = (
  { s3, backup }: Pick<Settings, 's3'> & Partial<Pick<Settings, 'backup'>>,
  dataDirectory: { path: string },
): PictureStore => {
  if (s3) return s3PictureStore(s3)
  const store = folderPictureStore(pictureLocation({ s3 }, dataDirectory))
  return backup?.walArchive ? withArchivedPictures(store, backup.walArchive) : store
}

/** The folder of `DATA_DIR`, or the bucket as the operator knows it. */
export const pictureLocation = ({ s3 }: Pick<Settings, 's3'>, { path }: { path: string }): string =>
  s3 ? `${s3.endpoint}/${s3.bucket}` : join(path, 'storage', PICTURE_BUCKET)

/** Throws if the store of `S3_*` rejects the settings; only prints a line if it is unreachable, because the shop can still sell. */
export async function checkPictureStore(
  { s3 }: Pick<Settings, 's3'>,
  { log, printLine }: { log: Logger; printLine: (line: string) => void },
): Promise<boolean> {
  if (!s3) return true
  const failure = await checkS3Bucket(s3)
  if (!failure) return true
  const line = `The picture store at ${s3.endpoint}/${s3.bucket} cannot be used: ${failure.reason}.`
  if (!failure.isTemporary)
    throw new StartupError(
      `${line} Correct S3_*, or give that key the right to list, read, write and delete there.`,
    )
  log.warn({ reason: failure.reason }, 'the picture store cannot be used')
  printLine(
    `${line} The shop opens without pictures until it answers; a demo that is not loaded waits for the next start.`,
  )
  return false
}
