import { pictureErrorMessages } from './picture-error-messages.ts'
import { done, refused, type Outcome, type Refusal } from '#shop/outcome.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { preparePicture, type PictureProblem } from './picture-pipeline.server.ts'
import { storePicture, removePicture } from './store-picture.server.ts'

/** Returns the `image_url`. Refused, with a message at the field `image`: empty, too large, unsupported or damaged files. */
export async function storeUpload(
  shop: ShopDependencies,
  upload: Uint8Array,
  key: string,
): Promise<Outcome<string, Refusal<PictureProblem>>> {
  const prepared = await preparePicture(upload)
  if (!prepared.ok)
    return refused(prepared.refusal.code, { fields: { image: pictureErrorMessages[prepared.refusal.code] } })
  return done((await storePicture(shop, key, prepared.value)).image_url)
}

let lastUploadTime = 0

/** A unique time for the key of a picture, so that two saves in one millisecond keep both pictures. */
export function nextUploadTime({ clock }: Pick<ShopDependencies, 'clock'>): Date {
  lastUploadTime = Math.max(clock().getTime(), lastUploadTime + 1)
  return new Date(lastUploadTime)
}

/** A failure is only logged, because the save has succeeded. */
export async function removeUnusedPicture(shop: ShopDependencies, image_url: string | null): Promise<void> {
  if (image_url === null) return
  try {
    await removePicture(shop, image_url)
  } catch (error) {
    shop.log.warn({ error, image_url }, 'an old picture could not be removed')
  }
}
