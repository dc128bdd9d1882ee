import { pictureProblems } from './picture-error-messages.ts'
import { done, refused, type Outcome, type Refusal } from '#shop/outcome.ts'
import type { Shop } from '#shop/shop-dependencies.server.ts'
import { preparePicture, type PictureProblem } from './picture-pipeline.server.ts'
import { keepPicture, removePicture } from './store-picture.server.ts'

/**
 * Makes the shop's picture out of an uploaded file and keeps it under its key (§7). Out: the address to store.
 * Refused, with a sentence at the field `image`, for what is empty, too heavy, too large, of another kind, or damaged.
 */
export async function keepUpload(shop: Shop, upload: Uint8Array, key: string): Promise<Outcome<string, Refusal<PictureProblem>>> {
  const prepared = await preparePicture(upload)
  if (!prepared.ok) return refused(prepared.refusal.code, { fields: { image: pictureProblems[prepared.refusal.code] } })
  return done((await keepPicture(shop, key, prepared.value)).image_url)
}

/** §7, §8: removes a picture that nothing shows any more; a failure is only warned of, the save has happened. */
export async function discardPicture(shop: Shop, image_url: string | null): Promise<void> {
  if (image_url === null) return
  try {
    await removePicture(shop, image_url)
  } catch (error) {
    shop.log.warn({ error, image_url }, 'an old picture could not be removed')
  }
}
