import { pictureErrorMessages } from '#shop/media/picture-error-messages.ts'
import { MAX_UPLOAD_BYTES, MAX_UPLOAD_MEGAPIXELS } from '#shop/constants.ts'
import type { DecodedPicture } from './crop-picture.ts'
import { PICTURE_TYPES } from './picture-types.ts'

export const CENTRE_POSITION = 50

/** A chosen, dropped or pasted file, or why the shop would refuse it. */
export async function readPictureFile(file: File): Promise<DecodedPicture | { problem: string }> {
  if (file.size > MAX_UPLOAD_BYTES) return { problem: pictureErrorMessages['picture-too-heavy'] }
  if (file.size === 0) return { problem: pictureErrorMessages['picture-missing'] }
  if (!PICTURE_TYPES.includes(file.type)) return { problem: pictureErrorMessages['picture-kind-unknown'] }
  try {
    const { decodePicture } = await import('./crop-picture.ts')
    const picture = await decodePicture(file)
    const isTooLarge = picture.bitmap.width * picture.bitmap.height > MAX_UPLOAD_MEGAPIXELS * 1_000_000
    return isTooLarge ? { problem: pictureErrorMessages['picture-too-many-pixels'] } : picture
  } catch {
    return { problem: pictureErrorMessages['picture-damaged'] }
  }
}
