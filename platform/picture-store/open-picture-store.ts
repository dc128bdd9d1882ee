import { join } from 'node:path'
import type { Logger } from 'pino'
import type { ShopDatabase } from '#platform/database/connection/connect.server.ts'
import { folderPictureStore } from './folder-picture-store.server.ts'
import type { PictureStore } from './picture-store.server.ts'
import { checkS3Bucket, s3PictureStore, type S3CheckFailure } from './s3-picture-store.server.ts'
import { PICTURE_BUCKET } from '#shop/constants.ts'
import { findPictureLoss } from '#platform/data-directory/data-loss.ts'
import type { Settings } from '#platform/settings/environment-settings.ts'
import { StartupError } from '#platform/processes/startup-error.ts'

export const openPictureStore = (
  { s3 }: Pick<Settings, 's3'>,
  dataDirectory: { path: string },
): PictureStore => (s3 ? s3PictureStore(s3) : folderPictureStore(pictureLocation({ s3 }, dataDirectory)))

/** The folder of `DATA_DIR`, or the bucket by the name that the operator knows. */
export const pictureLocation = ({ s3 }: Pick<Settings, 's3'>, { path }: { path: string }): string =>
  s3 ? `${s3.endpoint}/${s3.bucket}` : join(path, 'storage', PICTURE_BUCKET)

/**
 * Throws if the store of `S3_*` rejects the settings or has none of the pictures; if it is unreachable, only
 * prints a line, because the shop can still sell.
 */
export async function checkPictureStore(
  { s3, acceptsDataLoss }: Pick<Settings, 's3' | 'acceptsDataLoss'>,
  {
    db,
    log,
    printLine,
  }: { db: Pick<ShopDatabase, 'worker'>; log: Logger; printLine: (line: string) => void },
): Promise<boolean> {
  if (!s3) return true
  const failure = await checkS3Bucket(s3)
  if (!failure) {
    const loss = await findPictureLoss(db, s3PictureStore(s3), {
      acceptsDataLoss,
      location: pictureLocation({ s3 }, { path: '' }),
    })
    if (loss) throw new StartupError(loss)
    return true
  }
  const line = describeFailure(s3, failure)
  if (!failure.isTemporary) throw new StartupError(`${line} ${failure.hint}`)
  log.warn({ reason: failure.reason }, 'the picture store cannot be used')
  printLine(
    `${line} The shop opens without pictures until it answers; a demo that is not loaded waits for the next start.`,
  )
  return false
}

const describeFailure = (s3: NonNullable<Settings['s3']>, { reason }: S3CheckFailure) =>
  `The picture store at ${pictureLocation({ s3 }, { path: '' })} cannot be used: ${reason}.`

/** For commands, which need the store now. Null if it can be used. */
export async function findPictureStoreProblem({ s3 }: Pick<Settings, 's3'>): Promise<string | null> {
  const failure = s3 && (await checkS3Bucket(s3))
  return failure ? `${describeFailure(s3, failure)} ${failure.hint}` : null
}
