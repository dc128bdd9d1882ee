import { pictureErrorMessages } from './picture-error-messages.ts'
import { done, refused, type Outcome, type Refusal } from '#shop/outcome.ts'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'
import { preparePicture, type PictureProblem } from './picture-pipeline.server.ts'
import { storePicture, removePicture } from './store-picture.server.ts'

/**
 * Makes the shop's picture out of an uploaded file and keeps it under its key. Out: the address to store.
 * Refused, with a sentence at the field `image`, for what is empty, too heavy, too large, of another kind, or damaged.
 */
export async function storeUpload(shop: ShopDependencies, upload: Uint8Array, key: string): Promise<Outcome<string, Refusal<PictureProblem>>> {
  const prepared = await preparePicture(upload)
  if (!prepared.ok) return refused(prepared.refusal.code, { fields: { image: pictureErrorMessages[prepared.refusal.code] } })
  return done((await storePicture(shop, key, prepared.value)).image_url)
}

/** Removes a picture that nothing shows any more; a failure is only warned of, the save has happened. */
export async function removeUnusedPicture(shop: ShopDependencies, image_url: string | null): Promise<void> {
  if (image_url === null) return
  try {
    await removePicture(shop, image_url)
  } catch (error) {
    shop.log.warn({ error, image_url }, 'an old picture could not be removed')
  }
}
