import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'
import {
  CONTENT_TYPE,
  pictureKeyFromUrl,
  PICTURE_FORMATS,
  pictureUrl,
  sharePictureKey,
  emailPictureKey,
  pictureVariantKey,
} from './picture-key.ts'
import type { PictureFormat } from './picture-key.ts'

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
    await trx.insertInto('pictures').values({ image_url, key, width, height, widths, placeholder }).execute()
  })
  return { image_url, key, width, height, widths, placeholder }
}

/** With its variants; ignores URLs outside the bucket. Throws if the store fails; callers only log that. */
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
  const variants = (deletedRow?.widths ?? []).flatMap((width) =>
    PICTURE_FORMATS.map((format) => pictureVariantKey(key, width, format)),
  )
  const others = [sharePictureKey(key), emailPictureKey(key), key]
  await Promise.all([...variants, ...others].map((pictureKey) => pictures.remove(pictureKey)))
}
