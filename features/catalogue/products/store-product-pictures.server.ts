import { MAX_PRODUCT_PICTURES } from '#shop/constants.ts'
import { pictureErrorMessages } from '#features/pictures/picture-error-messages.ts'
import { pictureUrl, productPictureKey } from '#shop/picture-key.ts'
import type { PictureProblem } from '#features/pictures/picture-pipeline.server.ts'
import { nextUploadTime, removeUnusedPicture, storeUpload } from '#features/pictures/store-upload.server.ts'
import { done, refused, type Outcome, type Refusal } from '#shop/outcome.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { productPictureMessages } from './product-picture-messages.ts'
import type { PictureReference, SubmittedPicture } from './product-pictures.ts'

export type PicturesRefusal = Refusal<PictureProblem | 'too-many-pictures' | 'picture-gone'>

/** Why these pictures cannot be saved, before processing any: a product has only its existing pictures and new ones. */
export function picturesRefusal(
  pictures: readonly SubmittedPicture[],
  own: readonly PictureReference[],
): Outcome<never, PicturesRefusal> | null {
  const kept = pictures.flatMap((picture) => ('image_url' in picture ? [picture.image_url] : []))
  if (pictures.length === 0)
    return refused('picture-missing', { fields: { image: pictureErrorMessages['picture-missing'] } })
  if (pictures.length > MAX_PRODUCT_PICTURES)
    return refused('too-many-pictures', { fields: { image: productPictureMessages.tooMany } })
  const isOwn = (address: string) => own.some(({ image_url }) => image_url === address)
  if (!kept.every(isOwn) || new Set(kept).size < kept.length)
    return refused('picture-gone', { fields: { image: productPictureMessages.gone } })
  return null
}

type StoredPictures = { pictures: PictureReference[]; added: string[] }

/** Stores new pictures; if one is refused, none remains stored. */
export async function storeProductPictures(
  shop: ShopDependencies,
  submitted: readonly SubmittedPicture[],
  { categorySlug, slug }: { categorySlug: string; slug: string },
): Promise<Outcome<StoredPictures, Refusal<PictureProblem>>> {
  const pictures: PictureReference[] = []
  const added: string[] = []
  const nextKey = (): string => {
    const key = productPictureKey(categorySlug, slug, nextUploadTime(shop))
    return submitted.some((picture) => 'image_url' in picture && picture.image_url === pictureUrl(key))
      ? nextKey()
      : key
  }
  for (const picture of submitted) {
    if ('image_url' in picture) {
      pictures.push(picture)
      continue
    }
    const stored = await storeUpload(shop, picture.upload, nextKey())
    if (!stored.ok) {
      await removeUnusedPictures(shop, added)
      return stored
    }
    added.push(stored.value)
    pictures.push({ image_url: stored.value, alt: picture.alt })
  }
  return done({ pictures, added })
}

export async function removeUnusedPictures(
  shop: ShopDependencies,
  addresses: readonly string[],
): Promise<void> {
  for (const address of addresses) await removeUnusedPicture(shop, address)
}
