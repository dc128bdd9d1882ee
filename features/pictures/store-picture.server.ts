import { sql, type Transaction } from 'kysely'
import type { DB } from '#platform/database/schema.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import {
  CONTENT_TYPE,
  pictureKeyFromUrl,
  pictureUrl,
  sharePictureKey,
  emailPictureKey,
  pictureVariantKey,
  variantKeys,
} from '#shop/picture-key.ts'
import type { PictureFormat } from '#shop/picture-key.ts'
import { PICTURE_REMOVAL_LOCK, type PictureStore } from '#platform/picture-store/picture-store.server.ts'

type PictureStorageDependencies = Pick<ShopDependencies, 'db' | 'pictures'>
type PictureMetadata = { width: number; height: number; widths: number[]; placeholder: string | null }
export type PictureToStore = PictureMetadata & {
  files: readonly { width: number; format: PictureFormat; bytes: Uint8Array }[]
}

/** Replaces any other picture under the key. The main file is the widest WebP. Returns the `image_url` to store. */
export async function storePicture(
  { db, pictures }: PictureStorageDependencies,
  key: string,
  picture: PictureToStore,
) {
  const { width, height, widths, placeholder, files } = picture
  const main = files.find((file) => file.format === 'webp' && file.width === Math.max(...widths))
  if (!main)
    throw new Error(`The picture for '${key}' has no WebP in its full width. Prepare it with preparePicture.`)
  await Promise.all([
    ...files.map((file) =>
      pictures.write(pictureVariantKey(key, file.width, file.format), file.bytes, CONTENT_TYPE[file.format]),
    ),
    pictures.write(key, main.bytes, CONTENT_TYPE.webp),
  ])
  const image_url = pictureUrl(key)
  await db.worker.transaction().execute(async (trx) => {
    await trx.deleteFrom('pictures').where('image_url', '=', image_url).execute()
    // Another process may store a picture under the key at the same moment.
    await trx
      .insertInto('pictures')
      .values({ image_url, key, width, height, widths, placeholder })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
  return { image_url, key, width, height, widths, placeholder }
}

/** Removes it with its variants; ignores URLs outside the bucket. Throws if the store fails; callers only log that. */
export async function removePicture(
  { db, pictures }: PictureStorageDependencies,
  image_url: string,
): Promise<void> {
  const key = pictureKeyFromUrl(image_url)
  if (key === null) return
  const deletedRow = await db.worker
    .deleteFrom('pictures')
    .where('image_url', '=', image_url)
    .returning('widths')
    .executeTakeFirst()
  const widths = deletedRow?.widths ?? []
  const areFilesRemoved = await whileNoBackupRuns(db.worker, () => removeFiles(pictures, key, widths))
  if (areFilesRemoved) return
  await db.worker
    .insertInto('picture_removals')
    .values({ image_url, widths })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Removes files of pictures that were removed during a backup. */
export async function removePicturesAfterBackup({ db, pictures }: PictureStorageDependencies): Promise<void> {
  await whileNoBackupRuns(db.worker, async (trx) => {
    const removals = await trx.deleteFrom('picture_removals').returning(['image_url', 'widths']).execute()
    for (const { image_url, widths } of removals) {
      const key = pictureKeyFromUrl(image_url)
      // A picture may have been stored under the same key again.
      const isStored = await trx
        .selectFrom('pictures')
        .select('key')
        .where('image_url', '=', image_url)
        .executeTakeFirst()
      if (key !== null && !isStored) await removeFiles(pictures, key, widths)
    }
  })
}

/** Returns whether `work` has run. The lock ends with the transaction, so a backup waits for it. */
const whileNoBackupRuns = (
  worker: ShopDependencies['db']['worker'],
  work: (trx: Transaction<DB>) => Promise<void>,
): Promise<boolean> =>
  worker.transaction().execute(async (trx) => {
    const { rows } = await sql<{ is_free: boolean }>`
      select pg_try_advisory_xact_lock_shared(${PICTURE_REMOVAL_LOCK}) as is_free`.execute(trx)
    if (!rows[0]?.is_free) return false
    await work(trx)
    return true
  })

async function removeFiles(pictures: PictureStore, key: string, widths: readonly number[]) {
  const keys = [...variantKeys(key, widths), sharePictureKey(key), emailPictureKey(key), key]
  await Promise.all(keys.map((pictureKey) => pictures.remove(pictureKey)))
}
