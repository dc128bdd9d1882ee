import { photoMessages, pictureErrorMessages } from '#features/pictures/picture-error-messages.ts'
import { MAX_PHOTO_BYTES, MAX_PHOTO_MEGAPIXELS } from '#shop/constants.ts'
import type { DecodedPicture } from './crop-picture.tsx'
import { isHeic, PICTURE_TYPES } from './picture-types.tsx'

export const CENTRE_POSITION = 50

/** A chosen, dropped or pasted file, or why the shop would refuse it. */
export async function readPictureFile(file: File): Promise<DecodedPicture | { problem: string }> {
  if (file.size > MAX_PHOTO_BYTES) return { problem: photoMessages.tooHeavy }
  if (file.size === 0) return { problem: pictureErrorMessages['picture-missing'] }
  if (!PICTURE_TYPES.includes(file.type) && !isHeic(file))
    return { problem: pictureErrorMessages['picture-kind-unknown'] }
  try {
    const { decodePicture } = await import('./crop-picture.tsx')
    const picture = await decodePicture(file)
    return picture.pixels > MAX_PHOTO_MEGAPIXELS * 1_000_000
      ? { problem: photoMessages.tooManyPixels }
      : picture
  } catch {
    return { problem: isHeic(file) ? photoMessages.heicNotRead : pictureErrorMessages['picture-damaged'] }
  }
}
